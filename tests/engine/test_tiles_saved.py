"""A packed tile game is small, comes back whole, and bad bytes never load."""

import sys
from importlib import import_module
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import CHANCE, OVER, OtherVersion, seal, unseal
from engine.tiles import entry, restored, saved
from engine.tiles.game import TileGame
from engine.tiles.landscape import place_action
from engine.tiles.table import COUNT
from engine.tiles.terms import (
    CLAIM,
    CONFIRM,
    CROWN,
    DRAW,
    END,
    FINAL,
    FOLLOW,
    HOUSE,
    MIX,
    PLACE,
    SCORE,
    TAKE,
    TAKEN,
    TOKEN,
)
from tests.engine import tiles_hand as hand
from ui.room import tidy

# Places in the packed body
WHO, WAY, TABLE, PLAGUED, HAND, PUT, LIE, OUT, TALLY = 0, 1, 2, 4, 5, 6, 7, 8, 9


def halves(game: TileGame) -> int:
    """Where the half bytes begin: tokens, crowns, tiles left."""
    return TALLY + 12 * game.players


def outs(game: TileGame) -> int:
    """Where the variants begin that were put out."""
    return halves(game) + (3 * game.players + 9 + COUNT + 1) // 2


def tiles(game: TileGame) -> int:
    """Where the tiles begin."""
    return outs(game) + len(game.out)


def body_of(game: TileGame) -> bytearray:
    return bytearray(unseal(saved.KIND, saved.VERSION, game.pack()))


def load(body: bytes | bytearray) -> TileGame:
    return TileGame.unpack(seal(saved.KIND, saved.VERSION, bytes(body)))


def refused(body: bytes | bytearray) -> None:
    """A body with a right checksum that is no state of a game: said by our own checks."""
    said = "packed tile game|can play|cannot begin|no such|house rule"
    with pytest.raises(ValueError, match=said) as reason:
        load(body)
    assert not isinstance(reason.value, OtherVersion)


def played(phase: int, seed: int, turns: int, way: int = MIX) -> TileGame:
    """A game with tokens of six players, by chance, as it first comes to a phase after so many
    turns."""
    game = TileGame(6, 2, way, 2, 0)
    for _ in hand.walk(game, Random(seed)):
        if game.turn >= turns and game.phase == phase:
            return game
    return game


def middle() -> TileGame:
    """A house-rule game of three in the middle of a turn: a road claimed, a crown taken, a token
    put, and a follower put on the tile that lies last."""
    game = TileGame(3, 1, HOUSE, 1, 0)
    for tile, place, put in (
        ("V", (1, 0, 0), "rS"),
        ("W", (1, 1, 1), "crown 1"),
        ("E", (0, -1, 2), "house"),
        ("D", (-1, 0, 0), "fEL"),
    ):
        hand.draw(game, tile)
        game.apply(place_action(*place))
        game.apply(hand.put_action(game, put))
        if tile != "D":
            game.apply(END)
    return game


PHASES = [(DRAW, 30), (TAKEN, 20), (PLACE, 12), (FOLLOW, 40), (CONFIRM, 33), (FINAL, 80)]


@pytest.mark.parametrize(("phase", "turns"), PHASES)
def test_W22_a_game_of_six_comes_back_in_every_phase(phase: int, turns: int) -> None:
    game = played(phase, 5, turns)
    assert game.phase == phase and game.to_move != OVER
    again = TileGame.unpack(game.pack())
    for name, value in vars(game).items():
        if name not in ("land", "events"):
            assert getattr(again, name) == value, name
    assert again.pack() == game.pack()
    assert again.legal_actions() == game.legal_actions()
    while game.can_undo():
        game.undo()
        again.undo()
        assert again.pack() == game.pack()
    assert not again.can_undo()


def test_a_game_that_is_over_comes_back() -> None:
    game = played(-1, 3, 0)
    again = TileGame.unpack(game.pack())
    assert (again.to_move, again.phase) == (OVER, FINAL)
    assert again.winners() == game.winners() and again.scores == game.scores


def test_a_new_game_takes_some_sixty_bytes() -> None:
    assert len(TileGame(2).pack()) == 70
    assert TileGame.unpack(TileGame(2).pack()).pack() == TileGame(2).pack()


def test_W22_the_largest_game_takes_409_bytes_at_most() -> None:
    """81 tiles of three bytes, all 42 followers in the landscape."""
    rest = saved.HEAD + 6 * 12 + (3 * 6 + 9 + COUNT + 1) // 2 + 9
    assert rest + 3 * 81 + 6 * 7 == 409
    most = 0
    for seed in range(12):
        game = TileGame(6, seed % 6, MIX, 1 + seed % 2)
        for _ in hand.walk(game, Random(seed)):
            if game.phase == CONFIRM:
                most = max(most, len(game.pack()))
    assert 380 <= most <= 409


def test_another_version_is_told_apart() -> None:
    body = bytes(body_of(middle()))
    with pytest.raises(OtherVersion):
        TileGame.unpack(seal(saved.KIND, saved.VERSION + 1, body))
    with pytest.raises(ValueError, match="kind"):
        TileGame.unpack(seal(saved.KIND + 1, saved.VERSION, body))


def test_another_table_of_tiles_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    data = middle().pack()
    used = import_module("engine.tiles.entry")  # a device that ran before may have let it go
    table = bytearray(used.TABLE)
    table[0] ^= 1
    monkeypatch.setattr(used, "TABLE", bytes(table))
    with pytest.raises(OtherVersion, match="table"):
        TileGame.unpack(data)


def test_each_way_to_play_has_a_check_of_its_own() -> None:
    assert len({entry.table_check(way) for way in range(5)}) == 5


def test_cut_and_flipped_bytes_are_refused() -> None:
    data = middle().pack()
    for end in range(len(data)):
        with pytest.raises(ValueError):
            TileGame.unpack(data[:end])
    for bit in range(len(data) * 8):
        bad = bytearray(data)
        bad[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ValueError):
            TileGame.unpack(bytes(bad))


@given(st.binary(max_size=200))
def test_garbage_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        TileGame.unpack(data)


def test_a_body_of_another_length_is_refused() -> None:
    for game in (middle(), played(TAKEN, 5, 20)):
        body = bytes(body_of(game))
        for end in range(len(body)):
            refused(body[:end])
        refused(body + b"\0")


@given(st.data())
def test_any_body_is_a_state_or_a_value_error(data: st.DataObject) -> None:
    """Bytes changed under a right checksum: refused, or a game that is whole in itself."""
    phase, turns = data.draw(st.sampled_from(PHASES))
    body = body_of(played(phase, 5, min(turns, 60)))
    for _ in range(data.draw(st.integers(1, 3))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    try:
        game = load(body)
    except ValueError:
        return
    assert game.pack() == seal(saved.KIND, saved.VERSION, bytes(body))
    for _ in hand.walk(game, Random(1), 0.2):
        stands = [stand >> 4 for stand in game.land.stands[: game.land.count]]
        for player in range(game.players):
            out = stands.count(player + 1) + game.crowns.count(player + 1)
            assert out + game.supply[player] == 7


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (WHO, 1 | 1 << 3 | 1 << 6),  # one player
        (WHO, 7 | 1 << 3 | 1 << 6),  # seven players
        (WHO, 4 | 1 << 3 | 1 << 6),  # four, but the bytes of three
        (WHO, 3 | 3 << 3 | 1 << 6),  # player 3 of three begins
        (WHO, 3 | 2 << 3 | 1 << 6),  # another began: the last follower is not the active player's
        (WHO, 3 | 1 << 3),  # tokens in a game without
        (WHO, 3 | 1 << 3 | 2 << 6),  # other tokens than were dealt
        (WHO, 3 | 1 << 3 | 3 << 6),  # no such buildings
        (WAY, 5 | CONFIRM << 5),  # no such way to play
        (WAY, HOUSE | DRAW << 5),  # a tile in hand before the draw
        (WAY, HOUSE | TAKEN << 5),
        (WAY, HOUSE | PLACE << 5),  # the tile in hand lies already
        (WAY, HOUSE | FOLLOW << 5),  # something is put already
        (WAY, HOUSE | FINAL << 5),  # tiles are left
        (WAY, HOUSE | 6 << 5),  # no such phase
        (PLAGUED, 1),  # no plague
        (HAND, 255),  # nothing in hand
        (HAND, 254),  # no such variant
        (HAND, hand.variant("E")),  # another tile lies last
        (PUT, 0),  # nothing was put
        (PUT, CLAIM),  # the follower stands elsewhere
        (PUT, CROWN + 1),  # it stands on the tile
        (PUT, TOKEN + 1),
        (PUT, TAKE),
        (LIE, 0),
        (LIE, 3),
        (LIE, 5),
        (OUT, 1),
    ],
)
def test_values_out_of_range_are_refused_with_a_right_checksum(at: int, value: int) -> None:
    body = body_of(middle())
    assert body[at] != value
    body[at] = value
    refused(body)


def half_byte(body: bytearray, start: int, number: int, value: int) -> None:
    """Write one of the half bytes."""
    at = start + number // 2
    shift = number % 2 * 4
    body[at] = body[at] & ~(15 << shift) | value << shift


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (0, 1),  # a shed in the normal game
        (1, 4),  # a token too few
        (1, 6),  # one too many: it lies
        (1, 7),  # more than were dealt
        (4, 5),  # of another player
        (9, 4),  # a player who does not play
        (18, 15),  # more tiles left than there are
        (19, 1),  # fewer tiles than are left and lie
        (59, 1),  # the half byte beyond
    ],
)
def test_counts_that_do_not_add_up_are_refused(number: int, value: int) -> None:
    game = middle()
    body = body_of(game)
    half_byte(body, halves(game), number, value)
    assert body != body_of(game)
    refused(body)


def test_a_second_crown_without_the_first_is_refused() -> None:
    game = middle()
    body = body_of(game)
    assert game.crowns[1] and not game.crowns[2]
    half_byte(body, halves(game), 9 + 1, 0)
    half_byte(body, halves(game), 9 + 2, 1)
    refused(body)


def test_eight_followers_are_refused() -> None:
    game = middle()
    body = body_of(game)
    for crown in range(9):
        half_byte(body, halves(game), 9 + crown, 1)
    refused(body)


@pytest.mark.parametrize(
    ("tile", "change"),
    [
        (0, (33, None)),  # a square of the board
        (0, (hand.variant("E"), None)),  # a tile that does not match
        (0, (63, None)),  # no such kind
        (1, (None, 7 << 4)),  # beside a tile that does not lie yet
        (1, (None, 0 << 4 | 1 << 2)),  # on a square that is taken
        (1, (None, 1 << 4 | 2 << 2)),  # where the road does not go on
        (2, (None, 1 << 14)),  # bits that mean nothing
        (2, (None, 1 << 13)),  # a follower and a token on one tile
    ],
)
def test_tiles_that_cannot_lie_so_are_refused(
    tile: int, change: tuple[int | None, int | None]
) -> None:
    game = middle()
    body = body_of(game)
    at = tiles(game)
    for _ in range(tile):
        at += 3 + (body[at + 2] >> 5 & 1)
    kind, where = change
    if kind is not None:
        body[at] = kind
    if where is not None:
        body[at + 1] = where & 255
        body[at + 2] = where >> 8
    refused(body)


def test_a_bit_that_means_nothing_is_refused() -> None:
    game = middle()
    for bit in (64, 128):
        body = body_of(game)
        body[tiles(game) + 2] |= bit
        refused(body)


@pytest.mark.parametrize("stand", [0, 4 << 4, 7 << 4 | 1, 1 << 4 | 4, 255])
def test_followers_that_cannot_stand_there_are_refused(stand: int) -> None:
    game = middle()
    body = body_of(game)
    assert body[tiles(game) + 3] == game.land.stands[1]
    body[tiles(game) + 3] = stand
    refused(body)


def test_the_tile_is_told_by_its_lowest_neighbour_alone() -> None:
    """One state has one form: what could be written in two ways is written in one."""
    game = TileGame(2, 0, HOUSE)
    for tile, place in (("B", (0, 1, 0)), ("V", (1, 0, 1)), ("B", (1, 1, 0))):
        hand.draw(game, tile)
        game.apply(place_action(*place))
        game.apply(END)
    assert game.land.count == 4
    body = bytearray(unseal(saved.KIND, saved.VERSION, game.pack()))
    at = len(body) - 2
    assert body[at] == 1 << 4 | 1 << 2
    body[at] = 2 << 4 | 2 << 2
    refused(body)


def test_a_follower_on_what_is_complete_is_refused() -> None:
    game = TileGame(2, 0, HOUSE)
    hand.draw(game, "E")
    game.apply(place_action(0, -1, 2))
    game.apply(hand.put_action(game, "cN"))
    game.apply(END)
    assert game.scores == [4, 0]
    body = body_of(game)
    assert len(body) == tiles(game) + 3
    body[-1] |= 1 << 5
    refused(bytes(body) + bytes((1 << 4,)))


def test_the_plague_needs_somebody_to_take() -> None:
    game = played(TAKEN, 5, 20)
    body = body_of(game)
    body[PLAGUED] = 6
    refused(body)
    stands = bytes(game.land.stands)
    for player in range(6):
        if not any(stand >> 4 == player + 1 for stand in stands):
            body[PLAGUED] = player
            refused(body)
    plain = played(PLACE, 5, 20)
    body = body_of(plain)
    body[WAY] = body[WAY] & 31 | TAKEN << 5
    refused(body)


def test_a_tile_in_hand_that_fits_nowhere_is_refused() -> None:
    game = TileGame(2, 0, HOUSE)
    hand.draw(game, "E")
    game.apply(place_action(0, -1, 2))
    game.apply(END)
    hand.draw(game, "C")
    assert game.to_move == CHANCE and list(game.out) == [hand.variant("C")]
    body = body_of(game)
    body[WAY] = body[WAY] & 31 | PLACE << 5
    body[HAND] = hand.variant("C")
    body[OUT] = 0
    del body[outs(game)]
    refused(body)


def test_nothing_is_left_of_what_was_not_whole() -> None:
    """The checks come before the game: a game that plays on is another object."""
    game = middle()
    packed = game.pack()
    with pytest.raises(ValueError):
        type(game).unpack(packed[:-1])
    assert game.pack() == packed
    assert restored.opened(packed) == bytes(body_of(game))
    game.apply(END)
    for _ in hand.walk(game, Random(2)):
        pass
    assert game.to_move == OVER and SCORE not in game.legal_actions()


def test_what_only_the_bytes_need_is_let_go_and_comes_again() -> None:
    game = middle()
    packed = game.pack()
    healed = TileGame.unpack(packed)
    for name in game.spare:
        assert name in sys.modules
    tidy(game)
    for name in game.spare:
        assert name not in sys.modules
    assert TileGame.unpack(healed.pack()).pack() == packed
