"""The board's modules: put in, followed from world to world, and taken out again."""

import os
import sys
import time

import pytest

from sim import modules
from sim.chips.clock import TICKS_START
from sim.world import World

NAMES = ("board", "busio", "digitalio", "keypad", "supervisor")


def state() -> list[object]:
    """What installing a world must not leave behind."""
    import adafruit_debouncer
    import adafruit_ticks

    import hw.clock
    import hw.entropy

    found: list[object] = [sys.modules.get(name) for name in NAMES]
    found += [adafruit_ticks.ticks_ms, adafruit_debouncer.ticks_ms, hw.clock.ticks_ms]
    return found + [hw.clock.time, hw.entropy.os, time.sleep, os.urandom]


def test_everything_is_as_before_when_a_world_is_taken_away() -> None:
    with World():
        pass
    before = state()
    with World():
        assert state() != before
        import board

        assert sys.modules["board"] is board
    assert state() == before
    assert before[-4:] == [time, os, time.sleep, os.urandom]
    modules.remove()
    assert state() == before


def test_the_library_and_the_clock_follow_the_world() -> None:
    import adafruit_ticks

    from hw.clock import Clock

    clock = Clock()
    for ms in (0, 700, 70):
        world = World()
        world.clock.advance(1000 * ms)
        world.install()
        import supervisor

        for ticks in (supervisor.ticks_ms, adafruit_ticks.ticks_ms, clock.now):
            assert ticks() - TICKS_START == ms
        clock.sleep(250)
        assert world.now == ms + 250
    modules.remove()


def test_one_world_replaces_another_and_each_has_its_own_parts() -> None:
    first = World()
    second = World(address=0x3D)
    first.install()
    one = first.wire()
    second.install()
    other = second.wire()
    import board

    assert vars(board)["GP4"] is second.pins["GP4"]
    other.panel.image[0] = 3
    for _ in other.panel.pieces():
        pass
    assert second.picture()[0] == 3
    assert first.picture() == bytes(1024)
    assert one.panel.addr == 0x3C
    assert other.panel.addr == 0x3D
    second.press("a")
    for _look in range(60):
        one.buttons.sample()
        other.buttons.sample()
        second.clock.advance(2000)
    assert other.buttons.get() == 4
    assert one.buttons.get() == -1
    modules.remove()


def test_a_module_that_the_board_lacks_cannot_be_imported() -> None:
    with World(lacks=("keypad",)), pytest.raises(ImportError):
        import keypad  # noqa: F401
    with World():
        import keypad as there

        assert hasattr(there, "Keys")


def test_the_board_has_the_pins_of_a_pico() -> None:
    with World():
        import board

        names = [name for name in dir(board) if name.startswith("GP")]
        assert sorted(names) == sorted(f"GP{n}" for n in range(29) if n not in (23, 24, 25))
        assert vars(board)["LED"].name == "LED"


def test_the_desktop_keeps_its_own_time_and_chance() -> None:
    with World(entropy=lambda count: bytes(count)) as world:
        assert os.urandom(16) != bytes(16)
        start = world.now
        time.sleep(0)
        assert world.now == start
