"""The self-test, for whoever has just soldered: A held at power-on.

Page by page: every pixel, every button, the buzzer, the dice, the board, its parts. It changes
nothing, and nothing outside needs to work but the panel.
"""

from micropython import const

from ui import signs, words
from ui.app import DRAW, IDLE, WORK
from ui.keys import HOLD_B, A
from ui.screens.rows import draw_title
from ui.screens.selftest_dice import DiceTest
from ui.screens.selftest_facts import draw_board, draw_parts

_PIXELS = const(0)
_BUTTONS = const(1)
_SOUND = const(2)
_DICE = const(3)
_BOARD = const(4)
_PARTS = const(5)
_PAGES = const(6)
_TITLES = ("", "buttons", "sound", "dice", "board", "parts")

_PATTERN_MS = const(1500)
_PATTERNS = const(4)  # all on, all off, every second pixel, the others
_LEAVE_Y = const(47)
_SIGNS = (signs.UP, signs.DOWN, signs.LEFT, signs.RIGHT, signs.A, signs.B)
_CELL_WIDE = const(64)
_CELL_HIGH = const(11)
_CELL_Y = const(11)


class SelfTest:
    """`page` 0 to 5. The pixels go on by themselves, from the others A leads on. `bare`: not even
    the word SEED may be drawn into the picture."""

    def __init__(self, app) -> None:
        self.app = app
        self.page = _PIXELS
        self.bare = True
        self.pattern = 0
        self.since = 0
        self.down = 0  # buttons by what they mean (F20): down now,
        self.held = 0  # down since power-on,
        self.seen = 0  # pressed at least once
        self.ready = False  # A has been tried, so it may lead on
        self.dice = DiceTest(app.parts.entropy)
        app.use_area("selftest")

    def enter(self) -> None:
        self.since = self.app.parts.clock.now()
        self._look()

    def button(self, key: int) -> None:
        if key == HOLD_B:
            from ui.screens.start import Start

            self.app.restart(Start(self.app))
        elif key == A:
            if self._leads_on():
                self._turn()
        elif key < A and self.page == _SOUND:
            self.app.sound.play("win", True)

    def tick(self) -> int:
        if self.page == _PIXELS:
            return self._change_pattern()
        if self.page == _BUTTONS:
            return self._look()
        if self.page == _DICE and self.dice.step():
            return DRAW | WORK
        return IDLE

    def leave(self) -> None:
        self.app.sound.hush()
        words.unload("selftest")

    def hints(self):
        return ("hint_next" if self._leads_on() else None, None)

    def _leads_on(self) -> bool:
        if self.page == _BUTTONS:
            return self.ready
        return self.page != _PIXELS

    def _turn(self) -> None:
        self.page = (self.page + 1) % _PAGES
        self.bare = self.page == _PIXELS
        self.since = self.app.parts.clock.now()
        self.pattern = 0
        self.app.sound.hush()
        if self.page == _SOUND:
            self.app.sound.play("win", True)
        elif self.page == _DICE:
            self.dice.begin()

    def _change_pattern(self) -> int:
        if self.app.parts.clock.since(self.since) < _PATTERN_MS:
            return IDLE
        self.since = self.app.parts.clock.now()
        self.pattern += 1
        if self.pattern == _PATTERNS:
            self._turn()
        return DRAW

    def _look(self) -> int:
        """Take in which buttons are down."""
        buttons = self.app.parts.buttons
        before = (self.down, self.held, self.seen, self.ready)
        self.down = buttons.as_held(buttons.down)
        self.held = buttons.as_held(buttons.held)
        self.seen |= self.down & ~self.held
        if self.seen & ~self.down & (1 << A):
            self.ready = True
        return IDLE if before == (self.down, self.held, self.seen, self.ready) else DRAW

    def draw(self, canvas) -> None:
        page = self.page
        if page == _PIXELS:
            self._draw_pattern(canvas)
            return
        draw_title(canvas, words.t("selftest_title", page + 1, _PAGES))
        title = words.t("selftest_" + _TITLES[page])
        canvas.text_right(title, 126, 0)
        canvas.invert(126 - canvas.width(title), 0, canvas.width(title), 8)
        if page == _BUTTONS:
            self._draw_buttons(canvas)
        elif page == _SOUND:
            fitted = self.app.sound.fitted
            canvas.text(words.t("selftest_heard" if fitted else "selftest_silent"), 0, 20)
        elif page == _DICE:
            self.dice.draw(canvas)
        elif page == _BOARD:
            draw_board(canvas, self.app.parts)
        else:
            draw_parts(canvas, self.app.parts)
        canvas.text(words.t("selftest_leave"), 0, _LEAVE_Y)

    def _draw_pattern(self, canvas) -> None:
        if self.pattern == 0:
            canvas.fill(0, 0, 128, 64)
        elif self.pattern > 1:
            canvas.dots(0, 0, 128, 64)
            if self.pattern == 3:
                canvas.invert(0, 0, 128, 64)

    def _draw_buttons(self, canvas) -> None:
        for key in range(len(_SIGNS)):
            x = _CELL_WIDE * (key & 1)
            y = _CELL_Y + _CELL_HIGH * (key >> 1)
            end = canvas.text(_SIGNS[key], x + 2, y) + 3
            canvas.text(words.t("selftest_" + self._state(1 << key)), end, y)
            if self.down & (1 << key):
                canvas.invert(x, y - 1, _CELL_WIDE - 2, 9)

    def _state(self, bit: int) -> str:
        if self.held & bit:
            return "held"
        if self.down & bit:
            return "down"
        return "good" if self.seen & bit else "open"
