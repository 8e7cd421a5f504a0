"""The measurements: runs the scripts of tests/board and turns what they say into rows.

Under MicroPython, where it is installed, and under the desktop's Python. Nothing here decides
whether a budget is missed.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from engine.contract import CHANCE, OVER
from engine.dice.game import DiceGame
from engine.dice.thinker import Thinker
from sim.driver import Driver
from tests.board import table
from tools.bench import boards, figures, heap, presses, sizes, storage, tile_screens, tiles
from tools.bench.rows import Row
from tools.gates import interpreter
from tools.gates.depth import Profile

Say = Callable[[str], None]

# Enough to meet the worst of each kind, and the same every time.
_ENGINE = ("4", "3")  # games, repeats
_SCREENS = ("3", "250", "1", "2")  # repeats, presses by chance, seeds
_ROOMY_KB = 8 * 1024  # times are taken without the small heap's collecting
_SECONDS = 2.0
_TURNS = 100


def desktop(script: str, *arguments: str) -> list[dict]:
    """Run a script of tests/board under this Python."""
    command = [sys.executable, str(interpreter.SCRIPTS / script)]
    command += [str(interpreter.ROOT), interpreter.libraries(), *arguments]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        raise interpreter.Failed(f"{script}\n{done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def board(script: str, *arguments: str, heap_kb: int = _ROOMY_KB) -> list[dict]:
    """Run a script under MicroPython; nothing where that is not installed."""
    if not interpreter.is_installed():
        return []
    return interpreter.run(script, *arguments, heap_kb=heap_kb)


def everything(say: Say) -> list[Row]:
    """All rows; `say` is told what goes on."""
    found = []
    for text, measure in (
        ("sizes", _sizes),
        ("engine", _engine),
        ("tile game", _tiles),
        ("pictures", _screens),
        ("pictures of the tile game", lambda: tile_screens.rows(desktop, board)),
        ("heap", _heap),
        ("heap let go", lambda: storage.back_rows(board)),
        ("journal", storage.journal_rows),
        ("other boards", lambda: boards.rows(desktop)),
        ("speed", _speed),
        ("presses", _presses),
        ("presses of the tile game", presses.tile_rows),
    ):
        say(text)
        found += measure()
    return found


def _sizes() -> list[Row]:
    (modules,) = desktop("imports.py")
    return sizes.rows(modules["menu"], modules["game"])


# -- the rules and the thinker -----------------------------------------------------------

# Kind of step in engine_costs.py -> name of the row, budget.
_STEPS = (
    ("list", "engine.list_piece", figures.STEP_U),
    ("list_all", "engine.list_all", None),
    ("apply", "engine.apply", figures.STEP_U),
    ("throw", "engine.throw", figures.STEP_U),
    ("undo", "engine.undo", figures.STEP_U),
    ("pack", "engine.pack", figures.STEP_U),
    ("think", "thinker.step", figures.STEP_U),
    ("decide", "thinker.decision", figures.DECISION_U),
)


def _engine() -> list[Row]:
    here = desktop("engine_costs.py", *_ENGINE)[0]
    there = board("engine_costs.py", *_ENGINE)
    found = []
    for kind, name, budget in _STEPS:
        note = "CPython " + _units(here, kind)
        if there:
            longest = there[0][kind][1] / there[0]["unit"]
            middle = there[0][kind][2] / there[0]["unit"]
            note = f"median {middle:.3f}; {note}"
            found.append(Row("engine", name, round(longest, 3), "u", budget, note=note))
        else:
            longest = here[kind][1] / here["unit"]
            found.append(Row("engine", name, round(longest, 3), "u", None, note="CPython only"))
    return found


def _units(said: dict, kind: str) -> str:
    return f"{said[kind][1] / said['unit']:.3f}"


def _tiles() -> list[Row]:
    return tiles.rows(desktop, board)


# -- pictures ------------------------------------------------------------------------------


def _screens() -> list[Row]:
    here = desktop("screen_costs.py", *_SCREENS)
    there = board("screen_costs.py", *_SCREENS)
    return screen_rows(here, there)


def screen_rows(here: list[dict], there: list[dict]) -> list[Row]:
    """Rows of bytes (the same in both), of drawing, and from the edge to the picture."""
    found = [Row("bytes on the bus", "bus.same", here[0]["still"], "B", 0)]
    budgets = {"move": figures.MOVE_BYTES, "new": figures.NEW_BYTES}
    for line in here[1:]:
        name = f"bus.{line['kind']}.{line['screen']}"
        note = f"{line['pictures']} pictures"
        row = Row("bytes on the bus", name, line["bytes"], "B", budgets[line["kind"]], note=note)
        found.append(row)
    found.sort(key=lambda row: row.name)
    return found + _draw_rows(here, there) + _edge_rows(there)


def _draw_rows(here: list[dict], there: list[dict]) -> list[Row]:
    """The longest time between two looks at the buttons, and the whole picture beside it."""
    desk = _most(here, "step")
    small = _most(there, "step")
    whole = _most(there or here, "draw")
    found = []
    for screen in sorted(desk):
        value, budget, note = desk[screen], None, "CPython only"
        if screen in small:
            value, budget = small[screen], figures.STEP_U
            note = f"CPython {desk[screen]:.3f}"
        note = f"the whole picture {whole[screen]:.2f} u; {note}"
        found.append(Row("drawing", f"draw.{screen}", round(value, 3), "u", budget, note=note))
    return found


def _most(said: list[dict], what: str) -> dict[str, float]:
    """Screen -> the longest time of all its pictures, in units."""
    found: dict[str, float] = {}
    for line in said[1:]:
        units = line[what] / said[0]["unit"]
        found[line["screen"]] = max(found.get(line["screen"], 0), units)
    return found


def _edge_rows(there: list[dict]) -> list[Row]:
    found = []
    budgets = {"move": figures.MOVE_MS, "new": figures.NEW_MS}
    for line in there[1:]:
        if not line["edge"]:
            continue
        name = f"edge.{line['kind']}.{line['screen']}"
        note = f"the press's own work {line['work'] / there[0]['unit']:.2f} u"
        value = round(line["edge"] / 1000)
        found.append(Row("edge to picture", name, value, "ms", budgets[line["kind"]], note=note))
    return sorted(found, key=lambda row: row.name)


# -- heap -------------------------------------------------------------------------------------


def _heap() -> list[Row]:
    return heap.rows(board)


# -- speed of the desktop ------------------------------------------------------------------------


def _speed() -> list[Row]:
    turns = _rate(_turns_by_chance)
    games = _rate(_games_of_thinkers)
    whole = round(_rate(tiles.game_by_chance))
    section = "speed in CPython"
    return [
        Row(section, "speed.turns", round(turns), "/s", figures.TURNS_A_SECOND, least=True),
        Row(section, "speed.games", round(games, 1), "/s", figures.GAMES_A_SECOND, least=True),
        Row(section, "speed.tiles", whole, "/s", figures.TILE_GAMES_A_SECOND, least=True),
    ]


def _rate(work: Callable[[int], int]) -> float:
    """How many a second of whatever `work(seed)` does and counts."""
    done = 0
    seed = 0
    begin = time.perf_counter()
    while True:
        seed += 1
        done += work(seed)
        passed = time.perf_counter() - begin
        if passed >= _SECONDS:
            return done / passed


def _turns_by_chance(seed: int) -> int:
    """Twenty turns of legal actions, each as likely as the others, all listed at every step."""
    from random import Random

    chance = Random(seed)
    game = DiceGame(2 + seed % 4)
    while len(game.turns) < 20 and game.to_move != OVER:
        if game.to_move == CHANCE:
            game.apply(chance.randrange(game.chance_count()))
        else:
            game.apply(chance.choice(game.legal_actions()))
    return len(game.turns)


def _games_of_thinkers(seed: int) -> int:
    """A whole game between two computer players."""
    from random import Random

    chance = Random(seed)
    game = DiceGame(2)
    while game.to_move != OVER:
        if game.to_move == CHANCE:
            game.apply(chance.randrange(game.chance_count()))
            continue
        thinker = Thinker(game)
        action = thinker.step()
        while action is None:
            action = thinker.step()
        game.apply(action)
    return 1


# -- presses and depth -----------------------------------------------------------------------------


def _presses() -> list[Row]:
    turns: list[int] = []
    seed = 0
    while len(turns) < _TURNS:
        seed += 1
        with Driver({"KOSTKA_SEED": seed}) as driver:
            table.sit_down(driver, "pp")
            turns += table.play(driver).turns
    with Profile() as profile, Driver({"KOSTKA_SEED": 1}) as driver:
        table.sit_down(driver, "pc")
        first_roll = table.play(driver).first_roll
    turns = sorted(turns[:_TURNS])
    section = "presses and calls"
    median = statistics.median(turns)
    note = f"the longest of {len(turns)} turns took {turns[-1]}"
    return [
        Row(section, "presses.median", median, "", figures.PRESSES_MEDIAN, note=note),
        Row(section, "presses.p90", turns[_TURNS * 9 // 10], "", figures.PRESSES_P90),
        Row(section, "presses.first_roll", first_roll, "", figures.PRESSES_TO_ROLL),
        Row(
            section,
            "calls.depth",
            len(profile.deepest),
            "",
            figures.DEPTH,
            note="ends in " + profile.deepest[-1],
        ),
    ]
