"""Looks into a firmware that runs in a world, through every restart of it, and breaks it on demand.

For tests of what happens after an error. A probe belongs to one world; it is told of each start
of code.py, while the firmware's modules are new. What is to go wrong is decided by whoever asks.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from sim.world import World


class Probe:
    """`app`: the running app, None before it is made. `starts`: how often code.py has begun.
    `errors`: what the guard has caught, in that order. `on_app`: called with every new app."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.app: Any = None
        self.starts = 0
        self.errors: list[Exception] = []
        self.on_app: Callable[[Any], None] | None = None
        self._wraps: list[tuple[str, str, Callable]] = []
        world.on_start = self._start

    def run(self, until: int | None = None) -> None:
        """Run the project's code.py, all modules imported anew, up to `until` ms or the end of
        the power."""
        try:
            self.world.run(until, fresh=True)
        finally:
            self.world.on_start = None

    def wrap(self, module: str, method: str, around: Callable) -> None:
        """In every start from the next on, put `around(original, *arguments)` in the place of a
        method, as "Menu.draw", or of a function of a module."""
        self._wraps.append((module, method, around))

    def fail(self, module: str, method: str, *errors: Exception | None) -> None:
        """Let the next calls raise these errors, one a call; None is a call that works. Counted
        through all starts."""
        left = list(errors)

        def failing(original: Callable, *arguments: Any) -> Any:
            error = left.pop(0) if left else None
            if error is not None:
                raise error
            return original(*arguments)

        self.wrap(module, method, failing)

    @property
    def screen(self) -> str:
        """The name of the screen on top, "" where there is none."""
        return type(self.app.top()).__name__ if self.app and self.app.stack else ""

    def state(self) -> bytes:
        """The running game's state; empty where no game runs."""
        match = self.app.match if self.app else None
        return bytes(match.game.pack()) if match else b""

    def _start(self) -> None:
        self.starts += 1
        self.app = None
        self._put("ui.app", "App.__init__", self._new_app)
        self._put("hw.guard", "Guard.caught", self._caught)
        for module, method, around in self._wraps:
            self._put(module, method, around)

    def _new_app(self, original: Callable, app: Any, parts: Any) -> None:
        original(app, parts)
        self.app = app
        if self.on_app:
            self.on_app(app)

    def _caught(self, original: Callable, guard: Any, error: Exception) -> None:
        self.errors.append(error)
        original(guard, error)

    @staticmethod
    def _put(module: str, method: str, around: Callable) -> None:
        place: Any = importlib.import_module(module)
        *owners, name = method.split(".")
        for owner in owners:
            place = getattr(place, owner)
        original = getattr(place, name)

        def instead(*arguments: Any) -> Any:
            return around(original, *arguments)

        setattr(place, name, instead)
