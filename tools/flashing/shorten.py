"""Sources with short names, fewer names and no annotations.

MicroPython and CircuitPython keep every name that they meet, variables of functions included, for
as long as they run. So the names that nobody needs cost the board's small heap a good part of what
the program itself takes. What is done to whom:

    constants    numbers instead of names of constants, in our own files
    annotations  none, in every file
    names        short ones for variables of functions in every file; for private functions,
                 attributes and variables of modules in our own files
    indentation  one blank for a level, in every file

Lines keep their numbers, so error messages name the right ones. Whether a file stays the same
program is proved for each.
"""

import ast
import functools
from collections.abc import Iterable

from tools.flashing import annotations, indents
from tools.flashing.constants import Constants
from tools.flashing.names import Names
from tools.flashing.proof import Differs, same_program
from tools.flashing.scopes import Refused

#: Below this folder are other people's files.
LIBRARIES = "lib/"

_UNCLEAR = (Refused, SyntaxError, ValueError)


def shorten(files: dict[str, bytes], onlookers: Iterable[bytes] = ()) -> dict[str, bytes]:
    """The same files (path on the drive -> bytes), the sources among them shortened.

    `onlookers`: sources that use the program and are no part of it; what they use stays. A source
    that cannot be understood stays as it is, with all that it uses. Raises Differs, with the path,
    where a source would become another program; that is a fault here.
    """
    return dict(_shortened(tuple(files.items()), tuple(onlookers)))


@functools.lru_cache(maxsize=16)
def _shortened(
    items: tuple[tuple[str, bytes], ...], onlookers: tuple[bytes, ...]
) -> dict[str, bytes]:
    files = dict(items)
    sources, strange = _understood(files)
    around = [*onlookers, *strange]
    sources = _numbered(sources, around)
    others = [module(path) for path in sources if path.startswith(LIBRARIES)]
    names = Names({module(path): data for path, data in sources.items()}, others, around)
    return {**files, **_renamed(sources, names)}


def shorten_around(files: dict[str, bytes], onlookers: Iterable[bytes]) -> dict[str, bytes]:
    """The same for programs around the firmware, where any whole number that never changes counts
    as a constant; `onlookers`: the firmware."""
    sources, strange = _understood(files)
    around = [*onlookers, *strange]
    sources = _numbered(sources, around, plain=True)
    others = [module(path) for path in sources if path.startswith(LIBRARIES)]
    names = Names({module(path): data for path, data in sources.items()}, others, around)
    return {**files, **_renamed(sources, names)}


def _renamed(sources: dict[str, bytes], names: Names) -> dict[str, bytes]:
    found = {}
    for path, data in sources.items():
        found[path] = indents.narrowed(names.shortened(module(path)))
        try:
            same_program(data, found[path])
        except Differs as error:
            raise Differs(f"{path}: {error}") from None
    return found


def module(path: str) -> str:
    """The name under which a file of the drive is imported."""
    return (
        path.removeprefix(LIBRARIES).removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    )


def _understood(files: dict[str, bytes]) -> tuple[dict[str, bytes], list[bytes]]:
    """The sources that can be worked on, without annotations; and the others, as far as they are
    Python at all."""
    sources, strange = {}, []
    for path, data in files.items():
        if not path.endswith(".py"):
            continue
        try:
            bare = annotations.without(data)
            wanted = ast.dump(annotations.dropped(ast.parse(data)))
            if ast.dump(ast.parse(bare)) != wanted:
                raise ValueError("something else is gone")
            sources[path] = annotations.without_imports(bare)
        except _UNCLEAR:
            if _is_python(data):
                strange.append(data)
    return sources, strange


def _is_python(data: bytes) -> bool:
    try:
        ast.parse(data)
    except (SyntaxError, ValueError):
        return False
    return True


def _numbered(
    sources: dict[str, bytes], onlookers: list[bytes], plain: bool = False
) -> dict[str, bytes]:
    """The sources with numbers instead of constants, but those of other people."""
    ours = {path: data for path, data in sources.items() if not path.startswith(LIBRARIES)}
    others = [data for path, data in sources.items() if path not in ours]
    named = {module(path): data for path, data in ours.items()}
    constants = Constants(named, [*onlookers, *others], plain)
    found = dict(sources)
    for path in ours:
        try:
            new = constants.written_out(module(path))
            ast.parse(new)
            found[path] = new
        except (SyntaxError, ValueError):
            pass  # its names stay; what it reads of others is still there or was replaced there
    return found
