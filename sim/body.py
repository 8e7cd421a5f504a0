"""How the device looks: its case, its buttons and where they are, drawn with Pillow.

The window and the films of the whole device share this drawing; nothing here knows pygame, time or
the firmware. Lengths are in units: one unit is one pixel of the panel, so that a drawing of scale
4 has panel pixels of 4 x 4 real ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from sim import pictures

BUTTONS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B")

#: The whole drawing, and the panel's lit area in it.
WIDTH = 252
HEIGHT = 124
PANEL = (62, 23)

#: Around the case.
DESK = (33, 36, 42)

_CASE = (6, 4, 246, 116)
_GLASS = (55, 14, 197, 98)
_PAD = (31, 60)
_PAD_REACH = 18
_PAD_HALF = 6.5
_ROUND = {"A": (231, 44), "B": (211, 63)}
_RADIUS = 10
_BOTH = (207, 87, 237, 97)

_IVORY_TOP = (247, 241, 228)
_IVORY_LOW = (229, 219, 199)
_EDGE = (176, 163, 137)
_INK = (108, 97, 78)
_GLASS_COLOUR = (15, 17, 21)
_GLASS_RIM = (44, 47, 53)
_CHARCOAL = (58, 61, 67)
_CHARCOAL_DOWN = (38, 40, 45)
_CAPS = {"A": ((196, 66, 52), (148, 44, 34)), "B": ((52, 104, 128), (34, 74, 94))}
_SHADE = (150, 138, 113)
_WHITE = (250, 248, 243)
# Where the pips of a five lie, and how the arrows of the pad point.
_FIVE = ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1))
_WAYS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}


def button_at(x: float, y: float) -> tuple[str, ...]:
    """The buttons under a point given in units: none, one, or A and B for the wide key."""
    for name, (middle_x, middle_y) in _ROUND.items():
        if (x - middle_x) ** 2 + (y - middle_y) ** 2 <= (_RADIUS + 1) ** 2:
            return (name,)
    left, top, right, low = _BOTH
    if left - 1 <= x <= right + 1 and top - 1 <= y <= low + 1:
        return ("A", "B")
    across, along = x - _PAD[0], y - _PAD[1]
    reach, half = _PAD_REACH + 1, _PAD_HALF + 1
    if max(abs(across), abs(along)) > reach or min(abs(across), abs(along)) > half:
        return ()
    if max(abs(across), abs(along)) < 3:
        return ()  # the middle of the pad says nothing
    if abs(across) > abs(along):
        return ("RIGHT",) if across > 0 else ("LEFT",)
    return ("DOWN",) if along > 0 else ("UP",)


def font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font that comes with Pillow, so that the drawing is the same on every machine."""
    return ImageFont.load_default(max(size, 1.0))


def case(scale: int, down: Iterable[str] = ()) -> Image.Image:
    """The device with a dark panel; the buttons named in `down` are pressed."""
    fine = 4 if scale <= 3 else 2
    sketch = _Sketch(scale * fine, frozenset(down))
    sketch.draw()
    return sketch.image.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.BOX)


class Look:
    """Turns frames of a film, pairs of (picture, pressed buttons), into images of the device."""

    def __init__(self, scale: int) -> None:
        self._scale = scale
        self._cases: dict[frozenset[str], Image.Image] = {}
        self._palette = self._colours()

    def __call__(self, frame: Any) -> Image.Image:
        """The whole device, in 128 colours that are the same in every frame: so a film stores
        only what changes."""
        picture, down = frame
        if down not in self._cases:
            self._cases[down] = self._reduced(case(self._scale, down))
        found = self._cases[down].copy()
        panel = self._reduced(pictures.image(picture, self._scale).convert("RGB"))
        found.paste(panel, (PANEL[0] * self._scale, PANEL[1] * self._scale))
        return found

    def _reduced(self, found: Image.Image) -> Image.Image:
        return found.quantize(palette=self._palette, dither=Image.Dither.NONE)

    @staticmethod
    def _colours() -> Image.Image:
        """An image whose palette has what the device shows in either state, lit and dark."""
        sample = Image.new("RGB", (WIDTH, HEIGHT * 2))
        for row, down in enumerate(((), BUTTONS)):
            sample.paste(case(1, down), (0, row * HEIGHT))
            lit = pictures.image(bytes([0xF0]) * pictures.SIZE).convert("RGB")
            sample.paste(lit, (PANEL[0], row * HEIGHT + PANEL[1]))
        return sample.quantize(128, dither=Image.Dither.NONE)


class _Sketch:
    """One drawing of the case, at `unit` real pixels a unit."""

    def __init__(self, unit: int, down: frozenset[str]) -> None:
        self.unit = unit
        self.down = down
        self.image = Image.new("RGB", (WIDTH * unit, HEIGHT * unit), DESK)
        self.pen = ImageDraw.Draw(self.image)

    def draw(self) -> None:
        self.shell()
        self.glass()
        self.pad()
        for name in _ROUND:
            self.cap(name)
        self.both()
        self.pips()

    def at(self, *numbers: float) -> list[int]:
        return [round(number * self.unit) for number in numbers]

    def box(self, box: tuple, radius: float, fill: tuple, drop: float = 0) -> None:
        left, top, right, low = box
        self.pen.rounded_rectangle(
            self.at(left, top + drop, right, low + drop), radius * self.unit, fill
        )

    def shell(self) -> None:
        left, top, right, low = _CASE
        for step in range(6):
            tone = tuple(part - 3 * (step + 1) for part in DESK)
            self.box((left - 4 + step, top, right + 4 - step, low + 6 - step), 18, tone)
        self.box(_CASE, 16, _EDGE, 2)
        self.box(_CASE, 16, _WHITE)
        shade = Image.linear_gradient("L").resize(self.image.size)
        ramp = Image.composite(
            Image.new("RGB", self.image.size, _IVORY_LOW),
            Image.new("RGB", self.image.size, _IVORY_TOP),
            shade,
        )
        mask = Image.new("L", self.image.size, 0)
        inner = self.at(left + 0.7, top + 0.7, right - 0.7, low - 0.5)
        ImageDraw.Draw(mask).rounded_rectangle(inner, 15.5 * self.unit, 255)
        self.image.paste(ramp, (0, 0), mask)

    def glass(self) -> None:
        left, top, right, low = _GLASS
        self.box((left - 0.8, top - 0.8, right + 0.8, low + 0.8), 6.3, (203, 192, 167))
        self.box((left - 0.8, top + 0.4, right + 0.8, low + 1.2), 6.3, _WHITE)
        self.box(_GLASS, 5.5, _GLASS_RIM)
        self.box((left + 0.6, top + 0.6, right - 0.6, low - 0.6), 5, _GLASS_COLOUR)
        x, y = PANEL
        around = (x - 2, y - 2, x + pictures.WIDTH + 2, y + pictures.HEIGHT + 2)
        self.box(around, 1, pictures.BACKGROUND)
        self.write("K O S T K A", (left + right) / 2, (y + pictures.HEIGHT + 2 + low) / 2, 5.2)

    def write(self, text: str, x: float, y: float, size: float, fill: tuple = _SHADE) -> None:
        place = (x * self.unit, y * self.unit)
        self.pen.text(place, text, fill, font(size * self.unit), anchor="mm")

    def pad(self) -> None:
        x, y = _PAD
        reach, half = _PAD_REACH, _PAD_HALF
        self.pen.ellipse(self.at(x - 22, y - 22, x + 22, y + 22), (233, 224, 205))
        upright = (x - half, y - reach, x + half, y + reach)
        arms = (upright, (x - reach, y - half, x + reach, y + half))
        for box in arms:
            self.box(box, 2.5, _SHADE, 1.6)
        for box in arms:
            self.box(box, 2.5, _CHARCOAL)
        for name, (step_x, step_y) in _WAYS.items():
            self.arm(name, step_x, step_y)
        self.pen.ellipse(self.at(x - 3.4, y - 3.4, x + 3.4, y + 3.4), _CHARCOAL_DOWN)

    def arm(self, name: str, step_x: int, step_y: int) -> None:
        x, y = _PAD
        down = name in self.down
        if down:
            near, far, half = _PAD_HALF, _PAD_REACH, _PAD_HALF
            ends = [(x + step_x * near, y + step_y * near), (x + step_x * far, y + step_y * far)]
            wide_x, wide_y = abs(step_y) * half, abs(step_x) * half
            left, right = sorted((ends[0][0], ends[1][0]))
            top, low = sorted((ends[0][1], ends[1][1]))
            box = (left - wide_x, top - wide_y, right + wide_x, low + wide_y)
            self.box(box, 2.5, _CHARCOAL_DOWN)
        tip = (x + step_x * 15, y + step_y * 15)
        foot = (x + step_x * 10.8, y + step_y * 10.8)
        corners: list[float] = [*tip]
        for side in (-1, 1):
            corners += [foot[0] + side * step_y * 3.6, foot[1] + side * step_x * 3.6]
        self.pen.polygon(self.at(*corners), _WHITE if down else (190, 179, 154))

    def cap(self, name: str) -> None:
        x, y = _ROUND[name]
        light, dark = _CAPS[name]
        down = name in self.down
        self.disc(x, y, _RADIUS + 1.6, (233, 224, 205))
        self.disc(x, y + 1.8, _RADIUS, dark)
        drop = 1.2 if down else 0
        self.disc(x, y + drop, _RADIUS, dark if down else light)
        if not down:
            paler = tuple(min(255, part + 26) for part in light)
            self.disc(x, y - 0.3, _RADIUS - 1.2, paler)
            self.disc(x, y + 0.5, _RADIUS - 1.4, light)
        self.write(name, x, y + drop + 0.3, 10.5, _WHITE)

    def disc(self, x: float, y: float, radius: float, fill: tuple) -> None:
        self.pen.ellipse(self.at(x - radius, y - radius, x + radius, y + radius), fill)

    def both(self) -> None:
        down = "A" in self.down and "B" in self.down
        self.box(_BOTH, 5, _SHADE, 1.2)
        drop = 0.8 if down else 0
        self.box(_BOTH, 5, _CHARCOAL_DOWN if down else _CHARCOAL, drop)
        left, top, right, low = _BOTH
        self.write("A + B", (left + right) / 2, (top + low) / 2 + drop, 5.4, _WHITE)

    def pips(self) -> None:
        for across, along in _FIVE:
            self.disc(_PAD[0] + across * 5, 98 + along * 4.6, 1.25, (196, 184, 158))
            self.disc(_PAD[0] + across * 5, 98 + along * 4.6 - 0.2, 1.0, _INK)
