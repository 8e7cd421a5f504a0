"""Watches a device at work: what each picture cost to draw and to send, and after which event.

Nothing of the device is changed by it; plain language, for both interpreters.
"""

import gc
import sys

import start

from ui.app import draw_hints
from ui.keys import DOWN, LEFT, RIGHT, UP

MOVE = 0  # an arrow moved the cursor on a screen that stays where it is
NEW = 1  # anything else that changed the picture: another screen, a scroll, a step of a game
KINDS = ("move", "new")

_ARROWS = (UP, DOWN, LEFT, RIGHT)
_A_GAME = 8  # so many modules at once are a game that is opened, and so is another match; that has
# a budget of its own
_PICO_UNIT = 56000  # us of one unit on a Pico
_REPEATS = 3
_COLLECT_EVERY = 16  # pictures


def on_a_pico(time: int, unit: int) -> int:
    """Microseconds on a Pico for microseconds here, where a unit takes `unit`."""
    return time * _PICO_UNIT // unit


def on_the_bus(count: int) -> int:
    """Microseconds for bytes at 400 kHz: nine bits each."""
    return count * 45 // 2


class Meter:
    """Rows of (screen, kind, bytes on the bus, us to draw, us of the press's own work, us of the
    longest time in drawing without a look at the buttons).

    The work is -1 where no press led to the picture. `still`: the most bytes that were sent
    although nothing had changed; `compare`: the shortest time that finding this out took.
    """

    def __init__(self, driver, shift: int = 0) -> None:
        """`shift`: the heap is swept so many pictures earlier; what comes behind is slow there."""
        self.driver = driver
        self.shift = shift
        self.rows: list = []
        self.key = -1
        self.work = -1
        self.still = 0
        self.compare = 1 << 30
        self._looked: list = []
        self._modules = len(sys.modules)
        self._began = 0
        gc.disable()  # it would strike now here, now there; see _watch
        self._place: tuple = ()
        self._screen = driver.top
        self._match = driver.match
        self._get = driver.parts.buttons.get
        self._paint = driver.app.paint
        driver.parts.buttons.get = self._listen
        driver.app.paint = self._watch

    def stop(self) -> None:
        """Look away."""
        gc.enable()
        self.driver.parts.buttons.get = self._get
        self.driver.app.paint = self._paint

    def _listen(self) -> int:
        key = self._get()
        if key >= 0:
            self.key = key
            self._began = start.microseconds()
        elif self.key >= 0 and self.work < 0:
            self.work = start.microseconds() - self._began
        return key

    def _watch(self) -> None:
        screen = self.driver.top
        if self.key >= 0 and self.work < 0:
            self.work = start.microseconds() - self._began
        world = self.driver.world
        sent = world.bus_bytes
        window = kept(screen)
        fresh = window and window.fresh
        self._paint()
        sent = world.bus_bytes - sent
        place = where(screen)
        stays = screen is self._screen and place == self._place
        kind = MOVE if stays and self._moves(screen) else NEW
        match = self.driver.match
        opened = match is not None and match is not self._match
        self._match = match
        if opened or len(sys.modules) - self._modules >= _A_GAME:
            self.work = -1
        self._modules = len(sys.modules)
        drawn, step = self._draw(screen, window, fresh)
        self.rows.append((type(screen).__name__, kind, sent, drawn, self.work, step))
        self._screen = screen
        self._place = place
        self.key = -1
        self.work = -1
        if (len(self.rows) + self.shift) % _COLLECT_EVERY == 0:
            gc.collect()

    def _moves(self, screen) -> bool:
        """True for an arrow; in a list left and right change a value and no cursor."""
        if self.key in (LEFT, RIGHT) and hasattr(screen, "rows"):
            return False
        return self.key in _ARROWS

    def _draw(self, screen, window, fresh) -> tuple:
        """Draw the picture again, to nobody, and time it: all of it, and between two looks at the
        buttons. What the looks take is not counted. A window that was drawn anew is so again."""
        app = self.driver.app
        canvas = app.canvas
        look = canvas.look
        best = least = 1 << 30
        for _ in range(_REPEATS):
            looks = Looks()
            canvas.look = looks.look
            if window:
                window.fresh = fresh
            looks.begin()
            canvas.clear()
            screen.draw(canvas)
            draw_hints(canvas, screen.hints())
            looks.look()
            best = min(best, looks.all)
            least = min(least, looks.longest)
        canvas.look = look
        return best, least

    def look_still(self, driver) -> None:
        """On the first screen of each kind: draw the same picture twice and see what is sent."""
        start.forget(driver.world)
        if driver.screen in self._looked:
            return
        self._looked.append(driver.screen)
        self._paint()
        sent = driver.world.bus_bytes
        began = start.microseconds()
        for _ in driver.parts.panel.pieces():
            pass
        self.compare = min(self.compare, start.microseconds() - began)
        self._paint()
        self.still = max(self.still, driver.world.bus_bytes - sent)


class Looks:
    """A clock that is looked at in place of the buttons; microseconds."""

    def __init__(self) -> None:
        self.all = 0
        self.longest = 0
        self._since = 0

    def begin(self) -> None:
        self._since = start.microseconds()

    def look(self) -> None:
        passed = start.microseconds() - self._since
        self.all += passed
        self.longest = max(self.longest, passed)
        self._since = start.microseconds()


def kept(screen):
    """The window of a screen that is kept as it was drawn as long as it is `fresh`, or None."""
    for name in ("near", "view"):
        window = getattr(screen, name, None)
        if hasattr(window, "fresh"):
            return window
    return None


def where(screen) -> tuple:
    """What part of something larger a screen shows; another place counts as a new picture."""
    found = []
    own = getattr(screen, "near", screen)  # a window of its own, in which a cursor moves
    for owner in (own, getattr(screen, "rows", None), getattr(screen, "view", None)):
        for name in ("x", "y", "first", "page"):
            found.append(getattr(owner, name, 0))
    if type(screen).__name__ == "Pad":
        found.append(screen.at)
    return tuple(found)
