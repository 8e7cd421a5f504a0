"""One sector of flash behind the interface of `microcontroller.nvm`, and the power that fails.

Writes as CircuitPython does on the RP2040: a slice that goes only into bytes that are 0xFF is
programmed, whatever it holds; any other write erases the whole sector and writes all of it
again. Programming only clears bits. Every byte that is programmed and every erase is one step,
and the power can be cut after any step, or in the middle of it. What is stored is not known here.

Plain language only: this runs under MicroPython too.
"""

from sim.chips.clock import PowerOff, VirtualClock

SECTOR = 4096
PROGRAM_US = 550  # a write into erased bytes
ERASE_US = 52000  # erasing and writing again

_BLANK = 0xFF
# What a byte keeps of the bits that were to be cleared when the power went: by the kind of cut.
_LEFT = (0x00, 0x55, 0xF0, 0xEE, 0x81)
# The same for an erase: which of the old cleared bits are still there, by the place.
HALVES = 4


class Flash:
    """`size` bytes (1 to 8,192), read and written by index and by slice without a step.

    `erases`, `programs`: how many of each since the start; `steps`: of both, byte by byte.
    `scattered`: the bytes of one write are programmed last to first, as a chip may well do.
    """

    def __init__(self, size: int = SECTOR, clock: VirtualClock | None = None) -> None:
        self.data = bytearray(b"\xff" * size)
        self.clock = clock
        self.scattered = False
        self.erases = 0
        self.programs = 0
        self.steps = 0
        self._cut = -1
        self._half = 0

    def cut_after(self, steps: int, half: int = 0) -> None:
        """Raise PowerOff when so many more steps are done; from now on, 1 or more.

        `half` 0: the last step is done whole. 1 to HALVES: it is half done, in one of so many
        ways: some bits of the byte are programmed, some places of the sector are erased.
        """
        self._cut = self.steps + steps
        self._half = half

    def power_on(self) -> None:
        """The power is back: no cut is waiting any more."""
        self._cut = -1

    # The interface of nvm

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, place):
        if isinstance(place, slice):
            start, stop = self._range(place)
            return bytearray(self.data[start:stop])
        return self.data[self._index(place)]

    def __setitem__(self, place, value) -> None:
        if isinstance(place, slice):
            start, stop = self._range(place)
            if len(value) != stop - start:
                raise ValueError("Slice and value different lengths")
            self._write(start, bytes(value))
        else:
            if not 0 <= value <= 255:
                raise ValueError("Bytes must be in range 0-255")
            self._write(self._index(place), bytes((value,)))

    def _range(self, place: slice) -> tuple:
        start = 0 if place.start is None else place.start
        stop = len(self.data) if place.stop is None else place.stop
        if start < 0:
            start += len(self.data)
        if stop < 0:
            stop += len(self.data)
        return max(start, 0), max(min(stop, len(self.data)), start)

    def _index(self, place: int) -> int:
        if not -len(self.data) <= place < len(self.data):
            raise IndexError("index out of range")
        return place % len(self.data)

    # The sector

    def _write(self, start: int, value: bytes) -> None:
        if self.data[start : start + len(value)] == b"\xff" * len(value):
            self.programs += 1
            self._pass(PROGRAM_US)
            self._program(start, value)
            return
        image = bytearray(self.data)
        image[start : start + len(value)] = value
        self.erases += 1
        self._pass(ERASE_US)
        self._erase()
        self._program(0, bytes(image))

    def _pass(self, us: int) -> None:
        if self.clock is not None:
            self.clock.advance(us)

    def _program(self, start: int, value: bytes) -> None:
        places = range(len(value))
        for i in reversed(places) if self.scattered else places:
            if value[i] != _BLANK:
                half = self._step()
                self.data[start + i] &= value[i] | _LEFT[half]
                self._stop()

    def _erase(self) -> None:
        half = self._step()
        middle = len(self.data) // 2
        for i in range(len(self.data)):
            if half == 0:
                self.data[i] = _BLANK
            elif half == 1 and i < middle or half == 2 and i >= middle:
                self.data[i] = _BLANK
            elif half == 3 and i * 7 % 5 < 2:
                self.data[i] = _BLANK
            elif half == 4:
                self.data[i] |= i * 37 + i // 3 & 255
        self._stop()

    def _step(self) -> int:
        """Count a step; how it is done: 0 whole."""
        self.steps += 1
        return self._half if self.steps == self._cut else 0

    def _stop(self) -> None:
        if self.steps == self._cut:
            raise PowerOff()
