"""The bus: its discipline, its errors, what it counts and how long it takes."""

import errno

import pytest

from sim.chips.bus import I2C, Bus
from sim.chips.clock import VirtualClock
from sim.chips.pins import Pin


class Ear:
    """A chip that remembers what it was told."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def write(self, data: bytes) -> None:
        """One transfer."""
        self.heard.append(data)


class Rig:
    """A bus with one chip at 0x3C."""

    def __init__(self, pull_ups: bool = True, hz: int = 400000) -> None:
        self.clock = VirtualClock()
        self.bus = Bus(self.clock)
        self.bus.pull_ups = pull_ups
        self.chip = Ear()
        self.bus.chips[0x3C] = self.chip
        self.pins = (Pin("GP5"), Pin("GP4"))
        bus = self.bus

        class Bound(I2C):
            pass

        Bound.bus = bus
        self.kind = Bound
        self.hz = hz

    def open(self) -> I2C:
        """The bus as the firmware gets it."""
        return self.kind(self.pins[0], self.pins[1], frequency=self.hz)


def test_a_transfer_needs_the_lock() -> None:
    i2c = Rig().open()
    with pytest.raises(RuntimeError, match="lock"):
        i2c.writeto(0x3C, b"\x00")
    with pytest.raises(RuntimeError, match="lock"):
        i2c.readfrom_into(0x3C, bytearray(1))
    assert i2c.try_lock()
    assert not i2c.try_lock()
    i2c.writeto(0x3C, b"\x00")
    i2c.unlock()
    assert i2c.try_lock()


def test_the_part_of_the_buffer_that_was_asked_for_arrives() -> None:
    rig = Rig()
    i2c = rig.open()
    i2c.try_lock()
    i2c.writeto(0x3C, bytearray(b"abcdef"))
    i2c.writeto(0x3C, bytearray(b"abcdef"), end=2)
    i2c.writeto(0x3C, memoryview(b"abcdef"), start=1, end=3)
    assert rig.chip.heard == [b"abcdef", b"ab", b"bc"]


def test_no_answer_is_error_19_and_costs_the_address_only() -> None:
    rig = Rig()
    i2c = rig.open()
    i2c.try_lock()
    with pytest.raises(OSError) as caught:
        i2c.writeto(0x3D, b"abcdef")
    assert caught.value.errno == errno.ENODEV == 19
    assert rig.bus.bytes == 1


def test_a_stuck_bus_is_error_116_after_a_second() -> None:
    rig = Rig()
    i2c = rig.open()
    i2c.try_lock()
    rig.bus.stuck = True
    with pytest.raises(OSError) as caught:
        i2c.writeto(0x3C, b"abcdef")
    assert caught.value.errno == 116
    assert rig.clock.now == 1000
    assert rig.chip.heard == []


def test_without_pull_ups_there_is_no_bus_and_the_pins_are_free_again() -> None:
    rig = Rig(pull_ups=False)
    with pytest.raises(RuntimeError, match="pull up"):
        rig.open()
    rig.bus.pull_ups = True
    rig.open()


def test_a_pin_in_use_is_refused_until_it_is_let_go() -> None:
    rig = Rig()
    first = rig.open()
    with pytest.raises(ValueError, match="GP5 in use"):
        rig.open()
    first.deinit()
    rig.pins[1].claim("somebody")
    with pytest.raises(ValueError, match="GP4 in use"):
        rig.open()
    assert rig.pins[0].user is None


@pytest.mark.parametrize(("hz", "ms"), [(400000, 23), (100000, 94)])
def test_a_whole_picture_takes_as_long_as_on_the_wires(hz: int, ms: int) -> None:
    rig = Rig(hz=hz)
    i2c = rig.open()
    i2c.try_lock()
    for _command in range(6):
        i2c.writeto(0x3C, bytes(2))
    i2c.writeto(0x3C, bytes(1025))
    assert rig.bus.bytes == 6 * 3 + 1026
    assert rig.bus.transfers == 7
    assert rig.bus.longest == 1026
    assert rig.clock.now == ms
    assert rig.bus.reset_count() == 1044
    assert (rig.bus.bytes, rig.bus.transfers, rig.bus.longest) == (0, 0, 0)
