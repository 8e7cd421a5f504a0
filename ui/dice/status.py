"""The top line in the Dice Game, and the menu on A and B together."""

from engine.contract import OVER
from ui import signs, words
from ui.sprites import load_sheet

_ROLLS = "%d/3"


def draw_status(canvas, match, marks, player: int) -> None:
    """Draw mark, name, score, roll n of 3, knights aside, doubling, dice kept by others."""
    game = match.game
    canvas.sprite(marks, player, 0, 0)
    x = canvas.text(match.names[player], 10, 0) + 5
    x = canvas.text(str(game.scores[player]), x, 0) + 7
    if game.roll:
        x = canvas.text(_ROLLS % game.roll, x, 0) + 7
        if game.aside:
            x = canvas.text(signs.KNIGHT + str(game.aside), x, 0) + 6
        if game.doubled:
            canvas.text(signs.TIMES + "2", x, 0)
    kept = sum(game.kept) - game.kept[player]
    if kept:
        canvas.text_right(signs.LOCK + str(kept), 128, 0)


def load_marks():
    """The players' marks for the status line."""
    return load_sheet("marks8")


def open_pause(app) -> None:
    """Show the menu of the running game."""
    from ui.screens.pause import show

    items = (("pause_standings", lambda: standings(app)), ("pause_pad", lambda: pad(app)))
    show(app, "dice", items)


def standings(app) -> None:
    """Show everybody's points, and who keeps a knight."""
    from ui.screens.standings import Standings

    game = app.match.game
    at = game.player if game.to_move == OVER or game.roll else game.to_move
    more = [signs.KNIGHT if kept else "" for kept in game.kept]
    app.push(Standings(app, at, more, open_pause))


def pad(app) -> None:
    """Show the score pad."""
    from ui.dice.pad import Pad

    app.push(Pad(app))


def dice_text(count: int) -> str:
    """A number of dice in words."""
    return words.tn("dice", count)


def points_text(count: int) -> str:
    """A number of points in words."""
    return words.tn("points", count)
