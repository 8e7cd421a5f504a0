"""The main menu."""

import gc

from ui import games, words
from ui.app import IDLE
from ui.games import GAMES, open_set_up
from ui.keys import A
from ui.screens.rows import Rows, draw_title
from ui.sprites import load_sheet

# A closed city of four corners, drawn beside the list: (sprite, x, y).
_CITY = ((7, 99, 26), (8, 112, 26), (6, 99, 39), (9, 112, 39))


class Menu:
    """Continue, the games, records, options, help."""

    def __init__(self, app) -> None:
        self.app = app
        self.items: list = []
        self.rows = Rows(1)

    def enter(self) -> None:
        items = ["menu_continue"] if self._runs() else []
        items += [game[0] for game in GAMES]
        items += ["menu_records", "menu_options", "menu_help"]
        if items != self.items:
            self.items = items
            self.rows = Rows(len(items))

    def button(self, key: int) -> None:
        if key == A:
            self._open(self.items[self.rows.at])
        else:
            self.rows.move(key)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        draw_title(canvas, "Kostka")
        self.rows.draw(canvas, lambda i: words.t(self.items[i]))
        dice = load_sheet("dice13")
        for look, x, y in _CITY:
            canvas.sprite(dice, look, x, y)

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_choose", None)

    def _runs(self) -> bool:
        return self.app.match is not None or self.app.parts.store.alive

    def _open(self, item: str) -> None:
        app = self.app
        if item == "menu_continue":
            if app.match:
                app.match.show(app)
            elif not games.resume(app):
                show_menu(app)
        elif item == "menu_records":
            gc.collect()  # what is compiled beside garbage leaves the heap in pieces
            from ui.screens.records import Records

            app.push(Records(app))
        elif item == "menu_options":
            from ui.screens.options import Options

            app.push(Options(app))
        elif item == "menu_help":
            from ui.screens.topics import Topics

            app.push(Topics(app))
        elif self._runs():
            from ui.screens.question import Question

            app.push(Question(app, "ask_new_game", lambda: open_set_up(app, item)))
        else:
            open_set_up(app, item)


def show_menu(app) -> None:
    """Show the menu, after what has to be said first."""
    from ui.screens.notice import Notice, waiting

    key = waiting(app)
    if key:
        app.restart(Notice(app, key, lambda: show_menu(app)))
    else:
        app.restart(Menu(app))
