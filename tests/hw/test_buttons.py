"""The buttons: no tap lost, none doubled, and what presses of each kind come to."""

from collections.abc import Callable

import adafruit_debouncer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hw import buttons as numbers
from hw.buttons import DOWN, HOLD_A, HOLD_B, LEFT, MENU, RIGHT, UP, A, B, Buttons
from hw.clock import Clock
from hw.panel import Panel
from sim.world import BUTTONS, World
from ui import keys

Board = Callable[..., World]

NAMES = ("up", "down", "left", "right", "a", "b")
EVENT = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT, "a": A, "b": B}
POLLED = ("keypad",)
PATHS = pytest.mark.parametrize("lacks", [(), POLLED], ids=["scanner", "polled"])
DAY_US = 24 * 3600 * 1000000


class Rig:
    """A device of which only the buttons are used: lets time pass and collects (ms, event)."""

    def __init__(self, world: World, buttons: Buttons | None = None) -> None:
        self.world = world
        self.clock = Clock()
        self.panel: Panel
        self.buttons: Buttons
        if buttons is None:
            parts = world.wire()
            self.buttons = parts.buttons
            self.panel = parts.panel
        else:
            self.buttons = buttons
        self.events: list[int] = []
        self.times: list[int] = []

    def run(self, ms: int, step: int = 2) -> "Rig":
        """Let `ms` pass in a loop that looks every `step` ms."""
        end = self.world.now + ms
        while self.world.now < end:
            self.look()
            self.clock.sleep(step)
        self.look()
        return self

    def look(self) -> None:
        """One look at the buttons."""
        self.buttons.sample()
        event = self.buttons.get()
        while event >= 0:
            self.events.append(event)
            self.times.append(self.world.now)
            event = self.buttons.get()

    def take(self) -> list[int]:
        """The events since the last time."""
        events = self.events
        self.events = []
        self.times = []
        return events


def test_the_screens_know_the_same_numbers() -> None:
    for name in ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "HOLD_A", "HOLD_B", "MENU"):
        assert getattr(numbers, name) == getattr(keys, name)


@PATHS
def test_both_ways_go_through_the_stock_debouncer(board: Board, lacks: tuple[str, ...]) -> None:
    rig = Rig(board(lacks=lacks))
    for debouncer in rig.buttons._debouncers:
        assert type(debouncer) is adafruit_debouncer.Debouncer


@PATHS
@pytest.mark.parametrize("name", NAMES)
def test_a_tap_is_one_event(board: Board, lacks: tuple[str, ...], name: str) -> None:
    rig = Rig(board(lacks=lacks))
    rig.world.press(name)
    assert rig.run(300).take() == [EVENT[name]]


@PATHS
def test_arrows_act_on_press_and_the_others_on_release(
    board: Board, lacks: tuple[str, ...]
) -> None:
    rig = Rig(board(lacks=lacks))
    pressed = rig.world.down("left")
    rig.run(60)
    assert rig.events == [LEFT]
    assert rig.times[0] - pressed <= 15
    rig.world.up("left")
    rig.world.down("a")
    rig.run(200)
    assert rig.take() == [LEFT]
    released = rig.world.up("a")
    rig.run(60)
    assert rig.events == [A]
    assert rig.times[0] - released <= 15


@PATHS
def test_a_held_arrow_repeats_after_400_ms_and_then_every_120(
    board: Board, lacks: tuple[str, ...]
) -> None:
    rig = Rig(board(lacks=lacks))
    rig.world.press("down", ms=950)
    rig.run(1500)
    assert rig.events == [DOWN] * 6
    gaps = [later - rig.times[0] for later in rig.times]
    for gap, due in zip(gaps, (0, 400, 520, 640, 760, 880), strict=True):
        assert abs(gap - due) <= 4


@PATHS
@pytest.mark.parametrize(("name", "hold"), [("a", HOLD_A), ("b", HOLD_B)])
def test_a_hold_comes_at_500_ms_and_its_release_does_nothing(
    board: Board, lacks: tuple[str, ...], name: str, hold: int
) -> None:
    rig = Rig(board(lacks=lacks))
    pressed = rig.world.down(name)
    rig.run(480)
    assert rig.events == []
    rig.run(60)
    assert rig.events == [hold]
    assert 495 <= rig.times[0] - pressed <= 520
    rig.world.up(name)
    assert rig.run(400).take() == [hold]


@PATHS
@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("b", "a")])
@pytest.mark.parametrize("apart", [0, 40, 400])
def test_both_together_are_the_menu_once(
    board: Board, lacks: tuple[str, ...], first: str, second: str, apart: int
) -> None:
    rig = Rig(board(lacks=lacks))
    start = rig.world.now + 5
    rig.world.press(first, start, ms=apart + 700)
    rig.world.press(second, start + apart, ms=900)
    assert rig.run(2000).take() == [MENU]
    rig.world.press(first)
    assert rig.run(200).take() == [EVENT[first]]


@PATHS
def test_arrows_and_the_menu_do_not_mix(board: Board, lacks: tuple[str, ...]) -> None:
    rig = Rig(board(lacks=lacks))
    start = rig.world.now + 5
    rig.world.press("a", start, ms=200)
    rig.world.press("up", start + 50, ms=50)
    assert rig.run(400).take() == [UP, A]


# F7: no tap of 20 ms or longer is lost


@pytest.mark.parametrize("bounce", [0, 5])
@pytest.mark.parametrize("name", ["up", "b"])
def test_F7_a_20_ms_tap_is_never_lost_by_a_loop_of_28_ms(
    board: Board, name: str, bounce: int
) -> None:
    rig = Rig(board(bounce_ms=bounce))
    for phase in range(40):
        rig.world.press(name, rig.world.now + 1 + phase, ms=20)
        assert rig.run(200, step=28).take() == [EVENT[name]], phase


@PATHS
@pytest.mark.parametrize("bounce", [0, 5])
@pytest.mark.parametrize("name", ["right", "a"])
def test_F7_a_20_ms_tap_is_never_lost_during_a_full_redraw(
    board: Board, lacks: tuple[str, ...], name: str, bounce: int
) -> None:
    rig = Rig(board(lacks=lacks, bounce_ms=bounce))
    panel = rig.panel
    for phase in range(60):
        rig.world.press(name, rig.world.now + 1 + phase, ms=20)
        start = rig.world.now
        while rig.world.now < start + 120:  # one whole new picture after the other
            for place in range(1024):
                panel.image[place] ^= 0xFF
            for _ in panel.pieces():
                rig.look()
        assert rig.run(60).take() == [EVENT[name]], phase


def test_F7_taps_during_a_stall_of_half_a_second_are_all_there(board: Board) -> None:
    rig = Rig(board(bounce_ms=3))
    start = rig.world.now + 20
    rig.world.press("a", start, ms=60)
    rig.world.press("a", start + 150, ms=60)
    rig.world.press("left", start + 250, ms=20)
    rig.world.press("b", start + 300, ms=20)
    rig.clock.sleep(480)
    rig.look()
    assert rig.take() == [A, A, LEFT, B]


def test_F7_a_hold_and_a_tap_are_told_apart_after_a_stall(board: Board) -> None:
    rig = Rig(board())
    start = rig.world.now + 10
    rig.world.press("a", start, ms=480)
    rig.world.press("a", start + 700, ms=520)
    rig.world.press("b", start + 1300, ms=60)
    rig.clock.sleep(1500)
    rig.look()
    assert rig.take() == [A, HOLD_A, B]


def test_F7_repeats_do_not_pile_up_behind_a_slow_picture(board: Board) -> None:
    rig = Rig(board())
    rig.world.press("right", ms=1500)
    rig.clock.sleep(1400)
    rig.look()
    assert rig.take() == [RIGHT]
    rig.run(60)
    assert len(rig.take()) <= 1


# F8: bounce gives nothing twice, and fast taps stay apart


@PATHS
def test_F8_ten_taps_a_second_are_ten_events(board: Board, lacks: tuple[str, ...]) -> None:
    rig = Rig(board(lacks=lacks, bounce_ms=5))
    start = rig.world.now + 10
    for number in range(20):
        rig.world.press("a", start + 60 * number, ms=30)
    assert rig.run(1500).take() == [A] * 20


TRAINS = st.lists(
    st.tuples(st.sampled_from(NAMES), st.integers(20, 90), st.integers(25, 90)),
    min_size=1,
    max_size=12,
)


def play(world: World, taps: list[tuple[str, int, int]], step: int) -> list[int]:
    """The events of taps, (name, ms down, ms up), in a loop of `step` ms."""
    rig = Rig(world)
    at = world.now + 3
    for name, down, up in taps:
        world.press(name, at, ms=down)
        at += down + up
    return rig.run(at - world.now + 100, step).take()


@settings(max_examples=150)
@given(taps=TRAINS, step=st.integers(1, 120), bounce=st.integers(0, 5))
def test_F8_bounce_never_doubles_and_never_eats_a_tap_scanned(
    taps: list[tuple[str, int, int]], step: int, bounce: int
) -> None:
    with World(bounce_ms=bounce) as world:
        assert play(world, taps, step) == [EVENT[name] for name, _down, _up in taps]


@settings(max_examples=150)
@given(taps=TRAINS, step=st.integers(1, 4), bounce=st.integers(0, 5))
def test_F8_bounce_never_doubles_and_never_eats_a_tap_polled(
    taps: list[tuple[str, int, int]], step: int, bounce: int
) -> None:
    with World(bounce_ms=bounce, lacks=POLLED) as world:
        assert play(world, taps, step) == [EVENT[name] for name, _down, _up in taps]


@pytest.mark.parametrize("interval", [0.001, 0.002, 0.005])
def test_F8_a_scanner_that_sees_every_bounce_is_filtered(board: Board, interval: float) -> None:
    world = board(bounce_ms=5)
    import keypad

    pins = [world.pins[BUTTONS[name]] for name in NAMES]
    scanner = keypad.Keys(pins, value_when_pressed=False, pull=True, interval=interval)
    rig = Rig(world, Buttons(Clock(), keys=scanner))
    for number in range(60):
        world.press("a", world.now + 10 + number % 7, ms=20 + number)
        assert rig.run(160, step=7).take() == [A], number


def test_F8_a_spike_shorter_than_the_filter_ends_in_the_true_level(board: Board) -> None:
    rig = Rig(board())
    for phase in range(10):
        rig.world.press("a", rig.world.now + 5 + phase, ms=6)  # one scan sees it, or two
        rig.run(300)
        assert rig.buttons.down == 0
        assert rig.take() == [A]


# F18: ticks that wrap, and days without a press


@PATHS
def test_F18_presses_across_the_wrap_of_the_ticks(board: Board, lacks: tuple[str, ...]) -> None:
    rig = Rig(board(lacks=lacks))
    rig.world.clock.advance((64900 - rig.world.now) * 1000)
    rig.look()
    before = rig.clock.now()
    rig.world.press("a", 64950, ms=100)  # the wrap is at 65,000 ms
    rig.world.press("b", 65200, ms=60)
    assert rig.run(600).take() == [A, B]
    assert rig.clock.now() < before


@PATHS
def test_F18_a_hold_and_repeats_across_the_wrap(board: Board, lacks: tuple[str, ...]) -> None:
    rig = Rig(board(lacks=lacks))
    rig.world.clock.advance((64000 - rig.world.now) * 1000)
    rig.look()
    pressed = rig.world.down("a", 64700)
    rig.world.press("up", 64590, ms=700)
    rig.run(1600)
    assert rig.events == [UP, UP, UP, HOLD_A, UP]
    assert abs(rig.times[3] - pressed - 500) <= 20
    rig.world.up("a")
    assert rig.run(100).take() == [UP, UP, UP, HOLD_A, UP]


@PATHS
@pytest.mark.parametrize("days", [1, 3, 4, 5, 6, 7, 30])
def test_F18_buttons_live_after_days_without_a_press(
    board: Board, lacks: tuple[str, ...], days: int
) -> None:
    rig = Rig(board(lacks=lacks))
    rig.world.press("a")
    rig.world.press("left", rig.world.now + 100)
    assert rig.run(300).take() == [A, LEFT]
    for _day in range(days):
        rig.world.clock.advance(DAY_US)
        rig.run(20)
    rig.world.press("a", ms=20)
    assert rig.run(200).take() == [A]
    rig.world.press("left", ms=450)
    assert rig.run(700).take() == [LEFT, LEFT]
    rig.world.press("b", ms=600)
    assert rig.run(800).take() == [HOLD_B]


# Beginnings


@PATHS
def test_the_very_first_press_is_a_tap_like_any_other(board: Board, lacks: tuple[str, ...]) -> None:
    rig = Rig(board(lacks=lacks))
    rig.world.press("b", ms=20)
    assert rig.run(700).take() == [B]


@PATHS
def test_a_button_held_at_power_on_does_nothing_until_it_was_let_go(
    board: Board, lacks: tuple[str, ...]
) -> None:
    world = board(lacks=lacks, bounce_ms=4)
    world.down("b")
    world.down("down")
    rig = Rig(world)
    assert rig.buttons.held == (1 << B) | (1 << DOWN)
    assert rig.run(1500).take() == []
    world.press("a")  # not the menu either
    assert rig.run(200).take() == [A]
    world.up("b")
    world.up("down")
    assert rig.run(200).take() == []
    assert rig.buttons.held == 0
    world.press("b")
    world.press("down", world.now + 100)
    assert rig.run(300).take() == [B, DOWN]


@PATHS
def test_nothing_held_at_power_on_leaves_the_mask_empty(
    board: Board, lacks: tuple[str, ...]
) -> None:
    rig = Rig(board(lacks=lacks))
    assert rig.buttons.held == 0
    rig.world.down("a")
    rig.run(100)
    assert rig.buttons.held == 0
    assert rig.buttons.down == 1 << A


def test_an_overflow_of_the_scanner_leaves_everything_released(board: Board) -> None:
    rig = Rig(board())
    start = rig.world.now + 10
    for number in range(40):  # 80 edges for a queue of 64
        rig.world.press("a", start + 40 * number, ms=20)
    rig.world.down("left", start + 1650)
    rig.clock.sleep(2500)
    rig.look()
    taken = rig.take()
    assert taken == [A] * 32
    assert rig.buttons.down == 0
    rig.run(600)
    assert rig.take() == []  # nobody knows since when it is down, so it does nothing
    assert rig.buttons.held == 1 << LEFT
    rig.world.up("left")
    rig.run(100)
    rig.world.press("left")
    rig.world.press("a", rig.world.now + 100)
    assert rig.run(300).take() == [LEFT, A]


def test_an_overflow_in_the_middle_of_a_press_gives_no_event_for_it(board: Board) -> None:
    rig = Rig(board())
    start = rig.world.now + 10
    rig.world.down("b", start)
    for number in range(40):
        rig.world.press("up", start + 20 + 40 * number, ms=20)
    rig.clock.sleep(300)
    rig.look()
    rig.take()
    rig.clock.sleep(2000)
    rig.look()
    rig.run(50)
    rig.take()
    rig.world.up("b")
    assert rig.run(200).take() == []


def test_F20_turned_the_arrows_mean_the_opposite(board: Board) -> None:
    rig = Rig(board(settings={"KOSTKA_TURNED": 1}))
    for name, event in (("up", DOWN), ("down", UP), ("left", RIGHT), ("right", LEFT), ("a", A)):
        rig.world.press(name)
        assert rig.run(200).take() == [event]
    rig.world.press("left", ms=450)
    assert rig.run(700).take() == [RIGHT, RIGHT]


def test_events_that_wait_can_be_forgotten(board: Board) -> None:
    rig = Rig(board())
    rig.world.press("a")
    rig.clock.sleep(200)
    rig.buttons.sample()
    rig.buttons.clear()
    assert rig.buttons.get() == -1
