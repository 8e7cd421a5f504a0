"""Copies that are broken off: what the drive holds then, what is said, and that the next run mends
it. Every step of a copy fails once."""

import errno
import os

import pytest

from tests.tools import fakes
from tests.tools.fakes import BOARD, FaultyDrive, Run, contents, listed
from tools.flashing import contents as firmware
from tools.flashing import plan
from tools.flashing.copying import explain
from tools.flashing.drive import FolderDrive

OLD = {**BOARD, "code.py": b"import ui.old\n", "ui/app.py": b"OLD = 1\n", "ui/old.py": b"x\n"}
OLD["engine/rules.py"] = b"RULES = 0\n" * 900


@pytest.fixture
def root(tmp_path):
    return fakes.project(tmp_path / "project")


def old_drive(tmp_path, name):
    """A drive that holds an older Kostka, some of whose files are gone from the new one."""
    older = fakes.put(fakes.project(tmp_path / f"older-{name}"), OLD)
    drive = fakes.drive(tmp_path / name)
    assert Run(older, "--drive", drive).status == 0
    return drive


def faulty(at, error, dead=False):
    """The way to a drive whose step `at` fails, and the drives made by it."""
    made = []

    def open_drive(path):
        made.append(FaultyDrive(path, at, error, dead))
        return made[-1]

    return open_drive, made


def cut(root, drive, at, error, dead=False):
    """One run in which step `at` fails; None where the run had fewer steps."""
    open_drive, made = faulty(at, error, dead)
    run = Run(root, "--drive", drive, open_drive=open_drive)
    return run if made[0].steps >= at else None


def wanted(root):
    return dict(firmware.gather(root).files)


def restore(drive, files):
    """Bring a folder back to what it held."""
    for path in contents(drive):
        if path not in files:
            (drive / path).unlink()
    fakes.put(drive, files)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("ui", "file ui where the folder ui/"),
        ("Engine", "file Engine where the folder engine/"),
        ("ui/art", "file ui/art where the folder ui/art/"),
        ("lib", "file lib where the folder lib/"),
        ("code.py/mine.txt", "folder code.py where the file code.py"),
        ("ui/APP.py/", "folder ui/APP.py where the file ui/app.py"),
        ("settings.toml/", "folder settings.toml where the file settings.toml"),
        ("kostka.txt/", "folder kostka.txt where the file kostka.txt"),
    ],
)
@pytest.mark.parametrize("dry", [True, False])
def test_what_is_in_the_way_is_found_before_anything_is_changed(root, tmp_path, path, words, dry):
    drive = fakes.drive(tmp_path / "drive")
    if path.endswith("/"):
        (drive / path).mkdir(parents=True)
    else:
        fakes.put(drive, {path: b"mine"})
    before = contents(drive)
    run = Run(root, "--drive", drive, *["--dry-run"] * dry)
    assert run.status == 1
    assert words + " of Kostka's belongs" in run.complaint
    assert "nothing was changed" in run.complaint
    assert contents(drive) == before


def test_a_file_of_an_older_kostka_that_is_a_folder_now_is_no_obstacle(root, tmp_path):
    older = fakes.put(fakes.project(tmp_path / "older"), {"engine/rules": b"old"})
    (older / "engine/rules.py").unlink()
    drive = fakes.drive(tmp_path / "drive")
    fakes.put(older, {"engine/rules.bin": b"old"})
    assert Run(older, "--drive", drive).status == 0
    (root / "engine/rules.py").unlink()
    fakes.put(root, {"engine/rules.bin/table.bin": b"new"})
    run = Run(root, "--drive", drive)
    assert run.status == 0, run.err
    assert (drive / "engine/rules.bin/table.bin").read_bytes() == b"new"


@pytest.mark.parametrize("new", [True, False], ids=["new", "update"])
def test_F17_a_copy_cut_at_every_step_is_seen_and_mended(root, tmp_path, new):
    drive = fakes.drive(tmp_path / "new") if new else old_drive(tmp_path, "update")
    before = contents(drive)
    files = wanted(root)
    error = OSError(errno.EIO, "Input/output error")
    cuts = 0
    while True:
        restore(drive, before)
        run = cut(root, drive, cuts + 1, error, dead=True)
        if run is None:
            break
        cuts += 1
        assert run.status == 1
        assert "went away" in run.complaint
        check_half_done(before, contents(drive), files)
        again = Run(root, "--drive", drive)
        assert again.status == 0, (cuts, again.err)
        found = contents(drive)
        assert {path: found.get(path) for path in files} == files
        assert set(found) - set(files) == {
            "boot_out.txt",
            "kostka.txt",
            "photos/cat.bmp",
            "settings.toml",
        }
        assert listed(drive)[1] == "complete"
    assert cuts > 20


def check_half_done(before, found, files):
    """After a cut the board starts the old program, the placeholder or the new one: the old and
    the new one only with all files that belong to them."""
    rest = {path for path in files if path != "code.py"}
    program = found.get("code.py")
    if program == files["code.py"]:
        assert {path: found.get(path) for path in rest} == {path: files[path] for path in rest}
    elif program != plan.PLACEHOLDER:
        assert program == before.get("code.py")
        ours = (*files, "settings.toml")
        assert {one: found.get(one) for one in ours} == {one: before.get(one) for one in ours}
    assert found["boot_out.txt"] == before["boot_out.txt"]
    assert found["photos/cat.bmp"] == before["photos/cat.bmp"]


def test_a_cut_copy_is_announced_by_the_next_run(root, tmp_path):
    drive = fakes.drive(tmp_path / "drive")
    cut(root, drive, 12, OSError(errno.EIO, "Input/output error"), dead=True)
    assert "mends it" in Run(root, "--drive", drive).out
    assert "mends it" not in Run(root, "--drive", drive).out


def test_files_of_a_copy_that_was_cut_and_never_mended_are_still_known_as_ours(root, tmp_path):
    drive = fakes.drive(tmp_path / "drive")
    fakes.put(root, {"engine/aaa.py": b"x = 1\n"})
    cut(root, drive, 12, OSError(errno.EIO, "Input/output error"))
    assert (drive / "engine/aaa.py").exists()
    (root / "engine/aaa.py").unlink()
    assert Run(root, "--drive", drive).status == 0
    assert not (drive / "engine/aaa.py").exists()


def test_ctrl_c_at_every_step_ends_with_a_sentence(root, tmp_path):
    drive = fakes.drive(tmp_path / "drive")
    steps = 0
    while (run := cut(root, drive, steps + 1, KeyboardInterrupt())) is not None:
        steps += 1
        assert run.status == 130
        assert run.complaint.startswith("Stopped; the drive holds half a copy")
    assert steps > 5  # each run got a little further than the one before
    assert Run(root, "--drive", drive).status == 0


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "is full at engine/rules.py"),
        (errno.EDQUOT, "is full at engine/rules.py"),
        (errno.EROFS, "cannot be written"),
        (errno.EACCES, "cannot be written"),
        (errno.EIO, "went away at engine/rules.py"),
        (errno.ENODEV, "went away at engine/rules.py"),
        (errno.ENXIO, "went away at engine/rules.py"),
        (errno.EMFILE, "engine/rules.py"),
    ],
)
def test_what_an_error_means_is_said_in_one_sentence(root, tmp_path, number, words):
    class Failing(FolderDrive):
        def write(self, path, data):
            if path == "engine/rules.py":
                raise OSError(number, os.strerror(number))
            super().write(path, data)

    drive = fakes.drive(tmp_path / "drive")
    run = Run(root, "--drive", drive, open_drive=Failing)
    assert run.status == 1
    assert words in run.complaint
    assert "run the command again" in run.complaint
    assert (drive / "code.py").read_bytes() == plan.PLACEHOLDER
    assert listed(drive)[1] == "unfinished"


@pytest.mark.parametrize(
    ("code", "words"), [(112, "is full"), (19, "cannot be written"), (1167, "went away")]
)
def test_what_windows_says_is_understood(tmp_path, code, words):
    class WindowsError(OSError):
        winerror = code

    error = WindowsError(errno.EINVAL, "as Windows puts it")
    drive = FolderDrive(fakes.drive(tmp_path / "drive"))
    assert words in str(explain(error, drive, "ui/app.py"))


def test_a_drive_that_is_gone_is_told_from_any_other_error(tmp_path):
    folder = fakes.drive(tmp_path / "drive")
    (folder / "boot_out.txt").unlink()
    error = OSError(errno.ENOENT, "No such file or directory")
    assert "went away" in str(explain(error, FolderDrive(folder), "ui/app.py"))


def test_a_read_only_drive_is_not_touched(root, tmp_path):
    class ReadOnly(FolderDrive):
        def write(self, path, data):
            raise OSError(errno.EROFS, "Read-only file system")

    drive = fakes.drive(tmp_path / "drive")
    before = contents(drive)
    run = Run(root, "--drive", drive, open_drive=ReadOnly)
    assert run.status == 1
    assert "hold B" in run.complaint
    assert contents(drive) == before


def test_a_drive_without_room_is_not_touched(root, tmp_path):
    class Small(FolderDrive):
        def space(self):
            return 20 * 1024, 512

    drive = fakes.drive(tmp_path / "drive")
    before = contents(drive)
    run = Run(root, "--drive", drive, open_drive=Small)
    assert run.status == 1
    assert "20 KB are free" in run.complaint
    assert contents(drive) == before


def test_room_that_ours_take_up_counts_as_room(root, tmp_path):
    """An update on a nearly full drive goes through, as the new files take the old ones' place."""

    class Full(FolderDrive):
        def space(self):
            return 4096, 512

    drive = old_drive(tmp_path, "drive")
    assert Run(root, "--drive", drive, open_drive=Full).status == 0


def test_F17_every_file_and_its_folder_are_settled(root, tmp_path, monkeypatch):
    """What is opened is settled before it is closed, and the whole drive three times."""
    settled = []
    real = os.fsync

    def fsync(number):
        settled.append(os.fstat(number).st_ino)
        real(number)

    monkeypatch.setattr(os, "fsync", fsync)
    volumes: list[object] = []
    monkeypatch.setattr("tools.flashing.drive._settle_volume", volumes.append)
    drive = fakes.drive(tmp_path / "drive")
    assert Run(root, "--drive", drive, open_drive=FolderDrive).status == 0
    for path in wanted(root):
        assert (drive / path).stat().st_ino in settled, path
        if os.name != "nt":
            assert (drive / path).parent.stat().st_ino in settled, path
    assert volumes == [drive] * len(volumes)
    assert len(volumes) >= 3


def test_a_real_folder_is_settled_as_a_whole(tmp_path):
    FolderDrive(fakes.drive(tmp_path / "drive")).sync()
    if os.name != "nt":
        with pytest.raises(OSError, match="No such file"):
            FolderDrive(tmp_path / "nowhere").sync()


@pytest.mark.parametrize("path", ["ui/app.py", "code.py", "lib/adafruit_ticks.py"])
def test_F17_a_file_that_does_not_read_back_is_told_and_then_mended(root, tmp_path, path):
    class Lying(FolderDrive):
        """Says yes to every write, and keeps the last byte of one file to itself."""

        def write(self, name, data):
            new = data == wanted(root)[path]
            super().write(name, data[:-1] if new else data)

    drive = fakes.drive(tmp_path / "drive")
    run = Run(root, "--drive", drive, open_drive=Lying)
    assert run.status == 1
    assert f"{path} on {drive} does not read back" in run.complaint
    assert listed(drive)[1] == "unfinished"
    if path != "code.py":
        assert (drive / "code.py").read_bytes() == plan.PLACEHOLDER
    assert Run(root, "--drive", drive).status == 0
    assert contents(drive)[path] == wanted(root)[path]


def test_a_file_that_something_else_changed_meanwhile_is_told(root, tmp_path):
    class Busy(FolderDrive):
        """Something else removes a file as soon as another is written."""

        def write(self, name, data):
            super().write(name, data)
            if name == "ui/app.py":
                (self.root / "boot.py").unlink(missing_ok=True)
                (self.root / "engine/rules.py").unlink(missing_ok=True)

    drive = fakes.drive(tmp_path / "drive")
    run = Run(root, "--drive", drive, open_drive=Busy)
    assert run.status == 1
    assert "engine/rules.py" in run.complaint
    assert Run(root, "--drive", drive).status == 0
    assert contents(drive)["engine/rules.py"] == BOARD["engine/rules.py"]


def test_a_file_that_cannot_be_read_is_written_anew(root, tmp_path):
    class Damaged(FolderDrive):
        bad = True

        def read(self, path, fresh=False):
            if path == "ui/app.py" and self.bad:
                raise OSError(errno.EIO, "Input/output error")
            return super().read(path, fresh)

        def write(self, path, data):
            self.bad = self.bad and path != "ui/app.py"
            super().write(path, data)

    drive = fakes.drive(tmp_path / "drive")
    Run(root, "--drive", drive)
    run = Run(root, "--drive", drive, open_drive=Damaged)
    assert run.status == 0
    assert "copying ui/app.py" in run.out


def test_a_folder_where_a_file_should_be_is_told(root, tmp_path):
    drive = fakes.drive(tmp_path / "drive")
    (drive / "boot.py").mkdir()
    run = Run(root, "--drive", drive)
    assert run.status == 1
    assert "boot.py" in run.complaint


def test_a_file_where_a_folder_should_be_is_told(root, tmp_path):
    drive = fakes.put(fakes.drive(tmp_path / "drive"), {"engine": b"x"})
    run = Run(root, "--drive", drive)
    assert run.status == 1
    assert "engine/" in run.complaint
