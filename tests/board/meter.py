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
_A_GAME = 8  # so many modules at once are a game that is opened, which has a budget of its own
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
    """Rows of (screen, kind, bytes on the bus, us to draw, us of the press's own work).

    The last is -1 where no press led to the picture. `still`: the most bytes that were sent
    although nothing had changed; `compare`: the shortest time that finding this out took.
    """

    def __init__(self, driver) -> None:
        self.driver = driver
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
        world = self.driver.world
        sent = world.bus_bytes
        self._paint()
        sent = world.bus_bytes - sent
        place = where(screen)
        stays = screen is self._screen and place == self._place
        kind = MOVE if stays and self._moves(screen) else NEW
        if len(sys.modules) - self._modules >= _A_GAME:
            self.work = -1
        self._modules = len(sys.modules)
        self.rows.append((type(screen).__name__, kind, sent, self._draw(screen), self.work))
        self._screen = screen
        self._place = place
        self.key = -1
        self.work = -1
        if len(self.rows) % _COLLECT_EVERY == 0:
            gc.collect()

    def _moves(self, screen) -> bool:
        """True for an arrow; in a list left and right change a value and no cursor."""
        if self.key in (LEFT, RIGHT) and hasattr(screen, "rows"):
            return False
        return self.key in _ARROWS

    def _draw(self, screen) -> int:
        """Draw the picture again, to nobody, and time it."""
        app = self.driver.app
        best = 1 << 30
        for _ in range(_REPEATS):
            began = start.microseconds()
            app.canvas.clear()
            screen.draw(app.canvas)
            draw_hints(app.canvas, screen.hints())
            best = min(best, start.microseconds() - began)
        return best

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


def where(screen) -> tuple:
    """What part of something larger a screen shows; another place counts as a new picture."""
    found = []
    for owner in (screen, getattr(screen, "rows", None), getattr(screen, "view", None)):
        for name in ("x", "y", "first", "page"):
            found.append(getattr(owner, name, 0))
    if type(screen).__name__ == "Pad":
        found.append(screen.at)
    return tuple(found)
