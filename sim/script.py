"""Scripts of buttons and times, for the headless front and the tests.

Each line says when and what; `#` begins a comment, capitals do not matter, and every time is in
milliseconds of the device's own clock.

    +300 a              300 ms after the line above is done: tap A
    1500 down           1.5 s after power-on: tap Down (also up, left, right, b)
    +100 right x4       four taps, 100 ms apart
    +100 hold b         press B until it counts as held; `hold b 900` for 900 ms
    +100 menu           A and B together
    +100 press left     only the press ...
    +400 release left   ... and only the release
    +0 until still      wait until the picture has stood still for 300 ms
                        (`until still 800` for longer)
    +0 until moving     wait until the picture changes
    +500 shot pad       the picture as pad.png (or 001.png without a name)
    +0 film             begin the film here, not at power-on
    +0 cut              end the film here, not with the script
    +1000 wait          nothing but time

A line that would do nothing is refused, as one that lets go of a button which nobody has pressed.
The device is switched off when the last line is done. What drives the device is not here: `Player`
says what to do, and the front does it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sim.body import BUTTONS

TAP_MS = 60
GAP_MS = 100
HOLD_MS = 600
STILL_MS = 300
#: A picture that does what `until` waits for later than this will never do it.
PATIENCE_MS = 120_000
LONGEST_MS = 24 * 3_600_000

_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")


class ScriptError(ValueError):
    """A line that cannot be carried out; the text names the script and the line."""


class Step:
    """One line: `after` ms behind the step before, or at `at` ms since power-on."""

    __slots__ = ("line", "after", "at", "verb", "buttons", "amount", "name")

    def __init__(self, line: int, after: int, at: int, verb: str) -> None:
        self.line = line
        self.after = after
        self.at = at
        self.verb = verb
        self.buttons: tuple[str, ...] = ()
        self.amount = 0
        self.name = ""

    def begins(self, previous_end: int) -> int:
        """When this step begins, if the one before ended at `previous_end`."""
        return self.at if self.at >= 0 else previous_end + self.after


def parse(text: str, source: str = "script") -> list[Step]:
    """The steps of a script; ScriptError names the line that is wrong and what is wrong in it."""
    steps = []
    use = _Use()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        try:
            step = _step(number, words)
            use.check(step)
            steps.append(step)
        except ValueError as error:
            raise ScriptError(f"{source}, line {number}: {error}") from None
    if not steps:
        raise ScriptError(f"{source} has no line that does anything")
    return steps


class _Use:
    """What the lines so far have done, so that one which would do nothing is seen."""

    def __init__(self) -> None:
        self._pressed: dict[str, int] = {}  # button -> line
        self._film: tuple[str, int] = ("", 0)  # the last of "film" and "cut", and its line

    def check(self, step: Step) -> None:
        """ValueError for a line that does nothing."""
        if step.verb == "wait" and step.at < 0 and step.after == 0:
            raise ValueError("waits for nothing")
        if step.verb in ("film", "cut"):
            verb, line = self._film
            if verb == step.verb:
                what = "a film is" if verb == "film" else "no film is"
                raise ValueError(f"{what} being made since line {line}")
            self._film = (step.verb, step.line)
        for button in step.buttons:
            self._use(step, button)

    def _use(self, step: Step, button: str) -> None:
        line = self._pressed.pop(button, 0)
        if step.verb == "release" and not line:
            raise ValueError(f"{button.lower()} is not pressed")
        if step.verb != "release" and line:
            raise ValueError(f"{button.lower()} is pressed since line {line}")
        if step.verb == "press":
            self._pressed[button] = step.line


def _step(number: int, words: list[str]) -> Step:
    after, at = _time(words[0])
    if len(words) < 2:
        raise ValueError("a time and nothing to do")
    verb = words[1].lower()
    rest = words[2:]
    if verb.upper() in BUTTONS:
        step = Step(number, after, at, "tap")
        step.buttons = (verb.upper(),)
        step.amount = _times(rest)
    elif verb == "menu":
        step = Step(number, after, at, "tap")
        step.buttons = ("A", "B")
        step.amount = _times(rest)
    elif verb in ("hold", "press", "release"):
        step = Step(number, after, at, verb)
        step.buttons = _button(verb, rest)
        step.amount = _milliseconds(rest[1:], HOLD_MS) if verb == "hold" else 0
        _nothing_more(rest[2:] if verb == "hold" else rest[1:])
    elif verb == "until":
        step = _until(number, after, at, rest)
    elif verb == "shot":
        step = Step(number, after, at, verb)
        step.name = _shot_name(rest)
    elif verb in ("film", "cut", "wait"):
        step = Step(number, after, at, verb)
        _nothing_more(rest)
    else:
        raise ValueError(
            f"{words[1]!r} is none of up, down, left, right, a, b, menu, hold, press, release,"
            " until, shot, film, cut, wait"
        )
    return step


def _time(word: str) -> tuple[int, int]:
    digits = word[1:] if word.startswith("+") else word
    if not re.fullmatch(r"[0-9]{1,9}", digits) or int(digits) > LONGEST_MS:
        raise ValueError(f"{word!r} is no time: +300 is 300 ms later, 300 is 300 ms after power-on")
    return (int(digits), -1) if word.startswith("+") else (0, int(digits))


def _button(verb: str, rest: list[str]) -> tuple[str, ...]:
    if not rest:
        raise ValueError(f"{verb} which button?")
    name = rest[0].upper()
    if name == "MENU":
        return ("A", "B")
    if name not in BUTTONS:
        raise ValueError(f"{rest[0]!r} is no button: up, down, left, right, a, b")
    return (name,)


def _times(rest: list[str]) -> int:
    if not rest:
        return 1
    _nothing_more(rest[1:])
    match = re.fullmatch(r"[xX]([0-9]{1,3})", rest[0])
    if match is None or int(match.group(1)) == 0:
        raise ValueError(f"{rest[0]!r} is no number of taps: x2 is two of them")
    return int(match.group(1))


def _milliseconds(rest: list[str], default: int) -> int:
    if not rest:
        return default
    if not re.fullmatch(r"[0-9]{1,9}", rest[0]) or not 0 < int(rest[0]) <= LONGEST_MS:
        raise ValueError(f"{rest[0]!r} is no number of milliseconds")
    return int(rest[0])


def _until(number: int, after: int, at: int, rest: list[str]) -> Step:
    what = rest[0].lower() if rest else ""
    if what not in ("still", "moving"):
        raise ValueError("until what? `until still` or `until moving`")
    step = Step(number, after, at, what)
    if what == "still":
        step.amount = _milliseconds(rest[1:], STILL_MS)
    _nothing_more(rest[2:] if what == "still" else rest[1:])
    return step


def _shot_name(rest: list[str]) -> str:
    if not rest:
        return ""
    _nothing_more(rest[1:])
    name = rest[0]
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name for a picture: letters, digits, dots and dashes")
    return name[:-4] if name.lower().endswith(".png") else name


def _nothing_more(rest: list[str]) -> None:
    if rest:
        raise ValueError(f"{rest[0]!r} is too much")


class Player:
    """Goes through a script as the device's time goes on.

    `advance` is to be called with the time of the device and the picture on the panel, as often as
    the front looks; it yields what is to be done now, as tuples:

        ("edge", button, down, at)      a button moves, now or later
        ("shot", name), ("film",), ("cut",)

    `done` is the time at which the last line is done, or -1. ScriptError where a line would lie
    before the end of the one above it, or where `until` waits in vain.
    """

    def __init__(self, steps: list[Step], source: str = "script") -> None:
        self._steps = steps
        self._source = source
        self._next = 0
        self._end = 0  # when the step before is over
        self._shots = 0
        self._picture: bytes | None = None
        self._since = 0  # since when the picture stands still
        self.done = -1

    def advance(self, now: int, picture: bytes) -> Iterator[tuple]:
        """What is to be done at `now` ms; see the class."""
        if picture != self._picture:
            self._since = 0 if self._picture is None else now
            self._picture = picture
        while self._next < len(self._steps):
            step = self._steps[self._next]
            begins = step.begins(self._end)
            if begins < self._end:
                raise self._error(step, f"{begins} ms lies before the end of the line above")
            if step.verb in ("still", "moving", "shot", "film", "cut"):
                if now < begins or not self._ready(step, begins, now):
                    return
                self._end = max(begins, now if step.verb in ("still", "moving") else begins)
                yield from self._look(step)
            else:
                yield from self._edges(step, begins)
            self._next += 1
        self.done = self._end

    def _error(self, step: Step, text: str) -> ScriptError:
        return ScriptError(f"{self._source}, line {step.line}: {text}")

    def _ready(self, step: Step, begins: int, now: int) -> bool:
        if step.verb == "still":
            ready = now - max(self._since, begins) >= step.amount
        elif step.verb == "moving":
            ready = self._since > begins
        else:
            return True
        if not ready and now - begins > max(PATIENCE_MS, 2 * step.amount):
            raise self._error(
                step, f"waited {PATIENCE_MS // 1000} s and the picture is not {step.verb}"
            )
        return ready

    def _look(self, step: Step) -> Iterator[tuple]:
        if step.verb == "shot":
            self._shots += 1
            yield ("shot", step.name or f"{self._shots:03}")
        elif step.verb in ("film", "cut"):
            yield (step.verb,)

    def _edges(self, step: Step, begins: int) -> Iterator[tuple]:
        at = begins
        if step.verb in ("press", "release"):
            for button in step.buttons:
                yield ("edge", button, step.verb == "press", at)
        elif step.verb in ("tap", "hold"):
            length = TAP_MS if step.verb == "tap" else step.amount
            for count in range(step.amount if step.verb == "tap" else 1):
                at += GAP_MS if count else 0
                for button in step.buttons:
                    yield ("edge", button, True, at)
                at += length
                for button in step.buttons:
                    yield ("edge", button, False, at)
        self._end = at
