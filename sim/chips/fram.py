"""An FRAM on the I2C bus, as the MB85RC256V: 32,768 bytes that need no erasing.

Two address bytes set the place, data behind them is written there byte by byte, and a read goes
on from the place. The chip's identity is read at an address that all such chips share. Power can
be cut between two bytes only: each is written whole.

Plain language only: this runs under MicroPython too.
"""

from sim.chips.clock import PowerOff

ADDRESS = 0x50
IDENTITY = 0x7C  # reserved by the bus for the identity of chips
SIZE = 32768

_MAKER = b"\x00\xa5\x10"  # 12 bits of the maker, 12 of the product


class FRAM:
    """The chip. `written`: bytes so far."""

    def __init__(self, address: int = ADDRESS, fill: int = 0) -> None:
        """New chips hold `fill` in every byte; zeros, as they come from the maker."""
        self.data = bytearray(bytes((fill,)) * SIZE)
        self.written = 0
        self.identity = Identity(address)
        self._address = address
        self._place = 0
        self._cut = -1

    def plug_into(self, bus) -> None:
        """Answer at both addresses of a Bus."""
        bus.chips[self._address] = self
        bus.chips[IDENTITY] = self.identity

    def unplug(self, bus) -> None:
        """Leave the bus; what is in it stays."""
        bus.chips.pop(self._address, None)
        bus.chips.pop(IDENTITY, None)

    def power_on(self, bus) -> None:
        """On the bus of a device that is switched on: no cut is waiting any more."""
        self._cut = -1
        self.plug_into(bus)

    def cut_after(self, count: int) -> None:
        """Raise PowerOff when so many more bytes are written, 1 or more."""
        self._cut = self.written + count

    def write(self, data: bytes) -> None:
        """A transfer to the chip."""
        if len(data) >= 2:
            self._place = (data[0] << 8 | data[1]) % SIZE
        for byte in data[2:]:
            self.data[self._place] = byte
            self._place = (self._place + 1) % SIZE
            self.written += 1
            if self.written == self._cut:
                raise PowerOff()

    def read(self, count: int) -> bytes:
        """A transfer from the chip."""
        out = bytearray(count)
        for i in range(count):
            out[i] = self.data[self._place]
            self._place = (self._place + 1) % SIZE
        return bytes(out)


class Identity:
    """What answers at the shared address: who is at the address that was written before."""

    def __init__(self, address: int) -> None:
        self.maker = _MAKER
        self._address = address
        self._asked = -1

    def write(self, data: bytes) -> None:
        """Which chip is asked for: its address, one bit up."""
        if data:
            self._asked = data[0] >> 1

    def read(self, count: int) -> bytes:
        """Three bytes; 0xFF where no such chip is asked for."""
        if self._asked != self._address:
            return b"\xff" * count
        return (self.maker + b"\xff" * count)[:count]
