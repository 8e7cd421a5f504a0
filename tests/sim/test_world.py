"""The world: hands, panel, runs of code.py, and that a run repeats exactly."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from sim import world as world_module
from sim.world import World, read_settings

COUNT = """
from hw.wiring import wire
parts = wire()
import board, supervisor
draws = 0
events = []
while True:
    parts.buttons.sample()
    event = parts.buttons.get()
    if event >= 0:
        draws += 1
        events.append((event, parts.clock.now(), parts.entropy.draw(6 ** 9)))
        for place in range(1024):
            parts.panel.image[place] = (place * 7 + parts.entropy.draw(256)) & 255
        for _ in parts.panel.pieces():
            parts.buttons.sample()
        print(event, parts.clock.now())
    parts.clock.sleep(8)
"""


@pytest.fixture
def firmware(tmp_path: Path) -> str:
    """A small program in the place of code.py."""
    path = tmp_path / "code.py"
    path.write_text(COUNT, encoding="utf-8")
    return str(path)


def test_press_down_and_up_are_edges_with_times() -> None:
    world = World()
    assert world.press("a", 100, ms=50) == 150
    assert world.down("B", 160) == 160
    assert world.up("b", 200) == 200
    assert world.press("menu", 300) == 360
    assert world.edges == [
        (100, "a", 0),
        (150, "a", 1),
        (160, "b", 0),
        (200, "b", 1),
        (300, "a", 0),
        (360, "a", 1),
        (300, "b", 0),
        (360, "b", 1),
    ]
    pin = world.pins["GP14"]
    assert [pin.level_at(1000 * ms) for ms in (99, 100, 149, 150, 310)] == [1, 0, 0, 1, 0]
    with pytest.raises(KeyError):
        world.down("c")


def test_an_edge_without_a_time_comes_a_millisecond_from_now_and_never_earlier() -> None:
    world = World()
    assert world.down("a") == 0  # before power-on: held when it comes
    world.clock.advance(5600)
    assert world.up("a") == 6
    assert world.down("b", 2) == 6
    assert world.pins["GP14"].level_at(world.clock.us) == 0


def test_buttons_hang_on_the_pins_that_the_settings_name() -> None:
    world = World({"KOSTKA_A": "GP2"})
    world.down("a", 5)
    assert world.pins["GP2"].level_at(5000) == 0
    assert world.pins["GP14"].level_at(5000) == 1
    impossible = World({"KOSTKA_A": "GP99", "KOSTKA_B": "GP2"})
    impossible.down("b", 5)
    assert impossible.pins["GP15"].level_at(5000) == 0


def test_pulled_off_there_is_no_picture_and_no_memory_of_it() -> None:
    with World() as world:
        panel = world.wire().panel
        panel.image[:] = b"\xff" * 1024
        for _ in panel.pieces():
            pass
        assert world.picture() == b"\xff" * 1024
        world.unplug()
        assert world.picture() == bytes(1024)
        world.plug_in()
        assert world.picture() == bytes(1024)
        assert not world.panel.on


def test_a_small_code_py_runs_until_the_power_goes(
    firmware: str, capsys: pytest.CaptureFixture[str]
) -> None:
    world = World({"KOSTKA_SEED": 9})
    world.press("left", 500)
    world.run(until=2000, code=firmware)
    assert world.now == 2000
    assert capsys.readouterr().out.startswith("2 ")
    assert world.picture().count(0) < 64


def test_an_error_of_the_firmware_comes_through_and_the_board_is_taken_away(
    tmp_path: Path,
) -> None:
    path = tmp_path / "code.py"
    path.write_text("import board\nraise KeyError(__name__)\n", encoding="utf-8")
    world = World()
    with pytest.raises(KeyError, match="__main__"):
        world.run(code=str(path))
    with pytest.raises((AttributeError, ImportError)):
        import board

        _ = board.GP4  # type: ignore[attr-defined]


def test_a_program_that_ends_ends_the_run(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text("import time\nx = 1\n", encoding="utf-8")
    World().run(code=str(path))


def test_the_projects_own_code_py_is_found(project: str) -> None:
    path = world_module._beside("code.py")
    assert os.path.samefile(path, os.path.join(project, "code.py"))


def film(prepare: Callable[[World], None], firmware: str, **options: object) -> list[object]:
    """All pictures of a run with their times, and its edges."""
    world = World({"KOSTKA_SEED": 5}, bounce_ms=5, **options)  # type: ignore[arg-type]
    frames: list[object] = []
    last = [b""]

    def look(_ms: int) -> None:
        if world.picture() != last[0]:
            last[0] = world.picture()
            frames.append((world.now, last[0]))

    world.on_idle = look
    prepare(world)
    world.run(until=4000, code=firmware)
    return [frames, sorted(world.edges), world.bus.bytes, world.clock.us]


def test_a_run_repeats_exactly_from_its_recorded_edges(firmware: str) -> None:
    seen: list[World] = []

    def live(world: World) -> None:
        """A front that presses while the device runs, whenever it happens to be asked."""
        seen.append(world)
        look = world.on_idle
        done = [0]

        def hands(ms: int) -> None:
            if look:
                look(ms)
            while world.now >= 300 * (done[0] + 1):
                done[0] += 1
                world.press(("left", "up", "right")[done[0] % 3], ms=20 + done[0])

        world.on_idle = hands

    first = film(live, firmware)
    assert len(first[0]) > 8  # type: ignore[arg-type]

    def replay(world: World) -> None:
        for at, button, level in seen[0].edges:
            (world.up if level else world.down)(button, at)

    assert film(replay, firmware) == first


def test_a_run_depends_on_settings_edges_and_chance() -> None:
    def draw(settings: dict[str, int], chance: int) -> int:
        with World(settings, entropy=random.Random(chance).randbytes) as world:
            return int(world.wire().entropy.draw(6**9))

    assert draw({}, 1) == draw({}, 1)
    assert draw({}, 1) != draw({}, 2)
    assert draw({"KOSTKA_SEED": 1}, 1) == draw({"KOSTKA_SEED": 1}, 2)
    assert draw({"KOSTKA_SEED": 1}, 1) != draw({"KOSTKA_SEED": 2}, 1)


def test_run_until_lets_time_pass_whatever_the_step_does() -> None:
    world = World()
    calls: list[int] = []
    world.run_until(25, lambda: calls.append(world.now))
    assert calls == list(range(25))
    world.run_until(100, lambda: world.clock.advance(10000))
    assert 100 <= world.now <= 109


# settings.toml


def test_settings_are_read_as_the_board_reads_them() -> None:
    text = """
# a remark
KOSTKA_SEED = 12   # with a remark
KOSTKA_A="GP2"
KOSTKA_LANGUAGE = "cs" # too
EMPTY = ""
"""
    assert read_settings(text) == {
        "KOSTKA_SEED": 12,
        "KOSTKA_A": "GP2",
        "KOSTKA_LANGUAGE": "cs",
        "EMPTY": "",
    }


@pytest.mark.parametrize("line", ["X = yes", 'X = "open', 'X = "a" b', "X", "X =", "= ="])
def test_a_line_that_makes_no_sense_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="line 2 "):
        read_settings("# one\n" + line + "\n")


def test_a_restart_leaves_nothing_behind_in_the_modules_of_others() -> None:
    """Not even of modules that were not there before the run."""
    import sys

    from sim import restart

    name = "ui.screens.stuck"
    sys.modules.pop(name, None)
    before = {key: sys.modules[key] for key in sys.modules if key.split(".")[0] in ("hw", "ui")}
    for _start in range(2):
        restart.forget()
        __import__(name)
    restart.remember()
    assert name not in sys.modules
    for key in before:
        assert sys.modules[key] is before[key]
