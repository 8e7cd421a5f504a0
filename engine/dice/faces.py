"""The die, the ways a built die can look, and the points: data only (rows D1 to D6, D21, D24).

A look is a face together with its turn, once for turns that look alike (D14). Its city sides
are four bits. How dice stand together is `layout`; what may be done with them is `game`.
"""

from micropython import const

# D1 to D6: the six faces, all nine dice are alike.
CAP = const(0)
STRAIGHT = const(1)
CORNER = const(2)
TEE = const(3)
KNIGHT = const(4)
CATAPULT = const(5)
FACES = const(6)
DICE = const(9)

# Sides of a die on the grid: x grows east, y grows south.
NORTH = const(1)
EAST = const(2)
SOUTH = const(4)
WEST = const(8)

# City sides of every look: cap N E S W, straight NS EW, corner NE ES SW WN (the last two faces
# turn clockwise in steps of 90 degrees), T NEW, NES, ESW, SWN.
SIDES = bytes((1, 2, 4, 8, 5, 10, 3, 6, 12, 9, 11, 7, 14, 13))
LOOKS = const(14)

FACE_OF = bytes((0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3))
FIRST_LOOK = bytes((0, 4, 6, 10))
TURNS = bytes((4, 2, 4, 4))

# D21: points of the largest closed city by its number of dice.
POINTS = bytes((0, 0, 0, 1, 3, 6, 10, 15, 21, 28))

GOAL = const(42)  # D24
DOUBLE = const(2)  # D19
ROLLS = const(3)  # D8
KNIGHTS_TO_KEEP = const(3)  # D17
REACH = const(3)  # D14, ours: how far outside the bounding box a new group may start


def rotation(look: int) -> int:
    """Degrees clockwise from the base orientation (cap N, straight NS, corner NE, T NEW)."""
    return (look - FIRST_LOOK[FACE_OF[look]]) * 90


def turned(look: int) -> int:
    """The look of the same face one turn further clockwise."""
    face = FACE_OF[look]
    first = FIRST_LOOK[face]
    return first + (look - first + 1) % TURNS[face]
