"""Pictures and films of a running device, into files.

Watches a device and keeps what it is asked for: single pictures, every picture, a film. What the
pictures look like lives in `sim.pictures` and `sim.body`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from sim import body, pictures

if TYPE_CHECKING:
    from PIL import Image


class Subject(Protocol):
    """What is photographed: a `sim.device.Device`, as far as it can be seen."""

    @property
    def now(self) -> int:
        """Milliseconds since power-on."""

    def picture(self) -> bytes:
        """The picture on the panel."""

    def down(self) -> frozenset[str]:
        """The buttons that are pressed."""


def _bare(scale: int) -> Callable[[Any], Image.Image]:
    return lambda picture: pictures.image(picture, scale)


class Camera:
    """`shots`: folder for single pictures and for films that are begun by hand. `frames`: folder
    for every picture, or "". `film`: file of the film of the whole run, or "". `whole`: take the
    whole device instead of the bare panel. OSError where a file cannot be written."""

    def __init__(
        self,
        shots: str = "shots",
        frames: str = "",
        film: str = "",
        scale: int = 4,
        whole: bool = False,
    ) -> None:
        self._shots = shots
        self._frames = frames
        self._film_path = film
        self._scale = scale
        self._whole = whole
        self._look: Callable[[Any], Image.Image] = _bare(scale)
        if whole:
            self._look = body.Look(scale)
        self._film = pictures.Film(self._look) if film else None
        self._seen: object = None
        self._since = 0
        self._kept = True
        self._count = 0
        self.written: list[str] = []

    @property
    def filming(self) -> bool:
        """Is a film being made?"""
        return self._film is not None

    def look(self, device: Subject) -> None:
        """Time has passed: see whether the picture is another one."""
        frame = self._frame(device)
        now = device.now
        if frame != self._seen:
            self._seen = frame
            self._since = now
            self._kept = False
            if self._film is not None:
                self._film.add(now, frame)
        if self._frames and not self._kept and now - self._since >= pictures.BRIEF_MS:
            self._keep(frame)

    def _frame(self, device: Subject) -> object:
        picture = device.picture()
        return (picture, device.down()) if self._whole else picture

    def _keep(self, frame: object) -> None:
        self._kept = True
        self._count += 1
        name = f"{self._count:05}-{self._since}ms.png"
        pictures.save(self._look(frame), os.path.join(self._frames, name))

    def shot(self, device: Subject, name: str = "") -> str:
        """The picture as it is now, as a PNG; returns the path. Without a name: the next free
        number."""
        path = os.path.join(self._shots, f"{name}.png") if name else self._free("png")
        pictures.save(self._look(self._frame(device)), path)
        self.written.append(path)
        return path

    def begin(self, device: Subject, path: str = "") -> None:
        """Begin a film here; what an unfinished one has so far is dropped."""
        self._film_path = path or self._film_path or self._free("gif")
        self._film = pictures.Film(self._look)
        self._film.add(device.now, self._frame(device))

    def cut(self, device: Subject) -> str:
        """End the film and write it; returns its path, or "" where there is none."""
        film, path = self._film, self._film_path
        self._film = None
        self._film_path = ""
        if film is None or not len(film):
            return ""
        film.save(path, device.now)
        self.written.append(path)
        return path

    def _free(self, ending: str) -> str:
        number = 1
        while True:
            path = os.path.join(self._shots, f"kostka-{number:03}.{ending}")
            if not os.path.exists(path):
                return path
            number += 1
