"""Rest: dim, dark and asleep by the seconds without a press, and what the panel shows meanwhile."""

from collections.abc import Callable
from typing import Any

import pytest

from hw import buttons
from hw.power import AWAKE, DARK, DIM
from sim.chips.alarms import DeepSleep
from sim.world import World

Board = Callable[..., World]


class Bench:
    """A device whose loop does nothing but rest."""

    def __init__(self, board: Board, lacks: tuple = (), **settings: int) -> None:
        given = {"KOSTKA_" + name.upper(): value for name, value in settings.items()}
        self.world = board(settings=given, lacks=lacks)
        self.parts: Any = self.world.wire()
        self.busy = False
        self.got: list[int] = []
        self.shown: list[tuple[int, int, bool, int]] = []

    def wait(self, seconds: float) -> None:
        self.world.run_until(self.world.now + int(seconds * 1000), self.step)

    def step(self) -> None:
        parts = self.parts
        parts.buttons.sample()
        parts.power.watch(parts.buttons, self.busy)
        event = parts.buttons.get()
        while event >= 0:
            self.got.append(event)
            event = parts.buttons.get()
        parts.clock.sleep(5)

    def press(self, name: str, ms: int = 60) -> list[int]:
        """The events of one press, and of all that comes in the second after it."""
        self.got = []
        self.world.press(name, ms=ms)
        self.wait(1 + ms / 1000)
        return self.got


def seen(world: World) -> tuple[int, bool]:
    return world.panel.contrast, world.panel.on


def test_F19_dim_after_half_a_minute_and_dark_after_two(board: Board) -> None:
    bench = Bench(board)
    bench.wait(29)
    assert seen(bench.world) == (255, True) and bench.parts.power.stage == AWAKE
    bench.wait(2)
    assert seen(bench.world) == (7, True) and bench.parts.power.stage == DIM
    bench.wait(88)
    assert seen(bench.world) == (7, True)
    bench.wait(2)
    assert not bench.world.panel.on and bench.parts.power.stage == DARK
    assert not any(bench.world.picture())


def test_F19_both_times_are_settings_and_0_is_never(board: Board) -> None:
    bench = Bench(board, dim=5, off=7)
    bench.wait(6)
    assert bench.parts.power.stage == DIM
    bench.wait(2)
    assert bench.parts.power.stage == DARK
    bench = Bench(board, dim=0, off=7)
    bench.wait(6)
    assert seen(bench.world) == (255, True)
    bench.wait(2)
    assert bench.parts.power.stage == DARK
    bench = Bench(board, dim=5, off=0, sleep=0)
    bench.wait(900)
    assert seen(bench.world) == (7, True)
    bench = Bench(board, dim=0, off=0, sleep=0)
    bench.wait(900)
    assert seen(bench.world) == (255, True)


@pytest.mark.parametrize("name", ("up", "down", "left", "right", "a", "b", "menu"))
@pytest.mark.parametrize("ms", (20, 60, 900))
def test_F19_any_button_lights_the_panel_and_that_press_does_nothing_else(
    board: Board, name: str, ms: int
) -> None:
    bench = Bench(board, contrast=80)
    bench.wait(125)
    assert not bench.world.panel.on
    assert bench.press(name, ms) == []
    assert seen(bench.world) == (80, True)
    assert bench.press("right") == [buttons.RIGHT]  # and the next one counts
    assert bench.press("a") == [buttons.A]
    assert bench.press("menu") == [buttons.MENU]


def test_F19_a_chord_that_wakes_is_swallowed_as_a_whole(board: Board) -> None:
    bench = Bench(board)
    bench.wait(125)
    start = bench.world.down("a")
    bench.world.down("b", start + 300)
    bench.world.up("a", start + 900)
    bench.world.up("b", start + 1000)
    bench.wait(2)
    assert bench.got == [] and bench.world.panel.on
    assert bench.press("b") == [buttons.B]


def test_F19_a_button_that_woke_and_stays_down_does_not_make_the_others_deaf(board: Board) -> None:
    bench = Bench(board)
    bench.wait(125)
    bench.world.down("a")
    bench.wait(2)
    assert bench.world.panel.on and bench.got == []
    assert bench.press("up") == [buttons.UP]


def test_F19_polled_buttons_wake_too(board: Board) -> None:
    bench = Bench(board, lacks=("keypad",))
    bench.wait(125)
    assert bench.press("a", 40) == []
    assert bench.world.panel.on
    assert bench.press("a", 40) == [buttons.A]


def test_a_press_on_a_dim_panel_counts(board: Board) -> None:
    """Everything can be read then, and who presses has read it."""
    bench = Bench(board)
    bench.wait(40)
    assert bench.press("a") == [buttons.A]
    assert seen(bench.world) == (255, True)
    bench.wait(28)
    assert bench.parts.power.stage == AWAKE
    bench.wait(2)
    assert bench.parts.power.stage == DIM


def test_F19_a_stuck_button_does_not_keep_the_panel_on(board: Board) -> None:
    bench = Bench(board)
    bench.world.down("up")  # in a drawer: it repeats for ever
    bench.wait(125)
    assert not bench.world.panel.on
    bench.got = []
    bench.wait(30)
    assert bench.got == []
    bench.world.up("up")
    assert bench.press("down") == []
    assert bench.world.panel.on


def test_F19_a_button_held_since_power_on_does_not_keep_it_on_either(board: Board) -> None:
    world = board()
    world.down("left", 0)
    bench = Bench(lambda **_given: world)
    bench.wait(125)
    assert seen(world) == (7, False)
    assert bench.press("a") == [] and seen(world) == (255, True)
    assert bench.press("a") == [buttons.A]


def test_while_the_computer_plays_the_panel_is_dim_but_not_dark(board: Board) -> None:
    bench = Bench(board)
    bench.busy = True
    bench.wait(900)
    assert seen(bench.world) == (7, True) and not bench.parts.power.sleepy
    bench.busy = False
    bench.wait(110)
    assert seen(bench.world) == (7, True)
    bench.wait(15)
    assert seen(bench.world) == (7, False)


def test_F19_the_picture_moves_by_a_line_and_nothing_is_sent_again(board: Board) -> None:
    bench = Bench(board, off=0, dim=0, sleep=0)
    image = bench.parts.panel.image
    for place in range(1024):
        image[place] = (place * 37 + place // 128 * 11) & 255
    list(bench.parts.panel.pieces())
    straight = bench.world.picture()
    assert straight == bytes(image)
    bench.world.reset_count()
    places = []
    for _minute in range(4):
        bench.wait(30.5)
        places.append(bench.world.picture())
        bench.wait(29.5)
    assert places[0] == places[2] == straight
    assert places[1] == places[3] == moved(straight)
    assert bench.world.bus_bytes <= 4 * 30
    list(bench.parts.panel.pieces())
    assert bench.world.bus_bytes <= 4 * 30  # the panel's memory is what the driver takes it for
    image[500] ^= 255
    list(bench.parts.panel.pieces())
    bench.press("up")
    assert bench.world.picture() == bytes(image)


def moved(picture: bytes) -> bytes:
    """The picture a line further down, its last line lost."""
    lines = [int.from_bytes(picture[x::128], "little") for x in range(128)]
    columns = [((line << 1) & (2**64 - 1)).to_bytes(8, "little") for line in lines]
    return bytes(columns[x][page] for page in range(8) for x in range(128))


def upside_down(picture: bytes) -> bytes:
    reverse = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
    return picture[::-1].translate(reverse)


def test_F19_F20_a_turned_picture_moves_the_same_way_for_who_holds_it(board: Board) -> None:
    bench = Bench(board, turned=1, off=0, sleep=0)
    image = bench.parts.panel.image
    for place in range(1024):
        image[place] = (place * 29 + 3) & 255
    list(bench.parts.panel.pieces())
    assert upside_down(bench.world.picture()) == bytes(image)
    bench.wait(61)
    assert upside_down(bench.world.picture()) == moved(bytes(image))
    bench.press("up")
    assert upside_down(bench.world.picture()) == bytes(image)


@pytest.mark.parametrize("turned", (0, 1))
def test_F19_a_panel_that_comes_back_is_as_it_was_left(board: Board, turned: int) -> None:
    bench = Bench(board, contrast=160, turned=turned, off=0)
    bench.wait(61)
    panel = bench.parts.panel
    before = bench.world.panel
    kept = (before.contrast, before.mux, before.offset, before.on)
    bench.world.unplug()
    panel.image[7] ^= 255
    list(panel.pieces())
    assert panel.lost
    panel.dim(True)  # nobody is there to hear it
    bench.world.plug_in()
    bench.wait(1.1)
    assert panel.try_again(bench.parts.clock.now())
    assert (before.contrast, before.mux, before.offset, before.on) == kept
    list(panel.pieces())
    panel.darken(True)
    bench.world.unplug()
    panel.image[7] ^= 255
    list(panel.pieces())
    bench.world.plug_in()
    bench.wait(1.1)
    assert panel.try_again(bench.parts.clock.now()) and not before.on


def test_F18_rest_is_counted_across_the_wrap_of_the_ticks_and_for_days(board: Board) -> None:
    bench = Bench(board, off=0, dim=0, sleep=0)
    bench.wait(70)  # the ticks wrap after 65 s
    assert bench.parts.power.idle in (69, 70)
    clock = bench.parts.clock
    for _hour in range(24 * 5):
        clock.sleep(3600 * 1000)
        for _second in range(3601):
            bench.parts.power.watch(bench.parts.buttons, False)
    assert 5 * 86400 <= bench.parts.power.idle <= 5 * 86400 + 400


# Deep sleep


def asleep(bench: Bench) -> list[str]:
    """The pins that can end the sleep which the device falls into."""
    with pytest.raises(DeepSleep) as sleep:
        bench.parts.power.retire(bench.parts.buttons)
    return [pin.name for pin in sleep.value.pins]


@pytest.mark.parametrize("lacks", ((), ("keypad",)))
def test_F19_deep_sleep_ends_with_any_button(board: Board, lacks: tuple) -> None:
    bench = Bench(board, lacks=lacks)
    bench.wait(599)
    assert not bench.parts.power.sleepy
    bench.wait(2)
    assert bench.parts.power.sleepy
    assert asleep(bench) == ["GP10", "GP11", "GP12", "GP13", "GP14", "GP15"]
    assert not bench.world.panel.on


def test_F19_a_button_that_is_stuck_cannot_end_the_sleep_at_once(board: Board) -> None:
    world = board()
    world.down("left", 0)
    bench = Bench(lambda **_given: world)
    bench.wait(1)
    assert asleep(bench) == ["GP10", "GP11", "GP13", "GP14", "GP15"]


def test_a_board_that_will_not_sleep_goes_on(
    board: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = Bench(board, sleep=200)
    bench.world.alarm.refuses = "only one such alarm"
    bench.wait(201)
    assert bench.parts.power.sleepy
    bench.parts.power.retire(bench.parts.buttons)
    assert "no deep sleep: only one such alarm" in capsys.readouterr().out
    assert not bench.parts.power.sleepy
    assert bench.press("a") == []
    assert bench.world.panel.on and bench.press("a") == [buttons.A]
    bench.wait(300)
    assert not bench.parts.power.sleepy  # never again


def test_a_board_without_alarm_does_without_deep_sleep(board: Board) -> None:
    bench = Bench(board, lacks=("alarm",))
    assert not bench.parts.power.woken
    bench.wait(700)
    assert not bench.parts.power.sleepy and not bench.world.panel.on


def test_deep_sleep_can_be_left_out(board: Board) -> None:
    bench = Bench(board, sleep=0)
    bench.wait(900)
    assert not bench.parts.power.sleepy
