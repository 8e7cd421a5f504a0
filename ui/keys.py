"""Key events as the screens see them; the button driver emits the same numbers.

Arrows come on press and again while held. A and B come on release, their
holds after half a second, MENU when both go down together.
"""

from micropython import const

UP = const(0)
DOWN = const(1)
LEFT = const(2)
RIGHT = const(3)
A = const(4)
B = const(5)
HOLD_A = const(6)
HOLD_B = const(7)
MENU = const(8)
