"""What all commands have in common: wrong use is refused in a sentence, and a reader who has had
enough of the output is no error."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools import fakes
from tools import options, pipe

#: Commands that print something at once, and need no packages but those of the tests.
TALKING = (
    ("sim", "--help"),
    ("sim", "--script-help"),
    ("tools.flash", "--help"),
    ("tools.soak", "--help"),
    ("tools.power_cuts", "--help"),
    ("tools.bench", "--help"),
    ("tools.odds", "--help"),
    ("tools.words", "--help"),
    ("tools.fonts", "--help"),
    ("tools.sprites", "--help"),
    ("tools.wiring_drawing", "--check"),
    ("tools.tiles", "--help"),
    ("tools.board_check", "--no-such-option"),
)


def run(module: str, *arguments: str, out: int = subprocess.PIPE) -> subprocess.CompletedProcess:
    """The command as a person types it in the project's folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=fakes.ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


def unread(module: str, *arguments: str) -> subprocess.CompletedProcess:
    """The command with an output that nobody reads any more."""
    end, begin = os.pipe()
    os.close(end)
    try:
        return run(module, *arguments, out=begin)
    finally:
        os.close(begin)


@pytest.mark.parametrize("command", TALKING, ids=" ".join)
def test_a_reader_who_has_had_enough_is_no_error(command: tuple[str, ...]) -> None:
    done = unread(*command)
    assert done.stderr == ""
    assert done.returncode in (0, pipe.STOPPED)


def test_flashing_goes_on_where_nobody_reads_what_it_says(tmp_path: Path) -> None:
    drive = fakes.drive(tmp_path / "drive")
    before = fakes.contents(drive)
    done = unread("tools.flash", "--dry-run", "--drive", str(drive))
    assert (done.stderr, done.returncode) == ("", 0)
    assert fakes.contents(drive) == before
    done = unread("tools.flash", "--drive", str(drive))
    assert (done.stderr, done.returncode) == ("", 0)
    assert fakes.listed(drive)[1] == "complete"


def test_other_errors_of_the_output_are_told() -> None:
    def full() -> int:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        pipe.quietly(full)
    assert pipe.quietly(lambda: 3) == 3


@pytest.mark.parametrize("module", ["tools.words", "tools.odds", "tools.fonts", "tools.tiles"])
def test_arguments_that_mean_nothing_are_refused(module: str) -> None:
    for argument in ("--chekc", "something"):
        done = run(module, argument)
        assert done.returncode == 2
        assert f"usage: python3 -m {module}" in done.stderr
        assert argument in done.stderr


@pytest.mark.parametrize("text", ["", "x", "0", "-1", "1.5", "1e6", "²", "9" * 40])
@pytest.mark.parametrize("module", ["soak", "power_cuts"])
def test_a_number_that_is_none_is_told(
    module: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from tools.cutting import cli as cutting
    from tools.soaking import cli as soaking

    with pytest.raises(SystemExit) as caught:
        (soaking if module == "soak" else cutting).main(["--jobs", text])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert f"argument --jobs: {text!r} is no whole number: 1 to 256" in said
    assert "_number" not in said


def test_numbers_may_be_written_as_they_are_read() -> None:
    read = options.whole()
    assert [read(text) for text in ("7", "1_000_000", "1,000")] == [7, 1_000_000, 1_000]
    assert options.whole(0)("0") == 0
