"""The language gate, first part: forms of the language that the board's parser or runtime lacks.

Here are forms that can be seen without knowing what a name means. Names, modules and methods
are in names.py, reliance on order in order.py.
"""

import ast
import tokenize
from collections.abc import Callable, Iterator

from tools.gates import tables
from tools.gates.files import Finding
from tools.gates.parsed import Parsed, dotted

Check = Callable[..., Iterator[Finding]]


def _slice(file: Parsed, node: ast.Slice) -> Iterator[Finding]:
    if node.step is not None:
        yield file.finding(node.step, "slice-step", "slices have no step")


def _display(file: Parsed, node: ast.List | ast.Tuple | ast.Set) -> Iterator[Finding]:
    context = getattr(node, "ctx", None)
    if isinstance(context, ast.Store):
        return
    for item in node.elts:
        if isinstance(item, ast.Starred):
            yield file.finding(item, "star-display", "no [*a, *b]: add the lists")


def _dict(file: Parsed, node: ast.Dict) -> Iterator[Finding]:
    if any(key is None for key in node.keys):
        yield file.finding(node, "star-dict", "no {**a}: use update()")


def _call_stars(file: Parsed, node: ast.Call) -> Iterator[Finding]:
    stars = sum(isinstance(item, ast.Starred) for item in node.args)
    stars += sum(keyword.arg is None for keyword in node.keywords)
    if stars > 1:
        yield file.finding(node, "star-call", "one * or ** in a call at most")


def _arguments(file: Parsed, node: ast.arguments) -> Iterator[Finding]:
    for item in node.posonlyargs:
        yield file.finding(item, "positional-only", "no positional-only parameters")


def _function(file: Parsed, node: ast.FunctionDef) -> Iterator[Finding]:
    if getattr(node, "type_params", None):
        yield file.finding(node, "syntax", "no type parameters")
    for decorator in node.decorator_list:
        name = dotted(decorator)
        if name not in tables.DECORATORS and not name.endswith(".setter"):
            yield file.finding(decorator, "decorator", f"no decorator {name or 'with a call'}")


def _class(file: Parsed, node: ast.ClassDef) -> Iterator[Finding]:
    if node.keywords or getattr(node, "type_params", None):
        yield file.finding(node, "class", "no metaclass and no class arguments")
    for decorator in node.decorator_list:
        yield file.finding(decorator, "decorator", "no class decorators")
    for base in node.bases:
        if dotted(base) in tables.UNSAFE_BASES:
            yield file.finding(base, "class", f"no class of one's own upon {dotted(base)}")
    if len(node.bases) > 1:
        yield file.finding(node, "class", "one base at most")
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and _is_hidden(item):
            text = f"{item.name} is called where no call is written, or never"
            yield file.finding(item, "special-method", text)


def _is_hidden(function: ast.FunctionDef) -> bool:
    """True for a special method whose calls the call graph cannot follow."""
    special = function.name.startswith("__") and function.name.endswith("__")
    return special and function.name not in tables.SPECIAL_METHODS


def _with(file: Parsed, node: ast.With) -> Iterator[Finding]:
    tokens = [token for token in file.tokens if token.type not in (tokenize.NL, tokenize.COMMENT)]
    where = next(i for i, token in enumerate(tokens) if token.start >= _start(file, node))
    if tokens[where + 1].string != "(":
        return
    depth = 0
    for index in range(where + 1, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[index].string, 0)
        if depth == 0:
            break
    if tokens[index + 1].string == ":":
        yield file.finding(node, "with", "no brackets around what follows `with`")


def _start(file: Parsed, node: ast.With) -> tuple[int, int]:
    """The node's place in characters; the tree counts bytes."""
    line = file.text.splitlines()[node.lineno - 1].encode()
    return node.lineno, len(line[: node.col_offset].decode())


def _fstring(file: Parsed, node: ast.JoinedStr) -> Iterator[Finding]:
    for index, part in enumerate(node.values):
        if not isinstance(part, ast.FormattedValue):
            continue
        inner = ast.unparse(part.value)
        before = node.values[index - 1] if index else None
        if part.conversion == ord("a"):
            yield file.finding(node, "f-string", "no !a in f-strings")
        if isinstance(before, ast.Constant) and str(before.value).endswith(inner + "="):
            yield file.finding(node, "f-string", "no {name=} in f-strings")
        if any(mark in inner for mark in "{}!:=\\\"'"):
            yield file.finding(node, "f-string", "only plain expressions in f-strings")
        if part.format_spec is not None and _has_value(part.format_spec):
            yield file.finding(node, "f-string", "no {} inside the format of an f-string")


def _has_value(spec: ast.AST) -> bool:
    return any(isinstance(item, ast.FormattedValue) for item in ast.walk(spec))


def _fstring_tokens(file: Parsed) -> Iterator[Finding]:
    """Raw f-strings and f-strings that touch another string: seen in the tokens only."""
    before = None
    for token in file.tokens:
        if token.type in (tokenize.NL, tokenize.COMMENT):
            continue
        if before is not None and _ends_string(before) and _starts_string(token):
            if _is_f(before) or _is_f(token):
                why = "an f-string may not touch another string"
                yield Finding(file.path, token.start[0], "f-string", why)
        if _starts_string(token) and _is_f(token) and "r" in _prefix(token):
            yield Finding(file.path, token.start[0], "f-string", "no raw f-strings")
        before = token


def _kind(token: tokenize.TokenInfo) -> str:
    return tokenize.tok_name[token.type]


def _starts_string(token: tokenize.TokenInfo) -> bool:
    return _kind(token) in ("STRING", "FSTRING_START")


def _ends_string(token: tokenize.TokenInfo) -> bool:
    return _kind(token) in ("STRING", "FSTRING_END")


def _is_f(token: tokenize.TokenInfo) -> bool:
    """Python 3.12 and later have tokens of their own for f-strings."""
    return _kind(token).startswith("FSTRING") or "f" in _prefix(token)


def _prefix(token: tokenize.TokenInfo) -> str:
    return token.string.replace("'", '"').split('"')[0].lower()


def _number(file: Parsed, node: ast.Constant) -> Iterator[Finding]:
    if isinstance(node.value, complex):
        yield file.finding(node, "syntax", "no complex numbers")


def _generic_alias(file: Parsed, node: ast.Subscript) -> Iterator[Finding]:
    if dotted(node.value) in tables.UNSAFE_BASES and not file.in_annotation(node):
        yield file.finding(node, "annotation", "types are evaluated outside annotations")


def _modulo(file: Parsed, node: ast.BinOp) -> Iterator[Finding]:
    bytes_left = isinstance(node.left, ast.Constant) and isinstance(node.left.value, bytes)
    if bytes_left and isinstance(node.op, ast.Mod):
        yield file.finding(node, "syntax", "bytes have no % formatting")


def _import_from(file: Parsed, node: ast.ImportFrom) -> Iterator[Finding]:
    if any(item.name == "*" for item in node.names):
        yield file.finding(node, "import", "no import of *: nothing can follow the names")


# Kind of node -> the check it gets.
_CHECKS: dict[type[ast.AST], Check] = {
    ast.Slice: _slice,
    ast.List: _display,
    ast.Tuple: _display,
    ast.Set: _display,
    ast.Dict: _dict,
    ast.Call: _call_stars,
    ast.arguments: _arguments,
    ast.FunctionDef: _function,
    ast.ClassDef: _class,
    ast.With: _with,
    ast.JoinedStr: _fstring,
    ast.Constant: _number,
    ast.Subscript: _generic_alias,
    ast.BinOp: _modulo,
    ast.ImportFrom: _import_from,
}

# Whole forms, by the name of their node; some exist only in later versions of the desktop's ast.
_REFUSED = {
    "AsyncFor": "no async",
    "AsyncFunctionDef": "no async",
    "AsyncWith": "no async",
    "Await": "no async",
    "Match": "no match",
    "MatMult": "no @ operator",
    "TemplateStr": "no template strings",
    "TryStar": "no except*",
    "TypeAlias": "no type statement",
}


def check(file: Parsed) -> Iterator[Finding]:
    """What in the file's form the board cannot parse or run."""
    for node in ast.walk(file.tree):
        name = type(node).__name__
        if name in _REFUSED:
            yield file.finding(node, "syntax", _REFUSED[name])
        elif type(node) in _CHECKS:
            yield from _CHECKS[type(node)](file, node)
    yield from _fstring_tokens(file)
