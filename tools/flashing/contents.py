"""What goes on the board: every file of the firmware with its bytes as they are written there.
Tests, simulator, tools and documents do not go there."""

from dataclasses import dataclass
from pathlib import Path

from tools.flashing import libraries
from tools.flashing.proof import Differs
from tools.flashing.shorten import shorten
from tools.flashing.strip import strip
from tools.flashing.trouble import Trouble
from tools.gates.files import BOARD_FOLDERS, BOARD_SCRIPTS

#: The program that CircuitPython starts; copied last.
MAIN = "code.py"
#: The owner's file: written only where there is none.
SETTINGS = "settings.toml"
#: Budget of everything on the drive, in bytes.
LARGEST = 400 * 1024
#: How the sources go there: as they are; without documentation and comments; with short names too.
WHOLE = "whole"
PLAIN = "plain"
SHORT = "short"
#: Where the desktop's programs are that run the firmware: what they use of it keeps its name.
ONLOOKERS = ("sim", "tests/board")
#: Kinds of files that the board uses. Whatever else lies in its folders is left out.
KINDS = (".py", ".bin", ".txt")


@dataclass(frozen=True)
class Firmware:
    """Path on the drive -> bytes, with MAIN at the end; and the settings that a new board gets."""

    files: dict[str, bytes]
    settings: bytes

    @property
    def size(self) -> int:
        """Bytes of all files, settings included."""
        return len(self.settings) + sum(len(data) for data in self.files.values())


def gather(root: Path, how: str = SHORT) -> Firmware:
    """The firmware of the project in this folder, read once; `how` is WHOLE, PLAIN or SHORT.

    Trouble where a file cannot be read, there is none, or they are too large together. Files with
    their names or comments may be as large as the drive takes.
    """
    firmware = read(root, how)
    if how == SHORT:
        check_size(firmware)
    return firmware


def read(root: Path, how: str = SHORT) -> Firmware:
    """The firmware of the project in this folder, however large it is; `how` as for `gather`.

    Trouble where a file cannot be read or there is none.
    """
    try:
        files = _board_files(root)
        files.update(libraries.sources(root))
        settings = (root / SETTINGS).read_bytes()
        files[MAIN] = (root / MAIN).read_bytes()
        onlookers = _onlookers(root)
    except OSError as error:
        raise Trouble(f"{error.filename} cannot be read ({error.strerror}).") from None
    if how != WHOLE:
        files = {
            path: strip(data) if path.endswith(".py") else data for path, data in files.items()
        }
    if how == SHORT:
        files = _shortened(files, onlookers)
    return Firmware(files, settings)


def _shortened(files: dict[str, bytes], onlookers: list[bytes]) -> dict[str, bytes]:
    try:
        return shorten(files, onlookers)
    except Differs as error:
        raise Trouble(
            f"The names in {error} cannot be shortened: try again with --plain, which leaves them"
            " as they are and costs the board some memory."
        ) from None


def _onlookers(root: Path) -> list[bytes]:
    return [path.read_bytes() for one in ONLOOKERS for path in sorted((root / one).rglob("*.py"))]


def check_size(firmware: Firmware) -> None:
    """Trouble where the firmware has outgrown its budget."""
    if firmware.size > LARGEST:
        raise Trouble(
            f"The firmware has {kilobytes(firmware.size)}, more than the {kilobytes(LARGEST)} that"
            " it may have on a drive: leave something out of ui/art or ui/words."
        )


def _board_files(root: Path) -> dict[str, bytes]:
    found = {}
    for folder in BOARD_FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root)
            hidden = any(part.startswith((".", "__pycache__")) for part in name.parts)
            if path.suffix in KINDS and path.is_file() and not hidden:
                found[name.as_posix()] = path.read_bytes()
    for script in BOARD_SCRIPTS:
        if script != MAIN and (root / script).is_file():
            found[script] = (root / script).read_bytes()
    return found


def lay_out(folder: Path, firmware: Firmware) -> None:
    """Write the firmware's files below a folder, as they would lie on a drive."""
    for path, data in firmware.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def kilobytes(size: int) -> str:
    """A number of bytes in words, rounded up so that nothing becomes 0 KB."""
    return f"{(size + 1023) // 1024} KB"
