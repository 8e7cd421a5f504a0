"""The canvas: text, sprites and boxes in a picture of 128 x 64 bits. It sends nothing anywhere.

The picture is the display's own layout: 8 pages of 128 column bytes, bit 0 on top. Nothing is
drawn pixel by pixel (F9). Text on a page is one slice assignment a sign; everything else takes
the bytes of one page as one long integer, so that shifting, masking and mixing a whole row of
columns is one operation of the interpreter each.

x is 0..127 from the left, y is 0..63 from the top, sizes are pixels. Whatever lies outside is
clipped; no coordinate raises.
"""

from micropython import const

from ui.font import Font
from ui.sprites import pages_of

_WIDE = const(128)
_HIGH = const(64)
_SIZE = const(1024)
_OFF = const(0)
_ON = const(1)
_TURN = const(2)
_ASCII = const(95)

_ONES = memoryview(b"\x01" * 128)  # bit 0 of every column; times a byte: that byte everywhere
_DOTS = memoryview(b"\x01\x00" * 65)  # bit 0 of every second column
_FULL = memoryview(b"\xff" * 128)
_NONE = memoryview(bytes(128))


class Canvas:
    """Draws into `image`, 1024 writable bytes (a bytearray or a memoryview of one)."""

    def __init__(self, image) -> None:
        """Take the picture as it is; the two fonts are read from ui/art (OSError)."""
        self.image = memoryview(image)
        self.small = Font("small")
        self.big = Font("big")

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
        return self._put(self.big if big else self.small, text, x, y, _WIDE)

    def _put(self, font, text: str, x: int, y: int, end: int) -> int:
        """Write `text` at (x, y), nothing of it at or right of `end`; give the x after it."""
        if y & 7 or x < 0 or y < 0 or y > _HIGH - font.height:
            wide = min(font.advance(text), end - x)
            if wide <= 0:
                return x
            line = bytearray(wide * (font.height >> 3))
            after = self._columns(font, text, line, 0, wide, wide)
            self._blit(pages_of(line, 0, wide, font.height), wide, font.height, x, y, True)
            return x + after
        base = (y >> 3) * _WIDE
        return self._columns(font, text, self.image, base + x, base + end, _WIDE) - base

    def _columns(self, font, text: str, image, at: int, end: int, pitch: int) -> int:
        """Copy the signs from index `at` on, none of them past `end`; give the index after."""
        bits = font.bits
        starts = font.starts
        others = font.others
        lower = font.plane if font.height > 8 else 0
        for sign in text:
            i = ord(sign) - 32
            if i < 0 or i >= _ASCII:
                i = others.get(i + 32, _ASCII)
            a = starts[i]
            b = starts[i + 1]
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
        self._blit(sheet.sprites[index], sheet.w, sheet.h, x, y, False)

    def sprite_clear(self, sheet, index: int, x: int, y: int) -> None:
        """Like `sprite`, but the sprite's dark pixels replace the picture as well."""
        self._blit(sheet.sprites[index], sheet.w, sheet.h, x, y, True)

    def _blit(self, pages, w: int, h: int, x: int, y: int, clear: bool) -> None:
        """Mix w x h pixels into the picture; `pages` are as `pages_of` makes them."""
        if x < 0 or x + w > _WIDE:
            pages = _clipped(pages, x, w)
            w = min(w + x, _WIDE) - max(x, 0)
            x = max(x, 0)
        if w <= 0:
            return
        image = self.image
        number = int.from_bytes
        ones = number(_ONES[:w], "little")
        shift = y & 7
        stay = ones * (255 >> shift)  # the bits that stay in their page; the others go to the next
        back = 8 - shift
        carry = 0
        at = (y >> 3) * _WIDE + x
        rows = shift + h  # rows left, counted from the top of the page
        top = shift
        for new in pages:
            if shift:
                low = new & stay
                high = (new ^ low) >> back
                new = low << shift | carry
                carry = high
            if rows > 0 and 0 <= at < _SIZE:
                old = number(image[at : at + w], "little")
                if clear:
                    old &= ones * (255 - ((255 if rows > 7 else (1 << rows) - 1) & (255 << top)))
                image[at : at + w] = (old | new).to_bytes(w, "little")
            at += _WIDE
            rows -= 8
            top = 0

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


def _clipped(pages, x: int, w: int) -> list:
    """Give pages of w columns without those that lie outside of the picture."""
    left = -x if x < 0 else 0
    keep = min(w, _WIDE - x) - left
    if keep <= 0:
        return []
    mask = (1 << (8 * keep)) - 1
    return [(page >> (8 * left)) & mask for page in pages]
