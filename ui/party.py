"""Who plays: kept from one game to the next while the device is on."""

from micropython import const

from ui.match import COMPUTER, PERSON

FEWEST = const(2)
MOST = const(6)
DRAWN = const(-1)

_NAMES = ("ANA", "BOB", "EVA", "IVO", "UDO", "ZOE")


class Party:
    """Players' initials and kinds for up to six, how many of them play, who begins.

    `begins` is a player's number or DRAWN (the device draws, D26). `options`: what was chosen last
    for a game that has options, by the game's word key, a byte for each.
    """

    def __init__(self) -> None:
        self.count = FEWEST
        self.names = list(_NAMES)
        self.kinds = bytearray((PERSON,) + (COMPUTER,) * (MOST - 1))
        self.begins = DRAWN
        self.options: dict = {}

    def resize(self, by: int, most: int) -> None:
        """Change the number of players, round from `most` to the fewest."""
        self.count = (min(self.count, most) - FEWEST + by) % (most - FEWEST + 1) + FEWEST
        self.limit(most)

    def limit(self, most: int) -> None:
        """Leave out players beyond `most`, and a beginner who is none any more."""
        self.count = min(self.count, most)
        if self.begins >= self.count:
            self.begins = DRAWN

    def toggle(self, player: int) -> None:
        """Make a person a computer, or the reverse."""
        self.kinds[player] = PERSON + COMPUTER - self.kinds[player]

    def turn_begins(self, by: int) -> None:
        """Choose the next one of: drawn, first player, second player and so on."""
        self.begins = (self.begins + 1 + by) % (self.count + 1) - 1

    def first(self, entropy) -> int:
        """The player who begins; drawn from the entropy part where nobody was chosen (D26)."""
        if self.begins == DRAWN:
            return entropy.draw(self.count)
        return self.begins
