"""The whole layout as small shapes."""

from micropython import const

PITCH = const(6)


def draw_layout(canvas, minis, layout, box: tuple, mark_best: bool) -> None:
    """Draw the layout in the middle of a box (x, y, width, height); what lies outside is left out.

    `mark_best` inverts the largest closed city (D20).
    """
    left, top, right, bottom = layout.box()
    columns = box[2] // PITCH
    rows = box[3] // PITCH
    best = _best(layout) if mark_best else ()
    if best and (right - left >= columns or bottom - top >= rows):
        left = right = best[0][0]
        top = bottom = best[0][1]
    x0 = box[0] + box[2] // 2 - (left + right + 1) * PITCH // 2
    y0 = box[1] + box[3] // 2 - (top + bottom + 1) * PITCH // 2
    for cell in layout.cells():
        x = x0 + cell[0] * PITCH
        y = y0 + cell[1] * PITCH
        if _inside(x, y, box):
            canvas.sprite_clear(minis, cell[2], x, y, cell in best)


def _inside(x: int, y: int, box: tuple) -> bool:
    return box[0] <= x <= box[0] + box[2] - PITCH and box[1] <= y <= box[1] + box[3] - PITCH


def _best(layout) -> list:
    best: list = []
    for size, opened, cells in layout.cities():
        if not opened and size > len(best):
            best = cells
    return best
