"""The score pad: the points of every turn of every player (D34)."""

from micropython import const

from engine.dice.terms import ENDED_KEPT, ENDED_SHIFT, POINTS_MASK
from ui import signs, words
from ui.app import IDLE
from ui.dice.status import load_marks, open_pause
from ui.keys import DOWN, MENU, UP, A, B
from ui.room import forget
from ui.screens.rows import draw_title

_TOP = const(24)
_LINES = const(4)
_X = const(16)
_PITCH = const(22)


class Pad:
    """A row a round, a column a player, beginning with the player who began."""

    def __init__(self, app) -> None:
        self.app = app
        self.marks = load_marks()
        self.at = 0

    def enter(self) -> None:
        game = self.app.match.game
        rounds = -(-len(game.turns) // game.players)
        self.at = max(0, rounds - _LINES)

    def button(self, key: int) -> None:
        game = self.app.match.game
        last = max(0, -(-len(game.turns) // game.players) - _LINES)
        if key in (A, B):
            self.app.pop()
        elif key == MENU:
            open_pause(self.app)
        elif key == UP and self.at > 0:
            self.at -= 1
        elif key == DOWN and self.at < last:
            self.at += 1

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        draw_title(canvas, words.t("pause_pad"))
        for i in range(game.players):
            player = (game.first + i) % game.players
            right = _X + _PITCH * i + _PITCH - 2
            canvas.sprite(self.marks, player, right - 21, 8)
            canvas.text_right(str(game.scores[player]), right, 8)
        canvas.hline(0, 18, 128)
        for line in range(_LINES):
            self._draw_round(canvas, game, self.at + line, _TOP + 8 * line)

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_back", "hint_back")

    def _draw_round(self, canvas, game, number: int, y: int) -> None:
        start = number * game.players
        if start >= len(game.turns):
            return
        canvas.text_right("%d." % (number + 1), 16, y)
        for i in range(min(game.players, len(game.turns) - start)):
            turn = game.turns[start + i]
            text = signs.KNIGHT if turn >> ENDED_SHIFT == ENDED_KEPT else str(turn & POINTS_MASK)
            canvas.text_right(text, _X + _PITCH * i + _PITCH - 2, y)
