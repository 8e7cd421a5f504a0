"""The benchmark's rows about the journal, about games that are let go, and about other boards."""

from __future__ import annotations

import pytest

from sim.boards import OTHERS
from sim.probe import Probe
from sim.world import PowerOff, World
from tools.bench import boards, figures, measure, storage
from ui.games import GAMES


def test_every_game_has_its_bytes_in_the_journal() -> None:
    rows = {row.name: row for row in storage.journal_rows(2)}
    for game in GAMES:
        longest = rows[f"journal.{game[1]}.longest"]
        assert 0 < rows[f"journal.{game[1]}.turn"].value < longest.value
        assert longest.budget is not None and not longest.missed


def test_what_is_held_in_the_menu_is_told_beside_what_was() -> None:
    said = {"menu": [102400, 110000, 112640, 112000], "played": [153600, 160000, 155000]}
    rows = storage.back_rows(lambda script, number: [said])
    assert [row.name for row in rows] == [f"heap.left.{game[1]}" for game in GAMES]
    assert rows[0].value == 110
    assert "opened 100.0 KB; in the game 40.0 KB more" in rows[0].note
    assert storage.back_rows(lambda script, number: []) == []


@pytest.mark.parametrize("number", range(len(OTHERS)))
def test_another_board_comes_up_and_opens_a_game(number: int) -> None:
    (said,) = measure.desktop("boards.py", str(number))
    assert said["board"] == OTHERS[number]["board_id"]
    assert said["problems"] == [] and said["lit"] and said["screen"] == "Ready"
    menu, game = boards.board_rows(said, tuple(OTHERS[number]["lacks"]))
    assert 500 < menu.value < 10_000 and 500 < game.value < 10_000
    assert menu.budget == figures.START_MS


def test_a_board_that_does_not_come_up_misses_its_budget() -> None:
    said = {"board": "x", "menu": [], "game": [], "lit": False, "problems": [], "screen": "Start"}
    assert all(row.missed for row in boards.board_rows(said, ("alarm",)))
    assert "no alarm" in boards.board_rows(said, ("alarm",))[0].note


@pytest.mark.parametrize("board", OTHERS, ids=lambda board: str(board["board_id"]))
def test_code_py_runs_on_another_board(board: dict, capsys: pytest.CaptureFixture[str]) -> None:
    """From power-on into the Dice Game, by presses on that board's own pins."""
    given = {**board, "settings": {**board["settings"], "KOSTKA_SPEED": 0}}
    world = World(**given)
    probe = Probe(world)

    def hand(_ms: int) -> None:
        app = probe.app
        if app and app.match and len(app.match.game.turns) > 0:
            raise PowerOff
        if world.now > hands[0]:
            hands[0] = world.now + 300
            world.press("a")

    hands = [3_000]
    world.on_idle = hand
    probe.run(600_000)
    assert probe.errors == [] and probe.app.match is not None
    assert len(probe.app.match.game.turns) == 1
    assert probe.app.parts.facts.board == board["board_id"]
    assert probe.app.parts.settings.problems == []
    assert "Kostka" not in capsys.readouterr().out
