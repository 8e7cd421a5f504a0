"""Proof that a source with other names is the same program: both are compiled by this Python, and
their code is compared step by step."""

import dis
from inspect import CO_OPTIMIZED, CO_VARARGS, CO_VARKEYWORDS
from types import CodeType

# Kinds of names: an attribute may have the name of a variable.
_KINDS = (
    ("variable", frozenset([*dis.haslocal, *dis.hasfree])),
    ("name", frozenset(dis.hasname)),
)
_GLOBAL = ("GLOBAL", "NAME")
#: What Python 3.13 notes of a class beside its program: the names of its attributes, in no order.
_NOTED = "__static_attributes__"
_JUMPS = frozenset([*dis.hasjrel, *dis.hasjabs])


class Differs(Exception):
    """The two sources are not the same program."""


def same_program(source: bytes, other: bytes) -> None:
    """Raise Differs where `other` is more than `source` with other names: in each function and
    each class one for one, on the same lines."""
    _compare(_compiled(source), _compiled(other))


def _compiled(source: bytes) -> CodeType:
    try:
        return compile(source, "source", "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise Differs(str(error)) from None


class _Names:
    """Which name of the one code stands for which of the other, in a function and all inside it."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.new: dict[tuple[str, str], str] = {}
        self.old: dict[tuple[str, str], str] = {}
        self.cells: list[tuple[list[str], list[str]]] = []

    def meet(self, kind: str, name: str, new: str) -> None:
        known = self.new.setdefault((kind, name), new), self.old.setdefault((kind, new), name)
        if known != (new, name):
            raise Differs(f"{self.where}: {name} and {new}, {known[1]} and {known[0]}")

    def meet_cells(self) -> None:
        """Variables of nested functions come in the order of the alphabet, which is another one for
        other names."""
        for names, others in self.cells:
            if sorted(self.new.get(("variable", name), name) for name in names) != sorted(others):
                raise Differs(f"{self.where}: {names}, {others}")


def _compare(one: CodeType, other: CodeType, names: _Names | None = None) -> None:
    """Both do the same steps; a name of one stands wherever its name of the other stands."""
    where = one.co_name
    steps, others = _steps(one), _steps(other)
    if len(steps) != len(others) or _shape(one) != _shape(other):
        raise Differs(f"{where}: steps, arguments or exceptions")
    inside = names or _Names(where)
    for pair in zip(_parameters(one), _parameters(other), strict=True):
        inside.meet("variable", *pair)
    cells: tuple[list[str], list[str]] = [], []
    for at, ((step, goal), (twin, other_goal)) in enumerate(zip(steps, others, strict=True)):
        line = step.positions.lineno if step.positions else None
        other_line = twin.positions.lineno if twin.positions else None
        if (step.opname, line, goal) != (twin.opname, other_line, other_goal):
            raise Differs(f"{where}: {step.opname} in line {line}, {twin.opname} in {other_line}")
        if at + 1 < len(steps) and steps[at + 1][0].argval == _NOTED:
            continue
        shared = _cells(step, one), _cells(twin, other)
        if shared[0] and len(shared[0]) == len(shared[1]):
            cells[0].extend(shared[0])
            cells[1].extend(shared[1])
            continue
        if cells[0]:
            inside.cells.append(cells)
            cells = [], []
        _compare_values(inside, step, twin, one.co_flags & CO_OPTIMIZED > 0)
    if names is None:
        inside.meet_cells()


def _parameters(code: CodeType) -> tuple[str, ...]:
    more = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + more]


def _cells(step: dis.Instruction, code: CodeType) -> list[str]:
    """The variables that a step makes or hands on for nested functions; none for other steps.
    Later versions of Python load two at once."""
    if step.opname in ("MAKE_CELL", "LOAD_CLOSURE"):
        return _texts(step.argval)
    if not step.opname.startswith("LOAD_FAST"):
        return []
    shared = {*code.co_cellvars, *code.co_freevars}
    found = _texts(step.argval)
    return found if shared.issuperset(found) else []


def _steps(code: CodeType) -> list[tuple[dis.Instruction, int]]:
    """The steps, each with the number of the one it may jump to, -1 for none. What only widens
    the next step's argument is left out."""
    every = list(dis.get_instructions(code))
    number = {}
    count = 0
    for step in every:
        number[step.offset] = count
        count += step.opname != "EXTENDED_ARG"
    return [
        (step, number[step.argval] if step.opcode in _JUMPS else -1)
        for step in every
        if step.opname != "EXTENDED_ARG"
    ]


def _compare_values(
    names: _Names, step: dis.Instruction, twin: dis.Instruction, nested: bool
) -> None:
    for kind, codes in _KINDS:
        if step.opcode in codes:
            if kind == "name" and any(word in step.opname for word in _GLOBAL):
                kind = "global"
            for pair in zip(_texts(step.argval), _texts(twin.argval), strict=True):
                names.meet(kind, *pair)
            return
    if step.opcode in dis.hasconst:
        one, other = step.argval, twin.argval
        if isinstance(one, CodeType) and isinstance(other, CodeType):
            _compare(one, other, names if nested else None)
        elif type(one) is not type(other) or one != other:
            raise Differs(f"{names.where}: {one!r}, {other!r}")
    elif step.opcode not in _JUMPS and step.arg != twin.arg:
        raise Differs(f"{names.where}: {step.opname} {step.arg}, {twin.arg}")


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, tuple) else [str(value)]


def _shape(code: CodeType) -> tuple[object, ...]:
    """Arguments, kind, first line, and which steps lead to which when there is an exception."""
    offsets = [step.offset for step, _goal in _steps(code)]
    handlers = []
    for entry in dis.Bytecode(code).exception_entries:  # type: ignore[attr-defined]
        places = [sum(offset < place for offset in offsets) for place in entry[:3]]
        handlers.append((*places, *entry[3:]))
    counts = code.co_argcount, code.co_kwonlyargcount, code.co_flags, code.co_firstlineno
    return *counts, handlers
