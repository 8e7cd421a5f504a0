"""The rows of the tile game's screens and computer player in the benchmark, without measuring."""

from typing import Any

from tools.bench import figures, tile_screens

LINE = {"pictures": 3, "draw": 800, "step": 400, "work": 100, "edge": 30000}
SAID: list[dict[str, Any]] = [
    {"unit": 1000, "still": 0, "compare": 1},
    {**LINE, "screen": "Place", "kind": "move", "bytes": 230},
    {**LINE, "screen": "Place", "kind": "new", "bytes": 900, "step": 600, "edge": 91000},
    {**LINE, "screen": "Watch", "kind": "new", "bytes": 800, "edge": 0},
    {"screen": "Place", "tick": 450},
    {"screen": "Watch", "tick": 510},
]
THOUGHT = {
    "unit": 1000,
    "think": [900, 480, 20],
    "decide": [80, 55000, 300],
    "resume": [2, 14000, 13000],
}


def test_the_screens_become_rows_with_their_budgets() -> None:
    rows = {row.name: row for row in tile_screens.picture_rows(SAID, True)}
    assert rows["bus.tiles.same"].budget == 0 and not rows["bus.tiles.same"].missed
    assert rows["bus.move.tiles.Place"].missed and not rows["bus.new.tiles.Place"].missed
    assert rows["draw.tiles.Place"].value == 0.6 and rows["draw.tiles.Place"].missed
    assert rows["draw.tiles.Place"].note == "the whole picture 0.80 u"
    assert not rows["round.tiles.Place"].missed and rows["round.tiles.Watch"].missed
    assert not rows["edge.move.tiles.Place"].missed and rows["edge.new.tiles.Place"].missed
    assert "edge.new.tiles.Watch" not in rows  # no press led to it


def test_without_the_small_interpreter_no_time_of_a_screen_is_judged() -> None:
    rows = tile_screens.picture_rows(SAID, False)
    assert all(row.budget is None for row in rows if row.unit == "u")
    assert not [row for row in rows if row.unit == "ms"]
    assert [row.name for row in rows if row.missed] == ["bus.move.tiles.Place"]


def test_the_computer_players_step_and_decision_have_their_budgets() -> None:
    step, decision = tile_screens.thought_rows(THOUGHT, True)
    assert (step.value, step.budget, step.missed) == (0.48, figures.STEP_U, False)
    assert (decision.value, decision.budget, decision.missed) == (55, 54, True)
    assert all(row.budget is None for row in tile_screens.thought_rows(THOUGHT, False))


def test_opening_and_coming_back_are_estimated_from_what_is_imported() -> None:
    few = {"opened": ["ui.tiles.flow"], "resumed": ["ui.tiles.flow"]}
    more = {"opened": ["ui.tiles.flow", "ui.tiles.near"], "resumed": ["ui.tiles.flow"]}
    opening, back = tile_screens.opening_rows(few, THOUGHT)
    assert 0 < opening.value < tile_screens.opening_rows(more, THOUGHT)[0].value
    assert opening.budget == figures.OPEN_MS
    assert back.value == opening.value + 14 * figures.UNIT_MS
