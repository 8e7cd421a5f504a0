"""The MicroPython gate: whole games in a heap of 256 KB, first the rules, then through the screens.

On machines for which the interpreter's package is not published the gate is skipped by name.
"""

import pytest

from tools.gates import interpreter

needs_interpreter = pytest.mark.skipif(
    not interpreter.is_installed(), reason=interpreter.why_not() or "installed"
)


def test_the_interpreter_is_there_where_its_package_is_published() -> None:
    assert interpreter.is_installed() or not interpreter.is_published()


@needs_interpreter
@pytest.mark.parametrize("players", [2, 5])
def test_whole_games_by_the_rules(players: int) -> None:
    rows = interpreter.run("engine_games.py", str(players), "40", "2")
    assert [row["by"] for row in rows] == ["chance", "thinker", "thinker"]
    assert rows[0]["turns"] == 40
    for row in rows[1:]:
        assert row["winner"] >= 0
        assert len(row["scores"]) == players


@needs_interpreter
@pytest.mark.parametrize(("people", "computers"), [(1, 1), (3, 2)])
def test_whole_games_through_the_screens(people: int, computers: int) -> None:
    heap = interpreter.heap_with_fakes()
    (game,) = interpreter.run("screen_games.py", str(people), str(computers), "1", heap_kb=heap)
    assert game["winner"] >= 0
    assert len(game["scores"]) == people + computers
    assert {"Start", "Ready", "Roll", "Table", "Decide", "Score", "Winner"} <= set(game["heap"])


@needs_interpreter
def test_any_buttons_at_all() -> None:
    """Presses by chance, holds and the menu among them: no error, whatever is opened."""
    (row,) = interpreter.run("any_buttons.py", "7", "700", heap_kb=2 * interpreter.HEAP_KB)
    assert row["presses"] >= 700
    assert {"Pause", "Help", "Options", "Pad", "Look"} <= set(row["heap"])


@needs_interpreter
def test_an_error_on_the_board_is_a_failure() -> None:
    with pytest.raises(interpreter.Failed, match="9 players"):
        interpreter.run("engine_games.py", "9", "1", "0")


@needs_interpreter
def test_the_heap_is_capped() -> None:
    with pytest.raises(interpreter.Failed, match="MemoryError"):
        interpreter.run("engine_games.py", "2", "40", "0", heap_kb=40)
