"""How much goes on the drive, and how long its import takes by the board's figures."""

import ast
import importlib.util
from pathlib import Path

from tools.bench import figures
from tools.bench.rows import Row
from tools.gates.files import ROOT, board_sources
from tools.gates.recursion import LIBRARIES

_DATA = ("settings.toml", "ui/art", "ui/words")
_SECTION = "size and start"


def code_size(text: str) -> int:
    """Bytes of source without comments, documentation and empty lines: what costs time."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and len(body) > 1:
            body[:] = [item for item in body if not _is_text(item)] or body
    return len(ast.unparse(tree).encode())


def _is_text(node: ast.stmt) -> bool:
    """True for a string that stands alone."""
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def import_ms(names: list[str]) -> tuple[int, int]:
    """Least and most milliseconds that importing these modules takes on the board."""
    sizes = {source.module: code_size(source.text) for source in board_sources()}
    size = sum(sizes.get(name, 0) for name in names)
    least, most = figures.COMPILE_MS
    return size * least // 1024, size * most // 1024


def _library_files() -> list[Path]:
    found = []
    for name in LIBRARIES:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            found.append(Path(spec.origin))
    return found


def _on_the_drive() -> list[Path]:
    found = [ROOT / source.path for source in board_sources()]
    for place in _DATA:
        path = ROOT / place
        found += [path] if path.is_file() else [item for item in path.rglob("*") if item.is_file()]
    return found + _library_files()


def _used(path: Path) -> int:
    clusters = -(-path.stat().st_size // figures.CLUSTER)
    return clusters * figures.CLUSTER


def rows(menu: list[str], game: list[str]) -> list[Row]:
    """Sizes, and the estimated times to the menu and into a game, from the modules imported."""
    sources = board_sources()
    largest = max(sources, key=lambda source: len(source.text.encode()))
    drive = sum(map(_used, _on_the_drive()))
    source = sum(len(item.text.encode()) for item in sources)
    code = sum(code_size(item.text) for item in sources)
    start = [ms + figures.LIBRARIES_MS for ms in import_ms([*menu, "code"])]
    opening = import_ms(game)
    return [
        Row(_SECTION, "size.source", round(source / 1024, 1), "KB", note=_of_it(code)),
        Row(
            _SECTION,
            "size.largest_file",
            len(largest.text.encode()),
            "B",
            figures.SOURCE_BYTES,
            note=largest.path,
        ),
        Row(_SECTION, "size.drive", round(drive / 1024, 1), "KB", figures.DRIVE_KB),
        Row(_SECTION, "start.menu", start[1], "ms", figures.START_MS, note=_from(start[0])),
        Row(_SECTION, "start.game", opening[1], "ms", figures.OPEN_MS, note=_from(opening[0])),
    ]


def _of_it(code: int) -> str:
    return f"{round(code / 1024, 1)} KB of it code"


def _from(least: int) -> str:
    return f"estimated from the size of the code: {least} ms at best"
