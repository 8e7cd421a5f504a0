"""The command line of the soak: several processes, a progress bar, a report."""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tools.options import whole
from tools.soaking.life import Life, Report

_EDGES = 1_000_000
_PIECE = 5_000  # edges of one device; every piece has a seed of its own
_HANGS_S = 300  # a piece takes some seconds
_WIDE = 40
_ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str]) -> int:
    """Run it; 0 where nothing failed, 1 otherwise."""
    options = _parser().parse_args(arguments)
    begun = time.monotonic()
    report = soak(options.seed, options.edges, options.jobs, progress=True)
    _print(report, time.monotonic() - begun)
    return 1 if report.failures else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m tools.soak",
        description="Random buttons over all screens, with faults thrown in. The same seed gives "
        "the same run.",
    )
    add = parser.add_argument
    add("--edges", type=whole(), default=_EDGES, help="edges on buttons in all (a million)")
    add("--seed", type=whole(0), default=1, help="of the first device; the others count on from it")
    add("--jobs", type=whole(1, 256), default=os.cpu_count() or 1, help="processes")
    return parser


def pieces(seed: int, edges: int) -> list[tuple[int, int]]:
    """(seed, edges) of every device."""
    found = []
    while edges > 0:
        found.append((seed, min(_PIECE, edges)))
        edges -= _PIECE
        seed += 1
    return found


def soak(seed: int, edges: int, jobs: int, progress: bool = False) -> Report:
    """Soak so many devices, in `jobs` processes; all that they have seen."""
    report = Report()
    todo = pieces(seed, edges)
    for done, part in enumerate(_parts(todo, min(jobs, len(todo)))):
        report.add(part)
        if progress:
            for text in part.failures:  # the whole of it comes at the end
                print("\nfailed: " + text.splitlines()[0], file=sys.stderr, flush=True)
            _bar(done + 1, len(todo), report)
    return report


def _parts(todo: list[tuple[int, int]], jobs: int) -> Iterator[Report]:
    if jobs == 1:
        yield from map(one, todo)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(one, todo)


def one(piece: tuple[int, int]) -> Report:
    """Soak one device. One that hangs is a failure too."""
    life = Life(*piece)
    with _watch(f"seed {piece[0]} hangs"):
        try:
            return life.run()
        except TimeoutError as error:
            life.report.failures.append(str(error))
            return life.report


@contextlib.contextmanager
def _watch(text: str) -> Iterator[None]:
    """Raise TimeoutError with the text where a piece does not end; not on Windows."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def ring(*_: object) -> None:
        raise TimeoutError(text)

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(_HANGS_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _bar(done: int, count: int, report: Report) -> None:
    full = _WIDE * done // count
    text = f"[{'#' * full}{'.' * (_WIDE - full)}] {report.edges:,} edges"
    if report.failures:
        text += f", {len(report.failures)} failed"
    if sys.stderr.isatty():
        print("\r" + text, end="\n" if done == count else "", file=sys.stderr, flush=True)
    elif done == count or full != _WIDE * (done - 1) // count:
        print(text, file=sys.stderr, flush=True)


def screens() -> list[str]:
    """The names of all screens of the firmware."""
    found = []
    for folder in ("screens", "dice", "tiles"):
        for path in sorted((_ROOT / "ui" / folder).glob("*.py")):
            text = path.read_text(encoding="utf-8")
            if "def hints(" in text or "def button(" in text:
                name = text.split("\nclass ")[1].split(":")[0].split("(")[0]
                found.append(name if folder == "screens" else f"{folder}.{name}")
    return found


def _print(report: Report, seconds: float) -> None:
    days = report.ms / 86_400_000
    print(f"edges      {report.edges:,} in {seconds:.0f} s, {report.edges / seconds:,.0f} a second")
    print(f"time       {days:.1f} days on the device, {report.steps:,} things done")
    print(f"starts     {report.starts:,} of code.py, {report.lives:,} times switched on")
    print(f"games      compared {report.checks:,} times; {report.excused} lost in a rewriting")
    print(f"screens    {_counted(report.screens)}")
    never = [name for name in screens() if name not in report.screens]
    print(f"           never reached: {', '.join(never) or 'none'}")
    print(f"faults     {_counted(report.faults)}")
    print(f"failures   {len(report.failures)}")
    for text in report.failures:
        print("\n" + text)


def _counted(found: dict[str, int]) -> str:
    return ", ".join(f"{name} {found[name]:,}" for name in sorted(found))
