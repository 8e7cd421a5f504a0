"""Changes in the text of one source, line by line, so that every line keeps its number.

Columns are bytes, as Python's own trees count them. What is changed, others decide.
"""

import ast


class Text:
    """A source whose parts are cut out and replaced. The changes come together in `done`."""

    def __init__(self, source: bytes) -> None:
        self.lines = source.split(b"\n")
        self._changes: list[tuple[int, int, int, bytes]] = []

    def replace(self, line: int, start: int, end: int, new: bytes) -> None:
        """Put `new` in place of the columns from `start` to before `end`; lines count from 1."""
        self._changes.append((line, start, end, new))

    def replace_node(self, node: ast.expr | ast.stmt, new: bytes) -> None:
        """Put one line in place of an expression or a statement; its other lines become empty."""
        first, last = node.lineno, node.end_lineno or node.lineno
        end = node.end_col_offset or 0
        if first == last:
            self.replace(first, node.col_offset, end, new)
            return
        self.replace(first, node.col_offset, len(self.lines[first - 1]), new)
        for line in range(first + 1, last):
            self.replace(line, 0, len(self.lines[line - 1]), b"")
        self.replace(last, 0, end, b"")

    def find(self, word: bytes, line: int, start: int) -> int:
        """The column at which a word stands in a line, at or behind another column.

        Raises ValueError where it does not.
        """
        return self.lines[line - 1].index(word, start)

    def done(self) -> bytes:
        """The source with all changes; ValueError where two of them overlap."""
        lines = list(self.lines)
        before = (len(lines) + 1, 0)
        for line, start, end, new in sorted(set(self._changes), reverse=True):
            if (line, end) > before:
                raise ValueError(f"two changes of line {line}")
            before = (line, start)
            text = lines[line - 1]
            lines[line - 1] = text[:start] + new + text[end:]
        return b"\n".join(text.rstrip() if text.isspace() else text for text in lines)
