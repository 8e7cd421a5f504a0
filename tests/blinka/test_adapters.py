"""`python3 -m tools.blinka`: code.py as it is, through the real Blinka, on faked adapters.

Each run is a process of its own, since Blinka decides once what it runs on. What the panel then
shows must be what the simulated device shows after the same presses.
"""

import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.world import World
from tests.blinka import adapters

HERE = Path(__file__).resolve().parent
SETTINGS = {"KOSTKA_SEED": "7", "KOSTKA_SPEED": "0", "KOSTKA_SLEEP": "0"}
# Start, menu, set-up, a turn with buildings, the look around, a step back, the pause.
STEPS = "a a down up a a a right a b a left a menu down b a a".split()
GAP_MS = 900
TAP_MS = 90
EVENTS = [(1000 + GAP_MS * at, step) for at, step in enumerate(STEPS)]
HOLDS = {5: 0, 9: 0, 11: 700}  # step -> longer press, where it matters
END_MS = 1000 + GAP_MS * len(STEPS)


def length(at: int) -> int:
    return HOLDS.get(at) or TAP_MS


@functools.cache
def expected() -> list[bytes]:
    """The pictures of the simulated device before each press, and at the end."""
    world = World(settings=dict(SETTINGS))
    pictures: list[bytes] = []
    for at, (when, button) in enumerate(EVENTS):
        world.at(when, lambda: pictures.append(world.picture()))
        world.press(button, when + 1, length(at))
    world.at(END_MS, lambda: pictures.append(world.picture()))
    world.run(until=END_MS + 1)
    return pictures


def run(kind: str, store: Path, *more: str, **settings: str) -> tuple[dict, str]:
    """The command on a faked adapter with the usual presses; what it said, and printed."""
    events = [f"{when}:{button}:{length(at)}" for at, (when, button) in enumerate(EVENTS)]
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("KOSTKA_", "BLINKA_"))
    }
    environment |= {**SETTINGS, **settings, "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, str(HERE / "run.py"), kind, str(store), *more, *events, f"{END_MS}:stop"],
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *printed, last = done.stdout.splitlines()
    return json.loads(last), "\n".join(printed) + done.stderr


def shown(said: dict) -> list[bytes]:
    return [bytes.fromhex(picture) for picture in said["pictures"]]


@pytest.mark.parametrize("kind", sorted(adapters.KINDS))
def test_the_firmware_shows_the_same_through_blinka_as_in_the_simulator(
    kind: str, tmp_path: Path
) -> None:
    said, printed = run(kind, tmp_path / "store")
    assert shown(said) == expected()
    assert len(set(shown(said))) > 10  # the presses led somewhere
    assert said["status"] == 0
    assert said["panel"] == []
    assert "error" not in printed


def test_F19_a_panel_that_keeps_its_power_is_dark_at_the_end(tmp_path: Path) -> None:
    said, _printed = run("agnostic", tmp_path / "store")
    assert not said["on"]


def test_blinkas_scanner_is_left_alone_since_its_events_have_no_times(tmp_path: Path) -> None:
    said, _printed = run("raspberry_pi", tmp_path / "store")
    assert not said["scanning"]
    assert said["pulled"] == sorted(adapters.PI.values())


def test_F12_the_panel_comes_off_and_back_on_the_slowest_adapter(tmp_path: Path) -> None:
    """An MCP2221 is polled and slow: a tap while it looks for the panel may be lost, no more."""
    out, back = EVENTS[8][0] - 200, EVENTS[11][0] - 200
    said, printed = run("mcp2221", tmp_path / "store", f"{out}:unplug", f"{back}:plug")
    assert printed.index("the panel is lost") < printed.index("the panel is back")
    assert all(any(picture) for picture in shown(said)[-3:])
    assert said["status"] == 0


@pytest.mark.parametrize("kind", ["ft232h", "raspberry_pi"])
def test_F12_the_panel_comes_off_and_back_and_nothing_is_lost(kind: str, tmp_path: Path) -> None:
    out, back = EVENTS[8][0] - 200, EVENTS[11][0] - 200
    said, printed = run(kind, tmp_path / "store", f"{out}:unplug", f"{back}:plug")
    assert shown(said)[-3:] == expected()[-3:]
    assert "the panel is lost" in printed
    assert "the panel is back" in printed


@pytest.mark.parametrize("kind", ["ft232h", "mcp2221", "raspberry_pi"])
def test_F12_a_panel_that_is_missing_at_the_start_is_waited_for(kind: str, tmp_path: Path) -> None:
    said, printed = run(kind, tmp_path / "store", "0:unplug", "700:plug")
    assert "waiting for the panel: no panel answers at 0x3C or 0x3D" in printed
    assert said["status"] == 0
    assert said["panel"] == []


def test_a_pin_of_the_owners_goes_before_the_usual_one(tmp_path: Path) -> None:
    said, printed = run("ft232h", tmp_path / "store", KOSTKA_A="C4", KOSTKA_UP="X9")
    assert said["status"] == 1
    assert "this board has no pin X9: set KOSTKA_UP" in printed


def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    store = tmp_path / "letter.txt"
    store.write_text("Dear Eva")
    said, printed = run("agnostic", store)
    assert said["status"] == 1
    assert "letter.txt cannot be the store: it has 8 bytes and not 4096" in printed
    assert store.read_text() == "Dear Eva"
