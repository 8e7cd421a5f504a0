"""The language gate, second part: modules, names, methods and arguments that the board lacks.

What a name means is told from the file's own imports and definitions. Forms of the language
are in syntax.py.
"""

import ast
from collections.abc import Iterator

from tools.gates import tables
from tools.gates.files import Finding
from tools.gates.parsed import BUILTIN_NAMES, FUNCTIONS, Parsed, dotted


class Names:
    """The checks of one file; `check()` gives its findings.

    `plain`: the file never goes on the board and only has to run under MicroPython as well, so
    it may try to import what is not there, and has a few names more.
    """

    def __init__(self, file: Parsed, plain: bool = False) -> None:
        self.file = file
        self.plain = plain
        self.tried = _tried(file.tree) if plain else frozenset()
        self.missing = BUILTIN_NAMES - tables.BUILTINS - (tables.PLAIN_NAMES if plain else set())
        self.modules: dict[str, str] = {}  # local name -> module it stands for
        self.imported: dict[str, tuple[str, str]] = {}  # local name -> (module, name there)
        self.defined: set[str] = set()  # every name that the file binds itself
        self.functions: set[str] = set()
        self.methods: dict[str, set[str]] = {}  # class -> its methods
        for node in ast.walk(file.tree):
            self._note(node)

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            for item in node.names:
                self.modules[item.asname or item.name.split(".")[0]] = item.name
        elif isinstance(node, ast.ImportFrom):
            for item in node.names:
                self.imported[item.asname or item.name] = (node.module or "", item.name)
        elif isinstance(node, FUNCTIONS):
            self.functions.add(node.name)
            self.defined.add(node.name)
        elif isinstance(node, ast.ClassDef):
            self.defined.add(node.name)
            self.methods[node.name] = {n.name for n in node.body if isinstance(n, FUNCTIONS)}
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            self.defined.add(node.id)
        elif isinstance(node, ast.arg):
            self.defined.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self.defined.add(node.name)

    def check(self) -> Iterator[Finding]:
        for node in ast.walk(self.file.tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield from self._import(node)
            elif isinstance(node, ast.Name):
                yield from self._name(node)
            elif isinstance(node, ast.Attribute):
                yield from self._attribute(node)
            elif isinstance(node, ast.Call):
                yield from self._call(node)

    def _say(self, node: ast.AST, rule: str, text: str) -> Finding:
        return self.file.finding(node, rule, text)

    # -- modules and names ---------------------------------------------------

    def _import(self, node: ast.Import | ast.ImportFrom) -> Iterator[Finding]:
        if id(node) in self.tried:
            return
        if isinstance(node, ast.ImportFrom):
            if node.level:
                yield self._say(node, "import", "imports give the whole name")
                return
            modules = [node.module or ""]
        else:
            modules = [item.name for item in node.names]
        for module in modules:
            yield from self._module(node, module)
        if isinstance(node, ast.ImportFrom):
            for item in node.names:
                yield from self._member(node, node.module or "", item.name)

    def _module(self, node: ast.AST, module: str) -> Iterator[Finding]:
        top = module.split(".")[0]
        if module in tables.FORBIDDEN_MODULES:
            yield self._say(node, "module", f"{module} {tables.FORBIDDEN_MODULES[module]}")
        elif self.plain and top in tables.PLAIN_MODULES:
            return
        elif top not in tables.MODULES and top not in tables.OWN_PACKAGES:
            yield self._say(node, "module", f"the board has no module {module}")
        elif "." in module and top in tables.MODULE_NAMES:
            yield self._say(node, "module", f"the board has no module {module}")

    def _member(self, node: ast.AST, module: str, name: str) -> Iterator[Finding]:
        if (module, name) in tables.FORBIDDEN_NAMES:
            text = f"{module}.{name}: {tables.FORBIDDEN_NAMES[module, name]}"
            yield self._say(node, "name", text)
        elif module in tables.MODULE_NAMES and name not in tables.MODULE_NAMES[module]:
            if name != "*":
                yield self._say(node, "name", f"the board's {module} has no {name}")

    def _name(self, node: ast.Name) -> Iterator[Finding]:
        name = node.id
        known = name in self.defined or name in self.modules or name in self.imported
        if known or self.file.in_annotation(node) or not isinstance(node.ctx, ast.Load):
            return
        if name in self.missing:
            yield self._say(node, "name", f"the board has no {name}")
        if not name.isascii():
            yield self._say(node, "name", "names are ASCII")

    def _attribute(self, node: ast.Attribute) -> Iterator[Finding]:
        owner = dotted(node.value)
        if owner in self.modules:
            yield from self._member(node, self.modules[owner], node.attr)
        if node.attr in tables.MISSING_ATTRIBUTES:
            yield self._say(node, "attribute", f"the board has no {node.attr}")
        stored = not isinstance(node.ctx, ast.Load)
        if stored and owner in self.functions and owner not in self._rebound():
            yield self._say(node, "function-attribute", "functions have no attributes")

    def _rebound(self) -> set[str]:
        """Names of functions that are also a variable or a parameter somewhere in the file."""
        names = set()
        for node in ast.walk(self.file.tree):
            if isinstance(node, ast.arg):
                names.add(node.arg)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
        return names

    # -- calls -----------------------------------------------------------------

    def _call(self, node: ast.Call) -> Iterator[Finding]:
        function = node.func
        if isinstance(function, ast.Name):
            yield from self._plain_call(node, function.id)
        elif isinstance(function, ast.Attribute):
            yield from self._method_call(node, function)

    def _plain_call(self, node: ast.Call, name: str) -> Iterator[Finding]:
        if name in self.defined:
            return
        _, original = self.imported.get(name, ("", name))
        allowed = tables.KEYWORDS.get(original, tables.METHOD_KEYWORDS.get(original))
        yield from self._keywords(node, original, allowed)
        yield from self._argument_rules(node, original)
        if original == "open":
            yield from self._open_mode(node)

    def _method_call(self, node: ast.Call, function: ast.Attribute) -> Iterator[Finding]:
        name = function.attr
        if self._is_own(function):
            return
        if name in tables.MISSING_METHODS:
            yield self._say(node, "method", f"the board has no method {name}()")
        if dotted(function.value) == "random":
            yield self._say(node, "method", f"no random.{name}(): chance comes from entropy")
        yield from self._keywords(node, name, tables.METHOD_KEYWORDS.get(name))
        yield from self._argument_rules(node, name)

    def _is_own(self, function: ast.Attribute) -> bool:
        """True where the method is one that a class of this file defines and calls on itself."""
        on_self = isinstance(function.value, ast.Name) and function.value.id == "self"
        return on_self and any(function.attr in methods for methods in self.methods.values())

    def _keywords(
        self, node: ast.Call, name: str, allowed: frozenset[str] | None
    ) -> Iterator[Finding]:
        if allowed is None:
            return
        for keyword in node.keywords:
            if keyword.arg is not None and keyword.arg not in allowed:
                yield self._say(node, "keyword", f"{name}() takes no {keyword.arg}=")

    def _argument_rules(self, node: ast.Call, name: str) -> Iterator[Finding]:
        least = {"deque": 2, "to_bytes": 2, "from_bytes": 2}.get(name, 0)
        starred = any(isinstance(item, ast.Starred) for item in node.args)
        if len(node.args) < least and not starred and not node.keywords:
            what = "a maxlen" if name == "deque" else "a length and a byte order"
            yield self._say(node, "argument", f"{name}() needs {what}, by position")

    def _open_mode(self, node: ast.Call) -> Iterator[Finding]:
        modes = node.args[1:2] + [item.value for item in node.keywords if item.arg == "mode"]
        for mode in modes:
            if isinstance(mode, ast.Constant) and "x" in str(mode.value):
                yield self._say(node, "argument", "open() has no mode x")


def _tried(tree: ast.AST) -> frozenset[int]:
    """The ids of imports that the file can do without: those in a try ... except ImportError."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and any(_is_import_error(item) for item in node.handlers):
            found.update(id(item) for place in node.body for item in ast.walk(place))
    return frozenset(found)


def _is_import_error(handler: ast.ExceptHandler) -> bool:
    return isinstance(handler.type, ast.Name) and handler.type.id == "ImportError"


def check(file: Parsed, plain: bool = False) -> Iterator[Finding]:
    """What names, modules, methods and arguments the board lacks."""
    yield from Names(file, plain).check()


def check_whole_numbers(file: Parsed) -> Iterator[Finding]:
    """No floats in the rules: the board's have 30 bits, and scores are integers."""
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield file.finding(node, "float", "the rules count in integers")
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield file.finding(node, "float", "the rules divide with //")
        elif isinstance(node, ast.Name) and node.id == "float":
            yield file.finding(node, "float", "the rules count in integers")
