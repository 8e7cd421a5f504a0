"""Which names of a source mean the same variable, and where they stand.

Python's rules of scopes for the part of the language that the board's files use; a source with
anything else is refused. Nothing is renamed here.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

MODULE = "module"
CLASS = "class"
FUNCTION = "function"

# Whoever uses these may reach a variable by its name as text.
_BY_TEXT = frozenset(["dir", "eval", "exec", "globals", "locals", "vars"])
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_REFUSED = (ast.Match, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith)
_DEF = re.compile(rb"def\s+")
_AS = re.compile(rb"\s*\)?\s+as\s+")

Place = tuple[int, int]  # line from 1, column in bytes


class Refused(Exception):
    """A source in which it is not certain what every name means."""


@dataclass(eq=False)
class Variable:
    """One variable: every place where its name stands.

    bound     it is given a value here; otherwise it comes from outside, such as a built-in
    argument  it is a parameter of a function
    fixed     its name is that of what is imported, of an attribute or of a class, or stands where
              it cannot be replaced
    defined   it is the name of a function, which error messages tell
    quoted    it is read within a text
    stores    how often it is given a value
    """

    name: str
    scope: "Scope"
    places: list[Place] = field(default_factory=list)
    bound: bool = False
    argument: bool = False
    fixed: bool = False
    defined: bool = False
    quoted: bool = False
    stores: int = 0


@dataclass(eq=False)
class Scope:
    """A module, a class, or a function (a lambda and a comprehension count as functions)."""

    kind: str
    node: ast.AST
    parent: "Scope | None"
    variables: dict[str, Variable] = field(default_factory=dict)
    inner: list["Scope"] = field(default_factory=list)
    outside: set[str] = field(default_factory=set)  # names declared global
    above: set[str] = field(default_factory=set)  # names declared nonlocal

    def all_inside(self) -> Iterator["Scope"]:
        """This scope and all that are in it."""
        yield self
        for scope in self.inner:
            yield from scope.all_inside()


@dataclass
class _Use:
    scope: Scope
    name: str
    place: Place | None
    binds: bool = False
    argument: bool = False
    defined: bool = False
    quoted: bool = False


class Scopes:
    """The scopes of one source. `top` is the module; `of(node)` the variable of a Name or an
    argument; `imports` every import of names from a module, with its scope, but those in a class;
    `nodes` all of the tree. Raises Refused, and SyntaxError for what is no Python."""

    def __init__(self, source: bytes) -> None:
        self.tree = ast.parse(source)
        self.nodes = list(ast.walk(self.tree))
        self.imports: list[tuple[ast.ImportFrom, Scope]] = []
        self.top = Scope(MODULE, self.tree, None)
        self._lines = source.split(b"\n")
        self._uses: list[_Use] = []
        self._nodes: list[tuple[ast.AST, Scope, str]] = []
        self._in_text = 0
        self._all(self.tree.body, self.top)
        for use in self._uses:
            if use.binds:
                self._bind(use)
        for use in self._uses:
            self._note(use)
        self._variables = {
            id(node): self._resolve(scope, name) for node, scope, name in self._nodes
        }

    def of(self, node: ast.AST) -> Variable | None:
        """The variable of a Name or an argument; None for what is neither."""
        return self._variables.get(id(node))

    # The walk through the tree: every use of a name with its scope.

    def _use(self, scope: Scope, name: str, node: ast.AST | None, **more: bool) -> None:
        place = None if node is None else (node.lineno, node.col_offset)  # type: ignore[attr-defined]
        self._uses.append(_Use(scope, name, place, quoted=self._in_text > 0, **more))
        if node is not None:
            self._nodes.append((node, scope, name))

    def _all(self, nodes: Iterable[ast.AST | None], scope: Scope) -> None:
        for node in nodes:
            if node is not None:
                self._walk(node, scope)

    def _walk(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, _REFUSED):
            raise Refused(type(node).__name__)
        if isinstance(node, ast.Name):
            if node.id in _BY_TEXT:
                raise Refused(node.id)
            self._use(scope, node.id, node, binds=not isinstance(node.ctx, ast.Load))
        elif isinstance(node, ast.FunctionDef):
            self._use(scope, node.name, self._name_of(node), binds=True, defined=True)
            self._all(node.decorator_list, scope)
            self._function(node, node.args, node.body, scope, [node.returns])
        elif isinstance(node, ast.Lambda):
            self._function(node, node.args, [node.body], scope, [])
        elif isinstance(node, ast.ClassDef):
            self._use(scope, node.name, None, binds=True)
            self._all([*node.decorator_list, *node.bases, *node.keywords], scope)
            self._all(node.body, self._open(CLASS, node, scope))
        elif isinstance(node, _COMPREHENSIONS):
            self._comprehension(node, scope)
        elif isinstance(node, ast.NamedExpr):
            self._walrus(node, scope)
        elif isinstance(node, ast.ExceptHandler):
            self._handler(node, scope)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            (scope.outside if isinstance(node, ast.Global) else scope.above).update(node.names)
            for name in node.names:
                self._use(scope, name, None)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._import(node, scope)
        elif isinstance(node, ast.JoinedStr):
            self._in_text += 1
            self._all(ast.iter_child_nodes(node), scope)
            self._in_text -= 1
        else:
            self._all(ast.iter_child_nodes(node), scope)

    def _name_of(self, node: ast.FunctionDef) -> ast.Name | None:
        """A function's name as if it were an expression of its own."""
        match = _DEF.match(self._lines[node.lineno - 1], node.col_offset)
        if match is None or not self._lines[node.lineno - 1][match.end() :].startswith(
            node.name.encode()
        ):
            return None
        return ast.Name(node.name, lineno=node.lineno, col_offset=match.end())

    def _open(self, kind: str, node: ast.AST, parent: Scope) -> Scope:
        scope = Scope(kind, node, parent)
        parent.inner.append(scope)
        return scope

    def _function(
        self,
        node: ast.AST,
        arguments: ast.arguments,
        body: Iterable[ast.AST],
        scope: Scope,
        around: list[ast.expr | None],
    ) -> None:
        """What stands in the head besides the names belongs to the scope around."""
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        named += [item for item in (arguments.vararg, arguments.kwarg) if item]
        self._all([*arguments.defaults, *arguments.kw_defaults, *around], scope)
        self._all([item.annotation for item in named], scope)
        inside = self._open(FUNCTION, node, scope)
        for item in named:
            place = None if item in arguments.kwonlyargs else item
            self._use(inside, item.arg, place, binds=True, argument=True)
        self._all(body, inside)

    def _comprehension(self, node: ast.AST, scope: Scope) -> None:
        """The first thing that is walked through belongs to the scope around."""
        generators: list[ast.comprehension] = node.generators  # type: ignore[attr-defined]
        self._walk(generators[0].iter, scope)
        inside = self._open(FUNCTION, node, scope)
        for number, generator in enumerate(generators):
            self._walk(generator.target, inside)
            if number:
                self._walk(generator.iter, inside)
            self._all(generator.ifs, inside)
        if isinstance(node, ast.DictComp):
            self._all([node.key, node.value], inside)
        else:
            self._walk(node.elt, inside)  # type: ignore[attr-defined]

    def _walrus(self, node: ast.NamedExpr, scope: Scope) -> None:
        """In a comprehension it gives a value to a variable of the function around."""
        if isinstance(scope.node, _COMPREHENSIONS):
            raise Refused("a value given within a comprehension")
        self._all([node.value, node.target], scope)

    def _handler(self, node: ast.ExceptHandler, scope: Scope) -> None:
        if node.type is not None:
            self._walk(node.type, scope)
        if node.name:
            place = None
            assert node.type is not None
            line, start = node.type.end_lineno or 0, node.type.end_col_offset or 0
            match = _AS.match(self._lines[line - 1], start)
            if match and self._lines[line - 1][match.end() :].startswith(node.name.encode()):
                place = ast.Name(node.name, lineno=line, col_offset=match.end())
            self._use(scope, node.name, place, binds=True)
        self._all(node.body, scope)

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        for alias in node.names:
            if alias.name == "*":
                raise Refused("import of everything")
            name = alias.asname or alias.name.partition(".")[0]
            self._use(scope, name, None, binds=True)
        if isinstance(node, ast.ImportFrom) and not node.level and scope.kind != CLASS:
            self.imports.append((node, scope))

    # Which variable a name means.

    def _bind(self, use: _Use) -> None:
        scope = use.scope
        if use.name in scope.outside:
            scope = self.top
        elif use.name in scope.above:
            return  # bound further out as well
        self._variable(scope, use.name).bound = True

    def _variable(self, scope: Scope, name: str) -> Variable:
        if name not in scope.variables:
            scope.variables[name] = Variable(name, scope)
        return scope.variables[name]

    def _note(self, use: _Use) -> None:
        variable = self._resolve(use.scope, use.name)
        variable.quoted |= use.quoted
        variable.fixed |= use.quoted or use.place is None
        variable.argument |= use.argument
        variable.defined |= use.defined
        variable.stores += use.binds
        if use.place is not None and use.place not in variable.places:
            variable.places.append(use.place)

    def _resolve(self, scope: Scope, name: str) -> Variable:
        if name in scope.outside:
            return self._variable(self.top, name)
        here: Scope | None = scope
        if name in scope.above:
            here = scope.parent
        while here is not None:
            own = here.variables.get(name)
            visible = here.kind == FUNCTION or here is scope or here.kind == MODULE
            if own is not None and own.bound and visible:
                return own
            here = here.parent
        return self._variable(self.top, name)
