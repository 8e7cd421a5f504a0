"""After power-on with a game in the store: it goes on by itself, B leads to the menu instead."""

from micropython import const

from ui import games, words
from ui.app import IDLE, WORK
from ui.keys import B
from ui.screens.rows import draw_title

_STAY_MS = const(1500)


class Back:
    """Says that the game goes on; any other button than B goes on at once."""

    def __init__(self, app) -> None:
        self.app = app
        self.since = 0

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()

    def button(self, key: int) -> None:
        if key == B:
            from ui.screens.menu import Menu

            self.app.restart(Menu(self.app))
        else:
            self._go_on()

    def tick(self) -> int:
        if self.app.parts.clock.since(self.since) < _STAY_MS:
            return IDLE
        self._go_on()
        return WORK

    def draw(self, canvas) -> None:
        draw_title(canvas, "Kostka")
        canvas.text_center(words.t("back_line"), 26)

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_next", "hint_menu")

    def _go_on(self) -> None:
        if self.app.parts.buttons.held:
            from ui.screens.stuck import Stuck

            self.app.restart(Stuck(self.app, self._resume))
            return
        self._resume()

    def _resume(self) -> None:
        if not games.resume(self.app):
            from ui.screens.menu import show_menu

            show_menu(self.app)
