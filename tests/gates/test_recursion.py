"""The recursion gate: the call graph sees every way round, and the board's has none."""

import pytest

from tools.gates import recursion
from tools.gates.files import Source
from tools.gates.graph import Graph
from tools.gates.parsed import Parsed

# Programs that come back to themselves, one file each.
CYCLES = {
    "a function calls itself": "def f(n):\n    return f(n - 1)\n",
    "two functions": "def f():\n    g()\ndef g():\n    f()\n",
    "a method": "class A:\n    def f(self):\n        self.f()\n",
    "through a helper": """
class A:
    def f(self):
        g(self)
def g(a):
    a.f()
""",
    "an object of an unknown class": """
class A:
    def visit(self, others):
        for other in others:
            other.visit([])
""",
    "through an attribute": """
class A:
    def __init__(self):
        self.b = B(self)
    def f(self):
        self.b.g()
class B:
    def __init__(self, owner):
        self.owner = owner
    def g(self):
        self.owner.f()
""",
    "through a class derived from it": """
class A:
    def f(self):
        self.g()
    def g(self):
        pass
class B(A):
    def g(self):
        self.f()
""",
    "through super": """
class A:
    def f(self):
        self.g()
class B(A):
    def g(self):
        super().f()
""",
    "through a value that is handed on": """
class A:
    def __init__(self, then):
        self.then = then
    def f(self):
        self.then()
def g():
    A(g).f()
""",
    "through a table of functions": """
def f():
    TABLE[0]()
TABLE = (f,)
""",
    "through a sort": """
def f(rows):
    return sorted(rows, key=g)
def g(row):
    return f(row)
""",
    "through a list of functions": """
class A:
    def __init__(self):
        self.todo = []
        self.todo.append(self.f)
    def f(self):
        for do in self.todo:
            do()
""",
    "through a parameter with a type nobody knows": """
def f():
    run(lambda: f())
def run(what: "Union[A, Callable]"):
    what()
""",
    "through an attribute that the module sets": """
class A:
    def __init__(self):
        self.then = None
    def f(self):
        self.then()
def g():
    a.f()
a = A()
a.then = g
""",
    "through a local name": """
class A:
    def f(self):
        again = self.f
        again()
""",
    "through a function inside": """
def f():
    def g():
        f()
    g()
""",
    "through a lambda": """
def f():
    run(lambda: f())
def run(what):
    what()
""",
    "through a property": """
class A:
    @property
    def f(self):
        return self.g()
    def g(self):
        return self.f
""",
    "making an object": """
class A:
    def __init__(self):
        B()
class B:
    def __init__(self):
        A()
""",
    "through with": """
class A:
    def __enter__(self):
        f()
    def __exit__(self, a, b, c):
        pass
def f():
    with A():
        pass
""",
    "a generator that asks a generator": """
class A:
    def __init__(self):
        self.run = self.pieces()
    def pieces(self):
        yield next(self.run)
""",
    "a generator that is kept in a list": """
class A:
    def __init__(self):
        self.runs = [self.pieces()]
    def pieces(self):
        for run in self.runs:
            yield next(run)
""",
    "a generator that is handed on": """
def begin():
    go(pieces())
def pieces():
    begin()
    yield
def go(run):
    for _ in run:
        pass
""",
    "the length of an object": """
class A:
    def __len__(self):
        return self.count()
    def count(self):
        return len(self)
""",
    "through a module imported by name": """
def begin():
    module = __import__("a")
    module.begin()
""",
}

STRAIGHT = {
    "the same name in two classes": """
class A:
    def __init__(self):
        self.b = B()
    def draw(self):
        self.b.draw()
class B:
    def draw(self):
        pass
""",
    "a method of a container": """
class A:
    def __init__(self):
        self.stack = []
    def pop(self):
        self.stack.pop()
""",
    "a list beside a generator": """
class A:
    def pieces(self, items):
        for item in items:
            yield item
def f(a, rows):
    for row in rows:
        for _ in a.pieces(row):
            pass
""",
    "a value from one caller does not reach another": """
def run(what):
    what()
def f():
    run(g)
def g():
    pass
""",
}


def ways(text: str) -> list[str]:
    """The ways round in a program of one file."""
    graph = Graph([Parsed(Source("ui/a.py", text))])
    return [" ".join(str(item) for item in way) for way in recursion.cycles(graph.edges)]


@pytest.mark.parametrize("name", sorted(CYCLES))
def test_a_way_round_is_refused(name: str) -> None:
    assert ways(CYCLES[name])


@pytest.mark.parametrize("name", sorted(STRAIGHT))
def test_a_straight_program_is_not_refused(name: str) -> None:
    assert ways(STRAIGHT[name]) == []


def test_a_finding_shows_the_way_round() -> None:
    files = [Parsed(Source("ui/a.py", "def f():\n    g()\n\n\ndef g():\n    f()\n"))]
    assert [str(item) for item in recursion.check(files)] == [
        "ui/a.py:2: recursion: ui/a.py:f -> ui/a.py:g -> ui/a.py:f"
    ]


def test_a_cut_takes_one_call_out() -> None:
    files = [Parsed(Source("ui/a.py", "def f():\n    f()\n"))]
    graph = Graph(files, [("ui/a.py:f", "ui/a.py:f")])
    assert recursion.cycles(graph.edges) == []
    assert graph.cut == {("ui/a.py:f", "ui/a.py:f")}


def test_the_longest_chain_of_calls() -> None:
    text = "def f():\n    g()\n    h()\ndef g():\n    h()\ndef h():\n    pass\n"
    graph = Graph([Parsed(Source("ui/a.py", text))])
    chain = recursion.deepest(graph, "ui/a.py:f")
    assert [item.name for item in chain] == ["f", "g", "h"]


def test_nothing_on_the_board_calls_itself() -> None:
    assert [str(item) for item in recursion.findings(recursion.tree_graph())] == []


def test_every_cut_is_still_needed() -> None:
    assert recursion.tree_graph().cut == set(recursion.CUTS)
