"""F30: the help can be read from every screen of a game, and one is back where one was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sim.world import World
from tests.ui.scenes import SCENES
from ui import keys
from ui.app import App

#: Screens that lie over the game's menu or the main one, where the help is: B leads back there.
OVER_A_MENU = {"Menu", "Pause", "Help", "Topics", "Options", "Question"}
#: Messages of one press; what they say cannot be put off.
MESSAGES = {"Notice", "Fault"}


@contextmanager
def standing(name: str) -> Iterator[App]:
    """A device on which a scene stands."""
    with World({"KOSTKA_SEED": 7}) as world:
        app = App(world.wire())
        SCENES[name](app)
        yield app


def of_games() -> list[str]:
    found = []
    for name in sorted(SCENES):
        with standing(name) as app:
            if app.match is not None:
                found.append(name)
    return found


@pytest.mark.parametrize("name", of_games())
def test_F30_help_can_be_read_from_every_screen_of_a_game(name: str) -> None:
    with standing(name) as app:
        stack = list(app.stack)
        screen = type(app.top()).__name__
        if screen in OVER_A_MENU | MESSAGES:
            return
        app.paint()
        before = bytes(app.parts.panel.image)
        app.top().button(keys.MENU)
        if type(app.top()).__name__ == "Pause":
            items = [item[0] for item in app.top().items]
            app.top().rows.at = items.index("menu_help")
            app.paint()
            app.top().button(keys.A)
        assert type(app.top()).__name__ == "Help", screen
        app.paint()
        while type(app.top()).__name__ in ("Help", "Pause"):
            app.top().button(keys.B)
        assert app.top() in stack
        if app.top() is stack[-1] and screen not in ("Roll", "Watch", "Wheel"):  # those move on
            app.paint()
            assert bytes(app.parts.panel.image) == before
