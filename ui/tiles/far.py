"""The whole landscape in small, moved by the arrows where it is larger than the screen."""

from micropython import const

from ui.app import DRAW, IDLE
from ui.keys import DOWN, HOLD_A, LEFT, MENU, RIGHT, UP, A, B
from ui.room import forget
from ui.tiles.overview import draw, size
from ui.tiles.overview import forget as forget_sheet
from ui.tiles.status import draw_status, open_pause

_COLUMNS = const(16)
_ROWS = const(6)
_STEP = const(3)
_BLINK_MS = const(700)


class Far:
    """Tiles of 8 pixels, with and without the players' marks in turns."""

    def __init__(self, app, x: int, y: int) -> None:
        """Square (x, y) of the landscape is seen."""
        self.app = app
        left, top, right, bottom = size(app.match.game.land)
        self.x = (left + right + 1 - _COLUMNS) // 2
        self.y = (top + bottom + 1 - _ROWS) // 2
        # Where it fits as a whole it stays, otherwise it ends one square beyond the tiles.
        self.ends = (
            min(self.x, left - 1),
            min(self.y, top - 1),
            max(self.x, right + 2 - _COLUMNS),
            max(self.y, bottom + 2 - _ROWS),
        )
        self._go_to(x - _COLUMNS // 2, y - _ROWS // 2)
        self.marks = True
        self.since = 0

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()

    def button(self, key: int) -> None:
        if key in (A, B, HOLD_A):
            self.app.pop()
        elif key == MENU:
            open_pause(self.app)
        elif key == LEFT:
            self._go_to(self.x - _STEP, self.y)
        elif key == RIGHT:
            self._go_to(self.x + _STEP, self.y)
        elif key == UP:
            self._go_to(self.x, self.y - _STEP)
        elif key == DOWN:
            self._go_to(self.x, self.y + _STEP)

    def _go_to(self, x: int, y: int) -> None:
        left, top, right, bottom = self.ends
        self.x = min(max(x, left), right)
        self.y = min(max(y, top), bottom)

    def tick(self) -> int:
        clock = self.app.parts.clock
        if clock.since(self.since) < _BLINK_MS:
            return IDLE
        self.since = clock.now()
        self.marks = not self.marks
        return DRAW

    def draw(self, canvas) -> None:
        match = self.app.match
        land = match.game.land
        draw(canvas, land, self.x, self.y, _COLUMNS, _ROWS, 0, 8, self.marks)
        draw_status(canvas, match, match.game.player)

    def leave(self) -> None:
        forget_sheet()
        forget("ui.tiles.overview")
        forget(__name__)

    def hints(self):
        return ("hint_back", "hint_back")
