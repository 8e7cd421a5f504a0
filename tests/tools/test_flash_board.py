"""What a boot_out.txt says, which boards are refused and why, and where drives are looked for."""

import pytest

from hw.version import OLDEST
from tests.tools import fakes
from tests.tools.fakes import BOOT_OUT, Run, contents
from tools.flashing import board, find
from tools.flashing.trouble import Trouble


def line(version, name="Raspberry Pi Pico with rp2040"):
    return f"Adafruit CircuitPython {version} on 2025-10-17; {name}\r\n".encode()


def test_version_board_and_name_are_read():
    found = board.parse(BOOT_OUT)
    assert found.version == (10, 0, 3)
    assert found.ident == "raspberry_pi_pico"
    assert found.text == "CircuitPython 10.0.3 on Raspberry Pi Pico with rp2040"


def test_a_test_release_and_a_file_without_a_board_are_read():
    found = board.parse(line("10.1.0-beta.1-12-gabcdef0-dirty"))
    assert (found.version, found.rest) == ((10, 1, 0), "-beta.1-12-gabcdef0-dirty")
    assert found.ident == ""


@pytest.mark.parametrize("data", [b"", b"MicroPython v1.28", b"\xff\x00" * 100, b"CircuitPython x"])
def test_what_circuitpython_did_not_write_is_refused(data):
    with pytest.raises(ValueError, match="no CircuitPython version"):
        board.parse(data)


@pytest.mark.parametrize("version", ["9.2.1", "9.2.10", "10.0.0", "10.3.0-alpha.2", "11.0.0"])
def test_supported_versions(version):
    board.parse(line(version)).check()


@pytest.mark.parametrize("version", ["6.3.0", "9.2.0", "9.1.99", "9.2.1-beta.0", "9.2.1-rc.1"])
def test_older_versions_are_refused_with_the_reason(version, tmp_path):
    drive = fakes.drive(tmp_path / "drive", line(version))
    before = contents(drive)
    run = Run(fakes.ROOT, "--drive", drive)
    assert run.status == 1
    for words in (version, "9.2.1 or later", "crash when a game is saved", "CircuitPython 10"):
        assert words in run.complaint
    assert contents(drive) == before


def test_the_constant_is_what_the_refusal_names():
    assert OLDEST == (9, 2, 1)


def test_a_chip_without_a_random_source_is_refused():
    with pytest.raises(Trouble, match="random source"):
        board.parse(line("10.0.3", "Adafruit Feather M0 Express with samd21g18")).check()


def test_a_newer_generation_is_taken_with_a_word(tmp_path):
    run = Run(fakes.ROOT, "--drive", fakes.drive(tmp_path, line("11.0.0")), "--dry-run")
    assert run.status == 0
    assert "newer than any" in run.out


@pytest.mark.parametrize(
    ("name", "ident", "words"),
    [
        ("Raspberry Pi Pico with rp2040", "raspberry_pi_pico", ""),
        ("Raspberry Pi Pico 2 W with rp2350a", "raspberry_pi_pico2_w", ""),
        ("Adafruit Feather RP2040 with rp2040", "adafruit_feather_rp2040", "settings.toml"),
        ("Adafruit Feather M4 Express with samd51j19", "feather_m4_express", "settings.toml"),
        ("Feather nRF52840 Express with nRF52840", "feather_nrf52840_express", "settings.toml"),
        ("Feather ESP32-S3 TFT with ESP32S3", "adafruit_feather_esp32s3_tft", "settings.toml"),
        ("Teensy 4.1 with IMXRT1062DVJ6A", "teensy41", "not made for Teensy 4.1"),
        ("Someone's own board with stm32f405rg", "someones", "not made for Someone's own board"),
        ("", "unheard_of", "not made for unheard_of"),
    ],
)
def test_a_board_that_is_not_known_gets_a_warning_and_the_copy(tmp_path, name, ident, words):
    text = line("10.0.3", name) + f"Board ID:{ident}\r\n".encode()
    drive = fakes.drive(tmp_path / "drive", text)
    run = Run(fakes.project(tmp_path / "project"), "--drive", drive)
    assert run.status == 0, run.err
    assert (drive / "code.py").exists()
    assert (words in run.out) if words else ("Beware" not in run.out)
    assert run.out.count("Beware") == bool(words)


# Where drives are


def test_linux_finds_mounted_drives_with_any_name(tmp_path):
    text = "/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /media/eva/CIRCUITPY vfat rw 0 0\n"
    text += "/dev/sdc1 /srv/my\\040board vfat rw 0 0\nnone\nx y\n"
    fakes.put(tmp_path, {"proc/self/mounts": text.encode()})
    for place in ("media/eva/CIRCUITPY", "srv/my board", "run/media/jan/PICO"):
        fakes.drive(tmp_path / place)
    fakes.put(tmp_path, {"media/eva/STICK/photo.jpg": b"x"})
    found = find.drives(find.places("linux", tmp_path))
    paths = [one.path.relative_to(tmp_path).as_posix() for one in found]
    assert sorted(paths) == ["media/eva/CIRCUITPY", "run/media/jan/PICO", "srv/my board"]


def test_macos_finds_volumes(tmp_path):
    fakes.drive(tmp_path / "Volumes/CIRCUITPY 1")
    fakes.put(tmp_path, {"Volumes/Macintosh HD/x": b"x"})
    (found,) = find.drives(find.places("darwin", tmp_path))
    assert found.path == tmp_path / "Volumes/CIRCUITPY 1"


def test_windows_looks_at_removable_drives_only(monkeypatch):
    import ctypes

    class Kernel:
        def GetLogicalDrives(self):
            return 0b110101  # A, C, E, F

        def GetDriveTypeW(self, root):
            return {"A:\\": 2, "C:\\": 3, "E:\\": 2, "F:\\": 4}[root]

    class Windows:
        kernel32 = Kernel()

    monkeypatch.setattr(ctypes, "windll", Windows(), raising=False)
    monkeypatch.setattr(find.sys, "platform", "win32")
    assert [str(path) for path in find.places("win32")] == ["A:\\", "E:\\"]


def test_a_system_without_the_usual_folders_finds_nothing(tmp_path):
    assert find.places("linux", tmp_path) == []
    assert find.places("darwin", tmp_path) == []


def test_the_one_drive_found_is_taken(tmp_path):
    project = fakes.project(tmp_path / "project")
    drive = fakes.drive(tmp_path / "drive")
    empty = fakes.put(tmp_path / "stick", {"x": b"x"})
    run = Run(project, places=[empty, drive, drive, tmp_path / "nowhere"])
    assert run.status == 0
    assert (drive / "code.py").exists()


def test_no_drive_says_what_to_try():
    run = Run(fakes.ROOT)
    assert run.status == 1
    assert "cable" in run.complaint
    assert "--drive PATH" in run.complaint


def test_a_board_in_its_boot_loader_is_told(tmp_path):
    loader = fakes.put(tmp_path / "RPI-RP2", {"INFO_UF2.TXT": b"UF2 Bootloader v3.0\r\n"})
    run = Run(fakes.ROOT, places=[loader])
    assert run.status == 1
    assert "boot loader" in run.complaint


class Person:
    """Answers questions; Ctrl-D when out of answers."""

    def __init__(self, *answers):
        self.answers = list(answers)

    def __call__(self):
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


@pytest.fixture
def two(tmp_path):
    project = fakes.project(tmp_path / "project")
    return project, [fakes.drive(tmp_path / "one"), fakes.drive(tmp_path / "two")]


def test_several_drives_are_asked_about_by_number(two):
    project, drives = two
    run = Run(project, places=drives, ask=Person("0", "three", "²", " 2 "))
    assert run.status == 0
    assert run.out.count("Which one?") == 4
    assert not (drives[0] / "code.py").exists()
    assert (drives[1] / "code.py").exists()


@pytest.mark.parametrize("answers", [[], [""]])
def test_no_answer_changes_nothing(two, answers):
    project, drives = two
    run = Run(project, places=drives, ask=Person(*answers))
    assert run.status == 1
    assert "nothing was changed" in run.complaint


def test_several_drives_without_a_terminal_name_the_option(two):
    project, drives = two
    run = Run(project, places=drives)
    assert run.status == 2
    assert "--drive PATH" in run.complaint
    assert all(str(drive) in run.complaint for drive in drives)


# Drives named by their owner


def test_a_path_that_is_no_drive_is_refused(tmp_path):
    for path, words in ((tmp_path / "no", "no folder"), (tmp_path, "no boot_out.txt")):
        run = Run(fakes.ROOT, "--drive", path)
        assert run.status == 2
        assert words in run.complaint


def test_a_boot_out_of_something_else_is_refused(tmp_path):
    run = Run(fakes.ROOT, "--drive", fakes.drive(tmp_path, b"MicroPython"))
    assert run.status == 1
    assert "does not come from CircuitPython" in run.complaint


def test_a_boot_out_that_cannot_be_read_is_told(tmp_path):
    (tmp_path / "boot_out.txt").mkdir()
    run = Run(fakes.ROOT, "--drive", tmp_path)
    assert run.status == 1
    assert "cannot be read" in run.complaint
