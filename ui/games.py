"""The games of this device: what the menu calls them and where they live.

A game's rules and screens are imported when it is opened, not before.
"""

import gc
import sys

from ui.journal import pack_header, unpack_header

# (word key of its name, area of its words, package of its screens, most players)
GAMES = (("game_dice", "dice", "ui.dice.flow", 5),)


def find(key: str):
    """The row of the game with this word key."""
    for game in GAMES:
        if game[0] == key:
            return game
    raise KeyError(key)


def open_set_up(app, key: str) -> None:
    """Show the set-up of a game in place of the screen on top."""
    from ui.screens.setup import SetUp

    app.swap(SetUp(app, find(key)))


def start(app, game, names: list, kinds: bytearray, first: int) -> None:
    """Import a game, begin it with these players and show its first screen."""
    app.match = None
    header = pack_header(GAMES.index(game), names, kinds, first)
    _module(app, game).begin(app, header, names, kinds, first)


def resume(app) -> bool:
    """Show the game that runs in the store; False where none does, or where it cannot be read
    (it is over then, and `app.news` says so)."""
    store = app.parts.store
    if not store.alive:
        return False
    try:
        header, snapshot = store.game()
        number, names, kinds, first = unpack_header(header)
        _module(app, GAMES[number]).resume(app, header, names, kinds, first, snapshot)
    except (IndexError, ValueError) as error:
        print("Kostka: the saved game cannot be read:", error)
        app.match = None
        store.end()
        app.news = "unreadable"
        return False
    return True


def _module(app, game):
    app.use_area(game[1])
    if game[2] not in sys.modules:
        gc.collect()  # what is compiled beside garbage leaves the heap in pieces
    return __import__(game[2], None, None, ("begin",), 0)
