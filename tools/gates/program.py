"""The board's program as functions, classes and the types that the source shows.

A help for calls.py. It knows what a name, an attribute or an annotation stands for where that
can be read from the source, and says so by an empty answer where it cannot.
"""

import ast
from collections.abc import Iterable, Iterator

from tools.gates.parsed import FUNCTIONS, Parsed, own_nodes

UNKNOWN = "?"  # in a set of types: could be anything
BUILTIN = "builtin"  # something that is not one of the program's own

_BUILTIN_TYPES = frozenset(
    "bool bytearray bytes dict float frozenset int list memoryview object set str tuple".split()
)

_BINDINGS = (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.comprehension, ast.withitem)
_CONTAINERS = (
    ast.List,
    ast.Tuple,
    ast.Set,
    ast.Dict,
    ast.ListComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.Yield,
    ast.Assign,
    ast.Call,
)


class Function:
    """A function, a method or a lambda with the class it is a method of."""

    def __init__(self, module: "Module", node: ast.AST, name: str, owner: "Class | None") -> None:
        self.module = module
        self.node = node
        self.name = name
        self.owner = owner
        self.inner: dict[str, Function] = {}
        self.outer: Function | None = None
        self.nodes = list(own_nodes(node))
        # The nodes that are looked at again and again while types are followed
        self.calls = [item for item in self.nodes if isinstance(item, ast.Call)]
        self.bindings = [item for item in self.nodes if isinstance(item, _BINDINGS)]
        self.containers = [item for item in self.nodes if isinstance(item, _CONTAINERS)]
        self.returns = [item for item in self.nodes if isinstance(item, ast.Return)]
        self.generates = any(isinstance(item, ast.Yield | ast.YieldFrom) for item in self.nodes)
        self.running = Running(self)
        self.escaped = False  # a running one lies where types are not followed
        self.taken = False  # its value is handed on somewhere, so anybody may call it

    def __str__(self) -> str:
        return f"{self.module.file.path}:{self.name}"

    @property
    def arguments(self) -> ast.arguments:
        assert isinstance(self.node, (*FUNCTIONS, ast.Lambda))
        return self.node.args

    def is_property(self) -> bool:
        return self._is_decorated("property")

    def _is_decorated(self, name: str) -> bool:
        decorators = getattr(self.node, "decorator_list", [])
        return any(isinstance(item, ast.Name) and item.id == name for item in decorators)

    def is_bound(self) -> bool:
        """True where the first parameter is the object, which no call writes down."""
        decorators = getattr(self.node, "decorator_list", [])
        static = any(
            isinstance(item, ast.Name) and item.id == "staticmethod" for item in decorators
        )
        method = self.owner is not None and self.outer is None and not static
        return method and not isinstance(self.node, ast.Lambda)

    def parameters(self) -> list[ast.arg]:
        arguments = self.arguments
        return arguments.posonlyargs + arguments.args + arguments.kwonlyargs

    def defaults(self) -> dict[str, ast.expr]:
        """Parameter -> its default."""
        arguments = self.arguments
        plain = arguments.posonlyargs + arguments.args
        pairs = list(zip(reversed(plain), reversed(arguments.defaults), strict=False))
        found = {parameter.arg: default for parameter, default in pairs}
        for parameter, extra in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            if extra is not None:
                found[parameter.arg] = extra
        return found

    def takes(self, count: int) -> bool:
        """True where the function can be called with so many arguments (self not counted)."""
        arguments = self.arguments
        most = len(arguments.posonlyargs) + len(arguments.args) - self.is_bound()
        least = most - len(arguments.defaults)
        return least <= count and (count <= most or arguments.vararg is not None)


def assignments(place: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """Target and value of every assignment in a module or class, functions left out."""
    found: list[tuple[ast.expr, ast.expr]] = []
    for node in own_nodes(place):
        if isinstance(node, ast.Assign):
            found += [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            found.append((node.target, node.value))
    return found


class Running:
    """What a call of a generator function gives: its body runs when it is asked for an item."""

    def __init__(self, function: Function) -> None:
        self.function = function


class Class:
    """A class, its methods and the types of the attributes that its methods assign."""

    def __init__(self, module: "Module", node: ast.ClassDef) -> None:
        self.module = module
        self.node = node
        self.name = node.name
        self.methods: dict[str, Function] = {}
        self.attributes: dict[str, set[object]] = {}
        self.attribute_names = {
            item.attr
            for item in ast.walk(node)
            if isinstance(item, ast.Attribute) and isinstance(item.ctx, ast.Store)
        }
        self.assignments = assignments(node)
        self.foreign = False  # upon a class that is not part of the program
        self.bases: list[Class] = []
        self.children: list[Class] = []

    def find(self, name: str) -> Function | None:
        """The method as an object of just this class has it."""
        todo = [self]
        while todo:
            here = todo.pop(0)
            if name in here.methods:
                return here.methods[name]
            todo.extend(here.bases)
        return None

    def family(self) -> Iterator["Class"]:
        """The class and everything derived from it."""
        todo = [self]
        while todo:
            here = todo.pop()
            yield here
            todo.extend(here.children)

    def dispatch(self, name: str) -> set[Function]:
        """Every method that a call upon an object of this class, or a derived one, may reach."""
        found = (here.find(name) for here in self.family())
        return {function for function in found if function is not None}

    def attribute(self, name: str) -> set[object]:
        found: set[object] = set()
        todo = [*self.family(), *self.bases]
        for here in todo:
            found |= here.attributes.get(name, set())
            todo.extend(base for base in here.bases if base not in todo)
        return found


class Module:
    """A file, the names it imports and the functions and classes at its top."""

    def __init__(self, file: Parsed) -> None:
        self.file = file
        self.modules: dict[str, str] = {}
        self.imported: dict[str, tuple[str, str]] = {}
        self.functions: dict[str, Function] = {}
        self.classes: dict[str, Class] = {}
        self.values: dict[str, set[object]] = {}
        self.assignments = assignments(file.tree)
        self.globals: list[str] = []
        for node in ast.walk(file.tree):
            if isinstance(node, ast.Import):
                for item in node.names:
                    self.modules[item.asname or item.name] = item.name
            elif isinstance(node, ast.ImportFrom):
                for item in node.names:
                    self.imported[item.asname or item.name] = (node.module or "", item.name)
            elif isinstance(node, ast.Global):
                self.globals += node.names


class Program:
    """All files together."""

    def __init__(self, files: Iterable[Parsed]) -> None:
        self.modules = {file.module: Module(file) for file in files}
        self.functions: list[Function] = []
        self.by_name: dict[str, set[Function]] = {}
        self.attribute_names: set[str] = set()
        self.lambdas: dict[int, Function] = {}
        self.tops: list[Function] = []  # what runs when a module or a class is made
        for module in self.modules.values():
            self._collect(module)
        for module in self.modules.values():
            for owner in module.classes.values():
                self._join_bases(owner)

    def _collect(self, module: Module) -> None:
        start: tuple[ast.AST, Class | None, Function | None] = (module.file.tree, None, None)
        todo = [start]
        while todo:
            place, owner, outer = todo.pop()
            if isinstance(place, ast.Module | ast.ClassDef):
                self.tops.append(Function(module, place, "<top>", owner))
            for node in own_nodes(place):
                if isinstance(node, ast.ClassDef):
                    found = module.classes.setdefault(node.name, Class(module, node))
                    self.attribute_names |= found.attribute_names
                    todo.append((node, found, None))
                elif isinstance(node, (*FUNCTIONS, ast.Lambda)):
                    todo.append((node, owner, self._add(module, node, owner, outer)))

    def _add(
        self, module: Module, node: ast.AST, owner: Class | None, outer: Function | None
    ) -> Function:
        name = getattr(node, "name", f"<lambda {getattr(node, 'lineno', 0)}>")
        full = name
        if outer is not None:
            full = f"{outer.name}.{name}"
        elif owner is not None:
            full = f"{owner.name}.{name}"
        function = Function(module, node, full, owner)
        function.outer = outer
        if isinstance(node, ast.Lambda):
            self.lambdas[id(node)] = function
        self.functions.append(function)
        self.by_name.setdefault(name, set()).add(function)
        if outer is not None:
            outer.inner[name] = function
        elif owner is not None:
            owner.methods[name] = function
        else:
            module.functions[name] = function
        return function

    def _join_bases(self, owner: Class) -> None:
        for base in owner.node.bases:
            found = self.class_of(owner.module, base)
            if found is not None:
                owner.bases.append(found)
                found.children.append(owner)
            else:
                owner.foreign = True

    # -- names -----------------------------------------------------------------

    def module_named(self, module: Module, name: str) -> Module | None:
        """The program's module that a local name stands for."""
        if name in module.modules:
            return self.modules.get(module.modules[name])
        if name in module.imported:
            package, inner = module.imported[name]
            return self.modules.get(f"{package}.{inner}")
        return None

    def lookup(self, module: Module, name: str) -> Function | Class | None:
        """The function or class that a name at the top of a module stands for."""
        for _ in range(8):  # imported from a module that imported it itself, and so on
            if name in module.functions:
                return module.functions[name]
            if name in module.classes:
                return module.classes[name]
            if name not in module.imported:
                return None
            package, name = module.imported[name]
            if package not in self.modules:
                return None
            module = self.modules[package]
        return None

    def class_of(self, module: Module, node: ast.expr) -> Class | None:
        """The class that an expression names."""
        found: Function | Class | None = None
        if isinstance(node, ast.Name):
            found = self.lookup(module, node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            home = self.module_named(module, node.value.id)
            if home is not None:
                found = self.lookup(home, node.attr)
        return found if isinstance(found, Class) else None

    def annotated(self, module: Module, node: ast.expr | None) -> set[object]:
        """The types that an annotation names; empty where there is none."""
        if node is None:
            return set()
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node = ast.parse(node.value, mode="eval").body
        if isinstance(node, ast.BinOp):
            return self.annotated(module, node.left) | self.annotated(module, node.right)
        if isinstance(node, ast.Constant):
            return {BUILTIN}
        if isinstance(node, ast.Subscript):
            return self.annotated(module, node.value)
        if isinstance(node, ast.Name) and node.id in _BUILTIN_TYPES - {"object"}:
            return {BUILTIN}
        found = self.class_of(module, node)
        return {found} if found is not None else {UNKNOWN}
