"""The list that flashing keeps on the drive: which files there are Kostka's, and whether the last
copy came to its end.

It is written first, as unfinished and naming the old and the new files, and last, as complete. So
a copy broken off anywhere is seen, and files of ours are never taken for the owner's or the other
way round.
"""

import hashlib
import re
from dataclasses import dataclass, field

#: Its name at the drive's root.
NAME = "kostka.txt"
#: What a file is called that will take another's place at once.
TEMPORARY = "kostka.new"

_ABOUT = "# Which files on this drive are Kostka's. `python3 -m tools.flash` keeps this list."
_LINE = re.compile(r"([+=]) ([0-9a-f]{16}) (\S.*)")
_PART = re.compile(r"[\w-][\w.-]*", re.ASCII)


def fingerprint(data: bytes) -> str:
    """The first 16 hexadecimal digits of the data's SHA-256."""
    return hashlib.sha256(data).hexdigest()[:16]


@dataclass
class Manifest:
    """What the list says.

    prints    path -> fingerprints under which the file is Kostka's
    lent      paths in lib/ that lay there before Kostka came: used, never removed
    complete  False while a copy runs or after one was broken off
    """

    prints: dict[str, set[str]] = field(default_factory=dict)
    lent: set[str] = field(default_factory=set)
    complete: bool = False

    def add(self, path: str, data: bytes) -> None:
        """Note that a file with these bytes is Kostka's."""
        self.prints.setdefault(path, set()).add(fingerprint(data))

    def merge(self, other: "Manifest") -> None:
        """Take over what another list says about files."""
        for path, prints in other.prints.items():
            self.prints.setdefault(path, set()).update(prints)
        self.lent |= other.lent

    def mine(self) -> set[str]:
        """The paths that may be removed."""
        return set(self.prints) - self.lent

    def text(self) -> bytes:
        """The list as it is written on the drive."""
        lines = [_ABOUT, "complete" if self.complete else "unfinished"]
        for path, prints in sorted(self.prints.items()):
            mark = "=" if path in self.lent else "+"
            lines += [f"{mark} {one} {path}" for one in sorted(prints)]
        return ("\n".join(lines) + "\nend\n").encode()


def listing(files: dict[str, bytes]) -> Manifest:
    """The list of a drive on which all these files were put, and none was there before."""
    made = Manifest(complete=True)
    for path, data in files.items():
        made.add(path, data)
    return made


def usable(path: str) -> bool:
    """True for a plain relative path, as the list comes from a drive that anything can write."""
    return all(_PART.fullmatch(part) for part in path.split("/"))


def parse(data: bytes) -> Manifest:
    """The list in these bytes. Lines that make no sense are passed over; what was cut off at its
    end counts as unfinished."""
    lines = data.decode("utf-8", "replace").splitlines()
    found = Manifest(complete="complete" in lines and lines[-1] == "end")
    for line in lines:
        match = _LINE.fullmatch(line)
        if match is None or not usable(match[3]):
            continue
        found.prints.setdefault(match[3], set()).add(match[2])
        if match[1] == "=":
            found.lent.add(match[3])
    return found
