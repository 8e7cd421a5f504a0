"""CircuitPython's `keypad.Keys`: the scanner that looks at the buttons in the background.

It scans on the virtual clock, whatever the firmware does meanwhile: whenever somebody asks, the
scans that have come due are made up for, each with the levels of its own moment.

Plain language only: this runs under MicroPython too.
"""

from sim.chips.clock import VirtualClock


class Event:
    """keypad.Event. `timestamp` in the supervisor's ticks, at the scan that saw the change."""

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int = 0) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.released = not pressed
        self.timestamp = timestamp


class EventQueue:
    """keypad.EventQueue: holds `room` events; one that finds it full is lost and sets
    `overflowed`."""

    def __init__(self, keys: "Keys", room: int) -> None:
        self._keys = keys
        self._room = room
        self._events: list = []
        self._overflowed = False

    def get(self) -> Event | None:
        """The oldest event, or None."""
        self._keys.catch_up()
        if self._events:
            return self._events.pop(0)
        return None

    def clear(self) -> None:
        """Drop everything, the overflow mark too."""
        self._keys.catch_up()
        self._events = []
        self._overflowed = False

    @property
    def overflowed(self) -> bool:
        """Has an event been lost since the last clear()?"""
        self._keys.catch_up()
        return self._overflowed

    def __len__(self) -> int:
        self._keys.catch_up()
        return len(self._events)

    def record(self, event: Event) -> None:
        """For the scanner."""
        if len(self._events) < self._room:
            self._events.append(event)
        else:
            self._overflowed = True


class Keys:
    """keypad.Keys. `clock` is set on a subclass for each world."""

    clock: VirtualClock

    def __init__(
        self,
        pins: list,
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        if value_when_pressed or not pull:
            raise ValueError("the buttons go to ground and need the pull-ups")
        self._pins = list(pins)
        for pin in self._pins:
            pin.claim(self)
        self._interval = int(interval * 1000000 + 0.5)
        self._threshold = debounce_threshold
        self.key_count = len(self._pins)
        self.events = EventQueue(self, max_events)
        self._last = self.clock.us
        self._counts: list = []
        self._pressed: list = []
        self._forget()

    def reset(self) -> None:
        """Take all keys for released; those that are down make a new press at the next scan."""
        self.catch_up()
        self._forget()

    def deinit(self) -> None:
        """Stop, and let the pins go."""
        self.catch_up()
        for pin in self._pins:
            pin.release()
        self._pins = []

    def catch_up(self) -> None:
        """Make all scans up to now."""
        now = self.clock.us
        if self._last + self._interval > now:
            return
        while self._last + self._interval <= now:
            self._last += self._interval
            if not self._scan(self._last):
                self._skip(now)

    def _forget(self) -> None:
        self._counts = [0] * len(self._pins)
        self._pressed = [False] * len(self._pins)

    def _scan(self, us: int) -> bool:
        """One look at all pins; False when every key has been at rest."""
        busy = False
        for index in range(len(self._pins)):
            low = self._pins[index].level_at(us) == 0
            if low == self._pressed[index]:
                self._counts[index] = 0
                continue
            busy = True
            self._counts[index] += 1
            if self._counts[index] >= self._threshold:
                self._counts[index] = 0
                self._pressed[index] = low
                self.events.record(Event(index, low, self.clock.ticks_at(us)))
        return busy

    def _skip(self, now: int) -> None:
        """Leave out scans that cannot see anything new."""
        until = now
        for pin in self._pins:
            quiet = pin.quiet_until(self._last)
            if quiet is not None and quiet <= until:
                until = quiet - 1  # the scan at that very moment sees the change
        scans = (until - self._last) // self._interval
        if scans > 0:
            self._last += scans * self._interval
