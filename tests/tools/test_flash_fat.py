"""The same copies on images of FAT file systems: space in clusters, names, cuts between the chip's
writes; looked at by Debian's tools where they are installed."""

import shutil
import subprocess

import pytest

from tests.tools import fakes
from tests.tools.fakes import Run
from tests.tools.fat import Chip, FatDrive, image
from tools.flashing import contents as firmware
from tools.flashing import plan

MEGABYTE = 1024 * 1024


@pytest.fixture
def root(tmp_path):
    return fakes.project(tmp_path / "project")


@pytest.fixture
def folder(tmp_path):
    """The drive as a folder: the command looks at its boot_out.txt there."""
    return fakes.drive(tmp_path / "drive")


def flash(root, folder, data, *arguments, limit=None):
    """One run on an image: how it went, and the image after it."""
    made = []

    def open_drive(path):
        drive = FatDrive(Chip(data))
        if limit is not None:
            drive.chip.limit = drive.chip.writes + limit
        made.append(drive)
        return drive

    run = Run(root, "--drive", folder, *arguments, open_drive=open_drive)
    return run, made[0].close() if limit is None else made[0].drop()


def read(data):
    """Every file of an image."""
    drive = FatDrive(Chip(data))
    found = {path: drive.read(path) for path in drive.files()}
    drive.drop()
    return found


def test_F17_the_real_firmware_on_a_picos_drive(folder):
    run, data = flash(fakes.ROOT, folder, image(folder, MEGABYTE))
    assert run.status == 0, run.err
    found = read(data)
    files = firmware.gather(fakes.ROOT).files
    assert {path: found.get(path) for path in files} == files
    assert found["photos/cat.bmp"] == b"cat" * 50
    again, same = flash(fakes.ROOT, folder, data)
    assert "nothing was changed" in again.out
    assert read(same) == found


def test_an_update_a_removal_and_a_clean_copy(root, folder):
    _, data = flash(root, folder, image(folder, MEGABYTE))
    (root / "ui/art/big.bin").unlink()
    (root / "ui/app.py").write_bytes(b"APP = 2\n" * 1000)
    for arguments in ((), ("--clean",)):
        run, data = flash(root, folder, data, *arguments)
        assert run.status == 0, run.err
        found = read(data)
        files = firmware.gather(root).files
        assert {path: found.get(path) for path in files} == files
        assert not any(path.startswith("ui/art") for path in found)


def test_a_full_drive_is_told_before_anything_is_written(root, folder, tmp_path):
    fakes.put(folder, {"photos/all.bmp": bytes(80 * 1024)})
    data = image(folder, 128 * 1024)
    run, after = flash(root, folder, data)
    assert run.status == 1
    assert "too full" in run.complaint
    assert read(after) == read(data)


def test_the_space_asked_for_is_enough_and_not_much_more(root, folder):
    """On a drive that grows a cluster at a time the copy is refused until it goes through."""
    size = 40 * 1024
    while True:
        data = image(folder, size)
        run, after = flash(root, folder, data)
        assert run.status == 0 or "too full" in run.complaint
        if run.status == 0:
            break
        size += 512
    drive = FatDrive(Chip(after))
    free, cluster = drive.space()
    drive.drop()
    assert free <= 8 * cluster


@pytest.mark.parametrize("new", [True, False], ids=["new", "update"])
def test_F17_power_cut_between_any_two_writes_of_the_chip_is_mended(root, folder, tmp_path, new):
    data = image(folder, MEGABYTE)
    if not new:
        older = fakes.project(tmp_path / "older")
        fakes.put(older, {"ui/old.py": b"x\n", "engine/rules.py": b"RULES = 0\n" * 1200})
        _, data = flash(older, folder, data)
    files = firmware.gather(root).files
    before = read(data)
    cuts = 0
    while True:
        run, half = flash(root, folder, data, limit=cuts)
        if run.status == 0:
            break
        cuts += 1
        assert run.status == 1
        if not new or cuts % 5 == 0:
            again, whole = flash(root, folder, half)
            assert again.status == 0, (cuts, again.err)
            found = read(whole)
            assert {path: found.get(path) for path in files} == files
            assert "ui/old.py" not in found
            assert found["photos/cat.bmp"] == b"cat" * 50
            program = read(half).get("code.py")
            assert program in (None, plan.PLACEHOLDER, before.get("code.py"), files["code.py"])
    assert cuts > 40


@pytest.mark.parametrize("tool", ["fsck.fat", "mdir"])
def test_debians_tools_find_the_image_in_order(root, folder, tmp_path, tool):
    program = shutil.which(tool, path="/usr/sbin:/sbin:/usr/bin:/bin")
    if program is None:
        pytest.skip(f"{tool} is not installed")
    _, data = flash(root, folder, image(folder, MEGABYTE))
    (root / "ui/art/big.bin").unlink()
    _, data = flash(root, folder, data)
    # folder2uf2 leaves the label out of the first sector, as CircuitPython does; fsck minds.
    data = data[:43] + b"CIRCUITPY  " + data[54:]
    (tmp_path / "drive.img").write_bytes(data)
    if tool == "mdir":
        command = [program, "-/", "-b", "-i", str(tmp_path / "drive.img"), "::"]
    else:
        command = [program, "-n", "-v", str(tmp_path / "drive.img")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    if tool == "mdir":
        listed = {line.removeprefix("::/") for line in done.stdout.splitlines()}
        assert set(firmware.gather(root).files) <= listed
