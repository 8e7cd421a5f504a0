"""What the pictures cost: bytes on the bus, time to draw, time from the edge to the picture.

Arguments: repeats, presses, seed, seed ... The same games and the same presses by chance are
played each time, and for every picture the shortest time counts. Says a line for each kind of
screen: the most bytes and the longest times of a move (an arrow, the screen stays) and of a new
picture. Times are microseconds here; `edge` is what a Pico would need.
"""

import start

start.prepare()

import meter
import monkey
import table
import worst
from sim import person
from sim.driver import Driver

_TABLES = ("pc", "ppcpc")


def play(seed: int, shift: int, presses: int) -> worst.Run:
    """The games of a seed."""
    meters = []
    for kinds in _TABLES:
        with Driver({"KOSTKA_SEED": seed}) as driver:
            watch = meter.Meter(driver, shift)
            table.sit_down(driver, kinds)
            hand = monkey.Monkey(driver, seed, watch.look_still)
            hand.go(presses)
            hand.back_to_the_game()
            person.play_on(driver, person.follow_advice)
            watch.stop()
            meters.append(watch)
    return worst.Run(meters)


def main() -> None:
    repeats, presses = start.arguments()[:2]
    worst.measure(lambda seed, shift: play(seed, shift, presses), repeats, start.arguments()[2:])


main()
