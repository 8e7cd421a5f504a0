"""The most of everything that watched games have cost: the same presses several times, the
shortest time of each picture, and of all pictures of a kind the longest.

Each time the heap is swept behind other pictures, since for a while whatever wants room in it then
takes longer.

Used by the scripts of this folder; plain language.
"""

import meter
import start

_SHIFT = 5  # pictures


class Run:
    """What one run of a game or several has cost, from its meters and clocks (ticks.Ticks)."""

    def __init__(self, meters, clocks=()) -> None:
        self.rows: list = []
        self.still = 0
        self.compare = 0
        self.clocks = clocks
        for watch in meters:
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
        for i in range(len(self.clocks)):
            self.clocks[i].merge(other.clocks[i])


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
        if work >= 0 and sent:
            edge = meter.on_a_pico(work + drawn + compare, unit) + meter.on_the_bus(sent)
            self.edge = max(self.edge, edge)


def measure(play, repeats: int, seeds) -> None:
    """Say the unit and then a line for each kind of picture; `play(seed, shift)` gives a
    Run, `shift` is the meters'.

    Behind them a line for each kind of screen with its longest tick, where the runs have clocks.
    """
    worst: dict = {}
    ticks: dict = {}
    still = 0
    for seed in seeds:
        run = play(seed, 0)
        for i in range(1, repeats):
            run.merge(play(seed, _SHIFT * i))
        unit = start.unit()
        still = max(still, run.still)
        for row in run.rows:
            worst.setdefault(row[:2], Worst()).take(row, run.compare, unit)
        for clock in run.clocks:
            clock.tell(ticks)
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
    for name in sorted(ticks):
        start.say({"screen": name, "tick": ticks[name]})
