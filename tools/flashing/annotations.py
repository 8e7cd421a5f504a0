"""Sources without annotations, and without the imports that only annotations need: the board reads
them, keeps their names and does nothing else with them."""

import ast

from tools.flashing.edits import Text
from tools.flashing.scopes import Scopes


def without(source: bytes) -> bytes:
    """The source without the annotations of parameters, results and variables that are given a
    value; SyntaxError where it is no Python, ValueError where they stand in an odd way."""
    text = Text(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg) and node.annotation is not None:
            _cut(text, node.lineno, node.col_offset + len(node.arg.encode()), node.annotation)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            line, start = node.target.end_lineno or 0, node.target.end_col_offset or 0
            _cut(text, line, start, node.annotation)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            line = node.returns.lineno
            start = text.lines[line - 1].rindex(b"->", 0, node.returns.col_offset)
            _cut(text, line, len(text.lines[line - 1][:start].rstrip()), node.returns)
    return text.done()


def _cut(text: Text, line: int, start: int, annotation: ast.expr) -> None:
    if annotation.end_lineno != line:
        raise ValueError(f"the annotation in line {line} goes on in the next one")
    text.replace(line, start, annotation.end_col_offset or 0, b"")


def without_imports(source: bytes) -> bytes:
    """A source that has no annotations any more, without the imports that were made for them: those
    that may fail, and whose names nobody reads. Raises what Scopes raises."""
    scopes = Scopes(source)
    text = Text(source)
    read = {
        variable
        for node in scopes.nodes
        if isinstance(node, ast.Name) and (variable := scopes.of(node)) is not None
    }
    for node in scopes.tree.body:
        names = _imported_at_will(node)
        if names and not any(scopes.top.variables[name] in read for name in names):
            text.replace_node(node, b"")
    return text.done()


def _imported_at_will(node: ast.stmt) -> list[str]:
    """The names of a `try` with nothing but imports in it, of which nothing comes where they fail;
    none for anything else."""
    if not isinstance(node, ast.Try) or node.orelse or node.finalbody or len(node.handlers) != 1:
        return []
    caught, instead = node.handlers[0].type, node.handlers[0].body
    if not isinstance(caught, ast.Name) or caught.id != "ImportError":
        return []
    if len(instead) != 1 or not isinstance(instead[0], ast.Pass):
        return []
    names = []
    for item in node.body:
        if not isinstance(item, ast.Import | ast.ImportFrom):
            return []
        names += [alias.asname or alias.name.partition(".")[0] for alias in item.names]
    return names


def dropped(tree: ast.Module) -> ast.Module:
    """The tree of the same source without them, changed in place: what `without` must come to."""
    _Drop().visit(tree)
    return ast.fix_missing_locations(tree)


class _Drop(ast.NodeTransformer):
    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None:
            return node
        assign = ast.Assign(targets=[node.target], value=node.value)
        return ast.copy_location(assign, node)
