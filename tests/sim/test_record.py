"""Recordings and replays: the same run again, to the last pixel, and files that are none."""

import json
import os

import pytest

from sim import record
from sim.device import Device
from sim.headless import Headless
from sim.record import RecordError
from sim.script import Player, parse

#: Goes through the first screens and presses everything there is.
SCRIPT = """
+1500 a
+300 down
+200 a
+300 hold a
+200 right x3
+200 menu
+200 b x2
+100 hold b
+50 a x3
+400 wait
"""
HEAD = '{"kostka": "recording", "format": 1, "settings": {"KOSTKA_SPEED": 1}}\n'
EDGE = '{"ms": %d, "button": "a", "down": true}\n'
CHANCE = '{"chance": "00"}\n'
END = json.dumps({"end": 90, "picture": "0" * 64}) + "\n"


def run(path, settings=None, text=SCRIPT):
    """A run of a script, recorded; returns the device after it."""
    device = Device(settings or {}, writer=record.Writer(str(path), settings or {}))
    device.watchers.append(Headless(Player(parse(text))))
    device.run()
    return device


def replay(path):
    """The replay of a file; returns the device after it."""
    device = Device({}, record.read(str(path)))
    device.watchers.append(Headless(None))
    device.run()
    return device


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A recording of a run with real dice, and the device that made it."""
    path = tmp_path_factory.mktemp("record") / "run.jsonl"
    return path, run(path, {"KOSTKA_LANGUAGE": "cs", "KOSTKA_SPEED": 1})


def test_a_run_with_real_dice_is_replayed_exactly(recorded):
    path, device = recorded
    again = replay(path)
    assert again.replayed is True
    assert again.now == device.now
    assert again.world.picture() == device.world.picture()
    assert again.world.edges == device.world.edges
    assert again.settings == device.settings


def test_a_replay_gets_the_bytes_of_chance_in_order(recorded):
    path, _device = recorded
    kept = record.read(str(path))
    assert len(kept.chance) >= 1024  # the start-up test of the source alone takes that many
    device = Device({}, kept)
    assert device.world.urandom(16) + device.world.urandom(8) == kept.chance[:24]


def test_a_seeded_run_records_no_chance(tmp_path):
    run(tmp_path / "run", {"KOSTKA_SEED": 9})
    kept = record.read(str(tmp_path / "run"))
    assert kept.chance == b""
    assert kept.settings == {"KOSTKA_SEED": 9}
    assert replay(tmp_path / "run").replayed is True


@pytest.mark.parametrize("address", ["0x50", 0x57])
def test_a_device_has_the_fram_that_its_settings_name(tmp_path, address):
    device = run(tmp_path / "run", {"KOSTKA_FRAM": address, "KOSTKA_SEED": 3})
    assert device.world.fram.data[0] == 0x4B, "the party of the game is kept there"
    assert replay(tmp_path / "run").replayed is True


@pytest.mark.parametrize("settings", [{}, {"KOSTKA_FRAM": "here"}, {"KOSTKA_FRAM": 0}])
def test_a_device_without_an_fram_has_none(settings):
    assert Device(settings).world.fram is None


def test_the_same_seed_makes_the_same_recording(tmp_path):
    run(tmp_path / "one", {"KOSTKA_SEED": 9})
    run(tmp_path / "two", {"KOSTKA_SEED": 9})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_replay_that_ends_otherwise_says_so(recorded, tmp_path):
    text = recorded[0].read_text()
    lines = text.splitlines()
    end = json.loads(lines[-1])
    end["picture"] = record.fingerprint(bytes(1024))
    (tmp_path / "other").write_text("\n".join([*lines[:-1], json.dumps(end)]) + "\n")
    assert replay(tmp_path / "other").replayed is False


def test_hands_do_nothing_in_a_replay(recorded):
    device = Device({}, record.read(str(recorded[0])))
    device.edge("A", True)
    assert device.world.edges == []


def test_a_button_held_at_power_on_is_recorded_as_held(tmp_path):
    device = run(tmp_path / "run", {}, "0 hold b 900\n+300 wait")
    assert device.world.edges[0] == (0, "b", 0)
    again = replay(tmp_path / "run")
    assert again.world.edges == device.world.edges
    assert again.replayed is True


def test_turned_the_recording_keeps_the_real_buttons(tmp_path):
    device = run(tmp_path / "run", {"KOSTKA_TURNED": 1}, "+2000 up\n+200 wait")
    assert [button for _at, button, _level in device.world.edges] == ["down", "down"]
    assert replay(tmp_path / "run").replayed is True


@pytest.mark.parametrize("kind", [OSError, ValueError, RuntimeError])
def test_the_firmware_does_not_catch_what_a_watcher_raises(kind):
    """A full disk under the camera must not look like a panel that fell off."""

    class Watcher:
        def look(self, device):
            if device.now > 0:
                raise kind("of the watcher")

    device = Device({})
    device.watchers.append(Watcher())
    with pytest.raises(kind, match="of the watcher"):
        device.run()
    assert device.now < 50


def test_a_recording_counts_as_broken_off_after_the_firmware_fails(tmp_path):
    writer = record.Writer(str(tmp_path / "run"), {})
    device = Device({}, writer=writer)

    class BrokenOff(BaseException):
        """What not even the firmware's guard catches."""

    def fail():
        raise BrokenOff

    device.world.at(100, fail)
    with pytest.raises(BrokenOff):
        device.run()
    with pytest.raises(RecordError, match="broken off"):
        record.read(str(tmp_path / "run"))


# Files


def test_written_and_read_again(tmp_path):
    writer = record.Writer(str(tmp_path / "run"), {"KOSTKA_SEED": 1, "KOSTKA_LANGUAGE": "de"})
    writer.chance(b"\x01\x02")
    writer.edge(7, "A", True)
    writer.edge(90, "A", False)
    writer.edge(30, "UP", True)
    writer.chance(b"\x03")
    writer.finish(120, bytes(1024))
    found = record.read(str(tmp_path / "run"))
    assert found.settings == {"KOSTKA_SEED": 1, "KOSTKA_LANGUAGE": "de"}
    assert found.chance == b"\x01\x02\x03"
    assert found.edges == [(7, "a", True), (30, "up", True), (90, "a", False)]
    assert found.end == 120
    assert found.picture == record.fingerprint(bytes(1024))


def test_lines_stand_in_the_order_of_their_times(tmp_path):
    """A release is told of when its press is; what another button does meanwhile comes later."""
    writer = record.Writer(str(tmp_path / "run"), {})
    writer.edge(10, "A", True, 9)
    writer.edge(70, "A", False, 9)
    assert "70" not in (tmp_path / "run").read_text()  # something may still come before it
    writer.edge(40, "UP", True, 39)
    writer.edge(100, "UP", False, 39)
    writer.edge(200, "B", True, 150)
    assert '"ms": 100' in (tmp_path / "run").read_text()
    writer.finish(160, bytes(1024))
    found = record.read(str(tmp_path / "run"))
    assert [edge[0] for edge in found.edges] == [10, 40, 70, 100]  # the last one never happened
    assert found.end == 160


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is no recording"),
        ("hello\n", "is no recording"),
        ("[1, 2]\n", "is no recording"),
        ("{" * 5000, "is no recording"),
        ('{"kostka": "save"}\n', "is no recording"),
        ('{"kostka": "recording", "format": 2, "settings": {}}\n', "has format 2"),
        ('{"kostka": "recording", "format": 1}\n', "line 1: settings are missing"),
        ('{"kostka": "recording", "format": 1, "settings": {"A": [1]}}\n', "line 1: the setting A"),
        (HEAD, "broken off"),
        (HEAD + '{"ms": 5, "button": "a", "do', "broken off"),
        (HEAD + END[:-20], "broken off"),
        (HEAD + '{"ms": 5, "button": "c", "down": true}\n' + END, "line 2 makes no sense"),
        (HEAD + '{"ms": -5, "button": "a", "down": true}\n' + END, "line 2 makes no sense"),
        (HEAD + '{"ms": true, "button": "a", "down": true}\n' + END, "line 2 makes no sense"),
        (HEAD + '{"ms": 5, "button": "a", "down": 1}\n' + END, "line 2 makes no sense"),
        (HEAD + '{"chance": "0g"}\n' + END, "line 2 makes no sense"),
        (HEAD + '{"chance": 12}\n' + END, "line 2 makes no sense"),
        (HEAD + "what?\n" + END, "line 2 makes no sense"),
        (HEAD + END + END, "line 3: more after the end"),
        (HEAD + '{"end": 5, "picture": "12"}\n' + END, "line 2 makes no sense"),
        (HEAD + EDGE % 50 + EDGE % 49 + END, "line 3: 49 ms lies before the 50 ms of line 2"),
        (HEAD + EDGE % 50 + CHANCE + EDGE % 0 + END, "line 4: 0 ms lies before the 50 ms of line"),
        (HEAD + EDGE % 91 + END, "line 3: 90 ms lies before the 91 ms of line 2"),
    ],
)
def test_what_is_no_whole_recording_is_refused_in_one_sentence(text, complaint):
    with pytest.raises(RecordError) as caught:
        record.parse(text, "run.jsonl")
    assert str(caught.value).startswith("run.jsonl")
    assert complaint in str(caught.value) and "\n" not in str(caught.value)


def test_cut_anywhere_a_recording_is_refused(recorded):
    text = recorded[0].read_text()
    for length in range(0, len(text) - 1, 37):
        with pytest.raises(RecordError):
            record.parse(text[:length])
    record.parse(text)


def test_files_that_cannot_be_read_are_told(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        record.read(str(tmp_path / "none"))
    with pytest.raises(RecordError, match="cannot be read"):
        record.read(str(tmp_path))
    (tmp_path / "picture").write_bytes(os.urandom(8) + b"\xff\xfe")
    with pytest.raises(RecordError, match="no recording"):
        record.read(str(tmp_path / "picture"))
