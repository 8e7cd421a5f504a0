"""The actions of a tile game as entries of 1 to 3 bytes. Reading them again is `log`.

An entry is read in the state before it. Where entries are kept is none of this file's business.

A draw: the variant's number (0 to 40), so tiles that are alike are one outcome. The game's first
draw has 128 added, and two bytes behind it for the table of tiles that the game is played with.
What a player does: one byte, the action itself (END, SCORE, CLAIM, CROWN, TOKEN) or UNDO; or two
bytes, 0x4000 + a number of 14 bits: TAKE as it is, and placements from 1,024 up by the lowest tile
that they touch, the side of it and their turn.
"""

from binascii import crc32

from micropython import const

from engine.contract import CHANCE
from engine.tiles.landscape import STEPS, split_place
from engine.tiles.table import TABLE, VARIANTS, counts
from engine.tiles.terms import PLACE_AT, TAKE

VERSION = const(1)
# Bytes of the largest game (W22, six players, tokens, plagues) with the check that a store puts
# behind every entry, and of four steps taken back and done again in every turn
ROOM = const(2600)

UNDO = const(2)  # beside the game's own actions: take back one step

FIRST = const(128)
PAIR = const(64)
PLACED = const(1024)


def table_check(way: int) -> int:
    """Two bytes of a check of everything that entries count on in a way to play."""
    return crc32(counts(way), crc32(TABLE + VARIANTS, VERSION)) & 0xFFFF


def settled(left: bytes, outcome: int) -> int:
    """The first outcome that draws the same tile: what is to be applied, and what a log gives
    back."""
    return sum(left[: drawn(left, outcome)])


def drawn(left: bytes, outcome: int) -> int:
    """The variant that an outcome of the draw stands for."""
    at = 0
    while outcome >= left[at]:
        outcome -= left[at]
        at += 1
    return at


def encode(game, action: int) -> bytes:  # type: ignore[no-untyped-def]
    """The entry for a legal action that is about to be applied to this game, or UNDO.

    Raises ValueError for a placement that touches nothing, and for numbers that are no action.
    """
    if game.to_move == CHANCE:
        at = drawn(game.left, action)
        if game.turn or len(game.out):
            return bytes((at,))
        check = table_check(game.way)
        return bytes((FIRST | at, check & 255, check >> 8))
    if action < TAKE:
        return bytes((action,))
    if action >= PLACE_AT:
        x, y, turn = split_place(action)
        action = PLACED + beside(game.land, (y + 128) << 8 | x + 128) * 4 + turn
    return bytes((PAIR | action >> 8, action & 255))


def beside(land, key: int) -> int:  # type: ignore[no-untyped-def]
    """A square told by the lowest tile that it touches: the tile << 2 | the side of that tile.

    Raises ValueError where it touches none.
    """
    out = 0x400
    for side in range(4):
        other = land.grid.get(key + STEPS[side], -1)
        if other >= 0 and other << 2 < out:
            out = other << 2 | side ^ 2
    if out == 0x400:
        raise ValueError("the square touches no tile")
    return out
