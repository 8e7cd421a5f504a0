"""A tile game as bytes; back again is `restored`.

Only what cannot be worked out again is written: the scores follow from the tally, the supply from
who stands where, the pig from the tiles that are gone, whose turn it is from the tiles that lie.
The start and the squares of the tiles are written as those who play see them: each tile lies
beside an earlier one.

Body: players | first << 3 | buildings << 6; way | house << 3 | phase << 5; check of the table of
tiles (2 bytes); whom the plague has come to; the variant in hand, 255 for none; what was put on
the tile that lies last while that can be taken back; number of tiles, of those put out; the tally
(2 bytes each); tokens, crowns and tiles left, half a byte each; the variants put out; the tiles.
A tile: kind, and with 2 bytes as in `entry` where it lies | token << 11 | follower << 13, and who
stands there as one more byte where somebody does.
"""

from micropython import const

from engine.contract import seal
from engine.tiles.entry import beside, table_check
from engine.tiles.terms import BASE, CONFIRM, FOLLOW, HOUSE, TAKEN

KIND = const(2)
VERSION = const(1)

PLAGUED = const(4)  # places in the body
PUT = const(6)
HEAD = const(9)
TOKEN_SHIFT = const(11)
STANDS = const(0x2000)


def pack(game) -> bytes:  # type: ignore[no-untyped-def]
    """The whole state of a TileGame, in 409 bytes at most.

    A tile that somebody only tries out (the thinker) does not count, even where it was left half
    laid: what lies follows from the turns.
    """
    land = game.land
    start = 1 if game.way in (HOUSE, BASE) else 16
    count = start + game.turn
    if game.phase == FOLLOW or game.phase == CONFIRM:
        count += 1
    check = table_check(game.way)
    body = bytearray(
        (
            game.players | game.first << 3 | game.buildings << 6,
            game.way | game.house << 3 | game.phase << 5,
            check & 255,
            check >> 8,
            game.to_move if game.phase == TAKEN else 0,
            game.hand & 255,
            game.steps[1] if game.phase == CONFIRM else 0,
            count - start,
            len(game.out),
        )
    )
    for points in game.tally:
        body.append(points & 255)
        body.append(points >> 8)
    half = bytes(game.tokens) + bytes(game.crowns) + bytes(game.left) + b"\0"
    for at in range(0, len(half) - 1, 2):
        body.append(half[at] | half[at + 1] << 4)
    body.extend(game.out)
    for tile in range(start, count):
        _pack_tile(land, tile, body)
    return seal(KIND, VERSION, bytes(body))


def _pack_tile(land, tile: int, body: bytearray) -> None:  # type: ignore[no-untyped-def]
    stand = land.stands[tile]
    where = beside(land, land.ys[tile] << 8 | land.xs[tile]) << 2 | land.turns[tile]
    where |= land.tokens[tile] << TOKEN_SHIFT
    if stand:
        where |= STANDS
    body.append(land.kinds[tile])
    body.append(where & 255)
    body.append(where >> 8)
    if stand:
        body.append(stand)
