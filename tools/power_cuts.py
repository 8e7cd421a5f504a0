"""Cut the power at every step of whole Dice Games: `python3 -m tools.power_cuts [--games N]`.

Plays games between computer players who now and then take a step back, into the store over the
simulated flash. After every single byte programmed and every erase the power is cut, once with
that step whole and once for each way of its being half done. Each time a new store is opened on
what is left: it must give back the state of the last completed action, go on from there to the
end of the game, and keep what was put. Prints how many cuts were tried and what was lost. Ends
with 1 where a game was lost by anything but the announced rewriting in play.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.contract import CHANCE, OVER
from engine.dice import entry as writing
from engine.dice import log
from engine.dice.game import DiceGame
from engine.dice.thinker import Thinker
from hw.store import HALL, SETTINGS, STATISTICS, Store
from sim.chips.clock import PowerOff
from sim.chips.flash import HALVES, Flash

ENDURANCE = 100_000  # erases that a sector bears
GAMES_A_DAY = 10
TAKEN_BACK = 0.1  # of the steps that can be

FIRST = {SETTINGS: b"language en", HALL: b"\x01nobody yet" * 12, STATISTICS: bytes(90)}
LAST = ((HALL, b"\x01somebody" * 14), (STATISTICS, bytes(range(90))))


@dataclass
class Recording:
    """A whole game: its entries, and the packed state before the first and after each."""

    players: int
    first: int
    entries: list[bytes] = field(default_factory=list)
    packs: list[bytes] = field(default_factory=list)
    turns: int = 0

    @property
    def header(self) -> bytes:
        """What a match would need to come back, about as long as it will be."""
        return bytes((1, self.players, self.first)) + b"ABC\x00" * self.players

    @property
    def size(self) -> int:
        """Bytes in the log: every entry and its check."""
        return sum(len(entry) + 1 for entry in self.entries)


def think(game: DiceGame) -> int:
    """What the computer player would do."""
    thinker = Thinker(game)
    action = thinker.step()
    while action is None:
        action = thinker.step()
    return action


def record(players: int, seed: int, taken_back: float = TAKEN_BACK) -> Recording:
    """Play a game to its end."""
    chance = random.Random(seed)
    game = DiceGame(players, seed % players)
    out = Recording(players, game.first, packs=[game.pack()])
    while game.to_move != OVER:
        if game.to_move == CHANCE:
            action = writing.settled(chance.randrange(game.chance_count()), game.to_roll())
        elif game.can_undo() and chance.random() < taken_back:
            action = writing.UNDO
        else:
            action = think(game)
        entry = writing.encode(game, action)
        if action == writing.UNDO and game.to_move >= 0:
            game.undo()
        else:
            game.apply(action)
        if entry:
            out.entries.append(entry)
            out.packs.append(game.pack())
    out.turns = len(game.turns)
    return out


@dataclass
class Tally:
    """What was tried and what came of it."""

    steps: int = 0
    cuts: int = 0
    again: int = 0  # a second cut in the first write after a first one
    games_lost: int = 0
    states_wrong: int = 0
    blobs_lost: int = 0
    messages: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        for name in ("steps", "cuts", "again", "games_lost", "states_wrong", "blobs_lost"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.messages.extend(other.messages)


def fresh() -> Flash:
    """A sector with settings, records and statistics in it."""
    flash = Flash()
    store = Store(flash)
    for number, data in FIRST.items():
        store.put(number, data)
    return flash


def restored(data: bytes, scattered: bool) -> Flash:
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
    whole = restored(before, False)
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
    game = DiceGame.unpack(snapshot) if snapshot else DiceGame(recording.players, recording.first)
    log.resume(game, b"".join(store.entries()))
    return game.pack()


def finish(store: Store, recording: Recording, done: int) -> bool:
    """Go on to the end of the game: is it all there?"""
    for entry in recording.entries[done:]:
        if not store.append(entry):
            return False
    if list(store.entries()) != recording.entries or not store.end(LAST):
        return False
    return not store.alive and all(store.get(number) == data for number, data in LAST)


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


def cut_entries(recording: Recording, every: int = 1, to_end: int = 1, again: int = 7) -> Tally:
    """Cut the power in the game's entries: in every `every`th of them; after every `to_end`th cut
    the game is played to its end, after every `again`th the next write is cut as well."""
    tally = Tally()
    flash = fresh()
    store = Store(flash)
    store.begin(recording.header, writing.ROOM)
    for done, entry in enumerate(recording.entries):
        before = bytes(flash.data)
        store.append(entry)
        if done % every:
            continue
        for left, step, half in cuts(before, _appends(entry)):
            tally.cuts += 1
            tally.steps += half == 0
            wrong, count = check(left, recording, done, tally.cuts % to_end == 0)
            whole = bytes(left.data) == bytes(flash.data)
            if not wrong and (count == done + 1) != whole:
                wrong = "a torn write taken for a record"
            note(tally, wrong, done, step, half)
            if tally.cuts % again == 0 and count < len(recording.entries):
                _cut_again(tally, left, recording, count)
    return tally


def _appends(entry: bytes) -> Callable[[Store], object]:
    return lambda store: store.append(entry)


def _cut_again(tally: Tally, left: Flash, recording: Recording, done: int) -> None:
    """The next write after a cut is cut too."""
    entry = recording.entries[done]
    for second, step, half in cuts(bytes(left.data), _appends(entry)):
        tally.again += 1
        wrong, _count = check(second, recording, done, tally.again % 16 == 0)
        note(tally, wrong, done, step, half)


def note(tally: Tally, wrong: str, done: int, step: int, half: int) -> None:
    """Count what went wrong."""
    if wrong:
        tally.messages.append(f"{wrong}: entry {done}, step {step}, half {half}")
        tally.games_lost += wrong in ("game lost", "cannot go on", "erased in play")
        tally.blobs_lost += wrong == "blob lost"
        tally.states_wrong += wrong not in ("game lost", "blob lost")


def cut_end(recording: Recording) -> Tally:
    """Cut the power while the game is being ended and counted: it is over and counted, or still
    there and not counted."""
    tally = Tally()
    flash = fresh()
    store = Store(flash)
    store.begin(recording.header, writing.ROOM)
    for entry in recording.entries:
        store.append(entry)
    for left, step, half in cuts(bytes(flash.data), lambda other: other.end(LAST)):
        tally.cuts += 1
        tally.steps += half == 0
        after = Store(left)
        kept = LAST if not after.alive else tuple(FIRST.items())
        wrong = "" if all(after.get(n) == data for n, data in kept) else "blob lost"
        if after.alive and not finish(after, recording, len(recording.entries)):
            wrong = "cannot go on"
        note(tally, wrong, len(recording.entries), step, half)
    return tally


def cut_settings(recording: Recording) -> Tally:
    """Cut the power while a setting is changed in the middle of a game: the old one counts until
    the new one is whole, and the game does not notice."""
    tally = Tally()
    flash = fresh()
    store = Store(flash)
    store.begin(recording.header, writing.ROOM)
    done = len(recording.entries) // 2
    for entry in recording.entries[:done]:
        store.append(entry)
    changed = b"language cs"
    for left, step, half in cuts(bytes(flash.data), lambda other: other.put(SETTINGS, changed)):
        tally.cuts += 1
        tally.steps += half == 0
        after = Store(left)
        wrong = "" if after.get(SETTINGS) in (FIRST[SETTINGS], changed) else "blob lost"
        if not after.alive or state(after, recording) != recording.packs[done]:
            wrong = "game lost"
        elif not finish(after, recording, done):
            wrong = "cannot go on"
        note(tally, wrong, done, step, half)
    return tally


def cut_rewriting(recording: Recording) -> Tally:
    """Cut the power while the sector is rewritten between games: no game is there to be lost, and
    none may seem to be; blobs can be lost, and the next game begins."""
    tally = Tally()
    flash = fresh()
    store = Store(flash)
    store.begin(recording.header, writing.ROOM)
    for entry in recording.entries:
        store.append(entry)
    store.end(())
    before = bytes(flash.data)
    for left, step, half in cuts(before, lambda other: other.begin(recording.header, 4096)):
        tally.cuts += 1
        tally.steps += half == 0
        after = Store(left)
        lost = [number for number in FIRST if after.get(number) != FIRST[number]]
        tally.blobs_lost += bool(lost)
        wrong = ""
        if after.alive and list(after.entries()):
            wrong = "a game that is over came back"
        elif lost and not after.report and not is_blank(left):
            wrong = "lost without a word"
        elif not after.begin(recording.header, writing.ROOM) or not finish(after, recording, 0):
            wrong = "cannot go on"
        if wrong:
            tally.messages.append(f"{wrong}: step {step}, half {half}")
            tally.states_wrong += 1
    return tally


def cut_outgrown(recording: Recording) -> Tally:
    """Cut the power in the announced rewriting of a game in play: it is there as it was, or it is
    gone and the store says so."""
    tally = Tally()
    flash = fresh()
    store = Store(flash)
    store.begin(recording.header, writing.ROOM)
    done = len(recording.entries) // 2
    for entry in recording.entries[:done]:
        store.append(entry)
    pack = recording.packs[done]
    before = bytes(flash.data)
    for left, step, half in cuts(before, lambda other: other.rewrite(recording.header, pack)):
        tally.cuts += 1
        tally.steps += half == 0
        after = Store(left)
        wrong = ""
        if not after.alive:
            tally.games_lost += 1
            wrong = "" if after.report or is_blank(left) else "lost without a word"
        elif state(after, recording) != pack:
            wrong = "another state"
        if wrong:
            tally.messages.append(f"{wrong}: step {step}, half {half}")
            tally.states_wrong += 1
    return tally


def cut_with_second(recording: Recording) -> Tally:
    """The same rewriting where there is a second memory: nothing is lost."""
    tally = Tally()
    flash = fresh()
    store = Store(flash)
    store.begin(recording.header, writing.ROOM)
    done = len(recording.entries) // 2
    for entry in recording.entries[:done]:
        store.append(entry)
    pack = recording.packs[done]
    old = Flash()
    other = Store(old)
    other.put(SETTINGS, b"from an earlier life")
    other.begin(b"as well")
    first, second = bytes(flash.data), bytes(old.data)

    def write(target: Store) -> None:
        Store(restored(first, False), target._log._memory).rewrite(recording.header, pack)

    for left, step, half in cuts(second, write):
        tally.cuts += 1
        tally.steps += half == 0
        after = Store(restored(first, False), left)
        wrong = "" if after.alive and state(after, recording) == pack else "game lost"
        if any(after.get(number) != data for number, data in FIRST.items()):
            wrong = "blob lost"
        note(tally, wrong, done, step, half)
    return tally


def wear(recordings: list[Recording]) -> tuple[int, int]:
    """(games, erases) of one sector in which games follow each other and are counted."""
    flash = fresh()
    erases = flash.erases
    for number, recording in enumerate(recordings):
        store = Store(flash)
        store.begin(recording.header, writing.ROOM)
        for entry in recording.entries:
            if not store.append(entry):
                raise AssertionError("a game did not fit")
        store.end(((STATISTICS, bytes((number & 255,)) * 90), (HALL, bytes((number & 255,)) * 120)))
    return len(recordings), flash.erases - erases


def _line(name: str, tally: Tally) -> str:
    return (
        f"{name:34} {tally.steps:7} {tally.cuts:8} {tally.again:8} {tally.games_lost:6} "
        f"{tally.states_wrong:6} {tally.blobs_lost:6}"
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tools.power_cuts", description=__doc__)
    parser.add_argument("--games", type=int, default=1, help="games of each number of players")
    options = parser.parse_args(arguments)
    print(f"{'':34} {'steps':>7} {'cuts':>8} {'twice':>8} {'games':>6} {'states':>6} {'blobs':>6}")
    print(f"{'':34} {'':7} {'tried':>8} {'cut':>8} {'lost':>6} {'wrong':>6} {'lost':>6}")
    total = Tally()
    recordings = []
    for players in range(2, 6):
        for seed in range(options.games):
            recording = record(players, seed)
            recordings.append(recording)
            tally = cut_entries(recording)
            name = f"{players} players, {recording.turns} turns, {recording.size} bytes"
            print(_line(name, tally), flush=True)
            total.add(tally)
    for name, function in (
        ("the end, with what it counts", cut_end),
        ("a setting changed in play", cut_settings),
        ("rewriting between games", cut_rewriting),
    ):
        tally = function(recordings[0])
        print(_line(name, tally), flush=True)
        total.add(tally)
    print(_line("all", total))
    print(_line("rewriting in play (announced)", cut_outgrown(recordings[0])))
    tally = cut_with_second(recordings[0])
    print(_line("the same with a second memory", tally))
    total.add(tally)
    for message in total.messages[:20]:
        print(message)
    recordings = [record(2 + seed % 4, seed) for seed in range(40)]
    turns = sum(recording.turns for recording in recordings)
    sizes = sorted(recording.size for recording in recordings)
    print(
        f"{len(sizes)} games: {sum(sizes) / turns:.1f} bytes a turn, {sizes[len(sizes) // 2]} ",
        end="",
    )
    print(
        f"a game in the median, {sizes[-1]} in the longest; there is room for {writing.ROOM}"
    )
    games, erases = wear(recordings)
    years = ENDURANCE * games / max(erases, 1) / GAMES_A_DAY / 365
    print(f"{erases} erases in {games} games; {ENDURANCE:,} erases: ", end="")
    print(f"{years:.0f} years of {GAMES_A_DAY} games a day")
    return 1 if total.messages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
