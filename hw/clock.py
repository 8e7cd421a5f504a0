"""The board's clock: milliseconds that wrap, and sleep.

Everything that measures time goes through a Clock. It counts in the ticks of adafruit_ticks
(whole milliseconds, wrapping at 2**29, about 6.2 days), never in time.monotonic(), whose float
loses milliseconds after hours (field row F18). What happens at a time is not decided here.
"""

import time

from adafruit_ticks import ticks_add, ticks_diff, ticks_ms


class Clock:
    """Milliseconds since some moment; only differences mean anything."""

    def now(self) -> int:
        """The present tick, 0 .. 2**29 - 1 ms."""
        return ticks_ms()

    def diff(self, later: int, earlier: int) -> int:
        """`later` minus `earlier` in ms, right across the wrap while they are within 2**28 ms
        (3.1 days); negative when `later` is the earlier one."""
        return ticks_diff(later, earlier)

    def since(self, tick: int) -> int:
        """Milliseconds since `tick`, right for 3.1 days; whoever waits longer renews his tick."""
        return ticks_diff(ticks_ms(), tick)

    def after(self, tick: int, ms: int) -> int:
        """The tick `ms` milliseconds after `tick`; `ms` may be negative, below 2**28 in size."""
        return ticks_add(tick, ms)

    def sleep(self, ms: int) -> None:
        """Do nothing for `ms` milliseconds; the button scanner goes on meanwhile."""
        if ms > 0:
            time.sleep(ms / 1000)
