"""Recordings: all that a run depends on, in a file, so that it can be had again exactly.

A recording is text, one JSON object a line:

    {"kostka": "recording", "format": 1, "settings": {"KOSTKA_SPEED": 1}}
    {"chance": "8f03..."}                          bytes that the source of chance gave, in order
    {"ms": 1520, "button": "a", "down": true}      an edge on a button, at a time since power-on
    {"end": 93012, "picture": "b1946a..."}         power-off, and the SHA-256 of the last picture

Times never run backwards. The last line says whether a replay did the same. Where times and bytes
come from is not here.
"""

from __future__ import annotations

import hashlib
import json
from typing import TextIO

from sim.body import BUTTONS

FORMAT = 1
_BLOCK = 256  # bytes of chance that a line gathers
_LONGEST_MS = 1 << 40
_LARGEST = 64_000_000  # characters; a recording of a whole day is far smaller


class RecordError(ValueError):
    """No recording, or a broken one; the text is one sentence."""


class Recording:
    """What a file said: `settings`, `chance`, `edges` as (ms, button, down) in order of time,
    `end` in ms, and `picture`, the fingerprint of the last picture."""

    def __init__(self) -> None:
        self.settings: dict[str, str | int] = {}
        self.chance = b""
        self.edges: list[tuple[int, str, bool]] = []
        self.end = 0
        self.picture = ""


def fingerprint(picture: bytes) -> str:
    """The SHA-256 of a picture's 1,024 bytes, in hexadecimal."""
    return hashlib.sha256(picture).hexdigest()


class Writer:
    """Writes a recording while the device runs. OSError where the file cannot be written."""

    def __init__(self, path: str, settings: dict[str, str | int]) -> None:
        self.path = path
        self._chance = bytearray()
        self._edges: list[tuple[int, str, bool]] = []  # that lie ahead, in the order of time
        self._file: TextIO | None = open(path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115
        self._line({"kostka": "recording", "format": FORMAT, "settings": settings})
        self._file.flush()

    def chance(self, data: bytes) -> None:
        """The source of chance gave these bytes."""
        self._chance += data
        if len(self._chance) >= _BLOCK:
            self._pour()

    def edge(self, at: int, button: str, down: bool, now: int = 0) -> None:
        """A button moves at `at` ms, and it is `now` ms: no edge comes any more for an earlier
        time."""
        self._pour()
        self._pass(now)
        self._edges.append((at, button.lower(), down))
        self._edges.sort(key=lambda edge: edge[0])
        if self._file is not None:
            self._file.flush()

    def finish(self, end: int, picture: bytes) -> None:
        """The power goes off at `end` ms, with this picture on the panel."""
        self._pour()
        self._pass(end)
        self._line({"end": end, "picture": fingerprint(picture)})
        self.close()

    def close(self) -> None:
        """Leave the file as it is; without finish() it counts as broken off."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _pour(self) -> None:
        if self._chance:
            self._line({"chance": self._chance.hex()})
            self._chance.clear()

    def _pass(self, now: int) -> None:
        """Write the edges up to this time."""
        while self._edges and self._edges[0][0] <= now:
            at, button, down = self._edges.pop(0)
            self._line({"ms": at, "button": button, "down": down})

    def _line(self, entry: dict) -> None:
        if self._file is not None:
            self._file.write(json.dumps(entry) + "\n")


def read(path: str) -> Recording:
    """The recording in a file; RecordError where it is unreadable, foreign, broken or broken
    off."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(_LARGEST + 1)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{path} is no recording of Kostka") from None
    if len(text) > _LARGEST:
        raise RecordError(f"{path} is too large for a recording")
    return parse(text, path)


def parse(text: str, source: str = "the recording") -> Recording:
    """As `read`, from the text itself."""
    lines = text.split("\n")
    head = _object(lines[0])
    if head.get("kostka") != "recording":
        raise RecordError(f"{source} is no recording of Kostka")
    if head.get("format") != FORMAT:
        raise RecordError(
            f"{source} has format {head.get('format')!r}, and this version reads format {FORMAT}"
        )
    found = Recording()
    try:
        found.settings = _settings(head.get("settings"))
    except ValueError as error:
        raise RecordError(f"{source}, line 1: {error}") from None
    chance = bytearray()
    ended = False
    last = (0, 0)  # ms, line
    for number, line in enumerate(lines[1:], 2):
        if not line:
            continue
        if ended:
            raise RecordError(f"{source}, line {number}: more after the end")
        entry = _object(line)
        try:
            ended = _take(found, chance, entry)
        except (ValueError, TypeError):
            if number == len(lines):
                break  # the last line was cut in two
            raise RecordError(f"{source}, line {number} makes no sense") from None
        last = _order(source, last, entry.get("end" if ended else "ms"), number)
    if not ended:
        raise RecordError(f"{source} is broken off: its end is missing")
    found.chance = bytes(chance)
    return found


def _order(source: str, last: tuple[int, int], ms: int | None, number: int) -> tuple[int, int]:
    """The time of this line, which has one or not, and its number; not before the last one."""
    if ms is None:
        return last
    if ms < last[0]:
        raise RecordError(
            f"{source}, line {number}: {ms} ms lies before the {last[0]} ms of line {last[1]}"
        )
    return ms, number


def _object(line: str) -> dict:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _settings(given: object) -> dict[str, str | int]:
    if not isinstance(given, dict):
        raise ValueError("settings are missing")
    for name, value in given.items():
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise ValueError(f"the setting {name} makes no sense")
    return dict(given)


def _take(found: Recording, chance: bytearray, entry: dict) -> bool:
    """One line into the recording; True for the last. ValueError or TypeError if it is wrong."""
    if "chance" in entry:
        chance += bytes.fromhex(entry["chance"])
        return False
    if "end" in entry:
        found.end = _milliseconds(entry["end"])
        picture = entry.get("picture")
        if not isinstance(picture, str) or len(picture) != 64:
            raise ValueError
        found.picture = picture
        return True
    button = entry.get("button")
    down = entry.get("down")
    if not isinstance(button, str) or button.upper() not in BUTTONS or not isinstance(down, bool):
        raise ValueError
    found.edges.append((_milliseconds(entry.get("ms")), button, down))
    return False


def _milliseconds(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < _LONGEST_MS:
        raise ValueError
    return value
