"""The game as it must be: every action that was applied is applied here too, to a second game.

Whatever happens to the device, its game is this one; after a restart it may be one action
further, if that one had been begun. The rules themselves are trusted here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.contract import CHANCE, OVER

UNDO = -9

_FOLLOWERS = 7  # of a player
_OFTEN = 16  # of so many looks one takes the bytes to pieces


class Lost(Exception):
    """The game on the device is not the one that it must be."""


def dice_left(game: Any) -> str:
    """What is wrong with the dice of a Dice Game: nine at any time."""
    return "" if sum(game.whereabouts()) == 9 else f"dice: {game.whereabouts()}"


def followers_left(game: Any) -> str:
    """What is wrong with the followers of a tile game: each is in the supply, on a tile or on a
    crown."""
    stands = game.land.stands[: game.land.count]
    for player in range(game.players):
        placed = sum(stand >> 4 == player + 1 for stand in stands)
        crowns = sum(crown == player + 1 for crown in game.crowns)
        if game.supply[player] + placed + crowns != _FOLLOWERS:
            return f"followers of {player}: {game.supply[player]}, {placed}, {crowns}"
    return ""


#: What must add up in each game, by the name of its class.
ACCOUNTS = {"DiceGame": dice_left, "TileGame": followers_left}


class Shadow:
    """`game`: what was applied as a whole, None where no game runs. `pending`: an action that was
    begun, or None. `checks`: how often the two were compared. `excused`: the power was cut while
    the memory was written anew, which may cost the game, as the documents say."""

    def __init__(self) -> None:
        self.game: Any = None
        self.pending: int | None = None
        self.checks = 0
        self.excused = False
        self._beginning = False
        self._ending = False
        self._unsaved = False  # the running game cannot be saved
        self._kept: Any = None  # a game that lies in a memory which does not answer
        self._unrolled = b""  # the state before the roll whose throw has not come yet

    # To be wrapped round the firmware's functions: see sim.probe.Probe.wrap

    def begin(self, original: Callable, store: Any, *arguments: Any) -> Any:
        """hw.store.Store.begin: a new game is written down; the one before is given up."""
        self.drop()
        self._beginning = True
        begun = original(store, *arguments)
        self._unsaved = not begun  # as the device has said
        return begun

    def end(self, original: Callable, store: Any, *arguments: Any) -> Any:
        """hw.store.Store.end: until it is done, the game is over or is not."""
        self._ending = True
        done = original(store, *arguments)
        self._ending = False
        if not self._beginning:
            self.drop()
        return done

    def show(self, original: Callable, app: Any) -> None:
        """ui.games._show: a game has begun, or has come back; nothing of it has been done yet."""
        if self._beginning:
            self._take(app.match.game)
        else:
            self.meet(app.match.game)
        original(app)

    def start(self, away: bool) -> None:
        """The program has begun anew. `away`: a memory that holds what was saved last does not
        answer, so nothing of it can be shown, and nothing is saved."""
        if away:
            if not self._unsaved:
                self._kept = self._kept or self.game
            self._unsaved = False
            self.drop()
        elif self._kept or self._unsaved:
            self.drop()
            self.game, self._kept = self._kept, None
            self._beginning = self._unsaved = False

    def drop(self) -> None:
        """There is no game any more."""
        self.game = None
        self.pending = None
        self.excused = False

    def _take(self, game: Any) -> None:
        self.drop()
        self.game = _copy(game)
        self._beginning = False

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
            rolls = hasattr(self.game, "rolled") and self.game.to_move == CHANCE
            self._unrolled = before if rolls else b""
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
        wrong = ACCOUNTS[type(game).__name__](game)
        if wrong:
            raise Lost(wrong)
        if self.checks % _OFTEN == 0 and type(game).unpack(packed).pack() != packed:
            raise Lost(f"{packed.hex()} is unpacked to something else")

    def meet(self, game: Any) -> None:
        """After a restart: raises Lost where the device's game is neither the one before nor
        that one with the action that had been begun."""
        self.checks += 1
        self.excused = self._ending = False
        if self._beginning and _is_new(game):
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
        if self.game is None or self.game.to_move == OVER or self._ending:
            return False
        if self.pending is None or self.pending == UNDO:
            return True
        further = _copy(self.game)
        _do(further, self.pending)
        return further.to_move != OVER


def _copy(game: Any) -> Any:
    return type(game).unpack(game.pack())


def _is_new(game: Any) -> bool:
    """Has nothing been done in it yet, but perhaps its first roll or draw?"""
    if hasattr(game, "rolled"):
        return not len(game.turns) and not game.roll
    return game.turn == 0 and not game.steps and not game.out


def _do(game: Any, action: int) -> None:
    if action == UNDO:
        game.undo()
    else:
        game.apply(action)
