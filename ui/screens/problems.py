"""Settings that make no sense, named once after power-on; their defaults are in use."""

from micropython import const

from ui import words
from ui.app import IDLE
from ui.keys import A
from ui.screens.rows import draw_title

_TOP = const(10)
_LINES = const(4)
_PREFIX = "KOSTKA_"


class Problems:
    """The first wrong settings, by name and value."""

    def __init__(self, app) -> None:
        self.app = app

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == A:
            from ui.screens.menu import show_menu

            show_menu(self.app)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        draw_title(canvas, words.t("problems_title"))
        y = _TOP
        options = self.app.options
        for name, value in options.problems[:_LINES]:
            text = name.replace(_PREFIX, "") + (": " + value if value else " ?")
            line = options.line_of(name)
            if line:
                text = words.t("problems_line", line) + " " + text
            canvas.text_fit(text, 0, y, 128)
            y += 9
        canvas.text(words.t("problems_default"), 0, 47)

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_next", None)
