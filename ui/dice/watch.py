"""A computer player's turn, step by step; A skips through the rest of it."""

from micropython import const

from engine.dice.layout import BUILD
from engine.dice.terms import KNIGHT as ASIDE
from engine.dice.thinker import Thinker
from ui import words
from ui.app import DRAW, IDLE, WORK
from ui.dice import flow, ground, tray
from ui.dice.status import dice_text, draw_status, load_marks, open_pause
from ui.keys import HOLD_A, MENU, A
from ui.sprites import load_sheet

_STEP_MS = (150, 350, 650)  # between two of its steps, by the option "speed"
_INFO_Y = const(48)


class Watch:
    """Thinks in small steps between two looks at the buttons, then acts after a while."""

    def __init__(self, app) -> None:
        self.app = app
        self.marks = load_marks()
        self.dice = load_sheet("dice13")
        self.view = ground.View(app.match.game.layout)
        self.thinker: Thinker | None = None
        self.action = -1  # thought out, not done yet
        self.since = 0
        self.last = -1  # what was done last, for the line below

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()

    def button(self, key: int) -> None:
        if key == MENU:
            open_pause(self.app)
        elif key == HOLD_A:
            from ui.dice.look import Look

            self.app.push(Look(self.app))
        elif key == A:
            self.app.match.hurry = True

    def tick(self) -> int:
        if self.action < 0:
            return self._think()
        match = self.app.match
        wait = 0 if match.hurry else _STEP_MS[self.app.options.speed]
        if self.app.parts.clock.since(self.since) < wait:
            return IDLE
        action = self.action
        self.action = -1
        self.since = self.app.parts.clock.now()
        if action < BUILD and action != ASIDE:
            flow.play(self.app, action)
            return WORK
        match.play(action)
        self._follow(action)
        return DRAW | WORK

    def _think(self) -> int:
        if self.thinker is None:
            self.thinker = Thinker(self.app.match.game)
        action = self.thinker.step()
        if action is not None:
            self.action = action
            self.thinker = None
        return WORK

    def _follow(self, action: int) -> None:
        self.last = action
        if action >= BUILD:
            x, y, _look = self.app.match.game.layout.cells()[-1]
            self.view.show((x, y))

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        player = game.to_move if game.roll == 0 else game.player
        draw_status(canvas, match, self.marks, player)
        if game.roll == 0:
            canvas.text_center(match.names[player], 16, True)
            canvas.text_center(words.t("ready_rolls", dice_text(game.to_roll())), 40)
            if game.kept[player]:
                canvas.text_center(words.t("ready_doubled"), 48)
            return
        self.view.draw(canvas, self.dice, game.layout, ())
        tray.draw_rest(canvas, game)
        canvas.text(self._story(match, player), 0, _INFO_Y)

    def leave(self) -> None:
        pass

    def hints(self):
        return (None if self.app.match.hurry else "hint_hurry", None)

    def _story(self, match, player: int) -> str:
        if self.last == ASIDE:
            return words.t("watch_aside", match.names[player])
        if self.last >= BUILD:
            return words.t("watch_built", match.names[player])
        return words.t("watch_thinks", match.names[player])
