"""Presses by chance, mixed with those of a person who knows the game, in the small heap.

Arguments: seed, presses. Says for every kind of screen the most bytes of the heap that were held
on it, the simulated board itself not counted.
"""

import start

start.prepare()

BEFORE = start.live()

from sim.world import World

World()
FAKES = start.live() - BEFORE

import monkey
import table
from sim.driver import Driver


def main() -> None:
    seed, presses = start.arguments()
    screens: dict = {}

    def see(driver: Driver) -> None:
        start.forget(driver.world)
        name = driver.screen
        screens[name] = max(screens.get(name, 0), start.live() - FAKES)

    with Driver({"KOSTKA_SEED": seed}) as driver:
        table.sit_down(driver, "pcp")
        monkey.Monkey(driver, seed, see).go(presses)
        start.say({"presses": driver.presses, "heap": screens})


main()
