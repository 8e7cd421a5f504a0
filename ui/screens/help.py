"""Help in a few pages, read from the language's file a page at a time.

Its lines are broken in the file: fitting them here would take longer than a press may wait.
"""

from micropython import const

from ui import words
from ui.app import IDLE
from ui.keys import DOWN, LEFT, RIGHT, UP, A, B
from ui.room import forget
from ui.screens.rows import draw_title

_TOP = const(8)


class Help:
    """Pages of one topic; the first line of a page is its title."""

    def __init__(self, app, topic: str) -> None:
        self.app = app
        self.topic = topic
        self.page = 0
        self.pages = 1
        self.lines: list = []

    def enter(self) -> None:
        self._turn_to(self.page)

    def button(self, key: int) -> None:
        if key == B:
            self.app.pop()
        elif key in (A, RIGHT, DOWN):
            self._turn_to((self.page + 1) % self.pages)
        elif key in (LEFT, UP):
            self._turn_to((self.page - 1) % self.pages)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        draw_title(canvas, self.lines[0])
        number = "%d/%d" % (self.page + 1, self.pages)
        width = canvas.width(number)
        canvas.fill(125 - width, 0, width + 2, 8, 0)
        canvas.text_right(number, 126, 0)
        for i in range(1, len(self.lines)):
            canvas.text(self.lines[i], 0, _TOP * i + 1)  # a row below the bar

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_next", "hint_back")

    def _turn_to(self, page: int) -> None:
        self.lines, self.pages = words.page(self.topic, page)
        self.page = page
