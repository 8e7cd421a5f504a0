"""Something that must be said once: about the memory in which games are kept."""

from micropython import const

from ui import words
from ui.app import IDLE
from ui.keys import A
from ui.room import forget
from ui.screens.rows import draw_title

_TOP = const(12)
_LINE = const(10)
# What a store may report that its owner should know; a torn last write is no loss.
_DAMAGE = ("damaged", "stray", "game", "head", "cut")


def waiting(app) -> str:
    """What is to be said now, a word key without "store_"; "" for nothing. It is said once."""
    key = app.news
    app.news = ""
    store = app.parts.store
    if not key and store.why != app.told:
        app.told = store.why
        key = store.why
    if not key and not app.told_damage:
        app.told_damage = True
        for word, _place in store.report:
            if word in _DAMAGE:
                return "damaged"
    return key


class Notice:
    """The words under "store_" + key: a title, then lines. A goes on with `go_on()`."""

    def __init__(self, app, key: str, go_on) -> None:
        self.app = app
        self.key = key
        self.go_on = go_on

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == A:
            self.go_on()

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        lines = words.t("store_" + self.key).split("\n")
        draw_title(canvas, lines[0])
        for i in range(1, len(lines)):
            canvas.text(lines[i], 0, _TOP + _LINE * (i - 1))

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_next", None)
