"""One memory of the store, as it is found: what can be believed of the log in it.

It is only read here; writing is `writer`, the bytes are told in `journal`.
"""

from micropython import const

from hw import journal
from hw.journal import BLOB, CLOSED, CLOSING, END, ENTRY, GAME, SEAL, START, TORN

LEAST = const(512)  # bytes of memory for settings and a Dice Game
MOST = const(4096)  # what is used of a larger one

BLANK = b"\xff"
_CHUNK = const(256)


class Memory:
    """One memory and the log in it.

    size        bytes that are used of the memory
    why         "" while it can be written; otherwise as in Store
    report      list of (word, place) of what was wrong when it was opened
    generation  of the memory's content, 0 for none
    current     its content is whole, and was not about to be replaced
    chain       of the running game, -1 where none runs
    blobs       number -> (start, end) in the memory
    """

    def __init__(self, memory) -> None:
        """`memory`: None, or an object with len() whose slices are read and written."""
        self._memory = memory
        self.size = 0 if memory is None else min(len(memory), MOST)
        self.why = ""
        self.report: list = []
        self.generation = 0
        self.current = False
        self._sealed = False
        self._torn = False
        self._at = START
        self._limit = 0
        self.forget()
        if self.size < LEAST:
            self.why = "none" if memory is None else "small"
        else:
            self._open()

    def forget(self) -> None:
        """Know nothing of what the memory holds."""
        self.chain = -1
        self._game_at = 0
        self.blobs: dict = {}

    def read(self, start: int, end: int) -> bytes:
        """Bytes of the memory; fewer where it does not answer (`why` is "gone" then)."""
        data = bytearray(end - start)
        try:
            # An FRAM's driver makes a list as long as what it reads.
            for at in range(start, end, _CHUNK):
                stop = min(at + _CHUNK, end)
                data[at - start : stop - start] = self._memory[at:stop]
            return bytes(data)
        except OSError:
            self.why = "gone"
            return b""

    def game_reader(self):
        """A Reader of the running game's own record and what follows it. Raises OSError where the
        memory does not answer."""
        from hw.reader import Reader

        data = self.read(0, self.size)
        if self.why == "gone":
            raise OSError("no answer")
        return Reader(data, self._game_at)

    def game_size(self) -> int:
        """Bytes of the log since the running game's own record began."""
        return self._at - self._game_at

    # Opening

    def _open(self) -> None:
        memory = self.read(0, self.size)
        if self.why:
            return
        version = journal.version(memory)
        if version and version != journal.VERSION:
            self.why = "version"
            return
        if not version and memory.count(BLANK) == self.size:
            return
        # Reading is done twice at most: when the device starts, and when a game is resumed.
        from hw.reader import Reader

        reader = Reader(memory)
        for tag, start, end in reader.walk():
            if tag == GAME:
                self._game_at = start - TORN
            elif tag != ENTRY:
                self._note(tag, start, end)
        self.report.extend(reader.report)
        self._torn = reader.torn
        self._at = reader.at
        self.chain = reader.chain
        if self._believe(memory, version > 0) and reader.sure:
            self._limit = reader.limit

    def _believe(self, memory: bytes, headed: bool) -> bool:
        """What the head says: the log may go on; otherwise it must be written anew first."""
        if not headed:
            # Perhaps what an erase has left: the end of a game that is over may be missing.
            self.report.append(("head", 0))
            self._drop_game(0)
            return False
        self.generation = memory[2] | memory[3] << 8 | memory[4] << 16
        self._sealed = memory[SEAL] == journal.DONE
        if memory[CLOSED] == journal.DONE:
            self.report.append(("cut", CLOSED))
            if memory[CLOSING:CLOSED] != journal.four(self.chain):
                self._drop_game(CLOSED)
            return False
        if not self._sealed:
            self.report.append(("cut", SEAL))
        self.current = self._sealed
        return True

    def _drop_game(self, place: int) -> None:
        if self.chain >= 0:
            self.report.append(("game", place))
            self.chain = -1

    def _note(self, tag: int, start: int, end: int) -> None:
        """A record with a blob, or with several of them behind a game's end."""
        if tag != END:
            self.blobs[tag - BLOB] = (start, end)
            return
        data = self.read(start, end)
        at = 0
        while at + 3 <= len(data):
            number = data[at]
            size = data[at + 1] | data[at + 2] << 8
            at += 3
            self.blobs[number] = (start + at, start + at + size)
            at += size
