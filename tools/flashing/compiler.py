"""Compiling the board's modules beforehand with CircuitPython's own mpy-cross, if the owner has it.

The compiler of MicroPython has the same name and makes files that CircuitPython refuses, so the
bytecode's header decides: a letter, the format's version, the processor and the width of small
integers.
"""

import subprocess
import tempfile
from pathlib import Path

from tools.flashing.contents import Firmware
from tools.flashing.trouble import WRONG_USE, Trouble
from tools.gates.files import BOARD_SCRIPTS

#: The header's first bytes that CircuitPython 9 and 10 take.
LETTER = ord("C")
VERSION = 6
#: Bits of a small integer on the boards.
SMALL_BITS = 31

_MICROPYTHON = ord("M")
_SECONDS = 60


def check_header(data: bytes) -> str:
    """Why CircuitPython would not load this bytecode; empty where it would."""
    if len(data) < 4 or data[0] not in (LETTER, _MICROPYTHON):
        return "it does not make .mpy files"
    if data[0] == _MICROPYTHON:
        return "it is MicroPython's, whose bytecode CircuitPython refuses"
    if data[1] != VERSION:
        return f"its bytecode has version {data[1]}, and CircuitPython 9 and 10 take {VERSION}"
    if data[2] >> 2:
        return "it compiles for one kind of processor"
    if data[3] > SMALL_BITS:
        return "it compiles for wider numbers than the boards have"
    return ""


def module_name(path: str) -> str:
    """The compiled file's path for a source's, or the same path where it stays source.

    CircuitPython starts its root's scripts from source only.
    """
    if path.endswith(".py") and path not in BOARD_SCRIPTS:
        return path[:-3] + ".mpy"
    return path


class Compiler:
    """CircuitPython's mpy-cross at a path that the owner names; Trouble where it is none."""

    def __init__(self, program: Path) -> None:
        if not program.is_file():
            raise Trouble(f"There is no compiler {program}.", WRONG_USE)
        self.program = program.resolve()
        reason = check_header(self.compile("trial.py", b"x = 1\n"))
        if reason:
            raise self._wrong(reason)

    def firmware(self, firmware: Firmware) -> Firmware:
        """The same firmware with its modules compiled."""
        files = {}
        for path, data in firmware.files.items():
            name = module_name(path)
            files[name] = data if name == path else self.compile(path, data)
        return Firmware(files, firmware.settings)

    def compile(self, path: str, source: bytes) -> bytes:
        """The bytecode of one file. Trouble with the compiler's words where it refuses."""
        with tempfile.TemporaryDirectory() as folder:
            text, result = Path(folder) / "in.py", Path(folder) / "out.mpy"
            text.write_bytes(source)
            command = [str(self.program), "-o", str(result), "-s", path, str(text)]
            try:
                done = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=_SECONDS,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise self._wrong(f"it did not end within {_SECONDS} s") from None
            except OSError as error:
                raise self._wrong(f"it cannot be started: {error.strerror or error}") from None
            if done.returncode != 0:
                lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
                raise Trouble(f"{self.program} cannot compile {path} ({lines[-1].strip()}).")
            return result.read_bytes() if result.is_file() else b""

    def _wrong(self, reason: str) -> Trouble:
        return Trouble(
            f"{self.program} is not the compiler that is needed ({reason}): name CircuitPython's"
            " own mpy-cross, or leave --mpy-cross out; the sources work as well.",
            WRONG_USE,
        )
