"""Which modules are compiled when the tile game is opened from the menu, and when one that was
saved is brought back at power-on; those that are let go again on the way too.

For the desktop's Python; imports nothing before the device does.
"""

import start

start.prepare()

import sys

import tile_table
from sim import restart
from sim.driver import Driver

_PARTS = ("engine", "hw", "ui")


class Spy:
    """Sees every search for a module that is not there yet."""

    def __init__(self) -> None:
        self.names: list = []

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in _PARTS:
            self.names.append(name)
        return None  # others know where it is

    def seen(self) -> list:
        """The modules since the last time."""
        names = self.names
        self.names = []
        return names


def main() -> None:
    spy = Spy()
    getattr(sys, "meta_path", []).insert(0, spy)  # the desktop's alone
    with Driver({"KOSTKA_SEED": 1}) as driver:
        driver.press("a")
        spy.seen()
        tile_table.sit_down(driver, "pcpppp", (4, 2))
        opened = spy.seen()
        first = driver.screen
        flash = driver.world.flash
    restart.forget()
    with Driver({"KOSTKA_SEED": 1}, flash=flash) as driver:
        spy.seen()
        driver.until(lambda: driver.match is not None)
        start.say({"screen": first, "opened": opened, "resumed": spy.seen()})


main()
