"""The heap: what whole games hold of it in the capped interpreter, and how much of the board's
would then be free.

The interpreter has words of 64 bits and blocks of 32 bytes, the board 32 and 16. So what is held
is split in two, the names and the rest, and each is turned into the board's in its own way.
docs/firmware.md tells how that was checked.
"""

import re
from collections.abc import Callable, Iterable

from tools.bench import figures
from tools.bench.rows import Row
from tools.flashing.shorten import module
from tools.gates import flashed, interpreter

Run = Callable[..., list[dict]]

SECTION = "heap held"
#: Script of tests/board and its arguments: people, computers, seed; of the largest tile game the
#: options too (W22, three kinds of buildings).
GAMES = (
    ("screen_games.py", "1", "1", "1"),
    ("screen_games.py", "4", "1", "2"),
    ("screen_games.py", "5", "1", "2", "4", "2"),
)

_ROOMY_KB = 8 * 1024
_FAKES = "fakes"
_WORD = re.compile(r"\w+")


def rows(run: Run) -> list[Row]:
    """Whole games through the screens; `run` starts a script and gives its lines."""
    if not interpreter.is_installed():
        return []
    cap = interpreter.heap_with_fakes()
    note = f"whole games in {interpreter.HEAP_KB} KB, and {cap - interpreter.HEAP_KB} for the fakes"
    fits = 1
    try:
        said = _played(run, cap)
    except interpreter.Failed as error:
        said = _played(run, _ROOMY_KB)
        fits = 0
        note += ": " + str(error).strip().splitlines()[-1]
    found = [Row(SECTION, "heap.fits", fits, "", 1, least=True, note=note)]
    if fits:
        left = round(min(lines[-1]["free"] for lines in said) / 1024, 1)
        found.append(Row(SECTION, "heap.free", left, "KB", note="of these, at the end of a game"))
    most: dict[str, int] = {}
    for lines in said:
        for name, value in lines[-1]["heap"].items():
            most[name] = max(most.get(name, 0), value)
    return [*found, *screen_rows(most), share_row(said), *board_rows(said, flashed_words())]


def _played(run: Run, heap_kb: int) -> list[list[dict]]:
    return [run(*game, heap_kb=heap_kb) for game in GAMES]


def screen_rows(most: dict[str, int]) -> list[Row]:
    """What is held at most on each screen, in the interpreter's own bytes."""
    return [
        Row(SECTION, f"heap.{name}", round(most[name] / 1024, 1), "KB", interpreter.HEAP_KB)
        for name in sorted(most, key=lambda name: most[name])
    ]


def share_row(said: Iterable[list[dict]]) -> Row:
    """What would be free at the end if the whole of the one heap stood for the whole of the other:
    the rule of thumb after which the cap was chosen. It makes too little of what is bytes."""
    held = max(lines[-1]["heap"]["Winner"] for lines in said)
    free = figures.HEAP_KB * (1 - held / 1024 / interpreter.HEAP_KB)
    note = f"of {figures.HEAP_KB} KB on the board, if {interpreter.HEAP_KB} KB here stood for them"
    return Row(SECTION, "heap.share_end", round(free, 1), "KB", least=True, note=note)


def board_rows(said: Iterable[list[dict]], words: frozenset[str]) -> list[Row]:
    """What would be free on the board: at the beginning, and at the end of the largest game."""
    least: dict[str, tuple[int, int]] = {}
    for lines in said:
        marks = [line for line in lines if "names" in line]
        for name, line in (("start", marks[1]), ("end", marks[-1])):
            own = own_names(line["names"], marks[0]["names"], words)
            held = board_bytes(others(line) - others(marks[0]), own)
            least[name] = max(least.get(name, (0, 0)), (held, len(own)))
    found = []
    for name, (held, count) in least.items():
        free = round(figures.HEAP_KB - held / 1024, 1)
        note = f"of {figures.HEAP_KB} KB on the board, estimated; {count} names"
        budget = figures.FREE_KB if name == "end" else None
        found.append(Row(SECTION, f"heap.board_{name}", free, "KB", budget, least=True, note=note))
    return found


def others(line: dict) -> int:
    """Bytes held by everything but names at a moment of a script."""
    return int(line["live"]) - int(line["pool"])


def own_names(names: Iterable[str], fakes: Iterable[str], words: frozenset[str]) -> list[str]:
    """The names that would be there without the fakes: what they brought and what the firmware has
    no word of is left out."""
    brought = frozenset(fakes)
    return [name for name in names if name not in brought or name in words]


def board_bytes(rest: int, names: Iterable[str]) -> int:
    """Bytes on the board for so many that are no names here, and for these names.

    Names lie in pools of 20, 40, 80 and so on, taken when the one before is full: an address, a
    check and a length each, whether used or not; their letters lie elsewhere, with a zero.
    """
    sizes = [len(name.encode()) + 1 for name in names]
    room = pools = 0
    pool = figures.FIRST_POOL
    while room < len(sizes):
        room += pool
        pools += pool * figures.NAME_BYTES
        pool *= 2
    return int(rest * figures.WORD_SHARE) + pools + sum(sizes)


def flashed_words() -> frozenset[str]:
    """Every word in the firmware's files as they are flashed, and what they are called."""
    root = flashed.folder()
    found: set[str] = set()
    for path in root.rglob("*.py"):
        name = path.relative_to(root).as_posix()
        if not flashed.is_beside(name):
            found.update(_WORD.findall(path.read_text(encoding="utf-8")))
            found.update((name, module(name)))
    return frozenset(found)
