"""What may become of a city in this turn: the thinker's judgement without a grid.

A city is so many dice and its open squares, each with the city sides that a die there must
meet. The hand is known, the rolls to come are weighed in `odds`. Places are `thinker`'s.
"""

from micropython import const

from engine.dice import odds
from engine.dice.faces import (
    CAP,
    CORNER,
    DOUBLE,
    GOAL,
    KNIGHTS_TO_KEEP,
    POINTS,
    ROLLS,
    STRAIGHT,
    TEE,
)
from engine.dice.table import Table

_COLUMNS = const(9)
_NONE = const(9)
# The face that closes an open square by the city sides it must meet; _NONE where no die can.
CLOSER = bytes((9, 0, 0, 2, 0, 1, 2, 3, 0, 2, 1, 3, 2, 3, 3, 9))


class Prospect:
    """Worths in eighths of a point for the player whose turn it is."""

    def __init__(self, game: Table) -> None:
        # The thinker changes these three while it tries a step in thought.
        self.hand = bytearray(game.hand)
        self.left = sum(game.hand)
        # While points count twice, knights are not worth collecting.
        self.aside = 0 if game.doubled else min(game.aside, KNIGHTS_TO_KEEP)
        self._rolls = ROLLS - game.roll
        self._times = DOUBLE if game.doubled else 1
        self._need = GOAL - game.scores[game.player]
        self._dice = -1
        self._row = bytearray()
        self._known: dict[int, int] = {}

    def worth(self, built: int, opens: dict[int, int]) -> int:
        """The best that the hand and the rolls to come promise for such a city, eighths."""
        a = b = closers = 0
        taken = 0
        hand = self.hand
        for need in opens.values():  # order: only counted
            closer = CLOSER[need]
            if closer == CAP:
                a += 1
                continue
            if closer == _NONE:
                return 0
            b += 1
            # Four bits a face: how many of it are meant for squares already.
            if hand[closer] > (taken >> closer * 4 & 15):
                taken += 1 << closer * 4
                closers += 1
        return self._plan(built, a, b, closers, taken >> TEE * 4)

    def worth_now(self, built: int, opens: dict[int, int]) -> int:
        """The same where nothing more is built before the next roll."""
        a = b = 0
        for need in opens.values():  # order: only counted
            closer = CLOSER[need]
            if closer == CAP:
                a += 1
            elif closer == _NONE:
                return 0
            else:
                b += 1
        if b > odds.MOST_B or a > odds.MOST_A[b]:
            return 0
        self._look_up(built)
        return self._row[built * _COLUMNS + odds.OFFSET[b] + a]

    def _look_up(self, built: int) -> None:
        """Get the rows of `odds` for this many dice in play."""
        dice = built + self.left
        key = dice * 4 + self.aside
        if key == self._dice:
            return
        self._dice = key
        self._known = {}
        self._row = odds.block(self._rolls, self.aside, dice)
        for size in range(dice + 1):
            if POINTS[size] * self._times >= self._need:
                self._row[size * _COLUMNS] = odds.MOST  # D24: that wins

    def _plan(self, built: int, a: int, b: int, closers: int, spent: int) -> int:
        self._look_up(built)
        hand = self.hand
        caps = hand[CAP]
        tees = hand[TEE] - spent
        longer = hand[STRAIGHT] + hand[CORNER]
        key = ((((built << 4 | a) << 4 | b) << 4 | closers) << 4 | caps) << 4 | tees
        key = (key << 4 | longer) << 4 | spent
        best = self._known.get(key, -1)
        if best < 0:
            best = self._search(built, a, b, closers, spent, caps, tees, longer)
            self._known[key] = best
        return best

    def _search(
        self,
        built: int,
        a: int,
        b: int,
        closers: int,
        spent: int,
        caps: int,
        tees: int,
        longer: int,
    ) -> int:
        """The best of all plans: how many of each die to use before the next roll.

        `closers` dice of the hand close squares of more sides than one, `spent` of them are Ts.
        """
        row = self._row
        best = 0
        grows = a > 0
        if built == 0:
            best = row[0]
            grows = True
            a = 2
        for closed in range(closers + 1):
            rest = b - closed
            if rest > odds.MOST_B:
                continue
            most = odds.MOST_A[rest]
            lengths = longer + 1 - max(0, closed - spent) if grows else 1
            for branch in range(tees + 1 if grows else 1):
                ends = a + branch
                start = (built + closed + branch) * _COLUMNS + odds.OFFSET[rest] + ends
                for cap in range(min(caps, ends) + 1):
                    if ends - cap <= most:
                        at = start
                        for _ in range(lengths):
                            # In the first row no die is built: that is no city yet.
                            if row[at] > best and at >= _COLUMNS:
                                best = row[at]
                            at += _COLUMNS
                    # Each cap closes one square and adds a die.
                    start += _COLUMNS - 1
        return best
