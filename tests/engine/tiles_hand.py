"""Tiles and features by their names, and a tile game driven by hand: shared by the engine's tests.

A tile is the ledger's letter and its number, `U2`, `w61`; a feature is its kind's letter and its
first side in the tile's own frame: cN, rE, fSL, m for a cloister.
"""

from collections.abc import Iterator
from random import Random

from engine.contract import CHANCE, OVER
from engine.tiles.game import TileGame
from engine.tiles.landscape import Landscape, split_place
from engine.tiles.table import HALF, LETTERS, PARTS, ROW, SIDE, TABLE, VARIANTS, kind_of
from engine.tiles.terms import CLAIM, CLOISTER, CROWN, FIELD, PLACE_AT, TOKEN

KINDS = "crmf"
SIDES = "NESW"
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
TOKENS = ("shed", "house", "tower")
WAYS = ("wheel", "short", "house", "base", "mix")


def variant(tile: str) -> int:
    """The place of a tile among what can be drawn."""
    count = 2 if tile[0] == "w" else 1
    kind = LETTERS + int(tile[1]) - 1 if count == 2 else ord(tile[0]) - ord("A")
    at = VARIANTS.find(bytes((kind | int(tile[count:] or "0") << 6,)))
    assert at >= 0, tile
    return at


def tile_name(at: int) -> str:
    """The name of a variant."""
    kind = VARIANTS[at] & 63
    letter = chr(ord("A") + kind) if kind < LETTERS else f"w{kind - LETTERS + 1}"
    return letter + (str(VARIANTS[at] >> 6) if VARIANTS[at] >> 6 else "")


def name(kind: int, local: int) -> str:
    """The name of a feature of a kind of tile."""
    row = kind * ROW
    what = kind_of(kind, local)
    if what == CLOISTER:
        return "m"
    if what == FIELD:
        sides = [HALVES[half] for half in range(8) if TABLE[row + HALF + half] == local]
    else:
        sides = [SIDES[side] for side in range(4) if TABLE[row + SIDE + side] == local]
    return KINDS[what] + min(sides, default="")


def names(kind: int) -> list[str]:
    """The names of all features of a kind of tile."""
    return [name(kind, local) for local in range(TABLE[kind * ROW + PARTS])]


def node_at(land: Landscape, text: str) -> int:
    """The node of `x,y,cN`."""
    x, y, feature = text.split(",")
    tile = land.at(int(x), int(y))
    assert tile >= 0, text
    return land.first[tile] + names(land.kinds[tile]).index(feature)


def where(land: Landscape, tile: int, local: int) -> str:
    """A feature of a placed tile as `x,y,cN`."""
    x, y = land.xs[tile] - 128, land.ys[tile] - 128
    return f"{x},{y},{name(land.kinds[tile], local)}"


def draw(game: TileGame, tile: str) -> None:
    """Chance draws this tile."""
    at = variant(tile)
    assert game.to_move == CHANCE and game.left[at], tile
    game.apply(sum(game.left[:at]))


def put_action(game: TileGame, what: str) -> int:
    """The action that puts this: a feature, `crown 2`, or a token by its kind."""
    if what in TOKENS:
        return TOKEN + (1 if game.buildings == 1 else TOKENS.index(what))
    if what.startswith("crown "):
        return CROWN + int(what[6:])
    return CLAIM + names(game.land.kinds[game.land.count - 1]).index(what)


def places(game: TileGame) -> list[tuple[int, int, int]]:
    """Legal placements: x, y, quarter turns; sorted."""
    return sorted(split_place(action) for action in game.legal_actions() if action >= PLACE_AT)


def only(game: TileGame, tiles: list[str]) -> None:
    """Let these be all the tiles that are left to draw."""
    game.left = bytearray(len(VARIANTS))
    for tile in tiles:
        game.left[variant(tile)] += 1


def walk(game: TileGame, chance: Random, undo: float = 0.0) -> Iterator[int]:
    """Generator: a game by chance; yields every action before it is applied, -1 for an undo."""
    while game.to_move != OVER:
        if game.can_undo() and undo and chance.random() < undo:
            yield -1
            game.undo()
            continue
        if game.to_move == CHANCE:
            action = chance.randrange(game.chance_count())
        else:
            action = pick(game, chance)
        yield action
        game.apply(action)


def pick(game: TileGame, chance: Random) -> int:
    """A legal action: ending the turn is as likely as all that may be put together."""
    legal = game.legal_actions()
    if len(legal) > 1 and legal[0] == 0 and chance.random() < 0.6:
        return chance.choice(legal[1:])
    return chance.choice(legal)
