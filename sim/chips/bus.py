"""The I2C bus and CircuitPython's `busio.I2C` on it.

Keeps the discipline of the real one (lock first, errors by number), counts every byte that goes
over the wires, and lets the virtual clock run for as long as they take. What the bytes mean is
decided by the chips.

Plain language only: this runs under MicroPython too.
"""

from sim.chips.clock import VirtualClock
from sim.chips.pins import Pin

_ENODEV = 19
_ETIMEDOUT = 116
_STUCK_US = 1000000  # how long a transfer waits for a line that somebody holds down


class Bus:
    """The two wires. `chips`: address -> an object with write(data), and read(count) where there is
    something to read.

    `bytes`: all that went over the wires, addresses included; `transfers`: how many times.
    Faults to be set: `pull_ups` False, `stuck` True.
    """

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.chips: dict = {}
        self.pull_ups = True
        self.stuck = False
        self.bytes = 0
        self.transfers = 0
        self.longest = 0  # bytes of the longest transfer
        self.hz = 0

    def reset_count(self) -> int:
        """Begin counting anew; returns the bytes counted so far."""
        count = self.bytes
        self.bytes = 0
        self.transfers = 0
        self.longest = 0
        return count

    def carry(self, address: int, data: bytes) -> None:
        """One transfer to a chip: OSError 19 where none answers, 116 where the bus is stuck."""
        self._chip(address, len(data)).write(data)

    def fetch(self, address: int, count: int) -> bytes:
        """One transfer from a chip; OSError as in carry()."""
        return self._chip(address, count).read(count)

    def _chip(self, address: int, count: int):
        """Who answers; the bytes go over the wires."""
        if self.stuck:
            self.clock.advance(_STUCK_US)
            raise OSError(_ETIMEDOUT, "ETIMEDOUT")
        chip = self.chips.get(address)
        self._count(1 + (count if chip else 0))
        if chip is None:
            raise OSError(_ENODEV, "No such device")
        return chip

    def _count(self, count: int) -> None:
        self.bytes += count
        self.transfers += 1
        self.longest = max(self.longest, count)
        bits = 9 * count + 2  # eight bits and an acknowledge each, a start and a stop
        self.clock.advance(bits * 1000000 // self.hz)


class I2C:
    """busio.I2C, as far as it is used. `bus` is set on a subclass for each world."""

    bus: Bus

    def __init__(self, scl: Pin, sda: Pin, *, frequency: int = 100000) -> None:
        scl.claim(self)
        try:
            sda.claim(self)
        except ValueError:
            scl.release()
            raise
        self._pins = (scl, sda)
        if not self.bus.pull_ups:
            self.deinit()
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        self.bus.hz = frequency
        self._locked = False

    def deinit(self) -> None:
        """Let the pins go."""
        for pin in self._pins:
            pin.release()

    def try_lock(self) -> bool:
        """True when the bus was free and is the caller's now."""
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Give the bus back."""
        self._locked = False

    def writeto(
        self,
        address: int,
        buffer: bytes | bytearray | memoryview,
        *,
        start: int = 0,
        end: int | None = None,
    ) -> None:
        """Write buffer[start:end] to the chip at `address`."""
        if not self._locked:
            raise RuntimeError("Function requires lock")
        self.bus.carry(address, bytes(buffer)[start : len(buffer) if end is None else end])

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None
    ) -> None:
        """Read into buffer[start:end]."""
        if not self._locked:
            raise RuntimeError("Function requires lock")
        end = len(buffer) if end is None else end
        buffer[start:end] = self.bus.fetch(address, end - start)

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: bytes | bytearray,
        in_buffer: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Write a part of one buffer, then read into a part of the other."""
        self.writeto(address, out_buffer, start=out_start, end=out_end)
        end = len(in_buffer) if in_end is None else in_end
        in_buffer[in_start:end] = self.bus.fetch(address, end - in_start)


class SPI:
    """busio.SPI: nothing hangs on it, but the bus library names it beside I2C when imported."""
