"""How much of the heap the simulated board takes.

None of it is there on a real board, whose modules are built in; so a script that has to get along
with the board's heap is given so much more.
"""

import start

start.prepare()


def main() -> None:
    before = start.live()
    from bare import bare_board

    board = bare_board(1)
    fakes = start.live() - before
    start.say({"fakes": fakes, "ms": board.now})


main()
