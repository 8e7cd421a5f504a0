"""How much of the heap the simulated board takes.

None of it is there on a real board, whose modules are built in; so a script that has to get along
with the board's heap is given so much more.
"""

import start

OWN = start.live()
start.prepare()
BEFORE = start.live()


def main() -> None:
    from bare import bare_board

    board = bare_board(1)
    fakes = OWN + start.live() - BEFORE
    start.say({"fakes": fakes, "ms": board.now})


main()
