"""A board's drive as flashing sees it: files with bytes, no program logic.

The tests put drives of another kind in its place: images of FAT file systems, and drives that
fail.
"""

import contextlib
import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Protocol

from tools.flashing.board import BOOT_OUT

#: Folders that belong to an operating system; they may not even be readable.
_SYSTEMS = ("system volume information", "$recycle.bin", "lost.dir")
#: How many bytes are written at once.
PIECE = 4096


class Drive(Protocol):
    """Paths are relative, with forward slashes. Everything may raise OSError."""

    @property
    def name(self) -> str:
        """What to call the drive in messages."""

    def files(self) -> dict[str, int]:
        """Path -> size in bytes of every file, those of operating systems left out."""

    def folders(self) -> list[str]:
        """Every folder, those of operating systems left out."""

    def read(self, path: str, fresh: bool = False) -> bytes:
        """A file's bytes; `fresh` asks for what is on the drive, not in the computer's memory."""

    def write(self, path: str, data: bytes) -> None:
        """Make or overwrite a file, its folders too, and wait until it is on the drive."""

    def move(self, path: str, to: str) -> None:
        """Rename a file in its folder, over another one if there is one."""

    def remove(self, path: str) -> None:
        """Remove a file."""

    def remove_folder(self, path: str) -> None:
        """Remove a folder; nothing happens where it is not empty."""

    def space(self) -> tuple[int, int]:
        """Free bytes, and bytes in which files grow."""

    def sync(self) -> None:
        """Wait until everything written is on the drive."""

    def gone(self) -> bool:
        """True where the drive is not there any more."""


class FolderDrive:
    """A drive that the operating system shows as a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def name(self) -> str:
        return str(self.root)

    def files(self) -> dict[str, int]:
        found = {}
        for folder, folders, names in os.walk(self.root, onerror=self._passed_over):
            folders[:] = [one for one in folders if not _of_a_system(one)]
            for name in names:
                path = Path(folder) / name
                with contextlib.suppress(FileNotFoundError):
                    found[path.relative_to(self.root).as_posix()] = path.stat().st_size
        return found

    def folders(self) -> list[str]:
        found = []
        for folder, folders, _names in os.walk(self.root, onerror=self._passed_over):
            folders[:] = [one for one in folders if not _of_a_system(one)]
            found += [(Path(folder) / one).relative_to(self.root).as_posix() for one in folders]
        return found

    def read(self, path: str, fresh: bool = False) -> bytes:
        with open(self.root / path, "rb") as file:
            if fresh:
                _forget(file)
            return file.read()

    def write(self, path: str, data: bytes) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with open(target, "wb", buffering=0) as file:
            for start in range(0, len(data), PIECE):
                self._put(file, data[start : start + PIECE])
            _settle(file.fileno())
        _settle_folder(target.parent)

    def _put(self, file: BinaryIO, piece: bytes) -> None:
        while piece:
            piece = piece[file.write(piece) :]

    def move(self, path: str, to: str) -> None:
        os.replace(self.root / path, self.root / to)
        _settle_folder((self.root / to).parent)

    def remove(self, path: str) -> None:
        os.remove(self.root / path)

    def remove_folder(self, path: str) -> None:
        try:
            os.rmdir(self.root / path)
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT):
                raise

    def space(self) -> tuple[int, int]:
        block = 4096
        if hasattr(os, "statvfs"):
            block = os.statvfs(self.root).f_frsize or block
        return shutil.disk_usage(self.root).free, block

    def sync(self) -> None:
        _settle_folder(self.root)
        _settle_volume(self.root)

    def gone(self) -> bool:
        return not os.path.exists(self.root / BOOT_OUT)

    def _passed_over(self, error: OSError) -> None:
        """A folder that cannot be listed is passed over; the drive itself must be."""
        if self.gone() or error.filename == str(self.root):
            raise error


def folders_of(path: str) -> Iterator[str]:
    """The folders that a file lies in, the innermost first, without the root."""
    for parent in PurePosixPath(path).parents:
        if str(parent) != ".":
            yield str(parent)


def _of_a_system(name: str) -> bool:
    return name.startswith(".") or name.lower() in _SYSTEMS


def _settle(number: int) -> None:
    """Have what was written brought to the drive now."""
    os.fsync(number)
    if sys.platform == "darwin":
        import fcntl

        # macOS lets the drive itself delay writes after fsync. A file system that does not know
        # the request has done what it can.
        with contextlib.suppress(OSError):
            fcntl.fcntl(number, fcntl.F_FULLFSYNC)


def _settle_folder(path: Path) -> None:
    """The same for a folder's entries, on systems where a folder can be opened."""
    if sys.platform == "win32":
        return
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(number)


def _settle_volume(path: Path) -> None:
    """The same for the whole file system: only this one where the system can do that. Windows
    writes through to removable drives, and ejecting settles the rest."""
    sync = getattr(os, "sync", None)
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if hasattr(libc, "syncfs"):
            sync = None
            number = os.open(path, os.O_RDONLY)
            try:
                if libc.syncfs(number) != 0:
                    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
            finally:
                os.close(number)
    if sync is not None:
        sync()


def _forget(file: BinaryIO) -> None:
    """Ask the system not to answer reads of this file from its memory."""
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):
            fcntl.fcntl(file.fileno(), fcntl.F_NOCACHE, 1)
    elif hasattr(os, "posix_fadvise"):
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
