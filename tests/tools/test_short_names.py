"""Short names: what is renamed, what is not, and that the program stays the same."""

import ast
import re
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.flashing.names import POOL, Names
from tools.flashing.proof import Differs, same_program
from tools.flashing.scopes import Refused, Scopes


def short(source, only_locals=(), **others):
    """The source of a module m with short names, `others` beside it; proved to be the same."""
    sources = {name: textwrap.dedent(text).encode() for name, text in others.items()}
    sources["m"] = textwrap.dedent(source).encode()
    written = Names(sources, only_locals).shortened("m")
    same_program(sources["m"], written)
    return written.decode()


def lines(source):
    return textwrap.dedent(source)


# Variables of functions


def test_variables_and_parameters_of_functions():
    assert short(
        """
        def area(width, height):
            size = width * height
            return size
        """
    ) == lines(
        """
        def area(c, a):
            b = c * a
            return b
        """
    )


def test_two_functions_share_the_same_few_names():
    written = short(
        """
        def first(one, two):
            return one + two
        def second(three, four):
            return three - four
        """
    )
    names = {node.arg for node in ast.walk(ast.parse(written)) if isinstance(node, ast.arg)}
    assert names == {"a", "b"}


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        ("def f(key): return key\nsorted([], key=len)", "key"),  # some call names it
        ("def f(*, plain): return plain", "plain"),  # every call must name it
        ("def f():\n    import gc\n    return gc", "gc"),
        ("def f():\n    from gc import collect\n    return collect", "collect"),
        ("def f():\n    def inner(): return 1\n    return inner", "inner"),
        ("def f():\n    class Inner: pass\n    return Inner", "Inner"),
        ("total = 0\ndef f():\n    global total\n    total = 1", "total"),
        ("def f(width):\n    return f'{width}'", "width"),
        ("def f():\n    __mangled = 1\n    return __mangled", "__mangled"),
        ("def f(): return outside", "outside"),
        ("def f(x):\n    del x.size", "size"),
        ("class A:\n    size = 1\n    def f(self): return self.size", "size"),
        ("def public(): pass", "public"),
    ],
)
def test_what_others_may_know_keeps_its_name(source, kept):
    assert kept in short(source)


@pytest.mark.parametrize("word", ["locals", "vars", "eval", "exec", "globals", "dir"])
def test_where_names_may_be_reached_as_text_nothing_is_certain(word):
    with pytest.raises(Refused, match=word):
        Scopes(f"def f(width):\n    return {word}()\n".encode())


@pytest.mark.parametrize(
    "source",
    [
        "from m import *",
        "def f(x):\n    match x:\n        case 1: pass",
        "async def f(): pass",
        "def f(x): return [y := 1 for z in x]",
    ],
)
def test_what_is_not_understood_is_refused(source):
    with pytest.raises(Refused):
        Scopes(source.encode())


def test_a_new_name_hides_no_other():
    """`a` comes from outside: no variable may take that name."""
    written = short("a = 1\ndef f(size):\n    return a + size\n")
    assert written == "a = 1\ndef f(b):\n    return a + b\n"


TRICKY = """
size = 5
def outer(size, rest=size, *more, **named):
    half = size // 2
    def inner(half, extra=half):
        nonlocal rest
        rest += half + extra + size
        return lambda size: size + half + rest
    found = [half for half in range(size) if half in [size for size in more]]
    other = {half: size for half, size in zip(found, more)}
    least = min((size for size in found), default=half)
    try:
        value = inner(half)(least)
    except (ValueError, KeyError) as error:
        value = str(error)
    with open(value) as file, open(value) as (first, *others):
        for number, (left, right) in enumerate(file):
            first[left]: int = right
            while (step := number) and others:
                other |= {step: named}
                break
            else:
                del value
    return inner, found, other, [(lambda: half)() for half in found], rest
class Thing:
    size = size
    both = [size for size in (1, 2)]
    def __init__(self, size=size):
        self.size, self._size = size, Thing.size
    def change(self, size):
        def later():
            return self, size, super().__init__
        return later
    @property
    def _hidden(self): return self._size
    @_hidden.setter
    def _hidden(self, value): self._size = value
    @classmethod
    def make(cls, *sizes): return [cls(size) for size in sizes]
    @staticmethod
    def plain(other): return other._seen
"""


def test_nested_scopes_of_every_kind():
    written = short(TRICKY)
    assert "half" not in written and "found" not in written and "error" not in written
    assert "def outer" in written and "def inner" in written and "both" in written
    assert "_hidden" not in written and "_size" not in written
    assert "other._seen" not in written and "._seen" in written


def test_what_it_does_is_the_same():
    def run(source):
        space: dict = {}
        exec(source, space)
        sizes = [thing.size for thing in space["Thing"].make(7, 8)]
        return sizes, space["run"]()

    source = """
    def run():
        total = [0]
        def add(amount, times=2):
            for _ in range(times):
                total[0] += amount
            return total[0]
        steps = [add(number) for number in range(5)]
        return [steps, sorted(steps, key=lambda item: -item), add(1, times=3)]
    class Thing:
        def __init__(self, size): self.size = size
        @classmethod
        def make(cls, *sizes): return [cls(size) for size in sizes]
    """
    assert run(short(source)) == run(textwrap.dedent(source))


def test_more_variables_than_short_names_leave_the_rest_alone():
    count = len(POOL) + 5
    source = "def f():\n" + "".join(f"    long_{i:03} = {i}\n" for i in range(count))
    written = short(source)
    assert written.count("long_") == 5


# Private names of modules and classes


def test_private_names_of_a_module():
    assert short("_TABLE = (1, 2)\n_HIGH = 3\ndef _look(at): return _TABLE[at] + _HIGH\n") == (
        "_b = (1, 2)\n_a = 3\ndef _c(a): return _b[a] + _a\n"
    )


@pytest.mark.parametrize(
    "other",
    [
        "from m import _table",
        "import m\nprint(m._table)",
        "import m\nprint(getattr(m, '_table'))",
    ],
)
def test_a_private_name_that_another_file_reaches_stays(other):
    assert "_table" in short("_table = 1\n", other=other)


def test_classes_keep_their_names():
    assert "class _Inner" in short("class _Inner: pass\n")


def test_private_attributes_are_short_in_each_class():
    written = short(
        """
        class One:
            def __init__(self): self._width = self._make()
            def _make(self): return 1
        class Two:
            def __init__(self): self._places = []
        """
    )
    assert "_width" not in written and "_places" not in written and "_make" not in written
    assert written.count("_a") == 3  # one thing here, another one there


def test_classes_that_inherit_are_one_family_across_files():
    base = "class Base:\n    def __init__(self): self._zebra = 1\n    def _walk(self): pass\n"
    names = Names(
        {
            "base": base.encode(),
            "m": b"from base import Base\nclass More(Base):\n    def __init__(self):\n"
            b"        super().__init__()\n        self._apple = self._zebra\n"
            b"        self._walk()\n",
        }
    )
    first, second = names.shortened("base").decode(), names.shortened("m").decode()
    assert "a._c = 1" in first and "def _b" in first
    assert "._a = a._c" in second and "._b()" in second


@pytest.mark.parametrize(
    "line",
    [
        "def look(thing): return thing._width",
        "def look(thing): return getattr(thing, '_width')",
        "def look(thing): thing.other._width = 1",
    ],
)
def test_an_attribute_that_is_reached_in_another_way_stays(line):
    source = "class One:\n    def __init__(self): self._width = 1\n"
    assert "a._width = 1" in short(source, other=line)


def test_the_libraries_keep_their_attributes_and_their_names():
    source = "_SIZE = 1\nclass One:\n    def _do(self, thing): self._size = thing\n"
    written = short(source, only_locals=["m"])
    assert "_SIZE" in written and "_do" in written and "_size" in written
    assert "thing" not in written


def test_what_a_library_calls_its_own_is_no_short_name_of_ours():
    library = "class Base:\n    def __init__(self): self._a = 1\n"
    source = "from lib import Base\nclass More(Base):\n    def f(self): self._width = 1\n"
    sources = {"lib": library.encode(), "m": source.encode()}
    assert "._b = 1" in Names(sources, ["lib"]).shortened("m").decode()


# The proof


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(x): return x", "def f(y): return z"),
        ("def f(x, y): return x", "def f(x, y): return y"),
        ("def f(x, y): return x + y", "def f(x, y): return y + x"),
        ("def f(x):\n    y = 1\n    return x", "def f(x):\n    x = 1\n    return x"),
        ("def f(x): return 1", "def f(x): return 2"),
        ("def f(x): return 1", "def f(x): return 1.0"),
        ("def f(x): pass", "\ndef f(x): pass"),
        ("def f(x):\n    pass\n    return x", "def f(x):\n    return x"),
        ("def f(x): return x.a + x.b", "def f(x): return x.a + x.a"),
        ("def f(x): return [x for y in x]", "def f(x): return [y for y in x]"),
        ("def f(x, y):\n    return lambda: x", "def f(x, y):\n    return lambda: y"),
        ("def f(x, *, y=1): return y", "def f(x, *, z=1): return z"),
        ("x = 1", "x = ("),
        ("try:\n    f()\nexcept A: pass", "try:\n    f()\nexcept B: pass\nelse: pass"),
    ],
)
def test_another_program_is_found_out(one, other):
    same_program(one.encode(), one.encode())
    with pytest.raises(Differs):
        same_program(one.encode(), other.encode())


def test_names_of_nested_functions_may_come_in_another_order():
    one = b"def f(x, y):\n    def g(): return x, y\n    return g, x, y\n"
    other = b"def f(b, a):\n    def g(): return b, a\n    return g, b, a\n"
    same_program(one, other)


NAMES = st.sampled_from(["size", "place", "a", "b", "half", "key"])
LINES = st.one_of(
    st.builds("{} = {}".format, NAMES, NAMES),
    st.builds("{} += {}.{}".format, NAMES, NAMES, NAMES),
    st.builds("for {} in {}: pass".format, NAMES, NAMES),
    st.builds("def inner({}, {}_=1): return {} + {}_".format, NAMES, NAMES, NAMES, NAMES),
    st.builds("call({}={}, *{})".format, NAMES, NAMES, NAMES),
    st.builds("{} = [{} for {} in {} if {}]".format, NAMES, NAMES, NAMES, NAMES, NAMES),
    st.builds("{} = lambda {}={}: {}".format, NAMES, NAMES, NAMES, NAMES),
    st.builds("global {}".format, NAMES),
    st.builds("del {}[{}]".format, NAMES, NAMES),
)


@given(st.lists(LINES, min_size=1, max_size=7), st.lists(NAMES, unique=True, max_size=3))
def test_any_function_stays_the_same_program(body, parameters):
    source = f"def f({', '.join(parameters)}):\n" + "".join(f"    {line}\n" for line in body)
    try:
        compile(source, "source", "exec")
    except SyntaxError:
        return
    short(source)


# Classes made from those of other files


@pytest.mark.parametrize(
    ("importing", "base"),
    [
        ("from box import base", "base.Base"),  # ui/tiles/final.py
        ("from middle import Base", "Base"),  # handed on, as hw/stock.py does
        ("from unknown import Base", "Base"),
        ("import box.base", "box.base.Base"),
        ("from box.base import Base\nOther = Base", "Other"),
    ],
)
def test_an_ancestors_private_attributes_keep_clear_of_ones_own(importing, base):
    parent = "class Base:\n def set(self):\n  self._total = 5\n"
    child = f"{importing}\nclass Sub({base}):\n def both(self):\n  self._rush = self._total\n"
    sources = {"box": "", "box.base": parent, "middle": "from box.base import Base\n", "m": child}
    names = Names({name: text.encode() for name, text in sources.items()})
    above, below = names.shortened("box.base").decode(), names.shortened("m").decode()
    (total,) = re.findall(r"\._\w+", above)
    rush, read = re.findall(r"\._\w+", below)
    assert rush != total
    assert read == ("._total" if "unknown" in importing else total)
