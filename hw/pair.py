"""A store in two memories, the board's own and an FRAM on the panel's bus, which take turns.

What is written anew goes into the other memory, and the old one counts until that is whole. Then
the old one is closed, so that it does not go on by itself should the other one be missing once.
So no cut costs anything. Only loaded where the owner's settings name an FRAM.
"""

from adafruit_fram import FRAM_I2C

from hw.store import Store
from hw.writer import Writer

_PIECE = 32  # bytes that are compared at a time


def find(i2c, address: int):
    """The FRAM at `address` of a bus; None where none answers, or another chip does."""
    try:
        return Fram(i2c, address)
    except (OSError, RuntimeError, ValueError):
        return None


class Fram(FRAM_I2C):
    """Adafruit's driver, which sends four bytes for each one: pieces that are there already are
    left out, most of them where a memory is written anew."""

    def _write(self, start_address: int, data: bytes, wraparound: bool = False) -> None:
        for at in range(0, len(data), _PIECE):
            piece = data[at : at + _PIECE]
            place = start_address + at
            if self[place : place + len(piece)] != piece:
                super()._write(place, piece)


class Pair(Store):
    """As Store. `why` is "away" where the FRAM is missing and holds what was written last: then
    nothing is written until it is back, or its line is taken out of the settings. One that is
    lost in play does not stop the game: the next action writes it anew into the other memory."""

    def __init__(self, memory, second) -> None:
        """`memory` as for Store; `second`: an FRAM's driver, or None where it does not answer."""
        super().__init__(memory)
        self._other = Writer(second)
        self._homeless = False  # a game runs that is not in the memory in use
        log = self._log
        other = self._other
        # After a cut right between two steps both count, with the same content.
        self._both = log.current and other.current
        if other.current and (not log.current or other.generation > log.generation):
            self._swap()
        elif log.why and not other.why:
            self._swap()
        elif other.why in ("none", "gone") and not log.current and not log.why:
            log.why = "away"
            log.outdate()

    @property
    def why(self) -> str:
        """As in Store; where the memory in use has gone, the other one is in use from here on."""
        if self._log.why == "gone" and not self._other.why:
            print("Kostka: the FRAM does not answer any more")
            self._homeless = self._log.chain >= 0
            self._swap()
            self._log.outdate()
        return self._log.why

    @property
    def alive(self) -> bool:
        """A game runs."""
        return self.why != "gone" and (self._homeless or self._log.chain >= 0)

    @property
    def kept(self) -> bool:
        """As in Store."""
        return self.alive and not self._homeless

    def put(self, number: int, data: bytes) -> bool:
        """As in Store."""
        self._part()
        return super().put(number, data)

    def begin(self, header: bytes, need: int = 0) -> bool:
        """As in Store."""
        self._part()
        return super().begin(header, need)

    def append(self, entry: bytes) -> bool:
        """As in Store."""
        self._part()
        return super().append(entry)

    def end(self, blobs: tuple = ()) -> bool:
        """As in Store."""
        self._part()
        return super().end(blobs)

    def wipe(self) -> bool:
        """As in Store: both memories."""
        if self._other.size:
            self._other.why = ""
        return super().wipe()

    def _reader(self):
        """As in Store; OSError where the game lies in the FRAM that does not answer any more."""
        if self._homeless:
            raise OSError("no answer")
        return super()._reader()

    def _part(self) -> None:
        """Close the memory that has not been closed because of a cut, before they differ."""
        if self._both:
            self._both = False
            self._other.close()

    def _anew(self, records: list) -> bool:
        log = self._log
        other = self._other
        generation = max(log.generation, other.generation) + 1
        if not other.why and other.size >= log.size and other.rewrite(records, generation):
            log.close()
            self._swap()
        elif not log.rewrite(records, generation):
            return False
        self._homeless = False
        return True

    def _swap(self) -> None:
        log = self._log
        self._log = self._other
        self._other = log
