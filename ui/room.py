"""Room in the heap: modules come one by one, and screens that are gone go with theirs.

They are imported again when they are asked for. Sheets and words have ways of their own to go.
"""

import gc
import sys

_SCREENS = "ui.screens."
_STAY = ("ui.screens.rows",)  # the screens of the games are made of it


def load(names) -> None:
    """Import modules one by one, the heap swept before each: what is compiled beside garbage
    leaves the heap in pieces, and most of what compiling takes is garbage."""
    for name in names:
        if name not in sys.modules:
            gc.collect()
            __import__(name)
    gc.collect()


def forget(name: str) -> None:
    """Let go of a module; a screen does so with its own when it is left."""
    if name in sys.modules:
        del sys.modules[name]
        folder, _dot, leaf = name.rpartition(".")
        package = sys.modules.get(folder)
        if hasattr(package, leaf):
            setattr(package, leaf, None)


def tidy(game) -> None:
    """Let go of what a game needs for nothing but its bytes."""
    for name in getattr(game, "spare", ()):
        forget(name)


def clear(app) -> None:
    """Leave every screen and let go of those that belong to no game."""
    while app.stack:
        app.stack.pop().leave()
    for name in list(sys.modules):
        if name.startswith(_SCREENS) and name not in _STAY:
            forget(name)
    forget("ui.preferences")
    gc.collect()
