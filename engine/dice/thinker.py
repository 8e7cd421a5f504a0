"""The computer player of the Dice Game, and the advice behind the screens.

It reads a game and names one action; it changes nothing, draws nothing and answers the same for
the same state. It follows one main city: how many dice it has, which open squares must still be
closed, and what the hand and the rolls to come can make of it (`odds`). Of the real grid it
looks at the next die only. It knows its own points, not the plans of others.
"""

from micropython import const

from engine.dice import odds
from engine.dice.faces import (
    DOUBLE,
    FIRST_LOOK,
    GOAL,
    KNIGHTS_TO_KEEP,
    LOOKS,
    POINTS,
    ROLLS,
    SIDES,
    TEE,
    TURNS,
)
from engine.dice.faces import KNIGHT as KNIGHT_FACE
from engine.dice.layout import BUILD, MIDDLE, NEIGHBOURS, ORIGIN, WIDE
from engine.dice.prospect import CLOSER, Prospect
from engine.dice.table import Table
from engine.dice.terms import KEEP, KNIGHT, ROLL, SCORE

_BUILT = const(256)

# Two open squares that can grow together into one are worth a little, by their distance.
_NEAR = (0, 16, 8, 3)
# A candidate is its worth in the units of `odds` times this, and what is nice besides.
_FINE = const(256)
# A second city is begun only where it promises this much more than the first: half a point.
_RELUCTANCE = const(4)
# Candidates judged in one step.
_AT_ONCE = const(3)

odds.check(odds.FILE)  # before a game, not in its middle


class Thinker:
    """One decision, thought out in steps; the game must not change meanwhile."""

    def __init__(self, game: Table, face: int = -1) -> None:
        """With a `face` (0..3, in the hand) the answer is the best build of that die.

        Raises ValueError where no player is to move or no such die is in the hand.
        """
        if game.to_move < 0:
            raise ValueError("no player is to move")
        if face >= 0 and (face > TEE or not game.roll or not game.hand[face]):
            raise ValueError("no such die in the hand")
        self._game = game
        self._layout = game.layout
        self._face = face
        self._answer = -1
        self._prospect = Prospect(game)
        # What keeping a knight and what ending the turn is worth, in eighths.
        self._keep = 0
        self._stop = 0
        # The city that is followed, and what it promises.
        self._built = 0
        self._opens: dict[int, int] = {}
        self._best = 0
        self._knights = False
        self._work = self._think()

    def step(self) -> int | None:
        """Think for at most 0.5 u: None while thinking, then the action, for good."""
        if self._answer < 0:
            self._answer = next(self._work)
            if self._answer < 0:
                return None
        return self._answer

    def _think(self):  # type: ignore[no-untyped-def]
        """Generator of -1 while there is more to think, then of the action."""
        game = self._game
        if game.roll == 0:
            yield ROLL
            return
        self._weigh_stop()
        if self._face < 0 and game.scores[game.player] + game.offer() >= GOAL:
            yield SCORE  # D24
            return
        yield -1
        for _ in self._follow():
            yield -1
        if self._face < 0:
            for _ in self._try_knights():
                yield -1
            if self._knights:
                yield KNIGHT
                return
        prospect = self._prospect
        stay = max(prospect.worth_now(self._built, self._opens), prospect.worth_now(0, {}))
        stay = max(stay, self._stop)
        choice = -1
        if self._face >= 0 or self._best > stay:
            # A die is built only where it promises more than leaving things as they are.
            top = -1 if self._face >= 0 else (stay + 1) * _FINE - 1
            count = 0
            for action, worth in self._candidates():
                if worth > top:
                    top = worth
                    choice = action
                count += 1
                if count % _AT_ONCE == 0:
                    yield -1
        yield choice if choice >= 0 else self._without_building(stay)

    def _weigh_stop(self) -> None:
        game = self._game
        if game.aside >= KNIGHTS_TO_KEEP:
            # Points count twice now: a knight for the next turn is worth half as much.
            self._keep = odds.KEEP_WORTH // (DOUBLE if game.doubled else 1)
        self._stop = max(self._keep, POINTS[self._layout.best_closed()] * odds.UNIT)

    def _follow(self):  # type: ignore[no-untyped-def]
        """Generator: choose the city that promises most, a new one with reluctance."""
        worth = self._prospect.worth
        self._best = -1
        for squares, opened in self._layout.traces():
            if opened:
                opens = self._find_opens(squares)
                promise = worth(len(squares), opens)
                if promise > self._best:
                    self._best = promise
                    self._built = len(squares)
                    self._opens = opens
                yield
        fresh = worth(0, {})
        if self._best < 0 or fresh > self._best + _RELUCTANCE:
            self._best = fresh
            self._built = 0
            self._opens = {}
        yield

    def _try_knights(self):  # type: ignore[no-untyped-def]
        """Generator: sets `_knights` where the knights of the hand had better go aside."""
        game = self._game
        prospect = self._prospect
        more = min(game.hand[KNIGHT_FACE], KNIGHTS_TO_KEEP - prospect.aside)
        if game.doubled or more <= 0:
            return
        prospect.aside += more
        prospect.left -= more
        promise = prospect.worth(self._built, self._opens)
        yield
        promise = max(promise, prospect.worth(0, {}))
        yield
        prospect.aside -= more
        prospect.left += more
        self._knights = promise > max(self._best, self._stop)

    def _without_building(self, stay: int) -> int:
        if self._game.roll < ROLLS and self._prospect.left and stay > self._stop:
            return ROLL
        if self._keep and self._keep == self._stop:
            return KEEP
        return SCORE

    def _find_opens(self, squares: list[int]) -> dict[int, int]:
        """Open squares of a city, with the city sides that a die there must meet."""
        opens = {}
        layout = self._layout
        for square in squares:
            sides = SIDES[layout.seen(square) - _BUILT]
            for side, step, _facing in NEIGHBOURS:
                if sides & side:
                    seen = layout.seen(square + step)
                    if seen < _BUILT:
                        opens[square + step] = seen & 15
        return opens

    # Where the next die may go

    def _candidates(self):  # type: ignore[no-untyped-def]
        """Generator of (build action, worth * _FINE + what is nice about it)."""
        prospect = self._prospect
        hand = prospect.hand
        faces = [face for face in range(TEE + 1) if hand[face]]
        if self._face >= 0:
            faces = [self._face]
        found = False
        for square in sorted(self._opens) if self._built else self._starts():
            for face in faces:
                for look in self._fitting(face, square):
                    found = True
                    # The die leaves the hand while its place is judged.
                    hand[face] -= 1
                    prospect.left -= 1
                    worth = self._judge(look, square)
                    hand[face] += 1
                    prospect.left += 1
                    yield BUILD + square * LOOKS + look, worth
        if self._face >= 0 and not found:
            # A die of no use to the city: to one side, where it spoils nothing.
            for square in self._starts():
                yield BUILD + square * LOOKS + FIRST_LOOK[self._face], 0

    def _fitting(self, face: int, square: int) -> list[int]:
        seen = self._layout.seen(square)
        touched = seen >> 4
        need = seen & 15
        first = FIRST_LOOK[face]
        return [k for k in range(first, first + TURNS[face]) if SIDES[k] & touched == need]

    def _judge(self, look: int, square: int) -> int:
        layout = self._layout
        after = dict(self._opens)
        if square in after:
            del after[square]
        sides = SIDES[look] & ~(layout.seen(square) >> 4)
        for side, step, facing in NEIGHBOURS:
            if sides & side:
                after[square + step] = layout.seen(square + step) & 15 | facing
        return self._prospect.worth(self._built + 1, after) * _FINE + self._nearness(after)

    def _nearness(self, opens: dict[int, int]) -> int:
        spots = [s for s in opens if not CLOSER[opens[s]]]  # order: every pair once
        nice = 0
        for i in range(1, len(spots)):
            x = spots[i] % WIDE
            y = spots[i] // WIDE
            for j in range(i):
                apart = abs(x - spots[j] % WIDE) + abs(y - spots[j] // WIDE)
                if apart < len(_NEAR):
                    nice += _NEAR[apart]
        return nice

    def _starts(self) -> list[int]:
        """Squares where a new group has room: a gap of one beside the built dice (D14)."""
        if not len(self._layout):
            return [ORIGIN]
        left, top, right, bottom = self._layout.box()
        row = ((top + bottom) // 2 + MIDDLE) * WIDE + MIDDLE
        column = (left + right) // 2 + MIDDLE
        return [
            row + right + 2,
            row + left - 2,
            (bottom + 2 + MIDDLE) * WIDE + column,
            (top - 2 + MIDDLE) * WIDE + column,
        ]
