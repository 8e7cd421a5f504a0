"""One parsed source file: the tree, the comments, the tokens of its statements.

The checks share it so that each file is parsed once. It judges nothing.
"""

import ast
import builtins
import io
import tokenize
from collections.abc import Iterator

from tools.gates.files import Finding, Source

BUILTIN_NAMES = frozenset(dir(builtins)) | {"__file__", "__name__"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Parsed:
    """A source file with its syntax tree; SyntaxError where the desktop cannot parse it."""

    def __init__(self, source: Source) -> None:
        self.path = source.path
        self.module = source.module
        self.text = source.text
        self.tree = ast.parse(source.text, source.path)
        self.tokens = list(tokenize.generate_tokens(io.StringIO(source.text).readline))
        self.comments = {
            token.start[0]: token.string for token in self.tokens if token.type == tokenize.COMMENT
        }
        self.annotations = frozenset(id(node) for node in self._annotation_nodes())

    def _annotation_nodes(self) -> Iterator[ast.AST]:
        for node in ast.walk(self.tree):
            for annotation in annotations_of(node):
                yield from ast.walk(annotation)

    def in_annotation(self, node: ast.AST) -> bool:
        """True where the board parses the node and never evaluates it."""
        return id(node) in self.annotations

    def finding(self, node: ast.AST, rule: str, text: str) -> Finding:
        return Finding(self.path, getattr(node, "lineno", 1), rule, text)

    def marked(self, node: ast.AST, word: str) -> bool:
        """True where a comment `# word: reason` stands on one of the node's lines."""
        first = getattr(node, "lineno", 0)
        last = getattr(node, "end_lineno", first)
        for line in range(first, last + 1):
            comment = self.comments.get(line, "").lstrip("# ")
            if comment.startswith(word + ":") and comment[len(word) + 1 :].strip():
                return True
        return False


def annotations_of(node: ast.AST) -> list[ast.expr]:
    """The annotations that hang directly on a node."""
    found: list[ast.expr | None] = []
    if isinstance(node, ast.AnnAssign | ast.arg):
        found.append(node.annotation)
    elif isinstance(node, FUNCTIONS):
        found.append(node.returns)
    return [item for item in found if item is not None]


def docstrings(tree: ast.AST) -> frozenset[int]:
    """The ids of the constants that are docstrings (or strings that stand alone)."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(id(node.value))
    return frozenset(found)


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions and classes inside it.

    A nested function, lambda or class is given itself, and not its body.
    """
    todo = list(ast.iter_child_nodes(function))
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            todo.extend(ast.iter_child_nodes(node))


def dotted(node: ast.AST) -> str:
    """`a.b.c` as text where the node is nothing but names and dots, else ""."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    names.append(node.id)
    return ".".join(reversed(names))
