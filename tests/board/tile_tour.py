"""Somebody who plays the tile game and wants to see everything: moves every cursor about, and now
and then opens whatever can be opened.

Used by the scripts of this folder and by tests; plain language. The same numbers lead to the same
presses.
"""

from sim.driver import Driver

_ARROWS = ("up", "down", "left", "right")


class Tour:
    """`look(driver)` is to be called on every screen of a game before the press that leads on.

    `below(count)` gives a number from 0 to count - 1; one of so many screens as `often` says is
    left for a look at others.
    """

    def __init__(self, below, often: int = 8) -> None:
        self.below = below
        self.often = often
        self.row = 0  # of the menu, next to be opened
        self.met: dict = {}  # screen -> how often

    def look(self, driver: Driver) -> None:
        name = driver.screen
        count = self.met[name] = self.met.get(name, 0) + 1
        self._about(driver, name)
        if driver.screen != name or count % self.often != 1:
            return
        if name in ("Place", "Follow"):
            driver.hold("a")
            self._look_around(driver)
        if name == "Follow":
            driver.press("b")  # takes back, to the tile in hand
        elif name in ("Ready", "Wheel", "Score", "Winner"):
            driver.press("b")
            self._walk(driver, 2)
            self._back(driver, name)
        if name != "Winner" and driver.screen == name:
            self._open(driver, name)

    def _about(self, driver: Driver, name: str) -> None:
        """Arrows on a screen that has a cursor; B turns the tile, or goes to another follower."""
        if name == "Wheel" and driver.top.hops:
            driver.press("a")  # the pig is there at once
        elif name == "Winner":
            driver.press("right", "right", "left")
        elif name in ("Place", "Plague"):
            self._walk(driver, 4)
            if driver.top.hints()[1]:
                driver.press("b", "b")
                self._walk(driver, 1)
        elif name == "Follow" and len(driver.top.choices) > 1:
            self._walk(driver, 3)
            driver.wait(100)  # then the landscape shows the choice

    def _walk(self, driver: Driver, presses: int) -> None:
        for _ in range(presses):
            driver.press(_ARROWS[self.below(4)])

    def _look_around(self, driver: Driver) -> None:
        """The features of the landscape one by one, and the whole of it."""
        for _ in range(12):
            self._walk(driver, 1)
            driver.press("a")
        driver.hold("a")
        driver.wait(800)
        self._walk(driver, 3)
        driver.press("b", "b")

    def _open(self, driver: Driver, name: str) -> None:
        """The menu, and the next thing in it; never what leaves the game."""
        driver.menu()
        rows = driver.top.rows
        self.row = self.row % (rows.count - 2) + 1
        driver.press(*["down"] * self.row)
        driver.press("a")
        self._walk(driver, 4)
        self._back(driver, name)

    def _back(self, driver: Driver, name: str) -> None:
        while driver.screen != name:
            driver.press("b")
