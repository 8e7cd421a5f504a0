"""Figures of the reference board and the device's budgets: numbers only.

Measured on an RP2040 at 125 MHz with CircuitPython 10.3; a unit (u) is the time of 10,000 rounds
of a loop that adds an int, 56 ms there.
"""

UNIT_MS = 56
COMPILE_MS = (16, 25)  # a KB of code compiled on the board, least and most
LIBRARIES_MS = 215  # importing the display's and the buttons' libraries from source; 464 with the
# one for drawing, which hw/stock.py stands in for
HEAP_KB = 154  # free when code.py starts
WORD_SHARE = 0.69  # bytes on the board for one of the interpreter of 64 bits, names excepted
NAME_BYTES = 6  # of a name in its pool, without its letters
FIRST_POOL = 20  # names
CLUSTER = 512  # bytes of the drive that a file uses up at a time

# Budgets
FREE_KB = 40  # at the end of the largest game
MOVE_BYTES = 220
NEW_BYTES = 1100
MOVE_MS = 40
NEW_MS = 90
STEP_U = 0.5
LIST_U = 1  # all placements of a tile; one placement with its scoring
SNAPSHOT_BYTES = 409
DECISION_U = 18
TILE_DECISION_U = 54
START_MS = 3000
OPEN_MS = 2500
SOURCE_BYTES = 12 * 1024 - 1
DRIVE_KB = 400
TURNS_A_SECOND = 500
GAMES_A_SECOND = 20
TILE_GAMES_A_SECOND = 60
PRESSES_MEDIAN = 20
PRESSES_P90 = 28
PRESSES_TO_ROLL = 6
DEPTH = 15
