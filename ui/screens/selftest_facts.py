"""The self-test's pages of facts: the board and what hangs on it, as a table of names and values.

The figures come from the parts; here they are only put into words.
"""

from micropython import const

from ui import words

_TOP = const(9)
_PITCH = const(9)
_RIGHT = const(128)
_GAP = const(4)


def draw_board(canvas, parts) -> None:
    """Versions, the board's own name, memory."""
    facts = parts.facts
    memory = facts.memory()
    _row(canvas, 0, words.t("outdated_title"), facts.python)
    _row(canvas, 1, words.t("selftest_board"), facts.board)
    _row(canvas, 2, words.t("selftest_version"), facts.kostka)
    _row(canvas, 3, words.t("selftest_memory"), "" if memory < 0 else _kilobytes(memory))


def draw_parts(canvas, parts) -> None:
    """Panel and bus, store, battery."""
    store = parts.store
    battery = parts.facts.battery()
    _row(canvas, 0, words.t("selftest_panel"), "0x%X" % parts.panel.addr)
    _row(canvas, 1, words.t("selftest_bus"), "%d kHz" % (parts.settings.i2c_hz // 1000))
    kept = store is not None and not store.why
    _row(canvas, 2, words.t("selftest_store"), "%d B" % store.free() if kept else "")
    volts = "" if battery < 0 else "%d.%02d V" % (battery // 1000, battery % 1000 // 10)
    _row(canvas, 3, words.t("selftest_battery"), volts)


def _kilobytes(count: int) -> str:
    return "%d KB" % (count // 1024)


def _row(canvas, line: int, name: str, value: str) -> None:
    """A name at the left, its value at the right, cut where it is too long for the rest."""
    y = _TOP + _PITCH * line
    left = canvas.text(name, 0, y) + _GAP
    value = value or words.t("selftest_none")
    if canvas.width(value) > _RIGHT - left:
        canvas.text_fit(value, left, y, _RIGHT - left)
    else:
        canvas.text_right(value, _RIGHT, y)
