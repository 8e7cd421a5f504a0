"""Errors that nobody catches, and restarts: code.py as a whole, again and again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sim.probe import Probe
from sim.world import World
from ui import words

SETTINGS = {"KOSTKA_SEED": 5, "KOSTKA_SPEED": 0}
# Presses from power-on into a game of ANA against the computer: start, the Dice Game, begin, roll.
INTO_A_GAME = ("a", "a", "a", "a")
_FIRST = 600  # ms; the device is up by then
_PACE = 400
UP = _FIRST + _PACE * len(INTO_A_GAME) + 600  # in the middle of a turn


class Notes:
    """What was seen at given times of a run."""

    def __init__(self, **options) -> None:
        self.world = World(dict(SETTINGS), **options)
        self.probe = Probe(self.world)
        self.seen: dict[int, tuple[str, bytes, bytes]] = {}
        self.led: list[bool] = []
        self.world.on_idle = self._idle

    def _idle(self, _ms: int) -> None:
        self.led.append(self.world.led)

    def press(self, names: tuple[str, ...], at: int = _FIRST) -> None:
        for name in names:
            self.world.press(name, at)
            at += _PACE

    def note(self, *times: int) -> None:
        for at in times:
            self.world.at(at, self._looker(at))

    def _looker(self, at: int) -> Callable[[], None]:
        def look() -> None:
            self.seen[at] = (self.probe.screen, self.probe.state(), self.world.picture())

        return look

    def screen(self, at: int) -> str:
        return self.seen[at][0]

    def state(self, at: int) -> bytes:
        return self.seen[at][1]

    def same_game(self, before: int, after: int) -> None:
        """The game at one time is that of another, and there is one."""
        assert len(self.state(before)) >= 20
        assert self.state(after) == self.state(before)


def test_an_error_in_a_screen_is_shown_told_and_followed_by_a_new_beginning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    notes = Notes()
    notes.press(INTO_A_GAME)
    notes.probe.fail("ui.dice.look", "Look.draw", KeyError("nobody"))
    notes.note(UP, UP + 2000, UP + 9000)
    notes.world.press("a", UP + 100, 700)  # hold A: look around
    notes.probe.run(until=UP + 10000)
    assert notes.probe.starts == 2
    assert [type(error) for error in notes.probe.errors] == [KeyError]
    text = capsys.readouterr().out
    assert "Kostka: stopped by an error." in text
    assert "KeyError: 'nobody'" in text
    picture = notes.seen[UP + 2000][2]
    assert picture[:128].count(255) > 40  # the inverted title
    assert True in notes.led
    assert notes.seen[UP + 9000][2] != picture
    notes.same_game(UP, UP + 9000)


@pytest.mark.parametrize(
    ("module", "method"),
    [
        ("ui.screens.start", "Start.tick"),
        ("ui.screens.menu", "Menu.__init__"),
        ("ui.screens.menu", "Menu.draw"),
        ("ui.screens.menu", "Menu.hints"),
        ("ui.app", "App.__init__"),
        ("ui.app", "first_screen"),
        ("hw.power", "Power.watch"),
        ("hw.panel", "Panel.pieces"),
        ("hw.buttons", "Buttons.get"),
    ],
)
def test_three_restarts_at_most_then_a_still_picture_until_somebody_presses_a(
    module: str, method: str
) -> None:
    notes = Notes()
    notes.probe.fail(module, method, *[ValueError("x")] * 60)
    notes.world.press("a", _FIRST)
    notes.note(32_000, 39_000)
    notes.probe.run(until=40_000)
    assert notes.probe.starts == 4
    assert 4 <= len(notes.probe.errors) <= 8  # the picture of the error may fail itself
    assert notes.seen[32_000][2] == notes.seen[39_000][2]
    assert True in notes.led[-1000:] and False in notes.led[-1000:]


def test_the_still_picture_says_what_and_goes_on_by_a_press() -> None:
    notes = Notes()
    notes.probe.fail("ui.screens.menu", "Menu.draw", *[KeyError(1)] * 4)
    notes.world.press("a", _FIRST)
    notes.note(38_000)
    notes.world.press("b", 32_000)  # only A
    notes.world.press("a", 34_000)
    notes.probe.run(until=39_000)
    assert notes.probe.starts == 5
    assert len(notes.probe.errors) == 4
    assert notes.screen(38_000) == "Menu"
    assert notes.world.panel.lit


def test_an_error_picture_of_five_seconds_can_be_skipped() -> None:
    starts = []
    for press in (False, True):
        notes = Notes()
        notes.probe.fail("ui.screens.menu", "Menu.draw", KeyError(1))
        notes.world.press("a", _FIRST)
        if press:
            notes.world.press("a", _FIRST + 1000)
        notes.probe.run(until=_FIRST + 3000)
        starts.append(notes.probe.starts)
    assert starts == [1, 2]


def test_where_words_are_what_is_broken_the_picture_is_english() -> None:
    shown = []
    for broken in (False, True):
        notes = Notes()
        notes.probe.fail("ui.screens.menu", "Menu.draw", KeyError(1))
        if broken:
            notes.probe.wrap("ui.words", "t", unspeakable)
        notes.world.press("a", _FIRST)
        notes.note(_FIRST + 2000)
        notes.probe.run(until=_FIRST + 2500)
        shown.append(notes.seen[_FIRST + 2000][2])
    assert shown[0][:128] == shown[1][:128]
    assert shown[1] != bytes(1024)


def unspeakable(original: Callable, key: str, *arguments: object) -> str:
    if key.startswith(("crash", "start")):
        raise KeyError(key)
    return str(original(key, *arguments))


def test_the_plain_words_are_those_of_the_english_file() -> None:
    from ui.crash import _PLAIN

    words.use("en")
    words.load("common")
    for key, text in _PLAIN.items():
        assert words.t(key).replace("%d", "%d") == text


def test_a_panel_that_is_off_during_an_error_shows_it_when_it_is_back() -> None:
    notes = Notes()
    notes.probe.fail("ui.screens.menu", "Menu.draw", *[KeyError(1)] * 9)
    notes.world.press("a", _FIRST)
    notes.world.at(30_000, notes.world.unplug)
    notes.world.at(35_000, notes.world.plug_in)
    notes.note(29_000, 34_000, 40_000)
    notes.probe.run(until=41_000)
    assert notes.probe.starts == 4
    assert notes.seen[34_000][2] == bytes(1024)
    assert notes.seen[40_000][2] == notes.seen[29_000][2] != bytes(1024)


def test_a_board_without_sleep_memory_restarts_once() -> None:
    notes = Notes(lacks=("alarm",))
    notes.probe.fail("ui.screens.menu", "Menu.draw", *[KeyError(1)] * 9)
    notes.world.press("a", _FIRST)
    notes.probe.run(until=20_000)
    assert notes.probe.starts == 2


def test_a_board_that_cannot_reload_shows_the_first_error_until_it_is_switched_off() -> None:
    notes = Notes(lacks=("alarm", "supervisor"))
    notes.probe.fail("ui.screens.menu", "Menu.draw", KeyError(1))
    notes.world.press("a", _FIRST)
    notes.probe.run(until=20_000)
    assert notes.probe.starts == 1
    assert notes.world.now == 20_000


def test_a_broken_hw_is_left_to_circuitpython() -> None:
    notes = Notes()
    notes.probe.fail("hw.wiring", "wire", ValueError("this board has no pin"))
    with pytest.raises(ValueError, match="no pin"):
        notes.probe.run(until=5_000)
    assert notes.probe.starts == 1


def test_no_memory_twice_in_mid_game_is_an_error_and_the_game_is_the_same_afterwards() -> None:
    notes = Notes()
    notes.press(INTO_A_GAME)
    notes.probe.fail("ui.dice.look", "Look.draw", MemoryError())
    notes.probe.fail("ui.dice.table", "Table.draw", None, *[MemoryError()] * 1)
    notes.note(UP, UP + 9000)
    notes.world.press("a", UP + 100, 700)
    notes.probe.run(until=UP + 10000)
    assert notes.probe.starts == 2
    notes.same_game(UP, UP + 9000)


def test_no_memory_within_an_action_restarts_from_what_is_kept() -> None:
    """The action was written down before: it counts, and is applied once."""
    notes = Notes()
    notes.press(INTO_A_GAME)
    notes.note(UP, UP + 9000)
    notes.world.press("a", UP + 100)  # builds the die in hand
    notes.probe.fail("engine.dice.layout", "Layout.build", *[None] * NO_BUILD, MemoryError())
    notes.probe.run(until=UP + 10000)
    assert notes.probe.starts == 2
    before = unpacked(notes.state(UP))
    after = unpacked(notes.state(UP + 9000))
    assert len(after.steps) == len(before.steps) + 1
    assert after.rolled == before.rolled
    assert sum(after.whereabouts()) == 9


NO_BUILD = 1  # the preview of the first place builds once


def unpacked(state: bytes):
    from engine.dice.game import DiceGame

    return DiceGame.unpack(state)


# Restarts that nobody asked for


def test_F16_a_reload_in_mid_game_by_hand_brings_the_game_back() -> None:
    notes = Notes()
    notes.press(INTO_A_GAME)
    notes.note(UP, UP + 4000)
    notes.world.at(UP + 100, notes.world.reload)
    notes.probe.run(until=UP + 5000)
    assert notes.probe.starts == 2
    assert notes.probe.errors == []
    notes.same_game(UP, UP + 4000)


@pytest.mark.parametrize("later", range(0, 420, 35))
def test_F16_a_reload_at_any_moment_of_a_press_costs_at_most_that_press(later: int) -> None:
    notes = Notes()
    notes.press(INTO_A_GAME)
    notes.note(UP, UP + 5000)
    notes.world.press("a", UP + 100)
    notes.world.at(UP + 100 + later, notes.world.reload)
    notes.probe.run(until=UP + 6000)
    before = unpacked(notes.state(UP))
    after = unpacked(notes.state(UP + 5000))
    assert after.rolled == before.rolled
    assert len(after.steps) - len(before.steps) in (0, 1)
    if later == 0:
        assert after.pack() == before.pack()
    if later > 300:
        assert len(after.steps) == len(before.steps) + 1


def test_F16_what_the_computer_writes_in_mid_game_restarts_nothing() -> None:
    notes = Notes()
    notes.press(INTO_A_GAME)
    notes.note(UP, UP + 3000)
    notes.world.at(UP + 10, notes.world.write_drive)
    notes.probe.run(until=UP + 4000)
    assert notes.probe.starts == 1
    notes.same_game(UP, UP + 3000)


def test_F16_in_the_menu_a_new_program_runs_at_once() -> None:
    notes = Notes()
    notes.world.press("a", _FIRST)
    notes.note(2000)
    notes.world.at(2000, notes.world.write_drive)
    notes.probe.run(until=6000)
    assert notes.screen(2000) == "Menu"
    assert notes.probe.starts == 2


def test_F16_after_an_error_a_mended_file_runs_at_once() -> None:
    notes = Notes()
    notes.press(INTO_A_GAME)
    notes.probe.fail("ui.dice.look", "Look.draw", *[KeyError(1)] * 20)
    notes.world.press("a", UP + 100, 700)
    notes.world.at(UP + 3000, notes.world.write_drive)
    notes.probe.run(until=UP + 4800)
    assert notes.probe.starts == 2


def test_F15_the_parts_and_their_buffers_come_before_any_screen() -> None:
    """Large blocks of the heap are asked for while it is whole."""
    import sys

    notes = Notes()
    loaded: list[str] = []

    def wire(original: Callable) -> object:
        parts = original()
        loaded.extend(name for name in sys.modules if name.startswith(("ui", "engine")))
        return parts

    # The probe itself imports ui.app; here it must not.
    world = notes.world

    def start() -> None:
        Probe._put("hw.wiring", "wire", wire)

    world.on_start = start
    world.run(until=3000, fresh=True)
    assert loaded == []
    assert world.panel.lit
