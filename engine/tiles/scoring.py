"""What a feature is worth and to whom, and what scores when.

Rows T2, T4 to T10, T12, T14, B6 to B12. What the wheel scores is `wheel`.
"""

from micropython import const

from engine.tiles.landscape import Landscape
from engine.tiles.state import State
from engine.tiles.table import BOARD, ROADS, ROW, SHIELDS, TABLE
from engine.tiles.terms import CITY, CLOISTER, EV_FEATURE, FIELD, ROAD, SMALL_CITY

# As how many tiles of a road or city a square of the wheel board counts (W16).
_SQUARE = const(1)


def followers(land: Landscape, node: int) -> bytes:
    """player, tile, player, tile ...: the followers on a feature."""
    out = bytearray()
    if land.held[land.label[node]]:
        for at in land.nodes(node):
            tile = land.owner[at]
            stand = land.stands[tile]
            if stand and stand & 15 == at - land.first[tile]:
                out.append((stand >> 4) - 1)
                out.append(tile)
    return bytes(out)


def majority(pairs: bytes) -> int:
    """Bits of the players who have most of these `followers` (T9); 0 where there are none."""
    counts = bytearray(6)
    for i in range(0, len(pairs), 2):
        counts[pairs[i]] += 1
    most = max(1, max(counts))
    out = 0
    for i in range(6):
        if counts[i] == most:
            out |= 1 << i
    return out


def cities(land: Landscape, node: int) -> int:
    """How many completed cities touch a farm (T8)."""
    found: list[int] = []
    for at in land.nodes(node):
        tile = land.owner[at]
        first = land.first[tile]
        row = land.kinds[tile] * ROW
        local = at - first - TABLE[row + ROADS + 2]
        # The cities that fields 0 and 1, 2 and 3 of a tile border: two bytes of its row.
        touches = TABLE[row + 18 + (local >> 1)] >> (local & 1) * 4 & 15
        while touches:
            city = land.label[first]
            if touches & 1 and not land.open[city] and city not in found:
                found.append(city)
            touches >>= 1
            first += 1
    return len(found)


def measure(land: Landscape, node: int, house: int) -> tuple[int, int, int, int]:
    """(tiles, extra, token points, points) of a feature as it lies, complete or not.

    A tile and its token count once (T12, B7). `extra`: shields of a city, completed cities of a
    farm, else 0. `house`: bits of house rules.
    """
    kind = land.kind_of(node)
    still = land.open[land.label[node]]
    tokens = extra = tiles = 0
    if kind == CLOISTER:
        tile = land.owner[node]
        for other in land.around(tile):
            tokens += land.worth[land.tokens[other]]
        tokens += land.worth[land.tokens[tile]]  # B8: on its own tile too
        points = tiles = 9 - still
    else:
        mark = land.mark = land.mark % 255 + 1
        if mark == 1:
            land.marks[:] = bytes(len(land.marks))
        for at in land.nodes(node):
            tile = land.owner[at]
            if land.marks[tile] != mark:
                land.marks[tile] = mark
                tiles += 1 if land.kinds[tile] < BOARD else _SQUARE
                tokens += land.worth[land.tokens[tile]]
            if kind == CITY and at == land.first[tile]:
                extra += TABLE[land.kinds[tile] * ROW + SHIELDS]
        points = tiles + extra
        if kind == FIELD:
            extra = cities(land, node)
            points = 3 * extra
        elif kind == CITY and not still and not (tiles == 2 and house & SMALL_CITY):
            points *= 2
    return tiles, extra, tokens, points + tokens


def complete(game: State) -> None:
    """Score what the tile just placed completed (T2): its own features, cloisters around."""
    land = game.land
    tile = land.count - 1
    node = land.first[tile]
    done: list[int] = []
    for at in range(node, node + TABLE[land.kinds[tile] * ROW + ROADS + 2]):
        label = land.label[at]
        if not land.open[label] and label not in done:
            done.append(label)
            score(game, at)
    for other in land.around(tile):
        node = land.cloister(other)
        if node >= 0 and not land.open[node]:
            score(game, node)


def score(game: State, node: int) -> None:
    """Give the points of a feature to those who have most followers there; all go home."""
    land = game.land
    kind = land.kind_of(node)
    pairs = followers(land, node)
    winners = majority(pairs)
    tiles, extra, tokens, points = measure(land, node, game.house)
    for player in range(game.players):
        if winners >> player & 1:
            game.gain(player, kind, points)
    for i in range(0, len(pairs), 2):
        game.supply[land.leave(pairs[i + 1])] += 1
    game.events.append((EV_FEATURE, kind, node, tiles, extra, tokens, points, winners, pairs))


def next_feature(land: Landscape) -> int:
    """The feature that is scored next at the end, -1 where no follower stands any more.

    Roads, cities, cloisters, farms; of each the lowest tile with a follower first.
    """
    best = FIELD + 1
    out = -1
    for tile in range(land.count):
        stand = land.stands[tile]
        if stand:
            node = land.first[tile] + (stand & 15)
            kind = land.kind_of(node)
            if kind <= ROAD:
                kind = ROAD - kind
            if kind < best:
                best = kind
                out = node
    return out
