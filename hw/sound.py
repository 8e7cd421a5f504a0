"""Short sounds on a piezo buzzer, played by the clock while everything goes on.

Nothing here waits: `go_on` looks at the clock and changes the tone when it is due. Without a
buzzer, or muted (field row F22), nothing is heard and nothing fails. Which sound belongs to what
is decided by the screens.
"""

from micropython import const

MUTE = const(0)
SOUNDS = const(1)
CLICKS = const(2)  # a click for every press too

_HALF = const(32768)  # duty cycle of a square wave
# Name -> tones one after the other: (Hz, ms), 0 Hz is a pause.
_TUNES = {
    "click": ((2400, 8),),
    "roll": ((700, 25), (0, 30), (900, 25), (0, 45), (800, 25), (0, 70), (1000, 30)),
    "score": ((988, 70), (1319, 140)),
    "win": ((784, 110), (988, 110), (1175, 110), (1568, 260)),
    "fault": ((330, 180), (0, 60), (247, 320)),
}


class Sound:
    """`level`: MUTE, SOUNDS or CLICKS, to be read and set at any time. `fitted`: there is a
    buzzer."""

    def __init__(self, clock, pwm=None, level: int = SOUNDS) -> None:
        """`pwm`: a pwmio.PWMOut of variable frequency, or None."""
        self._clock = clock
        self._pwm = pwm
        self.fitted = pwm is not None
        self.level = level
        self._tones: tuple = ()
        self._at = 0
        self._since = 0

    def play(self, name: str, always: bool = False) -> None:
        """Begin "click", "roll", "score", "win" or "fault"; `always`: although muted.

        A click does not break into another sound, everything else does.
        """
        if not self.fitted or (self.level == MUTE and not always):
            return
        if name == "click" and (self.level != CLICKS or self._tones):
            return
        self._tones = _TUNES[name]
        self._at = 0
        self._since = self._clock.now()
        self._sing()

    def go_on(self) -> None:
        """To be called often; costs nothing while all is quiet."""
        while self._tones:
            length = self._tones[self._at][1]
            if self._clock.since(self._since) < length:
                return
            self._since = self._clock.after(self._since, length)
            self._at += 1
            if self._at == len(self._tones):
                self.hush()
            else:
                self._sing()

    def hush(self) -> None:
        """Be quiet at once."""
        self._tones = ()
        if self.fitted:
            self._pwm.duty_cycle = 0

    def _sing(self) -> None:
        pitch = self._tones[self._at][0]
        if pitch:
            self._pwm.frequency = pitch
        self._pwm.duty_cycle = _HALF if pitch else 0
