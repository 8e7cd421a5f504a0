"""The language gate, third part: order that the board does not keep, and what bytearrays lack.

The board's dicts and sets have no order and its sort is not stable. A loop over one of them is
refused unless it goes through sorted(); a sort by a key is refused, since equal keys may come
out either way. Where the order makes no difference a comment on the line says why, and lets it
pass: `# order: sums only`.
"""

import ast
from collections.abc import Iterator

from tools.gates import tables
from tools.gates.files import Finding
from tools.gates.kinds import MAPPINGS, Kind, Kinds
from tools.gates.parsed import FUNCTIONS, Parsed

MARK = "order"
_COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)
_UNORDERED_RESULT = (ast.DictComp, ast.SetComp)


class _Scope:
    """The checks of one function, class or module."""

    def __init__(self, file: Parsed, kinds: Kinds, names: dict[str, Kind]) -> None:
        self.file = file
        self.kinds = kinds
        self.names = names
        self.free: set[int] = set()  # comprehensions whose order cannot be seen

    def check(self, node: ast.AST) -> Iterator[Finding]:
        if isinstance(node, ast.For):
            yield from self._loop(node, node.iter)
        elif isinstance(node, _COMPREHENSIONS):
            if id(node) not in self.free and not isinstance(node, _UNORDERED_RESULT):
                for generator in node.generators:
                    yield from self._loop(generator.iter, generator.iter)
        elif isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Load):
            yield from self._loop(node, node.value)
        elif isinstance(node, ast.YieldFrom):
            yield from self._loop(node, node.value)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            yield from self._loop(node, node.value)
        elif isinstance(node, ast.Call):
            yield from self._call(node)
        elif isinstance(node, ast.Delete):
            yield from self._delete(node)

    def _unordered(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("items", "keys", "values") and not node.args:
                return True
        return bool(self.kinds.of(node, self.names) & MAPPINGS)

    def _loop(self, node: ast.AST, what: ast.expr) -> Iterator[Finding]:
        if self._unordered(what) and not self.file.marked(what, MARK):
            text = f"{ast.unparse(what)} has no order: sorted(), or say `# order: why not`"
            yield self.file.finding(node, "order", text)

    def _call(self, node: ast.Call) -> Iterator[Finding]:
        function = node.func
        if isinstance(function, ast.Name):
            yield from self._plain_call(node, function.id)
        elif isinstance(function, ast.Attribute):
            yield from self._method_call(node, function)

    def _plain_call(self, node: ast.Call, name: str) -> Iterator[Finding]:
        key = any(item.arg == "key" for item in node.keywords)
        if name in tables.ORDERLESS_CALLS or (name in ("max", "min") and not key):
            self.free.update(id(item) for item in node.args)
        elif name in tables.ORDERED_CALLS:
            for item in node.args:
                yield from self._loop(node, item)
        if name == "sorted":
            yield from self._sort(node)

    def _method_call(self, node: ast.Call, function: ast.Attribute) -> Iterator[Finding]:
        kind = self.kinds.of(function.value, self.names)
        name = function.attr
        if name == "sort":
            yield from self._sort(node)
        elif name in ("extend", "join") and node.args:
            yield from self._loop(node, node.args[0])
        elif name == "popitem" or (name == "pop" and kind == {"set"}):
            if not self.file.marked(node, MARK):
                yield self.file.finding(node, "order", f"{name}() takes whichever comes first")
        elif kind == {"bytearray"} and name in tables.BYTEARRAY_MISSING:
            yield self.file.finding(node, "method", f"a bytearray has no {name}()")

    def _sort(self, node: ast.Call) -> Iterator[Finding]:
        if any(item.arg == "key" for item in node.keywords) and not self.file.marked(node, MARK):
            text = "sorting is not stable: say `# order: why no two keys are equal`"
            yield self.file.finding(node, "order", text)

    def _delete(self, node: ast.Delete) -> Iterator[Finding]:
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                if self.kinds.of(target.value, self.names) == {"bytearray"}:
                    yield self.file.finding(node, "method", "a bytearray loses no items")


def check(file: Parsed, kinds: Kinds) -> Iterator[Finding]:
    """What in the file leans on an order that the board does not keep."""
    todo: list[tuple[ast.AST, dict[str, Kind]]] = [(file.tree, {})]
    while todo:
        place, outer = todo.pop()
        names = kinds.scope(place, outer)
        scope = _Scope(file, kinds, names)
        inner = names if not isinstance(place, ast.ClassDef) else outer
        for node in _in_order(place):
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                todo.append((node, inner))
            else:
                yield from scope.check(node)


def _in_order(place: ast.AST) -> Iterator[ast.AST]:
    """The scope's nodes, a call before its arguments; functions and classes closed."""
    todo = list(ast.iter_child_nodes(place))
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            todo.extend(ast.iter_child_nodes(node))
