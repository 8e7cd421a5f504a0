"""What is remembered of all games: counting, ranking, and bytes of any kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.faces import DICE, DOUBLE, GOAL, POINTS
from engine.dice.game import DiceGame
from engine.dice.terms import MOST_PLAYERS, SCORE
from hw import store as numbers
from hw.store import Store
from sim.chips.flash import Flash
from tests.ui import scenes
from ui import records
from ui.dice.tally import tally
from ui.match import COMPUTER, PERSON, Match
from ui.records import Records

RING = (scenes.RING_THROW, *scenes.FOUR_RING, SCORE)
SIX = (scenes.SIX_THROW, *scenes.SIX_CITY, SCORE)
NINE = ((scenes.X,) * 9,)


class Dice:
    """An entropy part, as far as records look at it."""

    def __init__(self, seeded: bool = False) -> None:
        self.seeded = seeded


def played(game: DiceGame, kinds: str = "PPPPP", seeded: bool = False) -> Match:
    count = game.players
    kind = bytearray(PERSON if letter == "P" else COMPUTER for letter in kinds[:count])
    return Match(game, scenes.NAMES[:count], kind, Dice(seeded), None)


def won(turns: int, points: int, players: int, name: str) -> Match:
    """A match that player 0 has won in so many turns."""
    match = played(DiceGame(players))
    match.names[0] = name
    match.game.turns = bytearray((turns - 1) * players + 1)
    match.game.scores[0] = points
    match.game._winner = 0
    return match


def blobs(known: Records, match: Match) -> dict[int, bytes]:
    return dict(known.finish(match))


def test_the_numbers_are_the_store_s() -> None:
    assert (records.HALL, records.STATISTICS) == (numbers.HALL, numbers.STATISTICS)


def test_the_ranges_are_the_rules() -> None:
    best = DOUBLE * max(POINTS)
    assert best == records._MOST_IN_TURN
    assert GOAL - 1 + best == records._MOST_POINTS
    assert records._MOST_DICE == DICE
    assert MOST_PLAYERS == 5


# Statistics


def test_F37_a_finished_game_is_counted() -> None:
    known = Records(None)
    game = scenes.game(2, *(RING + SIX) * 20)
    assert game.winner() == 1
    match = played(game)
    first = known.finish(match)
    assert known.values[: records.FACES] == [1, 1, 0, 0, len(game.turns), 10, 6]
    assert known.finish(match) == first, "and only once"
    known.finish(played(game, "PC"))
    assert known.values[: records.FACES] == [2, 1, 1, 0, 2 * len(game.turns), 10, 6]


def test_F37_nine_catapults_are_counted() -> None:
    known = Records(None)
    known.finish(played(scenes.game(3, *RING, *NINE)))
    assert known.values[: records.FACES] == [1, 1, 0, 1, 2, 3, 4]
    assert known.wins == [(1, 0, 3, "BOB")]


def test_F37_a_doubled_city_is_as_large_as_it_is() -> None:
    keep = scenes.KEEP_TURN
    game = scenes.game(2, *keep, *scenes.NOTHING_TURN, *SIX, *scenes.NOTHING_TURN, *NINE)
    assert tally(game) == (0, 3, True, 20, 6)


@pytest.mark.parametrize("size", range(4, 10))
@pytest.mark.parametrize("doubled", (False, True))
def test_F37_every_city_is_told_by_its_points(size: int, doubled: bool) -> None:
    game = DiceGame(2, 1)
    kept = 1 << 6 if doubled else 0
    game.turns = bytearray((kept, 0, POINTS[size] * (2 if doubled else 1)))
    game._winner = 1
    assert tally(game) == (1, 2, False, game.turns[2], size)


def test_F37_counters_stop_where_they_are_full() -> None:
    known = Records(None)
    known.values[:5] = [65535, 65535, 65535, 65535, (1 << 24) - 1]
    data = blobs(known, played(scenes.game(2, *NINE)))[records.STATISTICS]
    assert known.values[:5] == [65535, 65535, 65535, 65535, (1 << 24) - 1]
    assert len(data) == 32


# The dice


def test_F24_every_face_is_counted() -> None:
    known = Records(None)
    known.count(bytes((0, 1, 1, 5, 5, 5)))
    known.count(bytes((4,)))
    assert known.values[records.FACES :] == [1, 2, 0, 0, 1, 3]


def test_F24_where_one_count_is_full_all_stay_as_they_are() -> None:
    known = Records(None)
    known.values[records.FACES] = (1 << 24) - 2
    known.count(bytes((0,)))
    known.count(bytes((0, 1)))
    known.count(bytes((1,)))
    assert known.values[records.FACES :] == [(1 << 24) - 1, 0, 0, 0, 0, 0]


# Hall of fame


def test_F37_the_five_quickest_wins_stand_in_their_order() -> None:
    known = Records(None)
    for turns, points, players, name in (
        (9, 50, 2, "A"),
        (8, 42, 2, "B"),
        (9, 51, 2, "C"),
        (9, 50, 3, "D"),
        (9, 50, 2, "E"),
        (7, 42, 5, "F"),
    ):
        known.finish(won(turns, points, players, name))
    assert [win[3] for win in known.wins] == ["F", "B", "C", "D", "A"], "the older stays in front"
    known.finish(won(300, 42, 2, "G"))
    assert len(known.wins) == 5


def test_F37_a_win_of_300_turns_can_be_kept() -> None:
    known = Records(None)
    data = blobs(known, won(300, 42, 2, "G"))[records.HALL]
    assert known.wins == [(255, 42, 2, "G")]
    assert records._unpack_wins(data) == known.wins


def test_F37_computers_and_seeded_dice_get_no_place() -> None:
    known = Records(None)
    game = scenes.game(2, *NINE)
    known.finish(played(game, "CP"))
    known.finish(played(game, "PP", seeded=True))
    assert known.wins == []
    assert known.values[:3] == [2, 1, 1]


# Bytes


WINS = st.tuples(
    st.integers(1, 255),
    st.integers(0, 97),
    st.integers(2, 5),
    st.text("AÁŽŮÄ9", min_size=1, max_size=3),
)


@given(st.lists(WINS, max_size=9), st.lists(st.integers(0, 5), max_size=40))
def test_F37_what_is_written_is_read_again(wins: list, faces: list[int]) -> None:
    flash = Flash()
    store = Store(flash)
    known = Records(store)
    known.count(bytes(faces))
    for turns, points, players, name in wins:
        store.begin(b"game")
        assert store.end(known.finish(won(turns, points, players, name)))
    if not wins:
        return
    read = Records(Store(flash))
    assert (read.values, read.wins) == (known.values, known.wins)
    assert sum(read.values[records.FACES :]) == len(faces)


def test_F37_both_blobs_are_small() -> None:
    known = Records(None)
    for _ in range(6):
        data = blobs(known, won(300, 97, 5, "ŽŮÄ"))
    assert sum(len(blob) for blob in data.values()) == 46 + 32


@given(st.binary(max_size=60))
def test_F6_foreign_bytes_count_as_none(data: bytes) -> None:
    for first in (data, b"\x01" + data):
        values = [7] * 13
        records._unpack_values(values, first)
        assert values == [7] * 13 or len(first) == 32
        for win in records._unpack_wins(first):
            assert 1 <= len(win[3]) <= 3


def good() -> tuple[bytes, bytes]:
    known = Records(None)
    known.count(bytes(range(6)))
    known.finish(won(9, 50, 2, "EVA"))
    data = blobs(known, won(7, 42, 5, "ŽŮÄ"))
    return data[records.HALL], data[records.STATISTICS]


@pytest.mark.parametrize(
    ("at", "value"),
    (
        (0, 2),  # another format
        (1, 0),  # more wins than games
        (3, 3),
        (5, 3),
        (7, 3),
        (9, 1),  # more games than turns
        (12, 57),
        (13, 10),
    ),
)
def test_F6_statistics_out_of_range_count_as_none(at: int, value: int) -> None:
    data = bytearray(good()[1])
    values = [0] * 13
    records._unpack_values(values, bytes(data))
    assert values[0] == 2
    data[at] = value
    values = [0] * 13
    records._unpack_values(values, bytes(data))
    assert values == [0] * 13


@pytest.mark.parametrize(
    ("at", "value"),
    (
        (0, 0),  # another format
        (1, 0),  # no turn
        (1, 10),  # the wrong order
        (2, 98),
        (3, 1),
        (3, 6),
        (4, 0xFF),  # no UTF-8
        (4, 10),  # a line feed
        (13, 0),  # no name, see below
    ),
)
def test_F6_wins_out_of_range_count_as_none(at: int, value: int) -> None:
    data = bytearray(good()[0])
    assert len(records._unpack_wins(bytes(data))) == 2
    data[at] = value
    if at == 13:
        data[14:16] = b"\0\0"
    assert records._unpack_wins(bytes(data)) == []


def test_F6_wins_of_another_length_count_as_none() -> None:
    data = good()[0]
    for wrong in (b"", data[:-1], data + b"\0", data[:1] + data[10:] * 6):
        assert records._unpack_wins(wrong) == []


# Where they are kept


def test_F37_without_room_they_live_until_the_power_goes_off() -> None:
    for store in (None, Store(None), Store(Flash(100)), Store(Flash(1024))):
        known = Records(store)
        assert not known.kept
        known.finish(won(9, 50, 2, "EVA"))
        assert known.wins and known.values[records.GAMES] == 1
    assert Records(Store(Flash())).kept
