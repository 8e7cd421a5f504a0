"""The other panel chip: an SH1106, which many modules hold that are sold as SSD1306 (row F14).

Written from the chip's data sheet, as far as it differs from the SSD1306: 132 columns of memory,
of which the glass shows 128, page addressing alone, and a charge pump with a command of its own.
What it does not know is recorded in `faults` and has no effect. The bytes behind such a command
are then commands themselves: that is how a driver for an SSD1306 tears the picture here.

Plain language only: this runs under MicroPython too.
"""

from sim.chips.ssd1306 import SSD1306, WIDTH

COLUMNS = 132
_PAGES = 8

# How many bytes follow a command.
_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}


class SH1106(SSD1306):
    """`ram`: eight rows of 132 column bytes, as a usual module mounts it. `left`: the column of
    memory at the left edge of the glass, which hangs on the middle ones on nearly all modules."""

    columns = COLUMNS
    arguments = _ARGUMENTS
    pumps = True
    left = 2

    def _single(self, byte: int) -> None:
        if byte < 0x10:
            self.column = (self.column & 0xF0) | byte
        elif byte < 0x20:
            self.column = ((byte & 0x0F) << 4) | (self.column & 0x0F)
        elif not 0x30 <= byte < 0x34:  # those set the pump's voltage, which cannot be seen here
            super()._single(byte)

    def _with_arguments(self, command: int, given: list) -> None:
        value = given[0]
        if command != 0xAD:
            super()._with_arguments(command, given)
        elif value in (0x8A, 0x8B):
            self.pump = value == 0x8B
        else:
            self.faults.append("pump 0x%02X" % value)

    def _store(self, data: bytes) -> None:
        """The pointer stops behind the last column; what comes then is lost."""
        room = max(0, COLUMNS - self.column)
        if len(data) > room:
            self.faults.append("%d bytes behind the last column" % (len(data) - room))
        super()._store(data[:room])

    def _next(self) -> None:
        self.column += 1

    def _glass(self) -> bytes:
        rows = []
        for page in range(_PAGES):
            start = page * COLUMNS + self.left
            rows.append(bytes(self.ram[start : start + WIDTH]))
        return b"".join(rows)
