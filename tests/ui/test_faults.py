"""Faults in the middle of a game: what is seen, and that the game is the same before and after."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.contract import CHANCE
from engine.dice.game import DiceGame
from engine.dice.layout import BUILD
from engine.dice.terms import ROLL
from sim import person
from tests.ui.device import Device
from ui import words
from ui.dice import ground

SPEED = {"KOSTKA_SPEED": 0}


def to_table(device: Device) -> None:
    """A game of two persons, up to the first die in hand."""
    device.deal("pp")
    device.press("a")
    device.until("Table")
    device.wait(50)


# The panel


@pytest.mark.parametrize("how", ["off", "stuck"])
def test_F12_the_game_goes_on_without_a_panel_and_is_shown_whole_afterwards(how: str) -> None:
    with Device(SPEED, seed=5) as device:
        to_table(device)
        device.wait(1000)
        lose(device, how)
        device.wait(3000)
        assert device.parts.panel.lost
        before = len(device.game.steps)
        for _press in range(3):  # each builds the die in hand on its best place
            assert device.screen == "Table"
            device.press("a")
        assert len(device.game.steps) == before + 3
        state = device.state()
        mend(device)
        device.wait(17000)
        assert device.state() == state
        assert not device.parts.panel.lost
        assert device.world.panel.lit
        assert device.picture() == bytes(device.parts.panel.image)
        assert device.picture() != bytes(1024)


def lose(device: Device, how: str) -> None:
    device.world.unplug()
    device.world.bus.stuck = how == "stuck"


def mend(device: Device) -> None:
    device.world.bus.stuck = False
    device.world.plug_in()


def test_F12_presses_while_a_stuck_bus_stops_everything_are_not_lost() -> None:
    """They fall into the very second in which the loop waits for the bus."""
    with Device(SPEED, seed=5) as device:
        to_table(device)
        device.wait(1000)
        device.world.bus.stuck = True
        at = device.world.now
        device.press("b")  # wants a new picture, and so runs into it
        assert device.world.now - at >= 1000
        events = len(device.events)
        start = device.world.now
        for name in ("left", "right", "left", "right"):
            start = device.world.press(name, start + 80, 30)
        device.wait(4000)
        assert device.events[events:] == [2, 3, 2, 3]


@pytest.mark.parametrize("how", ["off", "stuck"])
def test_F12_on_every_screen_of_a_game_the_panel_may_come_off(how: str) -> None:
    """A game with the advice of the computer; the panel is off every other second."""
    with Device({"KOSTKA_SPEED": 1}, seed=8) as device:
        device.deal("pc")
        seen = set()
        for _turn in range(30):
            lose(device, how)
            seen |= go_on(device, 1500)
            mend(device)
            seen |= go_on(device, 4000)
            check_game(device.game)
            if device.screen == "Winner":
                break
            assert not device.parts.panel.lost or how == "stuck"
        assert {"Ready", "Roll", "Table", "Decide", "Score", "Watch"} <= seen


def go_on(device: Device, ms: int) -> set[str]:
    """Play for a while as the computer would; the screens that were seen."""
    seen = set()
    end = device.world.now + ms
    while device.world.now < end and device.screen != "Winner":
        seen.add(device.screen)
        if device.screen in ("Ready", "Table", "Decide"):
            person.follow_advice(device)
        elif device.screen == "Score" and person.is_person(device):
            device.press("a")
        else:
            device.wait(50)
    return seen


def check_game(game: DiceGame) -> None:
    """Nine dice, and a state that is one."""
    assert sum(game.whereabouts()) == 9
    packed = game.pack()
    assert DiceGame.unpack(packed).pack() == packed


# Chance


class Source:
    """os.urandom, until it fails."""

    def __init__(self) -> None:
        self.chance = random.Random(4)
        self.fault = ""

    def __call__(self, count: int) -> bytes:
        if self.fault == "dead":
            raise RuntimeError("no entropy")
        if self.fault == "stuck":
            return bytes(count)
        return self.chance.randbytes(count)


@pytest.mark.parametrize("fault", ["dead", "stuck"])
def test_F24_a_source_that_fails_in_mid_game_stops_the_dice_and_nothing_else(fault: str) -> None:
    source = Source()
    with Device(SPEED, entropy=source) as device:
        to_table(device)
        source.fault = fault
        person.carry_out(device, ROLL)
        assert device.screen == "Fault"
        state = device.state()
        assert device.game.to_move == CHANCE
        assert device.says(words.t("fault_" + fault))
        for _try in range(3):  # whatever is tried, no die is thrown
            device.press("a")
            assert device.screen == "Menu"
            device.press("a")
            assert device.screen == "Fault"
        assert device.state() == state
        check_game(device.game)


# Buttons


@pytest.mark.parametrize("name", ["up", "down", "left", "right", "b"])
def test_a_button_that_is_stuck_at_power_on_is_named(name: str) -> None:
    sign = {"up": "▲", "down": "▼", "left": "◀", "right": "▶", "b": "Ⓑ"}[name]
    with Device(held=(name,)) as device:
        device.wait(2600)
        assert device.screen == "Stuck"
        assert sign in device.said()
        device.wait(5000)
        assert device.screen == "Stuck"
        device.press("a")
        assert device.screen == "Menu"
        device.press("up" if name != "up" else "down", "a")
        assert device.screen != "Menu"  # the others work


def test_the_note_goes_by_itself_when_the_button_comes_up() -> None:
    with Device(held=("left",)) as device:
        device.wait(2600)
        assert device.screen == "Stuck"
        device.world.up("left")
        device.wait(50)
        assert device.screen == "Menu"


def test_a_flood_of_edges_changes_no_state_but_by_events() -> None:
    """A loose wire at A: whatever gets through is presses, and the state stays one."""
    with Device(SPEED, seed=5) as device:
        to_table(device)
        for flood in range(10):
            for edge in range(150):
                level = (device.world.up, device.world.down)[edge & 1]
                level(random.Random(flood * 150 + edge).choice(("a", "left", "b")))
                device.world.clock.advance(11_000)
            for name in ("a", "left", "b"):
                device.world.up(name)
            device.wait(500)
            assert device.parts.buttons.down == 0
            check_game(device.game)


# Memory


def failing(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, *errors: Exception | None
) -> list[int]:
    """Let the next calls of a function raise these errors; a list that grows with each error."""
    original: Callable = getattr(owner, name)
    left = list(errors)
    raised: list[int] = []

    def instead(*arguments: Any) -> Any:
        error = left.pop(0) if left else None
        if error is not None:
            raised.append(1)
            raise error
        return original(*arguments)

    monkeypatch.setattr(owner, name, instead)
    return raised


@pytest.mark.parametrize("method", ["draw", "button", "tick", "_draw_info"])
def test_no_memory_for_a_screen_once_shows_the_same_game_again(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    from ui.dice.table import Table

    with Device(SPEED, seed=5) as device:
        to_table(device)
        state = device.state()
        raised = failing(monkeypatch, Table, method, MemoryError())
        device.press("left")
        assert raised
        assert device.screen == "Table"
        assert device.state() == state
        assert device.picture() == bytes(device.parts.panel.image)
        person.follow_advice(device)  # and it goes on
        assert device.state() != state
        check_game(device.game)


def test_no_memory_for_a_screen_twice_in_a_row_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ui.dice.table import Table

    with Device(SPEED, seed=5) as device:
        to_table(device)
        failing(monkeypatch, Table, "draw", MemoryError(), MemoryError())
        with pytest.raises(MemoryError):
            device.press("left")
        check_game(device.game)


def test_no_memory_now_and_then_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.dice.table import Table

    with Device(SPEED, seed=5) as device:
        to_table(device)
        errors = [MemoryError(), None, None] * 5
        raised = failing(monkeypatch, Table, "draw", *errors)
        for _press in range(12):
            device.press("left")
        assert len(raised) == 5


def test_no_memory_where_no_game_runs_leads_to_the_menu(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ui.screens.options import Options

    with Device(SPEED, seed=5) as device:
        device.press("a", "up", "up", "a")
        assert device.screen == "Options"
        failing(monkeypatch, Options, "draw", MemoryError())
        device.press("down")
        assert device.screen == "Menu"


def test_no_memory_to_import_a_screen_leaves_the_game_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import builtins

    with Device(SPEED, seed=5) as device:
        to_table(device)
        state = device.state()
        device.menu()
        assert device.screen == "Pause"
        device.press("down", "down", "down")
        original = builtins.__import__
        left = [MemoryError()]

        def no_room(name: str, *arguments: Any) -> Any:
            if name == "ui.screens.help" and left:
                raise left.pop()
            return original(name, *arguments)

        monkeypatch.setattr(builtins, "__import__", no_room)
        device.press("a")
        assert not left
        assert device.screen == "Table"
        assert device.state() == state


def test_no_memory_while_a_die_is_only_looked_at_builds_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The meaning of a place is found out by building there and taking back."""
    from engine.dice.layout import Layout

    with Device(SPEED, seed=5) as device:
        to_table(device)
        device.press("a")
        state = device.state()
        cells = device.game.layout.cells()
        raised = failing(monkeypatch, Layout, "city_at", MemoryError())
        device.press("left")
        assert raised
        assert device.state() == state
        assert device.game.layout.cells() == cells


def test_no_memory_in_the_middle_of_an_action_is_never_played_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody knows how far it came, but the store: so this is for the guard."""
    from engine.dice.layout import Layout

    with Device(SPEED, seed=5) as device:
        to_table(device)
        action = next(action for action in device.game.legal_actions() if action >= BUILD)
        failing(monkeypatch, Layout, "build", MemoryError())
        with pytest.raises(MemoryError):
            device.match.play(action)
        assert device.match.torn
        monkeypatch.undo()
        failing(monkeypatch, type(device.top), "draw", MemoryError())
        with pytest.raises(MemoryError):
            device.press("left")


def test_no_memory_for_a_preview_that_was_begun_is_healed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The die that is only looked at is half on the grid: the game is made anew from its bytes."""
    from engine.dice.layout import Layout

    with Device(SPEED, seed=5) as device:
        to_table(device)
        device.press("a")
        state = device.state()
        cells = device.game.layout.cells()
        legal = device.game.legal_actions()
        build = Layout.build
        left = [1]

        def half(layout: Layout, action: int) -> None:
            if not left:
                build(layout, action)
                return
            left.pop()
            squares = layout._squares
            layout._squares = None  # type: ignore[assignment]
            try:
                build(layout, action)
            except AttributeError:
                layout._squares = squares
                raise MemoryError from None

        monkeypatch.setattr(Layout, "build", half)
        device.press("left")
        assert not left
        assert device.state() == state
        assert device.game.layout.cells() == cells
        assert device.game.legal_actions() == legal


def test_a_preview_gives_the_die_back_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.dice.layout import Layout

    layout = Layout()
    failing(monkeypatch, Layout, "city_at", MemoryError())
    with pytest.raises(MemoryError):
        ground.preview(layout, 0, (0, 0))
    assert len(layout) == 0
