"""What goes on the board: every file of the firmware with its bytes as they are written there.
Tests, simulator, tools and documents do not go there."""

from dataclasses import dataclass
from pathlib import Path

from tools.flashing import libraries
from tools.flashing.strip import strip
from tools.flashing.trouble import Trouble
from tools.gates.files import BOARD_FOLDERS, BOARD_SCRIPTS

#: The program that CircuitPython starts; copied last.
MAIN = "code.py"
#: The owner's file: written only where there is none.
SETTINGS = "settings.toml"
#: Budget of everything on the drive, in bytes.
LARGEST = 400 * 1024
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


def gather(root: Path, whole: bool = False) -> Firmware:
    """The firmware of the project in this folder, read once; `whole` as for `read`.

    Trouble where a file cannot be read, there is none, or they are too large together.
    """
    firmware = read(root, whole)
    check_size(firmware)
    return firmware


def read(root: Path, whole: bool = False) -> Firmware:
    """The firmware of the project in this folder, however large it is.

    The sources go without documentation and comments, with `whole` as they are. Trouble where a
    file cannot be read or there is none.
    """
    try:
        files = _board_files(root)
        files.update(libraries.sources(root))
        settings = (root / SETTINGS).read_bytes()
        files[MAIN] = (root / MAIN).read_bytes()
    except OSError as error:
        raise Trouble(f"{error.filename} cannot be read ({error.strerror}).") from None
    if not whole:
        files = {
            path: strip(data) if path.endswith(".py") else data for path, data in files.items()
        }
    return Firmware(files, settings)


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


def kilobytes(size: int) -> str:
    """A number of bytes in words, rounded up so that nothing becomes 0 KB."""
    return f"{(size + 1023) // 1024} KB"
