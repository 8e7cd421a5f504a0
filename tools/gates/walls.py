"""The walls between the folders, and what no board file may do.

Imports run one way: code.py -> ui -> engine, code.py -> hw, sim -> everything. Nothing on the
board knows whether it is simulated, and nothing on it writes files.
"""

import ast
import re
from collections.abc import Iterator

from tools.gates.files import BOARD_FOLDERS, BOARD_SCRIPTS, Finding
from tools.gates.parsed import Parsed, docstrings, dotted

# Part of the project -> the parts of the project it may import.
MAY_IMPORT = {
    "code.py": frozenset(["engine", "hw", "ui"]),
    "boot.py": frozenset(["hw"]),
    "safemode.py": frozenset(["hw"]),
    "engine": frozenset(["engine"]),
    "hw": frozenset(["hw"]),
    "ui": frozenset(["engine", "ui"]),
    "sim": frozenset(["engine", "hw", "sim", "tools", "ui"]),
}
PARTS = frozenset(["engine", "hw", "ui", "sim", "tools", "tests", "code", "boot", "safemode"])

# Modules of the chip and its pins: the rules and the screens have no business with them.
_HARDWARE = frozenset(
    """
    adafruit_bus_device adafruit_debouncer adafruit_ssd1306 adafruit_ticks
    alarm analogio board busio digitalio keypad microcontroller nvm pwmio storage supervisor
    usb_cdc watchdog
    """.split()
)
_BARRED = {
    # the rules: no pins, no clock, no randomness, no files
    "engine": _HARDWARE | frozenset(["os", "random", "time"]),
    "ui": _HARDWARE | frozenset(["random", "time"]),
}

# Questions by which a program could tell where it runs.
_QUESTIONS = frozenset(
    """
    board.board_id os.name os.uname sys.implementation.name sys.platform sys.version
    """.split()
)
_TELLTALES = ("simul", "emulat", "blinka", "pygame", "desktop")

_MODULE_NAME = re.compile(r"(engine|hw|ui|sim|tools|tests)\.[a-z_.]*$")
_WRITERS = frozenset(["mkdir", "remove", "rename", "rmdir", "unlink"])


def part_of(path: str) -> str:
    """The part of the project a file belongs to: a folder, or a script at the root."""
    return path.split("/")[0]


def is_board(path: str) -> bool:
    return part_of(path) in BOARD_FOLDERS + BOARD_SCRIPTS


def imports(file: Parsed) -> Iterator[tuple[ast.AST, str]]:
    """Every module that the file imports, inside functions too.

    A module that is imported by a name from a table counts by the table: every string that
    looks like one of the project's modules.
    """
    prose = docstrings(file.tree)
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                yield node, item.name
        elif isinstance(node, ast.ImportFrom):
            yield node, node.module or ""
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if _MODULE_NAME.match(node.value) and id(node) not in prose:
                yield node, node.value


def check_imports(file: Parsed) -> Iterator[Finding]:
    """Imports against the walls."""
    part = part_of(file.path)
    if part not in MAY_IMPORT:
        return
    for node, module in imports(file):
        top = module.split(".")[0]
        if top in PARTS and top not in MAY_IMPORT[part]:
            yield file.finding(node, "wall", f"{part} does not import {module}")
        elif top in _BARRED.get(part, ()):
            yield file.finding(node, "wall", f"{part} does not import {module}")


def check_questions(file: Parsed) -> Iterator[Finding]:
    """A board file that could tell the desktop from the board."""
    if not is_board(file.path):
        return
    prose = docstrings(file.tree)
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Attribute) and dotted(node) in _QUESTIONS:
            yield file.finding(node, "wall", f"{dotted(node)}: nothing asks where it runs")
        for word in _words(node, prose):
            if any(telltale in word.lower() for telltale in _TELLTALES):
                yield file.finding(node, "wall", f"{word!r}: nothing asks where it runs")


def _words(node: ast.AST, prose: frozenset[int]) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if id(node) not in prose:
            yield node.value
    for field in ("id", "attr", "arg", "name", "module"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value


def check_writing(file: Parsed) -> Iterator[Finding]:
    """A board file that writes to the drive (F1, F3, F4)."""
    if not is_board(file.path):
        return
    for node in ast.walk(file.tree):
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func)
        if name.split(".")[-1] == "open" and not _reads(node):
            yield file.finding(node, "writing", "no board file opens a file to write")
        elif name.startswith("os.") and name[3:] in _WRITERS:
            yield file.finding(node, "writing", f"{name}() changes the drive")
        elif name.endswith("remount") and file.path != "boot.py":
            yield file.finding(node, "writing", "the drive is remounted in boot.py alone")


def _reads(node: ast.Call) -> bool:
    modes = node.args[1:2] + [item.value for item in node.keywords if item.arg == "mode"]
    for mode in modes:
        if not isinstance(mode, ast.Constant) or set(str(mode.value)) - set("rbt"):
            return False
    return True


def check(file: Parsed) -> Iterator[Finding]:
    """Everything above for one file."""
    yield from check_imports(file)
    yield from check_questions(file)
    yield from check_writing(file)
