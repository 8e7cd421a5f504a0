"""The command line of flashing: options, questions, and what is said before and after."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from tools.flashing import contents, find, image, plan
from tools.flashing.board import OLDEST, RECOMMENDED, dotted
from tools.flashing.compiler import Compiler
from tools.flashing.console import Console
from tools.flashing.contents import LARGEST, Firmware, kilobytes
from tools.flashing.copying import Copier, explain
from tools.flashing.drive import Drive, FolderDrive
from tools.flashing.find import Found
from tools.flashing.plan import Plan
from tools.flashing.trouble import WRONG_USE, Trouble

ROOT = Path(__file__).resolve().parents[2]
STOPPED = 130

_ABOUT = "Puts Kostka on a board: finds its drive, copies what changed, checks it, says what next."
_NOTES = f"""\
The board needs CircuitPython {dotted(OLDEST)} or later; {RECOMMENDED[0]} is recommended.
settings.toml is written only where there is none. Saved games are not on the drive and stay.

exit status: 0 done or nothing to do, 1 it failed, 2 something asked for makes no sense,
             130 after Ctrl-C
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Trouble(f"{message}; `python3 -m tools.flash --help` lists the options", WRONG_USE)


def _parser() -> _Parser:
    parser = _Parser(
        prog="python3 -m tools.flash",
        description=_ABOUT,
        epilog=_NOTES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--drive", type=Path, metavar="PATH", help="the board's drive, where it is not found alone")
    add("--dry-run", action="store_true", help="say what would be done, and change nothing")
    add("--clean", action="store_true", help="remove Kostka's files first, then copy all anew")
    add("--plain", action="store_true", help="leave the names in the sources as they are")
    add("--whole", action="store_true", help="copy sources with their comments too, as they are")
    add(
        "--mpy-cross",
        type=Path,
        metavar="PATH",
        help="compile with CircuitPython's own mpy-cross: the board starts sooner",
    )
    add(
        "--uf2",
        type=Path,
        metavar="FILE",
        help="make one file for drag and drop instead; it replaces the whole drive",
    )
    add("--board", metavar="ID", help=f"with --uf2: the board it is for ({image.REFERENCE})")
    return parser


class Flash:
    """One run of the command.

    The parameters stand for the project's folder, the places to look at, the person's answers
    (None where nobody is there to ask), and the way from a path to a drive.
    """

    def __init__(
        self,
        console: Console,
        root: Path = ROOT,
        places: Callable[[], list[Path]] = find.places,
        ask: Callable[[], str] | None = None,
        open_drive: Callable[[Path], Drive] = FolderDrive,
    ) -> None:
        self.console = console
        self.root = root
        self.places = places
        self.ask = ask
        self.open_drive = open_drive
        self.changing = False

    def run(self, arguments: list[str]) -> int:
        """Do what was asked for and return the exit status. Complaints go to the console."""
        try:
            return self._run(arguments)
        except Trouble as trouble:
            self.console.complain(str(trouble))
            return trouble.status
        except KeyboardInterrupt:
            rest = "; the drive holds half a copy, the next run completes it" * self.changing
            self.console.complain(f"Stopped{rest}.")
            return STOPPED

    def _run(self, arguments: list[str]) -> int:
        options = _parser().parse_args(arguments)
        if options.board and not options.uf2:
            raise Trouble("--board goes with --uf2 only.", WRONG_USE)
        if options.uf2 and (options.clean or options.dry_run):
            raise Trouble("--clean and --dry-run do not go with --uf2.", WRONG_USE)
        if options.uf2:
            return self._image(options.uf2, self._board(options), options)
        found = self._find(options.drive)
        self.console.say(f"{found.path}: {found.board.text}")
        found.board.check()
        if found.board.untested():
            self.console.say("This CircuitPython is newer than any that Kostka was tried with.")
        for warning in found.board.warnings():
            self.console.say(f"Beware: {warning}")
        firmware = self._firmware(options)
        return self._copy(self.open_drive(found.path), firmware, options.clean, options.dry_run)

    def _find(self, path: Path | None) -> Found:
        if path is not None:
            return find.named(path)
        places = self.places()
        found = find.drives(places)
        if not found:
            raise find.none_found(places)
        return found[0] if len(found) == 1 else self._choose(found)

    def _choose(self, found: list[Found]) -> Found:
        if self.ask is None:
            paths = ", ".join(str(one.path) for one in found)
            text = f"Several boards are plugged in ({paths}): name one with --drive PATH."
            raise Trouble(text, WRONG_USE)
        self.console.say("Several boards are plugged in:")
        for number, one in enumerate(found, 1):
            self.console.say(f"  {number}  {one.path}: {one.board.text}")
        while True:
            self.console.say(f"Which one? 1 to {len(found)}, or nothing to stop:")
            try:
                answer = self.ask().strip()
            except EOFError:
                answer = ""
            if not answer:
                raise Trouble("No board was chosen, nothing was changed.")
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(found):
                return found[int(answer) - 1]

    def _firmware(self, options: argparse.Namespace) -> Firmware:
        how = contents.PLAIN if options.plain else contents.SHORT
        firmware = contents.gather(self.root, contents.WHOLE if options.whole else how)
        if options.mpy_cross is None:
            return firmware
        compiler = Compiler(options.mpy_cross)
        self.console.say("Compiling with CircuitPython's mpy-cross.")
        firmware = compiler.firmware(firmware)
        contents.check_size(firmware)
        return firmware

    def _copy(self, drive: Drive, firmware: Firmware, clean: bool, dry: bool) -> int:
        try:
            made = plan.make(drive, firmware, clean)
        except OSError as error:
            raise explain(error, drive, str(error.filename or "its files")) from None
        self._announce(made)
        made.check_space()
        if dry:
            self._list(made)
        elif made.nothing:
            self.console.say("The drive holds all of it already; nothing was changed.")
        else:
            self.changing = True
            Copier(drive, made, self.console.progress).run()
            self._next(made)
        for warning in made.warnings:
            self.console.say(f"Beware: {warning}")
        return 0

    def _announce(self, made: Plan) -> None:
        say = self.console.say
        if made.mended:
            say("The last copy did not come to its end; this one mends it.")
        size = kilobytes(made.firmware.size)
        say(
            f"Kostka: {len(made.firmware.files)} files, {size} of {kilobytes(LARGEST)};"
            f" {len(made.write)} to copy, {len(made.remove)} to remove,"
            f" {kilobytes(made.free)} free on the drive."
        )
        for path, to in made.aside:
            say(f"Your own {path} is kept as {to}.")
        for path in made.displaced():
            say(f"Your own {path} makes room for Kostka's, as one would hide the other.")

    def _list(self, made: Plan) -> None:
        for path in made.remove:
            self.console.say(f"  would remove {path}")
        for path in made.write:
            self.console.say(f"  would copy {path}")
        if made.settings:
            self.console.say(f"  would copy {contents.SETTINGS}")
        self.console.say("Nothing was changed.")

    def _next(self, made: Plan) -> None:
        say = self.console.say
        say("Copied, and every file reads back as it should.")
        if not made.settings:
            say(
                "Your settings.toml was left alone; the one in the project's folder lists every"
                " option."
            )
        say(
            "Next: eject the drive, unplug the board and plug it in again; the menu comes up"
            " within seconds."
        )
        say(
            "(CircuitPython may have started the program by itself when the last file was written;"
            " boot.py and the settings count from the next power-on.)"
        )

    def _board(self, options: argparse.Namespace) -> str:
        """For which board an image is: the one named, the one plugged in there, the reference."""
        if options.board:
            return str(options.board)
        if options.drive is None:
            return image.REFERENCE
        board = find.named(options.drive).board
        board.check()
        return board.ident

    def _image(self, path: Path, board: str, options: argparse.Namespace) -> int:
        image.check_board(board)
        image.check_name(path)
        firmware = self._firmware(options)
        image.make(path, firmware, board)
        say = self.console.say
        say(f"{path}: Kostka for {board}, {kilobytes(firmware.size)} of files.")
        say(
            "Beware: it replaces everything on the board's drive, your settings.toml and other"
            " files of yours included. Saved games stay."
        )
        say(
            f"Next: put CircuitPython {RECOMMENDED[0]} on the board if it has none, then hold its"
            " boot button while you plug it in, and drag the file onto the drive that appears."
        )
        return 0


def main(arguments: list[str]) -> int:
    """The command. Asks only where a person sits at a terminal."""
    watched = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return Flash(Console(sys.stdout, sys.stderr), ask=input if watched else None).run(arguments)
