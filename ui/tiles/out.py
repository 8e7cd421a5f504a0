"""The tile just drawn fits nowhere and is out; the same player draws another (T3, W11)."""

from micropython import const

from engine.tiles.table import VARIANTS
from ui import words
from ui.app import IDLE, WORK
from ui.keys import MENU, A
from ui.room import forget
from ui.screens.rows import draw_title
from ui.tiles import flow
from ui.tiles.near import draw_double
from ui.tiles.status import open_pause, stays

_X = const(4)
_Y = const(16)
_TEXT_X = const(44)
_TEXT_Y = const(24)


class Out:
    """Tells of event `i` of the last step, an EV_OUT."""

    def __init__(self, app, i: int) -> None:
        self.app = app
        self.next = i + 1
        self.kind = VARIANTS[app.match.game.events[i][1]] & 63
        self.since = 0

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()

    def button(self, key: int) -> None:
        if key == MENU:
            open_pause(self.app)
        elif key == A:
            flow.tell(self.app, self.next)

    def tick(self) -> int:
        if stays(self.app, self.app.match.game.player, self.since):
            return IDLE
        flow.tell(self.app, self.next)
        return WORK

    def draw(self, canvas) -> None:
        draw_title(canvas, words.t("out_title"))
        draw_double(canvas, _X, _Y, self.kind, 0)
        y = _TEXT_Y
        for line in words.t("out_text").split("\n"):
            canvas.text(line, _TEXT_X, y)
            y += 8

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_next", None)
