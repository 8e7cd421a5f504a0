"""Pins and what hangs on them: buttons that bounce, outputs, and CircuitPython's `digitalio`.

A button's level is a pure function of time, made of its edges and of a bounce which depends on
the edge alone; so it does not matter who looks at it when, or how often.

Plain language only: this runs under MicroPython too.
"""

from sim.chips.clock import VirtualClock

_MASK = 0xFFFFFFFF


def _mixed(number: int) -> int:
    """A 32-bit number that looks random, always the same for the same argument."""
    number = (number * 0x9E3779B1 + 0x85EBCA6B) & _MASK
    number ^= number >> 15
    number = (number * 0x2C1B3C6D) & _MASK
    number ^= number >> 12
    number = (number * 0x297A2D39) & _MASK
    return number ^ (number >> 15)


class Pin:
    """One pin of the board. `user` is what holds it, or None."""

    # As long as nothing is done to it a pin holds its name and no more: a board has many.
    user: object = None
    output: int | None = None  # the level it is driven to, or None
    bounce_us = 0  # longest bounce after an edge
    edges: list = []  # (us, level) of the button, in order of time; high before the first
    _found = -1  # what _last_before has found
    _train_of = -1
    _train: list = []

    def __init__(self, name: str) -> None:
        self.name = name

    def claim(self, user: object) -> None:
        """Raises ValueError where something else holds the pin, as CircuitPython does."""
        if self.user is not None:
            raise ValueError(self.name + " in use")
        self.user = user

    def release(self) -> None:
        """Let go."""
        self.user = None
        self.output = None

    def add_edge(self, us: int, level: int) -> None:
        """The button moves at `us`: level 0 is pressed. Edges may come in any order of time."""
        if not self.edges:
            self.edges = []
        index = len(self.edges)
        while index > 0 and self.edges[index - 1][0] > us:
            index -= 1
        self.edges.insert(index, (us, level))
        self._train_of = -1

    def level_at(self, us: int) -> int:
        """1 or 0 as the pin reads at `us`, with its pull-up and with bounce."""
        if self.output is not None:
            return self.output
        index = self._last_before(us)
        if index < 0:
            return 1
        start, level = self.edges[index]
        if us - start >= self.bounce_us or not self._changes(index):
            return level
        toggled = 0
        for toggle in self._bounce(start):
            if start + toggle <= us:
                toggled ^= 1
        return level ^ toggled

    def quiet_until(self, us: int) -> int | None:
        """The moment until which the level stays what it is at `us`; None: for ever."""
        index = self._last_before(us)
        if index >= 0 and us - self.edges[index][0] < self.bounce_us:
            return us
        return self.edges[index + 1][0] if index + 1 < len(self.edges) else None

    def _last_before(self, us: int) -> int:
        """Index of the last edge that has happened by `us`, -1 before the first."""
        edges = self.edges
        last = len(edges) - 1
        index = self._found  # mostly nothing has happened since somebody asked
        if index <= last and (index < 0 or edges[index][0] <= us):
            if index == last or us < edges[index + 1][0]:
                return index
        low = 0
        high = last + 1
        while low < high:
            middle = (low + high) // 2
            if edges[middle][0] <= us:
                low = middle + 1
            else:
                high = middle
        self._found = low - 1
        return low - 1

    def _changes(self, index: int) -> bool:
        """Is this edge a move at all?"""
        return self.edges[index][1] != (self.edges[index - 1][1] if index else 1)

    def _bounce(self, start: int) -> list:
        """Moments after the edge at which the contact opens and closes again: an even number, so
        that it comes to rest where the edge took it."""
        if self._train_of != start:
            seed = 0
            for letter in self.name:
                seed = _mixed(seed + ord(letter))
            seed = _mixed(seed ^ (start & _MASK))
            train = []
            for _pair in range(2 * (1 + seed % 4)):
                seed = _mixed(seed)
                train.append(seed % self.bounce_us)
            train.sort()
            self._train = train
            self._train_of = start
        return self._train


class Pull:
    """digitalio.Pull, as far as it is used."""

    UP = "up"


class DigitalInOut:
    """digitalio.DigitalInOut, as far as it is used. `clock` is set on a subclass for each
    world."""

    clock: VirtualClock

    def __init__(self, pin: Pin) -> None:
        pin.claim(self)
        self._pin = pin
        self._pulled = False

    def deinit(self) -> None:
        """Let the pin go."""
        self._pin.release()

    def switch_to_input(self, pull: str | None = None) -> None:
        """An input; without a pull-up a button to ground cannot be read."""
        self._pin.output = None
        self._pulled = pull == Pull.UP

    def switch_to_output(self, value: bool = False) -> None:
        """An output, driven to `value` at once."""
        self._pin.output = 1 if value else 0

    @property
    def value(self) -> bool:
        """The level as a bool."""
        if self._pin.output is None and not self._pulled:
            raise ValueError(self._pin.name + " floats: no pull-up")
        return bool(self._pin.level_at(self.clock.us))

    @value.setter
    def value(self, value: bool) -> None:
        if self._pin.output is None:
            raise AttributeError("Cannot set value when direction is input.")
        self._pin.output = 1 if value else 0
