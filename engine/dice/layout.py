"""The dice built in one turn on the unbounded grid: where a die fits, and the cities they form.

Rows D13, D14 and D20. Squares are numbers: (y + 24) * 49 + (x + 24), since eight dice beyond
the first one reach 24 squares at most. A build action is 16 + square * 14 + look. Whose dice
these are, and what is left in the hand, is `game`.
"""

from micropython import const

from engine.dice.faces import DICE, FACE_OF, FIRST_LOOK, LOOKS, REACH, SIDES, TURNS

BUILD = const(16)

WIDE = const(49)
MIDDLE = const(24)
ORIGIN = const(24 * 49 + 24)
_BUILT = const(256)
_NOWHERE = const(-1000)
# A piece of a listing ends once it has given this many actions: under half a unit.
_PIECE = const(200)

# (side, step to the neighbour's square, the neighbour's side that meets it)
NEIGHBOURS = ((1, -49, 4), (2, 1, 8), (4, 49, 1), (8, -1, 2))


def build_action(look: int, x: int, y: int) -> int:
    """The action that builds a die with this look at (x, y); |x| and |y| are at most 24."""
    return BUILD + ((y + MIDDLE) * WIDE + x + MIDDLE) * LOOKS + look


def split_action(action: int) -> tuple[int, int, int]:
    """(look, x, y) of a build action."""
    square, look = divmod(action - BUILD, LOOKS)
    return look, square % WIDE - MIDDLE, square // WIDE - MIDDLE


class Layout:
    """Built dice in building order."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Take every die off the table."""
        # Square -> 256 + look of a built die, or for a free square beside built dice
        # (sides that are touched) << 4 | (those of them that need a city side).
        self._map: dict[int, int] = {}
        self._squares: list[int] = []
        self._box = (0, 0, 0, 0)

    def __len__(self) -> int:
        return len(self._squares)

    def cells(self) -> list[tuple[int, int, int]]:
        """(x, y, look) of every built die, in building order."""
        return [self._cell(square) for square in self._squares]

    def actions(self) -> list[int]:
        """The build actions that led here, in order."""
        return [BUILD + s * LOOKS + self._map[s] - _BUILT for s in self._squares]

    def box(self) -> tuple[int, int, int, int]:
        """(left, top, right, bottom) of the built dice; all 0 where there are none."""
        return self._box

    def look_at(self, x: int, y: int) -> int:
        """The look of the die at (x, y), -1 where none is built."""
        return max(self._map.get(self._square(x, y), 0) - _BUILT, -1)

    def why_not(self, action: int) -> str:
        """Why this die cannot be built (D13, D14), "" where it can."""
        square, look = divmod(action - BUILD, LOOKS)
        if not 0 <= square < WIDE * WIDE:
            return "off the grid"
        if len(self._squares) == DICE:
            return "all nine dice are built"
        if not self._squares:
            return "" if square == ORIGIN else "the first die lies at (0, 0)"
        seen = self._map.get(square, 0)
        if seen >= _BUILT:
            return "a die is built there"
        if seen:
            if SIDES[look] & (seen >> 4) != seen & 15:
                return "a city side would meet a blank side"
            return ""
        left, top, right, bottom = self._box
        x = square % WIDE - MIDDLE
        y = square // WIDE - MIDDLE
        if left - REACH <= x <= right + REACH and top - REACH <= y <= bottom + REACH:
            return ""
        return "too far from the built dice"

    def build(self, action: int) -> None:
        """Add one die. The caller has asked `why_not` before."""
        square, look = divmod(action - BUILD, LOOKS)
        sides = SIDES[look]
        seen_by = self._map
        seen_by[square] = _BUILT + look
        for side, step, facing in NEIGHBOURS:
            seen = seen_by.get(square + step, 0)
            if seen < _BUILT:
                seen_by[square + step] = seen | facing << 4 | (facing if sides & side else 0)
        self._squares.append(square)
        x = square % WIDE - MIDDLE
        y = square // WIDE - MIDDLE
        left, top, right, bottom = self._box
        if x < left or x > right or y < top or y > bottom:
            self._box = (min(left, x), min(top, y), max(right, x), max(bottom, y))

    def take_back(self) -> int:
        """Take the die built last off the table; its look."""
        square = self._squares.pop()
        look = self._map[square] - _BUILT
        around = 0
        for side, step, facing in NEIGHBOURS:
            seen = self._map.get(square + step, 0)
            if seen >= _BUILT:
                around |= side << 4
                if SIDES[seen - _BUILT] & facing:
                    around |= side
                continue
            seen &= ~(facing << 4 | facing)
            if seen:
                self._map[square + step] = seen
            else:
                del self._map[square + step]
        if around:
            self._map[square] = around
        else:
            del self._map[square]
        self._box = self._measure()
        return look

    def scan(self, faces: bytes, out: list[int]):  # type: ignore[no-untyped-def]
        """Generator: appends to `out` every build of these faces, pauses between pieces.

        `faces` are city faces, each once. The order depends on the layout alone: first the
        squares beside built dice, then those of new groups (D14), each from north to south.
        """
        looks = [FIRST_LOOK[f] + turn for f in faces for turn in range(TURNS[f])]
        if len(self._squares) == DICE:
            return
        if not self._squares:
            out.extend([BUILD + ORIGIN * LOOKS + look for look in looks])
            return
        seen_by = self._map
        # A dict keeps no order on the board.
        for square in sorted(seen_by):
            seen = seen_by[square]
            if seen < _BUILT:
                touched = seen >> 4
                need = seen & 15
                base = BUILD + square * LOOKS
                out.extend([base + k for k in looks if SIDES[k] & touched == need])
        yield
        left, top, right, bottom = self._box
        width = right - left + 2 * REACH + 1
        start = (top - REACH + MIDDLE) * WIDE + left - REACH + MIDDLE
        given = 0
        for row in range(start, start + (bottom - top + 2 * REACH + 1) * WIDE, WIDE):
            free = [BUILD + s * LOOKS for s in range(row, row + width) if s not in seen_by]
            out.extend([base + k for base in free for k in looks])
            given += len(free) * len(looks)
            if given > _PIECE:
                given = 0
                yield

    def placements(self, face: int) -> list[int]:
        """Every build of this face, in the order of `scan`."""
        out: list[int] = []
        for _ in self.scan(bytes((face,)), out):
            pass
        return out

    def turns_at(self, face: int, x: int, y: int) -> list[int]:
        """The looks of this face that may be built at (x, y), in clockwise order."""
        base = build_action(FIRST_LOOK[face], x, y)
        looks = []
        for turn in range(TURNS[face]):
            if not self.why_not(base + turn):
                looks.append(FIRST_LOOK[face] + turn)
        return looks

    def city_at(self, x: int, y: int) -> tuple[int, int, list[tuple[int, int, int]]] | None:
        """The city of the die at (x, y) as in `cities`, None where no die is built."""
        square = self._square(x, y)
        if self._map.get(square, 0) < _BUILT:
            return None
        squares, opened = self._trace(square)
        return len(squares), opened, [self._cell(s) for s in squares]

    def cities(self) -> list[tuple[int, int, list[tuple[int, int, int]]]]:
        """(dice, open city sides, cells) of every city, in the order of their oldest dice.

        A city with no open side is closed (D20).
        """
        out = []
        for squares, opened in self.traces():
            out.append((len(squares), opened, [self._cell(s) for s in squares]))
        return out

    def best_closed(self) -> int:
        """Dice of the largest closed city (D20), 0 where none is closed."""
        best = 0
        for squares, opened in self.traces():
            if not opened and len(squares) > best:
                best = len(squares)
        return best

    def traces(self) -> list[tuple[list[int], int]]:
        """(squares, open city sides) of every city."""
        out = []
        seen: list[int] = []
        for square in self._squares:
            if square not in seen:
                squares, opened = self._trace(square)
                seen.extend(squares)
                out.append((squares, opened))
        return out

    def seen(self, square: int) -> int:
        """0 for a free square beside no die, 256 + look for a die, else touched << 4 | needed."""
        return self._map.get(square, 0)

    def _trace(self, square: int) -> tuple[list[int], int]:
        squares = [square]
        opened = 0
        # The list grows while it is read: a flood without recursion.
        for at in squares:
            sides = SIDES[self._map[at] - _BUILT]
            for side, step, _facing in NEIGHBOURS:
                if sides & side:
                    if self._map[at + step] < _BUILT:
                        opened += 1
                    elif at + step not in squares:
                        squares.append(at + step)
        return squares, opened

    def _cell(self, square: int) -> tuple[int, int, int]:
        return square % WIDE - MIDDLE, square // WIDE - MIDDLE, self._map[square] - _BUILT

    def _square(self, x: int, y: int) -> int:
        if -MIDDLE <= x <= MIDDLE and -MIDDLE <= y <= MIDDLE:
            return (y + MIDDLE) * WIDE + x + MIDDLE
        return _NOWHERE

    def _measure(self) -> tuple[int, int, int, int]:
        left = top = right = bottom = 0
        for square in self._squares:
            x = square % WIDE - MIDDLE
            y = square // WIDE - MIDDLE
            left = min(left, x)
            right = max(right, x)
            top = min(top, y)
            bottom = max(bottom, y)
        return left, top, right, bottom


def face_of(action: int) -> int:
    """The face that a build action builds."""
    return FACE_OF[(action - BUILD) % LOOKS]
