"""Entering a player's initials: three letters, large."""

from micropython import const

from ui import signs, words
from ui.app import IDLE
from ui.keys import DOWN, LEFT, RIGHT, UP, A, B
from ui.room import forget
from ui.screens.rows import draw_title

LETTERS = "AÁÄBCČDĎEÉĚFGHIÍJKLMNŇOÓÖPQRŘSŠTŤUÚŮÜVWXYÝZŽ0123456789 "

_LENGTH = const(3)
_PITCH = const(20)
_X = const(37)
_Y = const(24)


class Initials:
    """Edits the name of one player of the party; B leaves it as it was."""

    def __init__(self, app, player: int) -> None:
        self.app = app
        self.player = player
        self.letters = list((app.party.names[player] + "   ")[:_LENGTH])
        self.at = 0

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == B:
            self.app.pop()
        elif key == A:
            name = "".join(self.letters).strip()
            if name:
                self.app.party.names[self.player] = name
            self.app.pop()
        elif key == LEFT:
            self.at = (self.at - 1) % _LENGTH
        elif key == RIGHT:
            self.at = (self.at + 1) % _LENGTH
        elif key in (UP, DOWN):
            step = 1 if key == UP else -1
            i = (LETTERS.index(self.letters[self.at]) + step) % len(LETTERS)
            self.letters[self.at] = LETTERS[i]

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        draw_title(canvas, words.t("initials_title"))
        for i in range(_LENGTH):
            letter = self.letters[i]
            middle = _X + _PITCH * i + 7
            canvas.text(letter, middle - canvas.width(letter, True) // 2, _Y, True)
            canvas.hline(_X + _PITCH * i, _Y + 17, 15)
            if i == self.at:
                canvas.text(signs.UP, middle - canvas.width(signs.UP) // 2, _Y - 10)
                canvas.text(signs.DOWN, middle - canvas.width(signs.DOWN) // 2, _Y + 20)

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_done", "hint_back")
