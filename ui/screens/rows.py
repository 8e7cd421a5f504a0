"""A list with one chosen row, shared by every screen that is a list.

Up to six rows of text are seen at once; the chosen one is marked by a triangle, and in a list
of words alone by its inverted label, so that a move changes two short strips of the picture.
"""

from micropython import const

from ui import signs
from ui.keys import DOWN, UP

_VISIBLE = const(6)
_TOP = const(8)
_INDENT = const(9)
_RIGHT_EDGE = const(128)
_MARK = const(6)  # columns of the triangle's own bar
_ARROW = const(6)  # columns of an arrow beside a value


class Rows:
    """The chosen row `at` of `count` rows, and which part of the list is seen."""

    def __init__(self, count: int, at: int = 0, visible: int = _VISIBLE, bar: bool = True) -> None:
        """`bar`: the chosen label is inverted where the rows have no values."""
        self.bar = bar
        self.count = count
        self.at = at
        self.first = 0
        self.visible = visible

    def move(self, key: int) -> bool:
        """Take an arrow up or down, round the ends; False for other keys."""
        if key == UP:
            self.at = (self.at - 1) % self.count
        elif key == DOWN:
            self.at = (self.at + 1) % self.count
        else:
            return False
        return True

    def draw(self, canvas, label, value=None) -> None:
        """Draw the rows: label(i) at the left, value(i) at the right.

        value(i) is None for a row without one, otherwise (text, adjustable);
        an adjustable one has arrows round it when its row is chosen, and room for them always.
        """
        self._scroll()
        for line in range(min(self.visible, self.count)):
            i = self.first + line
            y = _TOP + 8 * line
            end = canvas.text(label(i), _INDENT, y)
            if value is not None:
                self._draw_value(canvas, value(i), y, i == self.at)
            if i != self.at:
                continue
            canvas.text(signs.RIGHT, 1, y)
            if self.bar and value is None:
                canvas.invert(_INDENT - 1, y, end - _INDENT + 1, 8)
            else:
                canvas.invert(0, y, _MARK, 8)

    def _scroll(self) -> None:
        if self.at < self.first:
            self.first = self.at
        elif self.at >= self.first + self.visible:
            self.first = self.at - self.visible + 1

    def _draw_value(self, canvas, value, y: int, chosen: bool) -> None:
        if value is None:
            return
        text, adjustable = value
        if not adjustable:
            canvas.text_right(text, _RIGHT_EDGE, y)
            return
        x = canvas.text_right(text, _RIGHT_EDGE - _ARROW, y)
        if chosen:
            canvas.text(signs.LEFT, x - _ARROW, y)
            canvas.text(signs.RIGHT, _RIGHT_EDGE - _ARROW + 1, y)


def draw_title(canvas, text: str) -> None:
    """Draw the inverted bar with a screen's name."""
    canvas.text(text, 2, 0)
    canvas.invert(0, 0, 128, 8)
