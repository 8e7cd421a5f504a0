"""Which files go on the board, and how a finding about one of them is written down.

The lists are found by looking at the tree, so a new file is checked from its first day.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

BOARD_SCRIPTS = ("boot.py", "code.py", "safemode.py")
BOARD_FOLDERS = ("engine", "hw", "ui")

# Desktop files that the MicroPython gate runs too, so they keep to the same language.
PLAIN_PLACES = (
    "sim/chips",
    "sim/driver.py",
    "sim/modules.py",
    "sim/person.py",
    "sim/world.py",
    "tests/board",
)

# A source file larger than this may no
# longer compile once others have loaded and the heap is in pieces.
SOURCE_LIMIT = 12 * 1024


@dataclass(frozen=True, order=True)
class Finding:
    """One refusal: where (path from the root, line from 1), which rule, and why."""

    path: str
    line: int
    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.text}"


@dataclass(frozen=True)
class Source:
    """The text of one file under its path from the root, with forward slashes."""

    path: str
    text: str

    @property
    def module(self) -> str:
        """The dotted name under which the file is imported."""
        parts = self.path.removeprefix("lib/").removesuffix(".py").split("/")
        if parts[-1] == "__init__":
            parts.pop()
        return ".".join(parts)


def _below(root: Path, place: str) -> Iterator[Path]:
    path = root / place
    if path.is_file():
        yield path
    elif path.is_dir():
        yield from sorted(path.rglob("*.py"))


def read(root: Path, places: Iterable[str]) -> list[Source]:
    """The Python files at or below each place that exists, in the order of their paths."""
    found = []
    for place in places:
        for path in _below(root, place):
            name = path.relative_to(root).as_posix()
            found.append(Source(name, path.read_text(encoding="utf-8")))
    return found


def board_sources(root: Path = ROOT) -> list[Source]:
    """Every Python file that goes on the board."""
    return read(root, BOARD_SCRIPTS + BOARD_FOLDERS)


def plain_sources(root: Path = ROOT) -> list[Source]:
    """The desktop files that must run under MicroPython as well."""
    return read(root, PLAIN_PLACES)
