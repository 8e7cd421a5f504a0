"""The games of this device: what the menu calls them and where they live.

A game's rules and screens are imported when it is opened, not before.
"""

from ui.journal import pack_header, unpack_header
from ui.room import clear, load

# What the screens of the Dice Game stand on, the largest first: they want the most room.
_DICE = (
    "engine.dice.layout",
    "engine.dice.thinker",
    "engine.dice.game",
    "engine.dice.entry",
    "ui.dice.table",
    "ui.dice.flow",
)
# (word key of its name, area of its words, package of its screens, most players, what is imported)
GAMES = (("game_dice", "dice", "ui.dice.flow", 5, _DICE),)


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
    """Begin a game with these players at the end of this round of the loop: until then the screen
    that asks for it is at work, and what it takes of the heap is wanted for the game."""
    app.match = None
    header = pack_header(GAMES.index(game), names, kinds, first)

    def begin(app) -> None:
        clear(app)
        _module(app, game).begin(app, header, names, kinds, first)
        _show(app)

    app.later = begin


def resume(app) -> bool:
    """Show the game that runs in the store, at the end of this round; False where none does.

    Where it turns out that it cannot be read it is over, and the menu says so.
    """
    if app.parts.store.alive:
        app.later = _resume
    return app.parts.store.alive


def _resume(app) -> None:
    store = app.parts.store
    clear(app)
    try:
        header, snapshot = store.game()
        number, names, kinds, first = unpack_header(header)
        _module(app, GAMES[number]).resume(app, header, names, kinds, first, snapshot)
        _show(app)
    except (IndexError, ValueError) as error:
        print("Kostka: the saved game cannot be read:", error)
        app.match = None
        store.end()
        app.news = "unreadable"
        from ui.screens.menu import show_menu

        show_menu(app)


def _show(app) -> None:
    """The first screen at once: nothing else is there to be drawn."""
    app.later = None
    app.match.show(app)


def _module(app, game):
    app.use_area(game[1])
    load(game[4])
    return __import__(game[2], None, None, ("begin",), 0)
