"""The headless front: no display, no pygame, pictures and films out of a script."""

import os
import subprocess
import sys

import pytest
from PIL import Image, ImageSequence

from sim import cli, pictures, script
from sim.device import Device
from sim.headless import Headless
from sim.script import Player, parse

SCRIPT = """
+1500 shot start
+0 a
+600 shot after
+200 down
+400 shot 3
+100 hold b
+100 wait
"""


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Runs a script with options in a folder of its own; returns the status."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)

    def run(text, *options):
        (tmp_path / "play.txt").write_text(text)
        return cli.main(["--headless", "play.txt", *options])

    return run


def test_F27_pictures_without_a_display(play, tmp_path):
    assert play(SCRIPT, "--scale", "1") == 0
    found = {}
    for path in (tmp_path / "shots").iterdir():
        with Image.open(path) as opened:
            found[path.name] = pictures.parse(opened)
    assert sorted(found) == ["3.png", "after.png", "start.png"]
    assert any(found["start.png"]), "the first screen is there after a second and a half"
    assert found["after.png"] != found["start.png"], "A does something on the first screen"


def test_F27_neither_display_nor_pygame_is_asked_for(project, tmp_path):
    """As a person would type it, in an environment without any display."""
    (tmp_path / "play.txt").write_text("+800 shot\n")
    code = (
        "import sys; sys.path.append(sys.argv[1]); from sim import cli;"
        "status = cli.main(sys.argv[2:]); assert 'pygame' not in sys.modules; sys.exit(status)"
    )
    environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    environment["PYTHONSAFEPATH"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", code, project, "--headless", "play.txt", "--shots", "here"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "here" / "001.png").exists()


def test_the_command_itself_from_any_folder(project, tmp_path):
    """`python3 -m sim` by its file: the working folder plays no part."""
    done = subprocess.run(
        [sys.executable, os.path.join(project, "sim"), "--headless", "-", "--gif", "a.gif"],
        cwd=tmp_path,
        input="+1200 a\n+500 wait\n",
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(tmp_path / "a.gif") as found:
        assert found.format == "GIF" and len(ImageSequence.all_frames(found)) >= 2


def test_the_same_seed_gives_the_same_pictures(play, tmp_path):
    for name in ("one", "two"):
        assert play(SCRIPT, "--seed", "5", "--frames", name, "--scale", "1") == 0
    one, two = (sorted(os.listdir(tmp_path / name)) for name in ("one", "two"))
    assert one == two and len(one) >= 3
    for name in one:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_seed_is_shown(play, tmp_path):
    assert play("+1500 shot real", "--scale", "1") == 0
    assert play("+1500 shot seeded", "--scale", "1", "--seed", "5") == 0
    shots = tmp_path / "shots"
    assert (shots / "real.png").read_bytes() != (shots / "seeded.png").read_bytes()


def test_every_language_has_its_own_pictures(play, tmp_path):
    found = set()
    for language in ("en", "cs", "de"):
        assert play("+1500 a\n+800 shot " + language, "--language", language) == 0
        found.add((tmp_path / "shots" / f"{language}.png").read_bytes())
    assert len(found) == 3


def test_a_film_of_a_part_of_the_run(play, tmp_path):
    text = "+2000 film\n+100 a\n+700 cut\n+5000 wait\n"
    assert play(text, "--gif", "part.gif", "--scale", "2", "--whole") == 0
    with Image.open(tmp_path / "part.gif") as found:
        length = sum(frame.info["duration"] for frame in ImageSequence.Iterator(found))
        assert found.size == (252 * 2, 124 * 2)
        assert 800 < length < 860 + pictures.HOLD_MS


def test_a_script_that_waits_in_vain_ends_with_a_sentence(play, capsys, monkeypatch):
    monkeypatch.setattr(script, "PATIENCE_MS", 2000)
    assert play("+1500 a\n+1000 until still\n+0 until moving") == 2
    error = capsys.readouterr().err
    assert error == "kostka: play.txt, line 3: waited 2 s and the picture is not moving\n"


def test_F26_the_boards_own_drivers_run(monkeypatch):
    """The simulator has no driver of its own: code.py runs as it is and calls hw/."""
    import hw.buttons
    import hw.panel

    calls = {"pieces": 0, "sample": 0}
    for owner, name in ((hw.panel.Panel, "pieces"), (hw.buttons.Buttons, "sample")):
        real = getattr(owner, name)

        def count(self, *rest, name=name, real=real):
            calls[name] += 1
            return real(self, *rest)

        monkeypatch.setattr(owner, name, count)
    device = Device({})
    device.watchers.append(Headless(Player(parse("+1200 a\n+300 wait"))))
    device.run()
    assert calls["pieces"] >= 2 and calls["sample"] > 100
    assert any(device.world.picture())
    assert hw.panel.Panel.__mro__[1].__module__ == "adafruit_ssd1306"
