"""A landscape laid out by hand, and turns in one line each: shared by the tests of the tile game.

Tiles and features have the names of `tiles_hand`; a tile's place is `x,y` with, behind it, the
quarter turns clockwise: `E 0,-1 2`.
"""

import pytest

from engine.contract import CHANCE
from engine.tiles.game import TileGame
from engine.tiles.landscape import Landscape, place_action
from engine.tiles.table import VARIANTS, code_of
from engine.tiles.terms import END, EV_FEATURE, FINAL, SCORE
from tests.engine.tiles_hand import draw, node_at, put_action, variant


def spot(text: str) -> tuple[int, int]:
    """(x, y) of `x,y`."""
    x, y = text.split(",")
    return int(x), int(y)


def lay(game: TileGame, tiles: str) -> None:
    """Put tiles down, `E 0,-1 2; U 1,0 0`, where nothing beside them is against it."""
    land = game.land
    for tile in tiles.split(";"):
        name, where, turn = tile.split()
        kind, (x, y) = VARIANTS[variant(name)] & 63, spot(where)
        need = land.frontier.get((y + 128) << 8 | x + 128, 0)
        assert land.at(x, y) < 0 and not (code_of(kind, int(turn)) ^ need) & need >> 8, tile
        land.place(kind, int(turn), x, y)


def stand(game: TileGame, player: int, where: str) -> None:
    """A follower of this player stands on `x,y,cN`."""
    land = game.land
    node = node_at(land, where)
    land.stand(land.owner[node], player, node - land.first[land.owner[node]])
    game.supply[player] -= 1


def token(game: TileGame, where: str, kind: int = 1) -> None:
    """A token of this kind lies on the tile at `x,y`: 0 shed, 1 house, 2 tower."""
    game.land.tokens[game.land.at(*spot(where))] = 1 + kind


def begin(game: TileGame, tile: str) -> None:
    """Chance draws this tile, whether one was left or not."""
    assert game.to_move == CHANCE
    if not game.left[variant(tile)]:
        game.left[variant(tile)] += 1
    draw(game, tile)


def place(game: TileGame, where: str, turn: int) -> None:
    """The player places the tile in hand."""
    game.apply(place_action(*spot(where), turn))


def turn(game: TileGame, text: str) -> list[tuple]:
    """A whole turn, `E 0,-1 2 cN`; what scored in it, as events."""
    tile, where, quarters, *what = text.split(maxsplit=3)
    begin(game, tile)
    place(game, where, int(quarters))
    if what:
        game.apply(put_action(game, what[0]))
    game.apply(END)
    return [event for event in game.events if event[0] == EV_FEATURE]


def last_tile(game: TileGame) -> None:
    """Nothing is left to draw behind the tile in hand."""
    game.left = bytearray(len(VARIANTS))


def score_all(game: TileGame) -> list[tuple]:
    """The final scoring, feature by feature."""
    out = []
    while game.to_move >= 0:
        assert game.phase == FINAL
        assert game.legal_actions() == [SCORE]
        game.apply(SCORE)
        out += [event for event in game.events if event[0] == EV_FEATURE]
    return out


def picture(game: TileGame) -> tuple:
    """Everything that a step may change, to compare."""
    return (
        game.to_move,
        game.player,
        game.phase,
        game.hand,
        game.pig,
        game.turn,
        list(game.scores),
        list(game.tally),
        bytes(game.crowns),
        bytes(game.supply),
        bytes(game.tokens),
        bytes(game.left),
        bytes(game.out),
        list(game.steps),
        land_picture(game.land),
    )


def land_picture(land: Landscape) -> tuple:
    """The same of a landscape: all that lies, and for every node what its feature tells."""
    count, nodes = land.count, land.first[land.count]
    labels = list(land.label[:nodes])
    return (
        [bytes(part[:count]) for part in (land.xs, land.ys, land.kinds, land.turns)],
        [bytes(part[:count]) for part in (land.stands, land.tokens)],
        list(land.first[: count + 1]),
        bytes(land.owner[:nodes]),
        labels,
        list(land.ring[:nodes]),
        [(land.open[label], land.held[label]) for label in labels],
        dict(land.grid),
        dict(land.frontier),
    )


def refused(game: TileGame, action: int, reason: str) -> None:
    """The action is refused for this reason and changes nothing."""
    before = picture(game)
    with pytest.raises(ValueError, match=reason):
        game.apply(action)
    assert picture(game) == before
    assert action not in game.legal_actions()
    assert game.why_not(action) != ""
