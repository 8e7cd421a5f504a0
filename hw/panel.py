"""The picture's way to the glass: the stock SSD1306 driver, sending only what changed.

The canvas draws into `image`; `pieces()` compares it with what the panel shows and sends the
changed windows in pieces, between which the buttons are looked at. Nothing is cleared on the
glass first, so it never flickers (field row F11). What is drawn is not decided here.
"""

from micropython import const

from hw.stock import SSD1306_I2C
from hw.windows import changed

_WIDTH = const(128)
_PAGES = const(8)
_SIZE = const(1024)
_PIECE = const(128)  # data bytes in one transfer: 2.9 ms at 400 kHz
_RETRY = const(1000)  # ms between two attempts to reach a lost panel
_ADDRESSES = (0x3C, 0x3D)
_BRIGHTEST = const(255)  # the stock driver's start
_DIMMER = const(5)  # bits by which the contrast goes down when the panel is dimmed
_OFF = const(0xAE)
_ON = const(0xAF)
_NOTHING = const(0xE3)  # a command that does nothing
_STATE_OFF = const(0x40)  # in what a module says of itself


class Panel(SSD1306_I2C):
    """A 128 x 64 panel. Windows are (first page, first column, last page, last column).

    `image`: the 1,024 bytes to be drawn into, eight rows of 128 column bytes, bit 0 on top.
    `lost`: a transfer failed, or the panel was without power; nothing is sent until `try_again` has
    brought it back. `trouble`: "gone", "stuck" or "off", "" for none.
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
        self._part = 0  # of what is told again, -1 where the module tells its state
        self._tried = 0
        self._shown = memoryview(bytearray(_SIZE))
        self._out = bytearray(_PIECE + 1)
        self._out[0] = 0x40  # control byte: data until the transfer ends
        self._head = bytearray((0x00, 0x21, 0, 0, 0x22, 0, 0))  # commands: columns, pages
        super().__init__(_WIDTH, _PAGES * 8, i2c, addr=address)
        self.image = memoryview(self.buffer)[1:]
        self._begin()

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
            self.lost = False
            self.trouble = ""
        except OSError as error:
            self._lose(error)
        self._begin()
        self.image[:] = shown
        for start in range(0, _SIZE, _WIDTH):
            shown[start : start + _WIDTH] = bytes(_WIDTH)  # that is what the start left there
        return not self.lost

    def ask(self) -> None:
        """See whether it still takes what is sent, and has had its power all the time; `lost`
        tells. To be called now and then.

        One that was without power for a moment takes everything and stays dark. Most modules tell
        their state. What the others must know is told again, a tenth at a time: what is as it was
        cannot be seen, and such a panel is back after ten or twenty calls.
        """
        part = self._part
        if self._dark:
            self._send(_NOTHING)
        elif part < 0:
            if self._is_off() and not self.lost:
                self.lost = True
                self.trouble = "off"
        elif part == 0:
            self._part = 1
            self._tell(False)
        elif part <= _PAGES:
            self._part = part + 1
            self._tell_row(part - 1)
        else:
            self._send(_ON)
            self._see_whether_it_tells()

    def contrast(self, contrast: int) -> None:
        """How bright the panel is, 0 .. 255; a panel that is lost takes it when it is back."""
        self._contrast = contrast
        self._tell()

    # What is done while nothing happens (F19). The picture in the panel's memory stays what it
    # is, so none of this sends the picture again.

    def dim(self, on: bool) -> None:
        """Go down to a thirty-second of the contrast, or back to all of it."""
        self._dimmed = on
        self._tell()

    def darken(self, on: bool) -> None:
        """Switch the glass off, where it needs some microamperes, or on with the old picture."""
        self._dark = on
        self._part = 0  # nobody has asked whether it had power while it was dark
        self._tell()

    def move(self, on: bool) -> None:
        """Show the picture one line further down, or where it belongs.

        Its last line, where only tails of letters lie, is not shown meanwhile: the chip drives 63
        lines, and does not wrap the last one round to the top (data sheet, COM pin mapping).
        """
        self._moved = on
        self._tell()

    def _how(self) -> tuple:
        """How the chip is set, in commands that do nothing where it is set so already: first the
        way the picture lies, then what the stock driver sends too."""
        turned = self._turned
        lines = _PAGES * 8 - 1
        return (
            0x40,  # memory's line 0 on top
            0xA0 if turned else 0xA1,
            0xC0 if turned else 0xC8,
            0xA8,  # how many lines the chip drives, less one
            lines - 1 if self._moved else lines,
            0xD3,  # turned, lines are scanned from the other end: fewer of them move nothing
            lines if self._moved and turned else 0,
            0x81,
            self._contrast >> _DIMMER if self._dimmed else self._contrast,
            0xA4,
            0xA6,
            0xDA,
            0x12,
            0xD5,
            0x80,
        ) + self._OWN

    # Row by row addressing in windows; precharge, level, current, charge pump.
    _OWN: tuple = (0x20, 0x00, 0xD9, 0xF1, 0xDB, 0x30, 0xAD, 0x30, 0x8D, 0x14)

    def _begin(self) -> None:
        """After the stock start: what that does not know."""
        self._tell()
        if not self._dark:
            self._see_whether_it_tells()

    def _see_whether_it_tells(self) -> None:
        """It is on: does it say so?"""
        self._part = 0
        if not self._is_off():
            self._part = -1

    def _is_off(self) -> bool:
        """What the module says; also where it says nothing."""
        state = bytearray((_STATE_OFF,))
        if not self.lost:
            try:
                with self.i2c_device:
                    self.i2c_device.readinto(state)
            except OSError as error:
                if self._part < 0:
                    self._lose(error)
        return state[0] & _STATE_OFF > 0

    def _tell(self, ready: bool = True) -> None:
        """Say how it is set, and where its memory is `ready` to be shown, whether it is on."""
        how = self._how()
        if ready:
            how += (_OFF if self._dark else _ON,)
        self._transfer(bytes((0x00,) + how))

    def _tell_row(self, page: int) -> None:
        """Send eight lines of what the glass shows."""
        at = page * _WIDTH
        out = self._out
        out[1:] = self._shown[at : at + _WIDTH]
        if not self.lost:
            try:
                self._open((page, 0, page, _WIDTH - 1))
            except OSError as error:
                self._lose(error)
        self._transfer(out)

    def _send(self, command: int) -> None:
        """A command byte, where there is a panel to take it."""
        self._transfer(bytes((0x80, command)))

    def _transfer(self, data) -> None:
        """A transfer, where there is a panel to take it."""
        if self.lost:
            return
        try:
            with self.i2c_device:
                self.i2c_device.write(data)
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
        return changed(self.image, self._shown)
