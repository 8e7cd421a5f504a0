"""Sources as they go on the drive: without documentation and comments, which the board cannot use
and its drive has little room for. Every statement keeps its line, so that tracebacks stay right.

Which files go there is `contents`' business.
"""

import ast
import io
import tokenize
from collections.abc import Iterator

#: Comments that stay, with those right below that continue them: licences ask for that.
KEPT = "# SPDX-"

_Owner = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_UNREADABLE = (SyntaxError, ValueError, IndexError, tokenize.TokenError)


def strip(source: bytes) -> bytes:
    """The same program without documentation strings and comments, those of KEPT excepted.

    The result is read back: where it is not the same program with every part on the same line, or
    where the source cannot be read, the source is returned as it is.
    """
    try:
        found = _strip(source.decode("utf-8").replace("\r\n", "\n")).encode()
        same = outline(ast.parse(found)) == outline(undocumented(ast.parse(source)))
    except _UNREADABLE:
        return source
    return found if same else source


def undocumented(tree: ast.Module) -> ast.Module:
    """The tree, changed in place: no documentation strings, and `pass` where there was no more."""
    for owner, text in _documentation(tree):
        owner.body[:1] = _instead(owner, text)
    return tree


def outline(tree: ast.Module) -> tuple[str, list[int]]:
    """What two trees have in common where they are one program on the same lines."""
    return ast.dump(tree), [getattr(node, "lineno", 0) for node in ast.walk(tree)]


def _documentation(tree: ast.Module) -> Iterator[tuple[_Owner, ast.stmt]]:
    """Every module, class and function that has a documentation string, with its statement."""
    for node in list(ast.walk(tree)):
        if isinstance(node, _Owner) and ast.get_docstring(node, clean=False) is not None:
            yield node, node.body[0]


def _instead(owner: _Owner, text: ast.stmt) -> list[ast.stmt]:
    """What takes a documentation string's place: only a class or a function may not be empty."""
    if isinstance(owner, ast.Module) or len(owner.body) > 1:
        return []
    return [ast.Pass(lineno=text.lineno, col_offset=text.col_offset)]


def _strip(source: str) -> str:
    lines = source.split("\n")
    # Backwards from the end of the file, so that earlier places stay where they are.
    for first, start, last, end, new in sorted(_removals(source, lines), reverse=True):
        rest = lines[last][end:]
        lines[first] = (lines[first][:start] + new + ("" if last > first else rest)).rstrip()
        if last > first:
            lines[first + 1 : last + 1] = [""] * (last - first - 1) + [rest.rstrip()]
    return "\n".join(lines).rstrip("\n") + "\n" * any(lines)


def _removals(source: str, lines: list[str]) -> Iterator[tuple[int, int, int, int, str]]:
    """First line and column, last line and column behind, and what goes there instead."""
    licence = -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line, start = token.start
            goes_on = line == licence + 1 and token.string.strip("# ") != ""
            if token.string.startswith(KEPT) or goes_on:
                licence = line
            else:
                yield line - 1, start, line - 1, token.end[1], ""
    for owner, text in _documentation(ast.parse(source)):
        assert text.end_lineno is not None and text.end_col_offset is not None
        first, last = text.lineno - 1, text.end_lineno - 1
        start = _column(lines[first], text.col_offset)
        end = _column(lines[last], text.end_col_offset)
        yield first, start, last, end, "pass" if _instead(owner, text) else ""


def _column(line: str, offset: int) -> int:
    """The column in characters of an offset in bytes."""
    return len(line.encode()[:offset].decode())
