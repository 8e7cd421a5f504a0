"""Which game to read about."""

from ui import words
from ui.app import IDLE
from ui.games import GAMES
from ui.keys import A, B
from ui.room import forget
from ui.screens.rows import Rows, draw_title


class Topics:
    """The games; A opens the help of one."""

    def __init__(self, app) -> None:
        self.app = app
        self.rows = Rows(len(GAMES))

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == B:
            self.app.pop()
        elif key == A:
            from ui.screens.help import Help

            self.app.push(Help(self.app, GAMES[self.rows.at][1]))
        else:
            self.rows.move(key)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        draw_title(canvas, words.t("menu_help"))
        self.rows.draw(canvas, lambda i: words.t(GAMES[i][0]))

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_choose", "hint_back")
