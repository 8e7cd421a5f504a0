"""The random source has failed its tests: the dice stop, and the screen says so.

Nothing is thrown any more until the next power-on; there is no second source (F24).
"""

from ui import words
from ui.app import IDLE
from ui.keys import A
from ui.screens.rows import draw_title


class Fault:
    """What failed and what it means; A leads to the menu."""

    def __init__(self, app) -> None:
        self.app = app

    def enter(self) -> None:
        self.app.sound.play("fault")

    def button(self, key: int) -> None:
        if key == A:
            from ui.screens.menu import Menu

            self.app.restart(Menu(self.app))

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        draw_title(canvas, words.t("fault_title"))
        lines = words.t("fault_" + self.app.parts.entropy.fault).split("\n")
        lines += words.t("fault_text").split("\n")
        for i in range(len(lines)):
            canvas.text(lines[i], 0, 10 + 9 * i)

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_menu", None)
