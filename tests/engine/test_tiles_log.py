"""The log of a tile game: every action in a few bytes, and the game back from them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import CHANCE, OVER, OtherVersion
from engine.tiles import entry as writing
from engine.tiles import log
from engine.tiles.game import TileGame
from engine.tiles.landscape import place_action
from engine.tiles.table import COUNT
from engine.tiles.terms import (
    BASE,
    END,
    FOLLOW,
    HOUSE,
    MIX,
    OLD_FAMINE,
    PLACE,
    PLACE_AT,
    SMALL_CITY,
    TAKE,
)
from hw.store import Store
from sim.chips.flash import Flash
from tests.engine import tiles_hand as hand
from ui.journal import Journal, pack_header, unpack_header
from ui.match import Match
from ui.tiles.entries import Entries

Step = tuple[bytes, bytes]  # the entry of an action, the packed state after it
SEEDS = st.integers(0, 1 << 32)
MOST = 905  # bytes of the largest game in the store
CHECK = 1  # bytes that the store puts behind every entry


def do(game: TileGame, action: int) -> bytes:
    """One action with its entry."""
    entry = writing.encode(game, action)
    if action == writing.UNDO and game.to_move >= 0:
        game.undo()
    else:
        game.apply(action)
    return entry


def new_game(number: int) -> TileGame:
    """One of thirty kinds of games."""
    way = number % 5
    buildings = number // 5 % 3
    players = 2 + number % (5 if buildings else 4)
    house = SMALL_CITY if number % 2 else 0
    if way != BASE and number % 3 == 0:
        house |= OLD_FAMINE
    return TileGame(players, number % players, way, buildings, house)


def by_chance(game: TileGame, seed: int, undo: float = 0.1) -> list[Step]:
    """A game by chance, with steps taken back."""
    chance = Random(seed)
    out = []
    while game.to_move != OVER:
        if game.to_move == CHANCE:
            action = writing.settled(game.left, chance.randrange(game.chance_count()))
        elif game.can_undo() and chance.random() < undo:
            action = writing.UNDO
        else:
            action = hand.pick(game, chance)
        entry = do(game, action)
        out.append((entry, game.pack()))
    return out


def test_these_bytes_are_the_format() -> None:
    """Games are kept over updates: what changes these bytes raises writing.VERSION."""
    game = TileGame(2, 0, HOUSE, 1)
    data = []
    for tile, place, put in (
        ("V", (1, 0, 0), "rS"),
        ("U1", (-1, 0, 0), "crown 4"),
        ("C", (0, -1, 0), "house"),
        ("W", (1, 1, 1), ""),
    ):
        data.append(do(game, sum(game.left[: hand.variant(tile)])))
        data.append(do(game, place_action(*place)))
        if put:
            data.append(do(game, hand.put_action(game, put)))
        if tile == "U1":
            data += [do(game, writing.UNDO), do(game, writing.UNDO)]
            data.append(do(game, place_action(*place)))
        data.append(do(game, END))
    check = writing.table_check(HOUSE)
    first = (f"99{check & 255:02x}{check >> 8:02x}", "4404", "10", "00")
    second = ("16", "440c", "24", "02", "02", "440c", "00")
    third = ("02", "4400", "29", "00")
    fourth = ("1d", "4419", "00")
    assert [entry.hex() for entry in data] == [*first, *second, *third, *fourth]
    assert writing.VERSION == 1


def test_the_check_of_the_table_is_that_of_these_tiles() -> None:
    """Where the table is changed, games of the old one are told apart by this number."""
    assert [writing.table_check(way) for way in range(5)] == [29965, 38874, 34849, 11449, 3682]


@given(st.lists(st.integers(0, 3), min_size=COUNT, max_size=COUNT), st.integers(0, 200))
def test_settled_draws_the_same_tile(left: list[int], outcome: int) -> None:
    tiles = [at for at in range(COUNT) for _ in range(left[at])]
    if outcome < len(tiles):
        settled = writing.settled(bytes(left), outcome)
        assert tiles[settled] == tiles[outcome] == writing.drawn(bytes(left), outcome)
        assert settled == tiles.index(tiles[outcome])


@pytest.mark.parametrize("number", range(30))
def test_a_log_gives_the_game_back(number: int) -> None:
    game = new_game(number)
    data = b"".join(entry for entry, _ in by_chance(game, number))
    back = new_game(number)
    log.replay(back, data)
    assert back.pack() == game.pack()
    assert (back.scores, back.winners()) == (game.scores, game.winners())
    assert back.events == game.events


@settings(max_examples=6)
@given(st.integers(0, 29), SEEDS)
def test_a_log_gives_the_game_back_after_every_action(number: int, seed: int) -> None:
    steps = by_chance(new_game(number), seed)
    back = new_game(number)
    resuming = log.resuming(back, b"".join(entry for entry, _ in steps))
    for _, packed in steps:
        next(resuming)
        assert back.pack() == packed
        assert back.can_undo() == TileGame.unpack(packed).can_undo()
    assert next(resuming, None) is None


@settings(max_examples=20)
@given(st.integers(0, 29), SEEDS, st.data())
def test_a_log_goes_on_from_any_snapshot(number: int, seed: int, data: st.DataObject) -> None:
    steps = by_chance(new_game(number), seed)
    at = data.draw(st.integers(0, len(steps) - 1))
    game = TileGame.unpack(steps[at][1])
    log.replay(game, b"".join(entry for entry, _ in steps[at + 1 :]))
    assert game.pack() == steps[-1][1]


def test_the_largest_game_fits_into_its_room_with_four_steps_taken_back_a_turn() -> None:
    """Every tile placed and something put each time, five plagues that take from everybody, and
    every follower scored by itself at the end."""
    draw = put = end = undo = score = 1 + CHECK
    place = take = 2 + CHECK
    most = 2 + 81 * (draw + place + put + end) + 5 * 6 * take + 6 * 7 * score
    assert most == MOST
    again = undo + place
    assert most + 81 * 4 * again <= writing.ROOM == Entries.room
    assert most + 81 * 5 * again > writing.ROOM


def test_W22_games_of_six_take_less_than_the_largest() -> None:
    sizes = []
    for seed in range(8):
        game = TileGame(6, 0, MIX, 1 + seed % 2)
        steps = by_chance(game, seed, 0)
        sizes.append(sum(len(entry) + CHECK for entry, _ in steps))
        assert game.turn + len(game.out) == 81
    assert min(sizes) > 700 and max(sizes) <= MOST


def test_the_store_has_room_for_the_largest_game_and_its_snapshot() -> None:
    """Beside settings, hall of fame and statistics, and with the longest header; also where a
    game that has outgrown its place goes on behind its snapshot."""
    store = Store(Flash())
    for number in range(3):
        assert store.put(number, bytes(range(200)))
    header = pack_header(1, ["WWW"] * 6, bytearray(6), 5, bytes(8))
    assert store.begin(header, writing.ROOM)
    assert store.free() >= writing.ROOM
    assert store.rewrite(header, bytes(409))
    assert store.free() >= writing.ROOM


class Source:
    """Chance from a seed, as the entropy part gives it."""

    seeded = True

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def draw(self, count: int) -> int:
        return self.random.randrange(count)


def saved_match(flash: Flash, seed: int) -> Match:
    """The largest game, about to be played and written down."""
    match = Match(TileGame(6, 1, MIX, 2), ["WWW"] * 6, bytearray(6), Source(seed), None)
    header = pack_header(1, match.names, match.kinds, 1, bytes((MIX, 2, 0, 0)))
    match.journal = Journal(Store(flash), Entries(), header)
    match.journal.begin()
    return match


def from_store(flash: Flash) -> TileGame:
    """The game as a device finds it when the power comes back."""
    store = Store(flash)
    assert store.alive and not store.report
    header, snapshot = store.game()
    assert unpack_header(header)[:4] == (1, ["WWW"] * 6, bytearray(6), 1)
    game = TileGame.unpack(snapshot) if snapshot else TileGame(6, 1, MIX, 2)
    log.replay(game, store.history())
    return game


def play_saved(match: Match, flash: Flash, seed: int, undo: float, look: int) -> int:
    """Play a match to its end; now and then the game is what the store gives back."""
    chance = Random(seed)
    journal = match.journal
    assert journal is not None
    steps = 0
    while match.game.to_move != OVER:
        if match.game.can_undo() and chance.random() < undo:
            match.take_back()
        elif match.game.to_move == CHANCE:
            match.throw()
        else:
            match.play(hand.pick(match.game, chance))
        steps += 1
        if steps % look == 0 or match.game.to_move == OVER:
            assert from_store(flash).pack() == match.game.pack()
        if journal.news:
            return steps
    return steps


def test_W22_the_largest_game_is_kept_from_its_start_to_its_end_without_an_erase() -> None:
    flash = Flash()
    match = saved_match(flash, 3)
    erases = flash.erases
    play_saved(match, flash, 4, 0.1, 9)
    assert match.game.to_move == OVER and match.journal is not None
    assert flash.erases == erases and match.journal.news == ""


def test_a_game_in_which_everything_is_taken_back_again_and_again_outgrows_its_place() -> None:
    flash = Flash()
    match = saved_match(flash, 3)
    erases = flash.erases
    assert play_saved(match, flash, 4, 0.95, 500) > 600
    assert match.journal is not None and match.journal.news == "grown"
    assert flash.erases == erases + 1
    assert from_store(flash).pack() == match.game.pack()
    match.journal.news = ""
    play_saved(match, flash, 5, 0.1, 9)
    assert match.game.to_move == OVER and match.journal.news == ""


def test_every_kind_of_action_has_an_entry_of_its_own() -> None:
    seen: dict[str, set[int]] = {}
    for number in range(30):
        game = new_game(number)
        for action in hand.walk(game, Random(number)):
            kind = "draw" if game.to_move == CHANCE else "other"
            if game.to_move != CHANCE and action >= TAKE:
                kind = "take" if action < PLACE_AT else "place"
            seen.setdefault(kind, set()).add(len(writing.encode(game, action)))
    assert seen == {"draw": {1, 3}, "other": {1}, "take": {2}, "place": {2}}


def test_what_is_no_action_has_no_entry() -> None:
    game = TileGame(2, 0, HOUSE)
    hand.draw(game, "V")
    with pytest.raises(ValueError, match="touches no tile"):
        writing.encode(game, place_action(2, 0, 0))
    with pytest.raises(ValueError):
        writing.encode(game, -1)


@pytest.mark.parametrize(
    "data",
    [
        "03",  # the first draw without the table
        "a9 0000",
        "83",  # cut
        "83 00",
        "{first}04",  # an action in place of a placement
        "{first}4600",  # beside a tile that does not lie
        "{first}4400",  # where it does not fit
        "{first}44",  # cut
        "{first}4404 40 40",  # nobody to take by the plague
        "{first}4404 05",  # no such action
        "{first}4404 10 10",  # put twice
        "{first}4404 00 29",  # no such variant
        "{first}4404 00 06",  # none of it left
        "{first}4404 00 83 0000",  # a first draw in the middle
        "{first}4404 02 02",  # nothing to take back
        "{first}02",
        "{first}ff ff ff ff",
        "{first}4404 80 00 00",  # the end of the turn, but in three bytes
        "{first}4404 40 00",  # in two
    ],
)
def test_entries_that_do_not_fit_the_state_are_refused(data: str) -> None:
    check = writing.table_check(HOUSE)
    first = bytes((writing.FIRST | hand.variant("V"), check & 255, check >> 8)).hex()
    game = TileGame(2, 0, HOUSE)
    game.left[6] = 0
    with pytest.raises(ValueError) as reason:
        log.replay(game, bytes.fromhex(data.replace("{first}", first)))
    assert not isinstance(reason.value, OtherVersion) or data == "a9 0000"


def test_another_table_of_tiles_is_another_version() -> None:
    check = writing.table_check(HOUSE) ^ 1
    first = bytes((writing.FIRST | hand.variant("V"), check & 255, check >> 8))
    with pytest.raises(OtherVersion):
        log.replay(TileGame(2, 0, HOUSE), first)


@given(st.integers(0, 29), st.binary(max_size=60), st.booleans())
def test_any_bytes_are_a_game_or_a_value_error(number: int, data: bytes, whole: bool) -> None:
    game = new_game(number)
    if whole:
        do(game, 0)
    try:
        log.replay(game, data)
    except ValueError:
        return
    assert TileGame.unpack(game.pack()).pack() == game.pack()


@settings(max_examples=40)
@given(st.integers(0, 29), SEEDS, st.data())
def test_changed_and_cut_logs_are_a_game_or_a_value_error(
    number: int, seed: int, data: st.DataObject
) -> None:
    steps = by_chance(new_game(number), seed)
    whole = bytearray(b"".join(entry for entry, _ in steps))
    bit = data.draw(st.integers(0, 8 * len(whole) - 1))
    whole[bit // 8] ^= 1 << bit % 8
    cut = data.draw(st.integers(0, len(whole)))
    game = new_game(number)
    try:
        log.replay(game, bytes(whole[:cut]))
    except ValueError:
        return
    if bit // 8 >= cut:
        assert game.pack() in [packed for _, packed in steps] or cut == 0
    assert TileGame.unpack(game.pack()).pack() == game.pack()


def test_entries_are_those_of_the_engine() -> None:
    entries = Entries()
    game = TileGame(3, 1, MIX, 1)
    assert entries.settled(game, 1) == 0
    assert entries.entry(game, 0) == writing.encode(game, 0)
    hand.draw(game, "V")
    assert game.phase == PLACE
    game.apply(game.legal_actions()[0])
    assert game.phase == FOLLOW and game.can_undo()
    assert entries.undo_entry(game) == bytes((writing.UNDO,))
