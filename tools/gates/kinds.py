"""Which names and attributes hold a bytearray, a dict or a set, as far as the source shows it.

A help for order.py: it looks at assignments and annotations, follows nothing across calls, and
says "unknown" by an empty set.
"""

import ast
from collections.abc import Iterable

from tools.gates.parsed import FUNCTIONS, Parsed, own_nodes

Kind = frozenset[str]
NOTHING: Kind = frozenset()
MAPPINGS = frozenset(["dict", "set"])

_BY_CALL = {"bytearray": "bytearray", "dict": "dict", "frozenset": "set", "set": "set"}
_SET_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)


def _of_annotation(node: ast.expr | None) -> Kind:
    if isinstance(node, ast.BinOp):
        return _of_annotation(node.left) | _of_annotation(node.right)
    if isinstance(node, ast.Subscript):
        return _of_annotation(node.value)
    if isinstance(node, ast.Name):
        return frozenset([_BY_CALL.get(node.id, "other")])
    return NOTHING


class Kinds:
    """The kinds of attributes over all files, and of names scope by scope."""

    def __init__(self, files: Iterable[Parsed]) -> None:
        self.attributes: dict[str, Kind] = {}
        self.returns: dict[str, Kind] = {}
        files = list(files)
        for file in files:
            for node in ast.walk(file.tree):
                if isinstance(node, FUNCTIONS):
                    known = self.returns.get(node.name, NOTHING)
                    self.returns[node.name] = known | _of_annotation(node.returns)
        for _ in range(2):  # the second round knows attributes that are assigned from others
            for file in files:
                self._read_attributes(file)

    def _read_attributes(self, file: Parsed) -> None:
        for scope in ast.walk(file.tree):
            if not isinstance(scope, (*FUNCTIONS, ast.ClassDef)):
                continue
            names = self.scope(scope, {})
            for target, kind in self._bindings(scope, names):
                name = None
                if isinstance(target, ast.Attribute):
                    name = target.attr
                elif isinstance(target, ast.Name) and isinstance(scope, ast.ClassDef):
                    name = target.id
                if name is not None:
                    self.attributes[name] = self.attributes.get(name, NOTHING) | kind

    def scope(self, node: ast.AST, outer: dict[str, Kind]) -> dict[str, Kind]:
        """The kinds of the names bound in a function or module, over those around it."""
        names = dict(outer)
        if isinstance(node, FUNCTIONS):
            arguments = node.args
            for item in arguments.posonlyargs + arguments.args + arguments.kwonlyargs:
                names[item.arg] = _of_annotation(item.annotation)
        found: dict[str, Kind] = {}
        for target, kind in self._bindings(node, names):
            if isinstance(target, ast.Name):
                found[target.id] = found.get(target.id, NOTHING) | kind
        names.update(found)
        return names

    def _bindings(self, scope: ast.AST, names: dict[str, Kind]) -> list[tuple[ast.expr, Kind]]:
        found: list[tuple[ast.expr, Kind]] = []
        for node in own_nodes(scope):
            if isinstance(node, ast.Assign):
                kind = self.of(node.value, names) or frozenset(["other"])
                found += [(target, kind) for target in node.targets]
            elif isinstance(node, ast.AnnAssign):
                found.append((node.target, _of_annotation(node.annotation)))
            elif isinstance(node, ast.NamedExpr):
                found.append((node.target, self.of(node.value, names)))
        return found

    def of(self, node: ast.expr, names: dict[str, Kind]) -> Kind:
        """The kinds that an expression may have; empty where nothing shows it."""
        if isinstance(node, ast.Dict | ast.DictComp):
            return frozenset(["dict"])
        if isinstance(node, ast.Set | ast.SetComp):
            return frozenset(["set"])
        if isinstance(node, ast.Name):
            return names.get(node.id, NOTHING)
        if isinstance(node, ast.Attribute):
            return self.attributes.get(node.attr, NOTHING)
        if isinstance(node, ast.IfExp):
            return self.of(node.body, names) | self.of(node.orelse, names)
        if isinstance(node, ast.BoolOp):
            return frozenset().union(*(self.of(value, names) for value in node.values))
        if isinstance(node, ast.BinOp) and isinstance(node.op, _SET_OPERATORS):
            return (self.of(node.left, names) | self.of(node.right, names)) & MAPPINGS
        if isinstance(node, ast.Call):
            return self._of_call(node, names)
        return NOTHING

    def _of_call(self, node: ast.Call, names: dict[str, Kind]) -> Kind:
        function = node.func
        if isinstance(function, ast.Name):
            if function.id in _BY_CALL:
                return frozenset([_BY_CALL[function.id]])
            return self.returns.get(function.id, NOTHING)
        if isinstance(function, ast.Attribute):
            if function.attr in ("copy", "union", "difference", "intersection"):
                return self.of(function.value, names)
            if function.attr == "fromkeys":
                return frozenset(["dict"])
            return self.returns.get(function.attr, NOTHING)
        return NOTHING
