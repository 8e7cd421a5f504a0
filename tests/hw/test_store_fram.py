"""The store in an FRAM, through Adafruit's driver, over a chip on the simulated bus."""

from collections.abc import Callable

import pytest

from hw.store import SETTINGS, Store
from sim.chips.bus import I2C
from sim.chips.clock import PowerOff
from sim.chips.flash import Flash
from sim.chips.fram import FRAM
from sim.world import World

adafruit_fram = pytest.importorskip("adafruit_fram")

HEADER = b"two players"


class Wires(I2C):
    """A bus on which chips can be read."""

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: bytes,
        in_buffer: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        self.writeto(address, out_buffer, start=out_start, end=out_end)
        end = len(in_buffer) if in_end is None else in_end
        in_buffer[in_start:end] = self.bus.chips[address].read(end - in_start)


def driver(board: Callable[..., World], chip: FRAM):
    """Adafruit's driver for this chip."""
    world = board()
    chip.plug_into(world.bus)

    class Bus(Wires):
        bus = world.bus

    return adafruit_fram.FRAM_I2C(Bus(world.pins["GP5"], world.pins["GP4"], frequency=400000))


def test_a_new_chip_is_taken_and_a_game_lives_in_it(board: Callable[..., World]) -> None:
    """Zeros are not blank: it is written anew before the first game."""
    chip = FRAM()
    store = Store(None, driver(board, chip))
    assert store.why == "" and store.everything
    assert store.put(SETTINGS, b"en") and store.begin(HEADER, 3000)
    for number in range(20):
        assert store.append(bytes((number,)))
    again = Store(None, driver(board, chip))
    assert again.report == [] and again.history() == bytes(range(20))
    assert again.get(SETTINGS) == b"en"
    assert chip.data[4096:] == bytes(len(chip.data) - 4096)


def test_beside_the_flash_no_cut_in_a_rewriting_costs_the_game(
    board: Callable[..., World],
) -> None:
    for cut in (1, 9, 14, 100, 2000, 4095, 4096, 4097):
        flash, chip = Flash(), FRAM()
        store = Store(flash)
        store.put(SETTINGS, b"en")
        store.begin(HEADER)
        store.append(b"\x11")
        both = Store(flash, driver(board, chip))
        chip.cut_after(cut)
        with pytest.raises(PowerOff):
            both.rewrite(HEADER, b"snapshot")
            raise AssertionError("not cut")
        after = Store(flash, driver(board, chip))
        assert after.alive and after.get(SETTINGS) == b"en"
        assert after.history() == (b"" if after.game()[1] else b"\x11")
        assert after.rewrite(HEADER, b"snapshot")
        assert Store(flash, driver(board, chip)).game() == (HEADER, b"snapshot")
