"""The writing end of the store: appends to the log in a memory, and writes the memory anew.

Never writes over a byte that is not blank, but in rewrite(): on the RP2040 that would erase the
whole memory. What is written when, and why, is `store`; the bytes are told in `journal`.
"""

from binascii import crc32

from micropython import const

from hw import journal
from hw.journal import (
    CLOSED,
    CLOSING,
    END,
    GAME,
    MARKED,
    OVERHEAD,
    SEAL,
    START,
    TORN,
    check,
)
from hw.memory import BLANK, Memory

_DONE = b"\x00"
_CHUNK = const(256)


class Writer(Memory):
    """A memory whose log goes on."""

    def room(self) -> int:
        """Bytes that can be written where the log ends."""
        return 0 if self.why else self._limit - self._at - (MARKED if self._torn else 0)

    # Appending

    def entry(self, data: bytes) -> bool:
        """Append an entry of the running game, in two writes; False where it cannot be."""
        if not self._make_ready(len(data) + 1 + OVERHEAD):
            return False
        chain = crc32(data, self.chain)
        end = self._at + len(data)
        if not self._write(self._at, data) or not self._write(end, bytes((check(chain),))):
            return False
        self.chain = chain
        self._at = end + 1
        return True

    def record(self, tag: int, data: bytes) -> bool:
        """Append a record; False where it cannot be. Room for a game's end is always left."""
        spare = 0 if tag == END else OVERHEAD
        if not self._make_ready(len(data) + OVERHEAD + spare):
            return False
        at = self._at
        record = journal.record(tag, data)
        last = len(record) - 1
        # The head first: should the rest be torn, it is known where it ends.
        for start, end in ((0, TORN), (TORN, last), (last, last + 1)):
            if not self._write(at + start, record[start:end]):
                return False
        self._take(at, record)
        return True

    def _take(self, at: int, record: bytes) -> None:
        """A whole record stands at `at`, where the log ended."""
        self._at = at + len(record)
        tag = record[0]
        if tag == GAME:
            self._game_at = at
            self.chain = crc32(record[: len(record) - 1])
            return
        if tag == END:
            self.chain = -1
        self._note(tag, at + TORN, self._at - TORN)

    def _make_ready(self, count: int) -> bool:
        """See that `count` bytes can be written where the log ends; False where they cannot."""
        if self.room() < count:
            return False
        if not self._sealed:
            # Half a seal stays half: it tells of the cut until the next rewriting.
            if self.read(SEAL, SEAL + 1) == BLANK and not self._write(SEAL, _DONE):
                return False
            self._sealed = True
        if self._torn:
            at = self._at
            if not self._write(at, journal.mark(at, self.chain)):
                return False
            if not self._write(at + MARKED - 1, _DONE):
                return False
            self._at = at + MARKED
            self._torn = False
        return True

    def _write(self, at: int, data: bytes) -> bool:
        """Program blank bytes and look whether it holds; False where nothing can be written."""
        end = at + len(data)
        if self.read(at, end) != BLANK * len(data):
            self._limit = 0  # somebody else writes here
            return False
        self._put(at, data)
        if self.read(at, end) != data and not self.why:
            self.why = "worn"
        return not self.why

    def _put(self, start: int, data: bytes) -> None:
        """Write to the memory."""
        try:
            self._memory[start : start + len(data)] = data
        except OSError:
            self.why = "gone"

    # Writing anew

    def rewrite(self, records: list, generation: int) -> bool:
        """Erase the memory and begin its log with these records; False where they do not fit.

        While it lasts (52 ms on the RP2040) a cut can cost everything that is in it.
        """
        count = START + OVERHEAD
        for record in records:
            count += len(record)
        if self.why or count > self.size:
            return False
        self.close()
        self.current = False
        self.generation = generation
        image = bytearray(self.size)
        for at in range(self.size):
            image[at] = journal.ERASED
        image[0:SEAL] = journal.head(generation)
        at = START
        for record in records:
            image[at : at + len(record)] = record
            at += len(record)
        self._put(0, bytes(image))
        self._compare(image)
        if self.why or not self._write(SEAL, _DONE):
            return False
        self._begin(records)
        return True

    def outdate(self) -> None:
        """Nothing can follow what is in the memory: it must be written anew."""
        self.chain = -1
        self._limit = 0

    def close(self) -> None:
        """Say in the head, where there is one, where the log ended: what is left after an erase
        that was cut may look like an earlier state of it, and what has been written anew in
        another memory does not go on here."""
        if self.generation and self.read(CLOSING, START) == BLANK * (START - CLOSING):
            self._put(CLOSING, journal.four(self.chain))
            self._put(CLOSED, _DONE)

    def _compare(self, image: bytearray) -> None:
        for at in range(0, self.size, _CHUNK):
            if self.read(at, at + _CHUNK) != bytes(image[at : at + _CHUNK]) and not self.why:
                self.why = "worn"

    def _begin(self, records: list) -> None:
        self.forget()
        self.current = True
        self._sealed = True
        self._torn = False
        self._limit = self.size
        self._at = START
        for record in records:
            self._take(self._at, record)
