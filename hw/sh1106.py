"""The other panel chip: an SH1106, which many modules hold that are sold as SSD1306 (row F14).

It knows no windows, only a page and a column to begin at, and its memory is wider than the glass.
So what changed is sent page by page. All else is as in hw.panel, and what is drawn is not decided
here. The commands and the order of starting are from the chip's data sheet.
"""

from micropython import const

from hw.panel import Panel
from hw.windows import runs

_WIDTH = const(128)
_PAGES = const(8)
_HIDDEN = const(4)  # columns of memory that the glass does not show
_MOST = const(24)  # runs; a picture with more is sent as one run a page: less to do, few more bytes

_START = (
    0x00,  # control byte: commands until the transfer ends
    0xAE,  # dark, so that the noise in a fresh memory is not seen
    0xAD,
    0x8B,  # its own charge pump, allowed only while dark; it runs from the start on
    0x32,  # 8.0 V
)
_ON = const(0xAF)


class SH1106(Panel):
    """A 128 x 64 panel with the other chip. Its windows lie in one page each.

    `offset`: the column of memory at the left edge of the glass, 0 .. 4; to be set before the
    first picture is sent.
    """

    offset = 2
    _OWN: tuple = (0xD9, 0x22, 0xDB, 0x35)  # precharge, level of the lines that are not driven

    def poweron(self) -> None:
        """Nothing yet: this chip's pump runs from the start, and noise would flash up."""
        self._power = True

    def init_display(self) -> None:
        """Start the chip with a clean memory, also in the columns beside the glass."""
        with self.i2c_device:
            self.i2c_device.write(bytes(_START + self._how()))
        self.fill(0)
        blank = bytearray(1 + _WIDTH + _HIDDEN)
        blank[0] = 0x40
        for page in range(_PAGES):
            self._point(page, 0)
            with self.i2c_device:
                self.i2c_device.write(blank)
        self.write_cmd(_ON)

    def show(self) -> None:
        """Send the whole picture, whatever the panel shows; raises OSError as the stock one."""
        for page in range(_PAGES):
            window = (page, 0, page, _WIDTH - 1)
            self._open(window)
            self._piece(window, page)

    def _open(self, window) -> None:
        """Turned, memory is counted from the other end of the glass."""
        hidden = _HIDDEN - self.offset if self._turned else self.offset
        self._point(window[0], window[1] + hidden)

    def _point(self, page: int, column: int) -> None:
        """Tell the chip where the next data go."""
        head = self._head
        head[1] = 0xB0 | page
        head[2] = column & 0x0F
        head[3] = 0x10 | (column >> 4)
        with self.i2c_device:
            self.i2c_device.write(head, end=4)

    def _windows(self) -> list:
        """What differs, run by run. A run costs seven bytes by itself, and at least eight equal
        ones lie between two of them: never more than a whole page (135), or picture (1,080)."""
        windows: list = []
        for page in range(_PAGES):
            for left, right in runs(self.image, self._shown, page * _WIDTH):
                windows.append((page, left, page, right))
        return windows if len(windows) <= _MOST else self._rows(windows)

    def _rows(self, windows: list) -> list:
        """One window for each page, from its first run to its last."""
        rows: list = []
        for window in windows:
            if rows and rows[-1][0] == window[0]:
                rows[-1] = (window[0], rows[-1][1], window[0], window[3])
            else:
                rows.append(window)
        return rows
