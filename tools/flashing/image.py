"""One .uf2 file with the whole drive in it, for dragging onto a board in its boot loader."""

import contextlib
import io
import os
import tempfile
from pathlib import Path

import folder2uf2

from tools.flashing import manifest
from tools.flashing.contents import SETTINGS, Firmware, lay_out
from tools.flashing.trouble import WRONG_USE, Trouble

#: The board of the documents, for which an image is made where no other is named.
REFERENCE = "raspberry_pi_pico"


def check_board(board: str) -> None:
    """Trouble where it is not known at which address this board keeps its drive."""
    if board not in folder2uf2.BOARDS:
        known = ", ".join(sorted(folder2uf2.BOARDS))
        raise Trouble(
            f"No image can be made for a board {board or 'without a name'}, only for these:"
            f" {known}; copy to its drive instead.",
            WRONG_USE,
        )


def check_name(path: Path) -> None:
    """Trouble where the file would not be taken for an image, or cannot lie there."""
    if path.suffix.lower() != ".uf2":
        raise Trouble(f"The image's name must end in .uf2, and {path} does not.", WRONG_USE)
    if not path.absolute().parent.is_dir():
        raise Trouble(f"There is no folder {path.parent} for the image.", WRONG_USE)
    if path.is_dir():
        raise Trouble(f"{path} is a folder.", WRONG_USE)


def make(path: Path, firmware: Firmware, board: str) -> None:
    """Write the image for this board. Trouble where it does not fit or cannot be written."""
    check_board(board)
    check_name(path)
    new = path.with_name(path.name + ".new")
    try:
        with tempfile.TemporaryDirectory() as folder:
            _lay_out(Path(folder), firmware)
            _pack(folder, new, board)
        os.replace(new, path)
    except OSError as error:
        raise Trouble(f"{path} cannot be written ({error.strerror or error}).") from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


def _lay_out(root: Path, firmware: Firmware) -> None:
    """The drive as a folder, as a copy would leave it."""
    lay_out(root, firmware)
    (root / SETTINGS).write_bytes(firmware.settings)
    (root / manifest.NAME).write_bytes(manifest.listing(firmware.files).text())


def _pack(folder: str, path: Path, board: str) -> None:
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = folder2uf2.main(["--board", board, "-o", str(path), folder])
    except ValueError as error:
        raise Trouble(f"The firmware does not fit on the drive of {board} ({error}).") from None
    except SystemExit:
        status = 1
    if status:
        lines = said.getvalue().strip().splitlines() or ["it said nothing"]
        raise Trouble(f"folder2uf2 could not make the image ({lines[-1]}).")
