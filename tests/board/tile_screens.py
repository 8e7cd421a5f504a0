"""What the pictures of the tile game cost, as screen_costs tells it of the Dice Game.

Arguments: repeats, seed, seed ... The largest games: W22, six players, buildings of three sizes.
The same presses are made each time, and for every picture and every round of the loop the shortest
time counts. Says what `worst` tells.
"""

import start

start.prepare()

import meter
import ticks
import tile_table
import tile_tour
import worst
from sim.driver import Driver

_OPTIONS = (4, 2)  # W22; sheds, houses and towers
_KINDS = "ppcppc"
_LAST = 3  # so many tiles are made to fit nowhere


def play(seed: int, shift: int) -> worst.Run:
    """The game of a seed, with a look at everything."""
    with Driver({"KOSTKA_SEED": seed}) as driver:
        watch = meter.Meter(driver, shift)
        clock = ticks.Ticks(driver)
        tour = tile_tour.Tour(start.Chance(seed).below)

        def look(driver: Driver) -> None:
            watch.look_still(driver)
            tour.look(driver)
            game = driver.game
            if driver.screen == "Ready" and sum(game.left) <= _LAST:
                game.land.frontier.clear()  # or hardly ever a tile would be put out

        tile_table.sit_down(driver, _KINDS, _OPTIONS)
        tile_table.play(driver, look)
        clock.stop()
        watch.stop()
    return worst.Run((watch,), (clock,))


worst.measure(play, start.arguments()[0], start.arguments()[1:])
