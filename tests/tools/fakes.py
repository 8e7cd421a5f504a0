"""What the tests of flashing share: a small project, folders that look like a board's drive, and
drives that fail."""

import io
from pathlib import Path

from tools.flashing.cli import Flash
from tools.flashing.console import Console
from tools.flashing.drive import FolderDrive

ROOT = Path(__file__).resolve().parents[2]

BOOT_OUT = (
    b"Adafruit CircuitPython 10.0.3 on 2025-10-17; Raspberry Pi Pico with rp2040\r\n"
    b"Board ID:raspberry_pi_pico\r\nUID:0123456789ABCDEF\r\nboot.py output:\r\n"
)

#: The small project: what goes on the board, then what must not.
BOARD = {
    "boot.py": b"BOOT = 1\n",
    "code.py": b"import ui.app\n",
    "engine/__init__.py": b"",
    "engine/rules.py": b"RULES = 1\n" * 900,
    "ui/app.py": b"APP = 1\n",
    "ui/art/big.bin": bytes(range(256)) * 20,
    "ui/words/cs/common.txt": "hra=Hra v kostky: žluťoučký\n".encode(),
}
OTHER = {
    "settings.toml": b"# settings\n",
    "sim/world.py": b"x = 1\n",
    "tests/test_x.py": b"x = 1\n",
    "tools/flash.py": b"x = 1\n",
    "docs/play.md": b"x",
    "ui/app.py~": b"x",
    "ui/.app.py.swp": b"x",
    "ui/__pycache__/app.cpython-311.pyc": b"x",
}


def put(root: Path, files: dict[str, bytes]) -> Path:
    """Write files below a folder and return it."""
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


def project(root: Path) -> Path:
    """The small project with the real list of libraries."""
    put(root, BOARD)
    put(root, OTHER)
    text = (ROOT / "lib/requirements.txt").read_bytes()
    return put(root, {"lib/requirements.txt": text})


def drive(root: Path, boot_out: bytes = BOOT_OUT) -> Path:
    """A folder that looks like a new board's drive, with a file of its owner's on it."""
    return put(root, {"boot_out.txt": boot_out, "photos/cat.bmp": b"cat" * 50})


def contents(root: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def listed(root: Path) -> list[str]:
    """The lines of the list of files on a drive."""
    return (root / "kostka.txt").read_text().splitlines()


class Folder(FolderDrive):
    """A folder that does not have the whole machine's disk settled with every copy."""

    def sync(self):
        pass


class Run:
    """One run of the command on folders: its exit status and what it printed."""

    def __init__(self, root, *arguments, places=(), ask=None, open_drive=Folder):
        out, err = io.StringIO(), io.StringIO()
        flash = Flash(Console(out, err), root, lambda: list(places), ask, open_drive)
        self.status = flash.run([str(one) for one in arguments])
        self.out, self.err = out.getvalue(), err.getvalue()

    @property
    def complaint(self):
        """What it complained about, as one line."""
        assert self.err.count("\n") == 1, self.err
        return self.err.strip()


class FaultyDrive(FolderDrive):
    """A drive on which the step with this number fails, half done where it can be half done.

    Steps are every opening, piece of 4,096 bytes, renaming, removal and sync. With `dead` nothing
    works after it, as when the plug is pulled.
    """

    def __init__(self, root, at, error, dead=False):
        super().__init__(root)
        self.at = at
        self.error = error
        self.dead = dead
        self.steps = 0

    def _step(self):
        self.steps += 1
        return self.steps == self.at or self.dead and self.steps > self.at

    def _fail_if_due(self):
        if self._step():
            raise self.error

    def _put(self, file, piece):
        if self._step():
            super()._put(file, piece[: len(piece) // 2])
            raise self.error
        super()._put(file, piece)

    def write(self, path, data):
        if self._step():
            if (self.root / path).exists():
                (self.root / path).write_bytes(b"")
            raise self.error
        super().write(path, data)

    def move(self, path, to):
        self._fail_if_due()
        super().move(path, to)

    def remove(self, path):
        self._fail_if_due()
        super().remove(path)

    def sync(self):
        self._fail_if_due()

    def gone(self):
        return self.dead and self.steps >= self.at or super().gone()
