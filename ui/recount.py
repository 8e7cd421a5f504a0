"""The dice of the game in the store, counted from its log once after power-on (F24, F37).

The counts of a running game are in memory alone; its log has every throw.
"""

from engine.contract import OtherVersion
from ui.journal import is_seeded, unpack_header


def recount(app) -> None:
    """Count them into app.records. A game without dice, with seeded ones, or that cannot be read
    leaves the counts as they are."""
    store = app.parts.store
    try:
        header, snapshot = store.game()
        number, names, _kinds, first, _options = unpack_header(header)
        if number != 0 or is_seeded(header):
            return
        game = None
        if snapshot:
            from engine.dice.game import DiceGame

            game = DiceGame.unpack(snapshot)
        counts = [0] * 6
        from engine.dice.recount import recount as throws

        for _ in throws(counts, store.history(), len(names), first, game):
            app.parts.buttons.sample()
    except (OSError, OtherVersion, ValueError):
        return
    app.records.count_all(counts)
