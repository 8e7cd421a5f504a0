"""A computer player's turn after the draw, step by step; A skips through the rest of it."""

from micropython import const

from engine.tiles.landscape import split_place
from engine.tiles.terms import CLAIM, CONFIRM, CROWN, END, PLACE, PLACE_AT
from engine.tiles.thinker import Thinker
from ui import words
from ui.app import DRAW, IDLE, WORK
from ui.keys import HOLD_A, MENU, A
from ui.tiles import flow, table
from ui.tiles.status import look, open_pause

_STEP_MS = (150, 500, 1000)  # before each of its steps, by the option "speed"
_DOT_MS = const(250)  # between two dots of a thought
_DOTS = "..."


class Watch:
    """Thinks in small steps between two looks at the buttons, then acts after a while.

    `action` is what it has decided and not done yet, -1 for nothing.
    """

    def __init__(self, app) -> None:
        self.app = app
        self.view = table.view(app)
        self.view.show(*table.placed(app.match.game))
        self.thinker: Thinker | None = None
        self.action = -1
        self.since = 0
        self.dots = 0

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()

    def leave(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == MENU:
            open_pause(self.app)
        elif key == HOLD_A:
            look(self.app)
        elif key == A:
            self.app.match.hurry = True

    def tick(self) -> int:
        match = self.app.match
        clock = self.app.parts.clock
        elapsed = clock.since(self.since)
        if self.action < 0:
            return self._think(elapsed)
        if elapsed < _STEP_MS[self.app.options.speed] and not match.hurry:
            return IDLE
        action = self.action
        self.action = -1
        self.since = clock.now()
        if action == END:
            flow.play(self.app, END)
            return WORK
        match.play(action)
        self.view.renew()
        return DRAW | WORK

    def _think(self, elapsed: int) -> int:
        game = self.app.match.game
        if game.phase == CONFIRM:
            self.action = END
            return WORK
        if self.thinker is None:
            self.thinker = Thinker(game)
        action = self.thinker.step()
        if action is not None:
            self.thinker = None
            self.action = action
            self.since = self.app.parts.clock.now()
            if action >= PLACE_AT:
                x, y, _turn = split_place(action)
                self.view.show(x, y)
            return DRAW | WORK
        dots = elapsed // _DOT_MS & 3
        if dots == self.dots:
            return WORK
        self.dots = dots
        return DRAW | WORK

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        land = game.land
        tile = land.count - 1
        player = game.player
        action = self.action
        if game.phase == CONFIRM:
            action = game.steps[-1]
        local = action - CLAIM if CLAIM <= action < CROWN else -1
        self.view.light(land.first[tile] + local if local >= 0 else -1)
        table.draw_table(canvas, match, self.view, player)
        if local >= 0:
            self.view.follower(canvas, tile, local, player)
        turn = 0 if game.phase == PLACE else land.turns[tile]
        if action >= PLACE_AT:
            x, y, turn = split_place(action)
            self.view.hand(canvas, table.kind_in_hand(game), turn, x, y, True)
        table.draw_hand(canvas, game, turn, local, player)
        table.draw_line(canvas, self._story(match, action))

    def _story(self, match, action: int) -> str:
        name = match.names[match.game.player]
        if action < 0:
            return words.t("watch_thinks", name) + _DOTS[: self.dots]
        if action >= PLACE_AT:
            return words.t("watch_places", name)
        if action == END:
            return words.t("watch_nothing", name)
        return words.t("watch_puts", name, table.choice_text(match.game, action))

    def hints(self):
        return (None if self.app.match.hurry else "hint_hurry", None)
