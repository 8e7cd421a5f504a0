"""The store under the board's stand-in, MicroPython: a whole game into it and back."""

import pytest

from tools.gates import interpreter


@pytest.mark.skipif(not interpreter.is_installed(), reason=interpreter.why_not() or "installed")
@pytest.mark.parametrize("players", [2, 5])
def test_F1_150_turns_of_a_game_are_kept_and_come_back(players: int) -> None:
    (row,) = interpreter.run("store_games.py", str(players), "1")
    assert row["turns"] >= 150
    assert row["live"] < 12000
