"""A question that is answered with yes or no; no is chosen first."""

from ui import words
from ui.app import IDLE
from ui.keys import A, B
from ui.room import forget
from ui.screens.rows import Rows, draw_title

_ANSWERS = ("answer_no", "answer_yes")
_TEXT_Y = (32, 40, 48)


class Question:
    """Asks `key`; yes replaces this screen by what `on_yes` shows.

    The words under `key` are a title and up to three lines, parted by line feeds.
    """

    def __init__(self, app, key: str, on_yes) -> None:
        self.app = app
        self.key = key
        self.on_yes = on_yes
        self.rows = Rows(len(_ANSWERS))

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == B or (key == A and self.rows.at == 0):
            self.app.pop()
        elif key == A:
            self.on_yes()
        else:
            self.rows.move(key)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        lines = words.t(self.key).split("\n")
        draw_title(canvas, lines[0])
        self.rows.draw(canvas, lambda i: words.t(_ANSWERS[i]))
        for y, line in zip(_TEXT_Y, lines[1:]):
            canvas.text(line, 0, y)

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_choose", "hint_back")
