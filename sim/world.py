"""The world of one simulated device: its clock, its parts and the hands on its buttons.

A run is a pure function of the settings, the source of chance and the edges on the buttons with
their times; nothing in it depends on how fast or how often a front looks. Fronts show a world and
pace it; what they look like is theirs.

Plain language only: this runs under MicroPython too.
"""

import sys

from sim import restart
from sim.board import BUTTONS, TAP_MS, Board
from sim.chips.alarms import DeepSleep
from sim.chips.clock import PowerOff
from sim.chips.usb import Reload, RunReason

try:
    from collections.abc import Callable
except ImportError:
    pass  # only annotations name it, and MicroPython does not read those

__all__ = ["BUTTONS", "TAP_MS", "PowerOff", "World", "read_settings"]

_WRITTEN_MS = 750  # from the computer's last write to the restart of the program
_DOZE_US = 5000  # how often a sleeping board looks at its pins here; a real one needs no look


def read_settings(text: str) -> dict:
    """The pairs in the text of a settings.toml, read as the board does: name -> str or int.

    Raises ValueError with the number of a line that makes no sense.
    """
    found = {}
    number = 0
    for line in text.split("\n"):
        number += 1
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, _equals, value = line.partition("=")
        try:
            found[name.strip()] = _value(value.strip())
        except ValueError:
            raise ValueError("line %d of the settings makes no sense: %s" % (number, line))
    return found


def _value(text: str) -> object:
    """One value: "text" or a number, perhaps with a remark behind it. Raises ValueError."""
    if not text.startswith('"'):
        return int(text.partition("#")[0].strip())
    value, quote, rest = text[1:].partition('"')
    if not quote or rest.strip()[:1] not in ("", "#"):
        raise ValueError(text)
    return value


class World(Board):
    """A board to which everything can happen: runs of code.py, cuts of the power, deep sleep, a
    computer on the USB cable. Arguments as for Board.

    `on_start`: a function that is called before each run of code.py, or None.
    """

    on_start: "Callable[[], None] | None" = None

    def power_off(self) -> None:
        """Cut the power: leaves the firmware by PowerOff."""
        raise PowerOff()

    # The computer on the USB cable

    def write_drive(self) -> None:
        """The computer writes a file: the program restarts soon after, where it may."""
        if self.runtime.autoreload:
            self.at(self.now + _WRITTEN_MS, lambda: self.reload(RunReason.AUTO_RELOAD))

    def reload(self, reason: str = RunReason.REPL_RELOAD) -> None:
        """Restart the program at this moment, as Ctrl-D does: leaves the firmware by Reload."""
        raise Reload(reason)

    # Running

    def run(self, until: int | None = None, code: str | None = None, fresh: bool = False) -> None:
        """Run the project's code.py (or `code`, a path) as the board does, until it ends or the
        power goes off, at `until` ms or by a front. After a deep sleep or a reload it runs again
        from the beginning. Its exceptions come through. `fresh`: the first run too imports all
        of the firmware anew, so that whatever is done to it by on_start is gone afterwards."""
        if until is not None:
            self.at(until, self.power_off)
        path = code or _beside("code.py")
        restart.keep()
        if fresh:
            restart.forget()
        try:
            while self._run_once(path):
                self.remove()
                restart.forget()
        except PowerOff:
            pass
        finally:
            self.remove()
            restart.remember()

    def _run_once(self, path: str) -> bool:
        """Run the file; True when it is to run again: woken from sleep, or reloaded."""
        with open(path) as file:
            source = file.read()
        self.install()
        if self.on_start is not None:
            self.on_start()
        try:
            exec(compile(source, path, "exec"), {"__name__": "__main__", "__file__": path})
        except DeepSleep as sleep:
            self._sleep(sleep.pins)
            self.runtime.run_reason = RunReason.STARTUP
            return True
        except Reload as reload:
            self._let_go()
            self.runtime.run_reason = reload.reason
            return True
        return False

    def _sleep(self, pins: list) -> None:
        """Let time pass until one of the pins is low; everything on the board is let go. Where
        nobody will ever press anything, that is the end."""
        self._let_go()
        while True:
            self.clock.advance(_DOZE_US)
            for pin in pins:
                if pin.level_at(self.clock.us) == 0:
                    self.alarm.wake_alarm = self.alarm.pin.PinAlarm(pin, value=False, pull=True)
                    return
            if not self._goes_on(pins):
                raise PowerOff()

    def _let_go(self) -> None:
        """The end of a run on the board: every pin is an input again, and free."""
        for name in self.pins:
            self.pins[name].release()

    def _goes_on(self, pins: list) -> bool:
        """Can a button still be pressed, by the edges known so far or by a front?"""
        if self.on_idle is not None or self.clock.waits:
            return True
        for pin in pins:
            if pin.quiet_until(self.clock.us) is not None:
                return True
        return False


def _beside(name: str) -> str:
    """A file in the project's root, the folder above this one."""
    folder = __file__.replace("\\", "/").rpartition("/")[0]
    if folder.endswith("sim"):
        return folder[:-3] + name
    return sys.path[0] + "/" + name
