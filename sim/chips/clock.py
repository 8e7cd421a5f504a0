"""The virtual clock: the master of a simulated run.

Time passes by the firmware's sleeps, by transfers on the bus and a little with each look at the
ticks, and in no other way; so a run is the same however fast the computer is. Fronts pace it to
real time through `on_idle`. The parts of CircuitPython's `supervisor` and `time` that tell the
time live here, what is scheduled does not.

Plain language only: this runs under MicroPython too.
"""

try:
    from collections.abc import Callable
except ImportError:
    pass  # only annotations name it, and MicroPython does not read those

TICKS_PERIOD = 1 << 29
TICKS_START = TICKS_PERIOD - 65000  # the board's ticks begin 65 s before their wrap
_LOOK_US = 50  # what reading the ticks costs, so that a loop which waits for them ends
_SLICE_US = 5000  # a front hears of time at least this often
_NEVER = 1 << 60


class PowerOff(BaseException):
    """The device loses its power: leaves the firmware wherever it is."""


class VirtualClock:
    """Microseconds since power-on in `us`.

    `on_idle(ms)`: called with the whole milliseconds that went by since its last call, when the
    firmware sleeps or a transfer takes time. It may raise PowerOff.
    """

    def __init__(self) -> None:
        self.us = 0
        self.on_idle: Callable[[int], None] | None = None
        self._told = 0
        self._due: list = []  # (us, number, function), earliest first
        self._number = 0
        self._next = _NEVER

    @property
    def now(self) -> int:
        """Whole milliseconds since power-on."""
        return self.us // 1000

    @property
    def waits(self) -> bool:
        """Is anything still to be called at a time that has not come?"""
        return bool(self._due)

    def at(self, ms: int, function: "Callable[[], None]") -> None:
        """Call `function()` when `ms` has come, in the order of time and then of asking."""
        due = (max(ms * 1000, self.us), self._number, function)
        self._number += 1
        index = len(self._due)
        while index > 0 and self._due[index - 1][0] > due[0]:
            index -= 1
        self._due.insert(index, due)
        self._next = self._due[0][0]

    def advance(self, us: int) -> None:
        """Let `us` microseconds pass, stopping for what is due and for the front."""
        end = self.us + us
        while self.us < end:
            step = min(end, self._next)
            if self.on_idle is not None:
                step = min(step, self.us + _SLICE_US)
            self.us = max(self.us, step)
            self._call_due()
            self._tell()

    def _call_due(self) -> None:
        while self._next <= self.us:
            function = self._due.pop(0)[2]
            self._next = self._due[0][0] if self._due else _NEVER
            function()

    def _tell(self) -> None:
        passed = self.us // 1000 - self._told
        if passed > 0 and self.on_idle is not None:
            self._told += passed
            self.on_idle(passed)

    # What the firmware calls

    def ticks_ms(self) -> int:
        """supervisor.ticks_ms: wraps at 2**29, begins 65 s before."""
        self.us += _LOOK_US
        if self.us >= self._next:
            self._call_due()
        return self.ticks_at(self.us)

    def ticks_at(self, us: int) -> int:
        """The ticks at a moment of this clock."""
        return (TICKS_START + us // 1000) % TICKS_PERIOD

    def sleep(self, seconds: float) -> None:
        """time.sleep."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self.advance(int(seconds * 1000000 + 0.5))
