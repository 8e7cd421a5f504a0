"""What a completed feature scored and why: the feature flashes beside the reasons (F36)."""

from micropython import const

from engine.tiles.terms import CITY, EV_FEATURE, FIELD
from ui import signs, words
from ui.app import DRAW, IDLE, WORK
from ui.keys import MENU, A, B
from ui.screens.rows import draw_title
from ui.sprites import load_sheet
from ui.tiles import flow
from ui.tiles.near import Near
from ui.tiles.status import load_marks, open_pause, pad, stays

_FLASH_MS = const(350)
_FLASHES = const(9)  # then it stays lit
_COLUMNS = const(4)
_X = const(65)  # of the text
_TOP = const(8)
_EDGE = const(128)
_LAST = const(40)  # upper edge of what stands above the last line of reasons


class Score:
    """Tells of event `i` of the last step, an EV_FEATURE; -1: of none yet."""

    def __init__(self, app, i: int) -> None:
        self.app = app
        self.next = i + 1
        self.near = Near(app.match.game.land, _COLUMNS)
        self.event: tuple = ()
        self.flashes = 0
        self.since = 0  # when the screen came
        self.lit = 0  # when it flashed last
        if i >= 0:
            self.take(app.match.game.events[i])

    def take(self, event: tuple) -> None:
        """Show this event."""
        self.event = event
        self.flashes = 0
        _frame(self.near, self.app.match.game.land, event[2])
        self.app.sound.play("score")

    def enter(self) -> None:
        self.since = self.lit = self.app.parts.clock.now()

    def button(self, key: int) -> None:
        if key == MENU:
            open_pause(self.app)
        elif key == B:
            pad(self.app)
        elif key == A:
            self.go_on()

    def tick(self) -> int:
        clock = self.app.parts.clock
        if not self.stays():
            self.go_on()
            return WORK
        if self.flashes == _FLASHES or clock.since(self.lit) < _FLASH_MS:
            return IDLE
        self.lit = clock.now()
        self.flashes += 1
        return DRAW

    def stays(self) -> bool:
        """Whether it waits for a press, or for a while yet."""
        game = self.app.match.game
        return stays(self.app, (game.player - 1) % game.players, self.since)

    def go_on(self) -> None:
        """What comes next."""
        flow.tell(self.app, self.next)

    def draw(self, canvas) -> None:
        kind, node, tiles, extra, tokens, points, bits = self.event[1:8]
        names = self.app.match.names
        winners = [player for player in range(len(names)) if bits >> player & 1]
        self.near.draw(canvas)
        if self.flashes & 1:
            self.near.glow(canvas, node)
        canvas.vline(_X - 2, _TOP, 48, False)
        title = words.t("kind_%d" % kind)
        if len(winners) < 4:
            title += ": " + ", ".join([names[player] for player in winners])
        draw_title(canvas, title)
        few = len(winners) < 3
        sheet = load_sheet("marks16") if few else load_marks()
        x = _X
        for player in winners:
            canvas.sprite(sheet, player, x, _TOP + 1)
            x += sheet.w + 1
        y = _TOP if few else 2 * _TOP
        canvas.text_right("+%d" % points, _EDGE, y, True)
        for line in _reasons(kind, tiles, extra, tokens, points):
            y += _TOP
            if y <= _LAST:
                canvas.text(line, _X, y + _TOP)

        if len(winners) == 1 and y < _LAST:
            total = signs.RIGHT + " %d" % self._total(winners[0])
            canvas.text_right(total, _EDGE, _LAST + _TOP)

    def _total(self, player: int) -> int:
        """The player's points after this event: what scored behind it is told later."""
        game = self.app.match.game
        total = game.scores[player]
        later = False
        for event in game.events:
            if later and event[0] == EV_FEATURE and event[7] >> player & 1:
                total -= event[6]
            elif event is self.event:
                later = True
        return total

    def leave(self) -> None:
        pass

    def hints(self):
        return ("hint_next", "hint_pad")


def _reasons(kind: int, tiles: int, extra: int, tokens: int, points: int) -> list:
    """What the feature consists of, and the sum that makes its points."""
    lines = [words.tn("tiles", tiles)]
    points -= tokens
    if extra or kind == FIELD:
        lines.append(words.tn("shields" if kind == CITY else "cities", extra))
    if kind == FIELD:
        parts = [_times(extra, 3)] if extra else []
    else:
        each = points // (tiles + extra)
        parts = [_times(tiles, each)]
        if extra:
            parts.append(_times(extra, each))
    if tokens:
        lines.append("%s %d" % (words.t("score_tokens"), tokens))
        parts.append(str(tokens))
    if len(parts) > 1 or signs.TIMES in "".join(parts):
        lines.append("+".join(parts))
    return lines


def _times(count: int, each: int) -> str:
    return "%d%s%d" % (count, signs.TIMES, each) if each > 1 else str(count)


def _frame(near, land, node: int) -> None:
    """Move the window to the middle of the feature, or where that is too large to its node."""
    left = right = land.xs[land.owner[node]]
    top = bottom = land.ys[land.owner[node]]
    at = land.ring[node]
    x = left
    y = top
    while at != node:
        tile = land.owner[at]
        left = min(left, land.xs[tile])
        right = max(right, land.xs[tile])
        top = min(top, land.ys[tile])
        bottom = max(bottom, land.ys[tile])
        at = land.ring[at]
    if right - left < _COLUMNS:
        x = (left + right + 1) >> 1
    if bottom - top < 3:
        y = (top + bottom + 1) >> 1
    near.x = x - 128 - _COLUMNS // 2
    near.y = y - 129
    near.renew()
