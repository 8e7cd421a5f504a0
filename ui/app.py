"""The one loop: buttons, the top screen, one small step, the changed picture.

A screen is any object with enter(), button(key), tick(), draw(canvas), leave()
and hints(). tick() answers IDLE, DRAW, WORK or DRAW | WORK; hints() answers the
word keys of what A and B do now (None where one does nothing), and the loop
draws them in the bottom line of every screen.
"""

import gc

from micropython import const

from ui import signs, words
from ui.canvas import Canvas
from ui.keys import A
from ui.match import Match
from ui.party import Party
from ui.records import Records

IDLE = const(0)  # nothing to do: the loop may sleep
DRAW = const(1)  # the picture has changed
WORK = const(2)  # more to do at once: no sleep

_IDLE_MS = const(8)
_HINT_Y = const(56)
_SEED = "SEED"
_SEED_X = const(102)


class App:
    """What the screens share: parts, canvas, options, the stack, the running match."""

    def __init__(self, parts) -> None:
        self.parts = parts
        self.canvas = Canvas(parts.panel.image)
        self.canvas.look = parts.buttons.sample
        self.options = parts.settings
        self.stack: list = []
        self.match: Match | None = None
        self.party = Party()
        self.records = Records(parts.store)
        self.contrast = parts.settings.contrast  # of the panel, 0 to 255
        self.sound = parts.sound
        self.busy = False  # a computer player is at it
        self.dirty = True
        self.short = False  # of memory, since the last picture
        self.later: object = None  # function(app), called at the end of the round: not so deep
        self.news = ""  # what a notice has to say once
        self.told = ""  # why nothing is saved, as far as it was said
        self.told_damage = False
        self.use_language(self.options.language)
        self._recall()

    def _recall(self) -> None:
        """What was chosen before the power was off."""
        from ui.preferences import load

        load(self)

    def use_language(self, language: str) -> None:
        """Show every text in "en", "cs" or "de" from now on."""
        words.use(language)
        words.load("common")
        self.options.language = language

    def use_area(self, area: str) -> None:
        """Have the words of a game in the heap too."""
        words.load(area)

    # -- the stack ---------------------------------------------------------

    def top(self):
        return self.stack[-1]

    def push(self, screen) -> None:
        """Put a screen over the present one."""
        self.stack.append(screen)
        self._enter()

    def pop(self) -> None:
        """Go back to the screen below."""
        self.stack.pop().leave()
        self._enter()

    def swap(self, screen) -> None:
        """Put a screen in place of the present one."""
        self.stack.pop().leave()
        self.push(screen)

    def restart(self, screen) -> None:
        """Leave every screen and begin again with this one."""
        while self.stack:
            self.stack.pop().leave()
        self.push(screen)

    def _enter(self) -> None:
        self.dirty = True
        self.top().enter()

    # -- the loop ----------------------------------------------------------

    def step(self) -> None:
        """One round of the loop: never longer than one picture.

        Where memory runs out, everything but the game is dropped and made anew, once.
        """
        try:
            self._look_round()
            buttons = self.parts.buttons
            while not self.later:  # until then nobody knows what a press would mean
                key = buttons.get()
                if key < 0:
                    break
                self.dirty = True
                self.sound.play("click")
                self.top().button(key)
            todo = IDLE if self.later else self.top().tick()
            if self.later:
                later = self.later
                self.later = None
                later(self)  # type: ignore[operator]
            self._go_on(todo)
        except MemoryError:
            if self.short or (self.match and self.match.torn):
                raise
            self.short = True
            self._clear_up()

    def _look_round(self) -> None:
        """What is due in every round, whatever the screen: buttons, sound, rest, the panel."""
        parts = self.parts
        parts.buttons.sample()
        self.sound.go_on()
        self._rest()
        if parts.care.look():
            self.dirty = True

    def _go_on(self, todo: int) -> None:
        """After a screen's tick: a picture, more work, or a little sleep."""
        self.busy = bool(todo & WORK)
        if todo & DRAW:
            self.dirty = True
        if self.dirty:
            self.paint()
            self.short = False
        elif not todo & WORK and not self.later:
            self.parts.clock.sleep(_IDLE_MS)

    def _clear_up(self) -> None:
        """Show again what the state of the game asks for, or the menu."""
        self.stack = []
        self.later = None
        gc.collect()
        if self.match:
            self.match.heal()
            self.match.show(self)
            return
        from ui.screens.menu import Menu

        self.push(Menu(self))

    def _rest(self) -> None:
        """Let the panel and the board rest while nobody presses anything (F19)."""
        parts = self.parts
        power = parts.power
        power.watch(parts.buttons, self.busy)
        if power.sleepy and self._is_kept():
            self.sound.hush()
            power.retire(parts.buttons)

    def _is_kept(self) -> bool:
        """Would everything be there again after the power was off?"""
        return self.match is None or self.parts.store.kept

    def paint(self) -> None:
        """Draw off screen, then send what changed, with looks at the buttons between (F7, F11)."""
        self.dirty = False
        self.parts.host.in_play(self.match is not None)
        canvas = self.canvas
        canvas.clear()
        screen = self.top()
        screen.draw(canvas)
        end = draw_hints(canvas, screen.hints())
        bare = getattr(screen, "bare", False)  # its picture is to be looked at as it is
        if self.parts.entropy.seeded and end <= _SEED_X and not bare:
            draw_seed(canvas)
        sample = self.parts.buttons.sample
        sample()
        for _ in self.parts.panel.pieces():
            sample()
            self.sound.go_on()

    def think(self, thinker) -> int:
        """Run a short thought to its end, looking at the buttons between its steps."""
        action = thinker.step()
        while action is None:
            self.parts.buttons.sample()
            action = thinker.step()
        return action


def draw_hints(canvas, hints) -> int:
    """Draw the bottom line: what A and B do now; the column where it ends."""
    x = 0
    key_a, key_b = hints
    if key_a is not None:
        x = canvas.text(signs.A, x, _HINT_Y)
        if key_a == key_b:
            x = canvas.text(signs.B, x, _HINT_Y)
        x = canvas.text(words.t(key_a), x + 1, _HINT_Y) + 6
    if key_b is not None and key_a != key_b:
        x = canvas.text(signs.B, x, _HINT_Y)
        x = canvas.text(words.t(key_b), x + 1, _HINT_Y)
    return x


def draw_seed(canvas) -> None:
    """Say in the bottom right corner that the dice are repeatable, not random (F24)."""
    canvas.text(_SEED, _SEED_X + 1, _HINT_Y)
    canvas.invert(_SEED_X, _HINT_Y, 128 - _SEED_X, 8)


def first_screen(app):
    """What the device shows first: the self-test where A is held at power-on."""
    parts = app.parts
    if parts.facts.too_old:
        from ui.screens.outdated import Outdated

        return Outdated(app)
    wished = parts.host.switched_on and not parts.power.woken
    if wished and parts.buttons.held & (1 << A):
        from ui.screens.selftest import SelfTest

        return SelfTest(app)
    if parts.store.alive:
        from ui.screens.back import Back

        return Back(app)
    from ui.screens.start import Start

    return Start(app)


def run(parts) -> None:
    """Run the firmware on these parts; never returns."""
    app = App(parts)
    app.push(first_screen(app))
    while True:
        app.step()
