"""Each game's code comes into the heap when it is opened and goes when it is left, as the board's
stand-in shows it. Names stay, so the heap is compared after the second opening."""

import pytest

from tools.gates import interpreter
from ui.games import GAMES


@pytest.mark.skipif(not interpreter.is_installed(), reason=interpreter.why_not() or "installed")
@pytest.mark.parametrize("number", range(len(GAMES)), ids=[game[1] for game in GAMES])
def test_a_game_that_is_left_leaves_the_heap(number: int) -> None:
    """Begun, left for the menu, gone on with, left, begun anew, twelve times in all."""
    (said,) = interpreter.run("let_go.py", str(number), heap_kb=2048)
    menu, played = said["menu"], said["played"]
    assert said["left"] == [0] * len(played)
    assert menu[2] - menu[0] < 24_000  # names, whose table grows in large steps
    assert max(menu[2:]) - menu[2] < 1_500
    for before, held in zip(menu[1:], played[1:], strict=False):
        assert held - before > 40_000
