"""The game as it must be: every action that was applied is applied here too, to a second game.

Whatever happens to the device, its game is this one; after a restart it may be one action
further, if that one had been begun. The rules themselves are trusted here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.contract import CHANCE, OVER
from engine.dice.game import DiceGame

UNDO = -9


class Lost(Exception):
    """The game on the device is not the one that it must be."""


class Shadow:
    """`game`: what was applied as a whole, None where no game runs. `pending`: an action that was
    begun, or None. `checks`: how often the two were compared. `excused`: the power was cut while
    the memory was written anew, which may cost the game, as the documents say."""

    def __init__(self) -> None:
        self.game: DiceGame | None = None
        self.pending: int | None = None
        self.checks = 0
        self.excused = False
        self._beginning = False
        self._unrolled = b""  # the state before the roll whose throw has not come yet

    # To be wrapped round the firmware's functions: see sim.probe.Probe.wrap

    def begin(self, original: Callable, app: Any, *arguments: Any) -> None:
        """ui.dice.flow.begin: a new game; the one before is given up."""
        self.drop()
        self._beginning = True
        original(app, *arguments)
        self._take(app.match.game)

    def drop(self) -> None:
        """There is no game any more."""
        self.game = None
        self.pending = None
        self.excused = False

    def _take(self, game: Any) -> None:
        self.drop()
        self.game = DiceGame.unpack(game.pack())
        self._beginning = False

    def resume(self, original: Callable, app: Any, *arguments: Any) -> None:
        """ui.dice.flow.resume: the old one."""
        original(app, *arguments)
        self.meet(app.match.game)

    def apply(self, original: Callable, match: Any, action: int) -> None:
        """ui.match.Match._apply"""
        self.pending = action
        original(match, action)
        self.settle()

    def undo(self, original: Callable, match: Any) -> int:
        """ui.match.Match.take_back"""
        self.pending = UNDO if match.game.can_undo() else None
        action = original(match)
        self.settle()
        return int(action)

    def settle(self) -> None:
        """What was begun is done."""
        if self.game is not None and self.pending is not None:
            before = self.game.pack()
            _do(self.game, self.pending)
            self._unrolled = before if self.game.to_move == CHANCE else b""
        self.pending = None

    # Comparing

    def check(self, game: Any) -> None:
        """While the device runs: raises Lost where its game is another one, or none at all."""
        self.checks += 1
        if self.pending is not None:
            return  # in the middle of an action
        if self.game is None:
            raise Lost("there is a game that nobody began")
        packed = bytes(game.pack())
        if packed != self.game.pack():
            raise Lost(f"the game is {packed.hex()}, not {self.game.pack().hex()}")
        if sum(game.whereabouts()) != 9:
            raise Lost(f"dice: {game.whereabouts()}")
        if DiceGame.unpack(packed).pack() != packed:
            raise Lost(f"{packed.hex()} is unpacked to something else")

    def meet(self, game: Any) -> None:
        """After a restart: raises Lost where the device's game is neither the one before nor
        that one with the action that had been begun."""
        self.checks += 1
        self.excused = False
        if self._beginning and not len(game.turns) and not game.roll:
            self._take(game)  # the power went while it began
        if self.game is None:
            raise Lost("a game came back that nobody began")
        packed = bytes(game.pack())
        before = self.game.pack()
        if packed != before:
            if packed == self._unrolled:
                self._take(game)  # a roll without its throw tells nothing: it is made again
                return
            self.settle()
            if packed not in (self.game.pack(), self._unrolled):
                raise Lost(f"{before.hex()} came back as {packed.hex()}")
        self._take(game)

    @property
    def runs(self) -> bool:
        """Is there a game that must come back after a cut of the power?"""
        if self.game is None or self.game.to_move == OVER:
            return False
        if self.pending is None or self.pending == UNDO:
            return True
        further = DiceGame.unpack(self.game.pack())
        _do(further, self.pending)
        return further.to_move != OVER


def _do(game: DiceGame, action: int) -> None:
    if action == UNDO:
        game.undo()
    else:
        game.apply(action)
