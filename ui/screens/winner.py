"""The end of a game: who won, with what, and what comes next."""

from micropython import const

from ui import games, signs, words
from ui.app import IDLE
from ui.keys import LEFT, MENU, RIGHT, A, B
from ui.room import forget
from ui.sprites import load_sheet

_CHOICES = ("winner_again", "winner_players", "winner_menu")
_CHOICE_Y = const(46)
_X = const(42)
_PITCH = const(20)
_ROOM = const(86)  # columns for the marks
_LARGE = const(5)  # marks in double size that fit side by side


class Winner:
    """Cup, mark and name, or all the marks where several share the win; left and right choose
    what A does next.

    `key`: the game's word key in ui.games; `winners`: players' numbers; `reason`: what they won
    with; `pad(app)`: shows the score pad; `points`: what to show in double size (F21), "" for
    nothing.
    """

    def __init__(self, app, key: str, winners, reason: str, pad, points: str = "") -> None:
        self.app = app
        self.key = key
        self.winners = winners
        self.reason = reason
        self.pad = pad
        self.points = points
        self.at = 0
        app.sound.play("win")

    def enter(self) -> None:
        self.app.match.hurry = False

    def button(self, key: int) -> None:
        if key == A:
            self._do(_CHOICES[self.at])
        elif key == B:
            self.pad(self.app)
        elif key == MENU:  # the game is over: there is nothing to pause
            from ui.screens.help import Help

            self.app.push(Help(self.app, games.find(self.key)[1]))
        elif key in (LEFT, RIGHT):
            self.at = (self.at + (1 if key == RIGHT else -1)) % len(_CHOICES)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        canvas.sprite(load_sheet("trophy"), 0, 2, 4)
        one = len(self.winners) == 1
        canvas.text(words.t("winner_title" if one else "winner_shared"), _X, 2)
        many = len(self.winners) > _LARGE
        marks = load_sheet("marks8" if many else "marks16")
        x = _X
        for player in self.winners:
            canvas.sprite(marks, player, x, 16 if many else 12)
            x += min(_PITCH, _ROOM // len(self.winners))
        if one:
            canvas.text(self.app.match.names[player], x, 12, True)
        x = _X
        if self.points:
            x = canvas.text(self.points, x, 28, True) + 3
        canvas.text(self.reason, x, 32)
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
        app.match = None
        if choice == "winner_again":
            from ui.screens.setup import begin

            begin(app, games.find(self.key))
        elif choice == "winner_players":
            games.open_set_up(app, self.key)
        else:
            from ui.screens.menu import Menu

            app.restart(Menu(app))
            games.leave(app)
