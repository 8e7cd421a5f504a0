"""The command as it is typed: exit statuses, what goes where, the terminal's line of progress, and
how it starts on a fresh clone."""

import io
import os
import subprocess
import sys

import pytest

from tests.tools import fakes
from tests.tools.fakes import Run
from tools import bootstrap
from tools.flashing import contents
from tools.flashing.cli import Flash
from tools.flashing.console import Console


def command(*arguments, cwd=fakes.ROOT):
    """Run it as a person does, without a terminal."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    return subprocess.run(
        [sys.executable, "-m", "tools.flash", *map(str, arguments)],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_copies_to_a_drive(tmp_path):
    drive = fakes.drive(tmp_path / "a drive")
    done = command("--drive", drive)
    assert (done.returncode, done.stderr) == (0, "")
    written = (drive / "code.py").read_bytes()
    assert written == contents.read(fakes.ROOT).files["code.py"]
    assert "copying ui/app.py" in done.stdout


def test_help_and_wrong_use():
    assert "--mpy-cross" in command("--help").stdout
    for arguments in (["--drives", "x"], ["x"], ["--drive"], ["--dry"], ["--drive", "no\nwhere"]):
        done = command(*arguments)
        assert done.returncode == 2, arguments
        assert done.stdout == ""
        assert "Traceback" not in done.stderr


def test_options_are_complained_about_in_one_sentence():
    assert "--help" in Run(fakes.ROOT, "--nonsense").complaint


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_gets_one_line_of_progress_that_is_wiped(tmp_path):
    project = fakes.project(tmp_path / "project")
    drive = fakes.drive(tmp_path / "drive")
    out = Terminal()
    assert Flash(Console(out, out), project).run(["--drive", str(drive)]) == 0
    shown = out.getvalue().split("\r")
    assert any(one.startswith("[####") and "copying" in one for one in shown)
    assert any("checking" in one for one in shown)
    for line in out.getvalue().splitlines():
        if line.endswith(".") and "[" in line:
            assert line.split("\r")[-2].isspace()


def test_ctrl_c_before_anything_was_written_says_so(tmp_path):
    def places():
        raise KeyboardInterrupt

    out = io.StringIO()
    assert Flash(Console(out, out), fakes.ROOT, places).run([]) == 130
    assert out.getvalue() == "Stopped.\n"


def test_a_library_of_another_version_is_refused(tmp_path):
    project = fakes.project(tmp_path / "project")
    (project / "lib/requirements.txt").write_text("adafruit-circuitpython-ticks==0.0.1  # why\n")
    drive = fakes.drive(tmp_path / "drive")
    run = Run(project, "--drive", drive)
    assert run.status == 1
    assert "adafruit-circuitpython-ticks 0.0.1 is not installed" in run.complaint
    assert not (drive / "code.py").exists()


@pytest.mark.parametrize("name", ["code.py", "settings.toml", "lib/requirements.txt"])
def test_an_incomplete_project_is_told(tmp_path, name):
    project = fakes.project(tmp_path / "project")
    (project / name).unlink()
    run = Run(project, "--drive", fakes.drive(tmp_path / "drive"))
    assert run.status == 1
    assert name.split("/")[-1] in run.complaint


def test_the_flasher_needs_no_packages_of_the_tests():
    wanted = {one.name for one in bootstrap.needed(str(fakes.ROOT), "tools.flash")}
    assert {"folder2uf2", "adafruit-circuitpython-ssd1306"} <= wanted
    assert "pytest" not in wanted
