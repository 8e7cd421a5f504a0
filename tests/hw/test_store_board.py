"""The store under the board's stand-in, MicroPython: a whole game into it and back."""

import pytest

from tools.bench import measure
from tools.gates import interpreter


@pytest.mark.skipif(not interpreter.is_installed(), reason=interpreter.why_not() or "installed")
@pytest.mark.parametrize("players", [2, 5])
def test_F1_150_turns_of_a_game_are_kept_and_come_back(players: int) -> None:
    (row,) = interpreter.run("store_games.py", str(players), "1")
    assert row["turns"] >= 150
    assert row["live"] < 12000


@pytest.mark.skipif(not interpreter.is_installed(), reason=interpreter.why_not() or "installed")
def test_F6_two_memories_do_the_same_under_both_interpreters() -> None:
    (there,) = interpreter.run("store_pair.py", heap_kb=interpreter.heap_with_fakes() + 40)
    (here,) = measure.desktop("store_pair.py")
    assert there["said"] == here["said"]
    assert there["said"][-1] == ["", "moved", "en"]
    assert 0 < there["taken"] < 24_000
