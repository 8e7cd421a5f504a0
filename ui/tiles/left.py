"""The tiles that are left, by kind: a picture and how many (F33)."""

from micropython import const

from engine.tiles.table import BOARD, COUNT, VARIANTS
from engine.tiles.terms import BASE
from ui import words
from ui.app import IDLE
from ui.keys import DOWN, LEFT, MENU, RIGHT, UP, A, B
from ui.room import forget
from ui.tiles.spots import open_pictures, picture
from ui.tiles.status import open_pause

_PAGE = const(12)
_PITCH = const(22)
_LEFT = const(1)
_LAST = const(111)  # where a tile may begin
_TOP = const(8)


class Left:
    """Twelve kinds a page; those of which none is left are not shown."""

    def __init__(self, app) -> None:
        self.app = app
        self.page = 0
        game = app.match.game
        self.counts = bytearray(BOARD)
        self.numbered = 0  # tiles that move the pig
        for i in range(COUNT):
            self.counts[VARIANTS[i] & 63] += game.left[i]
            if VARIANTS[i] >> 6:
                self.numbered += game.left[i]
        self.kinds = [kind for kind in range(BOARD) if self.counts[kind]]
        self.pages = max(1, -(-len(self.kinds) // _PAGE))

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == MENU:
            open_pause(self.app)
        elif key == B:
            self.app.pop()
        elif key in (A, RIGHT, DOWN):
            self.page = (self.page + 1) % self.pages
        elif key in (LEFT, UP):
            self.page = (self.page - 1) % self.pages

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        game = self.app.match.game
        count = sum(self.counts)
        title = "%s: %d" % (words.t("left_title"), count)
        if game.way != BASE:
            title = words.t("left_count", count, self.numbered)
        canvas.text(title, 2, 0)
        canvas.text_right("%d/%d" % (self.page + 1, self.pages), 126, 0)
        canvas.invert(0, 0, 128, _TOP)
        first = _PAGE * self.page
        x = _LEFT
        y = 16
        image = canvas.image
        with open_pictures() as file:
            for kind in self.kinds[first : first + _PAGE]:
                bits = picture(kind, 0, file)
                at = 16 * y + x
                image[at : at + 16] = bits[:16]
                image[at + 128 : at + 144] = bits[16:32]
                canvas.text_center(str(self.counts[kind]), y - 8, False, x, 16)
                canvas.look()
                x += _PITCH
                if x > _LAST:
                    x = _LEFT
                    y += 24

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_next" if self.pages > 1 else None, "hint_back")
