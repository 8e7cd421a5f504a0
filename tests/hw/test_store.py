"""The store: what lasts, where it is written, and what becomes of it when something is wrong."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw import journal
from hw.pair import Pair
from hw.store import HALL, SETTINGS, STATISTICS, Store
from sim.chips.flash import Flash

HEADER = b"two players"
ENTRIES = [b"\x05", b"\x41\x22", b"\x3f", b"\x80\x01\x02", b"\x00", b"\x7f\xff"]


def played(entries: list[bytes], size: int = 4096) -> Flash:
    """A memory with blobs and a game in it."""
    flash = Flash(size)
    store = Store(flash)
    store.put(SETTINGS, b"en")
    store.put(HALL, b"nobody")
    assert store.begin(HEADER)
    for entry in entries:
        assert store.append(entry)
    return flash


def like(data: bytes | bytearray) -> Flash:
    flash = Flash(len(data))
    flash.data[:] = data
    return flash


def fill(store: Store) -> int:
    """Append until the game has outgrown its place; how many entries fitted."""
    count = 0
    while store.append(b"\x41\x22"):
        count += 1
    return count


# What it does


def test_a_new_memory_is_blank_and_not_damaged() -> None:
    store = Store(Flash())
    assert (store.why, store.report, store.alive, store.generation) == ("", [], False, 0)
    assert store.everything
    assert store.get(SETTINGS) is None
    assert list(store.entries()) == []
    with pytest.raises(ValueError, match="no game"):
        store.game()


def test_F1_a_game_comes_back_without_a_drive() -> None:
    flash = played(ENTRIES)
    store = Store(flash)
    assert store.alive and store.report == []
    assert store.game() == (HEADER, b"")
    assert list(store.entries()) == ENTRIES
    assert store.history() == b"".join(ENTRIES)
    assert store.append(b"\x01")
    assert list(Store(flash).entries()) == [*ENTRIES, b"\x01"]


def test_F4_nothing_is_written_when_it_is_opened() -> None:
    for flash in (Flash(), played(ENTRIES), like(b"\x00" * 4096), like(b"garbage!" * 512)):
        before = bytes(flash.data)
        programs, erases = flash.programs, flash.erases
        store = Store(flash)
        store.get(SETTINGS)
        list(store.entries())
        assert flash.data == before
        assert (flash.programs, flash.erases) == (programs, erases)


def test_F3_in_play_nothing_is_ever_erased() -> None:
    flash = played([])
    erases = flash.erases
    store = Store(flash)
    fill(store)
    assert not store.put(SETTINGS, b"cs") or store.get(SETTINGS) == b"cs"
    store.put(STATISTICS, bytes(500))
    assert flash.erases == erases == 0
    assert store.free() < 3


def test_F6_the_last_blob_counts_and_what_is_unchanged_is_not_written() -> None:
    flash = Flash()
    store = Store(flash)
    assert store.put(SETTINGS, b"en")
    assert store.put(SETTINGS, b"cs")
    assert store.put(HALL, b"")
    programs = flash.programs
    assert store.put(SETTINGS, b"cs")
    assert flash.programs == programs
    assert flash.erases == 0
    again = Store(flash)
    assert (again.get(SETTINGS), again.get(HALL)) == (b"cs", b"")
    assert again.report == []


def test_settings_can_change_in_the_middle_of_a_game() -> None:
    flash = played(ENTRIES)
    store = Store(flash)
    assert store.put(SETTINGS, b"muted")
    assert store.append(b"\x09")
    again = Store(flash)
    assert again.get(SETTINGS) == b"muted"
    assert list(again.entries()) == [*ENTRIES, b"\x09"]
    assert again.report == []


def test_what_a_game_leaves_no_room_for_is_written_at_its_end() -> None:
    flash = played([])
    store = Store(flash)
    fill(store)
    assert store.put(HALL, b"somebody" * 20)
    assert store.get(HALL) == b"somebody" * 20
    assert Store(flash).get(HALL) == b"nobody"
    assert store.end(((STATISTICS, bytes(90)),))
    again = Store(flash)
    assert not again.alive and flash.erases == 1
    assert again.get(HALL) == b"somebody" * 20
    assert again.get(STATISTICS) == bytes(90)
    assert again.get(SETTINGS) == b"en"


def test_F37_a_game_ends_and_is_counted_in_one_record() -> None:
    flash = played(ENTRIES)
    store = Store(flash)
    assert store.end(((HALL, b"winner"), (STATISTICS, b"1 game"), (SETTINGS, b"en")))
    assert not store.alive and not store.append(b"\x00") and not store.end()
    again = Store(flash)
    assert not again.alive
    assert (again.get(HALL), again.get(STATISTICS)) == (b"winner", b"1 game")
    assert flash.erases == 0


def test_a_game_begins_only_where_there_is_room_for_it() -> None:
    flash = played([])
    store = Store(flash)
    fill(store)
    store.end()
    assert flash.erases == 0
    assert store.begin(HEADER, 3000)
    assert flash.erases == 1
    assert store.free() >= 3000
    store.end()
    assert store.begin(HEADER, store.free() - 60)
    assert flash.erases == 1
    again = Store(flash)
    assert again.alive and again.get(SETTINGS) == b"en" and again.generation == 2


def test_a_game_that_begins_ends_the_one_before() -> None:
    flash = played(ENTRIES)
    store = Store(flash)
    assert store.begin(b"another")
    assert Store(flash).game() == (b"another", b"")
    assert list(Store(flash).entries()) == []


def test_an_outgrown_game_is_rewritten_and_goes_on() -> None:
    flash = played([])
    store = Store(flash)
    assert 1100 < fill(store) < 1400
    assert store.why == "" and store.alive
    assert store.rewrite(HEADER, b"snapshot")
    assert flash.erases == 1
    assert store.append(b"\x07")
    again = Store(flash)
    assert again.game() == (HEADER, b"snapshot")
    assert list(again.entries()) == [b"\x07"]
    assert (again.get(SETTINGS), again.report) == (b"en", [])


def test_wipe_begins_anew() -> None:
    flash = played(ENTRIES)
    store = Store(flash)
    assert store.wipe()
    for each in (store, Store(flash)):
        assert not each.alive and each.get(SETTINGS) is None
    assert store.begin(HEADER)


# Memories of all kinds


@pytest.mark.parametrize(("memory", "why"), [(None, "none"), (Flash(256), "small")])
def test_without_memory_saving_is_off_and_says_so(memory: Flash | None, why: str) -> None:
    store = Store(memory)
    assert store.why == why and not store.everything
    assert not store.put(SETTINGS, b"en") and not store.begin(HEADER) and not store.append(b"\x00")
    assert not store.rewrite(HEADER, b"") and not store.end() and not store.wipe()
    assert store.get(SETTINGS) is None and store.free() == 0 and store.history() == b""
    assert memory is None or memory.steps == 0


@pytest.mark.parametrize("size", [512, 1024, 4095])
def test_a_small_memory_holds_settings_and_a_game(size: int) -> None:
    flash = Flash(size)
    store = Store(flash)
    assert not store.everything
    assert store.put(SETTINGS, b"en" * 10)
    assert not store.put(HALL, b"nobody")
    assert store.begin(b"header of thirty bytes or so...", 3000)
    assert fill(store) >= (size - 120) // 3
    assert store.rewrite(b"header of thirty bytes or so...", bytes(150))
    assert fill(store) >= (size - 270) // 3
    assert store.end(((HALL, b"winner"),))
    assert Store(flash).get(SETTINGS) == b"en" * 10


def test_a_snapshot_that_does_not_fit_is_refused_and_nothing_is_lost() -> None:
    flash = played(ENTRIES, 512)
    store = Store(flash)
    assert not store.rewrite(HEADER, bytes(500))
    assert store.why == "" and flash.erases == 0
    assert list(Store(flash).entries()) == ENTRIES


def test_of_a_larger_memory_the_first_4096_bytes_are_used() -> None:
    flash = Flash(8192)
    store = Store(flash)
    store.begin(HEADER)
    fill(store)
    store.rewrite(HEADER, b"")
    assert flash[4096:8192] == b"\xff" * 4096


class Worn(Flash):
    """Bytes from 200 on do not take a zero bit any more."""

    def _program(self, start: int, value: bytes) -> None:
        super()._program(start, value)
        for at in range(200, len(self.data)):
            self.data[at] = 0xFF


def test_a_write_that_does_not_hold_is_noticed() -> None:
    flash = Worn()
    store = Store(flash)
    store.begin(HEADER)
    fill(store)
    assert store.why == "worn"
    assert not store.append(b"\x00") and not store.put(SETTINGS, b"x")
    assert Store(flash).alive


class Gone(Flash):
    """A chip on a wire that breaks."""

    broken = False

    def _look(self) -> None:
        if self.broken:
            raise OSError(19, "No such device")

    def __getitem__(self, place):
        self._look()
        return super().__getitem__(place)

    def __setitem__(self, place, value):
        self._look()
        super().__setitem__(place, value)


def test_a_memory_that_does_not_answer_any_more_is_no_error() -> None:
    flash = Gone()
    store = Store(flash)
    store.put(SETTINGS, b"en")
    store.begin(HEADER)
    flash.broken = True
    assert not store.append(b"\x00")
    assert store.why == "gone"
    assert store.get(SETTINGS) is None and not store.alive and not store.kept
    for read in (store.game, store.history):
        with pytest.raises(OSError, match="no answer"):
            read()
    assert not store.end() and not store.put(SETTINGS, b"cs") and not store.rewrite(HEADER, b"")
    assert Store(flash).why == "gone"


def test_a_byte_that_somebody_else_wrote_is_never_written_over() -> None:
    """That would erase the sector in the middle of a game."""
    flash = played(ENTRIES)
    store = Store(flash)
    at = 4096 - store.free() - journal.OVERHEAD
    flash[at + 1] = 0x12
    assert not store.append(b"\x40\x00") and store.why == ""
    assert flash.erases == 0
    assert list(Store(flash).entries()) == ENTRIES


def test_another_version_is_left_alone_until_it_is_wiped() -> None:
    flash = played(ENTRIES)
    data = bytearray(flash.data)
    data[1] = 2
    data[5:8] = journal.crc3(bytes(data[:5]))
    flash = like(data)
    store = Store(flash)
    assert store.why == "version" and not store.alive
    assert not store.put(SETTINGS, b"x") and not store.begin(HEADER)
    assert flash.data == data
    assert store.wipe() and store.why == ""
    assert Store(flash).put(SETTINGS, b"x")


# A second memory


def test_two_memories_take_turns() -> None:
    first, second = Flash(), Flash()
    store = Pair(first, second)
    store.put(SETTINGS, b"en")
    for turn in range(4):
        assert store.begin(HEADER, 4000)
        assert fill(store) > 1000
        assert store.rewrite(HEADER, bytes((turn,)))
        again = Pair(first, second)
        assert again.game() == (HEADER, bytes((turn,)))
        assert again.get(SETTINGS) == b"en" and again.report == []
        again.end()
        store = again
    assert store.generation == 5
    assert (first.erases, second.erases) == (1, 2)


def test_the_second_memory_is_used_alone_where_there_is_no_first() -> None:
    flash = Flash()
    store = Pair(None, flash)
    assert store.everything and store.put(SETTINGS, b"en") and store.begin(HEADER)
    assert store.put(SETTINGS, b"cs")
    assert Pair(Flash(256), flash).get(SETTINGS) == b"cs"


# What is wrong


def test_every_single_changed_bit_shows_and_never_makes_another_game() -> None:
    """Each bit of what is written, and of the blank bytes behind it."""
    flash = played(ENTRIES * 3)
    Store(flash).put(SETTINGS, b"cs")
    store = Store(flash)
    for entry in ENTRIES:
        store.append(entry)
    whole = ENTRIES * 4
    used = 4096 - store.free()
    for bit in range(used * 8):
        data = bytearray(flash.data)
        data[bit // 8] ^= 1 << bit % 8
        after = Store(like(data))
        found = list(after.entries())
        assert not after.alive or found == whole[: len(found)]
        # What a cut of the last write would look like costs one action, in four bytes even two.
        assert not after.alive or len(found) >= len(whole) - 2
        good = after.alive and found == whole
        same = (after.get(SETTINGS), after.get(HALL)) == (b"cs", b"nobody")
        assert (good and same) or after.report or after.why == "version"
        assert after.get(SETTINGS) in (b"cs", b"en", None)


@given(st.integers(0, 1 << 30), st.integers(2, 40))
def test_many_changed_bits_never_crash_and_never_make_another_game(seed: int, count: int) -> None:
    chance = random.Random(seed)
    flash = played(ENTRIES * 10)
    used = 4096 - Store(flash).free()
    data = bytearray(flash.data)
    for bit in chance.sample(range(used * 8), count):
        data[bit // 8] ^= 1 << bit % 8
    check_spoiled(data)


@given(st.integers(0, 1 << 30), st.integers(0, 4000), st.integers(8, 4096))
def test_garbage_never_crashes_and_never_makes_another_game(
    seed: int, start: int, size: int
) -> None:
    chance = random.Random(seed)
    flash = played(ENTRIES * 10)
    data = bytearray(flash.data)
    data[start : start + size] = chance.randbytes(len(data[start : start + size]))
    check_spoiled(data)


def check_spoiled(data: bytearray) -> None:
    """It is reported; what game there is is the one that was; and everything goes on."""
    flash = like(data)
    store = Store(flash)
    found = list(store.entries())
    assert store.report or store.why or found == ENTRIES * 10
    if store.alive:
        assert store.game() == (HEADER, b"")
        assert found == (ENTRIES * 10)[: len(found)] and len(found) >= 58
    if store.why:
        assert store.wipe()
    store.end()
    assert store.begin(HEADER, 3000)
    for entry in ENTRIES:
        assert store.append(entry)
    assert list(Store(flash).entries()) == ENTRIES


@given(st.binary(min_size=512, max_size=600))
def test_any_bytes_are_no_game(data: bytes) -> None:
    store = Store(like(data))
    assert not store.alive
    assert store.report or data == b"\xff" * len(data)


def test_a_memory_full_of_zeros_is_reported_and_taken() -> None:
    flash = like(bytes(4096))
    store = Store(flash)
    assert [word for word, _ in store.report] == ["damaged", "head"]
    assert store.put(SETTINGS, b"en") and flash.erases == 1
    assert Store(flash).report == []


def test_what_is_whole_is_kept_when_damage_is_cleared_away() -> None:
    flash = played(ENTRIES * 3)
    data = bytearray(flash.data)
    data[2] ^= 1  # the generation, in the head
    data[14 + 4] ^= 1  # the settings
    flash = like(data)
    store = Store(flash)
    assert store.get(HALL) == b"nobody" and store.get(SETTINGS) is None
    assert {word for word, _ in store.report} == {"damaged", "head", "game"}
    assert store.put(SETTINGS, b"de")
    again = Store(flash)
    assert (again.get(HALL), again.get(SETTINGS), again.report) == (b"nobody", b"de", [])


def test_reports_do_not_grow_without_end() -> None:
    flash = Flash()
    store = Store(flash)
    for number in range(60):
        store.put(SETTINGS, bytes((number,)) * 8)
    data = bytearray(flash.data)
    for at in range(20, 900, 16):
        data[at] ^= 1
    assert 0 < len(Store(like(data)).report) <= 10
