"""How deep the calls of the running program go, and who called whom.

Counts frames of what goes on the board: engine/, hw/, ui/ and the libraries. The fakes under
them take the place of the board's built-in modules, which need no Python frames.
"""

import inspect
import sys
from pathlib import Path
from types import CodeType, FrameType

from tools.gates.files import BOARD_FOLDERS, ROOT
from tools.gates.recursion import LIBRARIES

LIMIT = 15  # nested calls from the loop down

_INLINE = frozenset(["<dictcomp>", "<genexpr>", "<listcomp>", "<setcomp>"])


class Profile:
    """Use in a `with`: `deepest` is the longest chain of calls met, `calls` pairs of names.

    Names are those of the call graph: "ui/app.py:App.step".
    """

    def __init__(self) -> None:
        self.deepest: list[str] = []
        self.calls: set[tuple[str, str]] = set()
        self._depth = 0
        self._names: dict[CodeType, str] = {}
        self._begins: dict[CodeType, int] = {}  # generator -> where its first step starts
        self._first: set[FrameType] = set()  # generators in their first step

    def __enter__(self) -> "Profile":
        self._depth = 0
        sys.setprofile(self._look)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _look(self, frame: FrameType, event: str, _: object) -> None:
        if event == "return":
            name = self._name(frame.f_code)
            if self._depth and name:
                self._depth -= 1
                self._end_of_step(frame, name)
            return
        if event != "call":
            return
        name = self._name(frame.f_code)
        if not name:
            return
        self._depth += 1
        if frame.f_code.co_flags & inspect.CO_GENERATOR:
            self._begin_step(frame)
        elif frame.f_code.co_name not in _INLINE:
            self._note(frame, name)
        if self._depth > len(self.deepest):
            self.deepest = self._chain(frame)

    def _begin_step(self, frame: FrameType) -> None:
        """A generator runs on; one that was begun before may be just dropped by whoever it is."""
        if frame.f_lasti == self._begins.setdefault(frame.f_code, frame.f_lasti):
            self._first.add(frame)

    def _end_of_step(self, frame: FrameType, name: str) -> None:
        """The first step of a generator is a call, unless it was dropped before and made none."""
        if frame in self._first:
            self._first.discard(frame)
            if frame.f_lasti > self._begins[frame.f_code] and frame.f_code.co_name not in _INLINE:
                self._note(frame, name)

    def _note(self, frame: FrameType, name: str) -> None:
        above = frame.f_back
        while above is not None and above.f_code.co_name in _INLINE:
            above = above.f_back
        caller = self._name(above.f_code) if above is not None else ""
        if caller:
            self.calls.add((caller, name))

    def _chain(self, frame: FrameType | None) -> list[str]:
        chain = []
        while frame is not None:
            name = self._name(frame.f_code)
            if name:
                chain.append(name)
            frame = frame.f_back
        chain.reverse()
        return chain

    def _name(self, code: CodeType) -> str:
        """The function's name in the call graph, "" for what does not go on the board."""
        name = self._names.get(code)
        if name is None:
            name = self._names[code] = _found(code)
        return name


def _found(code: CodeType) -> str:
    path = Path(code.co_filename)
    if path.stem in LIBRARIES:
        place = "lib/" + path.name
    elif path.is_relative_to(ROOT):
        place = path.relative_to(ROOT).as_posix()
        if place.split("/")[0] not in BOARD_FOLDERS:
            return ""
    else:
        return ""
    if code.co_name == "<module>":
        return ""
    name = code.co_qualname.replace("<lambda>", f"<lambda {code.co_firstlineno}>")
    return f"{place}:{name.replace('.<locals>', '')}"
