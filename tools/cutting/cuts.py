"""The power fails: at every single byte programmed and every erase, with that step whole and in
each way half done.

Each time a new store is opened on what is left: it must give back the state of the last completed
action, go on from there to the end of the game, and keep what was put. At every so manieth cut
the whole device is started as well (`tools.cutting.device`).
"""

from collections.abc import Callable, Iterator

from hw.pair import Pair
from hw.store import HALL, SETTINGS, STATISTICS, Store
from sim.chips.clock import PowerOff
from sim.chips.flash import HALVES, Flash
from tools.cutting.device import Start
from tools.cutting.games import Recording
from tools.cutting.tally import Tally

FIRST = {SETTINGS: b"language en", HALL: b"\x01nobody yet" * 12, STATISTICS: bytes(90)}
LAST = ((HALL, b"\x01somebody" * 14), (STATISTICS, bytes(range(90))))


def fresh() -> Flash:
    """A sector with settings, records and statistics in it."""
    flash = Flash()
    store = Store(flash)
    for number, data in FIRST.items():
        store.put(number, data)
    return flash


def restored(data: bytes, scattered: bool = False) -> Flash:
    """A sector with this content."""
    flash = Flash(len(data))
    flash.data[:] = data
    flash.scattered = scattered
    return flash


def is_blank(flash: Flash) -> bool:
    """Nothing is left that could tell of anything, as in a new sector."""
    return flash.data.count(0xFF) == len(flash)


def cuts(before: bytes, write: Callable[[Store], object]) -> Iterator[tuple[Flash, int, int]]:
    """Every way of losing the power in `write`: (what is left, step, half). Steps from 1.

    The bytes of a write go in from the first to the last, and for half of the ways from the last
    to the first.
    """
    whole = restored(before)
    write(Store(whole))
    for step in range(1, whole.steps + 1):
        for half in range(HALVES + 1):
            flash = restored(before, (step + half) % 2 == 1)
            store = Store(flash)
            flash.cut_after(step, half)
            try:
                write(store)
            except PowerOff:
                flash.power_on()
                yield flash, step, half
            else:
                raise AssertionError("the power was not cut")


def state(store: Store, recording: Recording) -> bytes:
    """The packed state that the store gives back."""
    header, snapshot = store.game()
    if header != recording.header:
        raise ValueError("another header")
    return recording.state(snapshot, list(store.entries()))


def finish(store: Store, recording: Recording, done: int) -> bool:
    """Go on to the end of the game: is it all there?"""
    for entry in recording.entries[done:]:
        if not store.append(entry):
            return False
    if list(store.entries()) != recording.entries or not store.end(LAST):
        return False
    return not store.alive and all(store.get(number) == data for number, data in LAST)


def begun(recording: Recording, count: int) -> Flash:
    """A sector in which the game runs, with so many of its entries."""
    flash = fresh()
    store = Store(flash)
    store.begin(recording.header, recording.room)
    for entry in recording.entries[:count]:
        store.append(entry)
    return flash


class Starter:
    """Starts the device at every `every`th cut (0: never), the first one included."""

    def __init__(self, tally: Tally, recording: Recording, every: int) -> None:
        self._tally = tally
        self._recording = recording
        self._every = every
        self._count = 0

    def game(self, flash: Flash, states: list[bytes], where: str) -> None:
        """After a cut that must leave the game in one of these states."""
        start = self._next(flash)
        if start:
            self._tally.note(start.into_the_game(states), "started after " + where)

    def menu(self, flash: Flash, where: str) -> None:
        """After a cut that leaves no game."""
        start = self._next(flash)
        if start:
            self._tally.note(start.into_the_menu(), "started after " + where)

    def _next(self, flash: Flash) -> Start | None:
        self._count += 1
        if not self._every or self._count % self._every != 1 % self._every:
            return None
        self._tally.starts += 1
        return Start(restored(bytes(flash.data), flash.scattered), self._recording, self._count)


def check(flash: Flash, recording: Recording, done: int, to_end: bool) -> tuple[str, int]:
    """What is wrong after a cut in the entry after `done` whole ones, "" for nothing; and how
    many entries are whole now."""
    erases = flash.erases
    store = Store(flash)
    if not store.alive:
        return "game lost", 0
    count = len(list(store.entries()))
    if count not in (done, done + 1) or state(store, recording) != recording.packs[count]:
        return "another state", count
    for number, data in FIRST.items():
        if store.get(number) != data:
            return "blob lost", count
    if to_end:
        rest = Store(restored(bytes(flash.data), flash.scattered))
        if not finish(rest, recording, count):
            return "cannot go on", count
    return ("erased in play" if flash.erases > erases else ""), count


def cut_entries(
    recording: Recording, every: int = 1, to_end: int = 1, again: int = 7, start: int = 0
) -> Tally:
    """Cut the power in the game's entries: in every `every`th of them; after every `to_end`th cut
    the game is played to its end, after every `again`th the next write is cut as well, at every
    `start`th of all these cuts the device is started."""
    tally = Tally()
    starter = Starter(tally, recording, start)
    flash = fresh()
    store = Store(flash)
    store.begin(recording.header, recording.room)
    for done, entry in enumerate(recording.entries):
        before = bytes(flash.data)
        store.append(entry)
        if done % every:
            continue
        for left, step, half in cuts(before, _appends(entry)):
            tally.cuts += 1
            tally.steps += half == 0
            where = f"entry {done}, step {step}, half {half}"
            wrong, count = check(left, recording, done, tally.cuts % to_end == 0)
            whole = bytes(left.data) == bytes(flash.data)
            if not wrong and (count == done + 1) != whole:
                wrong = "a torn write taken for a record"
            tally.note(wrong, where)
            starter.game(left, [recording.packs[count]], where)
            if tally.cuts % again == 0 and count < len(recording.entries):
                _cut_again(tally, starter, left, recording, count)
    return tally


def _appends(entry: bytes) -> Callable[[Store], object]:
    return lambda store: store.append(entry)


def _cut_again(
    tally: Tally, starter: Starter, left: Flash, recording: Recording, done: int
) -> None:
    """The next write after a cut is cut too."""
    entry = recording.entries[done]
    for second, step, half in cuts(bytes(left.data), _appends(entry)):
        tally.again += 1
        where = f"entry {done}, second cut, step {step}, half {half}"
        wrong, count = check(second, recording, done, tally.again % 16 == 0)
        tally.note(wrong, where)
        starter.game(second, [recording.packs[count]], where)


def cut_end(recording: Recording, start: int = 0) -> Tally:
    """Cut the power while the game is being ended and counted: it is over and counted, or still
    there and not counted."""
    tally = Tally()
    starter = Starter(tally, recording, start)
    flash = begun(recording, len(recording.entries))
    for left, step, half in cuts(bytes(flash.data), lambda other: other.end(LAST)):
        tally.cuts += 1
        tally.steps += half == 0
        where = f"the end, step {step}, half {half}"
        after = Store(left)
        kept = LAST if not after.alive else tuple(FIRST.items())
        wrong = "" if all(after.get(n) == data for n, data in kept) else "blob lost"
        if after.alive:
            starter.game(left, recording.packs[-1:], where)
        else:
            starter.menu(left, where)
        if after.alive and not finish(after, recording, len(recording.entries)):
            wrong = "cannot go on"
        tally.note(wrong, where)
    return tally


def cut_settings(recording: Recording, start: int = 0) -> Tally:
    """Cut the power while a setting is changed in the middle of a game: the old one counts until
    the new one is whole, and the game does not notice."""
    tally = Tally()
    starter = Starter(tally, recording, start)
    done = len(recording.entries) // 2
    flash = begun(recording, done)
    changed = b"language cs"
    for left, step, half in cuts(bytes(flash.data), lambda other: other.put(SETTINGS, changed)):
        tally.cuts += 1
        tally.steps += half == 0
        where = f"a setting, step {step}, half {half}"
        after = Store(left)
        wrong = "" if after.get(SETTINGS) in (FIRST[SETTINGS], changed) else "blob lost"
        starter.game(left, [recording.packs[done]], where)
        if not after.alive or state(after, recording) != recording.packs[done]:
            wrong = "game lost"
        elif not finish(after, recording, done):
            wrong = "cannot go on"
        tally.note(wrong, where)
    return tally


def cut_rewriting(recording: Recording, start: int = 0) -> Tally:
    """Cut the power while the sector is rewritten between games: no game is there to be lost, and
    none may seem to be; blobs can be lost, and the next game begins."""
    tally = Tally()
    starter = Starter(tally, recording, start)
    flash = begun(recording, len(recording.entries))
    Store(flash).end(())
    before = bytes(flash.data)
    for left, step, half in cuts(before, lambda other: other.begin(recording.header, 4096)):
        tally.cuts += 1
        tally.steps += half == 0
        where = f"between games, step {step}, half {half}"
        after = Store(left)
        lost = [number for number in FIRST if after.get(number) != FIRST[number]]
        tally.blobs_lost += bool(lost)
        wrong = ""
        if after.alive:
            starter.game(left, recording.packs[:1], where)
        else:
            starter.menu(left, where)
        if after.alive and list(after.entries()):
            wrong = "a game that is over came back"
        elif lost and not after.report and not is_blank(left):
            wrong = "lost without a word"
        elif not after.begin(recording.header, recording.room) or not finish(after, recording, 0):
            wrong = "cannot go on"
        if wrong:
            tally.messages.append(f"{wrong}: {where}")
            tally.states_wrong += 1
    return tally


def cut_outgrown(recording: Recording, start: int = 0) -> Tally:
    """Cut the power in the announced rewriting of a game in play: it is there as it was, or it is
    gone and the store says so."""
    tally = Tally()
    starter = Starter(tally, recording, start)
    done = len(recording.entries) // 2
    flash = begun(recording, done)
    pack = recording.packs[done]
    before = bytes(flash.data)
    for left, step, half in cuts(before, lambda other: other.rewrite(recording.header, pack)):
        tally.cuts += 1
        tally.steps += half == 0
        where = f"rewriting in play, step {step}, half {half}"
        after = Store(left)
        wrong = ""
        if not after.alive:
            tally.games_lost += 1
            wrong = "" if after.report or is_blank(left) else "lost without a word"
            starter.menu(left, where)
        else:
            starter.game(left, [pack], where)
            if state(after, recording) != pack:
                wrong = "another state"
        if wrong:
            tally.messages.append(f"{wrong}: {where}")
            tally.states_wrong += 1
    return tally


def cut_with_second(recording: Recording) -> Tally:
    """The same rewriting where there is a second memory: nothing is lost."""
    tally = Tally()
    done = len(recording.entries) // 2
    flash = begun(recording, done)
    pack = recording.packs[done]
    old = Flash()
    other = Store(old)
    other.put(SETTINGS, b"from an earlier life")
    other.begin(b"as well")
    first, second = bytes(flash.data), bytes(old.data)

    def write(target: Store) -> None:
        Pair(restored(first), target._log._memory).rewrite(recording.header, pack)

    for left, step, half in cuts(second, write):
        tally.cuts += 1
        tally.steps += half == 0
        after = Pair(restored(first), left)
        wrong = "" if after.alive and state(after, recording) == pack else "game lost"
        if any(after.get(number) != data for number, data in FIRST.items()):
            wrong = "blob lost"
        tally.note(wrong, f"rewriting into the second memory, step {step}, half {half}")
    return tally


def wear(recordings: list[Recording]) -> tuple[int, int]:
    """(games, erases) of one sector in which games follow each other and are counted."""
    flash = fresh()
    erases = flash.erases
    for number, recording in enumerate(recordings):
        store = Store(flash)
        store.begin(recording.header, recording.room)
        for entry in recording.entries:
            if not store.append(entry):
                raise AssertionError("a game did not fit")
        store.end(((STATISTICS, bytes((number & 255,)) * 90), (HALL, bytes((number & 255,)) * 120)))
    return len(recordings), flash.erases - erases
