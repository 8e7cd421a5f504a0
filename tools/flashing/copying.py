"""Carrying out a plan so that a copy broken off anywhere is seen, does no harm, and is mended by
the next run.

The order: the list of files as unfinished; a placeholder for code.py; removals; every file but
code.py, read back; code.py, read back; the list as complete. Until the end the board runs the
placeholder, which says what to do.
"""

import errno
from collections.abc import Callable

from tools.flashing import manifest
from tools.flashing.contents import MAIN, SETTINGS
from tools.flashing.drive import Drive, folders_of
from tools.flashing.manifest import Manifest
from tools.flashing.plan import PLACEHOLDER, Plan
from tools.flashing.trouble import Trouble

#: Called with a verb, a path, and how much of how much is done (bytes).
Report = Callable[[str, str, int, int], object]

_FULL = (errno.ENOSPC, errno.EDQUOT)
_LOCKED = (errno.EROFS, errno.EACCES, errno.EPERM)
_GONE = (errno.EIO, errno.ENODEV, errno.ENXIO)
# What Windows says where Python's errno says nothing useful: disk full; write protected; device
# not ready, not connected, no such device, unexpected network error, device failure.
_WINDOWS_FULL = (39, 112)
_WINDOWS_LOCKED = (19,)
_WINDOWS_GONE = (21, 31, 55, 433, 483, 1117, 1167)

_AGAIN = "run the command again, which mends what is there"


def explain(error: OSError, drive: Drive, path: str) -> Trouble:
    """What went wrong with this file, in a sentence that says what to do."""
    windows = getattr(error, "winerror", None)
    reason = error.strerror or str(error)
    if windows in _WINDOWS_GONE or error.errno in _GONE or drive.gone():
        return Trouble(
            f"The drive {drive.name} went away at {path} ({reason}): plug the board in again and"
            f" {_AGAIN}."
        )
    if windows in _WINDOWS_FULL or error.errno in _FULL:
        return Trouble(
            f"The drive {drive.name} is full at {path}: remove files of your own and {_AGAIN}."
        )
    if windows in _WINDOWS_LOCKED or error.errno in _LOCKED:
        return Trouble(
            f"{path} on {drive.name} cannot be written ({reason}): close programs that use the"
            " drive, plug the board in again (hold B meanwhile if Kostka keeps the drive to"
            f" itself) and {_AGAIN}."
        )
    return Trouble(f"{path} on {drive.name}: {reason}; plug the board in again and {_AGAIN}.")


class Copier:
    """Carries out one plan on one drive. `path` is the file being worked on."""

    def __init__(self, drive: Drive, plan: Plan, report: Report) -> None:
        self.drive = drive
        self.plan = plan
        self.report = report
        self.path = manifest.NAME
        self.files = plan.firmware.files

    def run(self) -> None:
        """Do it all; Trouble where that fails."""
        try:
            self._run()
        except OSError as error:
            raise explain(error, self.drive, self.path) from error

    def _run(self) -> None:
        self._write_list(self.plan.unfinished())
        held = self._hold_the_program()
        self._remove()
        self._write([path for path in self.plan.write if path != MAIN])
        if self.plan.settings:
            self._put(SETTINGS, self.plan.firmware.settings)
        self.drive.sync()
        self._check([path for path in self.files if path != MAIN])
        if held or MAIN in self.plan.write:
            self._swap(MAIN, self.files[MAIN])
            self.drive.sync()
        self._check([MAIN])
        self._write_list(self.plan.after)
        self.drive.sync()

    def _write_list(self, content: Manifest) -> None:
        self._swap(manifest.NAME, content.text())

    def _hold_the_program(self) -> bool:
        """Put the placeholder in code.py's place, and say whether that was needed."""
        for path, to in self.plan.aside:
            self.path = path
            self.drive.move(path, to)
        if not self.plan.remove and set(self.plan.write) <= {MAIN}:
            return False
        self._swap(MAIN, PLACEHOLDER)
        self.drive.sync()
        return True

    def _remove(self) -> None:
        folders = set()
        for path in self.plan.remove:
            self.path = path
            self.report("removing", path, 0, 0)
            self.drive.remove(path)
            folders |= set(folders_of(path))
        for folder in sorted(folders, key=len, reverse=True):
            self.path = folder
            self.drive.remove_folder(folder)

    def _write(self, paths: list[str]) -> None:
        total = sum(len(self.files[path]) for path in paths)
        done = 0
        for path in paths:
            self.report("copying", path, done, total)
            self._put(path, self.files[path])
            done += len(self.files[path])

    def _put(self, path: str, data: bytes) -> None:
        self.path = path
        self.drive.write(path, data)

    def _swap(self, path: str, data: bytes) -> None:
        """Change a file at once, by renaming, so that it is never seen half written."""
        self.path = path
        self.drive.write(manifest.TEMPORARY, data)
        self.drive.move(manifest.TEMPORARY, path)

    def _check(self, paths: list[str]) -> None:
        """Trouble where a file does not read back as it should."""
        total = sum(len(self.files[path]) for path in paths)
        done = 0
        for path in paths:
            self.path = path
            self.report("checking", path, done, total)
            try:
                good = self.drive.read(path, fresh=True) == self.files[path]
            except FileNotFoundError:
                if self.drive.gone():
                    raise
                good = False
            if not good:
                raise Trouble(
                    f"{path} on {self.drive.name} does not read back as it was written: close"
                    f" programs that may change the drive and {_AGAIN}."
                )
            done += len(self.files[path])
