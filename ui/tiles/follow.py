"""The follower step: what may be put on the tile just placed, and the end of the turn.

A follower on a feature of the tile, a crown, a token, or nothing, which ends the turn; each with
what it would score as things stand. Until the turn is ended it can be taken back step by step.
"""

from micropython import const

from engine.tiles.terms import CLAIM, CONFIRM, CROWN, END, PLACE_AT, TOKEN
from engine.tiles.thinker import Thinker
from ui import signs
from ui.app import DRAW, IDLE, WORK
from ui.keys import DOWN, HOLD_A, HOLD_B, MENU, RIGHT, A, B
from ui.room import forget
from ui.sprites import forget as forget_sheet
from ui.tiles import flow, table
from ui.tiles.status import look, open_pause

# The cursor rests so long before the tile and the landscape show what it is on: a move sends
# little.
_REST_MS = const(80)


class Follow:
    """`choices` are the actions, nothing last; `at` is the chosen one, -1 while the advice is
    thought out."""

    def __init__(self, app, action: int = -1) -> None:
        self.app = app
        self.view = table.view(app)
        self.view.show(*table.placed(app.match.game))
        self.choices: list = []
        self.at = -1
        self.lit = -1  # the action that tile and landscape show
        self.since = 0
        self.thinker: Thinker | None = None
        self._list(action)

    def _list(self, action: int) -> None:
        """The choices now; `action` is the one to begin with, -1: the advice."""
        game = self.app.match.game
        self.choices = game.legal_actions()[1:]
        self.choices.append(END)
        self.at = -1
        if len(self.choices) == 1:
            self._choose(0)
        elif action >= 0:
            self._choose(self.choices.index(action))
        else:
            self.thinker = Thinker(game)
        self.lit = self._chosen()

    def _choose(self, at: int) -> None:
        self.thinker = None
        self.at = at
        self.since = self.app.parts.clock.now()

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()

    def leave(self) -> None:
        forget("ui.tiles.sectors")
        forget_sheet("wheel")

    def button(self, key: int) -> None:
        if key == MENU:
            open_pause(self.app)
        elif key == HOLD_A:
            look(self.app, *table.placed(self.app.match.game))
        elif key in (B, HOLD_B):
            self._take_back()
        elif key == A:
            if self.at >= 0:
                self._do(self.choices[self.at])
        elif len(self.choices) > 1:
            count = len(self.choices)
            if self.at < 0:
                self._choose(0 if key in (DOWN, RIGHT) else count - 1)
            else:
                self._choose((self.at + (1 if key in (DOWN, RIGHT) else -1)) % count)

    def _do(self, choice: int) -> None:
        if choice == END:
            flow.play(self.app, END)
            return
        self.app.match.play(choice)
        self.view.renew()
        self._list(END)

    def _take_back(self) -> None:
        app = self.app
        action = app.match.take_back()
        if action >= PLACE_AT:
            flow.place(app, action)
        elif action >= 0:
            self.view.renew()
            self._list(action)

    def tick(self) -> int:
        if self.thinker:
            action = self.thinker.step()
            if action is None:
                return WORK
            self._choose(self.choices.index(action))
            self.lit = action
            return DRAW
        action = self._chosen()
        if self.lit != action and self.app.parts.clock.since(self.since) >= _REST_MS:
            self.lit = action
            return DRAW
        return IDLE

    def _chosen(self) -> int:
        """The action that the picture is about: the chosen one, or the one that is done."""
        game = self.app.match.game
        if game.phase == CONFIRM:
            return game.steps[-1]
        return self.choices[self.at] if self.at >= 0 else -1

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        land = game.land
        tile = land.count - 1
        player = game.player
        local = _local(self.lit)
        self.view.light(land.first[tile] + local if local >= 0 else -1)
        table.draw_table(canvas, match, self.view, player)
        canvas.look()
        if local >= 0 and game.phase != CONFIRM:
            self.view.follower(canvas, tile, local, player)
        if CROWN <= self.lit < TOKEN:
            from ui.tiles.sectors import draw_sector

            draw_sector(canvas, game, self.lit - CROWN, table.HAND_X, table.HAND_Y)
        else:
            self._draw_tile(canvas, land, tile, local)
        canvas.look()
        action = self._chosen()
        table.draw_line(canvas, table.choice_text(game, action) if action >= 0 else "…")
        if len(self.choices) > 1:
            canvas.text_right(signs.UP + signs.DOWN, 128, table.LINE_Y)

    def _draw_tile(self, canvas, land, tile: int, local: int) -> None:
        """The tile doubled, with a dot where something else may be put."""
        game = self.app.match.game
        turn = land.turns[tile]
        table.draw_hand(canvas, game, turn, local, game.player)
        for choice in self.choices:
            other = _local(choice)
            if other >= 0 and other != local:
                x, y = table.doubled(land.kinds[tile], turn, other)
                canvas.fill(x - 2, y - 2, 5, 5, False)
                canvas.fill(x - 1, y - 1, 3, 3)
                canvas.dot(x, y, False)

    def hints(self):
        if self.at < 0:
            return (None, "hint_undo")
        # Where the cursor rests; on its way there the line is left alone.
        action = self.lit if self.lit in self.choices else self.choices[self.at]
        return ("hint_end" if action == END else "hint_put", "hint_undo")


def _local(action: int) -> int:
    """The feature of the tile that an action claims, -1 for none."""
    return action - CLAIM if CLAIM <= action < CROWN else -1
