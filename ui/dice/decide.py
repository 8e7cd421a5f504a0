"""How to go on: roll again, score, keep a knight; each with what it would mean (D16, D17, D23)."""

from micropython import const

from engine.dice.terms import KEEP, NOTHING, ROLL, SCORE
from engine.dice.terms import KNIGHT as ASIDE
from engine.dice.thinker import Thinker
from ui import words
from ui.app import IDLE
from ui.dice import flow
from ui.dice.status import dice_text, draw_status, load_marks, open_pause, points_text
from ui.dice.tray import any_city
from ui.keys import HOLD_A, HOLD_B, MENU, A, B
from ui.screens.rows import Rows

BUILD_ON = const(5)  # not an action: back to the building ground

_VISIBLE = const(5)
_INFO_Y = const(48)


class Decide:
    """The choices that end a roll; `action` is the one to begin with."""

    def __init__(self, app, action: int) -> None:
        self.app = app
        self.marks = load_marks()
        self._list_choices(action)

    def _list_choices(self, action: int) -> None:
        game = self.app.match.game
        self.choices = [c for c in (ROLL, SCORE, KEEP, NOTHING, ASIDE) if not game.why_not(c)]
        if any_city(game):
            self.choices.append(BUILD_ON)
        at = self.choices.index(action) if action in self.choices else 0
        self.rows = Rows(len(self.choices), at, _VISIBLE, False)
        self.labels: list = []

    def enter(self) -> None:
        self.labels = []
        for choice in self.choices:
            self.labels.append(self._label(choice))

    def button(self, key: int) -> None:
        if key == A:
            self._do(self.choices[self.rows.at])
        elif key == B:
            if BUILD_ON in self.choices:
                self._do(BUILD_ON)
        elif key == HOLD_B:
            action = self.app.match.take_back()
            if action >= 0:
                flow.show_turn(self.app, action)
        elif key == HOLD_A:
            from ui.dice.look import Look

            self.app.push(Look(self.app))
        elif key == MENU:
            open_pause(self.app)
        else:
            self.rows.move(key)

    def tick(self) -> int:
        return IDLE

    def draw(self, canvas) -> None:
        match = self.app.match
        draw_status(canvas, match, self.marks, match.game.player)
        self.rows.draw(canvas, lambda i: self.labels[i])
        canvas.text(self._meaning(self.choices[self.rows.at]), 0, _INFO_Y)

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_do", "hint_build" if BUILD_ON in self.choices else None)

    def _do(self, choice: int) -> None:
        app = self.app
        if choice == BUILD_ON:
            flow.build_on(app)
        elif choice == ASIDE:
            app.match.play(ASIDE)
            self._list_choices(ASIDE)
            self.enter()
            flow.ponder(app, Thinker(app.match.game), self._go_on)
        else:
            flow.play(app, choice)

    def _go_on(self, action: int) -> None:
        flow.show_turn(self.app, action)

    def _label(self, choice: int) -> str:
        game = self.app.match.game
        if choice == ROLL:
            return words.t("decide_roll", dice_text(game.to_roll()))
        if choice == SCORE:
            return words.t("decide_score", points_text(game.offer()))
        if choice == KEEP:
            return words.t("decide_keep")
        if choice == NOTHING:
            return words.t("decide_nothing")
        if choice == ASIDE:
            return words.t("decide_aside")
        return words.t("decide_build")

    def _meaning(self, choice: int) -> str:
        game = self.app.match.game
        if choice == ROLL:
            return self._open_city(game)
        if choice == SCORE:
            points = game.offer()
            if not points:
                return words.t("mean_none")
            before = game.scores[game.player]
            return words.t("mean_score", game.layout.best_closed(), before + points)
        if choice == KEEP:
            return words.t("mean_keep")
        if choice == ASIDE:
            return words.t("mean_aside", game.aside)
        return words.t("mean_nothing" if choice == NOTHING else "mean_build")

    def _open_city(self, game) -> str:
        """The largest open city, or how many rolls are left."""
        best = (0, 0)
        for size, opened, _cells in game.layout.cities():
            if opened and size > best[0]:
                best = (size, opened)
        if best[0]:
            return words.t("mean_open", best[0], words.tn("sides", best[1]))
        return words.t("mean_roll", game.roll + 1)
