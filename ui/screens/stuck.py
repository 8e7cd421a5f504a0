"""Buttons that have been down since power-on, told once; the others work meanwhile."""

from micropython import const

from ui import signs, words
from ui.app import DRAW, IDLE, WORK
from ui.keys import A, B
from ui.screens.rows import draw_title

_SIGNS = (signs.UP, signs.DOWN, signs.LEFT, signs.RIGHT, signs.A, signs.B)  # by the keys
_TEXT_Y = const(11)
_SIGNS_Y = const(20)
_MORE_Y = const(38)


class Stuck:
    """Which buttons; it goes on when the last one comes up, or by whichever of A and B works."""

    def __init__(self, app, after) -> None:
        """`after()` shows what comes next."""
        self.app = app
        self.after = after
        self.held = self._held()

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key in (A, B):
            self.after()

    def tick(self) -> int:
        held = self._held()
        if held == self.held:
            return IDLE
        self.held = held
        if held:
            return DRAW
        self.after()
        return WORK

    def draw(self, canvas) -> None:
        draw_title(canvas, words.t("stuck_title"))
        canvas.text(words.t("stuck_text"), 0, _TEXT_Y)
        x = 0
        for key in range(len(_SIGNS)):
            if self.held & (1 << key):
                x = canvas.text(_SIGNS[key], x, _SIGNS_Y, True) + 6
        y = _MORE_Y
        for line in words.t("stuck_more").split("\n"):
            canvas.text(line, 0, y)
            y += 9

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_next", "hint_next")

    def _held(self) -> int:
        buttons = self.app.parts.buttons
        return buttons.as_held(buttons.held)
