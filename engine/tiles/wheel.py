"""What a numbered tile brings: pig, sectors, crowns. Rows W1 to W13; functions on the game."""

from engine.tiles.scoring import cities, followers, majority, measure
from engine.tiles.state import CROWNS, State
from engine.tiles.table import kind_of
from engine.tiles.terms import (
    BY_CROWN,
    BY_WHEEL,
    CITY,
    CLOISTER,
    EV_CROWNS,
    EV_TAKEN,
    EV_WHEEL,
    FAMINE,
    FIELD,
    FORTUNE,
    OLD_FAMINE,
    PLAGUE,
    STORM,
    TAXES,
)


def spin(game: State, number: int) -> None:
    """Move the pig and do what its sector does (W10); the plague takes nobody yet."""
    before = game.pig
    sector = game.pig = (before + number) % 6
    points = bytearray(game.players)
    if sector == FORTUNE:
        points[game.player] = 3
    elif sector == STORM:
        points[:] = game.supply
    elif sector != PLAGUE:
        _landscape(game, sector, points)
    for player in range(game.players):
        game.gain(player, BY_WHEEL, points[player])
    game.events.append((EV_WHEEL, number, before, sector, tuple(points)))


def _landscape(game: State, sector: int, points: bytearray) -> None:
    """Taxes, famine, inquisition: what each follower in the landscape scores."""
    land = game.land
    kind = CITY if sector == TAXES else FIELD if sector == FAMINE else CLOISTER
    old = sector == FAMINE and game.house & OLD_FAMINE
    known: dict[int, tuple[int, bytes]] = {}  # label -> points, followers on it
    for tile in range(land.count):
        stand = land.stands[tile]
        if not stand or kind_of(land.kinds[tile], stand & 15) != kind:
            continue
        player = (stand >> 4) - 1
        node = land.first[tile] + (stand & 15)
        label = land.label[node]
        if label not in known:
            each = 2
            if sector == TAXES:
                each = measure(land, node, 0)[1]
            elif sector == FAMINE:
                each = cities(land, node)
            known[label] = (each, followers(land, node) if old or sector == TAXES else b"")
        each, pairs = known[label]
        if sector == TAXES:
            for i in range(0, len(pairs), 2):
                if pairs[i] == player:
                    each += 1
        if not old or majority(pairs) >> player & 1:
            points[player] += each


def plague(game: State, nth: int) -> bool:
    """The plague comes to the player `nth` after the active one and those behind him (W6).

    True where one of them has a follower to give: he is to move then.
    """
    land = game.land
    for i in range(nth, game.players):
        player = (game.player + i) % game.players
        for tile in range(land.count):
            if land.stands[tile] >> 4 == player + 1:
                game.to_move = player
                return True
        game.events.append((EV_TAKEN, player, -1, -1))
    return False


def crowns(game: State) -> None:
    """Score the crowns of the pig's sector and send their followers home (W7)."""
    start = CROWNS[game.pig]
    end = CROWNS[game.pig + 1]
    points = bytearray(game.players)
    home = bytearray()
    for at in range(start, end):
        player = game.crowns[at] - 1
        if player >= 0:
            points[player] += 3
            home.append(player)
            game.supply[player] += 1
            game.crowns[at] = 0
    for player in home:
        if len(home) < end - start:
            points[player] = 6
    for player in range(game.players):
        game.gain(player, BY_CROWN, points[player])
    game.events.append((EV_CROWNS, game.pig, tuple(points), bytes(home)))
