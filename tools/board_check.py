"""Refuse what the board's Python lacks: `python3 -m tools.board_check [FILE ...]`.

Without a file it looks at everything that goes on the board, and at the desktop files that the
MicroPython gate runs. Ends with 0 where nothing is found, 1 with a line for each finding, 2
where it is called wrongly. The rules themselves live in tools/gates.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools import pipe
from tools.gates import names, order, recursion, syntax, walls
from tools.gates.files import (
    ROOT,
    SOURCE_LIMIT,
    Finding,
    Source,
    board_sources,
    plain_sources,
)
from tools.gates.kinds import Kinds
from tools.gates.parsed import Parsed

# Rules about the call graph and about things that MicroPython can do and the board cannot.
_BOARD_ONLY = ("class", "f-string", "special-method")


def check_size(source: Source) -> Iterator[Finding]:
    """A source file that may no longer compile on the board late in a run."""
    size = len(source.text.encode())
    if size >= SOURCE_LIMIT:
        yield Finding(source.path, 1, "size", f"{size} bytes of source; below {SOURCE_LIMIT}")


def check_language(sources: Iterable[Source]) -> Iterator[Finding]:
    """What of the language the board lacks, file by file."""
    files = [Parsed(source) for source in sources]
    known = Kinds(files)
    for file in files:
        yield from syntax.check(file)
        yield from names.check(file)
        yield from order.check(file, known)
        if walls.part_of(file.path) == "engine":
            yield from names.check_whole_numbers(file)


def check_board(sources: Iterable[Source]) -> Iterator[Finding]:
    """All gates that read source: language, size, walls, recursion."""
    sources = list(sources)
    yield from check_language(sources)
    files = [Parsed(source) for source in sources]
    for source, file in zip(sources, files, strict=True):
        yield from check_size(source)
        yield from walls.check(file)
    yield from recursion.check(files)


def check_plain(sources: Iterable[Source]) -> Iterator[Finding]:
    """What MicroPython lacks, for desktop files that the MicroPython gate runs."""
    for source in sources:
        file = Parsed(source)
        for finding in syntax.check(file):
            if finding.rule not in _BOARD_ONLY:
                yield finding
        yield from names.check(file, plain=True)


def _named(arguments: list[str]) -> list[Source]:
    found = []
    for argument in arguments:
        path = Path(argument).resolve()
        name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        found.append(Source(name.as_posix(), path.read_text(encoding="utf-8")))
    return found


def main(arguments: list[str]) -> int:
    if any(argument.startswith("-") for argument in arguments):
        print(f"usage: python3 -m tools.board_check [FILE ...]: no option {arguments[0]}")
        return 2
    try:
        if arguments:
            findings = set(check_board(_named(arguments)))
        else:
            findings = set(check_board(board_sources())) | set(check_plain(plain_sources()))
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        print(f"board_check: {error}")
        return 2
    for finding in sorted(findings):
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(pipe.quietly(main, sys.argv[1:]))
