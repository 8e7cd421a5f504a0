"""The world of one simulated device: its clock, its parts and the hands on its buttons.

A run is a pure function of the settings, the source of chance and the edges on the buttons with
their times; nothing in it depends on how fast or how often a front looks. Fronts show a world and
pace it; what they look like is theirs.

Plain language only: this runs under MicroPython too.
"""

import os
import sys

from sim import modules
from sim.chips.alarms import Alarm, DeepSleep
from sim.chips.bus import Bus
from sim.chips.clock import PowerOff, VirtualClock
from sim.chips.flash import Flash
from sim.chips.pins import Pin
from sim.chips.sh1106 import SH1106
from sim.chips.ssd1306 import SIZE, SSD1306
from sim.chips.usb import Reload, RunReason, Runtime, Usb

try:
    from collections.abc import Callable
except ImportError:
    pass  # only annotations name it, and MicroPython does not read those

__all__ = ["BUTTONS", "TAP_MS", "PowerOff", "World", "read_settings"]

# The reference wiring: button -> pin.
BUTTONS = {"up": "GP10", "down": "GP11", "left": "GP12", "right": "GP13", "a": "GP14", "b": "GP15"}
TAP_MS = 60  # how long a finger stays on a button

_PICO_PINS = 29
_NOT_LED_OUT = (23, 24, 25)  # pins of the chip that a Pico keeps for itself
_PANELS = {"ssd1306": SSD1306, "sh1106": SH1106}
_DARK = bytes(SIZE)
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


class World:
    """A Pico with a panel and six buttons.

    `settings`: what settings.toml would say, name -> str or int. `entropy`: function(n) -> n
    bytes behind os.urandom, the desktop's own by default. `address`: where the panel answers,
    None for no panel. `lacks`: names of modules that this board has not. `bounce_ms`: longest
    bounce of the buttons after an edge. `panel`: its chip, "ssd1306" or "sh1106"; None for the
    one that the settings name.
    """

    def __init__(
        self,
        settings: dict | None = None,
        entropy: "Callable[[int], bytes] | None" = None,
        address: int | None = 0x3C,
        lacks: tuple = (),
        bounce_ms: int = 0,
        flash: Flash | None = None,
        panel: str | None = None,
    ) -> None:
        self.settings = settings or {}
        self.urandom = entropy or os.urandom
        self.lacks = lacks
        self.version = (10, 3, 0)  # of CircuitPython
        self.board_id = "raspberry_pi_pico"
        self.settings_file = ""  # the path of the settings.toml, for the numbers of its lines
        self.alarm = Alarm()
        self.usb = Usb()
        self.runtime = Runtime()
        self.on_start: Callable[[], None] | None = None  # called before each run of code.py
        self.heard: list = []  # (ms, Hz) of the buzzer, 0 Hz when it falls silent
        self.levels: dict = {}  # pin -> reading of the converter, 0 to 65,535
        self.clock = VirtualClock()
        self.bus = Bus(self.clock)
        self.panel = self._panel(panel)
        self.flash = None if "nvm" in lacks else flash or Flash()
        if self.flash:
            self.flash.clock = self.clock
            self.flash.power_on()
        self.edges: list = []  # (ms, button, level) of every edge, in the order of their making
        self.pins: dict = {}
        for number in range(_PICO_PINS):
            if number not in _NOT_LED_OUT:
                self._add_pin("GP%d" % number, bounce_ms)
        self._add_pin("VOLTAGE_MONITOR", 0)
        self._add_pin("LED", 0)
        self._wires = self._wiring()
        self._address = address or 0x3C
        if address:
            self.plug_in(address)

    def _add_pin(self, name: str, bounce_ms: int) -> None:
        self.pins[name] = Pin(name)
        self.pins[name].bounce_us = bounce_ms * 1000

    def _panel(self, chip: str | None):
        """The panel with that chip, or with the one that the owner's settings say he has."""
        if chip is None:
            return _PANELS.get(self.settings.get("KOSTKA_PANEL"), SSD1306)()
        return _PANELS[chip]()

    def _wiring(self) -> dict:
        """Button -> pin as the owner soldered it: what his settings say, if that can be true."""
        wires = {}
        taken = []
        for button in BUTTONS:
            pin = self.settings.get("KOSTKA_" + button.upper(), BUTTONS[button])
            if pin not in self.pins or pin in taken:
                return BUTTONS
            taken.append(pin)
            wires[button] = pin
        return wires

    # Time

    @property
    def now(self) -> int:
        """Milliseconds since power-on."""
        return self.clock.now

    @property
    def on_idle(self) -> "Callable[[int], None] | None":
        """The front's function(ms), called whenever time has passed; see VirtualClock."""
        return self.clock.on_idle

    @on_idle.setter
    def on_idle(self, function: "Callable[[int], None] | None") -> None:
        self.clock.on_idle = function

    def at(self, ms: int, function: "Callable[[], None]") -> None:
        """Call `function()` at a time; it may raise PowerOff."""
        self.clock.at(ms, function)

    def power_off(self) -> None:
        """Cut the power: leaves the firmware by PowerOff."""
        raise PowerOff()

    # The hands

    def down(self, button: str, at: int | None = None) -> int:
        """Press a button ("up" .. "b") at `at` ms; returns the time.

        Without `at`, or with one too early, as soon as can be: a millisecond from now, since the
        pin may have been looked at by now. Before the clock runs that is at power-on, 0.
        """
        return self._edge(button, at, 0)

    def up(self, button: str, at: int | None = None) -> int:
        """Let a button go; times as for down()."""
        return self._edge(button, at, 1)

    def press(self, button: str, at: int | None = None, ms: int = TAP_MS) -> int:
        """A press of `ms`; returns the time at which it ends. "menu" is A and B together."""
        if button.lower() == "menu":
            self.press("a", at, ms)
            return self.press("b", at, ms)
        start = self.down(button, at)
        return self.up(button, start + ms)

    def _edge(self, button: str, at: int | None, level: int) -> int:
        button = button.lower()
        soonest = self.now + 1 if self.clock.us else 0
        when = soonest if at is None else max(at, soonest)
        self.edges.append((when, button, level))
        self.pins[self._wires[button]].add_edge(when * 1000, level)
        return when

    # The panel and the LED

    def picture(self) -> bytes:
        """What the eye sees on the glass: 1,024 bytes, eight rows of 128 columns, bit 0 on top."""
        if not self.bus.chips:
            return _DARK
        return self.panel.picture()

    def plug_in(self, address: int | None = None) -> None:
        """The panel comes onto the bus, freshly powered."""
        self._address = address or self._address
        self.panel.power_on_reset()
        self.bus.chips[self._address] = self.panel

    def unplug(self) -> None:
        """The panel leaves the bus and loses its power."""
        self.bus.chips.clear()

    @property
    def led(self) -> bool:
        """Does the board's LED shine?"""
        return bool(self.pins["LED"].output == 1)

    @property
    def bus_bytes(self) -> int:
        """Bytes on the bus since the last reset_count(), addresses included."""
        return self.bus.bytes

    def reset_count(self) -> int:
        """Count the bytes on the bus anew; returns the count so far."""
        return self.bus.reset_count()

    # The computer on the USB cable

    def write_drive(self) -> None:
        """The computer writes a file: the program restarts soon after, where it may."""
        if self.runtime.autoreload:
            self.at(self.now + _WRITTEN_MS, lambda: self.reload(RunReason.AUTO_RELOAD))

    def reload(self, reason: str = RunReason.REPL_RELOAD) -> None:
        """Restart the program at this moment, as Ctrl-D does: leaves the firmware by Reload."""
        raise Reload(reason)

    # The board's os

    def getenv(self, name: str, default: object = None) -> object:
        """os.getenv as on the board: what settings.toml says, integers as integers."""
        return self.settings.get(name, default)

    # Running

    def install(self) -> None:
        """Make this the board that the firmware finds."""
        modules.install(self)

    def remove(self) -> None:
        """Take the board away again."""
        modules.remove()

    def __enter__(self) -> "World":
        self.install()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.remove()

    def wire(self):
        """The device's Parts, built by hw.wiring on this world, which must be installed."""
        from hw.wiring import wire

        return wire()

    def run_until(self, ms: int, step: "Callable[[], object]") -> None:
        """Call `step()`, one turn of some loop, until `ms` has come. A step that lets hardly any
        time pass counts for a millisecond, as the board's own would."""
        while self.now < ms:
            before = self.clock.us
            step()
            if self.clock.us - before < 1000:
                self.clock.advance(1000 - (self.clock.us - before))

    def run(
        self, until: int | None = None, code: str | None = None, fresh: bool = False
    ) -> None:
        """Run the project's code.py (or `code`, a path) as the board does, until it ends or the
        power goes off, at `until` ms or by a front. After a deep sleep or a reload it runs again
        from the beginning. Its exceptions come through. `fresh`: the first run too imports all
        of the firmware anew, so that whatever is done to it by on_start is gone afterwards."""
        if until is not None:
            self.at(until, self.power_off)
        path = code or _beside("code.py")
        if fresh:
            modules.forget()
        try:
            while self._run_once(path):
                self.remove()
                modules.forget()
        except PowerOff:
            pass
        finally:
            self.remove()
            modules.remember()

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
