"""Final scoring step by step: every press scores one more feature and shows it (T14)."""

from engine.contract import OVER
from engine.tiles.terms import SCORE
from ui import words
from ui.app import IDLE, WORK
from ui.keys import HOLD_A
from ui.room import forget
from ui.screens.rows import draw_title
from ui.tiles import flow, score
from ui.tiles.status import stays


class Final(score.Score):
    """Where nobody plays but computers it goes on by itself; A held goes on to the end."""

    def __init__(self, app) -> None:
        super().__init__(app, -1)
        self.rush = False

    def button(self, key: int) -> None:
        if key == HOLD_A:
            self.rush = True
        elif not self.rush:
            super().button(key)

    def tick(self) -> int:
        if not self.rush:
            return super().tick() if self.event or not self.stays() else IDLE
        self.go_on()
        return WORK

    def stays(self) -> bool:
        match = self.app.match
        return match.people() > 0 or stays(self.app, 0, self.since)

    def go_on(self) -> None:
        app = self.app
        match = app.match
        if match.game.to_move == OVER:
            flow.go_on(app)
            return
        match.play(SCORE)
        self.take(match.game.events[0])
        self.enter()
        if not self.rush:
            app.dirty = True

    def draw(self, canvas) -> None:
        if self.event:
            super().draw(canvas)
            return
        draw_title(canvas, words.t("final_title"))
        y = 16
        for line in words.t("final_text").split("\n"):
            canvas.text(line, 0, y)
            y += 8

    def leave(self) -> None:
        forget(__name__)
