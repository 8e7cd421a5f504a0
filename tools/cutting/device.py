"""The whole device started on what a cut of the power has left: code.py over the simulated parts.

It must come back to the game by itself, with the state of the last completed action, and go on:
the next press leads to the next action, which is in the store before anything else happens.
"""

import contextlib
import io
import random
from typing import Any

from hw.store import Store
from sim.chips.flash import Flash
from sim.probe import Probe
from sim.world import World
from tools.cutting.games import Recording

#: Of so many cuts one is started from.
EVERY = 25

_SETTINGS: dict[str, str | int] = {"KOSTKA_SPEED": 0, "KOSTKA_HANDOVER": 1}
_PATIENCE_MS = 60_000
_PAUSE_MS = 150  # from one press to the next
_STILL_MS = 200  # a screen that stays so long waits for somebody


class Start:
    """One start of the device. `wrong`: what is wrong, "" for nothing."""

    def __init__(self, flash: Flash, recording: Recording, seed: int) -> None:
        self._flash = flash
        self._recording = recording
        self._chance = random.Random(seed)
        self._world = World(dict(_SETTINGS), self._chance.randbytes, flash=flash)
        self._probe = Probe(self._world)
        self._again = 0
        self._seen: Any = None
        self._since = 0
        self._state = b""
        self._entries = -1
        self.wrong = ""

    def into_the_game(self, states: list[bytes]) -> str:
        """Start; the game must come back in one of these packed states, and go on from there."""
        said = self._run(lambda: self._watch_game(states))
        if self.wrong or self._probe.errors:
            return self.wrong or f"an error: {self._probe.errors[0]!r}"
        if self._entries < 0:
            return f"the game does not come back by itself: {said[-200:]}"
        store = Store(self._flash)
        if states[-1] != self._recording.packs[-1]:
            if not store.alive or len(list(store.entries())) <= self._entries:
                return "cannot go on"
        return ""

    def into_the_menu(self) -> str:
        """Start where no game runs: the menu must come, and a new game begins by presses."""
        self._run(self._watch_menu)
        if self._probe.errors:
            return f"an error: {self._probe.errors[0]!r}"
        return "" if Store(self._flash).alive else "no game begins"

    def _run(self, watch: Any) -> str:
        said = io.StringIO()
        self._world.on_idle = lambda _ms: self._look(watch)
        with contextlib.redirect_stdout(said):
            self._probe.run(_PATIENCE_MS)
        return said.getvalue()

    def _look(self, watch: Any) -> None:
        """Time has passed: whenever a screen has stood still for a while it is watched."""
        app = self._probe.app
        top = app.stack[-1] if app and app.stack and not app.later else None
        now = self._world.now
        if top is not self._seen:
            self._seen = top
            self._since = now
        if top is not None and now - self._since >= _STILL_MS and now >= self._again:
            self._again = now + _PAUSE_MS
            watch()

    def _watch_game(self, states: list[bytes]) -> None:
        """First the state that has come back; then presses until the store has one entry more."""
        app = self._probe.app
        if app.match is None:
            return  # the title that says that the game goes on; nobody presses anything there
        store = app.parts.store
        if self._entries < 0:
            self._state = self._probe.state()
            self._entries = len(list(store.entries()))
            if self._state not in states and not self._went_on(states[-1]):
                self.wrong = "another state"
                self._world.power_off()
            if self._state == self._recording.packs[-1]:
                self._world.power_off()  # the game is over
        elif len(list(store.entries())) > self._entries:
            self._world.power_off()
        self._world.press("a")

    def _went_on(self, state: bytes) -> bool:
        """Has the device drawn the next tile by itself, right after one that fitted nowhere?"""
        known = self._recording
        count = self._entries - 1
        there = list(self._probe.app.parts.store.entries())
        drawn = known.state(b"", there) == self._state
        return drawn and known.packs[count] == state and there[:count] == known.entries[:count]

    def _watch_menu(self) -> None:
        if self._probe.app.match is not None:
            self._world.power_off()
        self._world.press("a")
