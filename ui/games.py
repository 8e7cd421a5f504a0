"""The games of this device: what the menu calls them and where they live.

A game's rules and screens are imported when it is opened, not before, and let go when the other
one is opened.
"""

import sys

from engine.contract import OtherVersion
from ui import sprites, words
from ui.journal import pack_header, unpack_header
from ui.room import clear, forget, load

# What the screens of a game stand on, the largest first: they want the most room.
_DICE = (
    "engine.dice.layout",
    "engine.dice.thinker",
    "engine.dice.game",
    "engine.dice.entry",
    "ui.dice.table",
    "ui.dice.flow",
)
_TILES = (
    "engine.tiles.game",
    "engine.tiles.thinker",
    "ui.tiles.near",
    "ui.tiles.opening",
)
# (word key of its name, its folders' name and the area of its words, package of its screens, most
# players, what is imported, module of its options or "")
GAMES = (
    ("game_dice", "dice", "ui.dice.flow", 5, _DICE, ""),
    ("game_tiles", "tiles", "ui.tiles.opening", 6, _TILES, "ui.tiles.options"),
)


def find(key: str):
    """The row of the game with this word key."""
    for game in GAMES:
        if game[0] == key:
            return game
    raise KeyError(key)


def rules(game):
    """The module with a game's options: AREA, ROWS, offered(), most(); None where it has none."""
    return __import__(game[5], None, None, ("ROWS",), 0) if game[5] else None


def open_set_up(app, key: str) -> None:
    """Show the set-up of a game in place of the screen on top."""
    from ui.screens.setup import SetUp

    app.swap(SetUp(app, find(key)))


def start(app, game, names: list, kinds: bytearray, first: int, options=b"") -> None:
    """Begin a game with these players at the end of this round of the loop: until then the screen
    that asks for it is at work, and what it takes of the heap is wanted for the game.

    `options`: a byte for each of the game's options.
    """
    app.match = None
    seeded = app.parts.entropy.seeded
    header = pack_header(GAMES.index(game), names, kinds, first, options, seeded)

    def begin(app) -> None:
        clear(app)
        module = _module(app, game)
        if module:
            _count(app)
            app.parts.store.end(app.records.blobs())  # the game that is given up
            module.begin(app, header, names, kinds, first, options)
            _show(app)

    app.later = begin


def resume(app) -> bool:
    """Show the game that runs in the store, at the end of this round; False where none does.

    Where it turns out that it cannot be read it is over, and the menu says so. One of another
    version, or whose own files are damaged, stays in the store.
    """
    if app.parts.store.alive:
        app.later = _resume
    return app.parts.store.alive


def _resume(app) -> None:
    store = app.parts.store
    clear(app)
    _count(app)
    try:
        header, snapshot = store.game()
        number, names, kinds, first, options = unpack_header(header)
        if number >= len(GAMES):
            raise OtherVersion("game %d" % number)
        module = _module(app, GAMES[number])
        if module:
            module.resume(app, header, names, kinds, first, options, snapshot)
            store.let_go()
            _show(app)
    except OtherVersion as error:
        _refuse(app, "other", "the saved game is of another version", error)
    except OSError as error:  # a second memory: it is there again after the next power-on
        _refuse(app, "away", "the saved game cannot be reached", error)
    except (IndexError, ValueError) as error:
        store.end(app.records.blobs())
        _refuse(app, "unreadable", "the saved game cannot be read", error)


def leave(app) -> None:
    """Let go of a game that is over, or rests in the store. No screen of it may be there, and its
    match must have gone."""
    for game in GAMES:
        _let_go(game[1])


def _count(app) -> None:
    """After power-on the dice of the game in the store are not counted yet."""
    records = app.records
    if app.parts.store.alive and not records.complete:
        from ui.recount import recount

        recount(app)
        forget("ui.recount")
        forget("engine.dice.recount")
    records.complete = True


def _refuse(app, news: str, text: str, error) -> None:
    """Back to the menu, which says why."""
    print("Kostka: %s: %s" % (text, error))
    app.match = None
    app.news = news
    from ui.screens.menu import show_menu

    show_menu(app)


def _show(app) -> None:
    """The first screen at once: nothing else is there to be drawn."""
    app.later = None
    app.match.show(app)


def _module(app, game):
    """The game's module, None where a file of it is missing or damaged."""
    for other in GAMES:
        if other is not game:
            _let_go(other[1])
    try:
        app.use_area(game[1])
        load(game[4])
        return __import__(game[2], None, None, ("begin",), 0)
    except (ImportError, OSError, SyntaxError, ValueError) as error:
        _let_go(game[1])
        _refuse(app, "files", "a file of the game is missing or damaged", error)
        return None


def _let_go(area: str) -> None:
    """Forget the rules, screens, words and pictures of a game."""
    words.unload(area)
    sprites.clear()
    for folder in ("engine.", "ui."):
        for name in list(sys.modules):
            if name == folder + area or name.startswith(folder + area + "."):
                forget(name)
