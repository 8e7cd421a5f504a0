"""The simulated board: its clock, its parts and the hands on its buttons.

What happens to it as a whole, from power-on to power-off, is `world`; here is all that a device
on the bench needs, and little of the heap with it: under MicroPython this shares a small one with
the firmware.

Plain language only: this runs under MicroPython too.
"""

import os

from sim import modules
from sim.chips.alarms import Alarm
from sim.chips.bus import Bus
from sim.chips.clock import VirtualClock
from sim.chips.flash import Flash
from sim.chips.pins import Pin
from sim.chips.ssd1306 import SIZE, SSD1306
from sim.chips.usb import Runtime, Usb

try:
    from collections.abc import Callable
except ImportError:
    pass  # only annotations name it, and MicroPython does not read those

# The reference wiring: button -> pin.
BUTTONS = {"up": "GP10", "down": "GP11", "left": "GP12", "right": "GP13", "a": "GP14", "b": "GP15"}
TAP_MS = 60  # how long a finger stays on a button

_PICO_PINS = 29
_NOT_LED_OUT = (23, 24, 25)  # pins of the chip that a Pico keeps for itself


def _led_out() -> list:
    """The names of the pins that a Pico has."""
    names = ["GP%d" % number for number in range(_PICO_PINS) if number not in _NOT_LED_OUT]
    return names + ["VOLTAGE_MONITOR", "LED"]


class Board:
    """A Pico with a panel and six buttons, and the hands on them.

    `settings`: what settings.toml would say, name -> str or int. `entropy`: function(n) -> n
    bytes behind os.urandom, the desktop's own by default. `address`: where the panel answers,
    None for no panel. `lacks`: names of modules that this board has not. `bounce_ms`: longest
    bounce of the buttons after an edge. `panel`: its chip, "ssd1306" or "sh1106"; None for the
    one that the settings name. `pins`: the names of those it has, None for a Pico's. `fram`: a
    second memory on the panel's bus (sim.chips.fram), or None. `board_id`: as CircuitPython has it.
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
        pins: list | None = None,
        fram=None,
        board_id: str = "raspberry_pi_pico",
    ) -> None:
        self.settings = settings or {}
        self.urandom = entropy or os.urandom
        self.lacks = lacks
        self.version = (10, 3, 0)  # of CircuitPython
        self.board_id = board_id
        self.settings_file = ""  # the path of the settings.toml, for the numbers of its lines
        self.alarm = Alarm()
        self.usb = Usb()
        self.runtime = Runtime()
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
        for name in pins or _led_out():
            self.pins[name] = Pin(name)
            if bounce_ms and name.startswith("GP"):
                self.pins[name].bounce_us = bounce_ms * 1000
        self._wires = self._wiring()
        self._address = address or 0x3C
        if address:
            self.plug_in(address)
        self.fram = fram
        if fram:
            fram.power_on(self.bus)

    def _panel(self, chip: str | None) -> SSD1306:
        """The panel with that chip, or with the one that the owner's settings say he has."""
        if chip is None:
            chip = self.settings.get("KOSTKA_PANEL")
            chip = "sh1106" if chip == "sh1106" else "ssd1306"
        if chip == "ssd1306":
            return SSD1306()
        if chip == "sh1106":
            from sim.chips.sh1106 import SH1106

            return SH1106()
        raise KeyError(chip)

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
        if self._address not in self.bus.chips:
            return bytes(SIZE)
        return self.panel.picture()

    def plug_in(self, address: int | None = None) -> None:
        """The panel comes onto the bus, freshly powered."""
        self._address = address or self._address
        self.panel.power_on_reset()
        self.bus.chips[self._address] = self.panel

    def unplug(self) -> None:
        """The panel leaves the bus and loses its power."""
        self.bus.chips.pop(self._address, None)

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

    def __enter__(self):
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
