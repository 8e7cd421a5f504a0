"""The store: settings, records and the running game in a small memory that bears few erases.

Works on anything that is read and written like `microcontroller.nvm`. Nothing is written when it
is opened (F4). Everything is appended into blank bytes; the memory is erased and written again
("rewritten") only while no game runs, but for a game that has outgrown its place, whose owner
asks for it. How bytes are written is `writer`; what a game's header, snapshot and entries mean,
and what is in a blob, is known to those who hand them in.
"""

import sys

from micropython import const

from hw import journal
from hw.journal import BLOB, END, ENTRY, GAME, OVERHEAD
from hw.memory import MOST
from hw.writer import Writer

# The blobs by their numbers.
SETTINGS = const(0)
HALL = const(1)
STATISTICS = const(2)
_NUMBERS = const(16)


class Store:
    """What lasts, in one memory; in two of them it is a `hw.pair.Pair`."""

    def __init__(self, memory) -> None:
        """`memory`: None, or an object with len() whose slices are read and written. Under 512
        bytes it is left alone, of more than 4,096 the first are used."""
        self._log = Writer(memory)
        self._waiting: dict = {}  # number -> data that a running game leaves no room for

    @property
    def everything(self) -> bool:
        """Hall of fame, statistics and every game fit; otherwise settings and the Dice Game."""
        return self._log.size >= MOST

    @property
    def why(self) -> str:
        """Why nothing can be written: "none" (no memory), "small" (under 512 bytes), "version"
        (written by another version; wipe() begins anew), "worn" (a write that did not hold),
        "gone" (does not answer any more), "away" (see Pair); empty where saving works."""
        return self._log.why

    @property
    def report(self) -> list:
        """(word, place) of what was wrong when the memory was opened: "torn" (a write was cut),
        "damaged" (bytes that cannot be read), "stray" (bytes that should be blank), "game" (a
        game that cannot be read any more), "head" (of the memory), "cut" (a rewriting was cut).
        """
        return self._log.report

    @property
    def alive(self) -> bool:
        """A game runs."""
        return self._log.chain >= 0 and self._log.why != "gone"

    @property
    def kept(self) -> bool:
        """It would be there again after the power was off."""
        return self.alive

    @property
    def generation(self) -> int:
        """How often the memory was written anew."""
        return self._log.generation

    # Blobs: small values of which the latest counts

    def get(self, number: int) -> bytes | None:
        """The blob that was put last, None where there is none."""
        if number in self._waiting:
            return self._waiting[number]
        if number not in self._log.blobs:
            return None
        start, end = self._log.blobs[number]
        data = self._log.read(start, end)
        return data if len(data) == end - start else None

    def put(self, number: int, data: bytes) -> bool:
        """Keep a blob (number 0 to 15) from now on; False where it cannot be kept.

        The old one counts until the new one is whole (F6); what is not changed is not written.
        While a game runs that leaves no room, it is only remembered, and written at its end.
        """
        if self.why or not self._keeps(number):
            return False
        if self.get(number) == data:
            return True
        self._waiting[number] = bytes(data)
        if not self.alive:
            return self._flush()
        if self._log.record(BLOB | number, self._waiting[number]):
            del self._waiting[number]
        return not self.why

    # The game

    def begin(self, header: bytes, need: int = 0) -> bool:
        """A game begins, with room for `need` bytes of entries where the memory is so large.

        `header`: at most 255 bytes. Ends the game that ran. Rewrites the memory where too few
        bytes are blank. False where the game cannot be saved.
        """
        if self.why:
            return False
        self.end()
        data = bytes((len(header),)) + header
        if self._log.room() < len(data) + OVERHEAD + need + OVERHEAD:
            self._rewrite(b"")
        return self._log.record(GAME, data) or self._rewrite(data)

    def append(self, entry: bytes) -> bool:
        """Write one entry (see `journal`). True: it is whole, and survives any cut from here on.

        False: it is not written. Where `why` is "" the game has outgrown its place: rewrite().
        """
        return self.alive and self._log.entry(entry)

    def rewrite(self, header: bytes, snapshot: bytes, blobs: tuple = ()) -> bool:
        """Rewrite the memory in play: the game goes on from the snapshot, without entries.
        `blobs`: (number, data) that are kept at the very instant.

        A cut within the 52 ms that this takes costs the game, perhaps settings and records too.
        """
        for number, data in blobs:
            if self._keeps(number):
                self._waiting[number] = bytes(data)
        return self._rewrite(bytes((len(header),)) + header + snapshot)

    def game(self) -> tuple[bytes, bytes]:
        """(header, snapshot) of the running game. Raises ValueError where none runs, OSError where
        the memory does not answer."""
        reader = self._reader()
        if reader:
            for _kind, start, end in reader.walk():
                size = 1 + reader.part(start, end)[0]
                return reader.part(start + 1, start + size), reader.part(start + size, end)
        raise ValueError("no game runs")

    def entries(self):
        """Generator: the entries of the running game after its snapshot, one a step. OSError as
        in game()."""
        reader = self._reader()
        if reader:
            for kind, start, end in reader.walk():
                if kind == ENTRY:
                    yield reader.part(start, end)

    def history(self) -> bytes:
        """All of entries() in one piece."""
        data = bytearray(self._log.game_size())
        size = 0
        for entry in self.entries():
            data[size : size + len(entry)] = entry
            size += len(entry)
        return bytes(data[:size])

    def let_go(self) -> None:
        """What reading takes of the heap, once the game is back."""
        name = "reader"
        if sys.modules.pop("hw." + name, None):
            setattr(sys.modules["hw"], name, None)

    def end(self, blobs: tuple = ()) -> bool:
        """The game is over. `blobs`: (number, data) that are kept at the very instant of its end,
        so that a game is counted once whatever happens. False where that cannot be kept."""
        if not self.alive:
            return False
        parts = []
        for number, data in blobs:
            if self._keeps(number) and self.get(number) != data:
                parts.append(bytes((number, len(data) & 255, len(data) >> 8)) + data)
                self._waiting[number] = bytes(data)
        if self._log.record(END, b"".join(parts)):
            for number, _data in blobs:
                self._waiting.pop(number, None)
        elif not self._log.record(END, b""):  # room is kept for this one
            return self._rewrite(b"")
        return self._flush()

    def free(self) -> int:
        """Bytes of entries and their checks that can still be written."""
        return max(0, self._log.room() - OVERHEAD)

    def wipe(self) -> bool:
        """Begin anew, whatever the memory holds: settings, records and game are gone."""
        if self.why == "none" or self.why == "small":
            return False
        self._waiting = {}
        self._log.why = ""
        self._log.forget()
        return self._rewrite(b"")

    def _reader(self):
        """Of the running game, None where none runs."""
        return self._log.game_reader() if self._log.chain >= 0 else None

    def _keeps(self, number: int) -> bool:
        return number == SETTINGS or self.everything

    def _flush(self) -> bool:
        """Write the blobs that are waiting, into a memory written anew where it must be."""
        for number in sorted(self._waiting):
            if not self._log.record(BLOB | number, self._waiting[number]):
                return self._rewrite(b"")
            del self._waiting[number]
        return not self.why

    def _rewrite(self, game: bytes) -> bool:
        """Write the memory anew with what counts: the blobs, and the game that runs."""
        records = None
        while records is None:
            if self.why:
                return False
            records = self._kept()
        if game:
            records.append(journal.record(GAME, game))
        if not self._anew(records):
            return False
        self._waiting = {}
        return True

    def _kept(self):
        """The blobs as records; None where the memory has stopped answering meanwhile."""
        records = []
        for number in range(_NUMBERS):
            data = self.get(number)
            if data is not None:
                records.append(journal.record(BLOB | number, data))
        return None if self._log.why else records

    def _anew(self, records: list) -> bool:
        return self._log.rewrite(records, self._log.generation + 1)
