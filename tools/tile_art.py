"""Turns the art of the tiles, tools/art/tiles16.txt and tiles8.txt, into files in ui/art.

Run by tools.sprites. Each kind of tile is there in all four turns, since the board cannot afford
to turn pixels; squares of the wheel board lie in one way only.

    tiles16.bin  4 bytes: 16, 16, number of pictures, bytes of each; then, for kind 0 in its four
                 turns, kind 1 ... and each square of the board: 32 bytes as in any sheet; for
                 features 0 to 7 the place of a follower, x in the high half of a byte, y in the low
                 one; the place of a token; the number of its first glow, low byte first
    glow16.bin   4 bytes: 16, 16, number of glows, low byte first; for each feature of each picture,
                 where its two pages lie in this file, in 16 bytes, low byte first; then, from the
                 next 16 bytes on, those pages, each once: what to turn to light up the feature
    tiles8.bin   a sheet as any other, in the same order
"""

from __future__ import annotations

from tools import tiles
from tools.drawings import Art, ArtError, distance, pages_of

TURNS = 4
PAGE = 16  # bytes
NEAR = "tiles16"
GLOW = "glow16"
FAR = "tiles8"
FILES = (NEAR, GLOW, FAR)
MIN_APART = 10  # pixels of 256, between any two kinds in any turns
LIT = "#="
AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))
ALL_AROUND = (*AROUND, (-1, -1), (1, -1), (1, 1), (-1, 1))
TUFTS = {16: ((2, 2), (10, 2), (6, 6), (14, 6), (2, 10), (10, 10), (6, 14), (14, 14)),
         8: ((1, 1), (5, 5))}  # fmt: skip
GROUND = {"city": "o", "road": "=", "cloister": ".", "field": "."}

Point = tuple[int, int]


class TileArt(Art):
    """The art of all kinds: their ground, what stands on it, and places of followers and tokens."""

    symbols = "#=o.-t01234567 "

    def __init__(self, name: str) -> None:
        self.signs: dict[str, tuple[str, int, int]] = {}  # tile -> drawing and its corner
        super().__init__(name)
        self.kinds = tiles.read(tiles.SOURCE.read_text("utf-8"))
        self.order = [art_name(tile) for tile in self.kinds]
        self.sprites()
        for tile, (drawing, x, y) in self.signs.items():
            rows = self.drawn.get(drawing, [])
            high = len(rows)
            if tile not in self.order or not high or high != len(rows[0]):
                raise ArtError(f"{name}: sign {drawing} on {tile}: no such tile or square drawing")
            if min(x, y) < 0 or max(x, y) + high > self.width:
                raise ArtError(f"{name}: sign {drawing} on {tile} stands beyond the edge")

    def take_words(self, words: list[str]) -> None:
        """Read a line "sign DRAWING TILE X Y ..."."""
        if words[:1] == ["sign"]:
            try:
                for tile, x, y in zip(words[2::3], words[3::3], words[4::3], strict=True):
                    self.signs[tile] = (words[1], int(x), int(y))
            except ValueError:
                raise ArtError(f"{self.name}: {' '.join(words)}: not tile, x, y ...") from None

    def places(self, kind: int) -> dict[str, Point]:
        """Where the figures and the t stand in a tile's drawing."""
        found = {}
        for y, row in enumerate(self.drawn[self.order[kind]]):
            for x, pixel in enumerate(row):
                if pixel not in "#=o.-":
                    found[pixel] = (x, y)
        return found

    def ground(self, kind: int, turn: int = 0) -> list[list[str]]:
        """A tile's pixels by what they are, without figures and without what stands on it."""
        grid = [list(row) for row in self.drawn[self.order[kind]]]
        for figure, (x, y) in self.places(kind).items():
            if figure == "t":
                left, right = grid[y][x - 1], grid[y][x + 1]
                grid[y][x] = left if left in "o." else right if right in "o." else "."
            else:
                grid[y][x] = GROUND[self.kinds[kind].features[int(figure)].kind]
        return turned(grid, turn)

    def sign(self, kind: int, turn: int = 0) -> dict[Point, str]:
        """The pixels of what stands upright on the tile, # or -; nothing for most tiles."""
        name, x, y = self.signs.get(self.order[kind], ("", 0, 0))
        if not name:
            return {}
        rows = self.drawn[name]
        for _ in range(turn):
            x, y = self.height - len(rows) - y, x
        ground = self.ground(kind, turn)
        return {
            (x + dx, y + dy): pixel
            for dy, row in enumerate(rows)
            for dx, pixel in enumerate(row)
            if pixel != "." and (pixel == "#" or ground[y + dy][x + dx] != "#")
        }

    def picture(self, kind: int, turn: int = 0) -> list[str]:
        """The pixels of a tile as they are shown, # and dot."""
        ground = self.ground(kind, turn)
        sign = self.sign(kind, turn)
        for (x, y), pixel in sign.items():
            ground[y][x] = "#" if pixel == "#" else "-"
        size = self.width
        bare = self._beneath_token(kind, turn) if sign else set()
        out = [["."] * size for _ in range(size)]
        for y in range(size):
            for x in range(size):
                pixel = ground[y][x]
                lit = pixel in LIT
                if pixel == "o":
                    lit = size == 8 or ((x + y) % 2 == 1 and not beside(ground, x, y, AROUND))
                elif pixel == "." and (x, y) in TUFTS[size]:
                    lit = not beside(ground, x, y, ALL_AROUND, "#=o") and (x, y) not in bare
                if lit:
                    out[y][x] = "#"
        return ["".join(row) for row in out]

    def _beneath_token(self, kind: int, turn: int) -> set[Point]:
        """Where a token is drawn without a margin, nothing grows."""
        place = self.places(kind).get("t")
        if place is None:
            return set()
        x, y = place
        for _ in range(turn):
            x, y = self.width - 1 - y, x
        return {(x + dx, y + dy) for dx in range(-3, 4) for dy in range(-3, 4)}

    def regions(self, kind: int) -> list[set[Point]]:
        """The pixels of each feature of a tile that is not turned, in the order of the table."""
        tile = self.kinds[kind]
        ground = self.ground(kind)
        house = set(self.sign(kind)) if any(f.kind == "cloister" for f in tile.features) else set()
        whole = pieces(ground, house)
        out: list[set[Point]] = []
        for feature in tile.features:
            if feature.kind == "cloister":
                out.append(house)
                continue
            touched = [border(self.width, place) for place in feature.places]
            want = GROUND[feature.kind]
            out.append(set())
            for pixel, piece in whole:
                if pixel == want and (
                    self._is_all(tile, feature) or any(point in piece for point in touched)
                ):
                    out[-1] |= piece
        return out

    def _is_all(self, tile: tiles.Tile, feature: tiles.Feature) -> bool:
        """Has a field all the ground of its square? Fields of the board go on within it."""
        return (
            tile.square and sum(one.kind == feature.kind == "field" for one in tile.features) == 1
        )

    def glow(self, kind: int, local: int, turn: int) -> list[str]:
        """What to turn so that a feature is lit up: # and dot."""
        ground = self.ground(kind, turn)
        sign = self.sign(kind, turn)
        shown = self.picture(kind, turn)
        size = self.width
        feature = self.kinds[kind].features[local].kind
        region = self.regions(kind)[local]
        for _ in range(turn):
            region = {(size - 1 - y, x) for x, y in region}
        if feature == "cloister":
            region = {p for p, pixel in sign.items() if pixel == "-"}  # upright in every turn
        elif feature == "road":
            region = region | {(x + dx, y + dy) for x, y in region for dx, dy in ALL_AROUND}
            region = {p for p in region - set(sign) if is_in(p, size) and at(ground, p) != "#"}
        else:
            region = {
                (x, y)
                for x, y in region
                if (x, y) in sign
                or (
                    shown[y][x] == "."
                    and not beside(ground, x, y, ALL_AROUND if feature == "field" else AROUND)
                )
            }
            if feature == "field":
                region -= {(x + dx, y + dy) for x, y in sign for dx, dy in ALL_AROUND}
        return ["".join("#" if (x, y) in region else "." for x in range(size)) for y in range(size)]


def art_name(tile: tiles.Tile) -> str:
    """What a tile is called in the art: A, w1, b00 (row and column on the board)."""
    return "b" + "".join(tile.name.split()[1:]) if tile.square else tile.name


def at(grid: list[list[str]], point: Point) -> str:
    """The pixel there."""
    return grid[point[1]][point[0]]


def is_in(point: Point, size: int) -> bool:
    """Does it lie in the square?"""
    return 0 <= point[0] < size and 0 <= point[1] < size


def turned(grid: list[list[str]], turn: int) -> list[list[str]]:
    """The grid turned clockwise by quarters."""
    for _ in range(turn):
        grid = [list(row) for row in zip(*grid[::-1], strict=True)]
    return grid


def beside(grid: list[list[str]], x: int, y: int, steps: tuple, kinds: str = LIT) -> bool:
    """Does one of these pixels lie in these directions?"""
    size = len(grid)
    return any(is_in((x + dx, y + dy), size) and grid[y + dy][x + dx] in kinds for dx, dy in steps)


def border(size: int, place: str) -> Point:
    """The pixel in the middle of a side ("N") or of half of it ("NL")."""
    side = "NESW".index(place[0])
    along = size // 2 if len(place) == 1 else size // 4 if place[1] == "L" else size * 3 // 4
    x, y = along, 0
    for _ in range(side):
        x, y = size - 1 - y, x
    return x, y


def pieces(grid: list[list[str]], away: set[Point]) -> list[tuple[str, set[Point]]]:
    """Connected pieces of city, road and field, `away` left out."""
    size = len(grid)
    left = {(x, y) for y in range(size) for x in range(size) if grid[y][x] in "o=."} - away
    out = []
    while left:
        first = min(left)
        piece = {first}
        edge = [first]
        while edge:
            x, y = edge.pop()
            for dx, dy in AROUND:
                point = (x + dx, y + dy)
                if point in left and point not in piece and at(grid, point) == at(grid, first):
                    piece.add(point)
                    edge.append(point)
        left -= piece
        out.append((at(grid, first), piece))
    return out


def pictures(art: TileArt) -> list[tuple[int, int]]:
    """(kind, turn) of every picture in the order of the files."""
    return [
        (kind, turn)
        for kind, tile in enumerate(art.kinds)
        for turn in range(1 if tile.square else TURNS)
    ]


def place_byte(point: Point, size: int, turn: int) -> int:
    """A place in a turned picture as one byte."""
    x, y = point
    for _ in range(turn):
        x, y = size - 1 - y, x
    return x << 4 | y


def build(name: str) -> bytes:
    """The bytes of ui/art/`name`.bin. Raises ArtError."""
    if name == FAR:
        art = TileArt(FAR)
        shown = pictures(art)
        head = bytes((art.width, art.height, len(shown), 0))
        return head + b"".join(pages_of(art.picture(*one)) for one in shown)
    art = TileArt(NEAR)
    shown = pictures(art)
    near = bytearray()
    glows = bytearray()
    for kind, turn in shown:
        first = len(glows) // 32
        places = art.places(kind)
        record = bytearray(pages_of(art.picture(kind, turn)))
        for figure in "01234567t":
            point = places.get(figure)
            record.append(place_byte(point, art.width, turn) if point else 0)
        near += record + first.to_bytes(2, "little")
        for local in range(len(art.kinds[kind].features)):
            glows += pages_of(art.glow(kind, local, turn))
    if name == NEAR:
        return bytes((art.width, art.height, len(shown), len(near) // len(shown))) + near
    return bytes((art.width, art.height)) + packed(bytes(glows))


def packed(glows: bytes) -> bytes:
    """Glows in pages of 16 bytes, each page once: the number of glows, where pages lie, pages."""
    pages = [glows[at : at + PAGE] for at in range(0, len(glows), PAGE)]
    once = list(dict.fromkeys(pages))
    first = -(-(4 + 2 * len(pages)) // PAGE)
    out = bytearray((len(glows) // 32).to_bytes(2, "little"))
    for page in pages:
        out += (first + once.index(page)).to_bytes(2, "little")
    return bytes(out).ljust(PAGE * first - 2, b"\0") + b"".join(once)


def too_close() -> list[str]:
    """Say which kinds of tiles are too much alike, in any turns."""
    art = TileArt(NEAR)
    kinds = [kind for kind, tile in enumerate(art.kinds) if not tile.square]
    shown = {kind: [art.picture(kind, turn) for turn in range(TURNS)] for kind in kinds}
    out = []
    for kind in kinds:
        for other in kinds[:kind]:
            apart = min(distance(shown[kind][0], rows) for rows in shown[other])
            apart = min(apart, *(distance(shown[other][0], rows) for rows in shown[kind]))
            if apart < MIN_APART:
                names = f"{art.order[kind]} and {art.order[other]}"
                out.append(f"{NEAR}: {names} differ in {apart} pixels, not {MIN_APART}")
    return out
