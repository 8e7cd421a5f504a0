"""A board for scripts that have to get along with a small heap; `start` must have prepared it.

What is compiled beside garbage leaves a heap in pieces, so it is swept after each import.
"""

import gc

gc.collect()

from sim.board import Board

gc.collect()


def bare_board(seed: int):
    """A board with the modules and pins that this device uses and no others: a real one has them
    all, but none in the heap."""
    settings = {"KOSTKA_SEED": seed, "KOSTKA_SPEED": 1}
    lacks = ("analogio", "pwmio", "storage", "usb_cdc")
    pins = ["GP4", "GP5", "LED"]
    for number in range(10, 16):
        pins.append("GP%d" % number)
    return Board(settings, lacks=lacks, pins=pins)
