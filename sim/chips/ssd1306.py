"""The panel chip: an SSD1306 with 128 x 64 points of glass on it, from the bytes on the bus.

Written from the chip's data sheet: the control bytes, the addressing modes with their windows,
and the commands that decide how memory becomes light. A command that the data sheet does not
know, or that a 128 x 64 module must not get, is recorded in `faults`. Scrolling is not there.

Plain language only: this runs under MicroPython too.
"""

WIDTH = 128
HEIGHT = 64
SIZE = 1024
_HORIZONTAL = 0
_VERTICAL = 1
_PAGE = 2

# How many bytes follow a command. Everything else from 0x20 to 0xFF stands alone or is unknown.
_ARGUMENTS = {
    0x20: 1,
    0x21: 2,
    0x22: 2,
    0x81: 1,
    0x8D: 1,
    0xA8: 1,
    0xAD: 1,
    0xD3: 1,
    0xD5: 1,
    0xD9: 1,
    0xDA: 1,
    0xDB: 1,
}
_TAKEN = (0xAD, 0xD5, 0xD9, 0xDB)  # voltages and timing: right or wrong cannot be seen here


class SSD1306:
    """`ram` holds the picture by the glass, eight rows of 128 column bytes, bit 0 on top, as a
    usual module mounts it; `contrast` 0 .. 255; `on`; `faults`: list of texts. `readable`: a module
    whose chip can be asked for its state; of others the bus gives ones."""

    # What a chip of the same family has otherwise.
    columns = WIDTH  # of memory
    arguments = _ARGUMENTS
    pumps = False  # does the charge pump run from the start?

    readable = True

    def __init__(self) -> None:
        self.faults: list = []
        self.power_on_reset()

    def power_on_reset(self) -> None:
        """As after the supply came up. Memory then holds chance; here it is always the same."""
        size = self.columns * 8
        self.ram = bytearray(size)
        noise = 0x2A
        for index in range(size):
            noise = (noise * 141 + 67) & 0xFFFF
            self.ram[index] = noise >> 8
        self.contrast = 0x7F
        self.on = False
        self.pump = self.pumps
        self.inverted = False
        self.all_on = False
        self.mode = _PAGE
        self.first_column = 0
        self.last_column = WIDTH - 1
        self.first_page = 0
        self.last_page = 7
        self.column = 0
        self.page = 0
        self.start_line = 0
        self.offset = 0
        self.mux = HEIGHT - 1
        self.remap = False
        self.upward = False
        self._command = -1
        self._arguments: list = []

    # The bus side

    def write(self, data: bytes) -> None:
        """One transfer: control bytes tell commands from data (data sheet, I2C interface)."""
        index = 0
        size = len(data)
        while index < size:
            control = data[index]
            index += 1
            if control & 0x3F:
                self.faults.append("control byte 0x%02X" % control)
            more = control & 0x80
            end = index + 1 if more else size
            if end > size:
                self.faults.append("control byte without its byte")
                end = size
            if control & 0x40:
                self._store(data[index:end])
            else:
                for byte in data[index:end]:
                    self._take(byte)
            index = end

    def read(self, count: int) -> bytes:
        """The state: bit 6 while the display is off (data sheet, status register)."""
        if not self.readable:
            return b"\xff" * count
        return bytes((0x03 if self.on else 0x43,)) * count

    def _take(self, byte: int) -> None:
        """A command byte, or one that belongs to the command before."""
        if self._command < 0:
            if byte in self.arguments:
                self._command = byte
                self._arguments = []
            else:
                self._single(byte)
            return
        self._arguments.append(byte)
        if len(self._arguments) == self.arguments[self._command]:
            command = self._command
            self._command = -1
            self._with_arguments(command, self._arguments)

    def _single(self, byte: int) -> None:
        if byte < 0x10:
            self._page_column((self.column & 0x70) | byte)
        elif byte < 0x20:
            self._page_column(((byte & 0x07) << 4) | (self.column & 0x0F))
        elif 0x40 <= byte < 0x80:
            self.start_line = byte & 0x3F
        elif byte in (0xA0, 0xA1):
            self.remap = byte == 0xA1
        elif byte in (0xA4, 0xA5):
            self.all_on = byte == 0xA5
        elif byte in (0xA6, 0xA7):
            self.inverted = byte == 0xA7
        elif byte in (0xAE, 0xAF):
            self.on = byte == 0xAF
        elif 0xB0 <= byte < 0xB8:
            self._page_only("page start")
            self.page = byte & 0x07
        elif byte in (0xC0, 0xC8):
            self.upward = byte == 0xC8
        elif byte != 0xE3:  # 0xE3 does nothing
            self.faults.append("unknown command 0x%02X" % byte)

    def _page_column(self, column: int) -> None:
        self._page_only("column start")
        self.column = column

    def _page_only(self, what: str) -> None:
        """These commands belong to page addressing alone."""
        if self.mode != _PAGE:
            self.faults.append(what + " outside page mode")

    def _with_arguments(self, command: int, given: list) -> None:
        value = given[0]
        if command == 0x20:
            self.mode = value & 0x03
            if value > _PAGE:
                self.faults.append("addressing mode 0x%02X" % value)
        elif command == 0x21:
            self._window_columns(value, given[1])
        elif command == 0x22:
            self._window_pages(value, given[1])
        elif command == 0x81:
            self.contrast = value
        elif command == 0x8D:
            self.pump = value == 0x14
        elif command == 0xA8:
            self.mux = value & 0x3F
            if not 15 <= value < HEIGHT:
                self.faults.append("mux ratio %d" % value)
        elif command == 0xD3:
            self.offset = value & 0x3F
        elif command == 0xDA and value != 0x12:
            self.faults.append("COM pins 0x%02X do not fit this glass" % value)

    def _window_columns(self, first: int, last: int) -> None:
        if first > last or last >= WIDTH:
            self.faults.append("columns %d to %d" % (first, last))
            return
        self.first_column = first
        self.last_column = last
        self.column = first

    def _window_pages(self, first: int, last: int) -> None:
        if first > last or last > 7:
            self.faults.append("pages %d to %d" % (first, last))
            return
        self.first_page = first
        self.last_page = last
        self.page = first

    def _store(self, data: bytes) -> None:
        """Data bytes. Segment remap works when memory is written, not when it is shown: a usual
        module is mounted so that with remap on the first column lies left."""
        at = 0
        end = len(data)
        while at < end:
            if self.mode == _HORIZONTAL and self.remap and self.column < self.last_column:
                # A stretch of a row in one go, all but the window's last column.
                count = min(end - at, self.last_column - self.column)
                place = self.page * self.columns + self.column
                self.ram[place : place + count] = data[at : at + count]
                self.column += count
                at += count
                continue
            column = self.column if self.remap else self.columns - 1 - self.column
            self.ram[self.page * self.columns + column] = data[at]
            self._next()
            at += 1

    def _next(self) -> None:
        """Move the pointer, round the window."""
        if self.mode == _VERTICAL:
            if self.page != self.last_page:
                self.page = (self.page + 1) & 7
                return
            self.page = self.first_page
            self._next_column()
            return
        if self.mode == _PAGE:
            self.column = (self.column + 1) % WIDTH
            return
        if self._next_column():
            self.page = self.first_page if self.page == self.last_page else (self.page + 1) & 7

    def _next_column(self) -> bool:
        """True when the pointer went back to the window's first column."""
        if self.column == self.last_column:
            self.column = self.first_column
            return True
        self.column = (self.column + 1) % WIDTH
        return False

    # The glass side

    @property
    def lit(self) -> bool:
        """Is there light at all: display on, and the charge pump that feeds it."""
        return self.on and self.pump

    def picture(self) -> bytes:
        """The 1,024 bytes that the eye sees: eight rows of 128 column bytes, bit 0 on top."""
        if not self.lit:
            return bytes(SIZE)
        usual = self.upward and self.mux == HEIGHT - 1
        if usual and not (self.inverted or self.all_on or self.start_line or self.offset):
            return self._glass()
        return bytes(self._picture())

    def _glass(self) -> bytes:
        """The memory behind the glass, laid out like a picture."""
        return bytes(self.ram)

    def _picture(self) -> bytearray:
        memory = self._glass()
        picture = bytearray(SIZE)
        for y in range(HEIGHT):
            line = self._line(HEIGHT - 1 - y)
            if line < 0:
                continue
            for x in range(WIDTH):
                bit = (memory[(line >> 3) * WIDTH + x] >> (line & 7)) & 1
                if self.all_on or bit != self.inverted:
                    picture[(y >> 3) * WIDTH + x] |= 1 << (y & 7)
        return picture

    def _line(self, com: int) -> int:
        """Which line of memory the COM output drives, or -1 for none. On a usual module COM 63
        is the top line of the glass."""
        row = self.mux - com if self.upward else com
        row = (row + self.offset) % HEIGHT
        if row > self.mux:
            return -1
        return (self.start_line + row) % HEIGHT
