"""The running game in the store: a header, then every action before anybody sees it.

What an entry looks like is decided by the game (ui/dice/entries.py), where it
is kept by the store. Here the two meet: a match is written down, and read again
after any power cut.
"""

from micropython import const

from engine.contract import OtherVersion
from ui.room import tidy

_FORMAT = const(2)
_FORMER = const(1)  # without options
_SEPARATOR = ","
_SEEDED = const(0x80)  # beside who begins


def pack_header(
    game: int, names: list, kinds: bytearray, first: int, options=b"", seeded=False
) -> bytes:
    """Who plays which game (its place in ui.games.GAMES), who begins, a byte for each option of
    the game, and whether its dice are seeded; in some 20 bytes."""
    begins = first | (_SEEDED if seeded else 0)
    head = bytes((_FORMAT, game, len(names), begins, len(options))) + bytes(options)
    return head + bytes(kinds) + _SEPARATOR.join(names).encode()


def unpack_header(data: bytes) -> tuple:
    """(game, names, kinds, first, options) of a header, of the former format too.

    Raises OtherVersion where it is of another format, ValueError where it makes no sense.
    """
    data = bytes(data)
    if len(data) < 5 or not _FORMER <= data[0] <= _FORMAT:
        raise OtherVersion("header of another version")
    count = data[2]
    at = 4
    if data[0] == _FORMAT:
        at = 5 + data[4]
    options = data[5:at]
    first = data[3] & ~_SEEDED
    kinds = bytearray(data[at : at + count])
    names = str(data[at + count :], "utf-8").split(_SEPARATOR)
    if len(kinds) != count or len(names) != count or first >= count or max(kinds) > 1:
        raise ValueError("header with %d names for %d players" % (len(names), count))
    return data[1], names, kinds, first, options


def is_seeded(header: bytes) -> bool:
    """Did the game of this header begin with seeded dice?"""
    return header[3] & _SEEDED > 0


class Journal:
    """Writes one match into the store.

    `records`: what must be kept when the log is written anew (ui/records.py), or None.
    `entries` turns the game's actions into entries (ui/dice/entries.py). `news` is "" or
    what a screen should say once: "grown" (the game was written anew in play,
    since it had outgrown its place) or "lost" (it is not saved any more).
    """

    def __init__(self, store, entries, header: bytes) -> None:
        self.store = store
        self.entries = entries
        self.header = header
        self.records = None
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
        blobs = self.records.blobs() if self.records else ()
        if not self.store.why and self.store.rewrite(self.header, game.pack(), blobs):
            self.news = "grown"
            tidy(game)
            if self.store.append(entry):
                return
        self.news = "lost"
