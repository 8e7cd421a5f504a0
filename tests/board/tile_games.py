"""Whole tile games without screens, by chance, and each a second time from its log.

Arguments: way to play, players, buildings, house rules, games, and 1 where computer players play
the last of them. Says for each game how it ended and how many bytes its log and its largest
snapshot took.
"""

import start

start.prepare()

import gc

from engine.contract import CHANCE, OVER
from engine.tiles import entry as writing
from engine.tiles.game import TileGame
from engine.tiles.terms import END

FOLLOWERS = 7
CHECK = 1  # the store's, behind every entry


def by_chance(game: TileGame, chance: start.Chance) -> int:
    """Any legal action; something is put more often than not, and a step of twelve taken back."""
    if game.to_move == CHANCE:
        return writing.settled(game.left, chance.below(game.chance_count()))
    if game.can_undo() and not chance.below(12):
        return writing.UNDO
    legal = game.legal_actions()
    if legal[0] == END and len(legal) > 1 and chance.below(4):
        return legal[1 + chance.below(len(legal) - 1)]
    return legal[chance.below(len(legal))]


def by_thinking(game: TileGame, chance: start.Chance) -> int:
    """What the computer player would do."""
    if game.to_move == CHANCE:
        return writing.settled(game.left, chance.below(game.chance_count()))
    legal = game.legal_actions()
    if len(legal) == 1:
        return legal[0]
    from engine.tiles.thinker import Thinker

    thinker = Thinker(game)
    action = thinker.step()
    while action is None:
        action = thinker.step()
    return action


def do(game: TileGame, action: int) -> None:
    """Apply an action or take one back."""
    if action == writing.UNDO and game.to_move >= 0:
        game.undo()
    else:
        game.apply(action)


def count(game: TileGame) -> None:
    """AssertionError where a follower is lost."""
    land = game.land
    for player in range(game.players):
        out = game.supply[player]
        for tile in range(land.count):
            out += land.stands[tile] >> 4 == player + 1
        for one in game.crowns:
            out += one == player + 1
        assert out == FOLLOWERS, (player, out)


def play(options: tuple, seed: int, move) -> dict:
    """One game; AssertionError where it does not come back from its bytes and from its log."""
    chance = start.Chance(seed)
    players, way, buildings, house = options
    game = TileGame(players, seed % players, way, buildings, house)
    steps = stored = most = 0
    log = bytearray()
    while game.to_move != OVER:
        action = move(game, chance)
        entry = writing.encode(game, action)
        log.extend(entry)
        stored += len(entry) + CHECK
        do(game, action)
        steps += 1
        if steps % 16 == 0:
            count(game)
            packed = game.pack()
            most = max(most, len(packed))
            game = TileGame.unpack(packed)
            assert game.pack() == packed
    count(game)
    packed = game.pack()
    live = start.live()
    scores = list(game.scores)
    game = None
    gc.collect()
    from engine.tiles.log import resuming

    game = TileGame(players, seed % players, way, buildings, house)
    for _ in resuming(game, bytes(log)):
        pass
    assert game.pack() == packed and list(game.scores) == scores
    return {
        "way": way,
        "players": players,
        "seed": seed,
        "steps": steps,
        "tiles": game.turn + len(game.out),
        "scores": scores,
        "winners": game.winners(),
        "packed": max(most, len(packed)),
        "stored": stored,
        "live": live,
        "free": start.free(),
    }


def main() -> None:
    way, players, buildings, house, games, thinking = start.arguments()
    for seed in range(games):
        last = thinking and seed == games - 1
        move = by_thinking if last else by_chance
        row = play((players, way, buildings, house), seed + 1, move)
        row["by"] = "thinker" if last else "chance"
        start.say(row)


main()
