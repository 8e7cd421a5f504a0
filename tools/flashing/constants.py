"""Numbers in place of the names of constants.

The board's compiler puts the value of a name made by const() in its place, but only in the file
that makes it; everywhere else the name is imported, looked up and held in the heap. Here the value
goes wherever the name is read, in every file. Names and imports that nobody needs any more go.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tools.flashing.edits import Text
from tools.flashing.scopes import MODULE, Scope, Scopes, Variable

_MAKER = "const"
_FROM = "micropython"
# What the top of a module may consist of when nobody is to notice that it is not imported.
_INERT = (ast.Assign, ast.ClassDef, ast.FunctionDef, ast.Import, ast.ImportFrom, ast.Pass)
_SUMS = (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.RShift, ast.BitOr, ast.BitAnd, ast.BitXor)


@dataclass
class _Module:
    """One file: its scopes, and the constants that can be read from it by name."""

    name: str
    scopes: Scopes
    made: dict[str, int] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)  # those imported included
    makers: dict[str, ast.Assign] = field(default_factory=dict)

    @property
    def inert(self) -> bool:
        return all(
            isinstance(item, _INERT)
            and not (
                isinstance(item, ast.Assign) and any(_reaches_out(one) for one in item.targets)
            )
            for item in self.scopes.tree.body
        )


class Constants:
    """The constants of a program: module name -> its source. `onlookers`: sources that use the
    program and are no part of it; what they read stays. `plain`: a name that is given a whole
    number once, at the top of its file, is a constant too. Raises what Scopes raises."""

    def __init__(
        self, sources: dict[str, bytes], onlookers: Iterable[bytes] = (), plain: bool = False
    ) -> None:
        self._plain = plain
        self._sources = sources
        self._modules = {name: _Module(name, Scopes(source)) for name, source in sources.items()}
        self._stored = self._stored_names()
        for module in self._modules.values():
            self._find(module)
        while sum(self._hand_on(module) for module in self._modules.values()):
            pass
        self._touched: set[str] = set()  # names reached in another way than by replaced ones
        self._wanted: set[tuple[str, str]] = set()  # module, name: imported as no constant
        for module in self._modules.values():
            self._look_at(module)
        for source in onlookers:
            self._look_at_all(ast.parse(source))
        while sum(self._want_more(module) for module in self._modules.values()):
            pass

    def written_out(self, name: str) -> bytes:
        """The source of one module with numbers instead of names."""
        module = self._modules[name]
        return _Writer(self, self._sources[name], module).done()

    def value(self, module: str, name: str) -> int | None:
        """What a module's name stands for, None where that is no constant."""
        found = self._modules.get(module)
        return found.values.get(name) if found else None

    def is_module(self, name: str) -> bool:
        """True for a module of this program."""
        return name in self._modules

    def may_go(self, name: str) -> bool:
        """True where nothing happens when a module is imported, so that it may be left out."""
        return name == _FROM or name in self._modules and self._modules[name].inert

    def is_needed(self, module: _Module, name: str) -> bool:
        """True where somebody may read a name at the top of a module, besides those who get its
        value instead."""
        return name in self._touched or (module.name, name) in self._wanted

    def modules_of(self, module: _Module) -> dict[Variable, str]:
        """The variables of a file that are modules of this program."""
        found = {}
        for node, scope in module.scopes.imports:
            for alias in node.names:
                variable = _variable(scope, alias.asname or alias.name)
                if variable is not None and f"{node.module}.{alias.name}" in self._modules:
                    found[variable] = f"{node.module}.{alias.name}"
        return found

    def numbers_of(self, module: _Module) -> dict[Variable, int]:
        """The variables of a file that are constants, where they can be replaced."""
        found = {}
        for node, scope in module.scopes.imports:
            for alias in node.names:
                variable = _variable(scope, alias.asname or alias.name)
                value = self.value(node.module or "", alias.name)
                if variable is not None and value is not None and not variable.quoted:
                    found[variable] = value
        for name, value in module.made.items():
            found[module.scopes.top.variables[name]] = value
        return found

    def _look_at(self, module: _Module) -> None:
        """Note what a file reads of others in another way than by names that are replaced."""
        modules = self.modules_of(module)
        numbers = self.numbers_of(module)
        foreign = self._foreign(module.scopes.nodes)
        for node in module.scopes.nodes:
            if isinstance(node, ast.Attribute):
                if module.scopes.of(node.value) not in modules and _root(node) not in foreign:
                    self._touched.add(node.attr)
            else:
                self._touched.update(_names_as_text(node))
        for imported, scope in module.scopes.imports:
            for alias in imported.names:
                if _variable(scope, alias.asname or alias.name) not in numbers:
                    self._wanted.add((imported.module or "", alias.name))

    def _want_more(self, module: _Module) -> bool:
        """Want what a file goes on importing although it is a constant: from a file that does
        something, or because somebody wants it from here. True where that was something new."""
        count = len(self._wanted)
        for imported, scope in module.scopes.imports:
            for alias in imported.names:
                handed = scope.kind == MODULE and self.is_needed(module, alias.asname or alias.name)
                if handed or not self.may_go(imported.module or ""):
                    self._wanted.add((imported.module or "", alias.name))
        return len(self._wanted) > count

    def _foreign(self, nodes: list[ast.AST]) -> set[str]:
        """The names that are nothing but modules from elsewhere."""
        packages = {name.partition(".")[0] for name in self._modules}
        found = set()
        for node in nodes:
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names if alias.name not in packages}
        for node in nodes:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found.discard(node.id)
            elif isinstance(node, ast.arg):
                found.discard(node.arg)
        return found

    def _look_at_all(self, tree: ast.Module) -> None:
        """Note every name that a source may read of others."""
        nodes = list(ast.walk(tree))
        modules = {}
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self._wanted.add((node.module or "", alias.name))
                    modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
            elif isinstance(node, ast.ClassDef):
                modules[node.name] = ""
        for node in nodes:
            if isinstance(node, ast.Attribute):
                if _root(node) in modules:
                    self._wanted.add((modules[_root(node)], node.attr))
                else:
                    self._touched.add(node.attr)
            else:
                self._touched.update(_names_as_text(node))

    def _stored_names(self) -> set[str]:
        """Names of attributes that are given a value."""
        return {
            node.attr
            for module in self._modules.values()
            for node in module.scopes.nodes
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
        }

    def _find(self, module: _Module) -> None:
        """The constants that a module makes."""
        for node in module.scopes.tree.body:
            if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                continue
            target, value = node.targets[0], node.value
            if not isinstance(target, ast.Name):
                continue
            if self._is_made(module, value):
                assert isinstance(value, ast.Call)
                value = value.args[0]
            elif not self._plain:
                continue
            variable = module.scopes.of(target)
            assert variable is not None
            number = _sum(value, module.made)
            if (
                number is None
                or variable.stores != 1
                or variable.fixed
                or target.id in self._stored
            ):
                continue
            module.made[target.id] = number
            module.makers[target.id] = node
        module.values.update(module.made)

    def _is_made(self, module: _Module, value: ast.expr) -> bool:
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
            return False
        plain = len(value.args) == 1 and not value.keywords
        return plain and value.func.id == _MAKER and _imported(module, _MAKER) == _FROM

    def _hand_on(self, module: _Module) -> bool:
        """Take over what a module imports; True where that was something new."""
        count = len(module.values)
        for node in module.scopes.tree.body:
            if isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    value = self.value(node.module or "", alias.name)
                    name = alias.asname or alias.name
                    if value is not None and module.scopes.top.variables[name].stores == 1:
                        module.values[name] = value
        return len(module.values) > count


def _reaches_out(target: ast.expr) -> bool:
    """True for what is given a value and is no variable, as in `sys.modules[name] = ...`."""
    return any(isinstance(part, ast.Attribute | ast.Subscript) for part in ast.walk(target))


def _imported(module: _Module, name: str) -> str:
    """From which module a name comes, "" where it may be another."""
    variable = module.scopes.top.variables.get(name)
    if variable is None or variable.stores != 1:
        return ""
    for node in module.scopes.tree.body:
        if isinstance(node, ast.ImportFrom) and not node.level:
            if any((alias.asname or alias.name) == name for alias in node.names):
                return node.module or ""
    return ""


def _root(node: ast.expr) -> str:
    """The name with which a chain of attributes begins, "" where it is none."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _names_as_text(node: ast.AST) -> Iterator[str]:
    """Texts by which a call may reach a name."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in ("getattr", "hasattr", "setattr", "delattr"):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    yield inner.value


def _sum(node: ast.expr, known: dict[str, int]) -> int | None:
    """The value of an expression of whole numbers and constants, None for any other."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        value = _sum(node.operand, known)
        return None if value is None else -value if isinstance(node.op, ast.USub) else ~value
    if isinstance(node, ast.BinOp) and isinstance(node.op, _SUMS):
        left, right = _sum(node.left, known), _sum(node.right, known)
        if left is None or right is None:
            return None
        number = ast.BinOp(ast.Constant(left), node.op, ast.Constant(right))
        return int(eval(compile(ast.fix_missing_locations(ast.Expression(number)), "", "eval")))
    return None


class _Writer:
    """Writes the numbers into one module."""

    def __init__(self, constants: Constants, source: bytes, module: _Module) -> None:
        self.constants = constants
        self.module = module
        self.scopes = module.scopes
        self.text = Text(source)
        self.left: dict[Variable, int] = {}  # how often a variable is still read
        self.alone: set[int] = set()  # statements that are the only ones in their place

    def done(self) -> bytes:
        numbers = self.constants.numbers_of(self.module)
        modules = self.constants.modules_of(self.module)
        for node in self.scopes.nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                variable = self.scopes.of(node)
                assert variable is not None
                self.left[variable] = self.left.get(variable, 0) + 1
        dropped = self._drop_makers()
        for node in self.scopes.nodes:
            for body in (getattr(node, "body", None), getattr(node, "orelse", None)):
                if isinstance(body, list) and len(body) == 1:
                    self.alone.add(id(body[0]))
            if id(node) not in dropped:
                self._write(node, numbers, modules)
        self._drop_imports(numbers, modules)
        return self.text.done()

    def _drop_makers(self) -> set[int]:
        """Names that nobody else needs: their statements go. Gives the nodes inside those."""
        found: set[int] = set()
        for name, node in self.module.makers.items():
            if not self.constants.is_needed(self.module, name):
                self.text.replace_node(node, b"")
                for inner in ast.walk(node):
                    found.add(id(inner))
                    variable = self.scopes.of(inner)
                    if variable is not None and isinstance(inner, ast.Name):
                        self.left[variable] = self.left.get(variable, 0) - 1
        return found

    def _write(
        self, node: ast.AST, numbers: dict[Variable, int], modules: dict[Variable, str]
    ) -> None:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            variable = self.scopes.of(node)
            if variable in numbers:
                self._put(node, numbers[variable], variable)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            variable = self.scopes.of(node.value)
            if variable in modules and isinstance(node.ctx, ast.Load):
                value = self.constants.value(modules[variable], node.attr)
                if value is not None:
                    self._put(node, value, variable)

    def _put(self, node: ast.expr, value: int, variable: Variable) -> None:
        text = str(value) if value >= 0 else f"({value})"
        self.text.replace_node(node, text.encode())
        self.left[variable] -= 1

    def _drop_imports(self, numbers: dict[Variable, int], modules: dict[Variable, str]) -> None:
        """Leave out what is imported and not read any more."""
        for node, scope in self.scopes.imports:
            stay = [
                alias
                for alias in node.names
                if not self._may_go(node, alias, scope, numbers, modules)
            ]
            if len(stay) == len(node.names):
                continue
            names = [f"{one.name} as {one.asname}" if one.asname else one.name for one in stay]
            text = f"from {node.module} import {', '.join(names)}" if stay else ""
            if not text and id(node) in self.alone and node not in self.scopes.tree.body:
                text = "pass"
            self.text.replace_node(node, text.encode())

    def _may_go(
        self,
        node: ast.ImportFrom,
        alias: ast.alias,
        scope: Scope,
        numbers: dict[Variable, int],
        modules: dict[Variable, str],
    ) -> bool:
        name = alias.asname or alias.name
        variable = _variable(scope, name)
        if variable is None or self.left.get(variable):
            return False
        if scope.kind == MODULE and self.constants.is_needed(self.module, name):
            return False
        where = node.module or ""
        if alias.name == _MAKER and where == _FROM:
            return True
        if variable in modules:
            return self.constants.may_go(where) and self.constants.may_go(modules[variable])
        return variable in numbers and self.constants.may_go(where)


def _variable(scope: Scope, name: str) -> Variable | None:
    """The variable that an import makes, where nothing else gives it a value."""
    variable = scope.variables.get(name)
    return variable if variable and variable.stores == 1 else None
