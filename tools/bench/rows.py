"""The rows of the table: what was measured, in which unit, and what it may be.

A row's name is what a waiver names. The budgets are the device's; figures that a measurement on
the desktop has to be turned into are in figures.py.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

WAIVERS = Path(__file__).resolve().parents[1] / "bench_waivers.txt"


@dataclass(frozen=True)
class Row:
    """One measurement. `least`: the budget is what must be reached, not what may be used.

    `note` stands at the end of the line: what else is worth knowing, without a budget.
    """

    section: str
    name: str
    value: float
    unit: str
    budget: float | None = None
    least: bool = False
    note: str = ""

    @property
    def missed(self) -> bool:
        if self.budget is None:
            return False
        return self.value < self.budget if self.least else self.value > self.budget


@dataclass(frozen=True)
class Waiver:
    """A budget that may be missed: a row's name (with * for many) and why."""

    pattern: str
    reason: str

    def covers(self, row: Row) -> bool:
        return fnmatchcase(row.name, self.pattern)


class WaiverError(ValueError):
    """A line of the waiver file that makes no sense."""


def read_waivers(text: str) -> list[Waiver]:
    """The waivers in a file's text; raises WaiverError for a line without name or reason."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        pattern, _, reason = line.partition(":")
        if not pattern.strip() or not reason.strip():
            raise WaiverError(f"line {number} of the waivers is no `name: reason`: {line}")
        found.append(Waiver(pattern.strip(), reason.strip()))
    return found


def waiver_of(row: Row, waivers: Iterable[Waiver]) -> Waiver | None:
    """The waiver that explains a row, whether it needs one or not."""
    return next((waiver for waiver in waivers if waiver.covers(row)), None)


def unexplained(rows: Iterable[Row], waivers: Iterable[Waiver]) -> list[Row]:
    """The rows whose budget is missed and that no waiver explains."""
    waivers = list(waivers)
    return [row for row in rows if row.missed and waiver_of(row, waivers) is None]


def idle(rows: Iterable[Row], waivers: Iterable[Waiver]) -> list[Waiver]:
    """The waivers that no missed budget needs any more."""
    missed = [row for row in rows if row.missed]
    return [waiver for waiver in waivers if not any(waiver.covers(row) for row in missed)]
