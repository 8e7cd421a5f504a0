"""Scenes of the tile game: set-up, hand-over, placing, the follower step, a computer's turn.

The landscapes come from chosen draws and from a wandering player of our own, so that they stay the
same when the computer player or the source of chance changes. Scenes of events are in
scenes_tiles_events.py.
"""

from __future__ import annotations

from engine.contract import CHANCE
from engine.tiles.game import TileGame
from engine.tiles.landscape import place_action, split_place
from engine.tiles.table import VARIANTS
from engine.tiles.terms import (
    BASE,
    CLAIM,
    CROWN,
    END,
    FOLLOW,
    MIX,
    NORMAL,
    PLACE,
    PLACE_AT,
    TAKEN,
    TOKEN,
    VARIANT,
)
from ui.app import App
from ui.keys import DOWN, RIGHT, UP, A
from ui.match import COMPUTER, PERSON, Match

NAMES = ["ANA", "BOB", "EVA", "IVO", "UDO", "WWW"]

Scenes = dict  # name -> function(app)
SCENES: Scenes = {}


def scene(function):
    """Register a scene under the function's name."""
    SCENES[function.__name__] = function
    return function


def variant(text: str) -> int:
    """The variant with this text, as "U2" or "w61": kind, and number if it bears one."""
    size = 2 if text[0] == "w" else 1
    kind = 23 + int(text[1]) if size == 2 else ord(text) - 65 if len(text) == 1 else -1
    if kind < 0:
        kind = ord(text[0]) - 65
    number = int(text[size:] or "0")
    return VARIANTS.index(kind | number << 6)


def draw(game: TileGame, text: str) -> None:
    """Draw this tile."""
    at = variant(text)
    assert game.left[at], text + " is not left"
    game.apply(sum(game.left[:at]))


def turn(game: TileGame, text: str, x: int, y: int, quarters: int = 0, action: int = -1) -> None:
    """One turn: the tile, its place, and what is put on it; -1 for nothing."""
    draw(game, text)
    game.apply(place_action(x, y, quarters))
    if action >= 0:
        game.apply(action)
    game.apply(END)


def wander(game: TileGame, turns: int, seed: int = 1) -> TileGame:
    """So many turns of one who keeps the landscape close, and stops before the next draw."""
    number = seed
    end = game.turn + turns
    while game.turn < end or game.to_move != CHANCE:
        number = (number * 1103515245 + 12345) & 0x7FFFFFFF
        pick = number >> 8
        if game.to_move == CHANCE:
            game.apply(pick % game.chance_count())
            continue
        actions = game.legal_actions()
        if game.phase == PLACE:
            least = min(_far(game, action) for action in actions)
            actions = [action for action in actions if _far(game, action) == least]
        elif game.phase == FOLLOW and pick & 1:
            actions = [END]
        game.apply(actions[pick % len(actions)])
    return game


def _far(game: TileGame, action: int) -> int:
    """How little a placement touches, and how far off it is."""
    x, y, _turn = split_place(action)
    touching = 0
    for a, b in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        touching += game.land.at(x + a, y + b) >= 0
    return abs(2 * x - 3) + abs(2 * y - 3) + 4 * (4 - touching)


def at(app: App, made: TileGame, persons: str = "PPPPPP") -> None:
    """Show the screen which a game's state asks for; `persons` has P or C for every player."""
    from ui.tiles import flow

    count = made.players
    kinds = bytearray(PERSON if kind == "P" else COMPUTER for kind in persons[:count])
    app.use_area("tiles")
    app.match = Match(made, NAMES[:count], kinds, app.parts.entropy, flow.tell)
    flow.go_on(app)


def press(app: App, *keys: int) -> None:
    """Give keys to the screen on top."""
    for key in keys:
        app.top().button(key)


# -- set-up and help -----------------------------------------------------------


def _set_up(app: App) -> None:
    from ui import games
    from ui.screens.menu import Menu

    app.push(Menu(app))
    games.open_set_up(app, "game_tiles")


@scene
def topics(app: App) -> None:
    from ui.screens.topics import Topics

    app.push(Topics(app))


@scene
def tiles_setup(app: App) -> None:
    _set_up(app)


@scene
def tiles_setup_way(app: App) -> None:
    """Without a wheel: no famine rule is offered."""
    _set_up(app)
    press(app, DOWN, DOWN, DOWN, RIGHT, RIGHT, RIGHT)


@scene
def tiles_setup_six(app: App) -> None:
    _set_up(app)
    press(app, DOWN, DOWN, DOWN, RIGHT, DOWN, RIGHT, RIGHT, UP, UP, UP)
    press(app, RIGHT, RIGHT, RIGHT, RIGHT, UP, UP)


@scene
def tiles_setup_options(app: App) -> None:
    _set_up(app)
    press(app, DOWN, DOWN, DOWN, RIGHT, RIGHT, DOWN, RIGHT, RIGHT, DOWN, RIGHT, DOWN, RIGHT)


@scene
def tiles_setup_mix(app: App) -> None:
    _set_up(app)
    press(app, DOWN, DOWN, DOWN, RIGHT, RIGHT, RIGHT, RIGHT, DOWN, RIGHT)


# -- the turn --------------------------------------------------------------------


def early(players: int = 3, buildings: int = 0) -> TileGame:
    """Seven turns of the wheel game."""
    return wander(TileGame(players, buildings=buildings), 7)


def late(players: int = 6) -> TileGame:
    """Sixty turns of the largest game."""
    return wander(TileGame(players, 0, MIX, VARIANT), 60, 3)


@scene
def tiles_ready_first(app: App) -> None:
    at(app, TileGame(2), "PC")


@scene
def tiles_ready(app: App) -> None:
    at(app, early(4))


@scene
def tiles_ready_six(app: App) -> None:
    at(app, late())


def place(app: App, made: TileGame, text: str, action: int = -1, persons: str = "PPPPPP") -> None:
    """The tile is drawn, the cursor on a placement: the lowest one where none is given."""
    from ui.tiles import flow

    draw(made, text)
    while made.phase == TAKEN:
        made.apply(made.legal_actions()[0])
    made.events = []
    at(app, made, persons)
    flow.place(app, action if action >= 0 else made.legal_actions()[0])
    settle(app)


def settle(app: App) -> None:
    """Let Place find out where the tile fits and what is dead."""
    while app.top().work:
        app.top().tick()


@scene
def tiles_place_first(app: App) -> None:
    place(app, TileGame(2), "D", place_action(0, -1, 2))


@scene
def tiles_place(app: App) -> None:
    place(app, early(), "V")


@scene
def tiles_place_unlit(app: App) -> None:
    tiles_place(app)
    app.top().lit = False


@scene
def tiles_place_thinking(app: App) -> None:
    made = early()
    draw(made, "J")
    at(app, made)
    for _ in range(4):
        app.top().tick()


@scene
def tiles_place_turn(app: App) -> None:
    from ui.keys import B

    place(app, early(), "V")
    press(app, B, RIGHT)
    app.top().doubled = app.top().turn


@scene
def tiles_place_dead(app: App) -> None:
    made = wander(TileGame(3, 0, BASE), 66, 24)
    place(app, made, "A", place_action(5, 5, 2))


def _left(made: TileGame) -> str:
    """A tile that is left and fits, without a number."""
    for i in range(len(VARIANTS)):
        kind = VARIANTS[i] & 63
        if made.left[i] and not VARIANTS[i] >> 6 and made.land.fits_somewhere(kind):
            return chr(65 + kind) if kind < 24 else f"w{kind - 23}"
    raise AssertionError("nothing is left")


def follow(app: App, made: TileGame, text: str, action: int, choice: int) -> None:
    """The tile lies; the cursor on a choice."""
    draw(made, text)
    made.events = []
    made.apply(action)
    at(app, made)
    screen = app.top()
    screen._list(choice)
    screen.lit = choice


@scene
def tiles_follow_knight(app: App) -> None:
    follow(app, TileGame(2, buildings=NORMAL), "J", place_action(0, -1, 2), CLAIM)


@scene
def tiles_follow_robber(app: App) -> None:
    follow(app, TileGame(2), "J", place_action(0, -1, 2), CLAIM + 1)


@scene
def tiles_follow_farmer(app: App) -> None:
    follow(app, TileGame(2), "J", place_action(0, -1, 2), CLAIM + 2)


@scene
def tiles_follow_monk(app: App) -> None:
    follow(app, TileGame(2), "B", place_action(1, -1, 0), CLAIM)


@scene
def tiles_follow_done(app: App) -> None:
    """A city that this tile completes."""
    follow(app, TileGame(2), "E", place_action(0, -1, 2), CLAIM)


@scene
def tiles_follow_crown(app: App) -> None:
    follow(app, TileGame(2), "J", place_action(0, -1, 2), CROWN + 4)


@scene
def tiles_follow_crown_shared(app: App) -> None:
    """The second crown of a sector."""
    made = TileGame(2)
    made.crowns[1] = 2
    made.supply[1] -= 1
    follow(app, made, "J", place_action(0, -1, 2), CROWN + 1)


@scene
def tiles_follow_token(app: App) -> None:
    made = TileGame(6, 0, MIX, VARIANT)
    follow(app, made, "J", place_action(0, -1, 2), TOKEN + 2)


@scene
def tiles_follow_nothing(app: App) -> None:
    follow(app, TileGame(2, buildings=NORMAL), "J", place_action(0, -1, 2), END)


@scene
def tiles_follow_only_end(app: App) -> None:
    made = TileGame(2)
    made.supply[0] = 0
    follow(app, made, "J", place_action(0, -1, 2), END)


@scene
def tiles_follow_thinking(app: App) -> None:
    made = TileGame(2)
    draw(made, "J")
    made.apply(place_action(0, -1, 2))
    at(app, made)


@scene
def tiles_follow_put(app: App) -> None:
    tiles_follow_robber(app)
    press(app, A)


@scene
def tiles_follow_crown_taken(app: App) -> None:
    tiles_follow_crown(app)
    press(app, A)


@scene
def tiles_follow_late(app: App) -> None:
    made = late()
    text = _left(made)
    draw(made, text)
    made.events = []
    made.apply(made.legal_actions()[0])
    at(app, made)
    app.top()._list(made.legal_actions()[1])
    app.top().lit = made.legal_actions()[1]


# -- a computer's turn -------------------------------------------------------------


def _watch(app: App, *actions: int) -> None:
    made = early()
    draw(made, "J")
    made.events = []
    for action in actions:
        made.apply(action)
    at(app, made, "CCC")


@scene
def tiles_watch_thinking(app: App) -> None:
    _watch(app)
    app.top().dots = 2


@scene
def tiles_watch_placing(app: App) -> None:
    _watch(app)
    assert app.match
    action = app.match.game.legal_actions()[5]
    x, y, _turn = split_place(action)
    app.top().view.show(x, y)
    app.top().action = action


@scene
def tiles_watch_choosing(app: App) -> None:
    made = early()
    draw(made, "J")
    action = made.legal_actions()[5]
    _watch(app, action)
    app.top().action = CLAIM


@scene
def tiles_watch_done(app: App) -> None:
    made = early()
    draw(made, "J")
    action = made.legal_actions()[5]
    _watch(app, action, CLAIM)
    assert action >= PLACE_AT


@scene
def tiles_watch_nothing(app: App) -> None:
    made = early()
    draw(made, "J")
    _watch(app, made.legal_actions()[5])
    app.top().action = END
