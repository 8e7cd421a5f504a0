"""The picture's way to the glass: the stock SSD1306 driver, sending only what changed.

The canvas draws into `image`; `pieces()` compares it with what the panel shows and sends the
changed windows in pieces, between which the buttons are looked at. Nothing is cleared on the
glass first, so it never flickers (field row F11). What is drawn is not decided here.
"""

from adafruit_ssd1306 import SSD1306_I2C
from micropython import const

_WIDTH = const(128)
_PAGES = const(8)
_SIZE = const(1024)
_BLOCK = const(8)  # columns compared at a time: comparing two slices costs the board little more
# than comparing two bytes, so pages are compared whole, then in blocks, then at the blocks' ends
_PIECE = const(128)  # data bytes in one transfer: 2.9 ms at 400 kHz
_WINDOW = const(10)  # bytes that a window costs by itself: a transfer of address, control byte
# and six command bytes, and address and control byte of its first piece
_MOST = const(16)  # windows; a picture with more changes than that is sent whole, since sorting
# them out would take longer than sending it
_WHOLE = (0, 0, 7, 127)
_RETRY = const(1000)  # ms between two attempts to reach a lost panel
_ADDRESSES = (0x3C, 0x3D)
_BRIGHTEST = const(255)  # the stock driver's start
_DIMMER = const(5)  # bits by which the contrast goes down when the panel is dimmed
_CONTRAST = const(0x81)
_OFF = const(0xAE)
_ON = const(0xAF)
_LINES = const(0xA8)  # how many lines the chip drives, less one
_SHIFT = const(0xD3)  # which line of memory the first output shows
_NOTHING = const(0xE3)  # a command that does nothing


def _cost(window) -> int:
    """Bytes of a window's data and of what it takes to open it."""
    return (window[2] - window[0] + 1) * (window[3] - window[1] + 1) + _WINDOW


class Panel(SSD1306_I2C):
    """A 128 x 64 panel. Windows are (first page, first column, last page, last column).

    `image`: the 1,024 bytes to be drawn into, eight rows of 128 column bytes, bit 0 on top.
    `lost`: a transfer failed; nothing is sent until `try_again` has brought the panel back.
    """

    def __init__(self, i2c, address: int = 0x3C, turned: bool = False) -> None:
        """`turned`: the picture upside down. Raises ValueError where nothing answers at
        `address`, OSError where the panel goes away in the middle."""
        self.lost = False
        self.trouble = ""
        self._turned = turned
        self._contrast = _BRIGHTEST
        self._dimmed = False
        self._dark = False
        self._moved = False
        self._tried = 0
        self._shown = memoryview(bytearray(_SIZE))
        self._out = bytearray(_PIECE + 1)
        self._out[0] = 0x40  # control byte: data until the transfer ends
        self._head = bytearray((0x00, 0x21, 0, 0, 0x22, 0, 0))  # commands: columns, pages
        super().__init__(_WIDTH, _PAGES * 8, i2c, addr=address)
        self.image = memoryview(self.buffer)[1:]
        if turned:
            self.rotate(False)  # the stock driver calls its own usual way "rotated"

    @classmethod
    def find(cls, i2c, address: int = 0, turned: bool = False):
        """The panel at `address`, or for 0 at whichever of 0x3C and 0x3D answers (F13).

        Raises ValueError where none does.
        """
        for place in (address,) if address else _ADDRESSES:
            try:
                return cls(i2c, place, turned)
            except ValueError:
                pass
        raise ValueError("no panel answers at 0x3C or 0x3D")

    def pieces(self):
        """Generator: send what changed since the last time; yields after every transfer.

        It may be left at any yield, and begun anew. Ends at once, with `lost` set and the reason
        in `trouble`, when the panel does not take a transfer.
        """
        if self.lost:
            return
        for window in self._windows():
            try:
                self._open(window)
            except OSError as error:
                self._lose(error)
                return
            page = window[0]
            while page <= window[2]:
                try:
                    page = self._piece(window, page)
                except OSError as error:
                    self._lose(error)
                    return
                yield

    def try_again(self, now: int) -> bool:
        """While lost, attempt to start the panel again once a second; `now` in ticks.

        True when the panel is back; the next `pieces()` sends the whole picture. `image` keeps
        what was drawn.
        """
        if not self.lost or 0 <= now - self._tried < _RETRY:  # a wrap only makes it try early
            return False
        self._tried = now
        shown = self._shown
        shown[:] = self.image  # the stock start clears the picture: keep it here meanwhile
        try:
            self.poweron()
            self.init_display()
            if self._turned:
                self.rotate(False)
            self.lost = False
            self.trouble = ""
        except OSError as error:
            self._lose(error)
        self._take_up()
        self.image[:] = shown
        for start in range(0, _SIZE, _WIDTH):
            shown[start : start + _WIDTH] = bytes(_WIDTH)  # that is what the start left there
        return not self.lost

    def ask(self) -> None:
        """See whether it still takes what is sent; `lost` tells."""
        self._send(_NOTHING)

    def contrast(self, contrast: int) -> None:
        """How bright the panel is, 0 .. 255; a panel that is lost takes it when it is back."""
        self._contrast = contrast
        self._tell_contrast()

    # What is done while nothing happens (F19). The picture in the panel's memory stays what it
    # is, so none of this sends the picture again.

    def dim(self, on: bool) -> None:
        """Go down to a thirty-second of the contrast, or back to all of it."""
        self._dimmed = on
        self._tell_contrast()

    def darken(self, on: bool) -> None:
        """Switch the glass off, where it needs some microamperes, or on with the old picture."""
        self._dark = on
        self._send(_OFF if on else _ON)

    def move(self, on: bool) -> None:
        """Show the picture one line further down, or where it belongs.

        Its last line, where only tails of letters lie, is not shown meanwhile: the chip drives 63
        lines, and does not wrap the last one round to the top (data sheet, COM pin mapping).
        """
        self._moved = on
        self._send(_LINES)
        self._send(_PAGES * 8 - (2 if on else 1))
        if self._turned:  # scanned from the other end, where the shorter scan moves nothing
            self._send(_SHIFT)
            self._send(_PAGES * 8 - 1 if on else 0)

    def _take_up(self) -> None:
        """After a new start: what the stock driver does not know."""
        self._tell_contrast()
        if self._moved:
            self.move(True)
        if self._dark:
            self._send(_OFF)

    def _tell_contrast(self) -> None:
        self._send(_CONTRAST)
        self._send(self._contrast >> _DIMMER if self._dimmed else self._contrast)

    def _send(self, command: int) -> None:
        """A command byte, where there is a panel to take it."""
        if self.lost:
            return
        try:
            self.write_cmd(command)
        except OSError as error:
            self._lose(error)

    def _lose(self, error) -> None:
        self.lost = True
        self.trouble = "stuck" if error.errno == 116 else "gone"

    def _open(self, window) -> None:
        """Tell the panel where the next data go; it fills the window row by row."""
        head = self._head
        head[2] = window[1]
        head[3] = window[3]
        head[5] = window[0]
        head[6] = window[2]
        with self.i2c_device:
            self.i2c_device.write(head)

    def _piece(self, window, page: int) -> int:
        """Send as many whole rows of the window, from `page` on, as go into one transfer; the
        next page. What is sent counts as shown."""
        left = window[1]
        width = window[3] - left + 1
        out = self._out
        end = 1
        first = page
        while page <= window[2] and end + width <= _PIECE + 1:
            at = page * _WIDTH + left
            out[end : end + width] = self.image[at : at + width]
            end += width
            page += 1
        with self.i2c_device:
            self.i2c_device.write(out, end=end)
        shown = self._shown
        end = 1
        for row in range(first, page):
            at = row * _WIDTH + left
            shown[at : at + width] = out[end : end + width]
            end += width
        return page

    def _windows(self) -> list:
        """What differs, as windows that cost few bytes, and no more than a whole picture."""
        windows: list = []
        for page in range(_PAGES):
            start = page * _WIDTH
            if self.image[start : start + _WIDTH] != self._shown[start : start + _WIDTH]:
                for left, right in self._runs(start):
                    self._add(windows, page, left, right)
                if len(windows) > _MOST:
                    return [_WHOLE]
        if len(windows) > 1:
            around = self._around(windows)
            total = 0
            for window in windows:
                total += _cost(window)
            if _cost(around) <= total:
                return [around]
        return windows

    def _add(self, windows: list, page: int, left: int, right: int) -> None:
        """Append a run of a page, or join it to a window just above where that costs no more."""
        alone = right - left + 1 + _WINDOW
        for index in range(len(windows)):
            top, first, bottom, last = windows[index]
            if bottom < page - 1 or left > last + _WINDOW or right < first - _WINDOW:
                continue
            joined = (top, min(first, left), page, max(last, right))
            if _cost(joined) <= _cost(windows[index]) + alone:
                windows[index] = joined
                return
        windows.append((page, left, page, right))

    def _around(self, windows: list) -> tuple:
        """The smallest window around all of them, which are in the order of their first pages."""
        top, left, bottom, right = windows[0]
        for _top, first, low, last in windows:
            left = min(left, first)
            right = max(right, last)
            bottom = max(bottom, low)
        return (top, left, bottom, right)

    def _runs(self, start: int) -> list:
        """Where the page whose bytes begin at `start` differs: (first, last column) pairs."""
        image = self.image
        shown = self._shown
        runs: list = []
        block = start
        end = start + _WIDTH
        while block < end:
            first = block
            while block < end and image[block : block + _BLOCK] != shown[block : block + _BLOCK]:
                block += _BLOCK
            if block > first:
                self._append(runs, first - start, block - start - 1, start)
            block += _BLOCK
        return runs

    def _append(self, runs: list, left: int, right: int, start: int) -> None:
        """Append a run of changed blocks, without what is equal at its ends."""
        image = self.image
        shown = self._shown
        while image[start + left] == shown[start + left]:
            left += 1
        while image[start + right] == shown[start + right]:
            right -= 1
        runs.append((left, right))
