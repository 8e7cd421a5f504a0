"""A clock on the rounds of the loop: how long screens work in one that draws nothing new.

Used by the scripts of this folder; plain language. Nothing of the device is changed by it.
"""

from array import array

import start


class Ticks:
    """Of every round, microseconds from the last question for a button to the next look at them.

    Rounds that lead to another screen do not count: what they take belongs to its picture. To be
    begun behind a meter, and stopped before it.
    """

    def __init__(self, driver) -> None:
        self.driver = driver
        self.times = array("L")
        self.kinds = bytearray()  # of every round, its screen's place among the names
        self.names: list = []
        self._since = -1
        self._screen = driver.top
        buttons = driver.parts.buttons
        self._get = buttons.get
        self._sample = buttons.sample
        self._paint = driver.app.paint
        self._sleep = driver.parts.clock.sleep
        buttons.get = self._listen
        buttons.sample = self._look
        driver.app.paint = self._draw
        driver.parts.clock.sleep = self._rest

    def stop(self) -> None:
        """Look away."""
        buttons = self.driver.parts.buttons
        buttons.get = self._get
        buttons.sample = self._sample
        self.driver.app.paint = self._paint
        self.driver.parts.clock.sleep = self._sleep

    def _listen(self) -> int:
        key = self._get()
        self._screen = self.driver.top
        self._since = start.microseconds() if key < 0 else -1
        return key

    def _look(self) -> None:
        self._note()
        self._sample()

    def _draw(self) -> None:
        self._note()
        self._paint()

    def _rest(self, ms: int) -> None:
        self._note()
        self._sleep(ms)

    def _note(self) -> None:
        if self._since >= 0 and self.driver.top is self._screen:
            self.times.append(start.microseconds() - self._since)
            name = type(self._screen).__name__
            if name not in self.names:
                self.names.append(name)
            self.kinds.append(self.names.index(name))
        self._since = -1

    def merge(self, other) -> None:
        """Keep the shorter times of two runs of the same presses."""
        if other.kinds != self.kinds:
            raise RuntimeError("the same presses led to other rounds")
        for i in range(len(self.times)):
            if other.times[i] < self.times[i]:
                self.times[i] = other.times[i]

    def tell(self, most: dict) -> None:
        """Put the longest times into `most`: screen -> microseconds."""
        for i in range(len(self.times)):
            name = self.names[self.kinds[i]]
            most[name] = max(most.get(name, 0), self.times[i])
