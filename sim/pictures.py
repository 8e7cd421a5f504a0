"""Pictures of the panel as files: PNG and GIF, made with Pillow and without a display.

A picture here is 1,024 bytes in the panel's own order (8 pages of 128 columns, bit 0 on top), as
the simulated chip gives it. How the case around it looks lives in `sim.body`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from PIL import Image

WIDTH = 128
HEIGHT = 64
SIZE = WIDTH * HEIGHT // 8
DARK = bytes(SIZE)

#: Glass and light of the panel, as in the window.
BACKGROUND = (5, 8, 13)
LIGHT = (190, 226, 255)

# One table for each bit: turns a page's bytes into that row's pixels, 0 or 255.
_ROWS = [bytes(255 if byte >> bit & 1 else 0 for byte in range(256)) for bit in range(8)]

#: GIF counts in 10 ms, and viewers slow down what is shorter than 20 ms.
GRID_MS = 20
#: What stays for less is a picture on its way over the bus, not one that somebody sees.
BRIEF_MS = 25
#: How long the last picture of a film is held before it begins again.
HOLD_MS = 2_000


def pixels(picture: bytes) -> bytes:
    """The picture row by row, one byte a pixel: 8,192 bytes, 0 or 255."""
    if len(picture) != SIZE:
        raise ValueError(f"a picture has {SIZE} bytes, not {len(picture)}")
    rows = []
    for page in range(0, SIZE, WIDTH):
        columns = bytes(picture[page : page + WIDTH])
        rows += [columns.translate(table) for table in _ROWS]
    return b"".join(rows)


def image(picture: bytes, scale: int = 1) -> Image.Image:
    """The bare picture, `scale` real pixels to a pixel, in the panel's two colours."""
    plain = Image.frombytes("L", (WIDTH, HEIGHT), pixels(picture))
    found = plain.point(lambda value: 1 if value else 0).convert("P")
    found.putpalette([*BACKGROUND, *LIGHT])
    if scale != 1:
        found = found.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
    return found


def parse(found: Image.Image) -> bytes:
    """The 1,024 bytes of a bare picture of scale 1, read back; ValueError for other sizes."""
    if found.size != (WIDTH, HEIGHT):
        raise ValueError(f"{found.size[0]} x {found.size[1]} is not {WIDTH} x {HEIGHT}")
    flat = found.convert("L").tobytes()
    picture = bytearray(SIZE)
    for index, value in enumerate(flat):
        if value > 127:
            y, x = divmod(index, WIDTH)
            picture[y // 8 * WIDTH + x] |= 1 << y % 8
    return bytes(picture)


def text(picture: bytes) -> str:
    """The picture as 64 lines of 128 signs, for a test that fails to show."""
    flat = pixels(picture)
    rows = [flat[start : start + WIDTH] for start in range(0, len(flat), WIDTH)]
    return "\n".join("".join("#" if value else "." for value in row) for row in rows)


def save(found: Image.Image, path: str) -> None:
    """Write a PNG; makes the folder where it is missing. OSError where that fails."""
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    found.save(path, format="PNG", optimize=True)


class Film:
    """Pictures with their times, to be saved as a GIF.

    `look` turns a frame into an image of one size: a frame is whatever the caller hands in, so
    that a film of the panel keeps 1 KB a frame and one of the whole device its buttons too.
    """

    def __init__(self, look: Callable[[Any], Image.Image] = image) -> None:
        self._look = look
        self._frames: list[Any] = []
        self._times: list[int] = []
        self._placed = 0  # when the last frame came, which may stand for brief ones before it

    def __len__(self) -> int:
        return len(self._frames)

    def add(self, at: int, frame: object) -> None:
        """The frame that is seen from `at` ms on; the same frame again adds nothing."""
        if self._frames and self._frames[-1] == frame:
            return
        brief = at - self._placed < BRIEF_MS
        self._placed = at
        if self._frames and brief:
            # Nobody saw the last one: this frame takes its place and its time.
            self._frames[-1] = frame
            if len(self._frames) > 1 and self._frames[-2] == frame:
                del self._frames[-1], self._times[-1]
            return
        self._frames.append(frame)
        self._times.append(at)

    def durations(self, end: int) -> list[int]:
        """How long each frame is shown, in ms, when the film ends at `end`; multiples of 20."""
        found = []
        times = [*self._times, max(end, self._times[-1] + GRID_MS)]
        shown = round(times[0] / GRID_MS)
        for later in times[1:]:
            until = max(round(later / GRID_MS), shown + 1)
            found.append((until - shown) * GRID_MS)
            shown = until
        return found

    def save(self, path: str, end: int) -> None:
        """Write the GIF, which begins again for ever; `end` is the time of the end, in ms.

        ValueError for a film without a frame, OSError where the file cannot be written.
        """
        if not self._frames:
            raise ValueError("the film has no frame")
        durations = self.durations(end)
        durations[-1] = max(durations[-1], HOLD_MS)
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        looked: dict = {}
        images = []
        for frame in self._frames:
            if frame not in looked:
                looked[frame] = self._look(frame)
            images.append(looked[frame])
        images[0].save(
            path,
            format="GIF",
            save_all=True,
            append_images=images[1:],
            duration=durations,
            loop=0,
            optimize=False,
            disposal=1,
        )
