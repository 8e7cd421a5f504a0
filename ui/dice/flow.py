"""Which screen of the Dice Game comes next: the state alone decides.

So a game goes on in the same way after a press, a computer's turn or a restart.
"""

import gc
import sys

from engine.contract import CHANCE, OVER, OtherVersion
from engine.dice.faces import KNIGHT
from engine.dice.game import DiceGame
from engine.dice.layout import BUILD
from engine.dice.terms import KNIGHT as ASIDE
from engine.dice.terms import ROLL
from engine.dice.thinker import Thinker
from ui.dice.entries import Entries
from ui.journal import Journal, is_seeded
from ui.match import Match

# Imported when the game is opened: in the middle of a game the board's heap is too
# broken up for a module of this size. Small screens that are rarely shown come when they are
# asked for, and go when they are left.
_SCREENS = (
    "decide",
    "ready",
    "roll",
    "score",
    "table",
    "watch",
)


def begin(app, header: bytes, names: list, kinds: bytearray, first: int, options=b"") -> None:
    """Start a Dice Game and write it down; its first screen comes at the end of the round. It has
    no options."""
    match = _match(app, header, DiceGame(len(names), first), names, kinds)
    if match.journal:
        match.journal.begin()
    _show(app, match)


def resume(
    app, header: bytes, names: list, kinds: bytearray, first: int, options, snapshot
) -> None:
    """Go on with the game in the store. Raises ValueError where it cannot be read, OtherVersion
    where it has options."""
    from engine.dice import log

    if options:
        raise OtherVersion("a Dice Game with options")
    game = DiceGame.unpack(snapshot) if snapshot else DiceGame(len(names), first)
    if game.players != len(names):
        raise ValueError("%d names for %d players" % (len(names), game.players))
    for _ in log.resuming(game, app.parts.store.history()):
        app.parts.buttons.sample()
    match = _match(app, header, game, names, kinds)
    match.show = _come_back
    _show(app, match)


def _come_back(app) -> None:
    """The first screen after power-on. Between two turns the score of the last one is shown
    (again): nothing is rolled before somebody has seen where the game stands."""
    app.match.show = go_on
    game = app.match.game
    if game.to_move >= 0 and game.roll == 0 and game.events:
        from ui.dice.score import Score

        app.restart(Score(app))
    else:
        go_on(app)


def _match(app, header: bytes, game: DiceGame, names: list, kinds: bytearray) -> Match:
    match = Match(game, names, kinds, app.parts.entropy, go_on)
    match.seeded = match.seeded or is_seeded(header)
    match.journal = Journal(app.parts.store, Entries(), header)
    match.journal.records = app.records
    return match


def _show(app, match: Match) -> None:
    for name in _SCREENS:
        name = "ui.dice." + name
        if name not in sys.modules:
            gc.collect()  # what is compiled beside garbage leaves the heap in pieces
            __import__(name)
    app.match = match
    app.later = go_on


def go_on(app, thinker=None) -> None:
    """Show the screen which the game's state asks for, under what has to be said first.

    `thinker`: one that has begun to think about this state.
    """
    app.restart(_screen(app, thinker))
    journal = app.match.journal
    if journal and journal.news:
        from ui.screens.notice import Notice

        app.push(Notice(app, journal.news, app.pop))
        journal.news = ""


def play(app, action: int) -> None:
    """Apply an action that ends the turn or throws the dice, and show what it led to."""
    app.match.play(action)
    if action == ROLL:
        app.later = go_on
        return
    from ui.dice.score import Score

    app.restart(Score(app))


def show_turn(app, action: int) -> None:
    """Show the ground or the choice of how to go on, whichever this action belongs to."""
    app.restart(_turn(app, action))


def show_choice(app, action: int) -> None:
    """Show the choice of how to go on, beginning with this action."""
    app.restart(_choice(app, action))


def build_on(app) -> None:
    """Back to the ground although the computer would not build, with the first die in hand."""
    from ui.dice.table import Table

    game = app.match.game
    for face in range(KNIGHT):
        if game.hand[face]:
            app.restart(Table(app, -1, Thinker(game, face)))
            return


def _screen(app, thinker):
    game = app.match.game
    if game.to_move == CHANCE:
        return _thrown(app)
    if game.to_move == OVER:
        from ui.dice.tally import won

        return won(app)
    if not app.match.is_person(game.to_move):
        from ui.dice.watch import Watch

        return Watch(app)
    if game.roll == 0:
        return _begin_turn(app)
    # What the computer would do in this place: it puts the cursor there, no more.
    return _turn(app, app.think(thinker or Thinker(game)))


def ponder(app, thinker, then) -> None:
    """Think a step at the end of each round, then call `then(action)`: pictures come between the
    steps, and presses wait until it is known what they mean."""

    def step(app) -> None:
        action = thinker.step()
        if action is None:
            app.later = step
        else:
            then(action)

    app.later = step


def _turn(app, action: int):
    if action >= BUILD or action == ASIDE:
        from ui.dice.table import Table

        return Table(app, action)
    return _choice(app, action)


def _choice(app, action: int):
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
    if not app.match.seeded:
        app.records.count(app.match.game.rolled)
    from ui.dice.roll import Roll

    return Roll(app)
