"""Reads the store's log whatever state it is in: what is whole, what is torn, what is damaged.

Everything follows from the bytes alone, so that every reading of the same memory, and the writer
that goes on behind it, see the same. The bytes are told in `journal`.
"""

from binascii import crc32

from micropython import const

from hw import journal
from hw.journal import (
    BLOB,
    DONE,
    END,
    ENTRY,
    ERASED,
    GAME,
    MARK,
    MARKED,
    OVERHEAD,
    START,
    TORN,
    check,
    crc3,
)

_PAD = b"\xff" * 16  # a reader may look so far beyond the end
_REPORTS = const(8)


class Reader:
    """Reads a log to its end.

    at      where the next record goes, when walk() has ended
    torn    a mark must be written there first: the bytes before are torn
    sure    the log's end was found; otherwise it cannot be continued
    limit   where the bytes end that can be written
    chain   of the running game, -1 where no game runs
    report  list of (word, place): "torn" a write that was cut; "damaged" bytes that cannot be
            read; "stray" bytes that should be blank; "game" a game that cannot be read any more
    """

    def __init__(self, data: bytes, start: int = START) -> None:
        """`data`: the whole memory."""
        self.size = len(data)
        self._data = bytes(data) + _PAD
        self.at = start
        self.torn = False
        self.sure = True
        self.limit = self.size
        self.chain = -1
        self.report: list = []
        self._lost = -1  # place of the damage in a game of which no end was found

    def part(self, start: int, end: int) -> bytes:
        """Bytes of what is read."""
        return self._data[start:end]

    def walk(self):
        """Generator: (kind, start, end of the data) of each whole record, one a step."""
        data = self._data
        while True:
            at = self.at
            lead = data[at]
            if lead < BLOB and self.chain >= 0:
                end = at + (lead >> 6) + 1
                chain = crc32(data[at:end], self.chain)
                if data[end] == check(chain) and end < self.size:
                    self.chain = chain
                    self.at = end + 1
                    yield ENTRY, at, end
                    continue
            elif BLOB <= lead <= END:
                end = self._end(at)
                if end:
                    self.at = end
                    if self._is_whole(at, end):
                        self._note(lead, at, end)
                        yield lead, at + TORN, end - TORN
                    else:
                        self._miss(lead, at, end)
                    continue
            if self._is_blank(at, TORN) or not self._goes_on(at):
                break
        if self.sure:
            self._find_limit()
        if self._lost >= 0:
            self._say("game", self._lost)

    def _end(self, at: int) -> int:
        """Where the record ends whose head is at `at`, 0 where that is no head."""
        data = self._data
        if data[at + 3] != check(crc32(data[at : at + 3])):
            return 0
        end = at + OVERHEAD + (data[at + 1] | data[at + 2] << 8)
        return end if end <= self.size else 0

    def _is_whole(self, at: int, end: int) -> bool:
        """The last byte is begun only when all the others are in."""
        data = self._data
        return data[end - 1] != ERASED and crc3(data[at : end - 4]) == data[end - 4 : end - 1]

    def _note(self, lead: int, at: int, end: int) -> None:
        if lead == GAME:
            self.chain = crc32(self._data[at : end - 1])
            self._lost = -1
        elif lead == END:
            self.chain = -1
            self._lost = -1

    def _miss(self, lead: int, at: int, end: int) -> None:
        """A record that is not whole, but known where it ends."""
        if self._data[end - 1] == ERASED:
            self._say("torn", at)
            return
        self._say("damaged", at)
        if lead == GAME:
            self._lost = at
            self.chain = -1
        elif lead == END:
            self.chain = -1

    def _is_blank(self, at: int, count: int) -> bool:
        return self._data[at : at + count] == _PAD[:count]

    def _goes_on(self, at: int) -> bool:
        """No record is at `at`: find where the log goes on. False where it ends."""
        data = self._data
        place = at + TORN
        while not self._is_blank(place, MARKED):
            whole = data[place : place + 4] == journal.mark(place, self.chain)
            if whole and data[place + 4] == DONE:
                self._say("torn", at)
                self.at = place + MARKED
                return True
            # A mark that was torn itself has at most one bit cleared in its first byte.
            if data[place] < MARK or (data[place + 4] != ERASED and not whole):
                return self._next_whole(at)
            place += MARKED
        self._say("torn", at)
        self.at = place
        self.torn = True
        return False

    def _next_whole(self, at: int) -> bool:
        """Skip damage, up to the next record that stands by itself."""
        self._say("damaged", at)
        if self.chain >= 0:
            self._lost = at
            self.chain = -1
        data = self._data
        for place in range(at + 1, self.size - OVERHEAD + 1):
            if BLOB <= data[place] <= END:
                end = self._end(place)
                if end and self._is_whole(place, end):
                    self.at = place
                    return True
        self.sure = False
        return False

    def _find_limit(self) -> None:
        """The first byte behind the end that is not blank."""
        at = self.at
        while at < self.size:
            if not self._is_blank(at, 16):
                if self._data[at] != ERASED:
                    self.limit = at
                    self._say("stray", at)
                    return
                at += 1
            else:
                at += 16

    def _say(self, word: str, place: int) -> None:
        if len(self.report) < _REPORTS:
            self.report.append((word, place))
