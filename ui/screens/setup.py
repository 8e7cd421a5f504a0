"""Set-up of a game: how many play, who is a person, who begins.

The cursor begins on the row that starts the game, so that a game with the
same players as before is one press away.
"""

from micropython import const

from ui import games, words
from ui.app import IDLE
from ui.keys import LEFT, RIGHT, A, B
from ui.match import COMPUTER
from ui.preferences import save_party
from ui.screens.rows import Rows, draw_title

_START = const(0)
_COUNT = const(1)
_BEGINS = const(2)
_PLAYERS = const(3)  # the first player's row

_KINDS = ("kind_person", "kind_computer")


class SetUp:
    """The players of one game (a row of ui.games.GAMES)."""

    def __init__(self, app, game) -> None:
        self.app = app
        self.game = game
        self.rows = Rows(_PLAYERS)

    def enter(self) -> None:
        party = self.app.party
        if party.count > self.game[3]:
            party.count = self.game[3]
        self.rows.count = _PLAYERS + party.count

    def button(self, key: int) -> None:
        if key == B:
            self._back()
        elif key == A:
            self._do()
        elif key in (LEFT, RIGHT):
            self._change(-1 if key == LEFT else 1)
        else:
            self.rows.move(key)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        draw_title(canvas, words.t(self.game[0]))
        self.rows.draw(canvas, self._label, self._value)

    def leave(self) -> None:
        pass

    def hints(self):
        at = self.rows.at
        if at == _START:
            return ("hint_begin", "hint_back")
        if at >= _PLAYERS:
            return ("hint_name", "hint_back")
        return ("hint_change", "hint_back")

    def _back(self) -> None:
        from ui.screens.menu import Menu

        self.app.restart(Menu(self.app))

    def _do(self) -> None:
        at = self.rows.at
        if at == _START:
            begin(self.app, self.game)
        elif at >= _PLAYERS:
            from ui.screens.initials import Initials

            self.app.push(Initials(self.app, at - _PLAYERS))
        else:
            self._change(1)

    def _change(self, by: int) -> None:
        party = self.app.party
        at = self.rows.at
        if at == _COUNT:
            party.resize(by, self.game[3])
            self.rows.count = _PLAYERS + party.count
        elif at == _BEGINS:
            party.turn_begins(by)
        elif at >= _PLAYERS:
            party.toggle(at - _PLAYERS)

    def _label(self, i: int) -> str:
        if i == _START:
            return words.t("setup_start")
        if i == _COUNT:
            return words.t("setup_players")
        if i == _BEGINS:
            return words.t("setup_begins")
        return self.app.party.names[i - _PLAYERS]

    def _value(self, i: int):
        party = self.app.party
        if i == _START:
            return None
        if i == _COUNT:
            return (str(party.count), True)
        if i == _BEGINS:
            who = words.t("setup_drawn") if party.begins < 0 else party.names[party.begins]
            return (who, True)
        return (words.t(_KINDS[party.kinds[i - _PLAYERS] == COMPUTER]), True)


def begin(app, game) -> None:
    """Begin a game of this kind with the present party."""
    party = app.party
    try:
        first = party.first(app.parts.entropy)
    except RuntimeError:
        from ui.screens.fault import Fault

        app.restart(Fault(app))
        return
    save_party(app)
    count = party.count
    games.start(app, game, party.names[:count], bytearray(party.kinds[:count]), first)
