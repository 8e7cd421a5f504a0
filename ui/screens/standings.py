"""Everybody's points; the player whose turn it is in double size (F21)."""

from micropython import const

from ui import words
from ui.app import IDLE
from ui.keys import MENU, A, B
from ui.room import forget
from ui.screens.rows import draw_title
from ui.sprites import load_sheet

_TOP = const(8)
_FULL = const(6)  # players who fill the screen without a title


class Standings:
    """Marks, names and points in the order of the players, player `at` in double size.

    `more`: a short text beside each name, "" for none; `pause(app)` opens the menu.
    """

    def __init__(self, app, at: int, more, pause) -> None:
        self.app = app
        self.at = at
        self.more = more
        self.pause = pause

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key in (A, B):
            self.app.pop()
        elif key == MENU:
            self.pause(self.app)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        match = self.app.match
        scores = match.game.scores
        y = 0
        if len(scores) < _FULL:
            draw_title(canvas, words.t("pause_standings"))
            y = _TOP
        for player in range(len(scores)):
            big = player == self.at
            sheet = load_sheet("marks16" if big else "marks8")
            canvas.sprite(sheet, player, 0 if big else 4, y)
            x = canvas.text(match.names[player], 22, y, big)
            text = self.more[player]
            if text:
                canvas.text(text, x + 6, y + (4 if big else 0))
            canvas.text_right(str(scores[player]), 124, y, big)
            y += 16 if big else 8

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_back", "hint_back")
