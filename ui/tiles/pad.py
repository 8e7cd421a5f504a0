"""The score pad: the points of every player by kind of feature, wheel and crowns, and the sum."""

from micropython import const

from ui import words
from ui.app import IDLE
from ui.keys import LEFT, MENU, RIGHT, A, B
from ui.room import forget
from ui.screens.rows import draw_title
from ui.sprites import forget as forget_sheet
from ui.sprites import load_sheet
from ui.tiles.status import load_marks, open_pause

_KINDS = const(6)  # of points; the sum is the seventh column
_X = const(26)  # right edge of the first column
_PITCH = const(16)
_LAST = const(127)
_TOP = const(8)
_FULL = const(6)  # players who leave no line for a title


class Pad:
    """A row a player, a column a kind; left and right choose a column, whose name is told."""

    def __init__(self, app) -> None:
        self.app = app
        self.at = -1  # column that is told of

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key in (A, B):
            self.app.pop()
        elif key == MENU:
            open_pause(self.app)
        elif key in (LEFT, RIGHT):
            step = 1 if key == RIGHT else -1
            self.at = (self.at + 1 + step) % (_KINDS + 2) - 1

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        game = self.app.match.game
        y = 0
        if game.players < _FULL or self.at >= 0:
            key = "pause_pad" if self.at < 0 else "kind_%d" % self.at
            draw_title(canvas, words.t(key))
            y = _TOP
        top = y
        if game.players < _FULL or self.at < 0:
            kinds = load_sheet("kinds")
            for kind in range(_KINDS + 1):
                canvas.sprite(kinds, kind, _edge(kind) - 9, y)
            y += _TOP
        for player in range(game.players):
            canvas.sprite(load_marks(), player, 0, y)
            tally = game.tally[_KINDS * player : _KINDS * player + _KINDS]
            for kind in range(_KINDS):
                if tally[kind]:
                    canvas.text_right(str(tally[kind]), _edge(kind), y)
            canvas.text_right(str(game.scores[player]), _LAST, y)
            canvas.look()
            y += _TOP
        if self.at >= 0:
            x = _edge(self.at) - 17
            canvas.invert(x, top, 18, y - top)

    def leave(self) -> None:
        forget_sheet("kinds")
        forget(__name__)

    def hints(self):
        return ("hint_back", "hint_back")


def _edge(kind: int) -> int:
    """Right edge of a column."""
    return _LAST if kind == _KINDS else _X + _PITCH * kind
