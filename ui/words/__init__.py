"""The words of the screens in one language at a time. Which language, the caller decides.

ui/words/<language>/<area>.txt is UTF-8, a line `key=text` for each word; blank lines and lines
that begin with # do not count. `\\n` in a text is a line feed. A text with several forms, split
by |, is for counting: 1 | other in English and German, 1 | 2 to 4 | other in Czech.

An area lies in the heap as the bytes of its texts, with a dict from the checksum of a key to the
place of its text: no string is made before it is asked for.
"""

import os
from binascii import crc32

from ui import path

_BREAK = b"\n---"  # between two pages of help

_areas: list = []  # [name, bytes of the texts, {checksum of a key: first byte << 10 | length}]
_state = {"language": "en"}


def language() -> str:
    """Give the language in use, as its folder is called."""
    return _state["language"]


def areas() -> list:
    """Give the names of the areas in the heap."""
    return [area[0] for area in _areas]


def use(language: str) -> None:
    """Put a language in use; areas in the heap are read again in it.

    Raises OSError or ValueError as `load` does. Nothing has changed then.
    """
    if language != _state["language"]:
        fresh = [_read(language, name) for name in areas()]
        _state["language"] = language
        _areas[:] = fresh


def load(area: str) -> None:
    """Have the words of an area in the heap; nothing if they are there.

    Raises OSError if there is no such file, ValueError with area and key if a key comes twice.
    """
    if _find(area) is None:
        _areas.append(_read(_state["language"], area))


def unload(area: str) -> None:
    """Let go of an area, so that its memory may be used; nothing if it was not loaded."""
    old = _find(area)
    if old:
        _areas.remove(old)


def t(key: str, *args) -> str:
    """Give the text of `key`; where there are arguments they take the places of %d and %s.

    Raises KeyError with the key if no loaded area has it.
    """
    text = _decoded(_found(key))
    return text % args if args else text


def tn(key: str, n: int, *args) -> str:
    """Give the form of `key` that goes with the number n. %d and %s are n, then the arguments.

    Raises KeyError with the key if no loaded area has it.
    """
    forms = _found(key).split(b"|")
    form = _decoded(forms[_form(n, len(forms))])
    return form % ((n,) + args) if "%" in form else form


def page(topic: str, number: int) -> tuple:
    """Give the lines of one page of ui/words/<language>/help_<topic>.txt, and how many pages.

    `number` counts from 0. A line of --- stands between two pages. Raises OSError if there is no
    such file, IndexError if it has no such page.
    """
    file_name = _path(_state["language"], "help_" + topic)
    with open(file_name, "rb") as file:
        blob = file.read(os.stat(file_name)[6])
    pages = blob.count(_BREAK) + 1
    if not 0 <= number < pages:
        raise IndexError("no such page: %d of %d" % (number, pages))
    start = 0
    for _ in range(number):
        start = blob.find(b"\n", blob.find(_BREAK, start) + 1) + 1
    end = blob.find(_BREAK, start)
    text = str(blob[start : end if end >= 0 else len(blob)], "utf-8").rstrip()
    return [line.rstrip() for line in text.split("\n")], pages


def _form(n: int, forms: int) -> int:
    """Tell which of the forms goes with n; with three of them it counts as Czech does."""
    if n == 1 or forms == 1:
        return 0
    if forms == 3 and 2 <= n <= 4:
        return 1
    return forms - 1


def _path(language: str, area: str) -> str:
    return path("words/" + language + "/" + area + ".txt")


def _find(name: str):
    for area in _areas:
        if area[0] == name:
            return area
    return None


def _sum(key: bytes) -> int:
    return crc32(key) & 0x3FFFFFFF  # still a small integer on the board


def _found(key: str) -> bytes:
    code = _sum(key.encode())
    for area in _areas:
        place = area[2].get(code)
        if place is not None:
            start = place >> 10
            return area[1][start : start + (place & 1023)]
    raise KeyError(key)


def _decoded(raw: bytes) -> str:
    """A text as it is shown. Every `str` that is made costs the board a search among its names."""
    text = str(raw, "utf-8")
    return text.replace("\\n", "\n") if "\\" in text else text


def _read(language: str, name: str) -> list:
    """Read an area and find its texts."""
    file_name = _path(language, name)
    with open(file_name, "rb") as file:
        blob = file.read(os.stat(file_name)[6])
    places = {}
    size = len(blob)
    texts = bytearray(size)
    at = 0
    start = 0
    while start < size:
        end = blob.find(b"\n", start)
        if end < 0:
            end = size
        split = blob.find(b"=", start, end)
        if split > 0 and blob[start] != 35:  # 35 is #
            code = _sum(blob[start:split])
            if code in places:
                raise ValueError("%s: %s comes twice" % (name, str(blob[start:split], "utf-8")))
            stop = end - 1 if blob[end - 1] == 13 else end  # 13: lines that Windows ended
            length = stop - split - 1
            texts[at : at + length] = blob[split + 1 : stop]
            places[code] = at << 10 | length
            at += length
        start = end + 1
    return [name, bytes(texts[:at]), places]
