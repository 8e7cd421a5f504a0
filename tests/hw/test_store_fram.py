"""The store in two memories: the board's own and an FRAM, through Adafruit's driver, over a chip on
the simulated bus."""

import sys
from collections.abc import Callable

import pytest

from hw import journal
from hw.pair import Pair, find
from hw.store import HALL, SETTINGS, STATISTICS, Store
from sim.chips.clock import PowerOff
from sim.chips.flash import HALVES, Flash
from sim.chips.fram import FRAM
from sim.world import World

HEADER = b"two players"
ENTRIES = [b"\x05", b"\x41\x22", b"\x3f", b"\x80\x01\x02"]

Boards = Callable[..., World]


class Bench:
    """A flash and an FRAM which outlast the device that they are in."""

    def __init__(self, board: Boards, fram: FRAM | None = None, flash: Flash | None = None) -> None:
        self.board = board
        self.fram = fram or FRAM()
        self.flash = flash or Flash()
        self.there = True
        self.world: World | None = None

    def on(self) -> Pair:
        """Switch on; the store as the board's wiring builds it."""
        if self.world is not None:
            self.world.remove()
        self.world = self.board(
            settings={"KOSTKA_FRAM": 0x50},
            flash=self.flash,
            fram=self.fram if self.there else None,
        )
        store = self.world.wire().store
        assert isinstance(store, Pair)
        return store

    def pull(self) -> None:
        """The FRAM comes off, with its device switched on."""
        assert self.world is not None
        self.fram.unplug(self.world.bus)

    def in_the_fram(self) -> Pair:
        """A game that was written anew into the FRAM and went on there."""
        Store(self.flash).put(SETTINGS, b"en")  # before it was fitted
        store = self.on()
        store.put(HALL, b"nobody")
        store.begin(HEADER)
        for entry in ENTRIES[:2]:
            assert store.append(entry)
        assert store.rewrite(HEADER, b"snapshot")
        for entry in ENTRIES[2:]:
            assert store.append(entry)
        return store


@pytest.fixture
def bench(board: Boards) -> Bench:
    return Bench(board)


def check_whole(store: Store, snapshot: bytes = b"snapshot") -> None:
    """The game of in_the_fram(), with everything that was put."""
    assert store.why == "" and store.alive
    assert store.game() == (HEADER, snapshot)
    assert list(store.entries()) == ENTRIES[2:]
    assert (store.get(SETTINGS), store.get(HALL)) == (b"en", b"nobody")


# What the wiring does


def test_without_the_setting_nothing_of_it_is_loaded(
    board: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("hw.pair", "adafruit_fram"):
        monkeypatch.delitem(sys.modules, name)
    world = board(fram=FRAM())
    assert type(world.wire().store) is Store
    assert "hw.pair" not in sys.modules and "adafruit_fram" not in sys.modules


def test_a_setting_names_the_address(board: Boards) -> None:
    world = board(settings={"KOSTKA_FRAM": "0x53"}, fram=FRAM(0x53))
    parts = world.wire()
    assert parts.settings.problems == [] and parts.store.why == ""


@pytest.mark.parametrize("wrong", [0x4F, 0x58, "at home"])
def test_an_address_that_no_such_chip_has_is_told(board: Boards, wrong: object) -> None:
    parts = board(settings={"KOSTKA_FRAM": wrong}, fram=FRAM()).wire()
    assert parts.settings.problems == [("KOSTKA_FRAM", str(wrong))]
    assert type(parts.store) is Store


def test_one_that_does_not_answer_is_told(
    board: Boards, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = board(settings={"KOSTKA_FRAM": 0x50}).wire()
    assert parts.settings.problems == [("KOSTKA_FRAM", "0x50")]
    assert "KOSTKA_FRAM 0x50" in capsys.readouterr().out


def test_one_that_answers_a_little_late_is_taken(board: Boards) -> None:
    world = board(settings={"KOSTKA_FRAM": 0x50})
    chip = FRAM()
    world.at(500, lambda: chip.plug_into(world.bus))
    parts = world.wire()
    assert parts.settings.problems == [] and parts.store.why == ""


def test_another_chip_at_the_address_is_left_alone(board: Boards) -> None:
    chip = FRAM()
    chip.identity.maker = b"\x12\x34\x56"
    parts = board(settings={"KOSTKA_FRAM": 0x50}, fram=chip).wire()
    assert parts.settings.problems == [("KOSTKA_FRAM", "0x50")]
    assert chip.written == 0


def test_it_shares_the_bus_with_the_panel(board: Boards) -> None:
    """Each goes on in turn, and the panel never sees what is meant for the FRAM."""
    world = board(settings={"KOSTKA_FRAM": 0x50}, fram=FRAM())
    parts = world.wire()
    parts.store.begin(HEADER)
    for number in range(10):
        parts.panel.image[number] = 0x55
        for _ in parts.panel.pieces():
            assert parts.store.append(bytes((number,)))
    assert world.picture()[:10] == b"\x55" * 10


# What it is good for


def test_a_new_chip_is_taken_and_a_game_lives_in_it(board: Boards) -> None:
    """Zeros are not blank: it is written anew before the first game. The board has no memory of
    its own here."""
    bench = Bench(board, flash=Flash(256))
    store = bench.on()
    assert store.why == "" and store.everything
    assert store.put(SETTINGS, b"en") and store.begin(HEADER, 3000)
    for number in range(20):
        assert store.append(bytes((number,)))
    again = bench.on()
    assert again.report == [] and again.history() == bytes(range(20))
    assert again.get(SETTINGS) == b"en"
    assert bench.fram.data[4096:] == bytes(len(bench.fram.data) - 4096)


def every_cut(bench: Bench, which: str, half: int) -> int:
    """Rewrite a game again and again, each time from the same start, with the power cut in one of
    the two memories one step later; what is there after each, and that it goes on. How many
    cuts."""
    flash, data = bytes(bench.flash.data), bytes(bench.fram.data)
    game, entries = (HEADER, bench.on().game()[1]), bench.on().history()
    for cut in range(1, 10_000):
        bench.flash.data[:] = flash
        bench.fram.data[:] = data
        store = bench.on()
        if which == "flash":
            bench.flash.cut_after(cut, half)
        else:
            bench.fram.cut_after(cut)
        try:
            store.rewrite(HEADER, b"after")
            bench.flash.data[:] = flash
            bench.fram.data[:] = data
            return cut - 1
        except PowerOff:
            pass
        after = bench.on()
        assert after.alive and (after.get(SETTINGS), after.get(HALL)) == (b"en", b"nobody")
        assert (after.game(), after.history()) in ((game, entries), ((HEADER, b"after"), b""))
        assert after.append(ENTRIES[1])
        assert bench.on().history()[-2:] == ENTRIES[1]
        assert after.rewrite(HEADER, b"once more")
        assert bench.on().game() == (HEADER, b"once more")
    raise AssertionError


def test_no_cut_in_a_rewriting_into_it_costs_the_game(bench: Bench) -> None:
    bench.in_the_fram().rewrite(HEADER, b"before")  # back in the flash
    assert bench.on().append(ENTRIES[0])
    assert every_cut(bench, "fram", 0) > 40
    assert every_cut(bench, "flash", 0) == 5  # where it is closed


@pytest.mark.parametrize("half", range(HALVES + 1))
def test_no_cut_in_a_rewriting_out_of_it_costs_the_game(bench: Bench, half: int) -> None:
    bench.in_the_fram()
    assert every_cut(bench, "flash", half) > 50
    assert every_cut(bench, "fram", 0) == 5


def test_the_two_take_turns(bench: Bench) -> None:
    store = bench.on()
    store.put(SETTINGS, b"en")
    for turn in range(4):
        assert store.begin(HEADER, 4000)
        assert store.rewrite(HEADER, bytes((turn,)))
        again = bench.on()
        assert again.game() == (HEADER, bytes((turn,)))
        assert again.get(SETTINGS) == b"en" and again.report == []
        again.end()
        store = again
    assert bench.flash.erases <= 4


def test_what_is_there_already_is_not_sent_again(bench: Bench) -> None:
    """The driver sends four bytes for each one, so a memory takes half a second."""
    store = bench.in_the_fram()
    store.rewrite(HEADER, b"in the flash")
    before = bench.fram.written
    store.rewrite(HEADER, b"in the FRAM again")
    assert 0 < bench.fram.written - before < 400


# One that is missing


def test_a_newer_fram_counts_and_an_older_one_does_not(bench: Bench) -> None:
    bench.in_the_fram()
    check_whole(bench.on())
    old = bytes(bench.fram.data)
    assert bench.on().rewrite(HEADER, b"in the flash")
    bench.fram.data[:] = old  # as if it had not been told
    assert bench.on().game() == (HEADER, b"in the flash")


def test_without_it_nothing_goes_on_that_would_be_lost_when_it_is_back(bench: Bench) -> None:
    """What was written last lies in it: until it is back nothing is written."""
    bench.in_the_fram()
    before = bytes(bench.flash.data)
    bench.there = False
    away = bench.on()
    assert (away.why, away.alive) == ("away", False)
    assert away.get(SETTINGS) == b"en"  # of what was before
    assert not away.put(SETTINGS, b"cs") and not away.begin(HEADER) and not away.append(b"\x00")
    assert not away.end() and not away.rewrite(HEADER, b"")
    with pytest.raises(ValueError, match="no game"):
        away.game()
    assert bench.flash.data == before
    bench.there = True
    check_whole(bench.on())


def test_without_it_everything_goes_on_where_it_holds_nothing_new(bench: Bench) -> None:
    bench.in_the_fram().rewrite(HEADER, b"in the flash")
    bench.there = False
    alone = bench.on()
    assert alone.why == "" and alone.game() == (HEADER, b"in the flash")
    assert alone.append(ENTRIES[0]) and alone.put(SETTINGS, b"cs")
    bench.there = True
    again = bench.on()
    assert again.history() == ENTRIES[0] and again.get(SETTINGS) == b"cs"


def test_taken_out_of_the_settings_the_board_s_own_memory_goes_on(bench: Bench) -> None:
    """With the game as it was when it was written anew: better than none."""
    bench.in_the_fram()
    store = Store(bench.flash)
    assert [word for word, _place in store.report] == ["cut"]
    assert store.why == "" and store.alive
    assert list(store.entries()) == ENTRIES[:2]
    assert not store.append(ENTRIES[0])  # the head says that the log has ended
    assert store.rewrite(HEADER, b"") and store.append(ENTRIES[0])
    assert bench.on().history() == ENTRIES[0]


def test_the_owner_can_begin_anew_without_it(bench: Bench) -> None:
    bench.in_the_fram()
    bench.there = False
    store = bench.on()
    assert store.wipe() and store.why == "" and not store.alive
    assert store.begin(b"new")
    bench.there = True
    again = bench.on()
    assert again.game() == (b"new", b"")
    assert again.append(ENTRIES[0])
    assert bench.on().history() == ENTRIES[0]


# One that is pulled off in play


def test_pulled_off_in_play_the_game_goes_on_in_the_flash(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    store = bench.in_the_fram()
    bench.pull()
    assert not store.append(b"\x07")
    assert store.why == "" and store.alive  # as where it has outgrown its place
    assert store.rewrite(HEADER, b"moved") and store.append(b"\x07")
    assert "FRAM" in capsys.readouterr().out
    assert store.get(SETTINGS) == b"en" and store.get(HALL) == b"nobody"
    for there in (False, True, False):
        bench.there = there
        again = bench.on()
        assert again.why == "" and again.game() == (HEADER, b"moved")
        assert again.history()[:1] == b"\x07"
        assert again.append(b"\x08")
        assert again.get(HALL) == b"nobody"


def test_pulled_off_and_put_back_at_once_nothing_happens(bench: Bench) -> None:
    store = bench.in_the_fram()
    bench.pull()
    assert bench.world is not None
    bench.fram.plug_into(bench.world.bus)
    check_whole(store)
    assert store.append(b"\x07")
    assert bench.on().history()[-1:] == b"\x07"


def test_pulled_off_and_the_power_cut_before_the_next_action(bench: Bench) -> None:
    bench.in_the_fram()
    bench.pull()
    check_whole(bench.on())


def test_a_setting_that_is_changed_without_it_waits_for_the_next_action(bench: Bench) -> None:
    store = bench.in_the_fram()
    bench.pull()
    store.put(SETTINGS, b"cs")
    assert store.alive and store.get(SETTINGS) == b"cs"
    assert not store.append(b"\x07")
    assert store.rewrite(HEADER, b"moved") and store.append(b"\x07")
    for there in (True, False):
        bench.there = there
        again = bench.on()
        assert again.game() == (HEADER, b"moved") and again.get(SETTINGS) == b"cs"


def test_a_game_ends_without_it_and_is_counted_once(bench: Bench) -> None:
    store = bench.in_the_fram()
    bench.pull()
    assert store.end(((STATISTICS, b"1 game"), (HALL, b"winner")))
    assert not store.alive
    for there in (False, True):
        bench.there = there
        again = bench.on()
        assert not again.alive and again.why == ""
        assert (again.get(STATISTICS), again.get(HALL)) == (b"1 game", b"winner")
        assert again.get(SETTINGS) == b"en"


def test_a_game_begins_without_it(bench: Bench) -> None:
    store = bench.in_the_fram()
    store.end()
    bench.pull()
    assert store.begin(b"another", 3000) and store.append(b"\x01")
    for there in (False, True):
        bench.there = there
        again = bench.on()
        assert again.game() == (b"another", b"") and again.history()[:1] == b"\x01"


def test_pulled_off_while_the_game_is_read_no_half_of_it_comes_back(bench: Bench) -> None:
    """Not even an empty one: it is in the FRAM and nowhere else, until the power was off."""
    store = bench.in_the_fram()
    reading = store.entries()
    bench.pull()
    with pytest.raises(OSError, match="no answer"):
        next(reading)
    assert store.why == "" and store.alive and not store.kept
    for read in (store.game, store.history):
        with pytest.raises(OSError, match="no answer"):
            read()
    check_whole(bench.on())


def test_it_goes_while_the_blobs_are_read_for_a_rewriting(bench: Bench) -> None:
    """None of them is left out: they are those of the memory that is there."""
    store = bench.in_the_fram()
    get = store.get

    def pulled(number: int) -> bytes | None:
        if number == HALL:
            bench.pull()
        return get(number)

    store.get = pulled  # type: ignore[method-assign]
    assert store.rewrite(HEADER, b"moved")
    store.get = get  # type: ignore[method-assign]
    assert (store.get(SETTINGS), store.get(HALL)) == (b"en", b"nobody")
    assert bench.on().game() == (HEADER, b"moved")


def test_it_goes_in_the_middle_of_a_rewriting(bench: Bench) -> None:
    """From the flash into the FRAM: the flash is written anew itself then."""
    store = bench.in_the_fram()
    assert store.rewrite(HEADER, b"in the flash")
    written = bench.fram.written
    write = bench.fram.write

    def break_off(data: bytes) -> None:
        if bench.fram.written > written + 30:
            raise OSError(19, "No such device")
        write(data)

    bench.fram.write = break_off  # type: ignore[method-assign]
    assert store.rewrite(HEADER, b"still in the flash") and store.append(b"\x07")
    for there in (False, True):
        bench.there = there
        assert bench.on().game() == (HEADER, b"still in the flash")


def test_a_stuck_bus_is_one_that_does_not_answer(bench: Bench) -> None:
    store = bench.in_the_fram()
    assert bench.world is not None
    bench.world.bus.stuck = True
    assert not store.append(b"\x07")
    assert store.why == "" and store.rewrite(HEADER, b"moved")


def test_it_goes_where_there_is_no_other_memory(board: Boards) -> None:
    bench = Bench(board, flash=Flash(256))
    store = bench.on()
    store.begin(HEADER)
    bench.pull()
    assert not store.append(b"\x07")
    assert (store.why, store.alive) == ("gone", False)
    assert not store.begin(HEADER) and not store.put(SETTINGS, b"x")


# One with something else in it


@pytest.mark.parametrize("fill", [0x00, 0x4B, 0xC0, 0xFE, 0xFF])
def test_garbage_in_it_does_no_harm(board: Boards, fill: int) -> None:
    bench = Bench(board, fram=FRAM(fill=fill))
    store = bench.on()
    assert store.why == "" and store.report == []
    assert store.put(SETTINGS, b"en") and store.begin(HEADER) and store.append(b"\x01")
    assert store.rewrite(HEADER, b"snapshot")
    assert bench.on().game() == (HEADER, b"snapshot")


def test_what_is_damaged_in_it_is_told_and_the_older_state_goes_on(bench: Bench) -> None:
    """Only where the FRAM holds what is newer: the game then goes on from its last rewriting."""
    bench.in_the_fram()
    bench.fram.data[2] ^= 1  # its generation, in the head
    store = bench.on()
    assert store.report != [] and store.why == ""
    assert store.game() == (HEADER, b"") and list(store.entries()) == ENTRIES[:2]
    assert store.rewrite(HEADER, b"again") and store.append(b"\x01")
    assert bench.on().game() == (HEADER, b"again")


def test_another_version_in_it_is_left_alone(bench: Bench) -> None:
    Store(bench.flash).put(SETTINGS, b"en")
    head = bytearray(journal.head(9))
    head[1] = 2
    head[5:8] = journal.crc3(bytes(head[:5]))
    bench.fram.data[:8] = head
    store = bench.on()
    assert store.why == "" and store.get(SETTINGS) == b"en"
    assert store.begin(HEADER, 4000) and store.rewrite(HEADER, b"snapshot")
    assert bench.fram.data[:8] == head


def test_F4_nothing_is_written_when_it_is_opened(bench: Bench) -> None:
    bench.in_the_fram()
    flash, data = bytes(bench.flash.data), bytes(bench.fram.data)
    for there in (True, False):
        bench.there = there
        store = bench.on()
        assert store.why == ("" if there else "away")
        assert (bench.flash.data, bench.fram.data) == (flash, data)


def test_another_chip_is_not_found(board: Boards) -> None:
    world = board()
    parts = world.wire()
    assert parts is not None
    FRAM(0x51).plug_into(world.bus)
    import busio

    world.pins["GP4"].release()
    world.pins["GP5"].release()
    i2c = busio.I2C(world.pins["GP5"], world.pins["GP4"], frequency=400000)
    assert find(i2c, 0x50) is None
    assert find(i2c, 0x51) is not None
