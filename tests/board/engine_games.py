"""Whole Dice Games without screens: by chance first, then between thinkers.

Arguments: players, turns by chance, games between thinkers. Says for each game how it ended.
Chance alone hardly ever closes a city, so its game is broken off after so many turns.
"""

import start

start.prepare()

from engine.contract import CHANCE, OVER
from engine.dice.game import DiceGame
from engine.dice.thinker import Thinker


def by_chance(game: DiceGame, chance: start.Chance) -> None:
    """Any legal action, each as likely as the others; the list is never whole in the heap."""
    piece: list = []
    seen = 0
    action = -1
    for _ in game.scan(piece):
        for item in piece:
            seen += 1
            if chance.below(seen) == 0:
                action = item
        piece.clear()
    for item in piece:
        seen += 1
        if chance.below(seen) == 0:
            action = item
    game.apply(action)


def by_thinking(game: DiceGame, chance: start.Chance) -> None:
    """What the computer player would do."""
    thinker = Thinker(game)
    action = thinker.step()
    while action is None:
        action = thinker.step()
    game.apply(action)


def play(players: int, seed: int, move, turns: int) -> dict:
    """One game; AssertionError where a die is lost or the state does not pack."""
    chance = start.Chance(seed)
    game = DiceGame(players, seed % players)
    steps = 0
    packed = b""
    while game.to_move != OVER and len(game.turns) < turns:
        if game.to_move == CHANCE:
            game.apply(chance.below(game.chance_count()))
        else:
            move(game, chance)
        steps += 1
        assert sum(game.whereabouts()) == 9, game.whereabouts()
        if steps % 8 == 0:
            packed = game.pack()
            game = DiceGame.unpack(packed)
            assert game.pack() == packed
    return {
        "players": players,
        "seed": seed,
        "steps": steps,
        "turns": len(game.turns),
        "scores": list(game.scores),
        "winner": game.winner(),
        "packed": len(packed),
        "live": start.live(),
    }


def main() -> None:
    players, turns, games = start.arguments()
    row = play(players, 1, by_chance, turns)
    row["by"] = "chance"
    start.say(row)
    for seed in range(games):
        row = play(players, seed + 1, by_thinking, 9999)
        row["by"] = "thinker"
        start.say(row)


main()
