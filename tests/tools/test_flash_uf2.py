"""The image for drag and drop: its blocks hold a FAT file system with the whole drive in it."""

import struct

import pytest

from tests.tools import fakes
from tests.tools.fakes import Run
from tests.tools.fat import Chip, FatDrive
from tools.flashing import contents as firmware
from tools.flashing import manifest

# Where a Pico's drive begins, and how large it is: RP2040 data of CircuitPython's boards.
PICO = 0x10100000
MEGABYTE = 1024 * 1024


def drive_of(path, start=PICO, size=MEGABYTE):
    """The file system in a .uf2 file, and the families it is for."""
    data = bytearray(size)
    raw = path.read_bytes()
    families = set()
    for at in range(0, len(raw), 512):
        first, second, _, address, count, _, _, family = struct.unpack_from("<8I", raw, at)
        assert (first, second) == (0x0A324655, 0x9E5D5157)
        families.add(family)
        offset = address - start
        assert 0 <= offset <= size - count
        data[offset : offset + count] = raw[at + 32 : at + 32 + count]
    drive = FatDrive(Chip(bytes(data)))
    found = {name: drive.read(name) for name in drive.files()}
    drive.drop()
    return found, families


def test_the_image_holds_the_real_firmware(tmp_path):
    path = tmp_path / "kostka.uf2"
    run = Run(fakes.ROOT, "--uf2", path)
    assert run.status == 0, run.err
    assert "raspberry_pi_pico" in run.out
    assert "replaces everything on the board's drive" in run.out
    found, families = drive_of(path)
    assert families == {0xE48BFF56}
    made = firmware.gather(fakes.ROOT)
    assert {name: found.get(name) for name in made.files} == made.files
    assert found["settings.toml"] == made.settings
    listed = manifest.parse(found["kostka.txt"])
    assert listed.complete
    assert set(listed.prints) == set(made.files)
    assert [one.name for one in tmp_path.iterdir()] == ["kostka.uf2"]


def test_a_drive_from_the_image_needs_no_copy_afterwards(tmp_path):
    Run(fakes.ROOT, "--uf2", tmp_path / "kostka.uf2")
    found, _ = drive_of(tmp_path / "kostka.uf2")
    drive = fakes.drive(fakes.put(tmp_path / "drive", found))
    assert "nothing was changed" in Run(fakes.ROOT, "--drive", drive).out


def test_the_image_holds_stripped_sources_or_whole_ones(tmp_path):
    project = fakes.project(tmp_path / "project")
    source = b'"""What."""\nAPP = 1  # why\n'
    (project / "ui/app.py").write_bytes(source)
    for arguments, text in ((), b"\nAPP = 1\n"), (("--whole",), source):
        assert Run(project, "--uf2", tmp_path / "kostka.uf2", *arguments).status == 0
        found, _ = drive_of(tmp_path / "kostka.uf2")
        assert found["ui/app.py"] == text
        prints = manifest.parse(found["kostka.txt"]).prints
        assert prints["ui/app.py"] == {manifest.fingerprint(text)}


def test_the_board_is_named_or_read_from_its_drive(tmp_path):
    project = fakes.project(tmp_path / "project")
    path = tmp_path / "kostka.uf2"
    assert Run(project, "--uf2", path, "--board", "raspberry_pi_pico2").status == 0
    assert drive_of(path, size=3 * MEGABYTE)[1] == {0xE48BFF59}
    text = fakes.BOOT_OUT.replace(b"raspberry_pi_pico", b"raspberry_pi_pico_w")
    drive = fakes.drive(tmp_path / "drive", text)
    run = Run(project, "--uf2", path, "--drive", drive)
    assert "raspberry_pi_pico_w" in run.out
    assert drive_of(path, start=0x10181000, size=MEGABYTE - 0x81000)[0]["code.py"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--uf2", "x.bin"], "must end in .uf2"),
        (["--uf2", "nowhere/x.uf2"], "no folder"),
        (["--uf2", "x.uf2", "--board", "toaster"], "raspberry_pi_pico2"),
        (["--uf2", "x.uf2", "--board", "esp32_4mb"], "raspberry_pi_pico2"),
        (["--uf2", "x.uf2", "--clean"], "--clean"),
        (["--uf2", "x.uf2", "--dry-run"], "--dry-run"),
        (["--board", "raspberry_pi_pico"], "--uf2"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = Run(fakes.ROOT, *arguments)
    assert run.status == 2
    assert words in run.complaint
    assert list(tmp_path.iterdir()) == []


def test_a_failed_image_leaves_the_old_one(tmp_path, monkeypatch):
    from tools.flashing import image

    path = fakes.put(tmp_path, {"kostka.uf2": b"old"}) / "kostka.uf2"

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(image.os, "replace", full)
    run = Run(fakes.ROOT, "--uf2", path)
    assert run.status == 1
    assert "No space left" in run.complaint
    assert [one.name for one in tmp_path.iterdir()] == ["kostka.uf2"]
    assert path.read_bytes() == b"old"
