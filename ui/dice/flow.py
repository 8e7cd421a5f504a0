"""Which screen of the Dice Game comes next: the state alone decides.

So a game goes on in the same way after a press, a computer's turn or a restart.
"""

import gc
import sys

from engine.contract import CHANCE, OVER
from engine.dice import log
from engine.dice.faces import KNIGHT
from engine.dice.game import DiceGame
from engine.dice.layout import BUILD
from engine.dice.terms import KNIGHT as ASIDE
from engine.dice.terms import ROLL
from engine.dice.thinker import Thinker
from ui.journal import Journal
from ui.match import Match

# Imported when the game is opened: in the middle of a game the board's heap is too
# broken up for a module of this size.
_SCREENS = (
    "decide",
    "look",
    "pad",
    "ready",
    "roll",
    "score",
    "standings",
    "table",
    "watch",
    "winner",
)


def begin(app, header: bytes, names: list, kinds: bytearray, first: int) -> None:
    """Start a Dice Game, write it down and show its first screen."""
    match = _match(app, header, DiceGame(len(names), first), names, kinds)
    match.journal.begin()
    _show(app, match)


def resume(app, header: bytes, names: list, kinds: bytearray, first: int, snapshot: bytes) -> None:
    """Go on with the game in the store. Raises ValueError where it cannot be read."""
    game = DiceGame.unpack(snapshot) if snapshot else DiceGame(len(names), first)
    if game.players != len(names):
        raise ValueError("%d names for %d players" % (len(names), game.players))
    for _ in log.resuming(game, app.parts.store.history()):
        app.parts.buttons.sample()
    _show(app, _match(app, header, game, names, kinds))


def _match(app, header: bytes, game: DiceGame, names: list, kinds: bytearray) -> Match:
    match = Match(game, names, kinds, app.parts.entropy, go_on)
    match.journal = Journal(app.parts.store, log, header)
    return match


def _show(app, match: Match) -> None:
    for name in _SCREENS:
        name = "ui.dice." + name
        if name not in sys.modules:
            gc.collect()  # what is compiled beside garbage leaves the heap in pieces
            __import__(name)
    app.match = match
    go_on(app)


def go_on(app) -> None:
    """Show the screen which the game's state asks for, under what has to be said first."""
    app.restart(_screen(app))
    journal = app.match.journal
    if journal and journal.news:
        from ui.screens.notice import Notice

        app.push(Notice(app, journal.news, app.pop))
        journal.news = ""


def play(app, action: int) -> None:
    """Apply an action that ends the turn or throws the dice, and show what it led to."""
    app.match.play(action)
    if action == ROLL:
        go_on(app)
        return
    from ui.dice.score import Score

    app.restart(Score(app))


def show_turn(app, action: int) -> None:
    """Show the ground or the choice of how to go on, whichever this action belongs to."""
    app.restart(_turn(app, action))


def build_on(app) -> None:
    """Back to the ground although the computer would not build, with the first die in hand."""
    game = app.match.game
    for face in range(KNIGHT):
        if game.hand[face]:
            show_turn(app, app.think(Thinker(game, face)))
            return


def _screen(app):
    game = app.match.game
    if game.to_move == CHANCE:
        return _thrown(app)
    if game.to_move == OVER:
        from ui.dice.winner import Winner

        return Winner(app)
    if not app.match.is_person(game.to_move):
        from ui.dice.watch import Watch

        return Watch(app)
    if game.roll == 0:
        return _begin_turn(app)
    return _turn(app, advice(app))


def advice(app) -> int:
    """What the computer would do in this place: it puts the cursor there, no more."""
    return app.think(Thinker(app.match.game))


def _turn(app, action: int):
    if action >= BUILD or action == ASIDE:
        from ui.dice.table import Table

        return Table(app, action)
    from ui.dice.decide import Decide

    return Decide(app, action)


def _begin_turn(app):
    if app.options.handover:
        from ui.dice.ready import Ready

        return Ready(app)
    app.match.play(ROLL)
    return _thrown(app)


def _thrown(app):
    """Fix the outcome first (F24), then show the dice tumbling."""
    try:
        app.match.throw()
    except RuntimeError:
        from ui.screens.fault import Fault

        return Fault(app)
    from ui.dice.roll import Roll

    return Roll(app)
