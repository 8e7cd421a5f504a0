"""The command line: what is chosen, and one sentence with status 2 for whatever is wrong."""

import os
import signal
import subprocess
import sys
import time

import pytest

from sim import cli, record
from sim.device import Device, Pace

HEAD = '{"kostka": "recording", "format": 1, "settings": {}}\n'


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working folder and a machine without a display."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "good.txt").write_text("+100 wait\n")
    (tmp_path / "bad.txt").write_text("+100 wait\n+100 dance\n")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xff")
    (tmp_path / "cut.jsonl").write_text(HEAD + '{"ms": 5, "button')
    (tmp_path / "folder").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--no-such-option"], "--no-such-option"),
        (["extra"], "extra"),
        (["--win"], "--win"),
        (["--seed"], "--seed"),
        (["--seed", "five", "--headless", "good.txt"], "a whole number from 0 to 4294967295"),
        (["--seed", "-1", "--headless", "good.txt"], "--seed"),
        (["--seed", "4294967296", "--headless", "good.txt"], "--seed 4294967296"),
        (["--seed", "1e3", "--headless", "good.txt"], "--seed 1e3"),
        (["--seed", "", "--headless", "good.txt"], "--seed"),
        (["--seed", "9" * 5000, "--headless", "good.txt"], "a whole number"),
        (["--language", "fr"], "fr"),
        (["--speed", "3"], "3"),
        (["--scale", "0", "--headless", "good.txt"], "--scale 0"),
        (["--scale", "99", "--headless", "good.txt"], "--scale 99"),
        (["--scale", "2.5", "--headless", "good.txt"], "--scale 2.5"),
        (["--set", "LANGUAGE=cs", "--headless", "good.txt"], "--set LANGUAGE=cs"),
        (["--set", "KOSTKA_SPEED", "--headless", "good.txt"], "--set KOSTKA_SPEED"),
        (["--set", "KOSTKA_SPED=1", "--headless", "good.txt"], "the nearest is KOSTKA_SPEED"),
        (["--set", "KOSTKA_I2C_HERTZ=1", "--headless", "good.txt"], "nearest is KOSTKA_I2C_HZ"),
        (["--set", "KOSTKA_HIDE=1", "--headless", "good.txt"], "nearest is KOSTKA_HIDE_DRIVE"),
        (["--set", "KOSTKA_=1", "--headless", "good.txt"], "no setting: the nearest is KOSTKA_"),
        (["--window", "--terminal"], "not allowed"),
        (["--headless"], "needs a script"),
        (["--headless", "none.txt"], "none.txt cannot be read"),
        (["--headless", "folder"], "folder cannot be read"),
        (["--headless", "bad.txt"], "bad.txt, line 2: 'dance'"),
        (["--headless", "empty.txt"], "empty.txt has no line"),
        (["--headless", "picture.png"], "picture.png is no text"),
        (["--replay", "none.jsonl"], "none.jsonl cannot be read"),
        (["--replay", "good.txt"], "good.txt is no recording"),
        (["--replay", "picture.png"], "picture.png is no recording"),
        (["--replay", "cut.jsonl"], "cut.jsonl is broken off"),
        (["--replay", "cut.jsonl", "--seed", "1"], "--seed"),
        (["--replay", "cut.jsonl", "--record", "x"], "--record"),
        (["--replay", "cut.jsonl", "--headless", "good.txt"], "a script"),
        (["--record", "folder", "--headless", "good.txt"], "folder cannot be written"),
        (["--record", "no/where", "--headless", "good.txt"], "no/where cannot be written"),
        (["--gif", "folder", "--headless", "good.txt"], "folder cannot be written"),
        (["--gif", "good.txt/a.gif", "--headless", "good.txt"], "good.txt cannot be written"),
        (["--frames", "good.txt", "--headless", "good.txt"], "good.txt cannot be written"),
        (["--terminal"], "no terminal here"),
        ([], "no terminal here"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(here, capsys, monkeypatch, arguments, part):
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("kostka: ") and printed.err.count("\n") == 1
    assert part in printed.err


def test_a_picture_that_cannot_be_written_is_told(here, capsys):
    (here / "shots").write_text("in the way")
    (here / "shot.txt").write_text("+100 shot\n")
    assert cli.main(["--headless", "shot.txt"]) == 2
    error = capsys.readouterr().err
    assert "shots" in error and error.count("\n") == 1


def test_broken_settings_are_told(here, capsys, monkeypatch):
    (here / "settings.toml").write_text("KOSTKA_SPEED = \n")
    monkeypatch.setattr(cli, "_ROOT", str(here))
    assert cli.main(["--headless", "good.txt"]) == 2
    assert "settings.toml cannot be used: line 1" in capsys.readouterr().err


def test_wrong_values_in_settings_are_the_devices_to_tell(here):
    """As on the board: a wrong value is shown by the firmware and stops nothing."""
    options = ["--set", "KOSTKA_LANGUAGE=xx", "--set", "KOSTKA_SPEED=77"]
    assert cli.main(["--headless", "good.txt", *options]) == 0


def settings_of(arguments):
    """The settings that the command line makes of settings.toml and options."""
    return cli._settings(cli._parser().parse_args(arguments))


def test_every_setting_of_the_shipped_file_is_known(project):
    with open(os.path.join(project, "settings.toml"), encoding="utf-8") as file:
        lines = [line[2:] for line in file if line.startswith("# KOSTKA_")]
    names = {line.split(" ")[0] for line in lines}
    assert cli.known_settings() == sorted(names)


def test_options_go_over_settings(here, monkeypatch):
    (here / "settings.toml").write_text('KOSTKA_LANGUAGE = "de"\nKOSTKA_SPEED = 1\n')
    monkeypatch.setattr(cli, "_ROOT", str(here))
    assert settings_of([]) == {"KOSTKA_LANGUAGE": "de", "KOSTKA_SPEED": 1}
    options = ["--language", "cs", "--speed", "0", "--seed", "0"]
    options += ["--set", "KOSTKA_HANDOVER=0", "--set", "KOSTKA_A=GP2"]
    assert settings_of(options) == {
        "KOSTKA_LANGUAGE": "cs",
        "KOSTKA_SPEED": 0,
        "KOSTKA_SEED": 0,
        "KOSTKA_HANDOVER": 0,
        "KOSTKA_A": "GP2",
    }


def test_without_settings_the_defaults_hold(here, monkeypatch):
    monkeypatch.setattr(cli, "_ROOT", str(here))
    assert settings_of([]) == {}


@pytest.mark.parametrize(
    ("platform", "environment", "display"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ""}, False),
        ("win32", {}, True),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "1.2.3.4"}, False),
    ],
)
def test_F27_the_plain_command_opens_a_window_only_where_there_is_a_display(
    platform, environment, display
):
    assert cli.has_display(platform, environment) is display


def test_help_tells_of_every_option(capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(["--help"])
    assert caught.value.code == 0
    printed = capsys.readouterr().out
    for option in ("--window", "--terminal", "--headless", "--seed", "--record", "--replay"):
        assert option in printed


def test_the_scripts_are_explained(capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(["--script-help"])
    assert caught.value.code == 0
    assert "+300 a" in capsys.readouterr().out


def test_recorded_and_replayed_headless(here, capsys):
    (here / "play.txt").write_text("+1500 a\n+300 down\n+300 wait\n")
    assert cli.main(["--headless", "play.txt", "--record", "run", "--language", "de"]) == 0
    assert cli.main(["--headless", "--replay", "run", "--gif", "run.gif"]) == 0
    assert "ended with the recorded picture" in capsys.readouterr().out
    assert (here / "run.gif").stat().st_size > 100


def test_a_replay_that_ends_otherwise_has_status_1(here, capsys):
    writer = record.Writer("run", {})
    writer.edge(1500, "a", True)
    writer.finish(2500, b"\xaa" * 1024)
    assert cli.main(["--headless", "--replay", "run"]) == 1
    error = capsys.readouterr().err
    assert "another picture" in error and error.count("\n") == 1


def test_an_error_of_the_firmware_is_no_complaint(here, monkeypatch):
    """It is a bug, so its traceback must be seen."""

    def fail(self):
        raise ZeroDivisionError

    monkeypatch.setattr(Device, "run", fail)
    with pytest.raises(ZeroDivisionError):
        cli.main(["--headless", "good.txt"])


@pytest.mark.skipif(os.name == "nt", reason="signals of Linux and macOS")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_signals_end_a_run_cleanly(here, monkeypatch, capsys, number, status):
    """Ctrl-C and kill, in the middle of a run: what was recorded is whole."""
    fired: list[int] = []

    class Watcher:
        def look(self, device):
            if device.now > 500 and not fired:
                fired.append(device.now)
                os.kill(os.getpid(), number)

    real = Device.run

    def run(self):
        self.watchers.append(Watcher())
        real(self)

    monkeypatch.setattr(Device, "run", run)
    before = signal.getsignal(number)
    (here / "long.txt").write_text("+100000 wait\n")
    assert cli.main(["--headless", "long.txt", "--record", "run"]) == status
    assert signal.getsignal(number) == before
    assert capsys.readouterr().err == ""
    assert 500 < record.read("run").end < 1000


@pytest.mark.skipif(os.name == "nt", reason="signals of Linux and macOS")
def test_ctrl_c_in_the_command_itself(project, tmp_path):
    (tmp_path / "long.txt").write_text("+86400000 wait\n")
    command = [sys.executable, os.path.join(project, "sim"), "--headless", "long.txt"]
    child = subprocess.Popen(
        [*command, "--record", "run"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    try:
        end = time.monotonic() + 20
        while time.monotonic() < end and not (tmp_path / "run").exists():
            time.sleep(0.02)
        time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        _out, error = child.communicate(timeout=20)
    finally:
        child.kill()
    assert (child.returncode, error) == (130, "")


# Pace


def test_the_pace_waits_for_real_time_and_makes_up_for_nothing():
    clock = [100.0]
    slept = []

    def sleep(seconds):
        slept.append(round(seconds, 3))
        clock[0] += seconds

    pace = Pace(lambda: clock[0], sleep)
    pace.wait(5)
    assert slept == [0.005]
    clock[0] += 0.003
    pace.wait(10)
    assert slept == [0.005, 0.002]
    clock[0] += 0.05
    pace.wait(15)  # a little late: made up for
    pace.wait(80)
    assert slept == [0.005, 0.002, 0.02]
    clock[0] += 3600  # the computer was asleep
    pace.wait(85)
    pace.wait(95)
    assert slept == [0.005, 0.002, 0.02, 0.01]


# Hands


def test_a_click_is_never_shorter_than_a_hand_can_make_it():
    device = Device({})
    device.edge("A", True)
    device.edge("A", False)
    device.edge("A", True)
    device.edge("A", True)
    edges = device.world.edges
    assert [(button, level) for _at, button, level in edges] == [("a", 0), ("a", 1), ("a", 0)]
    assert edges[1][0] - edges[0][0] >= 30 and edges[2][0] - edges[1][0] >= 30


def test_F20_turned_hands_and_picture_turn_together():
    plain, turned = Device({}), Device({"KOSTKA_TURNED": 1})
    for device in (plain, turned):
        device.edge("UP", True, 100)
        device.edge("A", True, 100)
        device.world.panel.on = device.world.panel.pump = True
        device.world.panel.upward = True
        device.world.panel.ram[0] = 1
    assert [button for _at, button, _level in plain.world.edges] == ["up", "a"]
    assert [button for _at, button, _level in turned.world.edges] == ["down", "a"]
    assert plain.picture()[0] == 1 and turned.picture()[1023] == 0x80


@pytest.mark.parametrize(
    "arguments",
    [
        ["--headless", "a.txt", "--record", "a.txt"],
        ["--replay", "a.txt", "--gif", "./a.txt"],
        ["--headless", "b.txt", "--gif", "g.gif", "--record", "g.gif"],
        ["--gif", ""],
        ["--shots", ""],
        ["--record", ""],
    ],
)
def test_nothing_is_written_over_what_is_read_or_written(arguments, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    options = cli._parser().parse_args(arguments)
    with pytest.raises(cli.Complaint):
        cli._check_outputs(options)
    assert os.listdir(tmp_path) == []
