"""The simulated flash sector: what the chip does, and how its power fails."""

import pytest

from sim.chips.clock import PowerOff, VirtualClock
from sim.chips.flash import ERASE_US, HALVES, PROGRAM_US, Flash


def test_reads_and_writes_like_nvm() -> None:
    flash = Flash(256)
    assert len(flash) == 256
    assert flash[0] == flash[-1] == 0xFF
    flash[3] = 7
    flash[4:6] = b"ab"
    assert flash[2:7] == bytearray(b"\xff\x07ab\xff")
    assert isinstance(flash[0:1], bytearray)
    assert flash[250:300] == b"\xff" * 6
    assert flash[:3] == b"\xff\xff\xff"
    assert flash[-2:] == b"\xff\xff"


def test_what_nvm_refuses() -> None:
    flash = Flash(256)
    with pytest.raises(IndexError):
        flash[256]
    with pytest.raises(IndexError):
        flash[-257] = 0
    with pytest.raises(ValueError, match="different lengths"):
        flash[0:2] = b"abc"
    with pytest.raises(ValueError, match="0-255"):
        flash[0] = 256
    assert flash.steps == 0


def test_erased_bytes_are_programmed() -> None:
    clock = VirtualClock()
    flash = Flash(clock=clock)
    flash[10:14] = b"\x00\xff\x01\x02"
    assert (flash.programs, flash.erases, flash.steps) == (1, 0, 3)
    assert clock.us == PROGRAM_US
    # A byte that was programmed with 0xFF is still an erased one.
    flash[11] = 5
    assert (flash.programs, flash.erases) == (2, 0)


def test_any_other_write_erases_the_sector_and_keeps_the_rest() -> None:
    clock = VirtualClock()
    flash = Flash(clock=clock)
    flash[0:2] = b"ab"
    flash[4000] = 9
    before = clock.us
    flash[1:3] = b"\x00\x03"
    assert (flash.programs, flash.erases) == (2, 1)
    assert clock.us - before == ERASE_US
    assert flash[0:4] == b"a\x00\x03\xff"
    assert flash[4000] == 9


def test_bits_are_not_cleared_further_without_an_erase() -> None:
    flash = Flash()
    flash[0] = 0x0F
    flash[0] = 0x0E
    assert flash.erases == 1


@pytest.mark.parametrize("scattered", [False, True])
def test_power_can_be_cut_after_each_byte(scattered: bool) -> None:
    for step in range(1, 4):
        flash = Flash(256)
        flash.scattered = scattered
        flash.cut_after(step)
        with pytest.raises(PowerOff):
            flash[8:11] = b"abc"
        flash.power_on()
        written = b"abc"[3 - step :] if scattered else b"abc"[:step]
        blank = b"\xff" * (3 - step)
        assert flash[8:11] == (blank + written if scattered else written + blank)


def test_a_byte_half_programmed_has_cleared_some_bits_only() -> None:
    seen = set()
    for half in range(1, HALVES + 1):
        flash = Flash(256)
        flash.cut_after(1, half)
        with pytest.raises(PowerOff):
            flash[0:2] = b"\x00\x00"
        assert flash[0] not in (0x00, 0xFF)
        assert flash[1] == 0xFF
        seen.add(flash[0])
    assert len(seen) == HALVES


def test_a_sector_half_erased_holds_old_and_blank_places() -> None:
    old = bytes(i * 11 & 0x7F for i in range(256))
    seen = set()
    for half in range(1, HALVES + 1):
        flash = Flash(256)
        flash[0:256] = old
        flash.cut_after(1, half)
        with pytest.raises(PowerOff):
            flash[0] = 1
        data = bytes(flash.data)
        assert data not in (old, b"\xff" * 256)
        assert all(new & was == was for new, was in zip(data, old, strict=True))
        seen.add(data)
    assert len(seen) == HALVES


def test_power_can_be_cut_after_the_erase_and_while_it_is_written_again() -> None:
    flash = Flash(256)
    flash[0:3] = b"abc"
    flash.cut_after(1)
    with pytest.raises(PowerOff):
        flash[0] = 0
    assert flash.data == b"\xff" * 256
    flash.power_on()
    flash[0:3] = b"abc"
    flash.cut_after(3)
    with pytest.raises(PowerOff):
        flash[0] = ord("z")
    assert flash[0:3] == b"zb\xff"
