"""The first picture after power-on; it goes on by itself."""

from micropython import const

from ui import words
from ui.app import IDLE, WORK
from ui.sprites import forget, load_sheet

_STAY_MS = const(2500)


class Start:
    """The title; any button or 2.5 s lead to the menu."""

    def __init__(self, app) -> None:
        self.app = app
        self.logo = load_sheet("logo")
        self.since = 0

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()

    def button(self, key: int) -> None:
        self._go_on()

    def tick(self) -> int:
        if self.app.parts.clock.since(self.since) < _STAY_MS:
            return IDLE
        self._go_on()
        return WORK

    def draw(self, canvas) -> None:
        canvas.sprite(self.logo, 0, 0, 4)
        canvas.text_center(words.t("start_line"), 40)

    def leave(self) -> None:
        forget("logo")

    def hints(self):
        return ("hint_start", "hint_start")

    def _go_on(self) -> None:
        if self.app.parts.buttons.held:
            from ui.screens.stuck import Stuck

            self.app.restart(Stuck(self.app, self._go_further))
            return
        self._go_further()

    def _go_further(self) -> None:
        if self.app.options.problems:
            from ui.screens.problems import Problems

            self.app.restart(Problems(self.app))
            return
        from ui.screens.menu import show_menu

        show_menu(self.app)
