"""The picture after an error that nobody caught: what, where, why, and what comes next.

It stays for some seconds, then the program begins anew; after the last error it stays until
somebody presses A. It needs nothing that an error in a screen could have broken: no app, no
stack of screens, and words only where there are some. What an error is, and how often the program
begins anew, is known to the guard.
"""

from micropython import const

from ui import signs, words
from ui.canvas import Canvas
from ui.keys import A

_STAY_MS = const(6000)
_STEP_MS = const(20)
_LINES_Y = (9, 18, 27)
_KEPT_Y = const(37)
_NEXT_Y = const(46)
_HINT_Y = const(56)

# Where the words are what is broken.
_PLAIN = {
    "crash_title": "An error",
    "crash_kept": "The game is kept.",
    "crash_again": "Starting again: %d of 3",
    "crash_last": "It came back three times.",
    "hint_again": "again",
}


def show(guard) -> None:
    """Show the error of a guard (`lines`, `restarts`, `last`, `parts`); returns when it is time
    to begin anew. The buttons and the panel are looked after meanwhile."""
    parts = guard.parts
    canvas = Canvas(parts.panel.image)
    canvas.clear()
    draw(canvas, guard)
    x = canvas.text(signs.A, 0, _HINT_Y)
    canvas.text(_text("hint_again"), x + 1, _HINT_Y)
    _light(parts.panel)
    parts.buttons.clear()
    clock = parts.clock
    began = clock.now()
    while guard.last or clock.since(began) < _STAY_MS:
        for _ in parts.panel.pieces():
            parts.buttons.sample()
        parts.care.look()
        if not parts.panel.lost:
            guard.blink()
        parts.buttons.sample()
        key = parts.buttons.get()
        while key >= 0:
            if key == A:
                return
            key = parts.buttons.get()
        clock.sleep(_STEP_MS)


def _light(panel) -> None:
    """Whatever the panel was doing to save itself, now there is something to be read."""
    panel.darken(False)
    panel.dim(False)
    panel.move(False)


def draw(canvas, guard) -> None:
    """Draw all but the line that says what A does."""
    canvas.text(_text("crash_title"), 2, 0)
    canvas.invert(0, 0, 128, 8)
    for y, line in zip(_LINES_Y, guard.lines):
        canvas.text_fit(line, 0, y, 128)
    store = guard.parts.store
    if store is not None and store.alive:
        canvas.text(_text("crash_kept"), 0, _KEPT_Y)
    if guard.last:
        canvas.text(_text("crash_last"), 0, _NEXT_Y)
    else:
        canvas.text(_text("crash_again") % (guard.restarts + 1), 0, _NEXT_Y)


def _text(key: str) -> str:
    try:
        return words.t(key)
    except (KeyError, MemoryError, UnicodeError, ValueError):
        return _PLAIN[key]
