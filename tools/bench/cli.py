"""The command line: options, exit status, and nothing of the measuring."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.bench import report
from tools.bench.rows import WAIVERS, Row, WaiverError, read_waivers, unexplained
from tools.gates.interpreter import Failed


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python3 -m tools.bench",
        description="Measure the device's budgets. Takes about a minute.",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="end with 1 where a budget is missed that no line of tools/bench_waivers.txt explains",
    )
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    parser.add_argument("--waivers", type=Path, default=WAIVERS, help="another waiver file")
    return parser.parse_args(arguments)


def _measure() -> list[Row]:
    from tools.bench import measure

    quiet = not sys.stderr.isatty()
    return measure.everything(lambda text: None if quiet else print(text, file=sys.stderr))


def main(arguments: Sequence[str], measure: Callable[[], list[Row]] = _measure) -> int:
    """Measure and print; the exit status: 0, 1 for an unexplained miss, 2 for wrong use."""
    options = _options(arguments)
    try:
        waivers = read_waivers(options.waivers.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, WaiverError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    try:
        rows = measure()
    except Failed as error:
        print(f"bench: a measurement ended with an error: {error}", file=sys.stderr)
        return 1
    print(report.as_json(rows, waivers) if options.json else report.as_text(rows, waivers))
    missed = unexplained(rows, waivers)
    if not options.check or not missed:
        return 0
    names = ", ".join(row.name for row in missed)
    print(f"bench: missed and not explained: {names}", file=sys.stderr)
    return 1
