"""A board for scripts that have to get along with a small heap; `start` must have prepared it.

What a real board has built in is here before it is asked for, so that it counts as the board's.
What is compiled beside garbage leaves a heap in pieces, so it is swept before each import.
"""

import gc

for _name in ("sim.board", "sim.chips.scanner", "adafruit_bus_device.i2c_device"):
    gc.collect()
    __import__(_name)
    gc.collect()

from sim.board import Board


def bare_board(seed: int):
    """A board with the modules and pins that this device uses and no others: a real one has them
    all, but none in the heap."""
    settings = {"KOSTKA_SEED": seed, "KOSTKA_SPEED": 1}
    lacks = ("analogio", "pwmio", "storage", "usb_cdc")
    pins = ["GP4", "GP5", "LED"]
    for number in range(10, 16):
        pins.append("GP%d" % number)
    return Board(settings, lacks=lacks, pins=pins)
