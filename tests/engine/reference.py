"""A slow second reading of D13, D14 and D20 that shares nothing with the engine.

Dice are kept as sets of letters: the sides with city. Places are tried one by one.
"""

BASE = {"c": "N", "s": "NS", "r": "NE", "t": "NEW"}
ROUND = "NESW"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
Grid = dict[tuple[int, int], frozenset[str]]


def sides(face: str, quarters: int) -> frozenset[str]:
    """City sides of a die turned clockwise by so many quarters."""
    return frozenset(ROUND[(ROUND.index(side) + quarters) % 4] for side in BASE[face])


def beside(x: int, y: int) -> dict[str, tuple[int, int]]:
    """The four squares that share a side with this one."""
    return {side: (x + step[0], y + step[1]) for side, step in STEP.items()}


def fits(grid: Grid, x: int, y: int, die: frozenset[str]) -> bool:
    """Whether a die with these city sides may be built here."""
    if not grid:
        return (x, y) == (0, 0)
    if (x, y) in grid:
        return False
    touches = False
    for side, square in beside(x, y).items():
        if square in grid:
            touches = True
            if (side in die) != (FACING[side] in grid[square]):
                return False
    xs = [square[0] for square in grid]
    ys = [square[1] for square in grid]
    near = min(xs) - 3 <= x <= max(xs) + 3 and min(ys) - 3 <= y <= max(ys) + 3
    return touches or near


def placements(grid: Grid, face: str) -> set[tuple[int, int, frozenset[str]]]:
    """Every place and look of a face."""
    looks = {sides(face, quarters) for quarters in range(4)}
    xs = [square[0] for square in grid] or [0]
    ys = [square[1] for square in grid] or [0]
    out = set()
    for x in range(min(xs) - 5, max(xs) + 6):
        for y in range(min(ys) - 5, max(ys) + 6):
            for die in looks:
                if fits(grid, x, y, die):
                    out.add((x, y, die))
    return out


def cities(grid: Grid) -> list[tuple[int, int]]:
    """(dice, open sides) of every city, sorted: a flood from every die not yet wet."""
    wet: set[tuple[int, int]] = set()
    out = []

    def flood(square: tuple[int, int]) -> tuple[int, int]:
        wet.add(square)
        size, opened = 1, 0
        around = beside(*square)
        for side in grid[square]:
            if around[side] not in grid:
                opened += 1
            elif around[side] not in wet:
                more = flood(around[side])
                size += more[0]
                opened += more[1]
        return size, opened

    for square in grid:
        if square not in wet:
            out.append(flood(square))
    return sorted(out)
