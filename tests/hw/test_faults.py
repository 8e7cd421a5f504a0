"""Faults of the parts: a lost panel, counted restarts, the computer's writes, stuck buttons."""

from collections.abc import Callable

import pytest

from hw.buttons import STUCK_MS
from hw.care import Care
from hw.guard import MOST, Guard, place, told
from sim.chips import ssd1306
from sim.chips.usb import Reload, RunReason
from sim.world import World

Board = Callable[..., World]


class Round:
    """The part of the loop that looks after the panel, on a board with nothing else to do."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.parts = world.wire()
        self.came_back: list[int] = []
        self.led: list[bool] = []
        self.longest = 0
        self.paints = False  # as the loop does when the panel is back

    def go(self, ms: int) -> None:
        self.world.run_until(self.world.now + ms, self._step)

    def _step(self) -> None:
        before = self.world.now
        if self.parts.care.look():
            self.came_back.append(self.world.now)
            if self.paints:
                for _ in self.parts.panel.pieces():
                    pass
        self.longest = max(self.longest, self.world.now - before)
        self.led.append(self.world.led)
        self.parts.clock.sleep(8)


def test_F12_a_panel_that_comes_off_is_told_blinked_and_taken_up_again(
    board: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    world = board()
    loop = Round(world)
    loop.go(3000)
    assert not loop.parts.panel.lost
    assert True not in loop.led
    world.unplug()
    loop.go(600)  # although nothing is drawn
    assert loop.parts.panel.lost
    loop.go(5000)
    assert loop.came_back == []
    assert 8 <= count_changes(loop.led) <= 30
    world.plug_in()
    loop.go(1100)
    assert len(loop.came_back) == 1
    assert not world.led
    assert world.panel.lit
    assert world.picture() == bytes(1024)
    for _ in loop.parts.panel.pieces():
        pass
    assert world.picture() == bytes(loop.parts.panel.image)
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "Kostka: the panel is lost: it does not answer",
        "Kostka: the panel is back",
    ]


def is_lit(world: World) -> bool:
    return world.panel.lit


def count_changes(levels: list[bool]) -> int:
    return sum(1 for one, other in zip(levels, levels[1:], strict=False) if one != other)


def test_F12_off_and_on_again_within_a_second_is_noticed(board: Board) -> None:
    world = board()
    loop = Round(world)
    loop.go(1000)
    world.unplug()
    loop.go(600)
    world.plug_in()
    assert not is_lit(world)
    loop.go(1500)
    assert is_lit(world)
    assert len(loop.came_back) == 1


def test_F12_a_stuck_bus_stops_the_loop_less_and_less_often(
    board: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each attempt takes a second, in which nothing else can be done."""
    world = board()
    loop = Round(world)
    world.bus.stuck = True
    stalls = []
    for _minute in range(3):
        before = len(loop.led)
        loop.go(60000)
        stalls.append(60 - (len(loop.led) - before) * 8 // 1000)
    assert stalls[0] <= 8
    assert stalls[1] <= 5 and stalls[2] <= 5
    assert 1000 <= loop.longest <= 1100  # one transfer an attempt
    world.bus.stuck = False
    loop.go(17000)
    assert len(loop.came_back) == 1
    text = capsys.readouterr().out
    assert "its bus is stuck, or has lost its pull-ups" in text
    assert text.count("\n") == 2


def test_F12_the_pull_ups_go_with_the_module_that_carries_them(board: Board) -> None:
    """Pulled off, the two wires hang in the air: for the board that is a stuck bus."""
    world = board()
    loop = Round(world)
    world.unplug()
    world.bus.stuck = True
    loop.go(30000)
    assert loop.parts.panel.lost
    world.bus.stuck = False
    world.plug_in()
    loop.go(17000)
    assert world.panel.lit


def test_F12_without_an_led_the_console_alone_tells(board: Board) -> None:
    world = board(settings={"KOSTKA_LED": "NONE"})
    loop = Round(world)
    world.unplug()
    loop.go(3000)
    world.plug_in()
    loop.go(1100)
    assert len(loop.came_back) == 1


def test_a_panel_that_is_there_costs_six_bytes_a_second(board: Board) -> None:
    world = board()
    loop = Round(world)
    world.reset_count()
    loop.go(60000)
    assert world.bus_bytes <= 6 * 60


def test_one_that_does_not_tell_its_state_costs_240_bytes_a_second(board: Board) -> None:
    """At 400 kHz that is half a percent of the time, in pieces as short as those of a picture."""
    world = board()
    world.panel.readable = False
    loop = Round(world)
    world.reset_count()
    loop.go(60000)
    assert 100 * 60 <= world.bus_bytes <= 240 * 60
    assert world.bus.longest <= 130
    assert loop.longest <= 12


CHIPS = ("ssd1306", "sh1106")


def drawn(loop: Round) -> bytes:
    """A picture without any order in it; what the eye sees of it."""
    loop.paints = True
    image = loop.parts.panel.image
    for at in range(1024):
        image[at] = at * at * 31 >> 4 & 255
    for _ in loop.parts.panel.pieces():
        pass
    return loop.world.picture()


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("turned", (0, 1))
@pytest.mark.parametrize(("readable", "within"), ((True, 2_100), (False, 10_500)))
@pytest.mark.parametrize("ms", (1, 40, 499))
def test_F12_a_moment_without_power_is_mended(
    board: Board, chip: str, turned: int, ms: int, readable: bool, within: int
) -> None:
    """Too short to be noticed, at any time between two looks: the panel answers as if nothing had
    been, and stays dark until it is told all again. Most modules tell that they are off."""
    world = board(settings={"KOSTKA_PANEL": chip, "KOSTKA_TURNED": turned})
    world.panel.readable = readable
    loop = Round(world)
    before = drawn(loop)
    assert any(before)
    for start in range(0, 6000, 470):
        loop.go(start)
        world.unplug()
        world.at(world.now + ms, world.plug_in)
        loop.go(ms + within)
        assert world.picture() == before


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("turned", (0, 1))
def test_F11_what_is_told_again_cannot_be_seen(board: Board, chip: str, turned: int) -> None:
    """The same picture at every moment: between the transfers, and while another one is sent."""
    world = board(settings={"KOSTKA_PANEL": chip, "KOSTKA_TURNED": turned})
    world.panel.readable = False
    panel = world.wire().panel
    loop_picture = bytes(at * 7 & 255 for at in range(1024))
    panel.image[:] = loop_picture
    for _ in panel.pieces():
        pass
    before = world.picture()
    seen = set()
    world.on_idle = lambda _ms: seen.add(world.picture())
    for _ in range(30):
        panel.ask()
    assert seen == {before}
    world.on_idle = None
    for shift in range(1, 12):
        for at in range(1024):
            panel.image[at] = loop_picture[at] ^ (shift if at % 97 < 5 else 0)
        for _ in panel.pieces():
            panel.ask()
        panel.move(shift % 2 == 0)
        panel.dim(shift % 3 == 0)
        panel.move(False)
        fresh = board(settings={"KOSTKA_PANEL": chip, "KOSTKA_TURNED": turned})
        other = fresh.wire().panel
        other.image[:] = panel.image
        for _ in other.pieces():
            pass
        assert world.picture() == fresh.picture()
        fresh.remove()
        world.install()


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("turned", (0, 1))
@pytest.mark.parametrize("rest", ("dim", "move", "both"))
@pytest.mark.parametrize("readable", (True, False))
def test_F19_a_panel_at_rest_is_mended_as_it_was(
    board: Board, chip: str, turned: int, rest: str, readable: bool
) -> None:
    world = board(settings={"KOSTKA_PANEL": chip, "KOSTKA_TURNED": turned})
    world.panel.readable = readable
    loop = Round(world)
    drawn(loop)
    panel = loop.parts.panel
    panel.dim(rest in ("dim", "both"))
    panel.move(rest in ("move", "both"))
    chip_state = (world.panel.contrast, world.panel.mux, world.panel.offset, world.picture())
    world.plug_in()  # as new
    loop.go(10_500)
    after = (world.panel.contrast, world.panel.mux, world.panel.offset, world.picture())
    assert after == chip_state


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("readable", (True, False))
def test_F19_a_dark_panel_stays_dark_and_is_mended_when_it_wakes(
    board: Board, chip: str, readable: bool
) -> None:
    world = board(settings={"KOSTKA_PANEL": chip})
    world.panel.readable = readable
    loop = Round(world)
    before = drawn(loop)
    loop.parts.panel.darken(True)
    world.reset_count()
    loop.go(20_000)
    assert not any(world.picture()) and world.bus_bytes <= 6 * 21
    world.plug_in()
    loop.go(20_000)
    assert not any(world.picture())
    loop.parts.panel.darken(False)
    loop.go(10_500)
    assert world.picture() == before
    world.reset_count()
    loop.go(20_000)
    assert (world.bus_bytes <= 6 * 21) == readable


def test_a_module_that_says_anything_is_not_started_again_and_again(board: Board) -> None:
    """One whose state means something else: it is found out at the start, or after the first
    mending, and told everything from then on."""
    world = board()
    loop = Round(world)
    said = world.panel.read
    world.panel.read = lambda count: b"\x40" * count  # type: ignore[method-assign]
    loop.go(60_000)
    assert len(loop.came_back) == 1
    world.panel.read = said  # type: ignore[method-assign]
    loop.go(20_000)
    assert len(loop.came_back) == 1 and is_lit(world)


def test_a_module_that_cannot_be_read_at_all_is_no_lost_one(board: Board) -> None:
    def refuse(_count: int) -> bytes:
        raise OSError(19, "No such device")

    world = board()
    world.panel.read = refuse  # type: ignore[assignment,method-assign]
    loop = Round(world)
    before = drawn(loop)
    loop.go(30_000)
    assert loop.came_back == [] and world.picture() == before
    world.plug_in()
    loop.go(10_500)
    assert world.picture() == before


def commands(data: bytes) -> dict[int, bytes]:
    """What is behind each command; those that stand alone have nothing."""
    found = {}
    at = 0
    while at < len(data):
        end = at + 1 + ssd1306._ARGUMENTS.get(data[at], 0)
        found[data[at]] = data[at + 1 : end]
        at = end
    return found


def test_whatever_the_stock_driver_says_is_told_again(board: Board) -> None:
    """In a later version of it too; but for what it switches off while it starts."""
    sent: list[bytes] = []

    class Bus:
        """Only what the driver needs."""

        def __enter__(self) -> "Bus":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def write(self, data: bytes, **_: object) -> None:
            sent.append(bytes(data))

    panel = board().wire().panel
    panel.i2c_device = Bus()
    panel.init_display()
    stock = commands(b"".join(data[1:] for data in sent if data[0] == 0x80))
    again = commands(bytes(panel._how()))
    assert 0xAE in stock and 0xAF in stock
    windows = (0x21, 0x22)  # each piece of a picture has its own
    wanted = {code: given for code, given in stock.items() if code not in (0xAE, 0xAF, *windows)}
    assert {code: given for code, given in again.items() if code in wanted} == wanted


def test_care_needs_no_led_and_no_wiring(board: Board) -> None:
    parts = board().wire()
    assert not Care(parts.panel, parts.clock).look()


# The guard's count


def restarted(world: World, guard: Guard) -> Guard:
    """What the guard of the next run knows, after this one has asked for a restart."""
    with pytest.raises(Reload) as caught:
        guard.restart()
    world.runtime.run_reason = caught.value.reason
    return Guard()


def test_restarts_are_counted_through_reloads_and_not_in_flash(board: Board) -> None:
    world = board()
    guard = Guard()
    for restarts in range(MOST):
        assert guard.restarts == restarts
        assert not guard.last
        guard = restarted(world, guard)
    assert guard.restarts == MOST
    assert guard.last
    guard = restarted(world, guard)  # somebody wants to try again
    assert guard.restarts == 0
    assert not guard.last


@pytest.mark.parametrize(
    "reason", [RunReason.STARTUP, RunReason.AUTO_RELOAD, RunReason.REPL_RELOAD]
)
def test_any_other_start_begins_to_count_anew(board: Board, reason: str) -> None:
    world = board()
    guard = restarted(world, restarted(world, Guard()))
    assert guard.restarts == 2
    world.runtime.run_reason = reason
    assert Guard().restarts == 0


def test_a_board_without_sleep_memory_restarts_once(board: Board) -> None:
    world = board(lacks=("alarm",))
    guard = Guard()
    assert not guard.last
    assert restarted(world, guard).last


def test_sleep_memory_that_holds_anything_else_counts_as_nothing(board: Board) -> None:
    world = board()
    world.runtime.run_reason = RunReason.SUPERVISOR_RELOAD
    for content in (bytes(256), b"\xff" * 256, bytes(range(256))):
        world.alarm.sleep_memory[:] = content
        assert Guard().restarts == 0


def test_the_brown_out_count_beside_it_is_left_alone(board: Board) -> None:
    from hw import safe

    world = board()
    memory = world.alarm.sleep_memory
    safe._set(memory, 2)
    guard = restarted(world, restarted(world, Guard()))
    assert safe.tries(memory) == 2
    safe.forget(memory)
    assert guard.restarts == Guard().restarts == 2


def test_without_a_supervisor_the_first_error_is_the_last(board: Board) -> None:
    board(lacks=("supervisor", "alarm"))
    guard = Guard()
    assert guard.last
    guard.restart()  # comes back, and the program ends


def test_after_ten_quiet_minutes_errors_are_counted_anew(board: Board) -> None:
    world = board()
    guard = restarted(world, restarted(world, Guard()))
    guard.parts = world.wire()
    world.clock.advance(599_000_000)
    guard.caught(KeyError("soon"))
    assert guard.restarts == 2
    world.clock.advance(2_000_000)
    guard.caught(KeyError("late"))
    assert guard.restarts == 0


def test_an_error_before_the_parts_are_built_is_left_to_circuitpython(
    board: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    board()
    with pytest.raises(ValueError, match="no pin"):
        Guard().caught(ValueError("no pin"))
    assert "Kostka: stopped by an error." in capsys.readouterr().out


def test_an_error_is_told_by_class_place_and_text(
    board: Board, capsys: pytest.CaptureFixture[str]
) -> None:
    guard = Guard()
    guard.parts = board().wire()
    capsys.readouterr()
    try:
        Care(None, guard.parts.clock).look()
        guard.parts.clock.sleep(600)
        Care._mend(Care(None, guard.parts.clock))
    except AttributeError as error:
        guard.caught(error)
    what, where, why = guard.lines
    assert what == "AttributeError"
    assert where.startswith("care.py:")
    assert "NoneType" in why
    text = capsys.readouterr().out
    assert "Traceback" in text and text.rstrip().endswith(why)


BOARD_TRACE = """Traceback (most recent call last):
  File "code.py", line 16, in <module>
  File "ui/app.py", line 210, in run
  File "/ui/dice/table.py", line 45, in button
KeyError: 7
"""


def test_a_place_is_the_last_one_of_a_traceback() -> None:
    assert place(BOARD_TRACE) == "table.py:45"
    assert place('  File "C:\\ui\\app.py", line 7\nE') == "app.py:7"
    assert place("KeyError: 7") == ""
    assert place("") == ""


def test_no_memory_for_a_traceback_is_no_further_error(monkeypatch: pytest.MonkeyPatch) -> None:
    import traceback

    def fail(_error: Exception) -> list[str]:
        raise MemoryError

    monkeypatch.setattr(traceback, "format_exception", fail)
    assert told(KeyError(1)) == ""
    monkeypatch.setattr(traceback, "format_exception", lambda _error: BOARD_TRACE)  # as CP's own
    assert told(KeyError(1)) == BOARD_TRACE


def test_the_led_flashes_twice_a_round(board: Board) -> None:
    world = board()
    guard = Guard()
    guard.parts = world.wire()
    levels = []
    for _step in range(320):
        guard.blink()
        levels.append(world.led)
        guard.parts.clock.sleep(10)
    assert 7 <= count_changes(levels) <= 9
    assert 0.15 < levels.count(True) / len(levels) < 0.25


# The computer's writes


def test_F16_the_computer_restarts_nothing_while_a_game_runs(board: Board) -> None:
    world = board()
    parts = world.wire()
    parts.host.in_play(True)
    world.write_drive()
    world.clock.advance(5_000_000)  # would leave by Reload
    parts.host.in_play(False)
    world.write_drive()
    with pytest.raises(Reload):
        world.clock.advance(5_000_000)


def test_what_is_held_down_at_a_restart_is_no_wish(board: Board) -> None:
    world = board()
    assert world.wire().host.switched_on
    world.remove()
    world = board()
    world.runtime.run_reason = RunReason.SUPERVISOR_RELOAD
    assert not world.wire().host.switched_on


def test_F16_a_board_that_cannot_reload_is_left_alone(board: Board) -> None:
    parts = board(lacks=("supervisor", "alarm")).wire()
    parts.host.in_play(True)
    parts.host.in_play(False)


# Buttons


def events(world: World, parts, ms: int) -> list[int]:
    found = []
    end = world.now + ms
    while world.now < end:
        parts.buttons.sample()
        event = parts.buttons.get()
        while event >= 0:
            found.append(event)
            event = parts.buttons.get()
        parts.clock.sleep(4)
    return found


@pytest.mark.parametrize("lacks", [(), ("keypad",)])
@pytest.mark.parametrize("number", range(6))
def test_each_button_held_at_power_on_is_silent_and_the_others_work(
    board: Board, lacks: tuple, number: int
) -> None:
    names = ("up", "down", "left", "right", "a", "b")
    world = board(lacks=lacks)
    world.down(names[number], 0)
    parts = world.wire()
    assert events(world, parts, 1500) == []
    assert parts.buttons.held == 1 << number
    for other in range(6):
        if other != number:
            world.press(names[other])
            assert events(world, parts, 200) == [other]
    world.up(names[number])
    assert events(world, parts, 200) == []
    assert parts.buttons.held == 0
    world.press(names[number])
    assert events(world, parts, 200) == [number]


@pytest.mark.parametrize("lacks", [(), ("keypad",)])
def test_an_arrow_that_gets_stuck_falls_silent(board: Board, lacks: tuple) -> None:
    world = board(lacks=lacks)
    parts = world.wire()
    world.down("left")
    found = events(world, parts, STUCK_MS + 500)
    assert 60 < len(found) < 100 and set(found) == {2}
    assert parts.buttons.held == 1 << 2
    assert events(world, parts, 60000) == []
    world.press("a")
    assert events(world, parts, 200) == [4]
    world.up("left")
    assert events(world, parts, 200) == []
    world.press("left")
    assert events(world, parts, 200) == [2]


@pytest.mark.parametrize("name", ["a", "b"])
def test_a_stuck_a_or_b_holds_once_and_lets_the_other_work(board: Board, name: str) -> None:
    world = board()
    parts = world.wire()
    world.down(name)
    assert events(world, parts, 20000) == [6 if name == "a" else 7]
    other = "b" if name == "a" else "a"
    world.press(other)
    assert events(world, parts, 300) == [5 if name == "a" else 4]


def test_a_flood_of_edges_overflows_the_scanner_and_leaves_nothing_pressed(board: Board) -> None:
    """A loose wire, while the loop stands still for seconds; then a real press."""
    world = board()
    parts = world.wire()
    for flood in range(20):
        for name in ("left", "a", "b"):
            for edge in range(60):
                (world.up if edge & 1 else world.down)(name, world.now + 10 + edge * 12 + flood)
        world.clock.advance(2_000_000)
        assert parts.buttons._keys.events.overflowed
        parts.buttons.sample()
        parts.buttons.clear()
        assert events(world, parts, 1500) == []
        assert parts.buttons.down == 0
    world.press("a")
    assert events(world, parts, 300) == [4]


def test_what_is_down_at_an_overflow_is_silent_until_it_is_let_go(board: Board) -> None:
    world = board()
    parts = world.wire()
    for edge in range(120):
        (world.up if edge & 1 else world.down)("left", world.now + 10 + edge * 12)
    world.down("a", world.now + 100)
    world.clock.advance(2_000_000)
    parts.buttons.sample()
    parts.buttons.clear()
    assert events(world, parts, 1500) == []
    assert parts.buttons.held == 1 << 4
    world.up("a")
    assert events(world, parts, 300) == []
    world.press("a")
    assert events(world, parts, 300) == [4]
