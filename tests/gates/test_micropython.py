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


# way, players, buildings, house rules, tiles
TILE_GAMES = [
    (0, 5, 0, 0, 72),
    (1, 2, 0, 0, 19),
    (2, 3, 1, 3, 71),
    (3, 4, 2, 1, 71),
    (4, 6, 1, 2, 81),
    (4, 6, 2, 0, 81),
]


@needs_interpreter
@pytest.mark.parametrize(("way", "players", "buildings", "house", "tiles"), TILE_GAMES)
def test_W18_to_W23_whole_tile_games_by_the_rules(
    way: int, players: int, buildings: int, house: int, tiles: int
) -> None:
    """By chance, then between computer players; each comes back from its bytes and its log."""
    options = (str(way), str(players), str(buildings), str(house))
    rows = interpreter.run("tile_games.py", *options, "3", "1")
    assert [row["by"] for row in rows] == ["chance", "chance", "thinker"]
    for row in rows:
        assert row["tiles"] == tiles
        assert row["winners"] > 0 and len(row["scores"]) == players
        assert row["packed"] <= 409


@needs_interpreter
def test_the_costs_of_the_tile_games_rules_are_measured() -> None:
    """The script of the benchmark runs and counts; how long anything took is not looked at."""
    (row,) = interpreter.run("tile_costs.py", "1", "1", heap_kb=4096)
    assert row["place"][0] == 81 and row["draw"][0] + row["draw_wheel"][0] == 81
    assert row["draw_wheel"][0] == 19
    assert row["entries"] == row["replay"][0] - 1


@needs_interpreter
@pytest.mark.parametrize(("people", "computers"), [(1, 1), (3, 2)])
def test_whole_games_through_the_screens(people: int, computers: int) -> None:
    heap = interpreter.heap_with_fakes()
    *_, game = interpreter.run("screen_games.py", str(people), str(computers), "1", heap_kb=heap)
    assert game["winner"] >= 0
    assert len(game["scores"]) == people + computers
    assert {"Start", "Ready", "Roll", "Table", "Decide", "Score", "Winner"} <= set(game["heap"])


@needs_interpreter
def test_W22_the_largest_tile_game_through_the_screens() -> None:
    """Six players, five of them persons, houses of three kinds, to the last tile."""
    options = ("5", "1", "2", "4", "2")
    *_, game = interpreter.run("screen_games.py", *options, heap_kb=interpreter.heap_with_fakes())
    assert game["turns"] == 81 and game["winner"] > 0
    assert len(game["scores"]) == 6
    assert {"Place", "Follow", "Wheel", "Plague", "Score", "Watch", "Final"} <= set(game["heap"])


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
