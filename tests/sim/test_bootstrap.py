"""The two commands on a machine that has nothing yet: what is fetched, and what is said where
that cannot be done. No test here uses a network."""

import io
import os
import runpy
import shutil
import stat
import subprocess
import sys
import zipfile
from collections import namedtuple

import pytest

from tools import bootstrap
from tools.bootstrap import Requirement, Setup, Trouble

USAGE = namedtuple("USAGE", "total used free")


class Runner:
    """Stands for the commands: notes them, prints lines, and makes what venv would make."""

    def __init__(self, folder, lines=(), status=0, works=True):
        self.folder = folder
        self.lines = lines
        self.status = status
        self.works = works
        self.commands = []

    def __call__(self, command, line_seen):
        self.commands.append(command)
        if "-c" in command:
            return 0 if self.works else 1
        if "venv" in command:
            make_venv(self.folder)
            return 0
        for line in self.lines:
            line_seen(line)
        return self.status

    @property
    def names(self):
        """What each command is: venv, pip, or the code of a trial."""
        found = []
        for command in self.commands:
            if "-c" in command:
                found.append("trial")
            else:
                found.append(command[command.index("-m") + 1])
        return found


def make_venv(folder, version=f"{sys.version_info[0]}.{sys.version_info[1]}.1"):
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    programs.mkdir(parents=True, exist_ok=True)
    (programs / ("python.exe" if os.name == "nt" else "python")).write_text("")
    (folder / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {version}\n")


@pytest.fixture
def root(tmp_path):
    """A project with two requirements files and nothing else."""
    (tmp_path / "requirements.txt").write_text("one==1.0  # why\n")
    (tmp_path / "requirements-tests.txt").write_text("two==2.0  # why\n")
    return tmp_path


def setup(root, runner=None, module="tests"):
    """A Setup of that project, its runner, and what it prints."""
    out = io.StringIO()
    runner = runner or Runner(root / ".venv")
    wanted = bootstrap.needed(str(root), module)
    return Setup(str(root), module, wanted, runner, out), runner, out


# The requirements themselves


def test_every_requirement_is_pinned_and_justified(project):
    names = []
    for name in bootstrap.FILES:
        with open(os.path.join(project, name), encoding="utf-8") as file:
            text = file.read()
        names += [one.name for one in bootstrap.parse(text)]
        lines = text.splitlines()
        for above, line in zip([""] + lines, lines, strict=False):
            if line and not line.startswith("#"):
                assert "  #" in line or "==" in above or above.startswith("#"), line
    assert len(names) == len(set(names))
    assert {"adafruit-blinka", "pillow", "pygame-ce", "pytest", "hypothesis"} <= set(names)


def test_no_requirement_names_a_place(project):
    for name in bootstrap.FILES:
        with open(os.path.join(project, name), encoding="utf-8") as file:
            assert "://" not in file.read()


def test_this_python_has_what_the_tests_need(project):
    missing = [one.name for one in bootstrap.needed(project, "tests") if not one.installed()]
    assert missing == []


def test_the_simulator_needs_one_file_and_the_tests_need_both(root):
    assert [one.name for one in bootstrap.needed(str(root), "sim")] == ["one"]
    assert [one.name for one in bootstrap.needed(str(root), "tests")] == ["one", "two"]
    assert [one.name for one in bootstrap.needed(str(root), "tools.bench")] == ["one", "two"]


def test_the_packages_for_real_pins_are_pinned_and_agree_with_the_others(project):
    pins: dict[str, str] = {}
    for name in (*bootstrap.FILES, bootstrap.BLINKA):
        with open(os.path.join(project, name), encoding="utf-8") as file:
            for one in bootstrap.parse(file.read()):
                key = one.name.lower()
                assert pins.setdefault(key, one.version) == one.version, one.name
    assert {"pyftdi", "hidapi", "gpiod", "adafruit-pureio"} <= set(pins)


def test_a_requirement_that_is_not_pinned_is_refused():
    for line in ("pillow", "pillow>=1", "pillow==", "pillow==1.*"):
        with pytest.raises(ValueError, match="pillow"):
            bootstrap.parse(line)


def test_markers_choose_by_system_and_machine():
    line = 'x==1 ; sys_platform == "linux" and platform_machine == "x86_64" or'
    line += ' sys_platform == "darwin" and platform_machine == "arm64"  # why'
    (one,) = bootstrap.parse(line)
    assert (one.name, one.version) == ("x", "1")
    assert one.applies("linux", "x86_64")
    assert one.applies("darwin", "arm64")
    assert not one.applies("linux", "aarch64")
    assert not one.applies("darwin", "x86_64")
    assert not one.applies("win32", "AMD64")
    with pytest.raises(ValueError, match="not understood"):
        Requirement("x", "1", 'python_version == "3.11"').applies("linux", "x86_64")


def test_installed_means_this_very_version():
    assert Requirement("pytest", pytest.__version__, "").installed()
    assert not Requirement("pytest", "0.1", "").installed()
    assert not Requirement("no-such-package-of-kostka", "1", "").installed()


@pytest.mark.parametrize("version", [(3, 8), (3, 10), (3, 14), (4, 0)])
def test_other_pythons_get_a_sentence(version):
    with pytest.raises(Trouble, match=r"Python 3\.11 to 3\.13 and this is Python \d\.\d+"):
        bootstrap.check_python(version)


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13, 1)])
def test_pythons_from_3_11_to_3_13_do(version):
    bootstrap.check_python(version)


# The first run, and the later ones


def test_first_run_makes_a_venv_and_fills_it(root):
    made, runner, out = setup(root)
    python = made.python()
    assert runner.names == ["venv", "pip"]
    assert runner.commands[0][0] == sys.executable
    pip = runner.commands[1]
    assert pip[0] == python
    assert "--no-deps" in pip
    assert pip[pip.index("--only-binary") + 1] == ":all:"
    assert [os.path.basename(pip[i + 1]) for i, word in enumerate(pip) if word == "-r"] == [
        "requirements.txt",
        "requirements-tests.txt",
    ]
    assert "making .venv" in out.getvalue() and "ready" in out.getvalue()


def test_later_runs_start_at_once(root):
    setup(root)[0].python()
    again, runner, out = setup(root)
    assert again.python() == again.interpreter()
    assert runner.commands == []
    assert out.getvalue() == ""


def test_after_the_tests_the_simulator_starts_at_once_but_not_the_reverse(root):
    setup(root, module="sim")[0].python()
    tests, runner, _out = setup(root, module="tests")
    tests.python()
    assert runner.names == ["trial", "pip"]
    sim, runner, _out = setup(root, module="sim")
    sim.python()
    assert runner.commands == []


def test_commands_that_need_different_files_leave_each_others_alone(root):
    (root / bootstrap.BLINKA).write_text("three==3.0  # why\n")
    for module in ("tests", "tools.blinka"):
        assert setup(root, module=module)[0].python()
    for module in ("tests", "tools.blinka", "sim"):
        again, runner, _out = setup(root, module=module)
        again.python()
        assert runner.commands == []


def test_requirements_that_come_back_to_an_older_state_are_installed_again(root):
    for text in ("two==2.0  # why\n", "two==2.1  # why\n", "two==2.0  # why\n"):
        (root / "requirements-tests.txt").write_text(text)
        made, runner, _out = setup(root)
        made.python()
        assert runner.names[-1] == "pip"


def test_changed_requirements_are_installed_into_the_same_venv(root):
    setup(root)[0].python()
    (root / "requirements.txt").write_text("one==1.1  # why\n")
    again, runner, _out = setup(root)
    again.python()
    assert runner.names == ["trial", "pip"]


def test_an_install_that_was_broken_off_is_repaired(root):
    class Stopped(Runner):
        def __call__(self, command, line_seen):
            if "pip" in command:
                raise KeyboardInterrupt
            return super().__call__(command, line_seen)

    with pytest.raises(KeyboardInterrupt):
        setup(root, Stopped(root / ".venv"))[0].python()
    assert not (root / ".venv" / bootstrap.STAMP).exists()
    again, runner, _out = setup(root)
    again.python()
    assert runner.names == ["trial", "pip"]
    assert again.stamped()


def test_a_venv_that_does_not_run_is_made_anew(root):
    make_venv(root / ".venv")
    made, runner, _out = setup(root, Runner(root / ".venv", works=False))
    made.python()
    assert runner.names == ["trial", "trial", "venv", "pip"]
    assert "--clear" in runner.commands[2]


def test_a_venv_that_has_no_python_is_made_anew(root):
    (root / ".venv" / "bin").mkdir(parents=True)
    made, runner, _out = setup(root)
    made.python()
    assert runner.names == ["venv", "pip"]


def test_a_venv_of_another_python_is_made_anew(root):
    make_venv(root / ".venv", "3.9.2")
    made, runner, _out = setup(root)
    made.python()
    assert runner.names == ["venv", "pip"]


def test_a_stamp_alone_is_not_believed(root):
    setup(root)[0].python()
    os.unlink(setup(root)[0].interpreter())
    made, runner, _out = setup(root)
    made.python()
    assert runner.names == ["venv", "pip"]


def test_progress_is_one_short_line_for_each_package(root):
    lines = [
        "Looking in indexes: somewhere",
        "Collecting one==1.0 (from -r requirements.txt (line 1))",
        "  Downloading one-1.0-py3-none-any.whl (12 kB)",
        "Requirement already satisfied: two==2.0 in somewhere",
        "Installing collected packages: one, two",
        "Successfully installed one-1.0 two-2.0",
    ]
    made, _runner, out = setup(root, Runner(root / ".venv", lines))
    made.python()
    shown = out.getvalue().splitlines()
    assert shown[1:3] == ["kostka: fetching  1 of 2: one 1.0", "kostka: unpacking 2 packages"]
    assert len(shown) == 4


def test_a_real_venv_without_network(root, tmp_path, monkeypatch):
    """venv and pip themselves, with one package that lies in a folder."""
    pytest.importorskip("ensurepip")
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    with zipfile.ZipFile(wheels / "one-1.0-py3-none-any.whl", "w") as wheel:
        info = "one-1.0.dist-info/"
        wheel.writestr("one.py", "")
        metadata = "Metadata-Version: 2.1\nName: one\nVersion: 1.0\n"
        wheel.writestr(info + "METADATA", metadata)
        tag = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        wheel.writestr(info + "WHEEL", tag)
        wheel.writestr(info + "RECORD", "")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    made, runner, _out = setup(root, Runner(root), module="sim")
    made.runner = bootstrap.run
    python = made.python()
    assert subprocess.run([python, "-I", "-c", "import one"]).returncode == 0
    again, runner, _out = setup(root, module="sim")
    assert again.python() == python and runner.commands == []


# What cannot be done


@pytest.mark.parametrize(
    ("printed", "sentence"),
    [
        ("WARNING: Retrying (...) NewConnectionError(...)", "cannot be reached"),
        ("[Errno -3] Temporary failure in name resolution", "cannot be reached"),
        ("ReadTimeoutError: Read timed out.", "cannot be reached"),
        ("ERROR: Could not install: [Errno 28] No space left on device", "make 400 MB free"),
        ("ERROR: [Errno 13] Permission denied: '/x/.venv/bin'", "may not write there"),
        ("OSError: [Errno 30] Read-only file system", "may not write there"),
        ("SSLError(SSLCertVerificationError('CERTIFICATE_VERIFY_FAILED'))", "certificate"),
        ("ERROR: No matching distribution found for pygame-ce==2.5.8", "No ready-made pygame-ce"),
        ("ensurepip is not available. apt install python3-venv", "python3-venv"),
        ("something nobody has seen before", "something nobody has seen before"),
    ],
)
def test_what_pip_prints_becomes_one_sentence(root, printed, sentence):
    made, _runner, _out = setup(root, Runner(root / ".venv", [printed, ""], status=1))
    with pytest.raises(Trouble) as caught:
        made.python()
    text = str(caught.value)
    assert sentence in text
    assert "\n" not in text and text.endswith(".")
    assert not (root / ".venv" / bootstrap.STAMP).exists()


def test_a_full_disk_is_told_before_anything_is_fetched(root, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: USAGE(10**12, 10**12 - 10**7, 10**7))
    made, runner, _out = setup(root)
    with pytest.raises(Trouble, match="too full"):
        made.python()
    assert runner.commands == []


def test_a_folder_that_cannot_be_written_is_told(root, monkeypatch):
    def refuse(path, exist_ok=False):
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "makedirs", refuse)
    made, runner, _out = setup(root)
    with pytest.raises(Trouble, match="may not write there"):
        made.python()
    assert runner.commands == []


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told(root, monkeypatch, missing):
    real = bootstrap.util.find_spec
    monkeypatch.setattr(
        bootstrap.util, "find_spec", lambda name: None if name == missing else real(name)
    )
    made, runner, _out = setup(root)
    with pytest.raises(Trouble, match="python3-venv"):
        made.python()
    assert runner.commands == []


def test_somebody_elses_folder_is_left_alone(root):
    (root / ".venv").mkdir()
    (root / ".venv" / "letters").write_text("dear")
    made, runner, _out = setup(root)
    with pytest.raises(Trouble, match="move it away"):
        made.python()
    assert runner.commands == []
    assert (root / ".venv" / "letters").read_text() == "dear"


def test_a_file_in_the_way_is_left_alone(root):
    (root / ".venv").write_text("x")
    with pytest.raises(Trouble, match="in the way"):
        setup(root)[0].python()
    assert (root / ".venv").read_text() == "x"


def test_begin_ends_with_status_2_and_one_sentence(monkeypatch, capsys):
    def fail(self):
        raise Trouble("Do this.")

    monkeypatch.setattr(bootstrap, "needed", lambda root, module: [Requirement("x", "0", "")])
    monkeypatch.setattr(Setup, "python", fail)
    with pytest.raises(SystemExit) as caught:
        bootstrap.begin("sim")
    assert caught.value.code == 2
    assert capsys.readouterr().err == "Do this.\n"


def test_begin_does_nothing_where_everything_is_there(monkeypatch):
    def fail(self):
        raise AssertionError("nothing is to be installed")

    monkeypatch.setattr(Setup, "python", fail)
    bootstrap.begin("tests")


def test_begin_stops_cleanly_on_ctrl_c(monkeypatch, capsys):
    def stop(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(bootstrap, "needed", lambda root, module: [Requirement("x", "0", "")])
    monkeypatch.setattr(Setup, "python", stop)
    with pytest.raises(SystemExit) as caught:
        bootstrap.begin("sim")
    assert caught.value.code == 130
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no exec; the child is waited for there")
@pytest.mark.parametrize(
    ("module", "path"), [("sim", "sim/__main__.py"), ("tools.bench", "tools/bench.py")]
)
def test_the_program_starts_again_with_its_arguments(monkeypatch, project, module, path):
    started = []
    monkeypatch.setattr(os, "execv", lambda python, command: started.append((python, command)))
    monkeypatch.setattr(os.path, "isdir", lambda folder: folder.endswith("sim"))
    monkeypatch.setattr(sys, "argv", ["x", "--seed", "3"])
    bootstrap.start_again("/x/python", module)
    assert started == [("/x/python", ["/x/python", os.path.join(project, path), "--seed", "3"])]


# The search path, and the commands around the tests


@pytest.mark.parametrize("command", ["sim", "tests"])
def test_the_root_comes_last_and_hides_no_module(project, command):
    """The root's code.py would hide the standard library's `code`, which pytest needs."""
    probe = (
        "import runpy, sys; sys.path.insert(0, sys.argv[1]);"
        f"runpy.run_path(sys.argv[1] + '/{command}/__main__.py', run_name='probe');"
        "assert sys.path[-1] == sys.argv[1] and sys.path.count(sys.argv[1]) == 1;"
        "import code, pdb; print(code.__file__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, project], capture_output=True, text=True, cwd=project
    )
    assert done.returncode == 0, done.stderr
    assert os.path.dirname(done.stdout.strip()) == os.path.dirname(os.__file__)


def test_the_tests_run_style_types_and_pytest(project):
    command = runpy.run_path(os.path.join(project, "tests", "__main__.py"), run_name="probe")
    assert [name for name, _arguments in command["steps"]([])] == ["ruff", "mypy", "pytest"]
    assert command["steps"](["-k", "D20"]) == [("pytest", ["-m", "pytest", "-k", "D20"])]


def test_the_tests_keep_an_owners_settings_out(project, monkeypatch):
    monkeypatch.setenv("KOSTKA_LANGUAGE", "cs")
    command = runpy.run_path(os.path.join(project, "tests", "__main__.py"), run_name="probe")
    environment = command["environment"]()
    assert "KOSTKA_LANGUAGE" not in environment
    assert environment["PYTHONSAFEPATH"] == "1"


def test_the_server_runs_the_same_command(project):
    path = os.path.join(project, ".ci", "run")
    with open(path, encoding="utf-8") as file:
        assert "python3 -m tests" in file.read()
    if os.name != "nt":
        assert os.stat(path).st_mode & stat.S_IXUSR
