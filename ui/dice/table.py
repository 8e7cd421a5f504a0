"""Building: a die in hand, the cursor on legal places only, the tray beside them.

The next useful die is in hand and the cursor on its best place, so that most
builds are one press. Beyond the last place to the left or right the cursor goes
to the tray: another die, a knight aside, a new city apart, roll or stop.

A build is shown at once; which die is the next one is thought out after that.
"""

from micropython import const

from engine.dice.faces import KNIGHT, POINTS, TEE
from engine.dice.layout import BUILD, build_action, face_of, split_action
from engine.dice.terms import KNIGHT as ASIDE
from engine.dice.terms import SCORE
from engine.dice.thinker import Thinker
from ui import words
from ui.app import IDLE
from ui.dice import flow, ground, tray
from ui.dice.status import draw_status, load_marks, open_pause
from ui.keys import DOWN, HOLD_A, HOLD_B, LEFT, MENU, RIGHT, UP, A, B
from ui.sprites import load_sheet

_INFO_Y = const(48)
_INFO_X = const(56)  # where the second half of the line begins, so that little of it changes


class Table:
    """A person's dice after a roll; `action` is the build or KNIGHT to begin with.

    Where there is a `thinker`, its answer is waited for instead.
    """

    def __init__(self, app, action: int, thinker=None) -> None:
        self.app = app
        self.marks = load_marks()
        self.dice = load_sheet("dice13")
        self.view = ground.View(app.match.game.layout)
        self.apart = False
        self.in_tray = False
        self.item = tray.DECIDE
        self.face = -1  # the city face in hand, -1 where there is none
        self.at = (0, 0)
        self.looks: list = []
        self.turn = 0
        self.spots: list = []
        if thinker is None:
            self.focus(action)
        else:
            self._ponder(thinker)

    def enter(self) -> None:
        pass

    def tick(self) -> int:
        return IDLE

    def leave(self) -> None:
        pass

    # -- what is in hand ---------------------------------------------------

    def focus(self, action: int) -> None:
        """Take in hand what an action needs: a die at its place, or a knight."""
        if action >= BUILD:
            look, x, y = split_action(action)
            self._take(face_of(action), not self._beside(x, y))
            self._move_to((x, y))
            self.turn = self.looks.index(look)
        else:
            self._take(self._first_face(), False)
            self.in_tray = True
            self.item = KNIGHT if self.app.match.game.hand[KNIGHT] else tray.DECIDE

    def _beside(self, x: int, y: int) -> bool:
        layout = self.app.match.game.layout
        if not len(layout):
            return True
        return any(abs(x - a) + abs(y - b) == 1 for a, b, _look in layout.cells())

    def _first_face(self) -> int:
        hand = self.app.match.game.hand
        for face in range(TEE + 1):
            if hand[face]:
                return face
        return -1

    def _take(self, face: int, apart: bool) -> None:
        self.face = face
        self.item = face
        self.apart = apart
        self.in_tray = False
        self.spots = []
        if face >= 0:
            layout = self.app.match.game.layout
            wanted = self.spots = ground.places(layout, face, False)
            if apart or not wanted:
                # Those beside built dice stay within reach.
                wanted = ground.places(layout, face, True)
                self.spots = self.spots + wanted
            self._move_to(ground.nearest(wanted, self.at))

    def _move_to(self, at: tuple) -> None:
        self.at = at
        self.looks = self.app.match.game.layout.turns_at(self.face, at[0], at[1])
        self.turn = 0
        self.view.show(at)

    # -- buttons -----------------------------------------------------------

    def button(self, key: int) -> None:
        if key == HOLD_B:
            self._take_back()
        elif key == HOLD_A:
            from ui.dice.look import Look

            self.app.push(Look(self.app))
        elif key == MENU:
            open_pause(self.app)
        elif self.in_tray:
            self._tray_button(key)
        elif key == A:
            self._play(build_action(self.looks[self.turn], self.at[0], self.at[1]))
        elif key == B:
            self.turn = (self.turn + 1) % len(self.looks)
        else:
            self._arrow(key)

    def _arrow(self, key: int) -> None:
        spot = ground.jump(self.spots, self.at, key)
        if spot:
            self._move_to(spot)
        elif key in (LEFT, RIGHT):
            self.in_tray = True
            self.item = self.face

    def _tray_button(self, key: int) -> None:
        items = tray.items(self.app.match.game)
        if key in (UP, DOWN):
            step = 1 if key == DOWN else -1
            self.item = items[(items.index(self.item) + step) % len(items)]
        elif key == A:
            self._choose(self.item)
        elif self.face >= 0 and key in (B, LEFT, RIGHT):
            self.in_tray = False
            self.item = self.face

    def _choose(self, item: int) -> None:
        app = self.app
        if item == KNIGHT:
            self._play(ASIDE)
        elif item == tray.DECIDE:
            flow.show_choice(app, SCORE)
        elif item == tray.APART:
            self._take(self.face, True)
        else:
            self._ponder(Thinker(app.match.game, item))

    def _play(self, action: int) -> None:
        match = self.app.match
        match.play(action)
        self.in_tray = False
        self._ponder(Thinker(match.game))

    def _ponder(self, thinker) -> None:
        """Without a cursor until it is known where it belongs."""
        self.face = -1
        self.looks = []
        self.spots = []
        flow.ponder(self.app, thinker, self._go_on)

    def _go_on(self, action: int) -> None:
        self.app.dirty = True
        if action >= BUILD or action == ASIDE:
            self.focus(action)
        else:
            flow.show_choice(self.app, action)

    def _take_back(self) -> None:
        action = self.app.match.take_back()
        if action >= 0:
            self.focus(action)

    # -- picture -----------------------------------------------------------

    def draw(self, canvas) -> None:
        match = self.app.match
        game = match.game
        draw_status(canvas, match, self.marks, game.player)
        self.view.draw(canvas, self.dice, game.layout, self.spots)
        tray.draw_rest(canvas, game)
        if self.in_tray:
            tray.draw_hand(canvas, self.item, True)
        elif self.looks:
            tray.draw_hand(canvas, self.face, False)
            self._draw_cursor(canvas, self.looks[self.turn])
        self._draw_info(canvas, game)

    def _draw_cursor(self, canvas, look: int) -> None:
        corner = self.view.corner(self.at[0], self.at[1])
        if corner:
            canvas.sprite_clear(self.dice, look, corner[0], corner[1], True)

    def _draw_info(self, canvas, game) -> None:
        """The city that the die in hand would belong to, also while the cursor is in the tray: so
        little changes on the way there and back."""
        if self.looks:
            size, opened = ground.preview(game.layout, self.looks[self.turn], self.at)
            if opened:
                text = words.tn("sides", opened)
            else:
                text = words.t("info_closed", POINTS[size] * (2 if game.doubled else 1))
            canvas.text(words.t("info_city", size), 0, _INFO_Y)
            canvas.text(text, _INFO_X, _INFO_Y)

    def hints(self):
        if self.in_tray:
            return (tray.hint(self.item), "hint_back" if self.face >= 0 else None)
        if not self.looks:
            return (None, None)
        return ("hint_build", "hint_turn" if len(self.looks) > 1 else None)
