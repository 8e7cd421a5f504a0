"""The Dice Game's log as ui.journal asks for it."""

from engine.dice import entry


class Entries:
    """Turns actions of a Dice Game into entries of the store."""

    room = entry.ROOM  # bytes that a game of 150 turns takes

    def settled(self, game, outcome: int) -> int:
        """A throw with its faces in order, as the log gives it back: dice are alike."""
        return entry.settled(outcome, game.to_roll())

    def entry(self, game, action: int) -> bytes:
        """The entry of an action that is about to be applied; empty for ROLL."""
        return entry.encode(game, action)

    def undo_entry(self, game) -> bytes:
        """The entry of a step that is about to be taken back."""
        return entry.encode(game, entry.UNDO)
