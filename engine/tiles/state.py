"""The state of a tile game, and what can be read from it at a glance.

Which actions there are and what they do is `game`; the landscape is `landscape`, bytes are `saved`.
Rows T1, T14, W9, W18 to W23, B1 to B3.
"""

from array import array

from micropython import const

from engine.contract import CHANCE
from engine.tiles.landscape import Landscape
from engine.tiles.table import TILE_D, counts
from engine.tiles.terms import (
    BASE,
    DRAW,
    HOUSE,
    MIX,
    NONE,
    OLD_FAMINE,
    SMALL_CITY,
    VARIANT,
    WHEEL,
)

FOLLOWERS = const(7)  # T1
MOST_PLAYERS = const(6)
# The first crown of each sector among the nine, and behind them (W1 to W6)
CROWNS = b"\x00\x01\x03\x04\x06\x07\x09"
# Tokens of a player by number of players: all of one worth (B2), of each kind (B3)
_DEALT = b"\x00\x00\x09\x06\x04\x03\x03"
_DEALT_EACH = b"\x00\x00\x03\x02\x01\x01\x01"


class State:
    """One game of 2 to 6 players, for the rules, the screens and the thinker."""

    def __init__(
        self, players: int, first: int = 0, way: int = WHEEL, buildings: int = NONE, house: int = 0
    ) -> None:
        """`first` begins. Raises ValueError where the options do not go together."""
        if not NONE <= buildings <= VARIANT or not WHEEL <= way <= MIX:
            raise ValueError("no such way to play")
        most = MOST_PLAYERS if buildings else MOST_PLAYERS - 1
        if not 2 <= players <= most:
            raise ValueError("%d players, 2 to %d can play" % (players, most))
        if not 0 <= first < players:
            raise ValueError("player %d cannot begin" % first)
        if house & ~(SMALL_CITY | OLD_FAMINE) or (way == BASE and house & OLD_FAMINE):
            raise ValueError("no such house rule in this way to play")
        self.players = players
        self.first = first
        self.way = way
        self.buildings = buildings
        self.house = house
        self.to_move = CHANCE
        self.player = first  # whose turn it is, also while chance or the plague moves
        self.phase = DRAW
        self.scores = [0] * players
        self.tally = array("H", bytes(12 * players))  # six a player, by kind of feature
        self.events: list[tuple] = []
        self.hand = -1  # the variant drawn, till the end of the turn
        self.pig = 0
        self.crowns = bytearray(9)  # player + 1 or 0, the first of sector s at CROWNS[s]
        self.supply = bytearray([FOLLOWERS] * players)
        self.tokens = bytearray(3 * players)
        self.left = bytearray(counts(way))
        self.out = bytearray()  # variants put out (T3)
        self.turn = 0  # turns that have ended
        self.steps: list[int] = []  # what this turn has done since the draw
        self.land = land = Landscape()
        if way == BASE or way == HOUSE:
            land.place(TILE_D, 0, 0, 0)
        else:
            land.board()
        for at in range(3 * players):
            if buildings == VARIANT:
                self.tokens[at] = _DEALT_EACH[players]
                land.worth = b"\0\1\2\3"
            elif buildings and at % 3 == 1:
                self.tokens[at] = _DEALT[players]

    def chance_count(self) -> int:
        """How many equally likely outcomes the draw has: tiles left; 0 when chance is not to move.

        Outcome: a number of a tile among those left, counted through the variants in order.
        """
        return sum(self.left) if self.to_move == CHANCE else 0

    def free_crown(self, sector: int) -> int:
        """The first free crown of a sector among the nine, -1 where there is none (W9)."""
        if self.way != BASE:
            for at in range(CROWNS[sector], CROWNS[sector + 1]):
                if not self.crowns[at]:
                    return at
        return -1

    def winners(self) -> int:
        """Bits of the players with the highest score (T14)."""
        most = max(self.scores)
        out = 0
        for player in range(self.players):
            if self.scores[player] == most:
                out |= 1 << player
        return out

    def gain(self, player: int, kind: int, points: int) -> None:
        """Give a player points, for a kind of feature, BY_WHEEL or BY_CROWN."""
        self.scores[player] += points
        self.tally[6 * player + kind] += points
