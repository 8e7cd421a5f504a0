"""Before a person's draw: whose turn it is, and the device is handed over (F38).

One press is the hand-over and the draw; the option "hand-over" leaves the screen out.
"""

from micropython import const

from ui import words
from ui.app import IDLE
from ui.keys import HOLD_A, MENU, A, B
from ui.screens.rows import draw_title
from ui.sprites import load_sheet
from ui.tiles import flow
from ui.tiles.status import drawn, look, open_pause, standings

_NAME_Y = const(16)
_OTHERS_Y = const(48)
_PITCH = const(30)


class Ready:
    """Name and mark of the next player, which tile he draws, everybody's points."""

    def __init__(self, app) -> None:
        self.app = app

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == A:
            flow.draw(self.app)
        elif key == B:
            standings(self.app)
        elif key == HOLD_A:
            look(self.app)
        elif key == MENU:
            open_pause(self.app)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        player = game.player
        draw_title(canvas, words.t("ready_pass" if match.people() > 1 else "ready_turn"))
        canvas.sprite(load_sheet("marks16"), player, 4, _NAME_Y)
        canvas.text(match.names[player], 26, _NAME_Y, True)
        canvas.text_right(str(game.scores[player]), 124, _NAME_Y, True)
        number, total = drawn(game)
        canvas.text(words.t("ready_draws", number + 1, total), 4, 32)
        marks = load_sheet("marks8")
        x = 4
        y = _OTHERS_Y - (8 if game.players > 5 else 0)
        for i in range(1, game.players):
            other = (player + i) % game.players
            canvas.sprite(marks, other, x, y)
            canvas.text(str(game.scores[other]), x + 10, y)
            x += _PITCH
            if x + _PITCH > 128:
                x = 4
                y += 8

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_draw", "hint_standings")
