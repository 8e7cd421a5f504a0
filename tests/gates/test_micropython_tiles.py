"""The MicroPython gate for the tile game's screens: whole games of every way to play, by edges on
the pins, in a heap of 256 KB.

On machines for which the interpreter's package is not published the gate is skipped by name.
"""

import pytest

from tools.gates import interpreter

needs_interpreter = pytest.mark.skipif(
    not interpreter.is_installed(), reason=interpreter.why_not() or "installed"
)

# people, computers, way, buildings, tiles
GAMES = [
    (2, 0, 0, 0, 72),
    (1, 1, 1, 0, 19),
    (1, 2, 2, 1, 71),
    (0, 2, 3, 0, 71),
    (3, 3, 4, 2, 81),
]
FIRST = {"Start", "Menu", "SetUp"}
TURN = {"Ready", "Place", "Follow"}
END = {"Final", "Winner"}


@needs_interpreter
@pytest.mark.parametrize(("people", "computers", "way", "buildings", "tiles"), GAMES)
def test_W18_to_W23_whole_tile_games_through_the_screens(
    people: int, computers: int, way: int, buildings: int, tiles: int
) -> None:
    """The largest among them; a tile that fits nowhere is out, so fewer may lie in the end."""
    asked = (str(people), str(computers), "2", str(way), str(buildings))
    heap = interpreter.heap_with_fakes()
    *_, game = interpreter.run("screen_games.py", *asked, heap_kb=heap)
    assert tiles - 6 <= game["turns"] <= tiles
    assert game["winner"] > 0
    assert len(game["scores"]) == people + computers
    shown = FIRST | END | (TURN if people else set()) | ({"Watch"} if computers else set())
    assert shown | ({"Wheel"} if way != 3 else set()) <= set(game["heap"])


@needs_interpreter
def test_the_costs_of_the_tile_games_screens_are_measured() -> None:
    """The script of the benchmark runs and counts; how long anything took is not looked at."""
    head, *lines = interpreter.run("tile_screens.py", "1", "1", heap_kb=8192)
    assert head["still"] == 0
    met = {(line["screen"], line["kind"]) for line in lines if "kind" in line}
    moved = {"Place", "Follow", "Look", "Plague", "Winner", "SetUp"}
    assert {screen for screen, kind in met if kind == "move"} >= moved
    assert {screen for screen, kind in met if kind == "new"} >= moved | {
        "Ready", "Watch", "Score", "Wheel", "Crowns", "Out", "Final", "Far", "Left", "Pad",
        "Standings", "Pause", "Help",
    }  # fmt: skip
    assert all(line["bytes"] <= 1100 for line in lines if "kind" in line)
    moves = {line["screen"]: line["bytes"] for line in lines if line.get("kind") == "move"}
    assert max(moves.values()) <= 220, moves


@needs_interpreter
def test_the_costs_of_the_tile_games_thinker_are_measured() -> None:
    (row,) = interpreter.run("tile_thoughts.py", "1", "1", heap_kb=8192)
    assert row["think"][0] > 5000 and row["decide"][0] > 160
    assert row["resume"][0] == 1
