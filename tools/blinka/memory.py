"""A file in the place of `microcontroller.nvm`, which a computer has not got.

The firmware only ever writes into blank bytes, or writes everything anew. So blank bytes are
written where they lie in the file, and anything else becomes a new file that takes the old one's
place at once: here a cut of the power costs nothing even while the memory is rewritten.
"""

import os
import sys
from pathlib import Path

#: Bytes, as many as an RP2040 has.
SIZE = 4096

_BLANK = b"\xff"


class FileMemory:
    """Read and written by index and by slice, as nvm is. The file is made by the first write.

    Where a write fails the old bytes stay; the firmware reads back what it writes, and then says
    on its screen that nothing can be saved.
    """

    def __init__(self, path: Path) -> None:
        """ValueError where the file is none of ours, OSError where it cannot be read."""
        self.path = path
        self._data = bytearray(_BLANK * SIZE)
        if path.exists():
            data = path.read_bytes()
            if len(data) != SIZE:
                raise ValueError(f"it has {len(data)} bytes and not {SIZE}")
            self._data[:] = data

    def __len__(self) -> int:
        return SIZE

    def __getitem__(self, place: int | slice) -> int | bytearray:
        return self._data[place]

    def __setitem__(self, place: int | slice, value: int | bytes) -> None:
        if isinstance(place, slice):
            start, stop, _step = place.indices(SIZE)
            data = bytes(value)
            if len(data) != stop - start:
                raise ValueError("Slice and value different lengths")
        else:
            start = range(SIZE)[place]
            data = bytes((value,))  # type: ignore[arg-type]
        self._write(start, data)

    def _write(self, start: int, data: bytes) -> None:
        stop = start + len(data)
        try:
            if self.path.exists() and self._data[start:stop] == _BLANK * len(data):
                self._write_there(start, data)
            else:
                self._write_anew(self._data[:start] + data + self._data[stop:])
        except OSError as error:
            print(f"{self.path} cannot be written: {error.strerror or error}", file=sys.stderr)
            return
        self._data[start:stop] = data

    def _write_there(self, start: int, data: bytes) -> None:
        with open(self.path, "r+b", buffering=0) as file:
            file.seek(start)
            file.write(data)
            os.fsync(file.fileno())

    def _write_anew(self, data: bytes) -> None:
        new = self.path.with_name(self.path.name + ".new")
        with open(new, "wb", buffering=0) as file:
            file.write(data)
            os.fsync(file.fileno())
        os.replace(new, self.path)
