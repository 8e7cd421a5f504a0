"""How a tile game begins, and how it comes back from the store. Gone when it has begun.

Which screen comes next is decided by flow.
"""

from engine.contract import OtherVersion
from engine.tiles.game import TileGame
from ui.journal import Journal
from ui.match import Match
from ui.room import forget, load, tidy
from ui.tiles.entries import Entries
from ui.tiles.flow import tell
from ui.tiles.options import BUILDINGS, ROWS, WAY, house

# Imported when the game is opened: in the middle of a game the board's heap is too broken up for
# a module of this size. Screens that are rarely shown come when they are asked for, and go when
# they are left.
_SCREENS = ("ui.tiles.place", "ui.tiles.follow", "ui.tiles.score", "ui.tiles.ready")
_WATCH = ("ui.tiles.watch",)


def begin(app, header: bytes, names: list, kinds: bytearray, first: int, options) -> None:
    """Start a tile game and write it down; its first screen comes at the end of the round.

    Raises ValueError where the options do not go together.
    """
    match = _match(app, header, _game(len(names), first, options), names, kinds)
    store = app.parts.store
    if match.journal:
        if store.everything or store.why:
            match.journal.begin()
        else:  # it holds the Dice Game, no more
            match.journal.news = "tiles"
    _show(app, match)


def resume(
    app, header: bytes, names: list, kinds: bytearray, first: int, options, snapshot
) -> None:
    """Go on with the game in the store. Raises ValueError where it cannot be read, OtherVersion
    where this version knows no such game."""
    try:
        game = _game(len(names), first, options)
    except (IndexError, ValueError) as error:
        raise OtherVersion("tile game: " + str(error))
    if snapshot:
        asked = _terms(game)
        game = TileGame.unpack(snapshot)
        tidy(game)
        if _terms(game) != asked:
            raise ValueError("snapshot %s of a game %s" % (_terms(game), asked))
    load(("engine.tiles.log",))
    from engine.tiles import log

    for _ in log.resuming(game, app.parts.store.history()):
        app.parts.buttons.sample()
    forget("engine.tiles.log")
    _show(app, _match(app, header, game, names, kinds))


def _terms(game: TileGame) -> tuple:
    return game.players, game.first, game.way, game.buildings, game.house


def _game(players: int, first: int, options) -> TileGame:
    if len(options) != len(ROWS):
        raise ValueError("%d options, %d expected" % (len(options), len(ROWS)))
    for i in range(len(ROWS)):
        if options[i] >= len(ROWS[i][1]):
            raise ValueError("option %d is %d" % (i, options[i]))
    return TileGame(players, first, options[WAY], options[BUILDINGS], house(options))


def _match(app, header: bytes, game: TileGame, names: list, kinds: bytearray) -> Match:
    match = Match(game, names, kinds, app.parts.entropy, tell)
    match.journal = Journal(app.parts.store, Entries(), header)
    return match


def _show(app, match: Match) -> None:
    load(_SCREENS)
    if match.people() < len(match.kinds):
        load(_WATCH)
    app.match = match
    app.later = tell
    for name in ("ui.tiles.options", __name__):
        forget(name)
