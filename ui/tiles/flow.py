"""Which screen of the tile game comes next: the state alone decides, after the events of the last
action have been told.

So a game goes on in the same way after a press, a computer's turn or a restart. How it begins is
told in opening.
"""

from engine.contract import CHANCE, OVER
from engine.tiles.terms import EV_CROWNS, EV_FEATURE, EV_OUT, EV_WHEEL, FINAL, PLACE, TAKEN


def go_on(app) -> None:
    """Show the screen that the state asks for, under what has to be said first."""
    tell(app, len(app.match.game.events))


def tell(app, i: int = 0) -> None:
    """Show what the events of the last action tell from number `i` on (F36), or where there is no
    more to tell the screen that the state asks for."""
    app.restart(_story(app, i) or _screen(app))
    journal = app.match.journal
    if journal and journal.news:
        from ui.screens.notice import Notice

        app.push(Notice(app, journal.news, app.pop))
        journal.news = ""


def play(app, action: int) -> None:
    """Apply a player's action; what it led to is shown at the end of the round, not so deep in
    calls: it may be the next draw."""
    app.match.play(action)
    app.later = tell


def place(app, action: int) -> None:
    """Back to the tile in hand, with the cursor on a placement that was taken back."""
    from ui.tiles.place import Place

    app.restart(Place(app, action))


def draw(app) -> None:
    """Draw the next tile, and show what it brings."""
    app.restart(_drawn(app))


def _story(app, i: int):
    """The first screen that tells of the events from number `i` on, None for none."""
    game = app.match.game
    events = game.events
    while i < len(events):
        event = events[i]
        kind = event[0]
        # Features that nobody holds score nothing.
        if kind == EV_FEATURE and event[7]:
            from ui.tiles.score import Score

            return Score(app, i)
        # Crowns with the wheel are told by its screen, those after the plague by themselves.
        if kind == EV_WHEEL or (kind == EV_CROWNS and event[3]):
            from ui.tiles.wheel import Wheel

            return Wheel(app, i)
        if kind == EV_OUT:
            from ui.tiles.out import Out

            return Out(app, i)
        i += 1
    return None


def _screen(app):
    game = app.match.game
    if game.to_move == CHANCE:
        if app.match.is_person(game.player) and app.options.handover and not _is_out(game):
            from ui.tiles.ready import Ready

            return Ready(app)
        return _drawn(app)
    return _decision(app)


def _is_out(game) -> bool:
    """Was a tile put out just now? The same player draws again."""
    return len(game.events) > 0 and game.events[-1][0] == EV_OUT


def _drawn(app):
    """The outcome is fixed first (F24), then shown."""
    app.match.hurry = False
    try:
        app.match.throw()
    except RuntimeError:
        from ui.screens.fault import Fault

        return Fault(app)
    return _story(app, 0) or _decision(app)


def _decision(app):
    """The screen of whoever is to move."""
    match = app.match
    game = match.game
    if game.to_move == OVER:
        from ui.tiles.tally import won

        return won(app)
    if game.phase == TAKEN:
        from ui.tiles.plague import Plague

        return Plague(app)
    if game.phase == FINAL:
        from ui.tiles.final import Final

        return Final(app)
    if not match.is_person(game.to_move):
        from ui.tiles.watch import Watch

        return Watch(app)
    match.hurry = False
    if game.phase == PLACE:
        from ui.tiles.place import Place

        return Place(app)
    from ui.tiles.follow import Follow

    return Follow(app)
