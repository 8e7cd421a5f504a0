"""Somebody who presses without thinking, and now and then goes on with the game.

Used by the scripts of this folder; plain language.
"""

import start

from sim import person
from sim.driver import Driver

_TAPS = ("up", "down", "left", "right", "up", "down", "left", "right", "a", "b")
_HOLDS = ("a", "a", "b", "up")
_IN_A_GAME = ("Ready", "Table", "Decide")

_OF_THE_GAME = _IN_A_GAME + ("Watch", "Roll", "Score", "Winner")
_LEAD_ON = ("Menu", "SetUp", "Roll", "Watch", "Score")


class Monkey:
    """`see(driver)`, where given, is called on every screen before a press."""

    def __init__(self, driver: Driver, seed: int, see=None) -> None:
        self.driver = driver
        self.chance = start.Chance(seed)
        self.see = see

    def go(self, presses: int) -> None:
        """Press until the device has been pressed so often."""
        while self.driver.presses < presses:
            if self.see is not None:
                self.see(self.driver)
            self._press()

    def back_to_the_game(self) -> None:
        """Out of whatever was opened, to where a person's game goes on."""
        driver = self.driver
        while driver.screen not in _IN_A_GAME and driver.screen != "Winner":
            if driver.screen in ("Menu", "SetUp"):
                driver.press(*["up"] * driver.top.rows.at)
            driver.press("a" if driver.screen in _LEAD_ON else "b")

    def _press(self) -> None:
        driver = self.driver
        name = driver.screen
        dice = self.chance.below(20)
        if name not in _OF_THE_GAME and self.chance.below(4) == 0:
            driver.press("b")  # or it would read the help for ever
        elif name == "Question" and self.chance.below(4):
            driver.press("b")
        elif name == "Pause":
            driver.press(*["down"] * self.chance.below(7))
            driver.press("a")
        elif dice < 6 and name in _IN_A_GAME:
            person.follow_advice(driver)
        elif dice < 8:
            driver.press("a")
        elif dice == 8:
            driver.menu()
        elif dice == 9:
            driver.hold(_HOLDS[self.chance.below(len(_HOLDS))])
        elif dice == 10:
            driver.wait(700)
        else:
            driver.press(_TAPS[self.chance.below(len(_TAPS))])
