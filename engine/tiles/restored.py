"""A tile game out of its bytes; what they mean is told in `saved`.

Whether all of it together is a state of a game is found out by `checked`.
"""

from engine.contract import OtherVersion, unseal
from engine.tiles.checked import check, demand
from engine.tiles.entry import beside, table_check
from engine.tiles.landscape import STEPS
from engine.tiles.saved import HEAD, KIND, STANDS, TOKEN_SHIFT, VERSION
from engine.tiles.table import BOARD, COUNT, PARTS, ROW, TABLE, VARIANTS
from engine.tiles.terms import BASE, CONFIRM, FINAL, FOLLOW


def opened(data: bytes) -> bytes:
    """The body of packed bytes. Raises ValueError where they are damaged or of another kind,
    OtherVersion where they are of another version or of another table of tiles."""
    body = unseal(KIND, VERSION, data)
    demand(len(body) >= HEAD, "length")
    demand(body[1] & 7 <= 4, "way to play")
    if body[2] | body[3] << 8 != table_check(body[1] & 7):
        raise OtherVersion("another table of tiles")
    return body


def options(body: bytes) -> tuple[int, int, int, int, int]:
    """What the game is made with: players, first, way, buildings, house."""
    return body[0] & 7, body[0] >> 3 & 7, body[1] & 7, body[0] >> 6, body[1] >> 3 & 3


def fill(game, body: bytes) -> None:  # type: ignore[no-untyped-def]
    """Make a new game the packed one. Raises ValueError where that is no state of a game.

    The game is then spoiled: let it go.
    """
    game.phase = body[1] >> 5
    demand(game.phase <= FINAL, "phase")
    dealt = bytes(game.tokens)
    total = bytes(game.left)
    at = _counts(game, body)
    demand(len(body) >= at + body[8] + 3 * body[7], "length")
    game.out = bytearray(body[at : at + body[8]])
    game.hand = body[5] if body[5] < COUNT else -1
    demand(game.hand == body[5] or body[5] == 255, "hand")
    placed = _gone(game, total)
    _tiles(game, body, at + body[8], placed)
    demand(not sum(placed), "number of tiles")
    lies = game.phase == FOLLOW or game.phase == CONFIRM
    game.turn = body[7] - lies
    game.player = (game.first + game.turn) % game.players
    check(game, body, dealt)


def _counts(game, body: bytes) -> int:  # type: ignore[no-untyped-def]
    """Tally, scores, tokens, crowns, tiles left; where the rest begins."""
    size = len(game.tally)
    at = HEAD + 2 * size
    end = at + (len(game.tokens) + 9 + COUNT + 1) // 2
    demand(len(body) >= end, "length")
    for i in range(size):
        points = body[HEAD + 2 * i] | body[HEAD + 2 * i + 1] << 8
        game.tally[i] = points
        game.scores[i // 6] += points
    i = 0
    for part in (game.tokens, game.crowns, game.left):
        for j in range(len(part)):
            part[j] = body[at + (i >> 1)] >> (i & 1) * 4 & 15
            i += 1
    demand(not i & 1 or not body[end - 1] >> 4, "half byte")
    return end


def _gone(game, total: bytes) -> bytearray:  # type: ignore[no-untyped-def]
    """How many of each variant must lie, by what is left, out and in hand; the pig by the way."""
    placed = bytearray(COUNT)
    out = bytes(game.out)
    pig = 0
    for at in range(COUNT):
        gone = total[at] - game.left[at] - out.count(bytes((at,)))
        pig += (total[at] - game.left[at]) * (VARIANTS[at] >> 6)
        if at == game.hand and game.phase < FOLLOW:
            gone -= 1
        demand(gone >= 0, "number of tiles")
        placed[at] = gone
    game.pig = pig % 6 if game.way != BASE else 0
    for at in out:
        demand(at < COUNT, "tile put out")
    return placed


def _tiles(game, body: bytes, at: int, placed: bytearray) -> None:  # type: ignore[no-untyped-def]
    """Place the tiles; `placed` counts down to none."""
    land = game.land
    for _ in range(body[7]):
        demand(len(body) >= at + 3, "length")
        kind = body[at]
        where = body[at + 1] | body[at + 2] << 8
        at += 3
        _take(placed, kind)
        tile = where >> 4 & 127
        demand(where < 2 * STANDS and kind < BOARD and tile < land.count, "tile")
        key = (land.ys[tile] << 8 | land.xs[tile]) + STEPS[where >> 2 & 3]
        x = (key & 255) - 128
        y = (key >> 8) - 128
        demand(land.fits(kind, where & 3, x, y) and beside(land, key) == where >> 2 & 511, "place")
        tile = land.place(kind, where & 3, x, y)
        land.tokens[tile] = where >> TOKEN_SHIFT & 3
        if where & STANDS:
            demand(len(body) > at and not land.tokens[tile], "follower")
            _stand(game, tile, body[at])
            at += 1
    demand(len(body) == at, "length")


def _take(placed: bytearray, kind: int) -> None:
    """One tile of this kind lies; its number, if it bore one, is not known any more."""
    for at in range(COUNT):
        if VARIANTS[at] & 63 == kind and placed[at]:
            placed[at] -= 1
            return
    demand(False, "number of tiles")


def _stand(game, tile: int, stand: int) -> None:  # type: ignore[no-untyped-def]
    player = (stand >> 4) - 1
    demand(0 <= player < game.players and game.supply[player] > 0, "follower")
    demand(stand & 15 < TABLE[game.land.kinds[tile] * ROW + PARTS], "follower")
    game.supply[player] -= 1
    game.land.stand(tile, player, stand & 15)
