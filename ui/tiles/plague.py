"""The plague: a player chooses which of his followers in the landscape goes home (W6)."""

from micropython import const

from engine.tiles.terms import TAKE, TAKEN
from engine.tiles.thinker import Thinker
from ui import words
from ui.app import DRAW, IDLE, WORK
from ui.keys import HOLD_A, MENU, RIGHT, A, B
from ui.room import forget
from ui.screens.rows import draw_title
from ui.tiles import flow
from ui.tiles.look import Look
from ui.tiles.place import jump
from ui.tiles.status import load_marks, look, open_pause

_WAIT_MS = (300, 700, 1300)  # before a computer does it, by the option "speed"
_X = const(65)
_TOP = const(8)


class Plague(Look):
    """The cursor goes from one of his followers to the next; a computer thinks for itself."""

    def __init__(self, app) -> None:
        super().__init__(app)
        self._ask()

    def _ask(self) -> None:
        """Whoever is to move now."""
        game = self.app.match.game
        land = game.land
        self.player = game.to_move
        self.tiles = [
            tile for tile in range(land.count) if land.stands[tile] >> 4 == self.player + 1
        ]
        self.busy = not self.app.match.is_person(self.player)  # a computer is to choose
        self.thinker: Thinker | None = None
        self.action = -1  # of a computer, thought out
        self.at = -1
        self._go_to(0)
        self.near.renew()

    def button(self, key: int) -> None:
        app = self.app
        if key == MENU:
            open_pause(app)
        elif key == HOLD_A:
            look(app, self.x, self.y)
        elif self.busy:
            if key == A:
                app.match.hurry = True
        elif key == A:
            self._take(TAKE + self.tiles[self.at])
        elif key == B:
            self._go_to((self.at + 1) % len(self.tiles))
        elif key <= RIGHT:
            land = app.match.game.land
            spots = [land.ys[tile] << 8 | land.xs[tile] for tile in self.tiles]
            self._go_to(jump(spots, spots[self.at], key))

    def _go_to(self, at: int) -> None:
        if at < 0 or at == self.at:
            return
        land = self.app.match.game.land
        self.at = at
        tile = self.tiles[at]
        self.x = land.xs[tile] - 128
        self.y = land.ys[tile] - 128
        self.arrive()

    def _take(self, action: int) -> None:
        app = self.app
        app.match.play(action)
        if app.match.game.phase == TAKEN:  # the next one on the same screen: it is large
            self._ask()
            self.tell()
        else:
            flow.tell(app)

    def tick(self) -> int:
        todo = super().tick()
        if todo or not self.busy:
            return todo
        clock = self.app.parts.clock
        match = self.app.match
        if not self.thinker:
            self.thinker = Thinker(match.game)
            return WORK
        if self.action < 0:
            action = self.thinker.step()
            if action is None:
                return WORK
            self.action = action
            self._go_to(self.tiles.index(action - TAKE))
            self.since = clock.now()
            return DRAW | WORK
        if not match.hurry and clock.since(self.since) < _WAIT_MS[self.app.options.speed]:
            return IDLE
        self._take(self.action)
        return DRAW | WORK

    def draw_head(self, canvas) -> None:
        """Who is asked, and what the follower is."""
        land = self.app.match.game.land
        draw_title(canvas, words.t("plague_who", self.app.match.names[self.player]))
        canvas.sprite(load_marks(), self.player, _X, _TOP + 1)
        canvas.text(words.t("role_%d" % land.kind_of(self.node)), _X + 10, _TOP)

    def leave(self) -> None:
        super().leave()
        forget(__name__)

    def hints(self):
        if self.busy:
            return (None if self.app.match.hurry else "hint_hurry", None)
        return ("hint_home", "hint_other" if len(self.tiles) > 1 else None)
