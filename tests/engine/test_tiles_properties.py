"""What holds in every state of every tile game, over games by chance; a slow reading beside."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import CHANCE, OVER
from engine.tiles.game import TileGame
from engine.tiles.landscape import Landscape, place_action, split_place
from engine.tiles.scoring import measure
from engine.tiles.table import COUNT, VARIANTS
from engine.tiles.terms import (
    BASE,
    BY_CROWN,
    BY_WHEEL,
    CONFIRM,
    DRAW,
    EV_CROWNS,
    EV_FEATURE,
    EV_OUT,
    EV_WHEEL,
    FINAL,
    FOLLOW,
    HOUSE,
    MIX,
    OLD_FAMINE,
    PLACE,
    PLACE_AT,
    SHORT,
    SMALL_CITY,
    TAKE,
    TAKEN,
)
from tests.engine import tiles_hand as hand
from tests.engine.tiles_reference import Reference

WAYS = range(5)
SEEDS = st.integers(0, 1 << 32)
FOLLOWERS = 7


@st.composite
def new_games(draw: st.DrawFn, ways: range = WAYS) -> TileGame:
    """A game of any way to play."""
    way = draw(st.sampled_from(ways))
    buildings = draw(st.integers(0, 2))
    players = draw(st.integers(2, 6 if buildings else 5))
    house = draw(st.integers(0, 3))
    if way == BASE:
        house &= ~OLD_FAMINE
    return TileGame(players, draw(st.integers(0, players - 1)), way, buildings, house)


def fresh(game: TileGame) -> TileGame:
    """A new game with the same options."""
    return TileGame(game.players, game.first, game.way, game.buildings, game.house)


def reference(land: Landscape) -> Reference:
    """The slow reading of a landscape."""
    tiles = []
    for at in range(land.count):
        tiles.append((land.kinds[at], land.turns[at], land.xs[at] - 128, land.ys[at] - 128))
    return Reference(tiles)


@settings(max_examples=60)
@given(new_games(), SEEDS)
def test_T1_W23_seven_followers_a_player_after_every_action(game: TileGame, seed: int) -> None:
    dealt = [sum(game.tokens[kind::3]) for kind in range(3)]
    for _ in hand.walk(game, Random(seed), 0.1):
        stands = [stand >> 4 for stand in game.land.stands[: game.land.count]]
        for player in range(game.players):
            out = stands.count(player + 1) + game.crowns.count(player + 1)
            assert out + game.supply[player] == FOLLOWERS
        lie = game.land.tokens[: game.land.count]
        for kind in range(3):
            assert sum(game.tokens[kind::3]) + lie.count(kind + 1) == dealt[kind]


@settings(max_examples=60)
@given(new_games(), SEEDS)
def test_T3_W18_to_W22_every_tile_is_somewhere_once(game: TileGame, seed: int) -> None:
    total = bytes(game.left)
    start = game.land.count
    placed = bytearray(COUNT)
    for action in hand.walk(game, Random(seed), 0.1):
        if action >= PLACE_AT:
            placed[game.hand] += 1
        elif action < 0 and len(game.steps) == 1:
            placed[game.hand] -= 1
        elif game.phase == DRAW or game.phase == PLACE:
            held = game.hand if game.phase == PLACE else -1
            for at in range(COUNT):
                elsewhere = game.out.count(at) + placed[at] + (at == held)
                assert game.left[at] + elsewhere == total[at]
            assert sum(placed) + start == game.land.count
    kinds = [VARIANTS[at] & 63 for at in range(COUNT) for _ in range(placed[at])]
    assert sorted(kinds) == sorted(game.land.kinds[start : game.land.count])
    assert sum(placed) + len(game.out) == sum(total)
    assert game.to_move == OVER and not sum(game.left)


@settings(max_examples=80)
@given(new_games(), SEEDS)
def test_T9_W2_the_events_add_up_to_the_scores(game: TileGame, seed: int) -> None:
    sums = [0] * (6 * game.players)
    events: list = []
    for _ in hand.walk(game, Random(seed), 0.1):
        events = _add_up(game, events, sums)
    _add_up(game, events, sums)
    assert game.to_move == OVER
    assert max(game.scores) > 0


def _add_up(game: TileGame, before: list, sums: list[int]) -> list:
    """Add what the events of the last action tell; those events."""
    if game.events is not before:
        for event in game.events:
            for player in range(game.players):
                if event[0] == EV_FEATURE and event[7] >> player & 1:
                    sums[6 * player + event[1]] += event[6]
                elif event[0] == EV_WHEEL:
                    sums[6 * player + BY_WHEEL] += event[4][player]
                elif event[0] == EV_CROWNS:
                    sums[6 * player + BY_CROWN] += event[2][player]
    assert list(game.tally) == sums
    for player in range(game.players):
        assert game.scores[player] == sum(sums[6 * player : 6 * player + 6])
    return game.events


@settings(max_examples=16)
@given(new_games(), SEEDS)
def test_W10_pack_and_unpack_at_every_step(game: TileGame, seed: int) -> None:
    for _ in hand.walk(game, Random(seed), 0.1):
        packed = game.pack()
        copy = TileGame.unpack(packed)
        assert copy.pack() == packed
        same(game, copy)


def same(game: TileGame, copy: TileGame) -> None:
    """Two games are alike in all that the rules look at; the events only one has."""
    for name, value in vars(game).items():
        if name not in ("land", "events"):
            assert getattr(copy, name) == value, name
    assert copy.legal_actions() == game.legal_actions()
    assert copy.chance_count() == game.chance_count()
    land, other = game.land, copy.land
    nodes = land.first[land.count]
    assert land.count == other.count and land.grid == other.grid
    assert land.frontier == other.frontier
    assert list(land.stands[: land.count]) == list(other.stands[: land.count])
    for name in ("label", "owner"):
        assert getattr(land, name)[:nodes] == getattr(other, name)[:nodes]
    for node in range(nodes):
        label = land.label[node]
        assert land.open[label] == other.open[label] and land.held[label] == other.held[label]


@settings(max_examples=25)
@given(new_games(), SEEDS, st.floats(0, 1))
def test_a_game_goes_on_in_the_same_way_from_its_bytes(
    game: TileGame, seed: int, part: float
) -> None:
    steps = sum(1 for _ in hand.walk(fresh(game), Random(seed), 0.1))
    at = int(part * (steps - 1))
    other = fresh(game)
    for step, _ in enumerate(hand.walk(game, Random(seed), 0.1)):
        if step == at:
            other = TileGame.unpack(game.pack())
            break
    chance = (Random(seed + 1), Random(seed + 1))
    for one, two in zip(
        hand.walk(game, chance[0], 0.1), hand.walk(other, chance[1], 0.1), strict=True
    ):
        assert one == two
        assert game.pack() == other.pack()
    assert game.scores == other.scores and game.winners() == other.winners()


@settings(max_examples=25)
@given(new_games(), SEEDS)
def test_T2_taking_back_restores_exactly(game: TileGame, seed: int) -> None:
    before = []
    for _ in hand.walk(game, Random(seed)):
        if game.phase == PLACE and game.to_move >= 0:
            before = [(game.pack(), game.legal_actions())]
        elif game.phase in (FOLLOW, CONFIRM):
            before.append((game.pack(), game.legal_actions()))
            assert game.can_undo()
            steps = list(game.steps)
            for packed, legal in reversed(before[:-1]):
                game.undo()
                assert game.pack() == packed
                assert game.legal_actions() == legal
            for step in steps:
                game.apply(step)
            assert game.pack() == before[-1][0]
        else:
            assert not game.can_undo()
    with pytest.raises(ValueError):
        game.undo()


@settings(max_examples=16)
@given(new_games(), SEEDS)
def test_every_legal_action_applies_and_no_other(game: TileGame, seed: int) -> None:
    chance = Random(seed)
    for step, _ in enumerate(hand.walk(game, chance, 0.1)):
        if step % 5:
            continue
        packed = game.pack()
        legal = game.legal_actions()
        assert legal == sorted(set(legal))
        for action in chance.sample(legal, min(len(legal), 4)):
            assert game.why_not(action) == ""
            copy = TileGame.unpack(packed)
            copy.apply(action)
            assert copy.pack() != packed
        for action in others(game, set(legal), chance):
            with pytest.raises(ValueError, match="action|outcome"):
                game.apply(action)
        assert game.pack() == packed


def others(game: TileGame, legal: set[int], chance: Random) -> list[int]:
    """Actions that are not legal now; outcomes that do not exist where chance is to move."""
    if game.to_move == CHANCE:
        return [-1, game.chance_count(), game.chance_count() + 1000, PLACE_AT]
    out = list(range(-3, TAKE + game.land.count + 2)) if chance.random() < 0.2 else [-1, 2, 3]
    for _ in range(30):
        tile = chance.randrange(game.land.count)
        x = game.land.xs[tile] - 128 + chance.randrange(-2, 3)
        y = game.land.ys[tile] - 128 + chance.randrange(-2, 3)
        out.append(place_action(x, y, chance.randrange(4)))
    return [action for action in out if action not in legal]


@settings(max_examples=30)
@given(new_games(), SEEDS)
def test_T2_T15_W16_legal_placements_are_those_of_the_slow_reading(
    game: TileGame, seed: int
) -> None:
    for step, _ in enumerate(hand.walk(game, Random(seed), 0.1)):
        slow = reference(game.land) if step % 6 == 0 else None
        if game.phase != PLACE:
            if slow and game.events and game.events[-1][0] == EV_OUT:
                assert not slow.placements(VARIANTS[game.events[-1][1]] & 63)
            continue
        if slow:
            places = slow.placements(VARIANTS[game.hand] & 63)
            assert {split_place(action) for action in game.legal_actions()} == places


@given(new_games(), SEEDS, st.lists(st.integers(0, COUNT - 1), min_size=4, max_size=8))
def test_T3_W11_only_what_fits_nowhere_is_put_out(
    game: TileGame, seed: int, tiles: list[int]
) -> None:
    """A few tiles of any kind, so that what is rare is drawn often."""
    game.left = bytearray(tiles.count(at) for at in range(COUNT))
    drawn = player = -1
    for action in hand.walk(game, Random(seed)):
        if drawn >= 0 and game.phase != TAKEN:
            told = [event[1] for event in game.events if event[0] == EV_OUT]
            fits = len(reference(game.land).placements(VARIANTS[drawn] & 63)) > 0
            assert told == ([] if fits else [drawn])
            assert game.player == player
            drawn = -1
        if game.to_move == CHANCE:
            drawn = variant_of(game.left, action)
            player = game.player


def variant_of(left: bytearray, outcome: int) -> int:
    """The variant that an outcome of the draw stands for."""
    return [at for at in range(COUNT) for _ in range(left[at])][outcome]


@settings(max_examples=25)
@given(new_games(), SEEDS)
def test_T11_T12_T13_features_are_those_of_the_slow_reading(game: TileGame, seed: int) -> None:
    for step, _ in enumerate(hand.walk(game, Random(seed), 0.15)):
        if step % 20 == 0:
            _compare(game)
    _compare(game)


def _compare(game: TileGame) -> None:
    """Labels, rings, open ends, followers and points against the flood fill."""
    land = game.land
    slow = reference(land)
    worth = b"\0\1\1\1" if game.buildings == 1 else b"\0\1\2\3"
    tokens = {at: worth[land.tokens[at]] for at in range(land.count)}
    labels: set[int] = set()
    for feature in slow.features():
        nodes = sorted(land.first[at] + local for at, local in feature)
        label = {land.label[node] for node in nodes}
        assert len(label) == 1 and label <= set(nodes) and not label & labels
        labels |= label
        assert sorted(land.nodes(nodes[0])) == nodes
        node = nodes[-1]
        assert land.kind_of(node) == slow.kind(feature)
        assert land.open[label.pop()] == slow.open_ends(feature)
        on = [at for at, local in feature if stands_on(land.stands[at], local)]
        assert land.held[land.label[node]] == len(on)
        tiles, extra, points_of_tokens, points = measure(land, node, game.house)
        assert tiles == len(slow.tiles_of(feature))
        if slow.kind(feature) == 0:
            assert extra == slow.shields(feature)
        elif slow.kind(feature) == 3:
            assert extra == slow.cities(feature)
        assert points_of_tokens == sum(tokens[at] for at in slow.tiles_of(feature))
        assert points == slow.points(feature, tokens, bool(game.house & SMALL_CITY))


def stands_on(stand: int, local: int) -> bool:
    return stand > 0 and stand & 15 == local


@settings(max_examples=80)
@given(new_games(), SEEDS)
def test_T10_T14_no_follower_is_left_where_it_has_scored(game: TileGame, seed: int) -> None:
    for _ in hand.walk(game, Random(seed)):
        land = game.land
        if game.phase in (DRAW, PLACE, TAKEN):
            for tile in range(land.count):
                node = land.first[tile] + (land.stands[tile] & 15)
                if land.stands[tile] and land.kind_of(node) != 3:
                    assert land.open[land.label[node]]
    assert game.phase == FINAL and not any(game.land.stands[: game.land.count])
    best = max(game.scores)
    for player in range(game.players):
        assert (game.winners() >> player & 1) == (game.scores[player] == best)


@given(st.integers(-1, 7), st.integers(-1, 6), st.integers(-1, 5), st.integers(-1, 3), SEEDS)
def test_W23_only_what_goes_together_is_a_game(
    players: int, first: int, way: int, buildings: int, seed: int
) -> None:
    house = seed % 5
    good = 0 <= way <= MIX and 0 <= buildings <= 2 and house <= 3
    good = good and 2 <= players <= (6 if buildings else 5) and 0 <= first < players
    good = good and not (way == BASE and house & OLD_FAMINE)
    if good:
        game = TileGame(players, first, way, buildings, house)
        assert game.land.count == (1 if way in (HOUSE, BASE) else 16)
        assert game.chance_count() == {SHORT: 19, HOUSE: 71, BASE: 71, MIX: 81}.get(way, 72)
    else:
        with pytest.raises(ValueError):
            TileGame(players, first, way, buildings, house)
