"""The canvas: text, sprites and boxes in a picture of 128 x 64 bits. It sends nothing anywhere.

The picture is the display's own layout: 8 pages of 128 column bytes, bit 0 on top. Nothing is
drawn pixel by pixel (F9). Text on a page is one slice assignment a sign; everything else takes
the bytes of one page as one long integer, so that shifting, masking and mixing a whole row of
columns is one operation of the interpreter each.

x is 0..127 from the left, y is 0..63 from the top, sizes are pixels. Whatever lies outside is
clipped; no coordinate raises.

A picture may take longer than the buttons can wait: every few texts and sprites `look` is called.
"""

from micropython import const

from ui.font import Font

_WIDE = const(128)
_HIGH = const(64)
_SIZE = const(1024)
_OFF = const(0)
_ON = const(1)
_TURN = const(2)
_LOOK_EVERY = const(6)  # texts and sprites

_ONES = memoryview(b"\x01" * 128)  # bit 0 of every column; times a byte: that byte everywhere
_DOTS = memoryview(b"\x01\x00" * 65)  # bit 0 of every second column
_FULL = memoryview(b"\xff" * 128)
_NONE = memoryview(bytes(128))


def _no_look() -> None:
    """Where nobody waits for the buttons."""


class Canvas:
    """Draws into `image`, 1024 writable bytes (a bytearray or a memoryview of one).

    `look`: a function without arguments, called now and then while a picture is drawn.
    """

    def __init__(self, image) -> None:
        """Take the picture as it is; the two fonts are read from ui/art (OSError)."""
        self.image = memoryview(image)
        self.small = Font("small")
        self.big = Font("big")
        self.look = _no_look
        self._to_look = _LOOK_EVERY
        self._wide = 0  # columns of the last sprite, and bit 0 of each
        self._ones = 0

    def clear(self) -> None:
        """Make the whole picture dark."""
        image = self.image
        for at in range(0, _SIZE, _WIDE):
            image[at : at + _WIDE] = _NONE

    # Text. It replaces what was in its box: every column of its signs, 8 or 16 rows.

    def text(self, text: str, x: int, y: int, big: bool = False) -> int:
        """Write `text` with its upper left corner at (x, y) and give the x where more may follow.

        Small text is 8 rows high, `big` text 16. Quick where y is a multiple of 8. What does not
        fit is cut at the right edge of the picture; then the answer is more than 128.
        """
        self._to_look -= 1
        if not self._to_look:
            self._to_look = _LOOK_EVERY
            self.look()
        return self._put(self.big if big else self.small, text, x, y, _WIDE)

    def _put(self, font, text: str, x: int, y: int, end: int) -> int:
        """Write `text` at (x, y), nothing of it at or right of `end`; give the x after it."""
        if y & 7 or x < 0 or y < 0 or y > _HIGH - font.height:
            wide = min(font.advance(text), end - x)
            if wide <= 0:
                return x + font.advance(text)
            line = bytearray(wide * (font.height >> 3))
            after = self._columns(font, text, line, 0, wide, wide)
            self._blit(line, 0, wide, font.height, x, y, True)
            return x + after
        base = (y >> 3) * _WIDE
        return self._columns(font, text, self.image, base + x, base + end, _WIDE) - base

    def _columns(self, font, text: str, image, at: int, end: int, pitch: int) -> int:
        """Copy the signs from index `at` on, none of them past `end`; give the index after."""
        bits = font.bits
        starts = font.starts
        lower = font.plane if font.height > 8 else 0
        for place in font.places(text):
            a = starts[place - 32]
            b = starts[place - 31]
            after = at + b - a
            if after > end:
                b -= after - end
                if a >= b:
                    return after
                image[at:end] = bits[a:b]
                if lower:
                    image[at + pitch : end + pitch] = bits[a + lower : b + lower]
                return after
            image[at:after] = bits[a:b]
            if lower:
                image[at + pitch : after + pitch] = bits[a + lower : b + lower]
            at = after
        return at

    def width(self, text: str, big: bool = False) -> int:
        """Give the columns that `text` fills, without the gap after its last sign."""
        return (self.big if big else self.small).width(text)

    def text_right(self, text: str, x: int, y: int, big: bool = False) -> int:
        """Write `text` so that its last column is x - 1; give the x where it begins."""
        font = self.big if big else self.small
        left = x - font.width(text)
        self._put(font, text, left, y, min(x, _WIDE))
        return left

    def text_center(self, text: str, y: int, big: bool = False, x: int = 0, w: int = 128) -> int:
        """Write `text` in the middle of the columns x to x + w - 1; give the x where it begins."""
        font = self.big if big else self.small
        wide = font.width(text)
        left = x + (w - wide) // 2
        self._put(font, text, left, y, min(left + wide, _WIDE))
        return left

    def text_fit(self, text: str, x: int, y: int, w: int, big: bool = False) -> int:
        """Write `text`, cut with an ellipsis if it is wider than w; give the x after it."""
        return self.text((self.big if big else self.small).fit(text, w), x, y, big)

    # Sprites.

    def sprite(self, sheet, index: int, x: int, y: int) -> None:
        """Add the lit pixels of a sheet's sprite to the picture, upper left corner at (x, y).

        Raises IndexError if the sheet has no such sprite.
        """
        self._to_look -= 1
        if not self._to_look:
            self._to_look = _LOOK_EVERY
            self.look()
        self._blit(sheet.bits, sheet.start(index), sheet.w, sheet.h, x, y, False)

    def sprite_clear(self, sheet, index: int, x: int, y: int, turned: bool = False) -> None:
        """Like `sprite`, but the sprite's dark pixels replace the picture as well; `turned`: dark
        is light and light is dark."""
        self._blit(sheet.bits, sheet.start(index), sheet.w, sheet.h, x, y, True, turned)

    def _blit(self, bits, start: int, pitch: int, h: int, x: int, y: int, clear, turned=False):
        """Mix pitch x h pixels into the picture: pages of column bytes, from bits[start] on.

        The left column is the lowest byte of an integer: in this form a whole row of columns is
        shifted and mixed at once.
        """
        end = start + pitch * ((h + 7) >> 3)
        w = pitch
        if x < 0:
            start -= x
            w += x
            x = 0
        w = min(w, _WIDE - x)
        if w <= 0:
            return
        image = self.image
        number = int.from_bytes
        shift = y & 7
        if shift or clear:
            ones = self._bit_0(w)
            stay = ones * (255 >> shift)  # bits that stay in their page; the others go to the next
        back = 8 - shift
        carry = 0
        at = (y >> 3) * _WIDE + x
        rows = shift + h  # rows left, counted from the top of the page
        top = shift
        while rows > 0:
            new = number(bits[start : start + w], "little") if start < end else 0
            start += pitch
            if shift:
                low = new & stay
                high = (new ^ low) >> back
                new = low << shift | carry
                carry = high
            if 0 <= at < _SIZE:
                old = number(image[at : at + w], "little")
                if clear:
                    box = ones * ((255 if rows > 7 else (1 << rows) - 1) & (255 << top) & 255)
                    old = (old | box) ^ box
                    if turned:
                        new ^= box
                image[at : at + w] = (old | new).to_bytes(w, "little")
            at += _WIDE
            rows -= 8
            top = 0

    def _bit_0(self, w: int) -> int:
        """Bit 0 of each of w columns; the last one is kept, since sprites come in rows."""
        if w != self._wide:
            self._wide = w
            self._ones = int.from_bytes(_ONES[:w], "little")
        return self._ones

    # Boxes and lines.

    def fill(self, x: int, y: int, w: int, h: int, on: bool = True) -> None:
        """Make a box light, or dark if not `on`."""
        self._box(x, y, w, h, _ON if on else _OFF)

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Turn light into dark and dark into light in a box."""
        self._box(x, y, w, h, _TURN)

    def hline(self, x: int, y: int, w: int, on: bool = True) -> None:
        """Draw a line from (x, y) to the right, w pixels long."""
        self._box(x, y, w, 1, _ON if on else _OFF)

    def vline(self, x: int, y: int, h: int, on: bool = True) -> None:
        """Draw a line from (x, y) downwards, h pixels long."""
        self._box(x, y, 1, h, _ON if on else _OFF)

    def frame(self, x: int, y: int, w: int, h: int, on: bool = True) -> None:
        """Draw the outline of a box; nothing if w or h is below 1."""
        if w < 1 or h < 1:
            return
        how = _ON if on else _OFF
        self._box(x, y, w, 1, how)
        self._box(x, y + h - 1, w, 1, how)
        self._box(x, y, 1, h, how)
        self._box(x + w - 1, y, 1, h, how)

    def dots(self, x: int, y: int, w: int, h: int) -> None:
        """Light every second pixel of a box: those whose x + y is even."""
        self._box(x, y, w, h, _ON, True)

    def dotted(self, x: int, y: int, w: int, h: int) -> None:
        """Draw the dotted outline of a box; nothing if w or h is below 1."""
        if w < 1 or h < 1:
            return
        self._box(x, y, w, 1, _ON, True)
        self._box(x, y + h - 1, w, 1, _ON, True)
        self._box(x, y, 1, h, _ON, True)
        self._box(x + w - 1, y, 1, h, _ON, True)

    def dot(self, x: int, y: int, on: bool = True) -> None:
        """Set one pixel."""
        if 0 <= x < _WIDE and 0 <= y < _HIGH:
            at = (y >> 3) * _WIDE + x
            if on:
                self.image[at] |= 1 << (y & 7)
            else:
                self.image[at] &= 255 - (1 << (y & 7))

    def pip(self, x: int, y: int) -> None:
        """Light the 2 x 2 pixels at (x, y), which lie in the picture and y % 8 below 7."""
        at = (y >> 3) * _WIDE + x
        bits = 3 << (y & 7)
        image = self.image
        image[at] |= bits
        image[at + 1] |= bits

    def _box(self, x: int, y: int, w: int, h: int, how: int, dotted: bool = False) -> None:
        """Set, clear or turn a box, page by page."""
        if x < 0:
            w += x
            x = 0
        if y < 0:
            h += y
            y = 0
        if x + w > _WIDE:
            w = _WIDE - x
        if y + h > _HIGH:
            h = _HIGH - y
        if w <= 0 or h <= 0:
            return
        at = (y >> 3) * _WIDE + x
        top = y & 7
        rows = top + h
        while rows > 0:
            mask = (255 if rows > 7 else (1 << rows) - 1) & (255 << top)
            self._mix(at, w, mask, how, dotted)
            at += _WIDE
            rows -= 8
            top = 0

    def _mix(self, at: int, w: int, mask: int, how: int, dotted: bool) -> None:
        """Set, clear or turn the bits of `mask` in w columns of one page."""
        image = self.image
        if w == 1:
            if dotted:
                mask &= 0xAA if at & 1 else 0x55
            image[at] = _one(image[at], mask, how)
            return
        if mask == 255 and how != _TURN and not dotted:
            image[at : at + w] = _FULL[:w] if how else _NONE[:w]
            return
        if dotted:
            odd = at & 1
            bits = int.from_bytes(_DOTS[odd : odd + w], "little") * (mask & 0x55)
            bits |= int.from_bytes(_DOTS[1 - odd : 1 - odd + w], "little") * (mask & 0xAA)
        else:
            bits = int.from_bytes(_ONES[:w], "little") * mask
        old = int.from_bytes(image[at : at + w], "little")
        image[at : at + w] = _one(old, bits, how).to_bytes(w, "little")


def _one(old: int, bits: int, how: int) -> int:
    """Set, clear or turn some bits of an integer."""
    if how == _TURN:
        return old ^ bits
    old |= bits
    return old if how == _ON else old ^ bits
