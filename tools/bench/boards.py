"""Start-up on other boards, by the Pico's figures: what of the firmware is imported there.

The boards are data in sim/boards.py; how scripts are run is measure's business.
"""

from collections.abc import Callable

from sim.boards import OTHERS
from tools.bench import figures, sizes
from tools.bench.rows import Row

Run = Callable[..., list[dict]]

SECTION = "other boards"


def rows(desktop: Run) -> list[Row]:
    """From power-on to the menu, and into the Dice Game, on every board of the list."""
    found = []
    for number, board in enumerate(OTHERS):
        (said,) = desktop("boards.py", str(number))
        found += board_rows(said, tuple(board["lacks"]))
    return found


def board_rows(said: dict, lacks: tuple[str, ...]) -> list[Row]:
    """Two rows of one board; the budgets are the Pico's. A board that does not come so far has no
    time at all, which is worse than any."""
    name = said["board"]
    lacking = f"; no {', '.join(lacks)}" if lacks else ""
    up = said["lit"] and not said["problems"]
    least, most = sizes.import_ms([*said["menu"], "code"])
    least, most = least + figures.LIBRARIES_MS, most + figures.LIBRARIES_MS
    note = f"by a Pico's figures, {least} ms at best{lacking}"
    menu = Row(
        SECTION, f"start.menu.{name}", most if up else _NEVER, "ms", figures.START_MS, note=note
    )
    least, most = sizes.import_ms(said["game"])
    note = f"by a Pico's figures, {least} ms at best; then the screen {said['screen']}"
    value = most if up and said["game"] else _NEVER
    return [menu, Row(SECTION, f"start.game.{name}", value, "ms", figures.OPEN_MS, note=note)]


_NEVER = 1_000_000
