"""Which modules are in the heap when the menu is there, and which more when a game is open.

For the desktop's Python; imports nothing before the device does.
"""

import start

start.prepare()

import sys

from sim.driver import Driver

_PARTS = ("engine", "hw", "ui")


def ours() -> list:
    return sorted([name for name in sys.modules if name.split(".")[0] in _PARTS])


def main() -> None:
    with Driver({"KOSTKA_SEED": 1}) as driver:
        driver.until("Menu")
        menu = ours()
        driver.press("a", "a")
        game = [name for name in ours() if name not in menu]
        start.say({"screen": driver.screen, "menu": menu, "game": game})


main()
