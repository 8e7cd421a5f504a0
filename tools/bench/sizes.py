"""How much goes on the drive, and how long its import takes by the board's figures."""

import ast
import functools
import io
import tokenize

from tools.bench import figures
from tools.bench.rows import Row
from tools.flashing import contents, manifest
from tools.flashing.contents import Firmware
from tools.flashing.strip import strip
from tools.flashing.trouble import Trouble
from tools.gates import flashed
from tools.gates.files import ROOT, board_sources
from tools.gates.interpreter import Failed

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
    """Least and most milliseconds that importing these modules takes on the board.

    The figures are those of ordinary sources. Short names cost no less, so what is flashed counts
    by the number of its words and signs.
    """
    sizes = _sizes_as_flashed()
    size = int(sum(sizes.get(name, 0) for name in names))
    least, most = figures.COMPILE_MS
    return size * least // 1024, size * most // 1024


@functools.cache
def _sizes_as_flashed() -> dict[str, float]:
    """Module -> the bytes of ordinary code that its flashed source amounts to."""
    folder = flashed.folder()
    found = {}
    for source in board_sources():
        short = (folder / source.path).read_text(encoding="utf-8")
        share = _count(short) / max(1, _count(strip(source.text.encode()).decode()))
        found[source.module] = code_size(source.text) * share
    return found


def _count(text: str) -> int:
    """How many words and signs."""
    blank = (tokenize.NL, tokenize.COMMENT)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(token.type not in blank for token in tokens)


def on_the_drive(firmware: Firmware) -> int:
    """Bytes that the firmware takes on a drive, the list of its files included: whole clusters."""
    content = manifest.listing(firmware.files)
    sizes = [len(data) for data in firmware.files.values()]
    sizes += [len(firmware.settings), len(content.text())]
    return sum(-(-size // figures.CLUSTER) * figures.CLUSTER for size in sizes)


def _firmware() -> Firmware:
    """What flashing writes, however large it is."""
    try:
        return contents.read(ROOT)
    except Trouble as error:
        raise Failed(str(error)) from None


def rows(menu: list[str], game: list[str]) -> list[Row]:
    """Sizes, and the estimated times to the menu and into a game, from the modules imported."""
    sources = board_sources()
    largest = max(sources, key=lambda source: len(source.text.encode()))
    drive = on_the_drive(_firmware())
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
