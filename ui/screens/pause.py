"""The menu in a game, on A and B together."""

from ui import games, words
from ui.app import IDLE
from ui.keys import MENU, A, B
from ui.room import forget
from ui.screens.rows import Rows, draw_title


def show(app, topic: str, items: tuple) -> None:
    """Show the menu of the running game; where it lies under the present screen, go back to it."""
    for screen in app.stack:
        if isinstance(screen, Pause):
            while app.top() is not screen:
                app.pop()
            return
    app.push(Pause(app, topic, items))


class Pause:
    """Items of the game as (word key, function), between "go on" and those of every game."""

    def __init__(self, app, topic: str, items: tuple) -> None:
        self.app = app
        self.topic = topic
        self.items = (("pause_go_on", app.pop),) + items + self._common()
        self.rows = Rows(len(self.items))

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key in (B, MENU):
            self.app.pop()
        elif key == A:
            self.items[self.rows.at][1]()
        else:
            self.rows.move(key)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        draw_title(canvas, words.t("pause_title"))
        self.rows.draw(canvas, lambda i: words.t(self.items[i][0]))

    def leave(self) -> None:
        self.items = ()
        forget(__name__)

    def hints(self):
        return ("hint_choose", "hint_back")

    def _common(self) -> tuple:
        return (
            ("menu_help", self._help),
            ("menu_options", self._options),
            ("pause_leave", self._leave),
        )

    def _help(self) -> None:
        from ui.screens.help import Help

        self.app.push(Help(self.app, self.topic))

    def _options(self) -> None:
        from ui.screens.options import Options

        self.app.push(Options(self.app))

    def _leave(self) -> None:
        from ui.screens.question import Question

        self.app.push(Question(self.app, "ask_leave", self._to_menu))

    def _to_menu(self) -> None:
        """A game that is in the store rests there; otherwise it must stay as it is."""
        from ui.screens.menu import Menu

        app = self.app
        rests = app.parts.store.kept
        if rests:
            app.match = None
        app.restart(Menu(app))
        if rests:
            games.leave(app)
