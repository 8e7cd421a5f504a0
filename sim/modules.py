"""CircuitPython's hardware modules, made of a world's fakes: put in, and taken out again.

The firmware imports `board`, `busio`, `digitalio`, `keypad` and `supervisor` as on the board. The
board's own functions in `time` and `os` (sleep, getenv, urandom) reach the firmware through the
few modules that use them, and nobody else: the desktop keeps its own.

Plain language only: this runs under MicroPython too.
"""

import sys

from sim.chips import alarms, bus, pins, scanner, signals, usb

_NAMES = (
    "alarm",
    "analogio",
    "board",
    "busio",
    "digitalio",
    "keypad",
    "microcontroller",
    "pwmio",
    "storage",
    "supervisor",
    "usb_cdc",
)
_LIBRARIES = (
    "adafruit_ticks",
    "adafruit_debouncer",
    "adafruit_bus_device.i2c_device",
    "adafruit_ssd1306",
    "hw.clock",
    "hw.entropy",
    "hw.facts",
    "hw.safe",
    "hw.settings",
)
# Library or part -> what it has bound at its import, and must find in this world.
_TICKS = ("adafruit_ticks", "adafruit_debouncer", "hw.clock")
_TIME = ("adafruit_bus_device.i2c_device", "adafruit_ssd1306", "hw.clock", "hw.safe")
_OS = ("hw.boot", "hw.entropy", "hw.settings")
_ABSENT = "absent"

_FIRMWARE = ("engine", "hw", "ui")

_forgotten: dict = {}  # the firmware's modules as they were before the first forget()
_saved: list = []  # (sys.modules or a module, name, what was there), in the order of the changes


class _Time:
    """The board's `time`, as far as the firmware and its libraries use it."""

    def __init__(self, world) -> None:
        self.sleep = world.clock.sleep


class _Os:
    """The board's `os`, as far as hw/ uses it."""

    def __init__(self, world) -> None:
        self.getenv = world.getenv
        self.urandom = world.urandom


class _Sys:
    """The board's `sys`, as far as hw/ uses it."""

    def __init__(self, world) -> None:
        self.implementation = self
        self.version = world.version


class _Module:
    """Stands for a module where the interpreter lets nobody make one."""


def install(world) -> None:
    """Give the firmware this world's board; a world installed before is taken out first."""
    remove()
    made = _modules(world)
    for name in _NAMES:
        _saved.append((sys.modules, name, sys.modules.get(name, _ABSENT)))
        if name not in world.lacks:
            sys.modules[name] = made[name]
        elif sys.implementation.name == "cpython":
            # Makes the import fail even where Blinka is installed.
            sys.modules[name] = None  # type: ignore[assignment]
    for name in _LIBRARIES:
        __import__(name)
    for name in _TICKS:
        _bind(name, "ticks_ms", world.clock.ticks_ms)
    for name in _TIME:
        _bind(name, "time", _Time(world))
    for name in _OS:
        if name in sys.modules:  # boot.py's part is not there where code.py runs
            _bind(name, "os", _Os(world))
    _bind("hw.facts", "sys", _Sys(world))
    _bind("hw.settings", "FILE", world.settings_file)


def remove() -> None:
    """Take everything back. Without a world installed it does nothing."""
    while _saved:
        place, name, before = _saved.pop()
        if place is not sys.modules:
            setattr(place, name, before)
        elif before is not _ABSENT:
            sys.modules[name] = before
        elif name in sys.modules:
            del sys.modules[name]


def forget() -> None:
    """Take out the firmware's own modules, as the end of a run does on the board: the next import
    begins them anew."""
    for name in list(sys.modules):
        if name.split(".")[0] in _FIRMWARE:
            _forgotten.setdefault(name, sys.modules[name])
            del sys.modules[name]


def remember() -> None:
    """Put back the modules that were there before the first forget()."""
    if not _forgotten:
        return
    for name in list(sys.modules):
        if name.split(".")[0] in _FIRMWARE:
            del sys.modules[name]
    for name in _forgotten:
        sys.modules[name] = _forgotten[name]
    _forgotten.clear()


def _bind(module: str, name: str, value: object) -> None:
    place = sys.modules[module]
    _saved.append((place, name, getattr(place, name)))
    setattr(place, name, value)


def _modules(world) -> dict:
    """Name -> module, its classes bound to this world's clock, bus and pins."""

    class I2C(bus.I2C):
        pass

    class DigitalInOut(pins.DigitalInOut):
        pass

    class Keys(scanner.Keys):
        pass

    class PWMOut(signals.PWMOut):
        pass

    class AnalogIn(signals.AnalogIn):
        pass

    I2C.bus = world.bus
    DigitalInOut.clock = world.clock
    Keys.clock = world.clock
    PWMOut.clock = world.clock
    PWMOut.heard = world.heard
    AnalogIn.levels = world.levels
    return {
        "alarm": world.alarm,
        "analogio": _module("analogio", {"AnalogIn": AnalogIn}),
        "board": _board(world),
        "busio": _module("busio", {"I2C": I2C, "SPI": bus.SPI}),
        "digitalio": _module("digitalio", {"DigitalInOut": DigitalInOut, "Pull": pins.Pull}),
        "keypad": _module("keypad", {"Event": scanner.Event, "Keys": Keys}),
        "microcontroller": _module(
            "microcontroller", {"nvm": world.flash, "reset": alarms.reset}
        ),
        "pwmio": _module("pwmio", {"PWMOut": PWMOut}),
        "storage": _module(
            "storage",
            {"disable_usb_drive": world.usb.disable_usb_drive, "remount": world.usb.remount},
        ),
        "supervisor": _module(
            "supervisor",
            {
                "ticks_ms": world.clock.ticks_ms,
                "runtime": world.runtime,
                "SafeModeReason": usb.SafeModeReason,
                "RunReason": usb.RunReason,
                "reload": usb.reload,
            },
        ),
        "usb_cdc": _module("usb_cdc", {"disable": world.usb.disable_console}),
    }


def _board(world) -> object:
    module = _module("board", world.pins)
    module.board_id = world.board_id  # type: ignore[attr-defined]
    return module


def _module(name: str, content: dict) -> object:
    """A new module with this content."""
    try:
        module = type(sys)(name)
    except TypeError:
        module = _Module()  # type: ignore[assignment]
    for key in content:
        setattr(module, key, content[key])
    return module
