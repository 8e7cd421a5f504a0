"""A device under test: a driver whose screens, presses and pictures are watched.

Everything that must hold on every screen at any time is looked at here, in every test that uses
a Device: what A and B do is what the bottom line says, and texts neither leave the picture nor
lie on each other. What a test is about is left to the test.
"""

from __future__ import annotations

from collections.abc import Callable

from sim.driver import Driver
from ui import keys, signs, words
from ui.app import draw_hints
from ui.canvas import Canvas

HINT_Y = 56
WIDE = 128


class Text:
    """One text of a picture: what it says, and its box without the gap after the last sign, and
    without the lowest row where no sign reaches down to it."""

    def __init__(self, text: str, x: int, y: int, font) -> None:
        self.text = text
        self.x = x
        self.y = y
        self.end = x + font.width(text)
        self.bottom = y + font.height
        if font.height == 8 and not any(_columns(font, text, 0x80)):
            self.bottom -= 1

    def __repr__(self) -> str:
        return f"{self.text!r} at {self.x}..{self.end}, {self.y}"

    def meets(self, other: Text) -> bool:
        """Do the two share a pixel?"""
        return (
            self.x < other.end
            and other.x < self.end
            and self.y < other.bottom
            and other.y < self.bottom
        )


def _columns(font, text: str, mask: int) -> list[int]:
    """The bits of `mask` in every column of a small text."""
    found: list[int] = []
    for sign in text:
        i = font.index(sign)
        found += [column & mask for column in font.bits[font.starts[i] : font.starts[i + 1]]]
    return found


class Spy(Canvas):
    """A canvas that remembers the texts since it was cleared."""

    def __init__(self, image) -> None:
        super().__init__(image)
        self.texts: list[Text] = []

    def clear(self) -> None:
        super().clear()
        self.texts = []

    def _put(self, font, text: str, x: int, y: int, end: int) -> int:
        self.texts.append(Text(text, x, y, font))
        return super()._put(font, text, x, y, end)


class _Ears:
    """The buttons, with somebody who is told of every event before and after it is handled."""

    def __init__(self, buttons, before: Callable[[int], None], after: Callable[[int], None]):
        self._buttons = buttons
        self._before = before
        self._after = after
        self._last = -1
        self.sample = buttons.sample

    def get(self) -> int:
        if self._last >= 0:
            self._after(self._last)
        self._last = self._buttons.get()
        if self._last >= 0:
            self._before(self._last)
        return self._last

    def __getattr__(self, name: str):
        return getattr(self._buttons, name)


class Device(Driver):
    """A driver that watches; see there for the arguments.

    `events`: every button event that the screens got. `on_paint`: functions called with this
    device after every picture.
    """

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.events: list[int] = []
        self.on_paint: list[Callable[[Device], None]] = []
        self.canvas = Spy(self.parts.panel.image)
        self.app.canvas = self.canvas
        self._sketch = Spy(bytearray(1024))
        self._before: tuple = ()
        self._paint = self.app.paint
        self.app.paint = self._painted  # type: ignore[method-assign]
        self.parts.buttons = _Ears(self.parts.buttons, self._coming, self._handled)
        self.app.dirty = True
        self.wait(20)

    # What the last picture says

    def said(self) -> list[str]:
        """The texts of the picture in the order in which they were drawn."""
        return [text.text for text in self.canvas.texts]

    def says(self, text: str) -> bool:
        """Is there a text in the picture that contains this one?"""
        return any(text in said for said in self.said())

    def hint(self, key: str) -> bool:
        """Does the bottom line tell of the word under `key`?"""
        return words.t(key) in bottom_line(self.canvas)

    def sketch(self, screen=None) -> bytes:
        """The picture as it would be drawn at this moment, whatever the panel shows: of the
        screen on top or of another one. Without the word SEED."""
        screen = screen or self.top
        self._sketch.clear()
        screen.draw(self._sketch)
        draw_hints(self._sketch, screen.hints())
        return bytes(self._sketch.image)

    # Watching

    def _painted(self) -> None:
        self._paint()
        check_texts(self)
        for function in self.on_paint:
            function(self)

    def _coming(self, key: int) -> None:
        self.events.append(key)
        if key in (keys.A, keys.B):
            self._before = (self.screen, self.top.hints(), self._all())

    def _handled(self, key: int) -> None:
        if key not in (keys.A, keys.B):
            return
        screen, hints, before = self._before
        said = hints[0 if key == keys.A else 1]
        after = self._all()
        name = "A" if key == keys.A else "B"
        if said is None:
            assert after == before, f"{name} has no hint on {screen} and yet changes something"
        else:
            assert after != before, f"{name} is hinted as {said} on {screen} and changes nothing"

    def _all(self) -> tuple:
        """Everything that a press can change."""
        app = self.app
        options = app.options
        party = app.party
        return (
            self.sketch(),
            self.state(),
            [id(screen) for screen in app.stack],
            (options.language, options.speed, options.handover, app.contrast),
            (party.count, party.begins, list(party.names), bytes(party.kinds)),
        )


def bottom_line(canvas: Spy) -> str:
    """What the line of A and B says, from left to right."""
    line = [text for text in canvas.texts if text.y == HINT_Y and text.text != "SEED"]
    return " ".join(text.text for text in sorted(line, key=lambda text: text.x))


def told(hints: tuple) -> str:
    """The line that these hints ask for."""
    key_a, key_b = hints
    said = []
    if key_a is not None and key_a == key_b:
        said = [signs.A, signs.B, words.t(key_a)]
    else:
        for sign, key in ((signs.A, key_a), (signs.B, key_b)):
            if key is not None:
                said += [sign, words.t(key)]
    return " ".join(said)


def check_texts(device: Device) -> None:
    """The bottom line tells what A and B do; texts stay in the picture and apart."""
    canvas = device.canvas
    where = f"{device.screen} in {words.language()}"
    assert bottom_line(canvas) == told(device.top.hints()), where
    texts = [text for text in canvas.texts if text.text.strip()]
    for i in range(len(texts)):
        text = texts[i]
        assert text.x >= 0 and text.end <= WIDE and text.bottom <= 64, f"{where}: {text} is cut"
        for other in texts[:i]:
            assert not text.meets(other), f"{where}: {text} lies on {other}"
