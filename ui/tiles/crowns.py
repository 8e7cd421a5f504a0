"""The wheel as it stands: where the pig is, who is on which crown, which numbers are left."""

from micropython import const

from engine.tiles.table import COUNT, VARIANTS
from ui import words
from ui.app import IDLE
from ui.keys import MENU, A, B
from ui.room import forget
from ui.screens.rows import draw_title
from ui.sprites import forget as forget_sheet
from ui.tiles.sectors import draw_boxes, explain
from ui.tiles.status import open_pause

_X = const(64)  # of the text
_TOP = const(8)


class Crowns:
    """For whoever thinks of putting a follower there (W9)."""

    def __init__(self, app) -> None:
        self.app = app

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == MENU:
            open_pause(self.app)
        elif key == B:
            self.app.pop()
        elif key == A:
            explain(self.app)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        game = self.app.match.game
        draw_title(canvas, words.t("kind_4"))
        draw_boxes(canvas, game.crowns, game.pig)
        canvas.text(words.t("sector_%d" % game.pig), _X, _TOP)
        canvas.text(words.t("wheel_left"), _X, 3 * _TOP)
        for number in range(1, 4):
            count = 0
            for i in range(COUNT):
                if VARIANTS[i] >> 6 == number:
                    count += game.left[i]
            canvas.text("%d:" % number, _X, (number + 3) * _TOP)
            canvas.text_right(str(count), _X + 24, (number + 3) * _TOP)

    def leave(self) -> None:
        forget_sheet("wheel")
        forget("ui.tiles.sectors")
        forget(__name__)

    def hints(self):
        return ("hint_why", "hint_back")
