"""A person who tries everything: moves about, turns, takes back, looks, reads, plays oddly.

Every game with one ends nevertheless, since most of the decisions are the computer player's.
"""

from __future__ import annotations

import random

from sim import person
from tests.ui.device import Device

ARROWS = person.ARROWS
_FIDDLES = ("arrow", "arrow", "arrow", "turn", "back", "look", "pause", "press")
_PAUSES = ("Standings", "Pad", "Help", "Options", "Question")


class Restless:
    """`act` for `person.play_on`. `oddity`: how many of ten decisions are any legal action."""

    def __init__(self, chance: random.Random, oddity: int = 2) -> None:
        self.random = chance
        self.oddity = oddity
        self.taken_back = 0

    def act(self, device: Device) -> None:
        """One decision, after some playing about."""
        for _ in range(self.random.randrange(3)):
            if device.screen not in ("Ready", "Table", "Decide"):
                return
            self._fiddle(device, self.random.choice(_FIDDLES))
        if device.screen in ("Ready", "Table", "Decide"):
            person.carry_out(device, self._choice(device))

    def _choice(self, device: Device) -> int:
        if self.random.randrange(10) < self.oddity:
            return self.random.choice(device.game.legal_actions())
        return person.advice(device.game)

    def _fiddle(self, device: Device, what: str) -> None:
        if what == "arrow":
            device.press(self.random.choice(ARROWS))
        elif what == "turn" and device.screen == "Table":
            device.press("b")
        elif what == "back":
            steps = len(device.game.steps)
            device.hold("b")
            self.taken_back += steps - len(device.game.steps)
        elif what == "look":
            device.hold("a")
            if device.screen == "Look":
                device.press(self.random.choice(ARROWS), self.random.choice("ab"))
        elif what == "pause":
            self._pause(device)
        elif what == "press" and device.screen == "Decide":
            device.press("b")

    def _pause(self, device: Device) -> None:
        """Into one item of the pause and out again."""
        below = device.top
        device.menu()
        assert device.screen == "Pause"
        for _ in range(self.random.randrange(6)):
            device.press("down")
        device.press("a")
        if device.screen in _PAUSES:
            device.press(self.random.choice(("up", "down")))
            if device.screen == "Question":
                device.press("up") if device.top.rows.at else None
            device.press("b")
        if device.screen == "Pause":
            device.press("b")
        assert device.top is below
