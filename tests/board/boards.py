"""Another board, from power-on to the menu and into a game, for the desktop's Python.

Argument: its place in sim.boards.OTHERS. Says which modules are in the heap when the menu is
there, which more when a game is open, and how long the device's own clock ran until the menu.
"""

import start

start.prepare()

import sys

from sim.boards import OTHERS
from sim.world import World

_PARTS = ("engine", "hw", "ui")


def ours() -> list:
    return sorted([name for name in sys.modules if name.split(".")[0] in _PARTS])


def main() -> None:
    (number,) = start.arguments()
    given = dict(OTHERS[number])
    given["settings"] = dict(given["settings"])
    given["settings"]["KOSTKA_SEED"] = 1
    world = World(**given)
    world.install()
    from ui.app import App, first_screen

    app = App(world.wire())
    app.push(first_screen(app))
    while type(app.top()).__name__ != "Menu":
        world.run_until(world.now + 1, app.step)
    menu = ours()
    ms = world.now
    for _ in range(2):
        end = world.press("a") + 200
        world.run_until(end, app.step)
        while app.later:
            world.run_until(world.now + 1, app.step)
    game = [name for name in ours() if name not in menu]
    said = {"menu": menu, "game": game, "ms": ms, "screen": type(app.top()).__name__}
    said["board"] = app.parts.facts.board
    said["problems"] = app.parts.settings.problems
    said["lit"] = world.panel.lit
    start.say(said)


main()
