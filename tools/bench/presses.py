"""How many presses a turn of the tile game takes: from the hand-over to the next one, all that is
told to the person included.

Two kinds of persons: one who follows the advice, on which every cursor begins, and one who does
anything that is legal. What counts as a press is the driver's business.
"""

import random

from sim import person_tiles
from sim.driver import Driver
from tools.bench import figures
from tools.bench.rows import Row

SECTION = "presses and calls"
TURNS = 100
OWN = 10  # of ten decisions so many are the person's own


def turns(count: int, oddity: int, device: type[Driver] = Driver) -> list[int]:
    """The presses of so many turns, rising, in games for two and for three; of ten decisions
    `oddity` are any that are legal, and the others the advice."""
    found: list[int] = []
    seed = 0
    while len(found) < count:
        seed += 1
        will = random.Random(seed)
        with device({"KOSTKA_SPEED": 0}, seed=seed) as driver:
            person_tiles.deal(driver, "pp" if seed % 2 else "ppp")
            while driver.screen == "Ready" and len(found) < count:
                found.append(_turn(driver, will, oddity))
    return sorted(found)


def _turn(driver: Driver, will: random.Random, oddity: int) -> int:
    before = driver.presses
    driver.press("a")
    while driver.screen not in ("Ready", "Final"):
        if driver.screen not in person_tiles.DECISIONS:
            driver.press("a")
        elif will.randrange(10) < oddity:
            person_tiles.carry_out(driver, person_tiles.any_action(driver, will))
        else:
            person_tiles.follow_advice(driver)
    return driver.presses - before


def tile_rows() -> list[Row]:
    """Median and 90th percentile, of the advice and of one's own will."""
    found = []
    for name, oddity in (("presses.tiles", 0), ("presses.tiles.own", OWN)):
        counts = turns(TURNS, oddity)
        note = f"the longest of {TURNS} turns took {counts[-1]}"
        median = counts[TURNS // 2]
        tenth = counts[TURNS * 9 // 10]
        found += [
            Row(SECTION, name + ".median", median, "", figures.PRESSES_MEDIAN, note=note),
            Row(SECTION, name + ".p90", tenth, "", figures.PRESSES_P90),
        ]
    return found
