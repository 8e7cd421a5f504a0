"""Looks after the panel: notices that it is gone, says so, and takes it up again when it answers.

Without a picture there are two other ways to say something: the serial console, and the board's
LED, which blinks evenly (field row F12). The game goes on meanwhile; that the whole picture is
drawn again afterwards is seen to by the loop. How a panel is started stands in hw.panel.
"""

from micropython import const

_LOOK_MS = const(500)  # between two looks whether it is still there; two bytes each
_AGAIN_MS = const(1000)  # between two attempts to start it
_LONGEST_MS = const(16000)  # the same on a stuck bus, where each attempt stops the loop for 1 s
_BLINK_MS = const(200)
_WHY = {
    "gone": "it does not answer",
    "off": "it was without power",
    "stuck": "its bus is stuck, or has lost its pull-ups",
}


class Care:
    """`led`: a digital output, or None."""

    def __init__(self, panel, clock, led=None) -> None:
        self._panel = panel
        self._clock = clock
        self._led = led
        self._missing = False
        self._since = clock.now()  # when it was looked at or tried last
        self._pause = _AGAIN_MS
        self._blinked = 0

    def look(self) -> bool:
        """To be called in every round of the loop. True when the panel is back, and dark.

        A panel that was pulled off and put back in between would stay dark; so it is asked twice
        a second.
        """
        if self._panel.lost:
            return self._mend()
        if self._clock.since(self._since) >= _LOOK_MS:
            self._since = self._clock.now()
            self._panel.ask()
        return False

    def _mend(self) -> bool:
        clock = self._clock
        panel = self._panel
        now = clock.now()
        if not self._missing:
            self._missing = True
            self._pause = _AGAIN_MS
            self._since = self._blinked = now
            print("Kostka: the panel is lost:", _WHY[panel.trouble])
        self._blink(now)
        if clock.diff(now, self._since) < self._pause:
            return False
        if panel.try_again(now):
            self._missing = False
            if self._led:
                self._led.value = False
            print("Kostka: the panel is back")
        elif panel.trouble == "stuck":
            self._pause = min(2 * self._pause, _LONGEST_MS)
        else:
            self._pause = _AGAIN_MS
        self._since = clock.now()  # an attempt may have taken a second
        return not panel.lost

    def _blink(self, now: int) -> None:
        if self._led and self._clock.diff(now, self._blinked) >= _BLINK_MS:
            self._blinked = now
            self._led.value = not self._led.value
