"""Placing: the tile in hand, the cursor on squares where it fits.

The picture comes at once; where the cursor begins is what the computer player would do, as soon as
that has been thought out. An arrow takes the cursor before. Beside it squares are marked that no
tile left fits (F33), and the tile placed last (F34).
"""

from micropython import const

from engine.tiles.table import ROW, SIDE, TABLE, code_of
from engine.tiles.terms import PLACE_AT
from engine.tiles.thinker import Thinker
from ui import signs
from ui.app import DRAW, IDLE, WORK
from ui.keys import HOLD_A, LEFT, MENU, RIGHT, UP, A, B
from ui.tiles import flow, table
from ui.tiles.status import look, open_pause

_BLINK_MS = const(500)
# The cursor rests so long before the tile beside the landscape turns with it: a move sends little.
_REST_MS = const(60)
_ASIDE = const(3)  # a step off the direction pressed counts as much as three along it


class Place:
    """A person's tile after the draw; `action` is the placement to begin with, -1: the advice.

    `spots` are the squares where it fits, as keys of the landscape, `turns` the bits of the turns
    that fit there. `at` is the cursor's place among them, -1 while there is none.
    """

    def __init__(self, app, action: int = -1) -> None:
        self.app = app
        game = app.match.game
        self.kind = table.kind_in_hand(game)
        self.looks = _looks(self.kind)
        self.spots: list = []
        self.turns = bytearray()
        self.dead: list = []
        self.at = -1
        self.turn = 0
        self.doubled = 0  # the turn of the doubled tile
        self.lit = True
        self.since = 0
        self.view = table.view(app)
        if action < 0:
            self.view.show(*table.placed(game))
        self.work = self._prepare(game, action)

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()

    def leave(self) -> None:
        pass

    def _prepare(self, game, action: int):
        """Generator: where it fits, what is dead, where to begin; a small step at a time."""
        moves: list = []
        for _ in game.scan(moves):
            yield WORK
        for move in moves:
            turn = move & 3
            if self.looks[turn] == turn:
                key = (move - PLACE_AT) >> 2
                if not self.spots or self.spots[-1] != key:
                    self.spots.append(key)
                    self.turns.append(0)
                self.turns[-1] |= 1 << turn
        if action < 0 and len(self.spots) == 1:
            action = moves[0]
        if action >= 0:
            self._begin_at(action)
        yield DRAW | WORK
        for _ in game.dead(self.dead):
            yield WORK
        yield DRAW | WORK if self.dead else WORK
        thinker = Thinker(game)
        while self.at < 0:
            move = thinker.step()
            if move is not None:
                self._begin_at(move)
                yield DRAW
            yield WORK

    def _begin_at(self, action: int) -> None:
        self.turn = self.doubled = self.looks[action & 3]
        self._move_to(self.spots.index((action - PLACE_AT) >> 2))

    def _move_to(self, at: int) -> None:
        """The tile keeps its turn where that fits."""
        self.at = at
        if not self.turns[at] >> self.turn & 1:
            self._next()
        self.view.show(*self._square())
        self._light()

    def _next(self) -> None:
        """The next turn that fits."""
        turn = (self.turn + 1) & 3
        while not self.turns[self.at] >> turn & 1:
            turn = (turn + 1) & 3
        self.turn = turn
        self._light()

    def _light(self) -> None:
        self.lit = True
        self.since = self.app.parts.clock.now()

    # -- buttons -----------------------------------------------------------

    def button(self, key: int) -> None:
        if key == MENU:
            open_pause(self.app)
        elif key <= RIGHT:
            self._arrow(key)
        elif self.at < 0:
            if key == HOLD_A:
                look(self.app)
        elif key == HOLD_A:
            look(self.app, *self._square())
        elif key == A:
            flow.play(self.app, PLACE_AT + (self.spots[self.at] << 2 | self.turn))
        elif key == B and self._turns() > 1:
            self._next()
            self.doubled = self.turn

    def _square(self) -> tuple:
        key = self.spots[self.at]
        return (key & 255) - 128, (key >> 8) - 128

    def _arrow(self, key: int) -> None:
        spots = self.spots
        near = self.view
        if self.at >= 0:
            at = jump(spots, spots[self.at], key)
        else:  # the nearest to the middle
            at = jump(spots, (near.y + 129) << 8 | near.x + 130, -1)
        if at >= 0:
            self._move_to(at)

    # -- picture -----------------------------------------------------------

    def tick(self) -> int:
        todo = IDLE
        if self.work:
            try:
                todo = next(self.work)
            except StopIteration:
                self.work = None
        if self.at >= 0:
            elapsed = self.app.parts.clock.since(self.since)
            if self.doubled != self.turn and elapsed >= _REST_MS:
                self.doubled = self.turn
                todo |= DRAW
            if elapsed >= _BLINK_MS:
                lit = not self.lit
                self._light()
                self.lit = lit
                todo |= DRAW
        return todo

    def draw(self, canvas) -> None:
        match = self.app.match
        table.draw_table(canvas, match, self.view, match.game.player)
        near = self.view
        near.pips(canvas, self.spots)
        near.crosses(canvas, self.dead)
        if self.at < 0:
            # It is thought over; the arrows take the cursor before.
            text = signs.LEFT + " … " + signs.RIGHT
            canvas.text_center(text, table.LINE_Y, False, table.HAND_X, 32)
        else:
            x, y = self._square()
            near.hand(canvas, self.kind, self.turn, x, y, self.lit)
            self._draw_turn(canvas)
        table.draw_hand(canvas, match.game, self.doubled)

    def _turns(self, end: int = 4) -> int:
        """How many of the turns below `end` fit here."""
        return sum([self.turns[self.at] >> turn & 1 for turn in range(end)])

    def _draw_turn(self, canvas) -> None:
        """Which of the turns that fit here it is."""
        count = self._turns()
        if count > 1:
            text = "%d/%d" % (self._turns(self.doubled + 1), count)
            canvas.text_center(text, table.LINE_Y, False, table.HAND_X, 32)

    def hints(self):
        if self.at < 0:
            return (None, None)
        return ("hint_place", "hint_turn" if self._turns() > 1 else None)


def _looks(kind: int) -> bytes:
    """For each quarter turn of a tile the least that looks and plays the same."""
    code = code_of(kind, 0)
    if code_of(kind, 2) != code:
        return b"\x00\x01\x02\x03"
    at = kind * ROW + SIDE
    a = TABLE[at] == TABLE[at + 1]
    # Of tiles that are alike on all sides one still has two roads that join different pairs.
    if code_of(kind, 1) == code and a == (TABLE[at + 1] == TABLE[at + 2]):
        return b"\x00\x00\x00\x00"
    return b"\x00\x01\x00\x01"


def jump(spots: list, here: int, key: int) -> int:
    """The nearest square in the direction of an arrow key, in any direction for -1: its place
    among `spots`, -1 where there is none."""
    best = -1
    least = 0
    for i in range(len(spots)):
        x = (spots[i] & 255) - (here & 255)
        y = (spots[i] >> 8) - (here >> 8)
        if key == LEFT or key == RIGHT:
            along = x if key == RIGHT else -x
            aside = abs(y)
        else:
            along = -y if key == UP else y
            aside = abs(x)
        if key < 0:
            along = abs(y)
        elif along <= 0:
            continue
        cost = along + _ASIDE * aside if key >= 0 else along + aside
        if best < 0 or cost < least:
            best = i
            least = cost
    return best
