"""What lies on the table and stands on the pad in a Dice Game: the state, and what follows from it.

Which actions there are and what they do is `game`; bytes are `saved`.
"""

from engine.contract import CHANCE
from engine.dice.faces import DICE, DOUBLE, FACES, GOAL, POINTS
from engine.dice.layout import Layout
from engine.dice.terms import (
    ENDED_KEPT,
    ENDED_NINE,
    ENDED_SCORED,
    ENDED_SHIFT,
    EVENT_CITY,
    EVENT_KEPT,
    EVENT_NINE,
    EVENT_NO_CITY,
    EVENT_NOTHING,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    POINTS_MASK,
)


class Table:
    """The state of one game of 2 to 5 players, for the rules, the screens and the thinker.

    From the end of a turn to the next ROLL everything but `to_move`, `roll` and `kept` still
    tells of the turn that ended.
    """

    def __init__(self, players: int, first: int = 0) -> None:
        """`first` begins (D26). Raises ValueError outside 2..5 players or 0..players - 1."""
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            raise ValueError("%d players, 2 to 5 can play" % players)
        if not 0 <= first < players:
            raise ValueError("player %d cannot begin, players are 0 to %d" % (first, players - 1))
        self.players = players
        self.first = first
        self.to_move = first
        self.player = first  # whose turn is on the table, also while chance moves
        self.scores = [0] * players
        self.events: list[tuple[int, int, int, int]] = []
        self.roll = 0  # rolls thrown this turn, counted when ROLL is applied
        self.hand = bytearray(FACES)
        self.rolled = b""
        self.layout = Layout()
        self.aside = 0
        self.passed = 0
        self.kept = bytearray(players)
        self.doubled = False
        self.turns = bytearray()  # points | how it ended << 6, turn by turn (D34)
        self.steps: list[int] = []  # builds and KNIGHT since the last roll (D15)
        self._winner = -1

    def to_roll(self) -> int:
        """Dice in the next throw: before a turn nine less those that others keep (D7, D18)."""
        if self.roll == 0:
            return DICE - sum(self.kept) + self.kept[self.to_move]
        if self.to_move == CHANCE:
            return DICE - sum(self.kept) - len(self.layout) - self.aside - self.passed
        return sum(self.hand)

    def offer(self) -> int:
        """Points that SCORE would give now, doubling included (D19 to D22)."""
        if self.roll == 0:
            return 0
        return POINTS[self.layout.best_closed()] * (DOUBLE if self.doubled else 1)

    def winner(self) -> int:
        """The player who has won, -1 while the game goes on."""
        return self._winner

    def whereabouts(self) -> tuple[int, int, int, int, int]:
        """Dice in hand, built, aside, passed on, kept before players: always nine."""
        kept = sum(self.kept)
        if self.roll == 0:
            return DICE - kept, 0, 0, 0, kept
        return self.to_roll(), len(self.layout), self.aside, self.passed, kept

    def note(self, turn: int) -> None:
        """Write the turn of `player` on the pad (D34) and draw what follows for scores and kept."""
        player = self.player
        self.turns.append(turn)
        self.scores[player] += turn & POINTS_MASK
        if turn >> ENDED_SHIFT == ENDED_KEPT:
            self.kept[player] = 1
        if turn >> ENDED_SHIFT == ENDED_NINE or self.scores[player] >= GOAL:
            self._winner = player  # D24, D25

    def own_knight_back(self) -> None:
        """The turn of `player` begins: the knight die that he kept doubles it (D7, D19)."""
        self.doubled = self.kept[self.player] > 0
        self.kept[self.player] = 0

    def last_event(self) -> tuple[int, int, int, int]:
        """The event that ended the last turn."""
        turn = self.turns[-1]
        ended = turn >> ENDED_SHIFT
        size = 0
        if ended == ENDED_SCORED:
            size = self.layout.best_closed()
            kind = EVENT_CITY if size else EVENT_NO_CITY
        elif ended == ENDED_KEPT:
            kind = EVENT_KEPT
        elif ended == ENDED_NINE:
            kind = EVENT_NINE
            size = DICE
        else:
            kind = EVENT_NOTHING
        return kind, self.player, turn & POINTS_MASK, size
