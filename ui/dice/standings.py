"""Everybody's points; the player whose turn it is in double size (F21)."""

from micropython import const

from engine.contract import OVER
from ui import signs, words
from ui.app import IDLE
from ui.dice.status import load_marks
from ui.keys import A, B
from ui.room import forget
from ui.screens.rows import draw_title
from ui.sprites import load_sheet

_TOP = const(8)


class Standings:
    """Marks, names, points and kept knights in the order of the players."""

    def __init__(self, app) -> None:
        self.app = app
        self.marks = load_marks()
        self.large = load_sheet("marks16")
        game = app.match.game
        self.at = game.player if game.to_move == OVER or game.roll else game.to_move

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key in (A, B):
            self.app.pop()

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        draw_title(canvas, words.t("pause_standings"))
        y = _TOP
        for player in range(game.players):
            big = player == self.at
            canvas.sprite(self.large if big else self.marks, player, 0 if big else 4, y)
            x = canvas.text(match.names[player], 22, y, big)
            if game.kept[player]:
                canvas.text(signs.KNIGHT, x + 6, y + (4 if big else 0))
            canvas.text_right(str(game.scores[player]), 124, y, big)
            y += 16 if big else 8

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_back", "hint_back")
