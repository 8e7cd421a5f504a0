"""A font as a table of column bytes, read from ui/art. Drawing with it is the canvas's work.

Both fonts hold the same signs: printable ASCII, every letter of English, Czech and German, and

    arrows   ◀ ▶ ▲ ▼        buttons  Ⓐ Ⓑ         ticks  ✓ ×      text  … – · „ “ ” ‚ ‘ ’
    status   ⚄ die, ♞ knight, ♜ city, ☄ catapult, ♛ crown, ⚿ held back, ● ○ pips,
             ♟ follower, ⌂ house

A sign that a font lacks is drawn as a hollow box; a test sees that no word needs it (F10).

The file, integers little-endian: height (8 or 16), gap, 16-bit number of signs; the 16-bit codes
of the signs that follow ASCII (the first of them is the box); 16-bit first column of each sign
and of the end; then the columns, for a height of 16 all upper pages before all lower ones. A
sign's columns include the gap on its right, so that one slice copies both.
"""

from array import array

from micropython import const

from ui import path

_ASCII = const(95)  # signs from blank to tilde, found by their code
ELLIPSIS = "…"


_shared: list = []  # codes, their places: the fonts hold the same signs, and so one dict


def _places(codes) -> dict:
    """Code of a sign that is not ASCII -> its place in `starts`."""
    if not _shared or _shared[0] != bytes(codes):
        places = {}
        for i in range(len(codes)):
            places[codes[i]] = _ASCII + i
        _shared[:] = (bytes(codes), places)
    return _shared[1]


class Font:
    """One font. `height` 8 or 16 pixels, `gap` blank columns that end every sign."""

    def __init__(self, name: str) -> None:
        """Read ui/art/`name`.bin. Raises OSError if it is not there."""
        with open(path("art/" + name + ".bin"), "rb") as file:
            head = file.read(4)
            self.height = head[0]
            self.gap = head[1]
            count = head[2] | head[3] << 8
            codes = array("H", bytes(2 * (count - _ASCII)))
            file.readinto(codes)
            self.starts = array("H", bytes(2 * (count + 1)))
            file.readinto(self.starts)
            self.plane = self.starts[count]  # columns in all, the way from upper to lower page
            bits = bytearray(self.plane * (self.height >> 3))
            file.readinto(bits)
        self.bits = memoryview(bits)
        self.others = _places(codes)

    def index(self, sign: str) -> int:
        """Give the place of one sign in `starts`; that of the hollow box if there is none."""
        code = ord(sign)
        if 32 <= code < 32 + _ASCII:
            return code - 32
        return self.others.get(code, _ASCII)

    def has(self, sign: str) -> bool:
        """Tell whether the font has a drawing of this sign."""
        code = ord(sign)
        return 32 <= code < 32 + _ASCII or code in self.others

    def places(self, text: str) -> bytes:
        """Give a byte for each sign: 32 more than its place in `starts`, so that ASCII stays as it
        is. What is drawn is walked through in this form, since the board looks every sign of a
        `str` up among all the names that it knows.
        """
        raw = text.encode()
        count = len(text)
        if len(raw) == count and (not count or min(raw) >= 32):
            return raw
        out = bytearray(count)
        others = self.others
        at = 0
        more = 0  # bytes that are still to come of a sign
        code = 0
        for byte in raw:
            if more:
                code = code << 6 | byte & 63
                more -= 1
                if more:
                    continue
                byte = 32 + others.get(code, _ASCII)
            elif byte >= 192:
                more = 1 if byte < 224 else 2 if byte < 240 else 3
                code = byte & 63 >> more
                continue
            elif byte < 32:
                byte = 32 + _ASCII
            out[at] = byte
            at += 1
        return out

    def advance(self, text: str) -> int:
        """Give the columns that `text` takes with the gap after its last sign."""
        starts = self.starts
        total = 0
        for place in self.places(text):
            total += starts[place - 31] - starts[place - 32]
        return total

    def width(self, text: str) -> int:
        """Give the columns from the first to the last of `text`, without a gap at its end."""
        return self.advance(text) - self.gap if text else 0

    def fit(self, text: str, width: int) -> str:
        """Give `text`, or as much of it as fits into `width` columns with an ellipsis after it.

        The empty text if not even the ellipsis fits.
        """
        if self.width(text) <= width:
            return text
        room = width - self.width(ELLIPSIS)
        if room < 0:
            return ""
        starts = self.starts
        count = 0
        for sign in text:
            i = self.index(sign)
            room -= starts[i + 1] - starts[i]
            if room < 0:
                break
            count += 1
        return text[:count].rstrip() + ELLIPSIS

    def wrap(self, text: str, width: int) -> list:
        """Give the lines of `text` when no line may be wider than `width` columns.

        Lines break at blanks and at line feeds; a word that is wider than a line is cut (`fit`).
        """
        blank = self.advance(" ")
        lines = []
        for part in text.split("\n"):
            words = []
            used = 0
            for word in part.split(" "):
                wide = self.advance(word)
                if words and used + wide - self.gap > width:
                    lines.append(" ".join(words))
                    words = []
                    used = 0
                words.append(word if wide - self.gap <= width else self.fit(word, width))
                used += wide + blank
            lines.append(" ".join(words))
        return lines
