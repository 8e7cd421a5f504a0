"""What a turn scored and why (F36), with the city that scored."""

from micropython import const

from engine.dice.terms import EVENT_CITY, EVENT_KEPT, EVENT_NOTHING
from ui import words
from ui.app import IDLE, WORK
from ui.dice import flow
from ui.dice.overview import draw_layout
from ui.dice.status import dice_text, load_marks, open_pause, pad, points_text
from ui.keys import MENU, A, B
from ui.screens.rows import draw_title
from ui.sprites import load_sheet

_COMPUTER_MS = const(2600)  # a computer's score goes on by itself


class Score:
    """The end of the turn which the last event tells of."""

    def __init__(self, app) -> None:
        self.app = app
        self.marks = load_marks()
        self.minis = load_sheet("dice6")
        self.event = app.match.game.events[-1]
        self.since = 0
        if self.event[0] == EVENT_CITY:
            app.sound.play("score")

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()
        self.app.match.hurry = False

    def button(self, key: int) -> None:
        if key == MENU:
            open_pause(self.app)
        elif key == B:
            pad(self.app)
        elif key == A:
            flow.go_on(self.app)

    def tick(self) -> int:
        if self.app.match.is_person(self.event[1]):
            return IDLE
        if self.app.parts.clock.since(self.since) < _COMPUTER_MS:
            return IDLE
        flow.go_on(self.app)
        return WORK

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        kind, player, points, size = self.event
        draw_title(canvas, words.t("score_title", match.names[player]))
        draw_layout(canvas, self.minis, game.layout, (84, 9, 44, 38), kind == EVENT_CITY)
        canvas.text("+%d" % points, 0, 8, True)
        x = canvas.text(str(game.scores[player]), 50, 8, True)
        canvas.hline(0, 26, x)
        y = 32
        for line in self._reason(kind, points, size, game.doubled):
            canvas.text(line, 0, y)
            y += 8

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_next", "hint_pad")

    def _reason(self, kind: int, points: int, size: int, doubled: bool) -> list:
        if kind == EVENT_CITY and doubled:
            reason = words.t("score_doubled", dice_text(size), points // 2, points)
        elif kind == EVENT_CITY:
            reason = words.t("score_city", dice_text(size), points_text(points))
        elif kind == EVENT_KEPT:
            reason = words.t("score_kept")
        elif kind == EVENT_NOTHING:
            reason = words.t("score_nothing")
        else:
            reason = words.t("score_none")
        return reason.split("\n")
