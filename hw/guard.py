"""After an error that nobody caught: it is told, and the program begins anew, three times at most.

The game lies in the store, so that a new beginning costs no move. Restarts are counted in the
board's sleep memory, RAM that outlasts a reload, so that nothing is written to flash for them.
Where a board has none (RP2350), all that can be known is whether the last run asked for this one:
there the program begins anew once. How it looks on the panel is decided by ui.crash.
"""

import gc

from micropython import const

MOST = const(3)
_AT = const(4)  # place in the sleep memory; hw.safe has the bytes before
_MARK = const(0x6B)  # what lies before the count and its complement
_CALM_MS = const(600000)  # after a run of ten minutes errors are counted anew
_STAY_MS = const(5000)
_STEP_MS = const(50)
_FLASHES = (0, 150, 300, 450)  # the LED's code: two flashes, then a pause
_ROUND_MS = const(1600)


class Guard:
    """`parts`: the device, None until it is built. `restarts`: how many came one after the other
    before this run. `last`: no further one will. `lines`: the error for a narrow picture, as
    what, where, why."""

    def __init__(self, parts=None) -> None:
        self.parts = parts
        self.lines: tuple = ("", "", "")
        self._supervisor = _module("supervisor")
        memory = getattr(_module("alarm"), "sleep_memory", None)
        self._memory = memory if memory else None
        self.restarts = self._count() if self._was_asked() else 0

    @property
    def last(self) -> bool:
        return self.restarts >= MOST or self._supervisor is None

    def caught(self, error) -> None:
        """Print the error and keep it in `lines`. Raises it again where there is no device to
        show it on: CircuitPython then says it, and waits for a mended file."""
        gc.collect()
        text = told(error)
        print("Kostka: stopped by an error.", text)
        if self.parts is None:
            raise error
        self.lines = (type(error).__name__, place(text), str(error))
        parts = self.parts
        if not 0 <= parts.clock.since(parts.started) < _CALM_MS:
            self.restarts = 0
        parts.host.in_play(False)
        parts.sound.hush()

    def blink(self) -> None:
        """Set the LED as its code has it at this moment."""
        led = self.parts.led
        if led:
            at = self.parts.clock.now() % _ROUND_MS
            led.value = _FLASHES[0] <= at < _FLASHES[1] or _FLASHES[2] <= at < _FLASHES[3]

    def wait(self) -> None:
        """Where nothing can be shown: the LED's code for a while, for ever after the last error."""
        waited = 0
        while self.last or waited < _STAY_MS:
            self.blink()
            self.parts.clock.sleep(_STEP_MS)
            waited += _STEP_MS

    def restart(self) -> None:
        """Run code.py anew; returns where the board cannot. After the last error only a person
        asks for this, and everything is counted from the beginning."""
        count = 0 if self.last else self.restarts + 1
        if self._memory:
            self._memory[_AT + 2] = count ^ 255
            self._memory[_AT + 1] = count
            self._memory[_AT] = _MARK
        if self._supervisor:
            self._supervisor.reload()

    def _was_asked(self) -> bool:
        """Did the last run end in a reload of its own?"""
        if self._supervisor is None:
            return False
        asked = self._supervisor.RunReason.SUPERVISOR_RELOAD
        return self._supervisor.runtime.run_reason == asked

    def _count(self) -> int:
        memory = self._memory
        if memory is None:
            return MOST
        if memory[_AT] != _MARK or memory[_AT + 1] ^ memory[_AT + 2] != 255:
            return 0
        return memory[_AT + 1]


def _module(name: str):
    """A module that not every board has, or None."""
    try:
        return __import__(name)
    except ImportError:
        return None


def told(error) -> str:
    """The error with its traceback; "" where there is no memory left for it."""
    try:
        from traceback import format_exception

        return "".join(format_exception(error))  # of lines, or of one text
    except (ImportError, MemoryError):
        return ""


def place(text: str) -> str:
    """Where a traceback ends, as "table.py:45"; "" where it does not tell."""
    begin = text.rfind('File "')
    if begin < 0:
        return ""
    name, _quote, rest = text[begin + 6 :].partition('"')
    number = ""
    for letter in rest[rest.find("line ") + 5 :]:
        if letter not in "0123456789":
            break
        number += letter
    return name.replace("\\", "/").split("/")[-1] + ":" + number
