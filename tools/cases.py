"""Makes the compact copies of the recorded cases in `tests/data`.

    python3 -m tools.cases FOLDER

FOLDER holds `dice-placements.jsonl.gz`, `dice-games.jsonl.gz` and those of the tile games, whose
form is told in `tools.tile_cases`; of these the games are compressed (`gzip -dc` shows them).
Every field that a test compares is kept as it was recorded; nothing is worked out here.
`tests/engine/recorded.py` reads what this writes:

A die is face, turn in quarters, x and y: `c1:0,-2`. Faces: c cap, s straight, r corner, t T,
k knight, x catapult. A placement case is one line: name, dice, next face, places, closed, open,
score. A place is a square and what fits there, each a turn, the size and `!` where it closes.
A game is a line that begins with `game`, then a line a turn, its parts divided by `/`.
"""

import gzip
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools import pipe, tile_cases

DATA = Path(__file__).resolve().parents[1] / "tests" / "data"
LETTERS = {"cap": "c", "straight": "s", "corner": "r", "T": "t", "knight": "k", "catapult": "x"}
THEN = {"roll": "r", "stop": "s", "third roll": "3", "no dice left": "0", "nine catapults": "9"}
TILE_GAMES = ("tile-games", "building-games")
WHEEL_GAMES = (
    "wheel-games",
    "wheel-buildings-111",
    "wheel-buildings-321",
    "wheel-short",
    "wheel-famine-majority",
    "wheel-house",
)
SCENES = ("tile-scenarios", "wheel-board-scenarios")
OVER = {None: "-", "42 points": "42", "nine catapults": "9"}
Case = dict[str, Any]


def words(items: Iterable[str]) -> str:
    """The items with a blank between them, `-` for none."""
    return " ".join(items) or "-"


def flags(values: list[bool]) -> str:
    """A digit 0 or 1 for each."""
    return "".join(str(int(value)) for value in values)


def numbers(values: Iterable[int]) -> str:
    """The numbers with commas."""
    return ",".join(str(value) for value in values)


def die(one: Case) -> str:
    """A built die."""
    return f"{LETTERS[one['face']]}{one['rot'] // 90}:{one['x']},{one['y']}"


def places(legal: list[Case]) -> str:
    """Legal placements, those of one square together."""
    squares: dict[str, str] = {}
    for one in legal:
        square = f"{one['x']},{one['y']}"
        fit = f"{one['rot'] // 90}{one['size']}{'!' if one['closes'] else ''}"
        squares[square] = squares.get(square, "") + fit
    return words(f"{square}:{fits}" for square, fits in squares.items())


def cities(case: Case) -> list[str]:
    """Closed cities' sizes, and the open ones' sizes and open sides."""
    return [
        words(str(size) for size in case["closed"]),
        words(f"{size}:{sides}" for size, sides in case["open"]),
    ]


def placement_line(case: Case) -> str:
    """One placement case."""
    parts = [
        case["case"],
        words(die(one) for one in case["dice"]),
        LETTERS[case["next"]],
        places(case["legal"]),
        *cities(case),
        str(case["score"]),
    ]
    return " / ".join(parts)


def roll_part(roll: Case) -> str:
    """One roll of a turn and what was done after it."""
    counts = ("hand", "catapults", "catapults_this_turn", "knights_set_aside")
    after = ("hand_after", "knights_aside", "built_total")
    return words(
        [
            "".join(LETTERS[face] for face in roll["rolled"]),
            numbers(roll[key] for key in counts),
            numbers(roll[key] for key in after),
            THEN[roll["then"]],
            *[die(one) for one in roll["built"]],
        ]
    )


def turn_line(turn: Case) -> str:
    """One turn."""
    before = f"{turn['player']} {int(turn['doubled'])} {flags(turn['kept_before'])} {turn['dice']}"
    end = [turn["base"], turn["points"], turn["handed_on"], turn["next"], turn["next_dice"]]
    after = words(
        [
            str(turn["knights"]),
            str(int(turn["may_keep"])),
            turn["decision"] or "-",
            numbers(-1 if value is None else value for value in end),
            flags(turn["kept_after"]),
            numbers(turn["scores"]),
            OVER[turn["over"]],
        ]
    )
    return " / ".join([before, *map(roll_part, turn["rolls"]), *cities(turn), after])


def game_lines(game: Case) -> list[str]:
    """One game: its head and its turns."""
    head = [
        "game",
        game["game"],
        str(game["players"]),
        str(game["first"]),
        OVER[game["over"]],
        str(game["winner"]),
        numbers(game["final"]),
    ]
    return [" ".join(head), *map(turn_line, game["turns"])]


def read(path: Path) -> list[Case]:
    """The cases of a file, one a line."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    return [json.loads(line) for line in text.decode("utf-8").splitlines()]


def games_of(folder: Path, names: Iterable[str]) -> list[str]:
    """The lines of the tile games in these files."""
    lines = []
    for name in names:
        for number, game in enumerate(read(folder / f"{name}.jsonl.gz"), 1):
            lines += tile_cases.game_lines(game, game.get("game", f"{name}-{number:03}"))
    return lines


def main(arguments: list[str]) -> int:
    """Write all files; 0, or 2 where the folder does not hold the cases."""
    if len(arguments) != 1:
        print("usage: python3 -m tools.cases FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    try:
        cases = read(folder / "dice-placements.jsonl.gz")
        games = read(folder / "dice-games.jsonl.gz")
        base = games_of(folder, TILE_GAMES)
        wheel = games_of(folder, WHEEL_GAMES)
        scenes = [scene for name in SCENES for scene in read(folder / f"{name}.jsonl")]
        scene_lines = [line for scene in scenes for line in tile_cases.scene_lines(scene)]
    except (KeyError, OSError, ValueError) as error:
        print(f"the cases cannot be read: {error}", file=sys.stderr)
        return 2
    write("dice_placements.txt", [placement_line(case) for case in cases])
    write("dice_games.txt", [line for game in games for line in game_lines(game)])
    write("tile_games.txt.gz", base)
    write("wheel_games.txt.gz", wheel)
    write("tile_scenes.txt", scene_lines)
    return 0


def write(name: str, lines: list[str]) -> None:
    """One file of the tests' data; the same bytes whenever it is made."""
    data = ("\n".join(lines) + "\n").encode("utf-8")
    if name.endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    (DATA / name).write_bytes(data)


if __name__ == "__main__":
    sys.exit(pipe.quietly(main, sys.argv[1:]))
