"""The firmware's source files, and the names that they use."""

import ast
import os


def board_files(project: str) -> list[str]:
    """Every Python file that goes on the board."""
    found = [os.path.join(project, "code.py")]
    for part in ("engine", "hw", "ui"):
        for folder, _folders, files in os.walk(os.path.join(project, part)):
            found += [os.path.join(folder, file) for file in files if file.endswith(".py")]
    return sorted(found)


def names_used(path: str) -> set[str]:
    """Names, attributes and imported modules in a file."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Import):
            names.update(name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
            names.update(name.name for name in node.names)
    return names
