"""The command line of the power cuts: which games, in how many processes, and the table."""

import argparse
import multiprocessing
import os
from collections.abc import Callable, Iterator

from tools.cutting import cuts
from tools.cutting.device import EVERY
from tools.cutting.games import DICE, GAMES, Kind, Recording, record
from tools.cutting.tally import Tally
from tools.options import whole

ENDURANCE = 100_000  # erases that a sector bears
GAMES_A_DAY = 10

_ABOUT = """Plays whole games into the store over the simulated flash and cuts the power after every
single byte programmed and every erase, once with that step whole and once for each way of its
being half done. Each time a new store is opened on what is left: it must give back the state of
the last completed action, go on from there to the end of the game, and keep what was put. At every
25th cut the whole device starts and goes on with the game. Ends with 1 where a game was lost by
anything but the announced rewriting in play."""

_MOMENTS: dict[str, Callable[[Recording, int], Tally]] = {
    "the end, with what it counts": cuts.cut_end,
    "a setting changed in play": cuts.cut_settings,
    "rewriting between games": cuts.cut_rewriting,
}
_OUTGROWN = "rewriting in play (announced)"
_SECOND = "the same with a second memory"

# What a process is given: a game's place in GAMES, players, seed, a moment's name or "", starts.
Task = tuple[int, int, int, str, int]


def tasks(games: int, starts: int) -> list[Task]:
    """Everything that is to be cut; the largest first."""
    found = []
    for place, kind in enumerate(GAMES):
        for players in reversed(kind.players):
            found += [(place, players, seed, "", starts) for seed in range(games)]
    for place, kind in enumerate(GAMES):
        for moment in (*_MOMENTS, _OUTGROWN, _SECOND):
            found.append((place, kind.players[0], 0, moment, starts))
    return found


def one(task: Task) -> tuple[Task, str, Tally]:
    """Cut what a task says; its name in the table."""
    place, players, seed, moment, starts = task
    kind = GAMES[place]
    recording = record(players, seed, kind=kind)
    if not moment:
        tally = cuts.cut_entries(recording, again=kind.again, start=starts)
        turns = f"{recording.turns} turns, {recording.size} bytes"
        return task, f"{kind.name}, {players} players, {turns}", tally
    if moment == _SECOND:
        return task, moment, cuts.cut_with_second(recording)
    function = cuts.cut_outgrown if moment == _OUTGROWN else _MOMENTS[moment]
    return task, moment, function(recording, starts)


def _done(todo: list[Task], jobs: int) -> Iterator[tuple[Task, str, Tally]]:
    if jobs == 1:
        yield from map(one, todo)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(one, todo)


def _line(name: str, tally: Tally) -> str:
    return (
        f"{name:42} {tally.steps:7,} {tally.cuts:8,} {tally.again:8,} {tally.starts:7,}"
        f" {tally.games_lost:6,} {tally.states_wrong:6,} {tally.blobs_lost:6,}"
    )


def _head() -> str:
    first = f"{'':42} {'steps':>7} {'cuts':>8} {'cut':>8} {'started':>7} {'games':>6}"
    second = f"{'':42} {'':7} {'tried':>8} {'twice':>8} {'device':>7} {'lost':>6}"
    return f"{first} {'states':>6} {'blobs':>6}\n{second} {'wrong':>6} {'lost':>6}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 -m tools.power_cuts", description=_ABOUT)
    add = parser.add_argument
    add("--games", type=whole(), default=1, help="games of each number of players (1)")
    add(
        "--starts",
        type=whole(0),
        default=EVERY,
        help=f"start the device at every so manieth cut ({EVERY}); 0: never",
    )
    add("--jobs", type=whole(1, 256), default=os.cpu_count() or 1, help="processes")
    return parser


def main(arguments: list[str]) -> int:
    """Run it and print the table; 0 where no game was lost, 1 otherwise."""
    options = _parser().parse_args(arguments)
    print(_head())
    total = Tally()
    last = []
    todo = tasks(options.games, options.starts)
    for task, name, tally in _done(todo, min(options.jobs, len(todo))):
        if task[3] == _OUTGROWN:
            last.append(_line(name, tally))  # what it loses is announced, and counted apart
            total.messages += tally.messages
            continue
        print(_line(name, tally), flush=True)
        total.add(tally)
    print(_line("all", total))
    for line in last:
        print(line)
    for message in total.messages[:20]:
        print(message)
    for kind in GAMES:
        _print_wear(kind)
    return 1 if total.messages else 0


def _print_wear(kind: Kind) -> None:
    """How much room games take, and how long a sector lasts."""
    count = 40 if kind is DICE else 8
    players = kind.players
    recordings = [record(players[seed % len(players)], seed, kind=kind) for seed in range(count)]
    turns = sum(recording.turns for recording in recordings)
    sizes = sorted(recording.size for recording in recordings)
    print(
        f"{kind.name}: {count} games, {sum(sizes) / turns:.1f} bytes a turn,"
        f" {sizes[count // 2]} a game in the median, {sizes[-1]} in the longest;"
        f" there is room for {recordings[0].room}"
    )
    games, erases = cuts.wear(recordings)
    years = ENDURANCE * games / max(erases, 1) / GAMES_A_DAY / 365
    print(
        f"{erases} erases in {games} games; {ENDURANCE:,} erases: {years:.0f} years of"
        f" {GAMES_A_DAY} games a day"
    )
