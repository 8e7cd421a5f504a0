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
from sim import person
from sim.driver import Driver

_TABLES = ("pc", "ppcpc")


class Run:
    """One run of a seed: a row for each picture, and what a picture without a change cost."""

    def __init__(self, seed: int, presses: int) -> None:
        self.rows: list = []
        self.still = 0
        self.compare = 0
        for kinds in _TABLES:
            with Driver({"KOSTKA_SEED": seed}) as driver:
                watch = meter.Meter(driver)
                table.sit_down(driver, kinds)
                hand = monkey.Monkey(driver, seed, watch.look_still)
                hand.go(presses)
                hand.back_to_the_game()
                person.play_on(driver, person.follow_advice)
                watch.stop()
                self.rows += watch.rows
                self.still = max(self.still, watch.still)
                self.compare = watch.compare

    def merge(self, other) -> None:
        """Keep the shorter times of two runs of the same presses."""
        if len(other.rows) != len(self.rows):
            raise RuntimeError("the same presses led to other pictures")
        for i in range(len(self.rows)):
            mine = self.rows[i]
            his = other.rows[i]
            least = tuple([min(mine[k], his[k]) for k in (3, 4, 5)])
            self.rows[i] = mine[:3] + least
        self.compare = min(self.compare, other.compare)


class Worst:
    """The most of everything for one kind of picture."""

    def __init__(self) -> None:
        self.pictures = 0
        self.sent = 0
        self.drawn = 0
        self.step = 0
        self.work = 0
        self.edge = 0

    def take(self, row: tuple, compare: int, unit: int) -> None:
        _name, _kind, sent, drawn, work, step = row
        self.pictures += 1
        self.sent = max(self.sent, sent)
        self.drawn = max(self.drawn, drawn)
        self.step = max(self.step, step)
        self.work = max(self.work, work)
        if work >= 0:
            edge = meter.on_a_pico(work + drawn + compare, unit) + meter.on_the_bus(sent)
            self.edge = max(self.edge, edge)


def main() -> None:
    repeats, presses = start.arguments()[:2]
    worst: dict = {}
    still = 0
    for seed in start.arguments()[2:]:
        run = Run(seed, presses)
        for _ in range(repeats - 1):
            run.merge(Run(seed, presses))
        unit = start.unit()
        still = max(still, run.still)
        for row in run.rows:
            worst.setdefault(row[:2], Worst()).take(row, run.compare, unit)
    start.say({"unit": unit, "still": still, "compare": run.compare})
    for name, kind in sorted(worst):
        most = worst[name, kind]
        start.say(
            {
                "screen": name,
                "kind": meter.KINDS[kind],
                "pictures": most.pictures,
                "bytes": most.sent,
                "draw": most.drawn,
                "step": most.step,
                "work": most.work,
                "edge": most.edge,
            }
        )


main()
