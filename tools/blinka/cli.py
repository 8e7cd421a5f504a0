"""The command line: finds the adapter and the settings, lays a file in the place of the flash, and
runs code.py as it is."""

import argparse
import contextlib
import os
import signal
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from sim.world import read_settings
from tools import bootstrap
from tools.blinka import pins
from tools.blinka.memory import FileMemory

ROOT = Path(__file__).resolve().parents[2]
#: Name on the command line -> the variable by which Blinka is told to look for it.
ADAPTERS = {"ft232h": "BLINKA_FT232H", "mcp2221": "BLINKA_MCP2221"}

_PREFIX = "KOSTKA_"
_NO_LIBUSB = "No backend available"  # as pyusb says it
_NOTES = """\
On a Raspberry Pi no option is needed. Settings are taken from settings.toml, and over it from
variables of the environment (KOSTKA_TURNED=1). Ctrl-C ends it; a running game is kept in the
store. docs/build.md has the wiring.

exit status: 0 ended by Ctrl-C, 1 it cannot run, 2 something asked for makes no sense
"""


class Complaint(Exception):
    """It cannot run; the text is one sentence that says what to do."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Complaint(f"{message}; `python3 -m tools.blinka --help` lists the options", 2)


def _parser() -> _Parser:
    parser = _Parser(
        prog="python3 -m tools.blinka",
        description="Runs Kostka's firmware on a real panel and real buttons, on this computer.",
        epilog=_NOTES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--adapter", choices=sorted(ADAPTERS), help="the USB adapter that is plugged in")
    add(
        "--store",
        type=Path,
        metavar="FILE",
        default=ROOT / "kostka.nvm",
        help="where games and settings are kept (kostka.nvm in the project's folder)",
    )
    add(
        "--settings",
        type=Path,
        metavar="FILE",
        default=ROOT / "settings.toml",
        help="another settings.toml",
    )
    add("--pins", action="store_true", help="say which part hangs on which pin, and end")
    return parser


def take_settings(path: Path) -> None:
    """Put what the file says into the environment, where os.getenv finds it; what stands there
    already stays."""
    try:
        found = read_settings(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Complaint(f"{path} cannot be used: {error}") from None
    for name, value in found.items():
        if name.startswith(_PREFIX):
            os.environ.setdefault(name, str(value))


def find_board(adapter: str | None) -> ModuleType:
    """Blinka's `board`, with all it needs. Complaint where there is none."""
    if adapter:
        os.environ.setdefault(ADAPTERS[adapter], "1")
    # Blinka would ask whether to fetch packages; those that are needed are pinned and there.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    # On Linux the bus has the speed that the system gives it, whatever the settings say.
    warnings.filterwarnings("ignore", "I2C frequency is not settable")
    try:
        import board
        import digitalio  # noqa: F401
        import microcontroller  # noqa: F401
    except Exception as error:  # whatever an adapter's driver has against it
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        reason = (lines or [type(error).__name__])[0]
        if reason == _NO_LIBUSB:
            reason = "the system's libusb is missing"
        raise Complaint(
            f"Blinka finds no board here ({reason}): plug the adapter in and name it with"
            " --adapter; docs/build.md says what else it needs."
        ) from None
    return board


def take_pins(board: ModuleType) -> None:
    """The usual pins of this board into the environment, but for those that are set already."""
    for part, pin in pins.usual(board).items():
        os.environ.setdefault(_PREFIX + part.upper(), pin)
    for part in ("sda", "scl"):
        if not os.environ.get(_PREFIX + part.upper()):
            raise Complaint(
                f"No usual pins are known for {getattr(board, 'board_id', 'this board')}: name an"
                f" adapter with --adapter, or set {_PREFIX}{part.upper()} and the others."
            )


def keep_in(path: Path) -> None:
    """Give the board a memory: this file."""
    import microcontroller

    try:
        microcontroller.nvm = FileMemory(path)  # type: ignore[assignment]
    except (OSError, ValueError) as error:
        raise Complaint(f"{path} cannot be the store: {error}") from None


def show_pins(board: ModuleType) -> None:
    """The wiring, as it is in force."""
    from hw.settings import PINS

    print(f"board: {getattr(board, 'board_id', 'unknown')}")
    for part, usual in PINS:
        name = _PREFIX + part.upper()
        pin = os.environ.get(name, usual)
        there = all(getattr(board, one, None) is not None for one in pin.split("+"))
        print(f"{name:14} {pin}{'' if there else '  (this board has none of that name)'}")


def run(settings: Path) -> int:
    """Run code.py as a board does: again whenever it ends, until Ctrl-C."""
    import hw.settings

    hw.settings.FILE = str(settings)
    path = ROOT / "code.py"
    names: dict[str, object] = {"__name__": "__main__", "__file__": str(path)}
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    except KeyboardInterrupt:
        return 0
    except Exception as error:  # told in full by the firmware itself
        raise Complaint(f"The firmware cannot run here: {error}") from None
    finally:
        _darken(names)
    bootstrap.start_again(sys.executable, "tools.blinka")
    return 0


def _darken(names: Mapping[str, object]) -> None:
    """A panel on a computer keeps its power: leave no picture on it to burn in (F19)."""
    parts = getattr(names.get("guard"), "parts", None)
    if parts is not None:
        with contextlib.suppress(OSError):
            parts.panel.darken(True)


def _stop(_number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


def main(arguments: list[str]) -> int:
    """The command; returns its exit status."""
    try:
        options = _parser().parse_args(arguments)
        take_settings(options.settings)
        board = find_board(options.adapter)
        take_pins(board)
        if options.pins:
            show_pins(board)
            return 0
        keep_in(options.store)
        signal.signal(signal.SIGTERM, _stop)
        return run(options.settings)
    except Complaint as complaint:
        print(complaint, file=sys.stderr)
        return complaint.status
    except KeyboardInterrupt:
        return 0
