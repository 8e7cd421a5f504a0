"""The numbers by which the Dice Game is spoken to and speaks: actions, events, ends of turns.

Data only. Builds are the actions from 16 up: see `layout.build_action`.
"""

from micropython import const

# Actions
ROLL = const(0)  # throw the hand; the first one of a turn begins it
KNIGHT = const(1)  # set one knight aside
SCORE = const(2)  # end the turn with the largest closed city, 0 points where there is none
KEEP = const(3)  # end the turn, score nothing and keep one knight die (D17)
NOTHING = const(4)  # end the turn and score nothing although a closed city stands (D25a)

# Events are tuples (kind, player, points, dice)
EVENT_CITY = const(0)  # dice of the city; points with doubling
EVENT_NO_CITY = const(1)
EVENT_KEPT = const(2)
EVENT_NOTHING = const(3)
EVENT_NINE = const(4)
EVENT_PASSED = const(5)  # dice: catapults that this roll passed on

# How a turn ended: the two upper bits of its byte in `DiceGame.turns`
ENDED_SCORED = const(0)
ENDED_KEPT = const(1)
ENDED_NINE = const(2)
ENDED_NOTHING = const(3)
POINTS_MASK = const(63)
ENDED_SHIFT = const(6)

FEWEST_PLAYERS = const(2)
MOST_PLAYERS = const(5)
