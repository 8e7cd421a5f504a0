"""The top line in the tile game, the menu on A and B together, and the screens that it leads to."""

from micropython import const

from engine.tiles.terms import BASE
from ui import signs, words
from ui.sprites import load_sheet

_STAY_MS = const(2600)
_HURRY_MS = const(900)


def load_marks():
    """The players' marks for lines of text."""
    return load_sheet("marks8")


def stays(app, player: int, since: int) -> bool:
    """Whether a screen that is shown since then has still to stay: on the turn of a person till
    he goes on, on a computer's for a while."""
    match = app.match
    if match.is_person(player):
        return True
    return app.parts.clock.since(since) < (_HURRY_MS if match.hurry else _STAY_MS)


def drawn(game) -> tuple:
    """(tiles drawn so far, tiles of the game)."""
    number = game.turn + len(game.out) + (game.hand >= 0)
    return number, number + sum(game.left)


def draw_status(canvas, match, player: int) -> None:
    """Draw mark, name, score, tile n of all."""
    canvas.sprite(load_marks(), player, 0, 0)
    x = canvas.text(match.names[player], 10, 0) + 5
    canvas.text(str(match.game.scores[player]), x, 0)
    canvas.text_right("%d/%d" % drawn(match.game), 128, 0)


def points_text(count: int) -> str:
    """A number of points in words."""
    return words.tn("points", count)


def open_pause(app) -> None:
    """Show the menu of the running game."""
    from ui.screens.pause import show

    items: tuple = (
        ("pause_standings", lambda: standings(app)),
        ("pause_pad", lambda: pad(app)),
        ("left_title", lambda: _left(app)),
        ("look_title", lambda: look(app)),
    )
    if app.match.game.way != BASE:
        items += (("kind_4", lambda: _wheel(app)),)
    show(app, "tiles", items)


def standings(app) -> None:
    """Show everybody's points and followers in the supply."""
    from ui.screens.standings import Standings

    game = app.match.game
    at = game.to_move if game.to_move >= 0 else game.player
    more = [signs.FOLLOWER + str(count) for count in game.supply]
    if game.buildings:
        for i in range(game.players):
            more[i] += " " + signs.TOKEN + str(sum(game.tokens[3 * i : 3 * i + 3]))
    app.push(Standings(app, at, more, open_pause))


def pad(app) -> None:
    """Show the score pad."""
    from ui.tiles.pad import Pad

    app.push(Pad(app))


def _left(app) -> None:
    from ui.tiles.left import Left

    app.push(Left(app))


def _wheel(app) -> None:
    from ui.tiles.crowns import Crowns

    app.push(Crowns(app))


def look(app, x=None, y=None) -> None:
    """Look around, from this square of the landscape on."""
    from ui.tiles.look import Look

    app.push(Look(app, x, y))
