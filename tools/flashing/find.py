"""Where the board's drive is: every place where Linux, macOS or Windows shows removable drives."""

import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.flashing.board import BOOT_OUT, LIMIT, Board, parse
from tools.flashing.trouble import WRONG_USE, Trouble

#: Files of a board that waits in its boot loader for a .uf2 file.
_BOOTLOADER = "INFO_UF2.TXT"

_LINUX_MOUNTS = "/proc/self/mounts"
_FAT = ("vfat", "msdos", "drvfs")
# Also where the desktop did not mount it but its owner did, or the list cannot be read.
_LINUX_FOLDERS = ("/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*")
_MAC_FOLDERS = ("/Volumes/*",)
_REMOVABLE = 2  # as GetDriveType says


@dataclass(frozen=True)
class Found:
    """A drive with a readable boot_out.txt."""

    path: Path
    board: Board


def mounted(text: str) -> list[str]:
    """The FAT file systems in the text of Linux's list of mounts."""
    found = []
    for line in text.splitlines():
        fields = line.split(" ")
        if len(fields) > 2 and fields[2] in _FAT and fields[1].startswith("/"):
            plain = re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), fields[1])
            found.append(plain)
    return found


def _windows() -> list[Path]:
    """The removable drives' letters; fixed and network drives are not even looked at."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        letters = kernel.GetLogicalDrives()
        roots = [f"{chr(65 + bit)}:\\" for bit in range(26) if letters & 1 << bit]
        return [Path(root) for root in roots if kernel.GetDriveTypeW(root) == _REMOVABLE]
    return []


def places(system: str = sys.platform, root: Path = Path("/")) -> list[Path]:
    """Where a drive may be on this system; `root` stands for "/" in tests."""
    if system == "win32":
        return _windows()
    found = []
    if system.startswith("linux"):
        try:
            text = (root / _LINUX_MOUNTS[1:]).read_text("utf-8", "replace")
        except OSError:
            text = ""
        found += [root / path.lstrip("/") for path in mounted(text)]
    patterns = _MAC_FOLDERS if system == "darwin" else _LINUX_FOLDERS
    for pattern in patterns:
        try:
            found += sorted(root.glob(pattern[1:]))
        except OSError:
            continue
    return found


def look(path: Path) -> Board | None:
    """The board at this place, or None where there is no readable boot_out.txt of one."""
    try:
        with open(path / BOOT_OUT, "rb") as file:
            return parse(file.read(LIMIT))
    except (OSError, ValueError):
        return None


def drives(candidates: Iterable[Path]) -> list[Found]:
    """The boards' drives among these places, each once."""
    found: dict[str, Found] = {}
    for path in candidates:
        real = os.path.realpath(path)
        board = None if real in found else look(path)
        if board is not None:
            found[real] = Found(path, board)
    return list(found.values())


def named(path: Path) -> Found:
    """The drive that the owner named; Trouble where it is none."""
    if not path.is_dir():
        raise Trouble(f"There is no folder or drive {path}.", WRONG_USE)
    try:
        with open(path / BOOT_OUT, "rb") as file:
            return Found(path, parse(file.read(LIMIT)))
    except FileNotFoundError:
        text = f"{path} has no {BOOT_OUT}, so it is not a board's drive: name the one that has it."
        raise Trouble(text, WRONG_USE) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise Trouble(f"{path / BOOT_OUT} cannot be read ({reason}): plug in again.") from None
    except ValueError as error:
        raise Trouble(
            f"{path / BOOT_OUT} does not come from CircuitPython ({error}): install CircuitPython"
            " on the board and try again."
        ) from None


def none_found(candidates: Iterable[Path]) -> Trouble:
    """What to say where no place held a board's drive."""
    for path in candidates:
        if os.path.isfile(path / _BOOTLOADER):
            return Trouble(
                f"The board at {path} waits in its boot loader: copy CircuitPython's .uf2 file for"
                " it there, wait for the drive CIRCUITPY, and try again."
            )
    return Trouble(
        "No board's drive was found: plug the board in with a cable that carries data (hold B"
        " meanwhile if Kostka hides the drive), or name the drive with --drive PATH."
    )
