"""The tile game's log as ui.journal asks for it."""

from engine.tiles import entry


class Entries:
    """Turns actions of a tile game into entries of the store."""

    room = entry.ROOM  # bytes that the largest game takes

    def settled(self, game, outcome: int) -> int:
        """The first outcome that draws the same tile, as the log gives it back."""
        return entry.settled(game.left, outcome)

    def entry(self, game, action: int) -> bytes:
        """The entry of an action that is about to be applied."""
        return entry.encode(game, action)

    def undo_entry(self, game) -> bytes:
        """The entry of a step that is about to be taken back."""
        return entry.encode(game, entry.UNDO)
