"""The part of the building ground that is seen, and the places where a die may go.

8 x 3 squares of 13 pixels, x 0..103 and y 8..46. The cursor knows legal places
only and jumps to the nearest one in the direction pressed.
"""

from micropython import const

from engine.dice.layout import build_action, split_action
from ui.keys import DOWN, LEFT, RIGHT, UP

CELL = const(13)
WIDE = const(8)
HIGH = const(3)
TOP = const(8)

_STEPS = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}
_ASIDE = const(3)  # a step off the direction pressed counts as much as three along it


def places(layout, face: int, apart: bool) -> list:
    """Every (x, y) where this face may be built: beside built dice, or apart from them (D14)."""
    actions: list = []
    beside = None
    for _ in layout.scan(bytes((face,)), actions):
        if beside is None:
            beside = len(actions)
            if not apart:
                break
    found: list = []
    for action in actions[beside or 0 :] if apart else actions:
        _look, x, y = split_action(action)
        if not found or found[-1] != (x, y):
            found.append((x, y))
    return found


def jump(spots: list, at: tuple, key: int):
    """The nearest place in the direction of an arrow key; None where there is none."""
    dx, dy = _STEPS[key]
    best = None
    least = 0
    for spot in spots:
        x = spot[0] - at[0]
        y = spot[1] - at[1]
        along = x * dx + y * dy
        if along > 0:
            cost = along + _ASIDE * abs(x * dy + y * dx)
            if best is None or cost < least:
                best = spot
                least = cost
    return best


def nearest(spots: list, at: tuple) -> tuple:
    """The place nearest to `at`; there is at least one."""
    best = spots[0]
    for spot in spots:
        if _far(spot, at) < _far(best, at):
            best = spot
    return best


def _far(one: tuple, other: tuple) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def preview(layout, look: int, at: tuple) -> tuple:
    """(dice, open sides) of the city that this die would belong to."""
    layout.build(build_action(look, at[0], at[1]))
    try:
        city = layout.city_at(at[0], at[1])
    finally:
        layout.take_back()  # also where memory runs out: the die is not built yet
    return city[0], city[1]


class View:
    """Which squares are seen: the top left one is (x, y)."""

    def __init__(self, layout) -> None:
        left, top, right, bottom = layout.box()
        self.x = (left + right + 1 - WIDE) // 2
        self.y = (top + bottom + 1 - HIGH) // 2

    def show(self, at: tuple) -> None:
        """Scroll as little as brings a square into view."""
        self.x = min(max(self.x, at[0] - WIDE + 1), at[0])
        self.y = min(max(self.y, at[1] - HIGH + 1), at[1])

    def corner(self, x: int, y: int):
        """Pixel corner (x, y) of a square, None outside the view."""
        column = x - self.x
        row = y - self.y
        if 0 <= column < WIDE and 0 <= row < HIGH:
            return column * CELL, TOP + row * CELL
        return None

    def draw(self, canvas, dice, layout, spots) -> None:
        """Draw the built dice and a small mark on every place of `spots`."""
        for x, y, look in layout.cells():
            corner = self.corner(x, y)
            if corner:
                canvas.sprite(dice, look, corner[0], corner[1])
        for x, y in spots:
            corner = self.corner(x, y)
            if corner:
                canvas.pip(corner[0] + 6, corner[1] + 6)  # within a page in every row
