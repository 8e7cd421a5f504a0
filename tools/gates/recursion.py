"""The recursion gate: nobody on the board comes back to himself.

The board has room for some thirty nested calls and no other interpreter shows it, so the call
graph over engine/, hw/ and ui/ (and the libraries they use) has no cycle. graph.py draws it.
"""

import functools
import importlib.util
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.gates.files import Finding, Source, board_sources
from tools.gates.graph import Graph
from tools.gates.parsed import Parsed
from tools.gates.program import Function

LIBRARIES = ("adafruit_debouncer", "adafruit_framebuf", "adafruit_ssd1306", "adafruit_ticks")

# (caller, callee): why this call, which the names allow, is never made. The test of the depth
# of calls plays whole games and fails where such a call is made after all.
_LINES = "a line is a pin of the board, never a button on such lines"
CUTS: dict[tuple[str, str], str] = {
    ("hw/shared.py:Shared.look", "hw/shared.py:Button.value"): _LINES,
    ("hw/shared.py:Shared.let_go", "hw/shared.py:Button.deinit"): _LINES,
}


def library_sources() -> list[Source]:
    """The libraries that go on the board, as far as they are installed here."""
    found = []
    for name in LIBRARIES:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.origin is not None:
            text = Path(spec.origin).read_text(encoding="utf-8")
            found.append(Source("lib/" + name + ".py", text))
    return found


@functools.cache
def tree_graph() -> Graph:
    """The graph of what lies in this project."""
    return board_graph([Parsed(source) for source in board_sources()])


def board_graph(files: Iterable[Parsed]) -> Graph:
    """The graph over these files and the libraries, without the calls that are never made."""
    libraries = [Parsed(source) for source in library_sources()]
    return Graph([*files, *libraries], CUTS)


def cycles(edges: dict[Function, dict[Function, int]]) -> list[list[Function]]:
    """One way round for each knot of functions that call one another."""
    return [_way_round(knot, edges) for knot in _knots(edges)]


def _knots(edges: dict[Function, dict[Function, int]]) -> list[set[Function]]:
    """Strongly connected parts that hold a cycle, without recursion of its own (after Kosaraju)."""
    order = _finished(edges)
    back: dict[Function, list[Function]] = {item: [] for item in edges}
    for caller, callees in edges.items():
        for callee in callees:
            back[callee].append(caller)
    seen: set[Function] = set()
    knots = []
    for root in reversed(order):
        knot = set()
        todo = [root]
        while todo:
            item = todo.pop()
            if item not in seen:
                seen.add(item)
                knot.add(item)
                todo.extend(back[item])
        if len(knot) > 1 or root in edges[root] and root in knot:
            knots.append(knot)
    return knots


def _finished(edges: dict[Function, dict[Function, int]]) -> list[Function]:
    """The functions in the order in which a depth-first walk leaves them."""
    order: list[Function] = []
    seen: set[Function] = set()
    for root in edges:
        todo: list[tuple[Function, bool]] = [(root, False)]
        while todo:
            item, left = todo.pop()
            if left:
                order.append(item)
            elif item not in seen:
                seen.add(item)
                todo.append((item, True))
                todo.extend((callee, False) for callee in edges[item])
    return order


def _way_round(knot: set[Function], edges: dict[Function, dict[Function, int]]) -> list[Function]:
    """The shortest cycle through the knot's first function (by name)."""
    best: list[Function] = []
    for start in sorted(knot, key=str):
        came: dict[Function, Function] = {}
        todo = [start]
        while todo and start not in came:
            item = todo.pop(0)
            for callee in edges[item]:
                if callee in knot and callee not in came:
                    came[callee] = item
                    todo.append(callee)
        way = [start]
        item = came[start]
        while item is not start:
            way.append(item)
            item = came[item]
        way.append(start)
        way.reverse()
        if not best or len(way) < len(best):
            best = way
    return best


def check(files: Iterable[Parsed]) -> Iterator[Finding]:
    """One finding for each knot of functions that can come back to themselves."""
    yield from findings(board_graph(files))


def findings(graph: Graph) -> Iterator[Finding]:
    """The same for a graph that is there already."""
    for way in cycles(graph.edges):
        line = graph.edges[way[0]][way[1]]
        text = " -> ".join(str(item) for item in way)
        yield Finding(way[0].module.file.path, line, "recursion", text)


def deepest(graph: Graph, root: str) -> list[Function]:
    """The longest chain of calls from a function that the graph allows; it has no cycles."""
    depth: dict[Function, int] = {}
    after: dict[Function, Function | None] = {}
    for item in _finished(graph.edges):
        after[item] = max(graph.edges[item], key=lambda callee: depth.get(callee, 0), default=None)
        follower = after[item]
        depth[item] = 1 + (depth.get(follower, 0) if follower is not None else 0)
    here = next((item for item in graph.edges if str(item) == root), None)
    chain = []
    while here is not None:
        chain.append(here)
        here = after[here]
    return chain
