"""The tile game's computer player: legal, steady, sensible, and how strong it is beside others."""

import sys
from collections.abc import Callable
from random import Random

import pytest

from engine.contract import CHANCE, OVER
from engine.tiles.game import TileGame
from engine.tiles.landscape import place_action, split_place
from engine.tiles.scoring import followers, majority, measure
from engine.tiles.state import FOLLOWERS
from engine.tiles.table import VARIANTS
from engine.tiles.terms import (
    BASE,
    CLAIM,
    CONFIRM,
    CROWN,
    END,
    FINAL,
    FOLLOW,
    HOUSE,
    MIX,
    NONE,
    NORMAL,
    PLACE,
    PLAGUE,
    SCORE,
    SHORT,
    STORM,
    TAKE,
    TAKEN,
    TAXES,
    TOKEN,
    VARIANT,
    WHEEL,
)
from engine.tiles.thinker import Thinker
from tests.engine.tiles_hand import only, pick, put_action, walk
from tests.engine.tiles_laid import begin, land_picture, lay, picture, place, stand

Player = Callable[[TileGame], int]

# Calls of functions and steps of generators in one step of the thinker. A step of so many takes
# about half a unit; what it takes indeed is a row of the bench.
MOST_CALLS = 300
MOST_STEPS = 600


def decide(game: TileGame) -> int:
    """What the thinker does in the end."""
    thinker = Thinker(game)
    action = None
    while action is None:
        action = thinker.step()
    return action


def base(players: int = 2) -> TileGame:
    """A base game: tile D at (0, 0), its city in the north, its road from west to east."""
    return TileGame(players, way=BASE)


def follow(game: TileGame, tile: str, where: str, turn: int) -> int:
    """What the thinker puts on a tile that somebody else has placed."""
    begin(game, tile)
    place(game, where, turn)
    return decide(game)


# -- players to compare with -----------------------------------------------------------------


def gain(game: TileGame, local: int) -> int:
    """Points that the turn brings the player at once, with a follower on this feature, -1: none."""
    land = game.land
    tile = land.count - 1
    first = land.first[tile]
    nodes = [first + local, *range(first, land.first[tile + 1])] if local >= 0 else []
    nodes += range(first, land.first[tile + 1])
    nodes += [land.cloister(other) for other in land.around(tile) if land.cloister(other) >= 0]
    points, done = 0, set()
    for node in nodes:
        label = land.label[node]
        if land.kind_of(node) == 3 or land.open[label] or label in done:
            continue
        done.add(label)
        pairs = followers(land, node)
        if node == first + local:
            pairs += bytes((game.player, tile))
        if majority(pairs) >> game.player & 1:
            points += measure(land, node, game.house)[3]
    return points


def best_put(game: TileGame) -> tuple[int, int, int]:
    """(points at once, liking, action): the simple player's choice for the tile just placed."""
    land = game.land
    first = land.first[land.count - 1]
    best = (gain(game, -1), 0, END)
    if game.supply[game.player]:
        for local in range(land.first[land.count] - first):
            if land.held[land.label[first + local]]:
                continue
            liking = (3, 1, 3, 2 if sum(game.left) < 20 else 0)[land.kind_of(first + local)]
            if liking and (liking > 1 or game.supply[game.player] > 1):
                put = (gain(game, local), liking, CLAIM + local)
                best = put if put[:2] > best[:2] else best
    return best


def greedy(game: TileGame) -> int:
    """Takes the most points at once; claims the first city, cloister, road; late a farm."""
    land = game.land
    if game.phase == FOLLOW:
        return best_put(game)[2]
    if game.phase != PLACE:
        return game.legal_actions()[0]
    top, choice = (-1, -1), -1
    for action in game.legal_actions():
        x, y, turn = split_place(action)
        land.place(VARIANTS[game.hand] & 63, turn, x, y)
        put = best_put(game)
        land.unplace()
        if put[:2] > top:
            top, choice = put[:2], action
    return choice


def game_of(players: list[Player], seed: int, way: int, buildings: int = NONE) -> TileGame:
    """A whole game; whoever is asked answers legally."""
    chance = Random(seed)
    game = TileGame(len(players), seed % len(players), way, buildings)
    while game.to_move != OVER:
        if game.to_move == CHANCE:
            game.apply(chance.randrange(game.chance_count()))
        else:
            game.apply(players[game.to_move](game))
    return game


def by_chance(seed: int) -> Player:
    source = Random(seed)
    return lambda game: pick(game, source)


def count_followers(game: TileGame) -> list[int]:
    land = game.land
    out = list(game.supply)
    for stand_ in list(land.stands[: land.count]):
        if stand_:
            out[(stand_ >> 4) - 1] += 1
    for crown in game.crowns:
        if crown:
            out[crown - 1] += 1
    return out


# -- legal, steady, in steps -------------------------------------------------------------------


@pytest.mark.parametrize("buildings", [NONE, NORMAL, VARIANT])
@pytest.mark.parametrize("way", [WHEEL, SHORT, HOUSE, BASE, MIX])
def test_thinker_answers_legally_in_every_phase_and_changes_nothing(
    way: int, buildings: int
) -> None:
    phases = set()
    game = TileGame(3, 1, way, buildings)
    for number, _ in enumerate(walk(game, Random(way * 3 + buildings), undo=0.1)):
        if game.to_move < 0 or (number % 6 and game.phase in phases):
            continue
        phases.add(game.phase)
        before = picture(game)
        action = decide(game)
        assert not game.why_not(action)
        assert picture(game) == before
        assert decide(game) == action, "the same state, the same answer"
        assert decide(TileGame.unpack(game.pack())) == action
    assert {PLACE, FOLLOW, CONFIRM} <= phases


def test_thinker_leaves_the_landscape_alone_between_its_steps() -> None:
    game = TileGame(6, 0, MIX, VARIANT)
    seen = 0
    for number, _ in enumerate(walk(game, Random(2))):
        if game.phase == PLACE and number % 40 == 0:
            before = land_picture(game.land)
            thinker = Thinker(game)
            while thinker.step() is None:
                assert land_picture(game.land) == before
                seen += 1
    assert seen > 100


def test_thinker_says_the_same_once_it_has_answered() -> None:
    game = base()
    begin(game, "U")
    thinker = Thinker(game)
    while (first := thinker.step()) is None:
        pass
    assert [thinker.step() for _ in range(3)] == [first] * 3


def test_thinker_puts_on_its_tile_what_it_had_planned() -> None:
    seen = set()
    for seed in range(4):
        chance = Random(seed)
        game = TileGame(3, 0, MIX, VARIANT)
        while sum(game.left):
            if game.to_move == CHANCE:
                game.apply(chance.randrange(game.chance_count()))
                continue
            thinker = Thinker(game)
            while (action := thinker.step()) is None:
                pass
            if game.phase == PLACE:
                game.apply(action)
                action = decide(game)
                assert action == thinker.plan
                seen.add(action >> 3)
            game.apply(action)
    assert {END, CLAIM >> 3, CROWN >> 3, TOKEN >> 3} <= seen


def test_T14_thinker_ends_the_turn_and_scores_to_the_end() -> None:
    game = base()
    only(game, [])
    stand(game, 1, "0,0,rE")
    begin(game, "U")
    place(game, "1,0", 0)
    game.apply(put_action(game, "fEL"))
    assert (game.phase, decide(game)) == (CONFIRM, END)
    game.apply(END)
    while game.to_move != OVER:
        assert (game.phase, decide(game)) == (FINAL, SCORE)
        game.apply(SCORE)


def test_thinker_asks_for_a_player() -> None:
    with pytest.raises(ValueError, match="no player"):
        Thinker(base())


def calls_of(thinker: Thinker) -> tuple[int, int | None]:
    """Calls in one step, and what it answered."""
    count = 0

    def note(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        answer = thinker.step()
    finally:
        sys.setprofile(None)
    return count, answer


def test_thinker_takes_small_steps_late_in_the_largest_game() -> None:
    game = TileGame(6, 0, MIX, VARIANT)
    most = 0
    for number, _ in enumerate(walk(game, Random(5))):
        if game.phase in (PLACE, FOLLOW, TAKEN) and (number % 20 == 0 or sum(game.left) < 3):
            thinker = Thinker(game)
            steps, answer = 0, None
            while answer is None:
                count, answer = calls_of(thinker)
                most = max(most, count)
                steps += 1
            assert steps < MOST_STEPS
    assert MOST_CALLS // 3 < most < MOST_CALLS


@pytest.mark.parametrize(
    ("players", "way", "buildings"),
    [(2, WHEEL, NONE), (4, SHORT, NORMAL), (3, HOUSE, NONE), (5, BASE, VARIANT), (6, MIX, NORMAL)],
)
def test_thinker_plays_every_way_to_the_end(players: int, way: int, buildings: int) -> None:
    game = game_of([decide] * players, way, way, buildings)
    assert count_followers(game) == [FOLLOWERS] * players
    assert min(game.scores) > 5


# -- sensible ----------------------------------------------------------------------------------


def test_T5_thinker_takes_a_city_of_ten_points_and_more() -> None:
    game = base()
    lay(game, "G 0,-1 1; F 0,-2 1; G 0,-3 1")
    begin(game, "E")
    assert decide(game) == place_action(0, -4, 2)
    game.apply(decide(game))
    assert decide(game) == put_action(game, "cN")
    game.apply(decide(game))
    assert decide(game) == END
    game.apply(END)
    assert game.scores == [12, 0]


def test_T7_thinker_completes_its_cloister() -> None:
    game = base()
    lay(game, "U -1,0 0; U 1,0 0; B 0,1 0; E -1,1 3; E 1,1 1; E 0,2 2; E -1,2 3")
    stand(game, 0, "0,1,m")
    begin(game, "E")
    assert split_place(decide(game))[:2] == (1, 2)


def test_thinker_keeps_the_last_follower_from_a_worthless_road() -> None:
    game = base()
    game.supply[0] = 1
    assert follow(game, "V", "0,1", 0) == END


def test_thinker_puts_the_last_follower_on_what_pays() -> None:
    game = base()
    game.supply[0] = 1
    lay(game, "G 0,-1 1; G 0,-2 1")
    assert follow(game, "E", "0,-3", 2) >= CLAIM


def test_thinker_puts_a_follower_on_anything_in_the_last_turn() -> None:
    game = base()
    only(game, ["V"])
    assert follow(game, "V", "0,1", 0) >= CLAIM


def test_T9_thinker_completes_no_city_for_somebody_else() -> None:
    game = base()
    lay(game, "G 0,-1 1; F 0,-2 1; U 1,0 0")
    stand(game, 1, "0,-1,cE")
    begin(game, "E")
    x, y, _ = split_place(decide(game))
    assert (x, y) != (0, -3)
    # Its own it does complete.
    game.land.leave(1)
    stand(game, 0, "0,-1,cE")
    assert split_place(decide(game))[:2] == (0, -3)


def test_T11_thinker_joins_a_large_city_where_it_gets_a_share() -> None:
    game = base()
    lay(game, "F 0,-1 1; F 0,-2 1; U 1,0 0; E 1,-3 3")
    stand(game, 1, "0,-1,cE")
    stand(game, 0, "1,-3,cN")
    begin(game, "M")
    assert split_place(decide(game))[:2] == (0, -3)


def test_T8_thinker_claims_a_farm_late_and_not_at_first() -> None:
    for left, late in ((["B"] * 60, False), (["B"] * 3, True)):
        game = base()
        only(game, left)
        lay(game, "E 0,-1 2; E 1,-1 1")
        game.supply[0] = 1
        action = follow(game, "H", "-1,-1", 0)
        assert (action == put_action(game, "fEL")) == late


def test_W6_thinker_gives_the_plague_its_least_follower() -> None:
    game = TileGame(2)
    land = game.land
    lay(game, "G 0,-1 1; F 0,-2 1; U 2,-1 1")
    stand(game, 0, "0,-2,cE")
    stand(game, 0, "2,-1,rE")
    game.pig = STORM + 1
    begin(game, "U1")
    assert (game.phase, game.pig, game.to_move) == (TAKEN, PLAGUE, 0)
    assert decide(game) == TAKE + land.at(2, -1)


def test_W7_thinker_chooses_the_crown_where_the_pig_will_stop() -> None:
    game = TileGame(2)
    game.pig = PLAGUE - 1
    only(game, ["V3"])  # on to taxes, where two crowns are
    assert follow(game, "V", "2,-1", 0) == CROWN + TAXES
    game = TileGame(2)
    only(game, ["A"])  # no number is left: no crown is worth anything
    assert not CROWN <= follow(game, "V", "2,-1", 0) < TOKEN


def test_W7_thinker_goes_where_another_stands_alone_and_not_to_its_own() -> None:
    for other, crown in ((1, True), (0, False)):
        game = TileGame(2)
        game.crowns[1] = other + 1
        game.supply[other] -= 1
        only(game, ["V1"])
        action = follow(game, "V", "2,-1", 0)
        assert (action == CROWN + TAXES) == crown


@pytest.mark.parametrize("buildings", [NORMAL, VARIANT])
def test_B4_thinker_puts_a_token_where_it_pays_for_itself(buildings: int) -> None:
    for player in range(2):
        game = TileGame(2, 0, BASE, buildings)
        lay(game, "U 1,0 0; U -1,0 0")
        stand(game, player, "0,0,rE")
        stand(game, player, "0,0,fEL")
        game.supply[0] = 1
        action = follow(game, "U", "2,0", 0)
        assert (action >= TOKEN) == (player == 0)


# -- strength ----------------------------------------------------------------------------------


def match(other: Callable[[int], Player], games: int, way: int) -> tuple[int, int, int]:
    """(won, own points, the other's points) of so many games for two."""
    won = own = theirs = 0
    for seed in range(games):
        players = [decide, other(seed)] if seed % 2 else [other(seed), decide]
        game = game_of(players, seed, way)
        me = 0 if seed % 2 else 1
        own += game.scores[me]
        theirs += game.scores[1 - me]
        won += game.scores[me] > game.scores[1 - me]
    return won, own, theirs


def test_thinker_beats_a_player_by_chance_clearly() -> None:
    won, own, theirs = match(by_chance, 10, WHEEL)
    assert won == 10 and own > 2 * theirs


@pytest.mark.parametrize("way", [WHEEL, BASE])
def test_thinker_beats_a_careful_greedy_player(way: int) -> None:
    won, own, theirs = match(lambda seed: greedy, 10, way)
    assert won >= 9 and 2 * own > 3 * theirs
