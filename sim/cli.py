"""The command line of the simulator: options, settings, and which front shows the device.

Whatever is wrong with what was asked for is said in one sentence on stderr, with exit status 2;
an error of the firmware itself comes with its traceback, as on the board's console.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import signal
import sys
from collections.abc import Iterator
from typing import NoReturn

from sim import record, script
from sim.camera import Camera
from sim.device import Device, Pace
from sim.headless import Headless
from sim.world import read_settings

_ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_LARGEST_SEED = 0xFFFFFFFF
_LONGEST_NUMBER = 20  # digits that are taken for a number
_LARGEST_SCALE = 12
_SCRIPT_LIMIT = 1_000_000  # characters

_ABOUT = "Kostka on the desktop: the same firmware as on the board, on simulated parts."
_NOTES = """\
Without --window, --terminal or --headless the window opens where there is a display, otherwise
the terminal is used. `python3 -m sim --script-help` explains the scripts.

keys: arrows; A is Z, Enter or Space; B is X, Backspace or Escape; A and B together is M or Tab;
      F12 takes a picture, F10 begins and ends a film. In the terminal Shift makes a long press
      (Z, X), and q ends; in the window a right click holds a button until the next one.

exit status: 0 at the end, 1 where a replay ends otherwise than recorded or the firmware fails,
             2 where something asked for cannot be done, 130 after Ctrl-C
"""


class Complaint(Exception):
    """Something asked for cannot be done; the text is one sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Complaint(f"{message}; `python3 -m sim --help` lists the options")


class _ScriptHelp(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        sys.stdout.write(script.__doc__ or "")
        parser.exit()


def _parser() -> _Parser:
    parser = _Parser(
        prog="python3 -m sim",
        description=_ABOUT,
        epilog=_NOTES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    fronts = parser.add_mutually_exclusive_group()
    fronts.add_argument("--window", action="store_true", help="the drawn device in a window")
    fronts.add_argument("--terminal", action="store_true", help="the picture in this terminal")
    fronts.add_argument(
        "--headless",
        nargs="?",
        const="",
        metavar="SCRIPT",
        help="no display: a script presses the buttons (- reads it from standard input)",
    )
    add("--seed", metavar="N", help="the same dice in every run; the device shows SEED")
    add("--language", choices=("en", "cs", "de"), help="language of the screens")
    add("--speed", choices=("0", "1", "2"), help="animations: 0 off, 1 fast, 2 normal")
    add(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="any other setting of settings.toml, for this run",
    )
    add("--record", metavar="FILE", help="keep all that this run depends on")
    add("--replay", metavar="FILE", help="do again what a recording says, and compare the end")
    add("--shots", metavar="DIR", default="shots", help="where single pictures go (%(default)s)")
    add("--frames", metavar="DIR", help="every picture that can be seen, as PNG, into a folder")
    add("--gif", metavar="FILE", help="a film of the run")
    add("--whole", action="store_true", help="pictures and films show the whole device")
    add("--scale", metavar="N", help="whole pixels to a pixel of the panel, 1 to 12")
    add("--script-help", action=_ScriptHelp, nargs=0, help="explain the scripts and end")
    return parser


def main(arguments: list[str]) -> int:
    """Run the simulator; returns the exit status."""
    try:
        return _run(_parser().parse_args(arguments))
    except Complaint as complaint:
        sys.stderr.write(f"kostka: {complaint}\n")
        return 2
    except KeyboardInterrupt:
        return 130


def _run(options: argparse.Namespace) -> int:
    replay = _replay(options)
    settings = replay.settings if replay else _settings(options)
    scale = _whole_number(options.scale, "--scale", 1, _LARGEST_SCALE) if options.scale else 0
    fronts = _fronts(options)
    player = _player(options, replay)
    _check_outputs(options)
    frames, film = options.frames or "", options.gif or ""
    camera = Camera(options.shots, frames, film, scale or 4, options.whole)
    with contextlib.ExitStack() as stack:
        shown = _open_first(fronts, player, camera, scale, stack)
        writer = _writer(options, settings)
        device = Device(settings, replay, writer)
        device.watchers += [shown, camera]
        stack.enter_context(_signals(device))
        _switch_on(device, camera)
    return _status(device, options)


def _switch_on(device: Device, camera: Camera) -> None:
    try:
        device.run()
        camera.cut(device)
    except script.ScriptError as error:
        raise Complaint(str(error)) from None
    except OSError as error:
        if error.filename is None and error.errno is None:
            raise
        name = f"{error.filename} " if error.filename else "a file "
        raise Complaint(f"{name}cannot be written: {error.strerror or error}") from None


def _status(device: Device, options: argparse.Namespace) -> int:
    if device.reason == "interrupted":
        return 130
    if device.replay is None:
        return 0
    if device.replayed is None:
        sys.stderr.write("kostka: the replay was ended before its end\n")
        return 0
    seconds = device.replay.end / 1000
    if device.replayed:
        print(f"{options.replay}: replayed, {seconds:.1f} s, and ended with the recorded picture")
        return 0
    sys.stderr.write(
        f"kostka: {options.replay} was replayed and ended with another picture than recorded:"
        " the firmware has changed since, or it does not do the same twice\n"
    )
    return 1


# What was asked for


def _settings(options: argparse.Namespace) -> dict[str, str | int]:
    """settings.toml, and over it the options."""
    path = os.path.join(_ROOT, "settings.toml")
    settings: dict[str, str | int] = {}
    try:
        with open(path, encoding="utf-8") as file:
            settings = dict(read_settings(file.read()))
    except FileNotFoundError:
        pass  # the board does without one too
    except (OSError, ValueError) as error:
        raise Complaint(f"settings.toml cannot be used: {error}") from None
    for pair in options.set:
        name, equals, value = pair.partition("=")
        if not equals or not name.startswith("KOSTKA_"):
            raise Complaint(f"--set {pair}: it is written as --set KOSTKA_HANDOVER=0")
        if not value:
            raise Complaint(f"--set {pair}: a value is missing")
        if name not in known_settings():
            raise Complaint(f"--set {pair}: {name} is no setting: the nearest is {_nearest(name)}")
        whole = value.isascii() and value.isdigit() and len(value) < _LONGEST_NUMBER
        settings[name] = int(value) if whole else value
    if options.seed is not None:
        settings["KOSTKA_SEED"] = _whole_number(options.seed, "--seed", 0, _LARGEST_SEED)
    if options.language is not None:
        settings["KOSTKA_LANGUAGE"] = options.language
    if options.speed is not None:
        settings["KOSTKA_SPEED"] = int(options.speed)
    return settings


def known_settings() -> list[str]:
    """The names of all settings that the firmware asks for, sorted."""
    from hw import settings

    asked: set[str] = set()

    class _Os:
        @staticmethod
        def getenv(name: str) -> None:
            asked.add(name)

    before = settings.os
    settings.os = _Os  # type: ignore[assignment]
    try:
        settings.Settings()
    finally:
        settings.os = before
    return sorted(asked)


def _nearest(name: str) -> str:
    """The setting whose name is most like this one."""
    return difflib.get_close_matches(name, known_settings(), 1, 0)[0]


def _whole_number(text: str, option: str, low: int, high: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high:
        return int(text)
    raise Complaint(f"{option} {text}: a whole number from {low} to {high} is needed")


def _replay(options: argparse.Namespace) -> record.Recording | None:
    if options.replay is None:
        return None
    for name in ("seed", "language", "speed", "set", "record"):
        if getattr(options, name) not in (None, []):
            raise Complaint(f"--replay brings its own settings and cannot go with --{name}")
    if options.headless:
        raise Complaint("--replay brings its own buttons and cannot go with a script")
    try:
        return record.read(options.replay)
    except record.RecordError as error:
        raise Complaint(str(error)) from None


def _player(options: argparse.Namespace, replay: object) -> script.Player | None:
    """The script of --headless, read and checked."""
    if options.headless is None:
        return None
    if not options.headless:
        if replay is None:
            raise Complaint("--headless needs a script, or --replay; --script-help explains them")
        return None
    name = "the script" if options.headless == "-" else options.headless
    try:
        if options.headless == "-":
            text = sys.stdin.read(_SCRIPT_LIMIT + 1) if sys.stdin else ""
        else:
            with open(options.headless, encoding="utf-8-sig") as file:
                text = file.read(_SCRIPT_LIMIT + 1)
    except OSError as error:
        raise Complaint(f"{name} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise Complaint(f"{name} is no text and cannot be a script") from None
    if len(text) > _SCRIPT_LIMIT:
        raise Complaint(f"{name} is too long for a script")
    try:
        return script.Player(script.parse(text, name), name)
    except script.ScriptError as error:
        raise Complaint(str(error)) from None


def _check_outputs(options: argparse.Namespace) -> None:
    """What is to be written later can be written, as far as can be told now."""
    _check_names(options)
    try:
        if options.frames:
            os.makedirs(options.frames, exist_ok=True)
            _probe(options.frames)
        if options.gif:
            if os.path.isdir(options.gif):
                raise IsADirectoryError(21, "it is a folder", options.gif)
            folder = os.path.dirname(options.gif) or "."
            os.makedirs(folder, exist_ok=True)
            _probe(folder)
    except OSError as error:
        raise Complaint(f"{error.filename} cannot be written: {error.strerror}") from None


def _check_names(options: argparse.Namespace) -> None:
    """Every file and folder has a name, and nothing is written over what is read or written."""
    taken: dict[str, str] = {}
    for option in ("headless", "replay", "record", "gif", "frames", "shots"):
        name = getattr(options, option)
        if name is None or (option == "headless" and not name):
            continue
        if not name:
            raise Complaint(f"--{option}: a name is missing")
        if option in ("frames", "shots"):
            continue  # folders
        real = os.path.realpath(name)
        if real in taken:
            raise Complaint(f"--{option} {name}: that is what --{taken[real]} names too")
        taken[real] = option


def _probe(folder: str) -> None:
    path = os.path.join(folder, f".kostka-{os.getpid()}")
    with open(path, "w", encoding="utf-8"):
        pass
    os.unlink(path)


def _writer(options: argparse.Namespace, settings: dict) -> record.Writer | None:
    if options.record is None:
        return None
    try:
        return record.Writer(options.record, settings)
    except OSError as error:
        reason = error.strerror or error
        raise Complaint(f"{options.record} cannot be written: {reason}") from None


# Fronts


def has_display(platform: str, environment: dict[str, str]) -> bool:
    """Is there a display to open a window on?"""
    if platform in ("win32", "darwin"):
        return not environment.get("SSH_CONNECTION")
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def _fronts(options: argparse.Namespace) -> list[str]:
    """What is to be opened, the best first: another only where nobody asked for that one."""
    if options.headless is not None:
        return ["headless"]
    if options.terminal:
        return ["terminal"]
    if options.window:
        return ["window"]
    if has_display(sys.platform, dict(os.environ)):
        return ["window", "terminal"]
    return ["terminal"]


def _open_first(
    fronts: list[str],
    player: script.Player | None,
    camera: Camera,
    scale: int,
    stack: contextlib.ExitStack,
) -> object:
    """The first front that opens; what the first one said where none does."""
    complaints = []
    for front in fronts:
        try:
            return _open(front, player, camera, scale, stack)
        except Complaint as complaint:
            complaints.append(complaint)
    raise complaints[0]


def _open(
    front: str,
    player: script.Player | None,
    camera: Camera,
    scale: int,
    stack: contextlib.ExitStack,
) -> object:
    """The front, ready to watch a device; `stack` closes it."""
    if front == "headless":
        return Headless(player, camera)
    if front == "window":
        from sim import window

        try:
            opened = window.Window(camera, Pace(), scale)
        except window.WindowError as error:
            raise Complaint(str(error)) from None
        stack.callback(opened.close)
        return opened
    from sim import terminal

    try:
        console = terminal.console()
    except terminal.TerminalError as error:
        raise Complaint(str(error)) from None
    stack.callback(console.close)
    return terminal.Terminal(console, camera, Pace())


@contextlib.contextmanager
def _signals(device: Device) -> Iterator[None]:
    """Ctrl-C and the system's wish to end switch the device off at its next look; a second
    Ctrl-C does not wait for that."""

    def stop(number: int, _frame: object) -> None:
        if device.reason:
            raise KeyboardInterrupt
        device.stop("interrupted" if number == signal.SIGINT else "ended")

    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
