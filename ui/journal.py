"""The running game in the store: a header, then every action before anybody sees it.

What an entry looks like is decided by the game (ui/dice/entries.py), where it
is kept by the store. Here the two meet: a match is written down, and read again
after any power cut.
"""

from micropython import const

_FORMAT = const(1)
_SEPARATOR = ","


def pack_header(game: int, names: list, kinds: bytearray, first: int) -> bytes:
    """Who plays which game (its place in ui.games.GAMES) and who begins, in some 20 bytes."""
    head = bytes((_FORMAT, game, len(names), first)) + bytes(kinds)
    return head + _SEPARATOR.join(names).encode()


def unpack_header(data: bytes) -> tuple:
    """(game, names, kinds, first) of a header. Raises ValueError where it is none of ours."""
    if len(data) < 4 or data[0] != _FORMAT:
        raise ValueError("header of another version")
    count = data[2]
    kinds = bytearray(data[4 : 4 + count])
    names = str(bytes(data[4 + count :]), "utf-8").split(_SEPARATOR)
    if len(kinds) != count or len(names) != count or data[3] >= count or max(kinds) > 1:
        raise ValueError("header with %d names for %d players" % (len(names), count))
    return data[1], names, kinds, data[3]


class Journal:
    """Writes one match into the store.

    `entries` turns the game's actions into entries (ui/dice/entries.py). `news` is "" or
    what a screen should say once: "grown" (the game was written anew in play,
    since it had outgrown its place) or "lost" (it is not saved any more).
    """

    def __init__(self, store, entries, header: bytes) -> None:
        self.store = store
        self.entries = entries
        self.header = header
        self.news = ""

    def begin(self) -> None:
        """A new game; the one before is over for the store."""
        if not self.store.begin(self.header, self.entries.room) and not self.store.why:
            self.news = "lost"

    def settled(self, game, outcome: int) -> int:
        """The same chance outcome as the log will give it back."""
        return self.entries.settled(game, outcome)

    def note(self, game, action: int) -> None:
        """Write an action that is about to be applied to `game`."""
        if self.store.alive:
            self._write(game, self.entries.entry(game, action))

    def note_undo(self, game) -> None:
        """Write that the last step is about to be taken back (D15)."""
        if self.store.alive:
            self._write(game, self.entries.undo_entry(game))

    def close(self, blobs: tuple = ()) -> None:
        """The game is over; `blobs` are kept at the same instant."""
        self.store.end(blobs)

    def _write(self, game, entry: bytes) -> None:
        if not entry or self.store.append(entry):
            return
        if not self.store.why and self.store.rewrite(self.header, game.pack()):
            self.news = "grown"
            if self.store.append(entry):
                return
        self.news = "lost"
