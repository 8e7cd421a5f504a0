"""What the board says about itself, for people to read: versions, memory, battery.

Nothing in the firmware is decided by these figures, but that a CircuitPython which is too old is
refused. How they are shown is decided by the screens.
"""

import gc
import sys

from hw.version import KOSTKA, OLDEST

_REFERENCE_MV = 3300  # what a full reading of the converter means
_FULL = 65535
_READINGS = 8


def dotted(version: tuple) -> str:
    """(9, 2, 1) as "9.2.1"."""
    return ".".join([str(number) for number in version])


class Facts:
    """`kostka`, `board`, `python`: texts; the latter two are "" where the board does not tell.

    `too_old`: the version of CircuitPython where it is older than `needed`, otherwise "".
    """

    def __init__(self, board, version=None, battery=None, times: int = 1) -> None:
        """`board`: the module. `version`: three numbers, None where no CircuitPython runs.
        `battery`: an analogio.AnalogIn or None; `times`: the battery's volts to the pin's."""
        self.kostka = KOSTKA
        self.needed = dotted(OLDEST)
        self.board = getattr(board, "board_id", "")
        self.python = dotted(version) if version else ""
        self.too_old = self.python if version and version < OLDEST else ""
        self._battery = battery
        self._times = times

    def memory(self) -> int:
        """Bytes of the heap that are free, -1 where the interpreter does not tell."""
        gc.collect()
        free = getattr(gc, "mem_free", None)
        return free() if free else -1

    def battery(self) -> int:
        """Millivolts of the battery, -1 without a pin for it; the mean of eight readings."""
        if self._battery is None:
            return -1
        total = 0
        for _reading in range(_READINGS):
            total += self._battery.value
        return total // _READINGS * self._times * _REFERENCE_MV // _FULL


def version_of(supervisor):
    """CircuitPython's version as three numbers; None where there is no `supervisor`, and so no
    CircuitPython."""
    if supervisor is None:
        return None
    return tuple(sys.implementation.version[:3])
