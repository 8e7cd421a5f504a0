"""Fakes in the place of what Blinka talks to: the libraries for USB and GPIO, at the level of the
calls that it makes. Behind them are the simulator's panel chip and the levels of the pins.

What Blinka itself does between `board` and these calls is the real thing. How the adapters behave
beyond what their documents say, and how fast they are, can only be seen on real ones.
"""

import os
import sys
import types
from typing import Any

from sim.chips.clock import VirtualClock
from sim.chips.ssd1306 import SSD1306

ADDRESS = 0x3C


class Desk:
    """A panel and the buttons' wires. `low`: names of the pins that are pulled to ground;
    `plugged`: the panel answers."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.panel = SSD1306()
        self.low: set[str] = set()
        self.pulled: set[str] = set()  # pins with a pull-up of the chip's own
        self.plugged = True
        self.transfers = 0

    def carry(self, address: int, data: Any) -> None:
        """A transfer on the bus; OSError where nobody answers."""
        self.transfers += 1
        self.clock.advance(100 + 25 * len(data))
        if address != ADDRESS or not self.plugged:
            raise OSError("nobody answers")
        self.panel.write(bytes(data))


def _module(name: str, **content: Any) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__dict__.update(content)
    sys.modules[name] = module
    return module


# Blinka's board for tests: it has six usable pins, and an I2C that can do nothing

AGNOSTIC = {
    "up": "Dx_INPUT_TRUE",
    "down": "Dx_INPUT_FALSE",
    "left": "Dx_INPUT_TRUE_PULL_UP",
    "right": "Dx_INPUT_TRUE_PULL_DOWN",
    "a": "Dx_OUTPUT",
    "b": "Dx_INPUT_TOGGLE",
}


def agnostic(desk: Desk) -> dict[str, str]:
    """The operating system's nothing: BLINKA_OS_AGNOSTIC. Button -> pin."""
    os.environ["BLINKA_OS_AGNOSTIC"] = "1"
    os.environ["KOSTKA_SDA"], os.environ["KOSTKA_SCL"] = "SDA", "SCL"
    for button, name in AGNOSTIC.items():
        os.environ["KOSTKA_" + button.upper()] = name
    import adafruit_blinka.board.generic_agnostic_board as names
    from adafruit_blinka.microcontroller.generic_agnostic_board import i2c, pin

    numbers = {getattr(names, name).id: name for name in AGNOSTIC.values()}

    def writeto(_self: Any, address: int, data: Any, *, stop: bool = True) -> None:
        desk.carry(address, data)

    i2c.I2C.writeto = writeto
    i2c.I2C.readfrom_into = writeto
    pin.Pin.read = lambda self: numbers[self.id] not in desk.low
    return AGNOSTIC


# FT232H: pyftdi

FT232H = {"up": "C0", "down": "C1", "left": "C2", "right": "C3", "a": "C4", "b": "C5"}


class I2cNackError(OSError):
    """pyftdi's own."""


class _FtdiGpio:
    all_pins = 0xFFF0

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.pins = 0
        self.direction = 0

    def set_direction(self, pins: int, direction: int) -> None:
        self.pins |= pins
        self.direction = direction

    def read(self, with_output: bool = False) -> int:
        self.desk.clock.advance(300)
        level = 0xFFFF
        for name in self.desk.low:
            level &= ~(1 << (8 + int(name[1])))
        return level

    def write(self, value: int) -> None:
        pass


class _FtdiPort:
    def __init__(self, desk: Desk, address: int) -> None:
        self.desk = desk
        self.address = address

    def write(self, out: Any, relax: bool = True) -> None:
        try:
            self.desk.carry(self.address, out)
        except OSError as error:
            raise I2cNackError("NACK from slave") from error

    def read(self, count: int, relax: bool = True) -> bytes:
        self.write(b"")
        return bytes(count)


def ft232h(desk: Desk) -> dict[str, str]:
    """An FT232H, found by --adapter. Button -> pin."""
    gpio = _FtdiGpio(desk)

    class I2cController:
        def configure(self, url: str, frequency: float = 100000) -> None:
            assert url == "ftdi://ftdi:ft232h/1"

        def get_gpio(self) -> _FtdiGpio:
            return gpio

        def get_port(self, address: int) -> _FtdiPort:
            return _FtdiPort(desk, address)

    class UsbTools:
        @staticmethod
        def find_all(_ids: Any) -> list:
            return [("an FT232H", 1)]

    _module("pyftdi")
    _module("pyftdi.usbtools", UsbTools=UsbTools)
    _module("pyftdi.i2c", I2cController=I2cController)
    return FT232H


# MCP2221: hidapi

MCP2221 = {"up": "G0", "down": "G1", "left": "G2", "right": "G3", "a": "G0+G1", "b": "G2+G3"}


class _Hid:
    """The chip's answers to the reports that Blinka sends (its data sheet, section 3)."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.reply = bytearray(64)
        self.inputs = [False] * 4

    def open(self, _vendor: int, _product: int) -> None:
        pass

    def close(self) -> None:
        pass

    def write(self, frame: bytes) -> int:
        self.desk.clock.advance(1000)  # a full-speed device is asked once a millisecond
        report = frame[1:]
        reply = bytearray(64)
        reply[0] = report[0]
        if report[0] == 0x50:
            for pin in range(4):
                if report[4 + 4 * pin]:
                    self.inputs[pin] = report[5 + 4 * pin] == 1
        elif report[0] == 0x51:
            for pin in range(4):
                assert self.inputs[pin]
                reply[2 + 2 * pin] = f"G{pin}" not in self.desk.low
        elif report[0] in (0x90, 0x91):
            self._transfer(report, reply)
        elif report[0] == 0x10 and report[2] == 0x10:
            self.nack = False
        if report[0] == 0x10:
            reply[20] = 0x40 if self.nack else 0
        self.reply = reply
        return len(frame)

    nack = False
    pending = bytearray()

    def _transfer(self, report: bytes, reply: bytearray) -> None:
        length = report[1] | report[2] << 8
        chunk = report[4 : 4 + min(length - len(self.pending), 60)]
        self.pending = self.pending + chunk
        if report[0] == 0x90 and len(self.pending) < length:
            return
        data, self.pending = self.pending, bytearray()
        try:
            self.desk.carry(report[3] >> 1, data if report[0] == 0x90 else b"")
            self.nack = False
        except OSError:
            self.nack = True
            reply[1] = 1 if report[0] == 0x91 else 0

    def read(self, _count: int) -> list[int]:
        return list(self.reply)


def mcp2221(desk: Desk) -> dict[str, str]:
    """An MCP2221, found by --adapter. Button -> pins."""
    device = _Hid(desk)
    found = [{"vendor_id": 0x04D8, "product_id": 0x00DD}]
    _module("hid", device=lambda: device, enumerate=lambda: found)
    return MCP2221


# A Raspberry Pi: gpiod and the I2C of PureIO

PI = {"up": "D17", "down": "D22", "left": "D27", "right": "D23", "a": "D5", "b": "D6"}


class _Line:
    class Value:
        INACTIVE, ACTIVE = 0, 1

    class Direction:
        INPUT, OUTPUT = "input", "output"

    class Bias:
        DISABLED, PULL_UP, PULL_DOWN = "disabled", "up", "down"


class _LineSettings:
    direction = ""
    bias = ""


class _LineRequest:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def reconfigure_lines(self, config: dict[int, _LineSettings]) -> None:
        for number, settings in config.items():
            if settings.bias == _Line.Bias.PULL_UP:
                self.desk.pulled.add(f"D{number}")

    def get_value(self, number: int) -> int:
        name = f"D{number}"
        assert name in self.desk.pulled  # it would float
        return 0 if name in self.desk.low else 1

    def release(self) -> None:
        pass


def raspberry_pi(desk: Desk) -> dict[str, str]:
    """A Raspberry Pi 4, that Blinka is told it runs on. Button -> pin."""
    os.environ["BLINKA_FORCECHIP"] = "BCM2XXX"
    os.environ["BLINKA_FORCEBOARD"] = "RASPBERRY_PI_4B"

    class Chip:
        def __init__(self, _path: str) -> None:
            pass

        def request_lines(self, config: Any, consumer: str) -> _LineRequest:
            return _LineRequest(desk)

        def close(self) -> None:
            pass

    class SMBus:
        def __init__(self, bus: int) -> None:
            assert bus == 1

        def write_bytes(self, address: int, data: Any) -> None:
            desk.carry(address, data)

        def read_bytes(self, address: int, count: int) -> bytes:
            desk.carry(address, b"")
            return bytes(count)

    line = _module("gpiod.line", **vars(_Line))
    _module("gpiod", __version__="2.5.0", line=line, LineSettings=_LineSettings, Chip=Chip)
    smbus = _module("Adafruit_PureIO.smbus", SMBus=SMBus)
    _module("Adafruit_PureIO", smbus=smbus)
    from adafruit_blinka.microcontroller.generic_linux import raspberry_pi_pin as pins

    pins.Pin._open_chip = lambda self: Chip("")
    return PI


KINDS = {
    "agnostic": agnostic,
    "ft232h": ft232h,
    "mcp2221": mcp2221,
    "raspberry_pi": raspberry_pi,
}
