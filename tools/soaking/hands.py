"""Hands that press anything in any way: taps, holds, both at once, a rattling contact.

What they press is a list of edges; whose device it is and what else happens is not known here.
"""

from __future__ import annotations

import random

BUTTONS = ("up", "down", "left", "right", "a", "b")
# A does most things, so it is pressed most.
_WEIGHTS = (3, 4, 3, 3, 9, 3)
_TAPS = (20, 20, 30, 60, 60, 120, 250)
_GAPS = (10, 30, 60, 60, 120, 300)

Edge = tuple[int, str, bool]  # ms from now, button, down


def _tap(chance: random.Random) -> list[Edge]:
    return _press(_one(chance), 1, chance.choice(_TAPS))


def _hold(chance: random.Random) -> list[Edge]:
    return _press(chance.choice(BUTTONS), 1, chance.randrange(450, 1500))


def _both(chance: random.Random) -> list[Edge]:
    """A and B, not quite at the same time."""
    late = chance.randrange(1, 40)
    first, second = chance.sample(("a", "b"), 2)
    ms = chance.choice((30, 60, 200, 700))
    return _press(first, 1, ms) + _press(second, late, ms + chance.randrange(-10, 40))


def _overlap(chance: random.Random) -> list[Edge]:
    """Rolling fingers: the next button goes down before the last one comes up."""
    found = []
    at = 1
    for button in chance.sample(BUTTONS, chance.randrange(2, 5)):
        found += _press(button, at, chance.randrange(20, 200))
        at += chance.randrange(5, 60)
    return found


def _rattle(chance: random.Random) -> list[Edge]:
    """A bad contact: it comes and goes within milliseconds."""
    button = chance.choice(BUTTONS)
    found = []
    at = 1
    for _time in range(chance.randrange(2, 12)):
        length = chance.randrange(1, 15)
        found += _press(button, at, length)
        at += length + chance.randrange(1, 15)
    return found


_WAYS = (_tap,) * 24 + (_hold,) * 3 + (_both,) * 2 + (_overlap,) * 2 + (_rattle,)


def edges(chance: random.Random) -> list[Edge]:
    """Something that hands do, its edges in the order of time."""
    return sorted(chance.choice(_WAYS)(chance))


def gap(chance: random.Random) -> int:
    """Milliseconds until they do something else: mostly little, now and then long enough for the
    panel to be dimmed or to go dark."""
    dice = chance.random()
    if dice < 0.0006:
        return chance.randrange(20_000, 180_000)
    if dice < 0.03:
        return chance.randrange(500, 4_000)
    return chance.choice(_GAPS)


def flood(chance: random.Random) -> list[Edge]:
    """More edges in two seconds than the scanner has room for; everything is let go at the
    end."""
    found = []
    for button in chance.sample(BUTTONS, 3):
        at = 1
        while at < 2_000:
            length = chance.randrange(11, 25)
            found += _press(button, at, length)
            at += length + chance.randrange(11, 25)
    return sorted(found)


def _one(chance: random.Random) -> str:
    return chance.choices(BUTTONS, _WEIGHTS)[0]


def _press(button: str, at: int, ms: int) -> list[Edge]:
    return [(at, button, True), (at + max(ms, 1), button, False)]
