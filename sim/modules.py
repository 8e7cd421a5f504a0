"""CircuitPython's hardware modules, made of a world's fakes: put in, and taken out again.

The firmware imports `board`, `busio`, `digitalio`, `keypad` and `supervisor` as on the board. The
board's own functions in `time` and `os` (sleep, getenv, urandom) reach the firmware through the
few modules that use them, and nobody else: the desktop keeps its own.

Plain language only: this runs under MicroPython too.
"""

import gc
import sys

from sim.chips import bus, pins

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
    "hw.stock",
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
    for name in _NAMES:
        _saved.append((sys.modules, name, sys.modules.get(name, _ABSENT)))
        if name not in world.lacks:
            sys.modules[name] = _made(world, name)  # type: ignore[assignment]
        elif sys.implementation.name == "cpython":
            # Makes the import fail even where Blinka is installed.
            sys.modules[name] = None  # type: ignore[assignment]
    for name in _LIBRARIES:
        if name not in sys.modules:
            gc.collect()  # what is compiled beside garbage leaves a small heap in pieces
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


def let_go() -> None:
    """Hold no module of the firmware that the firmware itself has let go, so that the heap has it
    back; for a board that is not taken out again."""
    kept = []
    for place, name, before in _saved:
        if place is sys.modules or place in sys.modules.values():
            kept.append((place, name, before))
    _saved[:] = kept


def _bind(module: str, name: str, value: object) -> None:
    place = sys.modules[module]
    _saved.append((place, name, getattr(place, name)))
    setattr(place, name, value)


def _made(world, name: str) -> object:
    """One module, its classes bound to this world's clock, bus and pins. What it needs is not
    imported before: a board that lacks a module has its heap for itself."""
    if name == "alarm":
        return world.alarm
    if name == "board":
        return _board(world)
    if name in ("storage", "usb_cdc"):
        return _module(name, world.usb.functions(name))
    if name in ("analogio", "pwmio"):
        from sim.chips import signals

        return _module(name, signals.content(name, world))
    return _module(name, _content(world, name))


def _content(world, name: str) -> dict:
    if name == "busio":
        return {"I2C": _bound(bus.I2C, "bus", world.bus), "SPI": bus.SPI}
    if name == "digitalio":
        output = _bound(pins.DigitalInOut, "clock", world.clock)
        return {"DigitalInOut": output, "Pull": pins.Pull}
    if name == "keypad":
        from sim.chips import scanner

        return {"Event": scanner.Event, "Keys": _bound(scanner.Keys, "clock", world.clock)}
    if name == "microcontroller":
        from sim.chips import alarms

        return {"nvm": world.flash, "reset": alarms.reset}
    from sim.chips import usb

    return {
        "ticks_ms": world.clock.ticks_ms,
        "runtime": world.runtime,
        "SafeModeReason": usb.SafeModeReason,
        "RunReason": usb.RunReason,
        "reload": usb.reload,
    }


def _bound(kind, name: str, value: object):
    """A class of this world's own."""
    return type(kind.__name__, (kind,), {name: value})


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
