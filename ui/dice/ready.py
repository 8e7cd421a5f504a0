"""Before a person's first roll: whose turn it is, and the device is handed over (F38).

One press is the hand-over and the roll; the option "hand-over" leaves the screen out.
"""

from micropython import const

from engine.dice.terms import ROLL
from ui import words
from ui.app import IDLE
from ui.dice import flow
from ui.dice.status import dice_text, load_marks, open_pause, standings
from ui.keys import MENU, A, B
from ui.screens.rows import draw_title
from ui.sprites import load_sheet

_NAME_Y = const(16)
_SCORES_Y = const(48)


class Ready:
    """Name and mark of the next player, his dice, everybody's points."""

    def __init__(self, app) -> None:
        self.app = app
        self.marks = load_marks()
        self.mark = load_sheet("marks16")

    def enter(self) -> None:
        pass

    def button(self, key: int) -> None:
        if key == A:
            flow.play(self.app, ROLL)
        elif key == B:
            standings(self.app)
        elif key == MENU:
            open_pause(self.app)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        player = game.to_move
        draw_title(canvas, words.t("ready_pass" if match.people() > 1 else "ready_turn"))
        canvas.sprite(self.mark, player, 4, _NAME_Y)
        canvas.text(match.names[player], 26, _NAME_Y, True)
        canvas.text_right(str(game.scores[player]), 124, _NAME_Y, True)
        canvas.text(words.t("ready_rolls", dice_text(game.to_roll())), 4, 32)
        if game.kept[player]:
            canvas.text(words.t("ready_doubled"), 4, 40)
        self._draw_others(canvas, match, player)

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_roll", "hint_standings")

    def _draw_others(self, canvas, match, player: int) -> None:
        count = match.game.players
        x = 4
        for i in range(1, count):
            other = (player + i) % count
            canvas.sprite(self.marks, other, x, _SCORES_Y)
            canvas.text(str(match.game.scores[other]), x + 10, _SCORES_Y)
            x += 30
