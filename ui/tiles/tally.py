"""The screen at the end of a tile game: who won, alone or together (T14)."""

from ui.room import forget
from ui.tiles.status import pad, points_text


def won(app):
    """The screen of the winners."""
    from ui.screens.winner import Winner

    game = app.match.game
    bits = game.winners()
    winners = [player for player in range(game.players) if bits >> player & 1]
    forget(__name__)
    points, _, word = points_text(game.scores[winners[0]]).partition(" ")
    return Winner(app, "game_tiles", winners, word, pad, points)
