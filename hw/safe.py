"""Out of safe mode after a brown-out, three times at most (field row F5).

Works where CircuitPython goes into safe mode when the supply dips (SAMD51, ESP32); an RP2040 or
RP2350 simply starts again. Attempts are counted in the board's sleep memory: RAM that outlasts a
reset, so that nothing is written to flash while the supply is weak. A dip so deep that it is lost
counts as switched off and on. Where a board has none, attempts could not be counted: then there
is none, and safe mode stays until somebody presses reset. Every other reason stays too.
"""

import time

from micropython import const

MOST = const(3)
_MARK = const(0xB7)  # what lies before the count and its complement
_PAUSE = 2  # seconds for the supply to recover


def tries(memory) -> int:
    """How many attempts have been counted, 0 where none ever was."""
    if memory[0] != _MARK or memory[1] ^ memory[2] != 255:
        return 0
    return memory[1]


def forget(memory) -> None:
    """The supply holds: the next brown-out is the first one again."""
    if tries(memory):
        _set(memory, 0)


def _set(memory, count: int) -> None:
    memory[2] = count ^ 255
    memory[1] = count
    memory[0] = _MARK


def memory_of(alarm):
    """The sleep memory of the `alarm` module, None where there is no such thing."""
    memory = getattr(alarm, "sleep_memory", None)
    return memory if memory else None


def recover() -> None:
    """To be called by safemode.py: resets the board, or returns and lets it stay as it is."""
    import supervisor

    if supervisor.runtime.safe_mode_reason != supervisor.SafeModeReason.BROWNOUT:
        return
    try:
        import alarm
    except ImportError:
        return
    memory = memory_of(alarm)
    if memory is None or tries(memory) >= MOST:
        return
    _set(memory, tries(memory) + 1)
    time.sleep(_PAUSE)
    import microcontroller

    microcontroller.reset()
