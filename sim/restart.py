"""The firmware's modules as a restart of the program leaves them: gone, to be imported anew.

Plain language only: this runs under MicroPython too.
"""

import sys

_FIRMWARE = ("engine", "hw", "ui")

_kept: dict = {}  # the firmware's modules as they were before a run


def keep() -> None:
    """Note which of the firmware's modules are there; a run may let go of some of them."""
    if not _kept:
        for name in list(sys.modules):
            if name.split(".")[0] in _FIRMWARE:
                _kept[name] = sys.modules[name]


def forget() -> None:
    """Take out the firmware's own modules, as the end of a run does on the board: the next import
    begins them anew."""
    keep()
    for name in list(sys.modules):
        if name.split(".")[0] in _FIRMWARE:
            del sys.modules[name]


def remember() -> None:
    """Put back the modules that were there when they were noted, and only those."""
    for name in list(sys.modules):
        if name.split(".")[0] in _FIRMWARE and _kept:
            del sys.modules[name]
    for name in _kept:
        sys.modules[name] = _kept[name]
    for name in _kept:
        folder, _dot, leaf = name.rpartition(".")
        if folder in _kept:
            setattr(_kept[folder], leaf, _kept[name])
    _kept.clear()
