"""What a copy does to a drive: what goes there, what stays, what is left out, what is removed."""

import pytest

from tests.tools import fakes
from tests.tools.fakes import BOARD, Run, contents, listed
from tools.flashing import contents as firmware
from tools.flashing import libraries, plan
from tools.flashing.drive import FolderDrive


@pytest.fixture
def root(tmp_path):
    return fakes.project(tmp_path / "project")


@pytest.fixture
def drive(tmp_path):
    return fakes.drive(tmp_path / "drive")


def expected(root):
    """What a drive has to hold of the project in this folder, the list of files aside."""
    found = dict(firmware.gather(root).files)
    found["settings.toml"] = b"# settings\n"
    return found


def of_kostka(drive):
    """The files of a drive without its owner's."""
    found = contents(drive)
    for path in ("boot_out.txt", "photos/cat.bmp", "kostka.txt"):
        found.pop(path)
    return found


def test_a_new_board_gets_the_firmware_and_nothing_else(root, drive):
    run = Run(root, "--drive", drive)
    assert run.status == 0, run.err
    assert of_kostka(drive) == expected(root)
    assert set(expected(root)) == {
        *BOARD,
        "settings.toml",
        "lib/adafruit_debouncer.py",
        "lib/adafruit_fram.py",
        "lib/adafruit_framebuf.py",
        "lib/adafruit_ssd1306.py",
        "lib/adafruit_ticks.py",
    }
    assert listed(drive)[1] == "complete"
    assert "eject the drive" in run.out
    assert "CircuitPython 10.0.3 on Raspberry Pi Pico with rp2040" in run.out


def test_the_second_run_writes_nothing(root, drive):
    Run(root, "--drive", drive)
    times = {path: path.stat().st_mtime_ns for path in drive.rglob("*")}
    run = Run(root, "--drive", drive)
    assert run.status == 0
    assert "nothing was changed" in run.out
    assert {path: path.stat().st_mtime_ns for path in drive.rglob("*")} == times


def test_only_what_changed_is_copied(root, drive):
    Run(root, "--drive", drive)
    (root / "engine/rules.py").write_bytes(b"RULES = 2\n" * 900)  # the same size
    run = Run(root, "--drive", drive)
    copied = [line.split()[1] for line in run.out.splitlines() if line.startswith("  copying")]
    assert copied == ["engine/rules.py"]
    assert of_kostka(drive) == expected(root)


class Noting(FolderDrive):
    """Notes what is written and removed, in order, with names that came by renaming."""

    def __init__(self, root):
        super().__init__(root)
        self.steps = []

    def write(self, path, data):
        self.steps.append(("write", path, data))
        super().write(path, data)

    def move(self, path, to):
        _, _, data = self.steps.pop()
        self.steps.append(("write", to, data))
        super().move(path, to)

    def remove(self, path):
        self.steps.append(("remove", path, b""))
        super().remove(path)


def steps(root, drive, *arguments):
    """The steps of one run."""
    made = []

    def open_drive(path):
        made.append(Noting(path))
        return made[0]

    assert Run(root, "--drive", drive, *arguments, open_drive=open_drive).status == 0
    return made[0].steps


def test_F17_code_py_comes_last_and_a_placeholder_first(root, drive):
    for run in range(2):
        order = steps(root, drive)
        names = [path for _, path, _ in order]
        assert names[:2] == ["kostka.txt", "code.py"]
        assert names[-2:] == ["code.py", "kostka.txt"]
        assert order[0][2].splitlines()[1] == b"unfinished"
        assert order[1][2] == plan.PLACEHOLDER
        assert order[-2][2] == BOARD["code.py"]
        assert order[-1][2].splitlines()[1] == b"complete"
        assert names.count("code.py") == 2, run
        (root / "ui/app.py").write_bytes(b"APP = 2\n")


def test_the_placeholder_is_a_program_that_says_what_to_do(capsys):
    exec(compile(plan.PLACEHOLDER, "code.py", "exec"), {})
    assert "python3 -m tools.flash" in capsys.readouterr().out


def test_where_only_code_py_changed_no_placeholder_is_written(root, drive):
    Run(root, "--drive", drive)
    (root / "code.py").write_bytes(b"import ui.menu\n")
    assert [path for _, path, _ in steps(root, drive)] == ["kostka.txt", "code.py", "kostka.txt"]


def test_F1_the_owners_settings_and_files_stay(root, drive):
    fakes.put(drive, {"settings.toml": b"MINE = 1\n", "engine/mine.py": b"mine"})
    for arguments in ((), ("--clean",)):
        run = Run(root, "--drive", drive, *arguments)
        assert run.status == 0
        found = contents(drive)
        assert found["settings.toml"] == b"MINE = 1\n"
        assert found["engine/mine.py"] == b"mine"
        assert found["photos/cat.bmp"] == b"cat" * 50
        assert "settings.toml was left alone" in run.out


def test_files_that_the_firmware_lost_are_removed_with_their_folders(root, drive):
    Run(root, "--drive", drive)
    (root / "ui/art/big.bin").unlink()
    run = Run(root, "--drive", drive)
    assert run.status == 0
    assert not (drive / "ui/art").exists()
    assert of_kostka(drive) == expected(root)
    assert not any("big.bin" in line for line in listed(drive))


def test_a_lost_file_stays_where_its_folder_holds_one_of_the_owners(root, drive):
    Run(root, "--drive", drive)
    fakes.put(drive, {"ui/art/mine.bin": b"mine"})
    (root / "ui/art/big.bin").unlink()
    assert Run(root, "--drive", drive).status == 0
    assert (drive / "ui/art/mine.bin").read_bytes() == b"mine"


def test_a_library_that_was_there_before_is_never_removed(root, drive):
    ticks = libraries.sources(root)["lib/adafruit_ticks.py"]
    fakes.put(drive, {"lib/adafruit_ticks.py": ticks, "lib/adafruit_framebuf.py": b"old"})
    Run(root, "--drive", drive)
    assert of_kostka(drive) == expected(root)
    text = (root / "lib/requirements.txt").read_text().splitlines()
    keep = [line for line in text if "debouncer" in line]
    (root / "lib/requirements.txt").write_text("\n".join(keep) + "\n")
    for arguments in ((), ("--clean",)):
        assert Run(root, "--drive", drive, *arguments).status == 0
        left = sorted(path.name for path in (drive / "lib").iterdir())
        assert left == ["adafruit_debouncer.py", "adafruit_framebuf.py", "adafruit_ticks.py"]


def test_clean_removes_all_of_ours_first_and_copies_all_anew(root, drive):
    Run(root, "--drive", drive)
    order = steps(root, drive, "--clean")
    removed = [path for kind, path, _ in order if kind == "remove"]
    assert sorted(removed) == sorted(set(expected(root)) - {"code.py", "settings.toml"})
    first_copy = [kind for kind, _, _ in order].index("remove")
    assert [path for _, path, _ in order[:first_copy]] == ["kostka.txt", "code.py"]
    assert of_kostka(drive) == expected(root)


def test_dry_run_says_it_all_and_changes_nothing(root, drive):
    Run(root, "--drive", drive)
    (root / "ui/art/big.bin").unlink()
    (root / "ui/app.py").write_bytes(b"APP = 2\n")
    (drive / "settings.toml").unlink()
    before = contents(drive)
    run = Run(root, "--drive", drive, "--dry-run")
    assert run.status == 0
    assert contents(drive) == before
    said = [line.strip() for line in run.out.splitlines() if "would" in line]
    assert said == [
        "would remove ui/art/big.bin",
        "would copy ui/app.py",
        "would copy settings.toml",
    ]


@pytest.mark.parametrize("script", ["code.py", "boot.py"])
def test_the_owners_own_scripts_are_kept_under_another_name(root, drive, script):
    stem = script[:-3]
    for number, name in enumerate((f"{stem}_before_kostka.py", f"{stem}_before_kostka_2.py")):
        (drive / script).write_bytes(b"print('mine %d')\n" % number)
        run = Run(root, "--drive", drive)
        assert run.status == 0
        assert name in run.out
        assert (drive / name).read_bytes() == b"print('mine %d')\n" % number
        assert (drive / script).read_bytes() == BOARD[script]
    assert Run(root, "--drive", drive, "--clean").status == 0
    assert (drive / f"{stem}_before_kostka.py").read_bytes() == b"print('mine 0')\n"


def test_a_new_boards_own_program_and_our_older_ones_are_just_replaced(root, drive):
    (drive / "code.py").write_bytes(b'print("Hello World!")\n')
    Run(root, "--drive", drive)
    fakes.put(root, {"code.py": b"import ui.menu\n", "boot.py": b"# boot 2\n"})
    Run(root, "--drive", drive)
    assert of_kostka(drive) == expected(root)


def test_a_mpy_beside_a_py_never_stays(root, drive):
    twins = {"lib/adafruit_ssd1306.mpy": b"C\x06", "engine/rules.mpy": b"C\x06"}
    fakes.put(drive, twins)
    run = Run(root, "--drive", drive)
    assert of_kostka(drive) == expected(root)
    assert "lib/adafruit_ssd1306.mpy makes room" in run.out


def test_a_drive_that_spells_names_in_capitals(root, drive):
    Run(root, "--drive", drive)
    (root / "ui/art/big.bin").unlink()
    (drive / "ui/art/big.bin").rename(drive / "ui/art/BIG.BIN")
    (drive / "settings.toml").rename(drive / "SETTINGS.TOML")
    Run(root, "--drive", drive)
    found = contents(drive)
    assert "ui/art/BIG.BIN" not in found
    assert "settings.toml" not in found


def test_the_list_on_the_drive_is_not_trusted(root, tmp_path, drive):
    Run(root, "--drive", drive)
    fakes.put(tmp_path, {"precious.txt": b"precious"})
    wrong = b"+ 0123456789abcdef ../precious.txt\n+ 0123456789abcdef /etc/passwd\n"
    wrong += b"+ 0123456789abcdef settings.toml\n+ 0123456789abcdef a\\b\nnonsense \xff\n"
    text = (drive / "kostka.txt").read_bytes()
    (drive / "kostka.txt").write_bytes(text.replace(b"end\n", wrong + b"end\n"))
    assert Run(root, "--drive", drive).status == 0
    assert (tmp_path / "precious.txt").read_bytes() == b"precious"
    assert (drive / "settings.toml").exists()


def test_a_lost_list_costs_nothing(root, drive):
    Run(root, "--drive", drive)
    (drive / "kostka.txt").unlink()
    assert Run(root, "--drive", drive).status == 0
    assert of_kostka(drive) == expected(root)
    assert listed(drive)[1] == "complete"


def test_what_hides_kostkas_files_is_told(root, drive):
    fakes.put(drive, {"code.txt": b"x", "adafruit_ticks.py": b"x", "engine/rules/x.py": b"x"})
    run = Run(root, "--drive", drive)
    assert run.status == 0
    told = [line for line in run.out.splitlines() if line.startswith("Beware")]
    assert len(told) == 3
    for name in ("code.txt", "adafruit_ticks.py", "engine/rules/"):
        assert sum(name in line for line in told) == 1


# The real firmware


def test_the_real_firmware_fits_its_budget_and_is_complete():
    made = firmware.gather(fakes.ROOT)
    assert made.size <= firmware.LARGEST
    assert list(made.files)[-1] == "code.py"
    assert "ui/words/en/common.txt" in made.files
    assert "ui/art/small.bin" in made.files
    assert all(path == path.lower() and path.isascii() for path in made.files)
    tops = {path.split("/")[0] for path in made.files}
    assert tops <= {"engine", "hw", "ui", "lib", "code.py", "boot.py", "safemode.py"}


def test_every_kind_of_file_in_the_boards_folders_is_known():
    kinds = set()
    for folder in ("engine", "hw", "ui"):
        for path in (fakes.ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                kinds.add(path.suffix)
    assert kinds <= set(firmware.KINDS)


def test_the_boards_libraries_are_those_of_the_simulator():
    pins = {(pin.name, pin.version) for pin in libraries.pins(fakes.ROOT)}
    text = (fakes.ROOT / "requirements.txt").read_text()
    from tools import bootstrap

    assert pins <= {(pin.name, pin.version) for pin in bootstrap.parse(text)}


def test_every_library_that_the_board_imports_is_on_its_list():
    made = firmware.gather(fakes.ROOT)
    there = {path[4:-3] for path in made.files if path.startswith("lib/")} | {"adafruit_bus_device"}
    for path, data in made.files.items():
        if path.endswith(".py"):
            for line in data.decode().splitlines():
                words = line.split()
                if words[:1] in (["import"], ["from"]) and words[1].startswith("adafruit_"):
                    assert words[1].split(".")[0] in there, (path, line)


def test_the_real_firmware_on_a_folder(tmp_path):
    drive = fakes.drive(tmp_path / "drive")
    assert Run(fakes.ROOT, "--drive", drive).status == 0
    found = contents(drive)
    made = firmware.gather(fakes.ROOT)
    assert {path: found.get(path) for path in made.files} == made.files
    assert not any(path.startswith(("tests", "sim", "tools", "docs")) for path in found)


def test_a_firmware_that_outgrew_its_budget_is_refused(root, drive):
    (root / "ui/art/big.bin").write_bytes(bytes(firmware.LARGEST))
    run = Run(root, "--drive", drive)
    assert run.status == 1
    assert "400 KB" in run.complaint
    assert not (drive / "code.py").exists()
