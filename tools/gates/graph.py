"""The call graph of the board's program: who may call whom.

Types are followed through assignments, attributes, results and arguments, from nothing up until
nothing is added any more. A call upon an object whose class the source does not show is taken to
reach every function of that name; a value that is called, every function whose value is handed
on anywhere. So the graph may be too large and is not too small.
"""

import ast
from collections.abc import Iterable, Iterator

from tools.gates.parsed import FUNCTIONS, Parsed, dotted
from tools.gates.program import BUILTIN, UNKNOWN, Class, Function, Module, Program, Running

Types = set[object]  # of Class, Function (its value), Running, UNKNOWN, BUILTIN

_DISPLAYS = (
    ast.Constant,
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.Set,
    ast.JoinedStr,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.Compare,
    ast.BinOp,
    ast.UnaryOp,
)
_BUILTIN_CALLS = frozenset(
    """
    abs bin bool bytearray bytes chr const dict divmod enumerate float frozenset hash hex id int
    isinstance len list memoryview oct ord pow print range repr round set sorted str sum tuple
    """.split()
)
_COULD_GIVE = frozenset(["__import__", "getattr", "max", "min", "next"])  # anything
# Methods of containers that may give back what somebody put in.
_GIVE_BACK = frozenset("get items pop popitem popleft setdefault values".split())


class Graph:
    """Who calls whom: `edges[caller]` maps each callee to the line of the call.

    `cuts` are pairs of caller and callee, as text, whose call is left out.
    """

    def __init__(self, files: Iterable[Parsed], cuts: Iterable[tuple[str, str]] = ()) -> None:
        self.cuts = frozenset(cuts)
        self.cut: set[tuple[str, str]] = set()  # those that were met
        self.program = Program(files)
        self.edges: dict[Function, dict[Function, int]] = {}
        self.locals: dict[Function, dict[str, Types]] = {}
        self.given: dict[Function, dict[str, Types]] = {}  # parameters, from the calls
        self.results: dict[Function, Types] = {}
        self.called: dict[ast.Call, set[Function]] = {}  # of this round, to find it once
        self.orphans: set[Function] = set()  # called by nobody here, so with anything
        self._settle()
        self.orphans = {item for item in self.program.functions if item not in self.given}
        self._settle()
        self.called.clear()
        for function in self.program.functions:
            self.edges[function] = dict(self._callees(function))

    # -- what the source shows of types ------------------------------------------

    def _settle(self) -> None:
        size = -1
        while size != self._size():
            size = self._size()
            self._learn()

    def _size(self) -> int:
        """How much is known; it only grows."""
        tables = [self.locals, self.given]
        count = sum(
            len(types) for table in tables for row in table.values() for types in row.values()
        )
        count += sum(len(types) for types in self.results.values())
        count += sum(len(t) for owner in self._classes() for t in owner.attributes.values())
        return count + sum(item.taken + item.escaped for item in self.program.functions)

    def _learn(self) -> None:
        self.called.clear()
        self._learn_modules()
        for item in self.program.functions:
            _add(self.locals.setdefault(item, {}), self._local_types(item))
        for top in self.program.tops:
            self.locals.setdefault(top, {})
        self._learn_attributes()
        for item in self.program.functions:
            self.results.setdefault(item, set()).update(self._result_types(item))
        self._let_escape()
        self._learn_parameters()

    def _learn_modules(self) -> None:
        for module in self.program.modules.values():
            for target, value in module.assignments:
                if isinstance(target, ast.Name):
                    types = self.types(module, None, value)
                    module.values.setdefault(target.id, set()).update(types)
            _add(module.values, {name: {UNKNOWN} for name in module.globals})

    def _classes(self) -> Iterator[Class]:
        for module in self.program.modules.values():
            yield from module.classes.values()

    def _learn_attributes(self) -> None:
        found: dict[Class, dict[str, Types]] = {owner: {} for owner in self._classes()}
        for owner in found:
            for target, value in owner.assignments:
                if isinstance(target, ast.Name):
                    types = self.types(owner.module, None, value)
                    found[owner].setdefault(target.id, set()).update(types)
        for function in self.program.functions + self.program.tops:
            for node in function.bindings:
                for target, types in self._bindings(function, node):
                    if isinstance(target, ast.Attribute):
                        for owner in self._owners(function, target):
                            found[owner].setdefault(target.attr, set()).update(types)
        for owner, attributes in found.items():
            _add(owner.attributes, attributes)

    def _owners(self, function: Function, target: ast.Attribute) -> list[Class]:
        """The classes whose attribute is assigned; all that have it, where nothing shows which."""
        types = self.types(function.module, function, target.value)
        if UNKNOWN in types:
            return [item for item in self._classes() if target.attr in item.attribute_names]
        return [item for item in types if isinstance(item, Class)]

    def _bindings(self, function: Function, node: ast.AST) -> list[tuple[ast.expr, Types]]:
        module = function.module
        if isinstance(node, ast.Assign):
            types = self.types(module, function, node.value)
            found: list[tuple[ast.expr, Types]] = []
            for target in node.targets:
                found += _spread(target, types)
            return found
        if isinstance(node, ast.AnnAssign):
            return [(node.target, self.program.annotated(module, node.annotation))]
        if isinstance(node, ast.NamedExpr):
            return [(node.target, self.types(module, function, node.value))]
        if isinstance(node, ast.For | ast.comprehension):
            counts = isinstance(node.iter, ast.Call) and dotted(node.iter.func) == "range"
            return _spread(node.target, {BUILTIN} if counts else {UNKNOWN})
        if isinstance(node, ast.withitem) and node.optional_vars is not None:
            return [(node.optional_vars, {UNKNOWN})]
        return []

    def _local_types(self, function: Function) -> dict[str, Types]:
        names: dict[str, Types] = {}
        for index, item in enumerate(function.parameters()):
            names[item.arg] = self.program.annotated(function.module, item.annotation)
            if index == 0 and item.arg == "self" and function.owner is not None:
                names[item.arg] = {function.owner}
            if not names[item.arg] or UNKNOWN in names[item.arg]:
                names[item.arg] -= {UNKNOWN}
                names[item.arg] |= self.given.get(function, {}).get(item.arg, set())
                if function in self.orphans:
                    names[item.arg].add(UNKNOWN)
        for rest in (function.arguments.vararg, function.arguments.kwarg):
            if rest is not None:
                names[rest.arg] = {BUILTIN}
        for node in function.bindings:
            for target, types in self._bindings(function, node):
                if isinstance(target, ast.Name):
                    names[target.id] = names.get(target.id, set()) | types
        return names

    def _result_types(self, function: Function) -> Types:
        returns = getattr(function.node, "returns", None)
        if function.generates:
            return {function.running}
        found = self.program.annotated(function.module, returns)
        if found:
            return found
        if isinstance(function.node, ast.Lambda):
            return self.types(function.module, function, function.node.body)
        found = {BUILTIN}  # None
        for node in function.returns:
            if node.value is not None:
                found |= self.types(function.module, function, node.value)
        return found

    def _learn_parameters(self) -> None:
        """What every call hands over, so that a parameter is known by its callers."""
        for function in self.program.functions + self.program.tops:
            for node in function.calls:
                for callee in self._call(function, node):
                    given = self.given.setdefault(callee, {})
                    self._hand_over(given, function, node, callee)

    def _hand_over(
        self, given: dict[str, Types], function: Function, node: ast.Call, callee: Function
    ) -> None:
        parameters = callee.parameters()
        if callee.is_bound():
            parameters = parameters[1:]
        values: dict[str, ast.expr] = {}
        for parameter, value in zip(parameters, node.args, strict=False):
            values[parameter.arg] = value
        values.update({item.arg: item.value for item in node.keywords if item.arg is not None})
        starred = any(isinstance(item, ast.Starred) for item in node.args)
        for parameter in parameters:
            types = given.setdefault(parameter.arg, set())
            if parameter.arg in values and not starred:
                value = values[parameter.arg]
                types |= self.types(function.module, function, value)
            elif starred or any(item.arg is None for item in node.keywords):
                types.add(UNKNOWN)
            else:
                types |= self._default_types(callee, parameter.arg)

    def _default_types(self, callee: Function, name: str) -> Types:
        default = callee.defaults().get(name)
        if default is None:
            return {BUILTIN}
        return self.types(callee.module, None, default)

    def types(self, module: Module, function: Function | None, node: ast.expr) -> Types:
        """What an expression's value may be; empty or UNKNOWN where the source does not show it."""
        if isinstance(node, _DISPLAYS):
            return {BUILTIN}
        if isinstance(node, ast.Name):
            return self._name_types(module, function, node.id)
        if isinstance(node, ast.Attribute):
            return self._attribute_types(module, function, node)
        if isinstance(node, ast.Call):
            return self._call_types(module, function, node)
        if isinstance(node, ast.Lambda):
            return {self.program.lambdas[id(node)]}
        parts: list[ast.expr] = []
        if isinstance(node, ast.IfExp):
            parts = [node.body, node.orelse]
        elif isinstance(node, ast.BoolOp):
            parts = node.values
        else:
            return {UNKNOWN}
        found: Types = set()
        for part in parts:
            found |= self.types(module, function, part)
        return found

    def _name_types(self, module: Module, function: Function | None, name: str) -> Types:
        while function is not None:
            if name in self.locals.get(function, {}):
                return self.locals[function][name]
            if name in function.inner:
                return {function.inner[name]}
            function = function.outer
        found = self.program.lookup(module, name)
        if isinstance(found, Function):
            return {found}
        if name in module.values:
            return module.values[name]
        if name in module.imported:
            package, inner = module.imported[name]
            home = self.program.modules.get(package)
            if home is None:
                return {BUILTIN}
            return home.values.get(inner, {BUILTIN})
        return {BUILTIN}  # a built-in name, a class, a module

    def _attribute_types(
        self, module: Module, function: Function | None, node: ast.Attribute
    ) -> Types:
        if isinstance(node.value, ast.Name):
            home = self.program.module_named(module, node.value.id)
            if home is not None:
                inner = self.program.lookup(home, node.attr)
                if isinstance(inner, Function):
                    return {inner}
                return home.values.get(node.attr, {BUILTIN})
            if node.value.id in module.modules:
                return {BUILTIN}
        found: Types = set()
        for owner in self.types(module, function, node.value):
            if not isinstance(owner, Class):
                found.add(owner if owner == BUILTIN else UNKNOWN)
                continue
            methods = owner.dispatch(node.attr)
            for method in methods:
                found |= self._returned(method) if method.is_property() else {method}
            found |= owner.attribute(node.attr)
            if not methods and owner.foreign:
                found.add(BUILTIN)
        return found

    def _call_types(self, module: Module, function: Function | None, node: ast.Call) -> Types:
        made = self.program.class_of(module, node.func)
        if made is not None:
            return {made}
        if isinstance(node.func, ast.Name) and node.func.id in _BUILTIN_CALLS:
            return {BUILTIN}
        if isinstance(node.func, ast.Name) and node.func.id in _COULD_GIVE:
            return {UNKNOWN}
        found: Types = set()
        for callee in self.types(module, function, node.func):
            if isinstance(callee, Function):
                found |= self._returned(callee)
            elif callee == BUILTIN and getattr(node.func, "attr", "") not in _GIVE_BACK:
                found.add(BUILTIN)
            else:
                found.add(UNKNOWN)
        return found

    def _returned(self, function: Function) -> Types:
        return self.results.get(function, set())

    # -- values that are put where types are not followed ------------------------

    def _let_escape(self) -> None:
        """Note functions and generators in containers and the like: anybody may run them."""
        for place in self.program.functions + self.program.tops:
            for node in place.containers:
                for value in self._put_away(place, node):
                    self._take_value(place.module, place, value)

    def _put_away(self, place: Function, node: ast.AST) -> list[ast.expr]:
        """The values that a node puts where their types are not followed."""
        if isinstance(node, ast.List | ast.Tuple | ast.Set) and not _is_target(node):
            return node.elts
        if isinstance(node, ast.Dict):
            return node.values
        if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            return [node.elt]
        if isinstance(node, ast.Yield) and node.value is not None:
            return [node.value]
        if isinstance(node, ast.Assign) and any(map(_is_item, node.targets)):
            return [node.value]
        if isinstance(node, ast.Call) and self._is_outside(place, node):
            return node.args + [keyword.value for keyword in node.keywords]
        return []

    def _is_outside(self, place: Function, node: ast.Call) -> bool:
        """True where a call may go to something that is not one of the program's own."""
        if not self._call(place, node):
            return True
        if not isinstance(node.func, ast.Attribute) or _is_super(node.func.value):
            return False
        return not self.types(place.module, place, node.func.value).isdisjoint({UNKNOWN, BUILTIN})

    def _take_value(self, module: Module, function: Function | None, node: ast.expr) -> None:
        types = self.types(module, function, node)
        for value in types:
            if isinstance(value, Function):
                value.taken = True
            elif isinstance(value, Running):
                value.function.escaped = True
        name = node.attr if isinstance(node, ast.Attribute) else ""
        if UNKNOWN in types and name and name not in self.program.attribute_names:
            for method in self.program.by_name.get(name, ()):
                method.taken = method.taken or not method.is_property()

    # -- calls ------------------------------------------------------------------------

    def _callees(self, function: Function) -> Iterator[tuple[Function, int]]:
        for node in function.nodes:
            line = getattr(node, "lineno", 0)
            if isinstance(node, ast.Call):
                found = self._call(function, node) | self._lent(function, node)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                found = self._property(function, node)
            elif isinstance(node, ast.With):
                found = self._with(function, node)
            elif isinstance(node, ast.For) and not isinstance(node.iter, ast.Call):
                found = self._run(function, node.iter)
            else:
                continue
            for callee in found:
                pair = (str(function), str(callee))
                if pair in self.cuts:
                    self.cut.add(pair)
                else:
                    yield callee, line

    def _lent(self, function: Function, node: ast.Call) -> set[Function]:
        """The functions that are handed to something outside, which may call them at once."""
        found: set[Function] = set()
        if self._is_outside(function, node):
            for value in node.args + [keyword.value for keyword in node.keywords]:
                for kind in self.types(function.module, function, value):
                    if isinstance(kind, Function):
                        found.add(kind)
        return found

    def _call(self, function: Function, node: ast.Call) -> set[Function]:
        if node not in self.called:
            self.called[node] = self._find(function, node)
        return self.called[node]

    def _find(self, function: Function, node: ast.Call) -> set[Function]:
        module = function.module
        made = self.program.class_of(module, node.func)
        if made is not None:
            start = made.find("__init__")
            return {start} if start is not None else set()
        if isinstance(node.func, ast.Name):
            return self._call_name(function, node, node.func)
        if isinstance(node.func, ast.Attribute):
            return self._call_attribute(function, node, node.func)
        return self._anything(function, node)

    def _call_name(self, function: Function, node: ast.Call, name: ast.Name) -> set[Function]:
        if name.id == "next" and node.args:
            return self._run(function, node.args[0])
        if name.id == "len" and node.args:
            return self._length(function, node.args[0])
        types = self._name_types(function.module, function, name.id)
        found = {value for value in types if isinstance(value, Function)}
        if UNKNOWN in types and self._bound(function, name.id):
            found |= self._anything(function, node)
        return found

    def _length(self, function: Function, node: ast.expr) -> set[Function]:
        found: set[Function] = set()
        for owner in self.types(function.module, function, node):
            if isinstance(owner, Class):
                found |= owner.dispatch("__len__")
            elif owner == UNKNOWN:
                named = self.program.by_name.get("__len__", set())
                found |= {item for item in named if self._may_meet(function, item)}
        return found

    def _bound(self, function: Function | None, name: str) -> bool:
        """True where the name is a variable, and not one of the built-in functions."""
        module = function.module if function is not None else None
        while function is not None:
            if name in self.locals[function]:
                return True
            function = function.outer
        return module is not None and name in module.values

    def _call_attribute(
        self, function: Function, node: ast.Call, attribute: ast.Attribute
    ) -> set[Function]:
        name = attribute.attr
        if _is_super(attribute.value) and function.owner is not None:
            found = {base.find(name) for base in function.owner.bases}
            return {method for method in found if method is not None}
        if isinstance(attribute.value, ast.Name):
            home = self.program.module_named(function.module, attribute.value.id)
            if home is not None:
                inner = self.program.lookup(home, name)
                return {inner} if isinstance(inner, Function) else set()
            if self._is_foreign(function, attribute.value.id):
                return set()
        return self._upon(function, node, attribute)

    def _is_foreign(self, function: Function, name: str) -> bool:
        """True for a module that is not part of the program."""
        module = function.module
        return name in module.modules and name not in self.locals[function]

    def _upon(self, function: Function, node: ast.Call, attribute: ast.Attribute) -> set[Function]:
        name = attribute.attr
        found: set[Function] = set()
        for owner in self.types(function.module, function, attribute.value):
            if isinstance(owner, Class):
                methods = owner.dispatch(name)
                found |= methods
                if not methods and owner.attribute(name):
                    found |= self._held(function, node, owner.attribute(name))
            elif owner == UNKNOWN:
                found |= self._anyone(function, node, name)
        return found

    def _held(self, function: Function, node: ast.Call, types: Types) -> set[Function]:
        found = {value for value in types if isinstance(value, Function)}
        return found | (self._anything(function, node) if UNKNOWN in types else set())

    def _anyone(self, function: Function, node: ast.Call, name: str) -> set[Function]:
        """Every function of the name (with the right number of arguments)."""
        found = {
            callee
            for callee in self.program.by_name.get(name, ())
            if self._may_meet(function, callee) and _fits(callee, node)
        }
        if not found and name in self.program.attribute_names:
            found = self._anything(function, node)
        return found

    def _anything(self, function: Function, node: ast.Call) -> set[Function]:
        """Every function whose value is handed on, with the right number of arguments."""
        return {
            callee
            for callee in self.program.functions
            if callee.taken and self._may_meet(function, callee) and _fits(callee, node)
        }

    def _may_meet(self, caller: Function, callee: Function) -> bool:
        """The rules and the drivers never hold a screen; the libraries know only drivers."""
        reach = {
            "engine": ("engine",),
            "hw": ("hw", "lib"),
            "lib": ("hw", "lib"),
        }
        part = caller.module.file.path.split("/")[0]
        return part not in reach or callee.module.file.path.split("/")[0] in reach[part]

    def _property(self, function: Function, node: ast.Attribute) -> set[Function]:
        named = [item for item in self.program.by_name.get(node.attr, ()) if item.is_property()]
        if not named:
            return set()
        types = self.types(function.module, function, node.value)
        found: set[Function] = set()
        for owner in types:
            if isinstance(owner, Class):
                found |= {item for item in owner.dispatch(node.attr) if item.is_property()}
        if UNKNOWN in types:
            found |= {item for item in named if self._may_meet(function, item)}
        return found

    def _with(self, function: Function, node: ast.With) -> set[Function]:
        found: set[Function] = set()
        for item in node.items:
            for owner in self.types(function.module, function, item.context_expr):
                for name in ("__enter__", "__exit__"):
                    if isinstance(owner, Class):
                        found |= owner.dispatch(name)
                    elif owner == UNKNOWN:
                        found |= self.program.by_name.get(name, set())
        return found

    def _run(self, function: Function, node: ast.expr) -> set[Function]:
        """The generators that may go on when the value is asked for its next item."""
        types = self.types(function.module, function, node)
        found = {value.function for value in types if isinstance(value, Running)}
        if UNKNOWN in types:
            found |= {
                item
                for item in self.program.functions
                if item.escaped and self._may_meet(function, item)
            }
        return found


def _add(known: dict[str, Types], more: dict[str, Types]) -> None:
    """What is known only grows, so that learning comes to an end."""
    for name, types in more.items():
        known.setdefault(name, set()).update(types)


def _spread(target: ast.expr, types: Types) -> list[tuple[ast.expr, Types]]:
    """The single targets of an assignment; the parts of a tuple could be anything."""
    if isinstance(target, ast.Tuple | ast.List):
        parts = [node for node in ast.walk(target) if isinstance(node, ast.Name | ast.Attribute)]
        return [(part, {UNKNOWN}) for part in parts if isinstance(part.ctx, ast.Store)]
    return [(target, types)]


def _is_target(node: ast.List | ast.Tuple | ast.Set) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


def _is_item(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript)


def _is_super(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (node.func.id == "super")
    )


def _fits(callee: Function, node: ast.Call) -> bool:
    if any(isinstance(item, ast.Starred) for item in node.args) or node.keywords:
        return True
    if not isinstance(callee.node, (*FUNCTIONS, ast.Lambda)):
        return False
    return callee.takes(len(node.args))
