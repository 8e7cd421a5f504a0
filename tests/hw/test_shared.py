"""Six buttons on four lines, as on an adapter that has no more; and pins that lack something."""

from collections.abc import Callable

import pytest

from hw.buttons import LEFT, MENU, RIGHT, UP, A, B, Buttons
from hw.clock import Clock
from hw.shared import Shared
from sim.world import World

Board = Callable[..., World]
# Up, Down, Left, Right, A, B: which of the four lines each pulls.
MASKS = [0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b1100]


class Line:
    def __init__(self) -> None:
        self.value = True
        self.reads = 0
        self.released = 0

    def deinit(self) -> None:
        self.released += 1


def pressed(low: int) -> list[int]:
    """The buttons that are down while the lines of the mask `low` are."""
    lines = [Line() for _place in range(4)]
    for place, line in enumerate(lines):
        line.value = not low & (1 << place)
    buttons = Shared(lines, MASKS).buttons
    return [key for key, button in enumerate(buttons) if not button.value]


@pytest.mark.parametrize("key", range(6))
def test_each_button_alone_is_told_from_the_others(key: int) -> None:
    assert pressed(MASKS[key]) == [key]


def test_a_and_b_together_are_told_from_the_arrows() -> None:
    assert pressed(0b1111) == [A, B]
    assert pressed(0) == []
    assert pressed(MASKS[UP] | MASKS[LEFT]) == [UP, LEFT]
    assert pressed(MASKS[UP] | MASKS[B]) == [UP, B]


def test_all_lines_are_let_go_once() -> None:
    lines = [Line() for _place in range(4)]
    for button in Shared(lines, MASKS).buttons:
        button.deinit()
    assert [line.released for line in lines] == [1, 1, 1, 1]


def test_lines_that_close_one_after_the_other_are_one_press(board: Board) -> None:
    """The two contacts of A are never seen closed at the same moment."""
    world = board()
    lines = [Line() for _place in range(4)]
    clock = Clock()
    buttons = Buttons(clock, pins=Shared(lines, MASKS).buttons)
    world.at(100, lambda: setattr(lines[1], "value", False))
    world.at(103, lambda: setattr(lines[0], "value", False))
    world.at(200, lambda: setattr(lines[0], "value", True))
    world.at(204, lambda: setattr(lines[1], "value", True))
    while world.now < 300:
        buttons.sample()
        clock.sleep(2)
    assert [buttons.get(), buttons.get()] == [A, -1]


def test_pins_joined_by_a_plus_are_read_together(board: Board) -> None:
    settings = {
        "KOSTKA_UP": "GP0",
        "KOSTKA_DOWN": "GP1",
        "KOSTKA_LEFT": "GP2",
        "KOSTKA_RIGHT": "GP3",
        "KOSTKA_A": "GP0+GP1",
        "KOSTKA_B": "GP2+GP3",
    }
    world = board(settings=settings)
    parts = world.wire()
    assert parts.settings.problems == []
    for at, names in ((100, "GP3"), (300, "GP0 GP1"), (500, "GP0 GP1 GP2 GP3")):
        for name in names.split():
            world.pins[name].add_edge(at * 1000, 0)
            world.pins[name].add_edge((at + 80) * 1000, 1)
    events = []
    while world.now < 700:
        parts.buttons.sample()
        events.append(parts.buttons.get())
        parts.clock.sleep(2)
    assert [event for event in events if event >= 0] == [RIGHT, A, MENU]


def test_a_pin_joined_to_one_that_is_missing_is_told(board: Board) -> None:
    parts = board(settings={"KOSTKA_A": "GP0+X1"}).wire()
    assert parts.settings.problems == [("KOSTKA_A", "X1")]
    assert parts.settings.pins["a"] == "GP14"


def test_a_scanner_whose_events_have_no_times_is_not_used(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = board()
    import keypad

    class Timeless:
        key_number = 0

    def refuse(*_pins: object, **_options: object) -> None:
        raise AssertionError("it was used")

    monkeypatch.setattr(keypad, "Event", Timeless)
    monkeypatch.setattr(keypad, "Keys", refuse)
    parts = world.wire()
    world.press("b")
    for _look in range(60):
        parts.buttons.sample()
        parts.clock.sleep(2)
    assert parts.buttons.get() == B


@pytest.mark.parametrize("error", [NotImplementedError, AttributeError])
def test_pins_without_pull_ups_are_read_by_the_owners_resistors(
    board: Board, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    world = board(lacks=("keypad",))
    import digitalio

    asked: list[object] = []

    class Bare(digitalio.DigitalInOut):
        def switch_to_input(self, pull: object = None) -> None:
            asked.append(pull)
            if pull is not None:
                raise error("no pull-ups")
            super().switch_to_input(digitalio.Pull.UP)  # the resistor

    monkeypatch.setattr(digitalio, "DigitalInOut", Bare)
    parts = world.wire()
    assert asked == [digitalio.Pull.UP, None] * 6
    world.press("left")
    for _look in range(60):
        parts.buttons.sample()
        parts.clock.sleep(2)
    assert parts.buttons.get() == LEFT


def test_slow_pins_take_no_more_than_half_of_the_time(board: Board) -> None:
    world = board()
    lines = [Line() for _key in range(6)]
    reads = 0

    class Slow(Line):
        @property
        def value(self) -> bool:
            nonlocal reads
            reads += 1
            world.clock.advance(6000)
            return True

        @value.setter
        def value(self, _value: bool) -> None:
            pass

    lines[0] = Slow()
    clock = Clock()
    buttons = Buttons(clock, pins=lines)
    began, before = world.now, reads
    while world.now < began + 1200:
        buttons.sample()
        world.clock.advance(100)
    assert 80 <= reads - before <= 105  # of 200, were there nothing else to do
