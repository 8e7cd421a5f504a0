"""The overview: the landscape in tiles of 8 pixels."""

from micropython import const

from engine.tiles.table import BOARD, kind_of
from engine.tiles.terms import FIELD
from ui.sprites import forget as forget_sheet
from ui.sprites import load_sheet

CELL = const(8)
_LOOK_EVERY = const(16)


def size(land) -> tuple:
    """The squares (left, top, right, bottom) within which all tiles lie."""
    count = land.count
    xs = land.xs[:count]
    ys = land.ys[:count]
    return min(xs) - 128, min(ys) - 128, max(xs) - 128, max(ys) - 128


def draw(canvas, land, x: int, y: int, columns: int = 16, rows: int = 6, px: int = 0, py: int = 8,
         marks: bool = True) -> None:  # fmt: skip
    """Draw a window of the landscape, square (x, y) at pixel (px, py), py a multiple of 8.

    The tile placed last is inverted (F34). `marks`: followers instead of the tiles on which they
    stand; so show the picture with and without them in turn.
    """
    image = canvas.image
    sheet = load_sheet("tiles8")
    last = land.count - 1
    for tile in range(last + 1):
        column = land.xs[tile] - 128 - x
        row = land.ys[tile] - 128 - y
        if not (0 <= column < columns and 0 <= row < rows):
            continue
        kind = land.kinds[tile]
        stand = land.stands[tile]
        left = px + column * CELL
        top = py + row * CELL
        if stand and marks:
            lying = kind_of(kind, stand & 15) == FIELD
            canvas.sprite(load_sheet("pieces" if lying else "marks8"), (stand >> 4) - 1, left, top)
        else:
            start = CELL * (kind * 4 + land.turns[tile] if kind < BOARD else kind + 3 * BOARD)
            at = top * 16 + left
            image[at : at + CELL] = sheet.bits[start : start + CELL]
        if tile == last and last:
            canvas.invert(left, top, CELL, CELL)
        if not tile % _LOOK_EVERY:
            canvas.look()


def forget() -> None:
    """Let go of the sheet of tiles."""
    forget_sheet("tiles8")
