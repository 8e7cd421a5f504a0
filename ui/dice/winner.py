"""The end of a game: who won, with what, and what comes next."""

from micropython import const

from engine.dice.terms import EVENT_NINE
from ui import games, signs, words
from ui.app import IDLE
from ui.dice.status import points_text
from ui.keys import LEFT, RIGHT, A, B
from ui.room import forget
from ui.sprites import load_sheet

_CHOICES = ("winner_again", "winner_players", "winner_menu")
_GAME = "game_dice"
_CHOICE_Y = const(46)


class Winner:
    """Crown, mark and name; left and right choose what A does next."""

    def __init__(self, app) -> None:
        self.app = app
        self.crown = load_sheet("trophy")
        self.mark = load_sheet("marks16")
        self.at = 0
        app.sound.play("win")

    def enter(self) -> None:
        self.app.match.hurry = False

    def button(self, key: int) -> None:
        if key == A:
            self._do(_CHOICES[self.at])
        elif key == B:
            from ui.dice.pad import Pad

            self.app.push(Pad(self.app))
        elif key in (LEFT, RIGHT):
            self.at = (self.at + (1 if key == RIGHT else -1)) % len(_CHOICES)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        player = game.winner()
        canvas.sprite(self.crown, 0, 2, 4)
        canvas.text(words.t("winner_title"), 42, 2)
        canvas.sprite(self.mark, player, 42, 12)
        canvas.text(match.names[player], 62, 12, True)
        if game.events[-1][0] == EVENT_NINE:
            canvas.text(words.t("winner_nine"), 42, 32)
        else:
            canvas.text(points_text(game.scores[player]), 42, 32)
        text = words.t(_CHOICES[self.at])
        canvas.text(signs.LEFT, 0, _CHOICE_Y)
        canvas.text_center(text, _CHOICE_Y)
        canvas.text_right(signs.RIGHT, 128, _CHOICE_Y)

    def leave(self) -> None:
        forget(__name__)

    def hints(self):
        return ("hint_choose", "hint_pad")

    def _do(self, choice: str) -> None:
        app = self.app
        blobs = app.records.finish(app.match)
        if app.match.journal:
            app.match.journal.close(blobs)
        if choice == "winner_again":
            from ui.screens.setup import begin

            begin(app, games.find(_GAME))
            return
        app.match = None
        if choice == "winner_players":
            games.open_set_up(app, _GAME)
        else:
            from ui.screens.menu import Menu

            app.restart(Menu(app))
