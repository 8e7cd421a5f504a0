"""What a board says about itself in `boot_out.txt`, and whether the firmware runs on it."""

import re
from dataclasses import dataclass

from hw.version import OLDEST, RECOMMENDED
from tools.flashing.trouble import Trouble

#: CircuitPython writes this file on its drive whenever it starts.
BOOT_OUT = "boot_out.txt"
#: More than this is no boot_out.txt, even with what a boot.py printed. Bytes.
LIMIT = 64 * 1024

# A SAMD21 has no random source and 32 KB of memory. The chip ends the first line.
_TOO_SMALL = "samd21"

# The kinds of chips that the firmware was made for, as they stand at the end of the name.
_CHIPS = ("rp2040", "rp2350", "samd51", "nrf52840", "esp32s3", "esp32-s3")
# Boards with the pins of the reference wiring.
_PICOS = re.compile(r"raspberry_pi_pico2?(_w)?")

_FIRST = re.compile(r"CircuitPython (\d{1,4})\.(\d{1,4})\.(\d{1,4})(\S*)(?: on [^;]*)?(?:; *(.*))?")
_BOARD = re.compile(r"^Board ID: *(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Board:
    """A board as its boot_out.txt describes it.

    version  three numbers; rest is what follows them, such as "-beta.1", or nothing
    name     the board in words, with its chip; may be empty
    ident    CircuitPython's name of the board, such as raspberry_pi_pico; may be empty
    """

    version: tuple[int, int, int]
    rest: str
    name: str
    ident: str

    @property
    def text(self) -> str:
        """Version, board and name as one line."""
        board = self.name or self.ident or "a board without a name"
        return f"CircuitPython {dotted(self.version)}{self.rest} on {board}"

    def check(self) -> None:
        """Trouble where the firmware does not run on this board or this CircuitPython."""
        if _TOO_SMALL in self.name.lower():
            raise Trouble(
                f"This board ({self.name}) has no random source for the dice and too little"
                " memory: use one with an RP2040, an RP2350 or another larger chip."
            )
        early = self.version == OLDEST and re.match(r"-(alpha|beta|rc)", self.rest) is not None
        if self.version < OLDEST or early:
            raise Trouble(
                f"The board runs CircuitPython {dotted(self.version)}{self.rest}, and Kostka needs"
                f" {dotted(OLDEST)} or later, as older ones can crash when a game is saved:"
                f" install CircuitPython {RECOMMENDED[0]} on it and try again."
            )

    def warnings(self) -> list[str]:
        """What its owner should know before it is tried; nothing of it is a reason to refuse."""
        found = []
        if not any(chip in self.name.lower() for chip in _CHIPS):
            name = self.name or self.ident or "a board without a name"
            found.append(
                f"Kostka was not made for {name}: it may lack the memory, the pins or the modules."
                " docs/build.md lists what it needs."
            )
        elif self.ident and not _PICOS.fullmatch(self.ident):
            found.append(
                f"{self.ident} is not wired like a Pico: its pins belong into settings.toml, as"
                " docs/build.md shows for some boards."
            )
        return found

    def untested(self) -> bool:
        """True for a CircuitPython of a later generation than the firmware was measured with."""
        return self.version[0] > RECOMMENDED[0]


def dotted(numbers: tuple[int, ...]) -> str:
    """A version's numbers as they are usually written."""
    return ".".join(map(str, numbers))


def parse(data: bytes) -> Board:
    """The board of a boot_out.txt; ValueError where it is not CircuitPython's."""
    text = data[:LIMIT].decode("utf-8", "replace")
    first = _FIRST.search(text)
    if first is None:
        raise ValueError("no CircuitPython version in it")
    ident = _BOARD.search(text)
    numbers = int(first.group(1)), int(first.group(2)), int(first.group(3))
    name = (first.group(5) or "").strip()
    return Board(numbers, first.group(4).rstrip(";,"), name, ident.group(1) if ident else "")
