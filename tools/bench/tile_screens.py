"""The tile game's rows: its screens, its computer player, opening it and coming back to it.

All in the largest game: W22, six players, buildings of three sizes. How scripts are run is
measure's business; it hands the functions in.
"""

from collections.abc import Callable, Iterable

from sim.driver import Driver
from tests.board import tile_table, tile_tour
from tools.bench import figures, sizes
from tools.bench.rows import Row
from tools.gates.depth import Profile

Run = Callable[..., list[dict]]

PICTURES = ("tile_screens.py", "3", "1")  # repeats, seed
THOUGHTS = ("tile_thoughts.py", "2", "3")  # games, repeats
OPENING = "tile_imports.py"

_GAME = "tiles."  # before the name of a screen: the Dice Game has some of the same names
_BUS = "tile game: bytes on the bus"
_DRAWING = "tile game: drawing"
_STEPS = "tile game: work in a round of the loop"
_EDGE = "tile game: edge to picture"
_THOUGHT = "tile game: thinking and beginning"

# Kind of picture -> bytes on the bus, ms from the edge.
_BUDGETS = {
    "move": (figures.MOVE_BYTES, figures.MOVE_MS),
    "new": (figures.NEW_BYTES, figures.NEW_MS),
}


def rows(desktop: Run, board: Run) -> list[Row]:
    """All of them."""
    there = board(*PICTURES)
    found = picture_rows(there or desktop(*PICTURES), bool(there))
    there = board(*THOUGHTS)
    said = (there or desktop(*THOUGHTS))[0]
    (modules,) = desktop(OPENING)
    return found + thought_rows(said, bool(there)) + opening_rows(modules, said) + [depth_row()]


# -- pictures --------------------------------------------------------------------------------


def picture_rows(said: list[dict], judged: bool) -> list[Row]:
    """Rows of bytes, of drawing, of rounds without a picture, and from the edge to the picture.

    `judged`: the times are those of the small interpreter; otherwise they have no budget.
    """
    unit = said[0]["unit"]
    lines = [line for line in said[1:] if "kind" in line]
    found = [Row(_BUS, f"bus.{_GAME}same", said[0]["still"], "B", 0)]
    for line in sorted(lines, key=lambda line: (line["kind"], line["screen"])):
        note = f"{line['pictures']} pictures"
        budget = _BUDGETS[line["kind"]][0]
        found.append(Row(_BUS, _name("bus", line), line["bytes"], "B", budget, note=note))
    step = figures.STEP_U if judged else None
    note = "" if judged else "; CPython only"
    whole = _most(lines, "draw")
    for screen, longest in _most(lines, "step").items():
        text = f"the whole picture {whole[screen] / unit:.2f} u{note}"
        name = f"draw.{_GAME}{screen}"
        found.append(Row(_DRAWING, name, round(longest / unit, 3), "u", step, note=text))
    for screen, longest in _most([line for line in said if "tick" in line], "tick").items():
        name = f"round.{_GAME}{screen}"
        found.append(Row(_STEPS, name, round(longest / unit, 3), "u", step, note=note[2:]))
    return found + (_edge_rows(lines, unit) if judged else [])


def _edge_rows(lines: Iterable[dict], unit: int) -> list[Row]:
    found = []
    for line in sorted(lines, key=lambda line: (line["kind"], line["screen"])):
        if line["edge"]:
            note = f"the press's own work {line['work'] / unit:.2f} u"
            value = round(line["edge"] / 1000)
            budget = _BUDGETS[line["kind"]][1]
            found.append(Row(_EDGE, _name("edge", line), value, "ms", budget, note=note))
    return found


def _name(what: str, line: dict) -> str:
    return f"{what}.{line['kind']}.{_GAME}{line['screen']}"


def _most(lines: Iterable[dict], what: str) -> dict[str, int]:
    """Screen -> the longest time of all its pictures, by name."""
    found: dict[str, int] = {}
    for line in sorted(lines, key=lambda line: line["screen"]):
        found[line["screen"]] = max(found.get(line["screen"], 0), line[what])
    return found


# -- thinking, opening, coming back ------------------------------------------------------------


def thought_rows(said: dict, judged: bool) -> list[Row]:
    """The thinker's longest step and its longest decision."""
    found = []
    for kind, name, budget in (
        ("think", "tiles.think_step", figures.STEP_U),
        ("decide", "tiles.decision", figures.TILE_DECISION_U),
    ):
        count, longest, middle = said[kind]
        note = f"median {middle / said['unit']:.3f} of {count}"
        value = round(longest / said["unit"], 3)
        if judged:
            found.append(Row(_THOUGHT, name, value, "u", budget, note=note))
        else:
            found.append(Row(_THOUGHT, name, value, "u", None, note=note + "; CPython only"))
    return found


def opening_rows(modules: dict, said: dict) -> list[Row]:
    """From the menu into the game, and back into a late one at power-on, in ms of a Pico."""
    opening = sizes.import_ms(modules["opened"])
    back = sizes.import_ms(modules["resumed"])
    replay = round(said["resume"][1] / said["unit"] * figures.UNIT_MS)
    least = f"estimated from the size of the code: {opening[0]} ms at best"
    note = f"behind the first picture: {back[1]} ms of imports, {replay} ms to replay the last turn"
    return [
        Row(_THOUGHT, "start.tiles", opening[1], "ms", figures.OPEN_MS, note=least),
        Row(_THOUGHT, "start.tiles_back", back[1] + replay, "ms", note=note),
    ]


# -- calls ---------------------------------------------------------------------------------------


def depth_row() -> Row:
    """The deepest calls of a whole game through its screens."""
    import random

    with Profile() as profile, Driver({"KOSTKA_SEED": 1}) as driver:
        tile_table.sit_down(driver, "pcpccc", (4, 2))
        tile_table.play(driver, tile_tour.Tour(random.Random(1).randrange, 40).look)
    note = "ends in " + profile.deepest[-1]
    depth = len(profile.deepest)
    return Row("presses and calls", "calls.tiles_depth", depth, "", figures.DEPTH, note=note)
