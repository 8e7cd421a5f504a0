"""Sitting down to a Dice Game by buttons alone, and counting what a turn takes.

Used by the scripts of this folder; plain language.
"""

from sim import person
from sim.driver import Driver

PERSON = 0
COMPUTER = 1

# Rows of the set-up: begin, number of players, who begins, then the players.
_BEGIN = 0
_PLAYERS = 1
_FIRST = 3


def sit_down(driver: Driver, kinds: str) -> None:
    """From power-on to the first picture of a game; `kinds` has a "p" or "c" for each player."""
    driver.press("a")
    _go_to(driver, driver.top.items.index("game_dice"))
    driver.press("a")
    if driver.screen != "SetUp":
        raise RuntimeError("no set-up but " + driver.screen)
    party = driver.app.party
    while party.count != len(kinds):
        _go_to(driver, _PLAYERS)
        driver.press("right")
    for player in range(party.count):
        if party.kinds[player] != (PERSON if kinds[player] == "p" else COMPUTER):
            _go_to(driver, _FIRST + player)
            driver.press("right")
    _go_to(driver, _BEGIN)
    driver.press("a")


def _go_to(driver: Driver, row: int) -> None:
    while driver.top.rows.at < row:
        driver.press("down")
    while driver.top.rows.at > row:
        driver.press("up")


class Count:
    """How many presses each person's turn took, from the hand-over to the confirmed score."""

    def __init__(self) -> None:
        self.turns: list = []
        self.first_roll = 0  # presses from power-on to the first roll
        self._since = -1

    def look(self, driver: Driver) -> None:
        """To be called on every screen before anything is pressed on it."""
        name = driver.screen
        if name == "Ready":
            self._since = driver.presses
            if not self.first_roll:
                self.first_roll = driver.presses + 1
        elif name == "Score" or name == "Winner":
            if self._since >= 0:
                confirmed = 1 if name == "Score" else 0
                self.turns.append(driver.presses + confirmed - self._since)
                self._since = -1


def play(driver: Driver, on_screen=None) -> Count:
    """The computer player's choices by a person's presses, until somebody has won."""
    count = Count()

    def look(driver: Driver) -> None:
        count.look(driver)
        if on_screen is not None:
            on_screen(driver)

    person.play_on(driver, person.follow_advice, look)
    return count
