"""Short names for what nobody outside sees: variables of functions, private names of modules,
private attributes of classes.

Names of classes, and of functions and attributes without an underscore in front stay: they stand
in error messages, and other files use them. Nothing is renamed of which it is not certain who uses
it.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from tools.flashing.edits import Text
from tools.flashing.scopes import CLASS, FUNCTION, Scope, Scopes, Variable

#: The same few names everywhere, in the order of the alphabet.
POOL = [*ascii_lowercase, *("z" + letter for letter in ascii_lowercase)]


class Names:
    """What the sources of a program (module name -> source) use names for.

    `only_locals`: modules of which nothing but the variables of functions is renamed. `onlookers`:
    sources that use the program and are no part of it. Raises what Scopes raises.
    """

    def __init__(
        self,
        sources: dict[str, bytes],
        only_locals: Iterable[str] = (),
        onlookers: Iterable[bytes] = (),
    ) -> None:
        self.sources = sources
        self.scopes = {name: Scopes(source) for name, source in sources.items()}
        self.only_locals = frozenset(only_locals)
        self.by_keyword: set[str] = set()  # names of parameters that some call names
        self.texts: set[str] = set()  # every text, since it could be a name
        self.imported: set[str] = set()
        self.reached: set[str] = set()  # attributes of anything but `self`
        for one in self.scopes.values():
            self._look_at(one.nodes)
        for source in onlookers:
            self._look_at(ast.walk(ast.parse(source)))
        self.members = _Members(self)

    def shortened(self, module: str) -> bytes:
        """The source of one module with short names."""
        text = Text(self.sources[module])
        scopes = self.scopes[module]
        for variable, new in self._renamed(module, scopes):
            for line, start in variable.places:
                text.replace(line, start, start + len(variable.name.encode()), new.encode())
        if module not in self.only_locals:
            self.members.write(module, text)
        return text.done()

    def _look_at(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            if isinstance(node, ast.keyword) and node.arg:
                self.by_keyword.add(node.arg)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.texts.add(node.value)
            elif isinstance(node, ast.Attribute):
                if not isinstance(node.value, ast.Name) or node.value.id not in ("self", "cls"):
                    self.reached.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                self.imported.update(alias.name for alias in node.names)

    def _renamed(self, module: str, scopes: Scopes) -> Iterator[tuple[Variable, str]]:
        """Variables with their new names."""
        if module not in self.only_locals:
            yield from self._private(scopes)
        for scope in _outermost(scopes.top):
            yield from self._local(scopes, scope)

    def _local(self, scopes: Scopes, outer: Scope) -> Iterator[tuple[Variable, str]]:
        """The variables of a function and of those inside it: one new name for each old one."""
        inside = list(outer.all_inside())
        if any(scope.kind == CLASS for scope in inside):
            return
        found = [
            variable
            for scope in inside
            for variable in scope.variables.values()
            if not variable.fixed
            and not variable.defined
            and not variable.name.startswith("__")
            and not (variable.argument and variable.name in self.by_keyword)
        ]
        taken = _kept(scopes, outer, frozenset(found))
        found = [variable for variable in found if variable.name not in taken]
        pool = iter([name for name in POOL if name not in taken])
        new = dict(zip(sorted({one.name for one in found}), pool, strict=False))
        for variable in found:
            if variable.name in new:
                yield variable, new[variable.name]

    def _private(self, scopes: Scopes) -> Iterator[tuple[Variable, str]]:
        """The private names at the top of a module, classes excepted."""
        top = scopes.top
        found = [
            variable
            for variable in top.variables.values()
            if variable.bound
            and not variable.fixed
            and is_private(variable.name)
            and variable.name not in self.imported
            and variable.name not in self.texts
            and variable.name not in self.reached
        ]
        taken = {name for scope in top.all_inside() for name in scope.variables}
        pool = iter(["_" + name for name in POOL if "_" + name not in taken])
        for variable in sorted(found, key=lambda one: one.name):
            new = next(pool, "")
            if new:
                yield variable, new


def is_private(name: str) -> bool:
    """True for a name with one underscore in front and more behind it."""
    return name.startswith("_") and not name.startswith("__") and len(name) > 1


def _outermost(scope: Scope) -> Iterator[Scope]:
    """The functions that lie in no other function."""
    for inner in scope.inner:
        if inner.kind == FUNCTION:
            yield inner
        else:
            yield from _outermost(inner)


def _kept(scopes: Scopes, outer: Scope, renamed: frozenset[Variable]) -> set[str]:
    """The names that a function uses and that stay what they are."""
    found = {
        variable.name
        for scope in outer.all_inside()
        for variable in scope.variables.values()
        if variable not in renamed
    }
    for scope in outer.all_inside():
        found |= scope.outside
    for node in ast.walk(outer.node):
        variable = scopes.of(node)
        if variable is not None and variable not in renamed:
            found.add(variable.name)
    return found


class _Members:
    """Private attributes and methods that are reached through `self` alone, in any class.

    Classes that inherit from one another are a family, in which a name means one thing; another
    family may use the same short name for another thing.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self._parents: dict[_Class, _Class] = {}
        self._places: dict[_Class, dict[str, list[tuple[str, int, int]]]] = {}
        self._reached = names.texts | names.reached  # in another way than through `self`
        self._classes: dict[tuple[str, str], _Class] = {}
        self._unsure: set[_Class] = set()  # whose ancestors are not all known
        for module, scopes in names.scopes.items():
            self._collect(module, scopes)
        for module, scopes in names.scopes.items():
            self._join(module, scopes)
        for module, scopes in names.scopes.items():
            self._look(module, scopes)
        self._new = self._give_names()

    def write(self, module: str, text: Text) -> None:
        """Put the short names into one module's text."""
        for family, places in self._places.items():
            for name, new in self._new[family].items():
                for where, line, start in places[name]:
                    if where == module:
                        text.replace(line, start, start + len(name.encode()), new.encode())

    def _collect(self, module: str, scopes: Scopes) -> None:
        for scope in scopes.top.all_inside():
            if scope.kind == CLASS:
                assert isinstance(scope.node, ast.ClassDef)
                one = _Class(module, scope)
                self._parents[one] = one
                if scope.parent is scopes.top:
                    self._classes[module, scope.node.name] = one

    def _join(self, module: str, scopes: Scopes) -> None:
        """Make one family of a class and of those that it is made from."""
        known = _imported(scopes)
        for one in list(self._parents):
            if one.module == module:
                for base in one.node.bases:
                    other = self._base(module, known, base)
                    if other is not None:
                        self._parents[self._family(one)] = self._family(other)
                    elif module not in self.names.only_locals and not _is_built_in(scopes, base):
                        self._unsure.add(one)

    def _base(
        self, module: str, known: dict[str, tuple[str, str]], base: ast.expr
    ) -> "_Class | None":
        """The class that stands in the head of another, None where it is not known."""
        place = "", ""
        if isinstance(base, ast.Name):
            place = known.get(base.id, (module, base.id))
        elif isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name):
            place = ".".join(known.get(base.value.id, ("", base.value.id))).strip("."), base.attr
        for _ in self.names.scopes:  # it may be handed on from file to file
            if place not in self._classes and place[0] in self.names.scopes:
                place = _imported(self.names.scopes[place[0]]).get(place[1], ("", ""))
        return self._classes.get(place)

    def _family(self, one: "_Class") -> "_Class":
        while self._parents[one] is not one:
            one = self._parents[one]
        return one

    def _look(self, module: str, scopes: Scopes) -> None:
        """Find every place where a private attribute is named."""
        ours = module not in self.names.only_locals
        owners: dict[Variable, _Class] = {}
        for one in list(self._parents):
            if one.module == module and ours:
                self._look_at_class(one, scopes, owners)
        for node in scopes.nodes:
            if isinstance(node, ast.Attribute) and is_private(node.attr):
                variable = scopes.of(node.value)
                if variable in owners and node.end_lineno == node.value.end_lineno:
                    end = node.end_col_offset or 0
                    start = end - len(node.attr.encode())
                    self._note(owners[variable], node.attr, (module, node.end_lineno or 0, start))
                else:
                    self._reached.add(node.attr)
            elif not ours and isinstance(node, ast.FunctionDef):
                self._reached.add(node.name)

    def _look_at_class(
        self, one: "_Class", scopes: Scopes, owners: dict[Variable, "_Class"]
    ) -> None:
        text = Text(self.names.sources[one.module])
        for item in one.node.body:
            if not isinstance(item, ast.FunctionDef):
                continue
            if is_private(item.name):
                start = text.find(item.name.encode(), item.lineno, item.col_offset + len("def "))
                self._note(one, item.name, (one.module, item.lineno, start))
            plain = not any("staticmethod" in ast.dump(part) for part in item.decorator_list)
            if item.args.args and plain:
                variable = scopes.of(item.args.args[0])
                if variable is not None and variable.stores == 1:
                    owners[variable] = one
        for variable in one.scope.variables.values():
            if variable.bound and is_private(variable.name):
                for line, start in variable.places:
                    self._note(one, variable.name, (one.module, line, start))

    def _note(self, one: "_Class", name: str, place: tuple[str, int, int]) -> None:
        places = self._places.setdefault(self._family(one), {}).setdefault(name, [])
        if place not in places:
            places.append(place)

    def _give_names(self) -> dict["_Class", dict[str, str]]:
        found = {}
        unsure = {self._family(one) for one in self._unsure}
        for family in unsure:
            self._reached.update(self._places.get(family, ()))
        for family, places in self._places.items():
            taken = self._reached | self.names.by_keyword
            pool = [letter for letter in POOL if "_" + letter not in taken]
            old = sorted(name for name in places if name not in taken)
            found[family] = {name: "_" + letter for name, letter in zip(old, pool, strict=False)}
        return found


def _imported(scopes: Scopes) -> dict[str, tuple[str, str]]:
    """The names that a file imports from modules: name -> module, its name there."""
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in scopes.nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _is_built_in(scopes: Scopes, base: ast.expr) -> bool:
    """True for a class of Python's own, such as ValueError, which has no attributes of ours."""
    variable = scopes.of(base)
    return variable is not None and not variable.bound and hasattr(builtins, variable.name)


class _Class:
    def __init__(self, module: str, scope: Scope) -> None:
        assert isinstance(scope.node, ast.ClassDef)
        self.module = module
        self.scope = scope
        self.node = scope.node
