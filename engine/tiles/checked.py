"""Whether a tile game that was read from its bytes is a state of a game: demanded part by part.

What passes is a state that play can reach, or very nearly.
"""

from engine.contract import CHANCE, OVER
from engine.tiles.landscape import place_action
from engine.tiles.saved import PLAGUED, PUT
from engine.tiles.scoring import next_feature
from engine.tiles.state import CROWNS, FOLLOWERS
from engine.tiles.table import VARIANTS
from engine.tiles.terms import (
    BASE,
    CLAIM,
    CONFIRM,
    CROWN,
    DRAW,
    FIELD,
    FINAL,
    FOLLOW,
    PLACE,
    PLAGUE,
    TAKE,
    TAKEN,
    TOKEN,
)


def demand(true: bool, what: str) -> None:
    """Raise ValueError that names what is wrong."""
    if not true:
        raise ValueError("packed tile game: wrong " + what)


def check(game, body: bytes, dealt: bytes) -> None:  # type: ignore[no-untyped-def]
    """Demand that everything fits together; sets the supply, who is to move, what can be taken
    back. `dealt`: the tokens of the start."""
    _check_tokens(game, dealt)
    _check_crowns(game)
    _check_followers(game)
    _check_phase(game, body)


def _check_tokens(game, dealt: bytes) -> None:  # type: ignore[no-untyped-def]
    """What was dealt is in hand or on a tile (B1 to B5)."""
    lie = bytes(game.land.tokens)
    for kind in range(3):
        gone = lie.count(bytes((kind + 1,)))
        for at in range(kind, len(dealt), 3):
            demand(game.tokens[at] <= dealt[at], "tokens")
            gone -= dealt[at] - game.tokens[at]
        demand(not gone, "tokens")


def _check_crowns(game) -> None:  # type: ignore[no-untyped-def]
    """Followers on crowns are of the supply; the first crown of a sector is taken first."""
    for sector in range(6):
        for at in range(CROWNS[sector], CROWNS[sector + 1]):
            player = game.crowns[at] - 1
            if player < 0:
                continue
            demand(player < game.players and game.way != BASE, "crown")
            demand(at == CROWNS[sector] or game.crowns[at - 1] > 0, "crown")
            demand(game.supply[player] > 0, "crown")
            game.supply[player] -= 1
    demand(max(game.supply) <= FOLLOWERS, "supply")


def _check_followers(game) -> None:  # type: ignore[no-untyped-def]
    """Nobody stands on what is complete, but for what the tile just placed may have completed."""
    land = game.land
    if game.phase == FOLLOW or game.phase == CONFIRM:
        return
    for tile in range(land.count):
        stand = land.stands[tile]
        if stand:
            node = land.first[tile] + (stand & 15)
            demand(land.kind_of(node) == FIELD or land.open[land.label[node]] > 0, "follower")


def _check_phase(game, body: bytes) -> None:  # type: ignore[no-untyped-def]
    """Who is to move, what is in hand and what can be taken back fit the phase."""
    phase = game.phase
    land = game.land
    kind = VARIANTS[game.hand] & 63
    demand((game.hand < 0) == (phase == DRAW or phase == FINAL), "hand")
    demand(phase == TAKEN or not body[PLAGUED], "plague")
    demand(phase == CONFIRM or not body[PUT], "step")
    game.to_move = game.player
    if phase == DRAW:
        demand(sum(game.left) > 0, "draw")
        game.to_move = CHANCE
    elif phase == FINAL:
        demand(not sum(game.left), "end")
        if next_feature(land) < 0:
            game.to_move = OVER
    elif phase == TAKEN:
        game.to_move = body[PLAGUED]
        demand(game.pig == PLAGUE and VARIANTS[game.hand] > 63, "plague")
        demand(game.to_move < game.players and len(game.legal_actions()) > 0, "plague")
    elif phase == PLACE:
        demand(land.fits_somewhere(kind), "hand")
    else:
        _check_last(game, kind, body[PUT])


def _check_last(game, kind: int, put: int) -> None:  # type: ignore[no-untyped-def]
    """The tile in hand lies last, and on it or on the wheel lies what was put, if anything."""
    land = game.land
    tile = land.count - 1
    demand(game.turn >= 0 and land.kinds[tile] == kind, "hand")
    x = land.xs[tile] - 128
    y = land.ys[tile] - 128
    game.steps.append(place_action(x, y, land.turns[tile]))
    stand = token = 0
    if game.phase == CONFIRM:
        game.steps.append(put)
        if CLAIM <= put < CROWN:
            stand = game.player + 1 << 4 | put - CLAIM
        elif CROWN <= put < CROWN + 6:
            at = CROWNS[put - CROWN + 1] - 1
            if not game.crowns[at]:
                at -= 1
            demand(at >= CROWNS[put - CROWN] and game.crowns[at] == game.player + 1, "step")
        else:
            demand(TOKEN <= put < TAKE, "step")
            token = put - TOKEN + 1
    demand(land.stands[tile] == stand and land.tokens[tile] == token, "step")
    node = land.first[tile] + (stand & 15)
    demand(not stand or land.held[land.label[node]] == 1, "step")
