"""What games take of the store, and what of the heap comes back when one is left.

The games are those of tools/cutting; how scripts are run is measure's business.
"""

from collections.abc import Callable

from tools.bench.rows import Row
from tools.cutting.games import GAMES as KINDS
from tools.cutting.games import Kind, record
from ui.games import GAMES

Run = Callable[..., list[dict]]

SECTION = "journal"
GAMES_EACH = 8
BACK = "heap let go"


def journal_rows(count: int = GAMES_EACH) -> list[Row]:
    """Bytes a turn and of the longest game, for every kind of game; checks included."""
    found = []
    for kind, game in zip(KINDS, GAMES, strict=True):
        found += _of_kind(kind, game[1], count)
    return found


def _of_kind(kind: Kind, name: str, count: int) -> list[Row]:
    players = kind.players
    recordings = [record(players[seed % len(players)], seed, kind=kind) for seed in range(count)]
    sizes = sorted(recording.size for recording in recordings)
    turns = sum(recording.turns for recording in recordings)
    note = f"{count} games, {sizes[count // 2]} bytes in the median, steps taken back among them"
    room = recordings[0].room
    return [
        Row(SECTION, f"journal.{name}.turn", round(sum(sizes) / turns, 1), "B", note=note),
        Row(SECTION, f"journal.{name}.longest", sizes[-1], "B", room, note="room at its beginning"),
    ]


def back_rows(board: Run) -> list[Row]:
    """What is held in the menu before a game was opened and after it was left twice."""
    found = []
    for number, game in enumerate(GAMES):
        for said in board("let_go.py", str(number)):
            before, after = said["menu"][0], said["menu"][2]
            held = (min(said["played"]) - after) / 1024
            note = f"of the interpreter; before it was opened {before / 1024:.1f} KB;"
            note += f" in the game {held:.1f} KB more"
            value = round(after / 1024, 1)
            found.append(Row(BACK, f"heap.left.{game[1]}", value, "KB", note=note))
    return found
