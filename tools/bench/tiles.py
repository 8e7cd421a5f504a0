"""The tile game's rows: what its rules cost step by step, and what is timed for its speed.

How scripts are run is measure's business; it hands the functions in.
"""

from collections.abc import Callable
from random import Random

from engine.contract import CHANCE, OVER
from engine.tiles.game import TileGame
from tools.bench import figures
from tools.bench.rows import Row

Run = Callable[..., list[dict]]

SCRIPT = ("tile_costs.py", "3", "3")  # games, repeats
SECTION = "the tile game's rules"

# Kind of step in tile_costs.py -> name of the row, budget, what it is.
STEPS = (
    ("list", "tiles.list_piece", figures.STEP_U, ""),
    ("list_all", "tiles.list_all", figures.LIST_U, "all placements of a tile"),
    ("claims", "tiles.claims", figures.STEP_U, "what may be put on it"),
    ("place", "tiles.place", figures.STEP_U, ""),
    ("put", "tiles.put", figures.STEP_U, ""),
    ("end", "tiles.end", figures.STEP_U, "what is complete scores"),
    ("place_end", "tiles.place_end", figures.LIST_U, "one placement with its scoring"),
    ("draw", "tiles.draw", figures.STEP_U, ""),
    ("draw_wheel", "tiles.draw_wheel", figures.STEP_U, "with the wheel's event"),
    ("plague", "tiles.plague", figures.STEP_U, ""),
    ("final", "tiles.final", figures.STEP_U, "a feature at the end"),
    ("undo", "tiles.undo", figures.STEP_U, ""),
    ("code", "tiles.encode", figures.STEP_U, "an entry of the log"),
    ("replay", "tiles.replay_piece", figures.STEP_U, "an entry read and applied"),
    ("pack", "tiles.pack", None, "only where the memory is rewritten in play"),
    ("unpack", "tiles.unpack", None, "only at power-on, behind such a rewriting"),
)


def rows(desktop: Run, board: Run) -> list[Row]:
    """What every kind of step costs at most in the largest games."""
    here = desktop(*SCRIPT)[0]
    there = board(*SCRIPT)
    said = there[0] if there else here
    found = []
    for kind, name, budget, what in STEPS:
        _, longest, middle = said[kind]
        note = f"median {middle / said['unit']:.3f}"
        note += f"; CPython {here[kind][1] / here['unit']:.3f}" if there else "; CPython only"
        if what:
            note = f"{what}; {note}"
        value = round(longest / said["unit"], 3)
        found.append(Row(SECTION, name, value, "u", budget if there else None, note=note))
    whole = round(said["replay_all"] / said["unit"], 1)
    note = f"{said['entries']} entries, {said['log']} bytes without their checks"
    found.append(Row(SECTION, "tiles.replay_all", whole, "u", note=note))
    found.append(Row(SECTION, "tiles.snapshot", said["packed"], "B", figures.SNAPSHOT_BYTES))
    return found


def game_by_chance(seed: int) -> int:
    """A whole game of 72 tiles, everything that may be done listed at every step."""
    chance = Random(seed)
    game = TileGame(2 + seed % 4)
    while game.to_move != OVER:
        if game.to_move == CHANCE:
            game.apply(chance.randrange(game.chance_count()))
        else:
            game.apply(chance.choice(game.legal_actions()))
    return 1
