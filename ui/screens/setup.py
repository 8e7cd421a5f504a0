"""Set-up of a game: how many play, the options of the game, who is a person, who begins.

The cursor begins on the row that starts the game, so that a game with the
same players as before is one press away.
"""

from micropython import const

from ui import games, words
from ui.app import IDLE
from ui.keys import LEFT, RIGHT, A, B
from ui.match import COMPUTER
from ui.preferences import load_choice, save_choice, save_party
from ui.screens.rows import Rows, draw_title

_START = const(0)
_COUNT = const(1)
_BEGINS = const(2)
_OPTIONS = const(3)  # the first option's row; behind the options the players'

_KINDS = ("kind_person", "kind_computer")


class SetUp:
    """The players and options of one game (a row of ui.games.GAMES)."""

    def __init__(self, app, game) -> None:
        self.app = app
        self.game = game
        self.rules = games.rules(game)
        self.options = chosen(app, game)
        self.offered: list = []  # numbers of the options that there are now
        self.players = _OPTIONS  # the first player's row
        self.rows = Rows(_OPTIONS)

    def enter(self) -> None:
        if self.rules:
            self.app.use_area(self.rules.AREA)
        self._arrange()

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
        if self.rules:
            words.unload(self.rules.AREA)

    def hints(self):
        at = self.rows.at
        if at == _START:
            return ("hint_begin", "hint_back")
        if at >= self.players:
            return ("hint_name", "hint_back")
        return ("hint_change", "hint_back")

    def _most(self) -> int:
        return self.rules.most(self.options) if self.rules else self.game[3]

    def _arrange(self) -> None:
        """The rows that the options leave."""
        party = self.app.party
        party.limit(self._most())
        rules = self.rules
        self.offered = [i for i in range(len(self.options)) if rules.offered(self.options, i)]
        self.players = _OPTIONS + len(self.offered)
        self.rows.count = self.players + party.count

    def _back(self) -> None:
        from ui.screens.menu import Menu

        self.app.restart(Menu(self.app))

    def _do(self) -> None:
        at = self.rows.at
        if at == _START:
            begin(self.app, self.game)
        elif at >= self.players:
            from ui.screens.initials import Initials

            self.app.push(Initials(self.app, at - self.players))
        else:
            self._change(1)

    def _change(self, by: int) -> None:
        party = self.app.party
        at = self.rows.at
        if at == _COUNT:
            party.resize(by, self._most())
        elif at == _BEGINS:
            party.turn_begins(by)
        elif at >= self.players:
            party.toggle(at - self.players)
        elif at >= _OPTIONS:
            i = self.offered[at - _OPTIONS]
            self.options[i] = (self.options[i] + by) % len(self.rules.ROWS[i][1])
        self._arrange()

    def _label(self, i: int) -> str:
        if i == _START:
            return words.t("setup_start")
        if i == _COUNT:
            return words.t("setup_players")
        if i == _BEGINS:
            return words.t("setup_begins")
        if i < self.players:
            return words.t(self.rules.ROWS[self.offered[i - _OPTIONS]][0])
        return self.app.party.names[i - self.players]

    def _value(self, i: int):
        party = self.app.party
        if i == _START:
            return None
        if i == _COUNT:
            return (str(party.count), True)
        if i == _BEGINS:
            who = words.t("setup_drawn") if party.begins < 0 else party.names[party.begins]
            return (who, True)
        if i < self.players:
            i = self.offered[i - _OPTIONS]
            return (words.t(self.rules.ROWS[i][1][self.options[i]]), True)
        return (words.t(_KINDS[party.kinds[i - self.players] == COMPUTER]), True)


def chosen(app, game) -> bytearray:
    """The options of a game as they were chosen last, a byte for each: the party's own bytes."""
    options = app.party.options
    key = game[0]
    if key not in options:
        rules = games.rules(game)
        rows = rules.ROWS if rules else ()
        options[key] = load_choice(app, games.GAMES.index(game), rows)
    return options[key]


def begin(app, game) -> None:
    """Begin a game of this kind with the present party and options."""
    party = app.party
    try:
        first = party.first(app.parts.entropy)
    except RuntimeError:
        from ui.screens.fault import Fault

        app.restart(Fault(app))
        return
    save_party(app)
    options = chosen(app, game)
    rules = games.rules(game)
    if rules:
        save_choice(app, games.GAMES.index(game), options)
        options = bytearray(options)
        for i in range(len(options)):
            if not rules.offered(options, i):
                options[i] = 0
    count = party.count
    kinds = bytearray(party.kinds[:count])
    games.start(app, game, party.names[:count], kinds, first, options)
