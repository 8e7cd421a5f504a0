"""Saving the panel and the battery: dim, dark, asleep, by how long nobody has pressed a button.

Counts seconds of rest, dims and darkens the panel, moves the picture by a line now and then, and
puts the board to deep sleep where it can (field row F19). Whether a sleep would lose anything is
known to whoever asks for it; what the panel is told stands in hw.panel.
"""

from micropython import const

from hw.safe import forget

AWAKE = const(0)
DIM = const(1)
DARK = const(2)

_SECOND = const(1000)
_MOVE = const(60)  # seconds of rest from one place of the picture to the other
_SETTLED = const(60)  # seconds of running after which a brown-out is forgotten
_LONGEST = const(1 << 29)  # seconds are counted no further


class Power:
    """`stage`: AWAKE, DIM or DARK. `idle`: seconds since the last press of a button. `sleepy`:
    it is time for deep sleep. `woken`: a button has just ended a deep sleep, so what is held now
    is no wish.
    """

    def __init__(self, clock, panel, settings, bed=None, memory=None) -> None:
        """`bed`: what can sleep, or None. `memory`: where brown-outs are counted, or None; they
        are forgotten when the device has run for a minute."""
        self._clock = clock
        self._panel = panel
        self._settings = settings
        self._bed = bed
        self._memory = memory
        self.woken = bed is not None and bed.woken()
        self.stage = AWAKE
        self.idle = 0
        self._still = 0  # seconds since anything went on by itself
        self._run = 0
        self._moved = False
        self._presses = 0
        self._mark = clock.now()

    @property
    def sleepy(self) -> bool:
        limit = self._settings.sleep
        return bool(self._bed) and 0 < limit <= self.idle and limit <= self._still

    def watch(self, buttons, busy: bool) -> None:
        """To be called in every round of the loop, after the buttons were sampled. `busy`: a
        computer player is at it, so people may be watching: dim, but not dark.

        A press upon a dark panel only lights it: it is swallowed. Upon a dim one, where everything
        can be read, it counts.
        """
        if busy:
            self._still = 0
        if buttons.presses != self._presses:
            self._presses = buttons.presses
            self._wake(buttons)
        elif self._clock.since(self._mark) >= _SECOND:
            self._mark = self._clock.after(self._mark, _SECOND)
            self._count()
            self._rest(buttons)

    def retire(self, buttons) -> None:
        """Deep sleep until a button is pressed; the board then starts anew. Returns only where
        that does not work, and then never tries it again."""
        self._panel.darken(True)
        self.stage = DARK
        bed = self._bed
        self._bed = None
        bed.lie_down(buttons)

    def _count(self) -> None:
        if self.idle < _LONGEST:
            self.idle += 1
            self._still += 1
        self._run += 1
        if self._run == _SETTLED and self._memory:
            forget(self._memory)

    def _rest(self, buttons) -> None:
        """What is due after one more second without a press."""
        settings = self._settings
        if self.stage == DARK:
            return
        if 0 < settings.off <= self.idle and settings.off <= self._still:
            self.stage = DARK
            self._panel.darken(True)
            buttons.swallow()  # what lies on a button in a drawer does nothing more
            return
        if self.stage == AWAKE and 0 < settings.dim <= self.idle:
            self.stage = DIM
            self._panel.dim(True)
        if self.idle % _MOVE == 0:
            self._moved = not self._moved
            self._panel.move(self._moved)

    def _wake(self, buttons) -> None:
        self.idle = 0
        self._mark = self._clock.now()
        if self._moved:
            self._moved = False
            self._panel.move(False)
        if self.stage == AWAKE:
            return
        self._panel.dim(False)
        if self.stage == DARK:
            self._panel.darken(False)
            buttons.swallow()
        self.stage = AWAKE
