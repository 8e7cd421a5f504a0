"""The wheel: the pig goes round, and what its sector brings to whom (F36, W1 to W8)."""

from micropython import const

from engine.tiles.terms import EV_CROWNS, EV_WHEEL
from engine.tiles.wheel import CROWNS
from ui import words
from ui.app import DRAW, IDLE, WORK
from ui.keys import MENU, A, B
from ui.room import forget
from ui.screens.rows import draw_title
from ui.sprites import forget as forget_sheet
from ui.tiles import flow
from ui.tiles.sectors import draw_boxes, draw_crowns, draw_points, explain
from ui.tiles.status import open_pause, stays

_HOP_MS = (0, 200, 400)  # of the pig, by the option "speed"
_TOP = const(8)
_X = const(64)  # of the text


class Wheel:
    """Tells of event `i` of the last step, EV_WHEEL or EV_CROWNS, and of the crowns behind it."""

    def __init__(self, app, i: int) -> None:
        game = app.match.game
        events = game.events
        self.app = app
        self.event = events[i] if events[i][0] == EV_WHEEL else None
        self.crowns = None
        self.next = i + 1
        for at in range(i, len(events)):
            if events[at][0] == EV_CROWNS:
                self.crowns = events[at]
                self.next = at + 1
        self.hops = 0  # of the pig that are still to come
        self.since = 0
        if self.event:
            self.hops = self.event[1] if _HOP_MS[app.options.speed] else 0
            app.sound.play("score")

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()

    def button(self, key: int) -> None:
        self.since = self.app.parts.clock.now()
        if key == MENU:
            open_pause(self.app)
        elif self.hops:
            self.hops = 0
        elif key == A:
            flow.tell(self.app, self.next)
        elif key == B:
            explain(self.app)

    def tick(self) -> int:
        app = self.app
        clock = app.parts.clock
        if self.hops:
            if clock.since(self.since) < _HOP_MS[app.options.speed]:
                return IDLE
            self.hops -= 1
            self.since = clock.now()
            return DRAW
        if stays(app, app.match.game.player, self.since):
            return IDLE
        flow.tell(app, self.next)
        return WORK

    def draw(self, canvas) -> None:
        match = self.app.match
        pig = match.game.pig
        title = words.t("sector_%d" % pig)
        if self.event:
            title = words.t("wheel_drew", match.names[match.game.player], self.event[1])
        draw_title(canvas, title)
        at = (pig - self.hops) % 6
        draw_boxes(canvas, self._crowns(), at)
        canvas.text(words.t("sector_%d" % at if self.event else "kind_5"), _X, _TOP)
        if self.event:
            if self.hops:
                return
            draw_points(canvas, match, self.event[4])
        if self.crowns:
            draw_crowns(canvas, self.crowns[2])

    def leave(self) -> None:
        forget_sheet("wheel")
        forget("ui.tiles.sectors")
        forget(__name__)

    def hints(self):
        if self.hops:
            return ("hint_hurry", "hint_hurry")
        return ("hint_next", "hint_why")

    def _crowns(self) -> bytearray:
        """The nine crowns, those of the pig's sector as they were before they were scored."""
        game = self.app.match.game
        out = bytearray(game.crowns)
        if self.crowns:
            at = CROWNS[game.pig]
            for player in self.crowns[3]:
                out[at] = player + 1
                at += 1
        return out
