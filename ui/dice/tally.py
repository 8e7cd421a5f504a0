"""What a finished Dice Game tells: the screen of its winner, and the turns for the records."""

from engine.dice.faces import DOUBLE, POINTS
from engine.dice.game import DiceGame
from engine.dice.terms import ENDED_KEPT, ENDED_NINE, ENDED_SHIFT, EVENT_NINE, POINTS_MASK
from ui import words
from ui.dice.status import pad, points_text


def won(app):
    """The screen of the winner, by points or by nine catapults."""
    from ui.screens.winner import Winner

    game = app.match.game
    player = game.winner()
    reason = points_text(game.scores[player])
    if game.events[-1][0] == EVENT_NINE:
        reason = words.t("winner_nine")
    return Winner(app, "game_dice", (player,), reason, pad)


def tally(game: DiceGame) -> tuple:
    """(winner, turns of the winner, won with nine catapults, most points in a turn, most dice in
    a closed city that was scored) of a game that is over."""
    winner = game.winner()
    turns = most = largest = 0
    doubled = bytearray(game.players)  # the next turn of these players (D19)
    for i in range(len(game.turns)):
        player = (game.first + i) % game.players
        points = game.turns[i] & POINTS_MASK
        if player == winner:
            turns += 1
        most = max(most, points)
        size = _city(points // DOUBLE if doubled[player] else points)
        largest = max(largest, size)
        doubled[player] = game.turns[i] >> ENDED_SHIFT == ENDED_KEPT
    nine = game.turns[-1] >> ENDED_SHIFT == ENDED_NINE
    return winner, turns, nine, most, largest


def _city(points: int) -> int:
    """The dice of a city that scored this many points (D21), 0 for no city."""
    size = 0
    while POINTS[size] < points:
        size += 1
    return size
