"""The tile game's rows of the benchmark, without measuring."""

from tools.bench import figures, tiles

SAID = {
    "unit": 1000,
    "entries": 340,
    "log": 420,
    "packed": 400,
    "replay_all": 15000,
    **{kind: [10, 700, 100] for kind, _, _, _ in tiles.STEPS},
}


def test_every_kind_of_step_has_its_row() -> None:
    rows = {row.name: row for row in tiles.rows(lambda *_: [SAID], lambda *_: [SAID])}
    assert len(rows) == len(tiles.STEPS) + 2
    assert rows["tiles.place"].value == 0.7 and rows["tiles.place"].missed
    assert rows["tiles.place_end"].budget == 1 and not rows["tiles.place_end"].missed
    assert rows["tiles.pack"].budget is None
    assert rows["tiles.replay_all"].value == 15
    assert (rows["tiles.snapshot"].value, rows["tiles.snapshot"].budget) == (400, 409)


def test_without_the_small_interpreter_no_budget_is_judged() -> None:
    rows = tiles.rows(lambda *_: [SAID], lambda *_: [])
    steps = [row for row in rows if row.unit == "u"]
    assert all(row.budget is None for row in steps)
    assert "CPython only" in steps[0].note


def test_a_game_by_chance_is_a_whole_game() -> None:
    assert [tiles.game_by_chance(seed) for seed in range(4)] == [1] * 4
    assert figures.TILE_GAMES_A_SECOND == 60
