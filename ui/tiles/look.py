"""Looking around: whose a feature is, how large, what it would score (F32), and how many tiles
left fit an empty square (F33)."""

from micropython import const

from engine.tiles.scoring import followers
from ui import words
from ui.app import DRAW, IDLE
from ui.keys import DOWN, HOLD_A, LEFT, MENU, RIGHT, A, B
from ui.room import forget
from ui.screens.rows import draw_title
from ui.tiles.near import Near
from ui.tiles.status import load_marks, open_pause
from ui.tiles.told import fitting, told

_COLUMNS = const(4)
_X = const(65)  # of the text
_TOP = const(8)
_EDGE = const(128)
_MARKS = const(7)  # that fit side by side
# The cursor rests so long before the screen tells what it is on: a move sends little.
_REST_MS = const(80)


class Look:
    """A cursor on the squares of the landscape, at first on (x, y) or the tile placed last.

    `node` is the feature that is told of, -1 where there is none; `work`: the cursor has moved, and
    what it is on is still to be told.
    """

    def __init__(self, app, x=None, y=None) -> None:
        land = app.match.game.land
        self.app = app
        self.near = Near(land, _COLUMNS)
        self.x = x
        self.y = y
        if x is None:
            self.x = land.xs[land.count - 1] - 128
            self.y = land.ys[land.count - 1] - 128
        self.node = -1
        self.lines: list = []  # what is told of it
        self.pairs = b""  # who stands on it
        self.since = 0
        self._title = ""
        self.arrive()

    def arrive(self) -> None:
        """The cursor has come to a square."""
        self.near.show(self.x, self.y)
        self.since = self.app.parts.clock.now()
        self.work = True

    def tell(self) -> None:
        """Tell of the feature under the cursor on which somebody stands, or of the first."""
        game = self.app.match.game
        land = game.land
        tile = land.at(self.x, self.y)
        if tile >= 0 and land.first[tile] < land.first[tile + 1]:
            self._tell_of(land.first[tile] + (land.stands[tile] & 15))
        else:
            self._tell_of(-1)
            self._title = words.t("look_empty" if tile < 0 else "kind_4")
            self.lines = fitting(game, (self.y + 128) << 8 | self.x + 128)

    def _tell_of(self, node: int) -> None:
        game = self.app.match.game
        self.work = False
        self.node = node
        self.near.light(node)
        self.lines = []
        self.pairs = b""
        if node >= 0:
            self._title = words.t("kind_%d" % game.land.kind_of(node))
            self.lines = told(game, node)
            self.pairs = followers(game.land, node)

    def enter(self) -> None:
        """Come, or come back: perhaps in another language."""
        if self.work or self.node < 0:
            self.tell()
        else:
            self._tell_of(self.node)

    def button(self, key: int) -> None:
        app = self.app
        if key == MENU:
            open_pause(app)
        elif key == HOLD_A:
            from ui.tiles.far import Far

            app.push(Far(app, self.x, self.y))
        elif key == B:
            app.pop()
        elif key == A:
            self.step()
        elif key <= RIGHT:
            self.move(key)

    def step(self) -> None:
        """To the next feature of the tile."""
        node = self._next()
        if node >= 0:
            self._tell_of(node)

    def _next(self) -> int:
        """Where on the tile under the cursor another feature is, -1 where there is none."""
        land = self.app.match.game.land
        tile = land.at(self.x, self.y)
        if tile < 0:
            return -1
        start = land.first[tile]
        end = land.first[tile + 1]
        here = start + (land.stands[tile] & 15) if self.work else self.node
        node = here
        for _ in range(start + 1, end):
            node = node + 1 if node + 1 < end else start
            if land.label[node] != land.label[here]:  # the tile may have two parts of one
                return node
        return -1

    def move(self, key: int) -> None:
        """To the next square, as long as there are tiles near it."""
        x = self.x
        y = self.y
        if key == LEFT or key == RIGHT:
            x += 1 if key == RIGHT else -1
        else:
            y += 1 if key == DOWN else -1
        land = self.app.match.game.land
        for tile in range(land.count):
            if abs(land.xs[tile] - 128 - x) < 2 and abs(land.ys[tile] - 128 - y) < 2:
                self.x = x
                self.y = y
                self.arrive()
                return

    def tick(self) -> int:
        if not self.work or self.app.parts.clock.since(self.since) < _REST_MS:
            return IDLE
        self.tell()
        return DRAW

    def draw(self, canvas) -> None:
        self.near.draw(canvas)
        self.near.cursor(canvas, self.x, self.y)
        canvas.vline(_X - 2, _TOP, 48, False)
        self.draw_head(canvas)
        y = 2 * _TOP
        for text, value in self.lines:
            canvas.text(text, _X, y)
            canvas.text_right(value, _EDGE, y)
            y += _TOP

    def draw_head(self, canvas) -> None:
        """What it is, and whose."""
        draw_title(canvas, self._title)
        if self.node < 0:
            return
        x = _X
        for i in range(0, min(len(self.pairs), 2 * _MARKS), 2):
            canvas.sprite(load_marks(), self.pairs[i], x, _TOP + 1)
            x += 9
        if x == _X:
            canvas.text(words.t("look_nobody"), x, _TOP)

    def leave(self) -> None:
        forget("ui.tiles.told")
        forget(__name__)

    def hints(self):
        return ("hint_part" if self._next() >= 0 else None, "hint_back")
