"""Looking around: the whole layout, and which cities are closed or open."""

from micropython import const

from ui import words
from ui.app import IDLE
from ui.dice.overview import PITCH
from ui.dice.status import draw_status, load_marks, open_pause
from ui.keys import DOWN, HOLD_A, LEFT, MENU, RIGHT, UP, A, B
from ui.room import forget
from ui.sprites import load_sheet

_TOP = const(8)
_WIDE = const(128)
_HIGH = const(40)
_INFO_Y = const(48)
_STEP = const(12)


class Look:
    """The layout in small, moved by the arrows where it is larger than the screen."""

    def __init__(self, app) -> None:
        self.app = app
        self.marks = load_marks()
        self.minis = load_sheet("dice6")
        left, top, right, bottom = app.match.game.layout.box()
        self.x = (_WIDE - (left + right + 1) * PITCH) // 2
        self.y = _TOP + (_HIGH - (top + bottom + 1) * PITCH) // 2

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key in (A, B, HOLD_A):
            self.app.pop()
        elif key == MENU:
            open_pause(self.app)
        elif key == LEFT:
            self.x += _STEP
        elif key == RIGHT:
            self.x -= _STEP
        elif key == UP:
            self.y += _STEP
        elif key == DOWN:
            self.y -= _STEP

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        match = self.app.match
        layout = match.game.layout
        for x, y, look in layout.cells():
            canvas.sprite(self.minis, look, self.x + x * PITCH, self.y + y * PITCH)
        canvas.fill(0, 0, _WIDE, _TOP, False)
        canvas.fill(0, _INFO_Y, _WIDE, 16, False)
        draw_status(canvas, match, self.marks, match.game.player)
        text = words.t("look_cities", _sizes(layout, True), _sizes(layout, False))
        canvas.text_fit(text, 0, _INFO_Y, _WIDE)

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_back", "hint_back")


def _sizes(layout, closed: bool) -> str:
    """The dice of every closed or open city, the largest first."""
    sizes = [city[0] for city in layout.cities() if (city[1] == 0) == closed]
    return " ".join([str(size) for size in sorted(sizes, reverse=True)]) or "–"
