"""CircuitPython is too old: nothing is begun that could hang half-way."""

from micropython import const

from ui import words
from ui.app import IDLE
from ui.screens.rows import draw_title

_PITCH = const(10)


class Outdated:
    """Which version is there, which is needed. No way on."""

    def __init__(self, app) -> None:
        self.app = app

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        pass

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        facts = self.app.parts.facts
        draw_title(canvas, words.t("outdated_title"))
        lines = [words.t("outdated_there", facts.too_old), words.t("outdated_needed", facts.needed)]
        lines += words.t("outdated_text").split("\n")
        for i in range(len(lines)):
            canvas.text(lines[i], 0, 12 + _PITCH * i)

    def leave(self) -> None:
        pass

    def hints(self):
        return (None, None)
