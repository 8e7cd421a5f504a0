"""docs/play.md calls things what the screens call them, and its tables hold what the game does."""

import re
from pathlib import Path

import pytest

from engine.tiles.game import TileGame
from engine.tiles.state import CROWNS
from engine.tiles.terms import NORMAL, VARIANT
from tools.words import WORDS, read_area
from ui.tiles.options import ROWS

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
SAID: dict[str, str] = {}
for _area in ("common", "dice", "tiles", "ways"):
    SAID.update(read_area(WORDS / "en" / (_area + ".txt"))[0])


def table(head: str) -> list[list[str]]:
    """The rows of the table whose head begins with these cells."""
    found = TEXT.split(f"\n| {head} ")[1].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found.split("\n")[2:]]


def test_the_rows_of_the_set_up() -> None:
    rows = [cells[0] for cells in table("row |")]
    named = ["setup_players", "setup_begins", *(key for key, _values in ROWS)]
    assert rows == [*(SAID[key] for key in named), "names"]


def test_W18_W19_W20_W21_W22_the_ways_to_play_and_how_many_tiles_each_draws() -> None:
    ways = [
        (SAID[key], str(TileGame(2, 0, way).chance_count())) for way, key in enumerate(ROWS[0][1])
    ]
    assert [(cells[0], cells[2]) for cells in table("game |")] == ways


def test_the_sectors_and_their_crowns() -> None:
    sectors = [(SAID[f"sector_{at}"], str(CROWNS[at + 1] - CROWNS[at])) for at in range(6)]
    assert [(cells[0], cells[3]) for cells in table("sector |")] == sectors


@pytest.mark.parametrize("players", range(2, 7))
def test_B1_B3_what_is_dealt(players: int) -> None:
    plain, each = (int(cells[players - 1]) for cells in table("players |"))
    assert sum(TileGame(players, buildings=NORMAL).tokens[:3]) == plain
    assert TileGame(players, buildings=VARIANT).tokens[:3] == bytes([each] * 3)


def test_words_of_the_screens_are_quoted_as_they_are() -> None:
    every = "\n".join(SAID.values())
    quoted = re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", TEXT)
    assert len(quoted) >= 5
    assert [text for text in quoted if text not in every] == []
    assert all(SAID[key] in TEXT for key in ("left_title", "look_title", "game_dice"))
