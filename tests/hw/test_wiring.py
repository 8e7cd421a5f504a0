"""The wiring: parts from the board's modules, and boards on which something is missing."""

import os
import sys
from collections.abc import Callable

import pytest

from hw.entropy import Entropy, SeededEntropy
from sim import boards
from sim.world import PowerOff, World

Board = Callable[..., World]


def test_a_whole_board_gets_all_parts(board: Board) -> None:
    world = board()
    parts = world.wire()
    assert parts.panel.addr == 0x3C
    assert parts.settings.problems == []
    assert type(parts.entropy) is Entropy
    assert not parts.entropy.seeded
    assert parts.led is not None
    assert not world.led
    assert world.now < 200


def test_a_seed_in_the_settings_seeds_the_dice(board: Board) -> None:
    board(settings={"KOSTKA_SEED": 7})
    from hw.wiring import wire

    parts = wire()
    assert type(parts.entropy) is SeededEntropy
    assert parts.entropy.seeded


def test_a_board_without_a_scanner_does_without_it(board: Board) -> None:
    world = board(lacks=("keypad",))
    parts = world.wire()
    world.press("a", ms=40)
    for _look in range(40):
        parts.buttons.sample()
        parts.clock.sleep(2)
    assert parts.buttons.get() == 4


def test_a_board_without_an_led_does_without_it(board: Board) -> None:
    world = board(settings={"KOSTKA_LED": "NEOPIXEL"})
    assert world.wire().led is None


def test_a_pin_that_the_board_lacks_is_told_and_the_reference_wiring_used(board: Board) -> None:
    world = board(settings={"KOSTKA_A": "D5", "KOSTKA_B": "GP2"})
    parts = world.wire()
    assert parts.settings.problems == [("KOSTKA_A", "D5")]
    world.press("a")
    for _look in range(40):
        parts.buttons.sample()
        parts.clock.sleep(4)
    assert parts.buttons.get() == 4


def test_other_pins_work(board: Board) -> None:
    world = board(settings={"KOSTKA_A": "GP2", "KOSTKA_SDA": "GP16", "KOSTKA_SCL": "GP17"})
    parts = world.wire()
    assert world.pins["GP2"].user is not None
    assert world.pins["GP14"].user is None
    assert world.pins["GP4"].user is None
    world.press("a")
    for _look in range(40):
        parts.buttons.sample()
        parts.clock.sleep(4)
    assert parts.buttons.get() == 4


def test_a_board_without_the_reference_pins_says_which_setting_it_needs(board: Board) -> None:
    world = board()
    import board as module

    delattr(module, "GP4")
    with pytest.raises(ValueError, match="no pin GP4: set KOSTKA_SDA in settings.toml"):
        world.wire()


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"KOSTKA_UP": "D55"}, "no pin D55: set KOSTKA_UP"),
        ({"KOSTKA_UP": "D5", "KOSTKA_DOWN": "D5"}, "pin D5 is taken twice: set KOSTKA_DOWN"),
    ],
)
def test_a_board_without_the_reference_pins_names_the_setting_that_is_wrong(
    board: Board, wrong: dict, named: str
) -> None:
    kind: dict = dict(boards.FEATHER)
    kind["settings"] = {**kind["settings"], **wrong}
    world = board(**kind)
    with pytest.raises(ValueError, match=named):
        world.wire()


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"KOSTKA_UP": "GP26", "KOSTKA_DOWN": "A0"}, ("KOSTKA_DOWN", "A0")),
        ({"KOSTKA_UP": "GP26", "KOSTKA_BATTERY": "A0"}, ("KOSTKA_BATTERY", "A0")),
        ({"KOSTKA_UP": "GP26", "KOSTKA_BUZZER": "A0"}, ("KOSTKA_BUZZER", "A0")),
        ({"KOSTKA_UP": "GP25"}, None),  # the LED's, which gives way
    ],
)
def test_two_names_of_one_pin_are_found_out(
    board: Board, settings: dict, problem: tuple | None
) -> None:
    pins = [f"GP{number}" for number in range(29)] + ["LED", "A0"]
    world = board(settings=settings, pins=pins)
    module = sys.modules["board"]
    for name, pin in (("A0", "GP26"), ("GP25", "LED")):
        setattr(module, name, getattr(module, pin))
    parts = world.wire()
    assert parts.settings.problems == ([problem] if problem else [])


@pytest.mark.parametrize("fault", ["absent", "no pull-ups", "stuck"])
def test_F12_a_panel_that_does_not_answer_is_told_and_waited_for(
    board: Board, capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    world = board(address=None if fault == "absent" else 0x3C)
    world.bus.pull_ups = fault != "no pull-ups"
    world.bus.stuck = fault == "stuck"
    shone = []

    def mend() -> None:
        world.bus.pull_ups = True
        world.bus.stuck = False
        world.plug_in()

    world.at(5500, mend)
    world.on_idle = lambda _ms: shone.append(world.led)
    parts = world.wire()
    assert 5500 <= world.now <= 8000
    assert parts.panel.addr == 0x3C
    assert not world.led
    assert shone.count(True) > 80  # 400 ms at least of blinking
    told = capsys.readouterr().out.strip().split("\n")
    assert len(told) == 1  # once, not every second
    assert told[0].startswith("Kostka: waiting for the panel: ")
    assert ("pull up" if fault == "no pull-ups" else "0x3C or 0x3D") in told[0]


def test_waiting_for_a_panel_can_be_switched_off(board: Board) -> None:
    world = board(address=None)
    world.at(3000, world.power_off)
    with pytest.raises(PowerOff):
        world.wire()


def test_code_py_does_nothing_when_it_is_imported(project: str) -> None:
    path = os.path.join(project, "code.py")
    with open(path, encoding="utf-8") as file:
        source = file.read()
    names: dict[str, object] = {"__name__": "code"}
    exec(compile(source, path, "exec"), names)
    assert set(names) == {"__name__", "__doc__", "__builtins__"}
