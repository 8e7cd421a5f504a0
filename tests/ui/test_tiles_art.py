"""The art of the tiles: it says what the table says, runs on from tile to tile, is told apart."""

from itertools import combinations_with_replacement

import pytest

from engine.tiles import table
from engine.tiles.terms import CITY, CLOISTER, ROAD
from tools import drawings, sprites, tile_art, tiles
from ui.sprites import load_sheet
from ui.tiles import near, spots

ART = {16: tile_art.TileArt(tile_art.NEAR), 8: tile_art.TileArt(tile_art.FAR)}
KINDS = ART[16].kinds
PLAYED = range(table.BOARD)
SQUARES = range(table.BOARD, table.KINDS)
ALL = [(kind, turn) for kind in range(table.KINDS) for turn in range(4 if kind in PLAYED else 1)]
NAMES = ART[16].order


def named(kind):
    return NAMES[kind] if isinstance(kind, int) else None


def turned(points, turn, size=16):
    for _ in range(turn):
        points = {(size - 1 - y, x) for x, y in points}
    return points


def edge(rows, side):
    """The pixels along a side, from left to right or from top to bottom."""
    if side in (0, 2):
        return "".join(rows[0 if side == 0 else -1])
    return "".join(row[-1 if side == 1 else 0] for row in rows)


def rows_of(bits, size=16):
    """Pages of column bytes as rows of # and dot."""
    return [
        "".join("#" if bits[y // 8 * size + x] >> y % 8 & 1 else "." for x in range(size))
        for y in range(size)
    ]


def test_the_files_are_what_the_art_gives():
    for name in tile_art.FILES:
        assert (sprites.OUT / f"{name}.bin").read_bytes() == sprites.build(name)


def test_the_drawings_stand_in_the_order_of_the_table():
    assert [tiles.BOARD * tiles.BOARD, len(NAMES)] == [len(SQUARES), table.KINDS]
    assert NAMES[: table.LETTERS] == list("ABCDEFGHIJKLMNOPQRSTUVWX")
    assert NAMES[table.LETTERS : table.BOARD] == [f"w{i}" for i in range(1, 10)]
    assert NAMES[table.BOARD :] == [f"b{row}{column}" for row in range(4) for column in range(4)]


# What the art shows is what the table says.


@pytest.mark.parametrize("size", (16, 8))
@pytest.mark.parametrize("kind", range(table.KINDS), ids=named)
def test_T2_every_edge_shows_what_it_is(kind, size):
    middle = {"C": "o", "R": "=", "F": ".", ".": None}
    for turn in range(4):
        ground = ART[size].ground(kind, turn)
        for side in range(4):
            shown = edge(ground, side)
            letter = KINDS[kind].edges[(side - turn) % 4]
            if middle[letter]:
                assert set(shown[size // 2 - 1 : size // 2 + 1]) == {middle[letter]}
            if letter == "R":
                assert shown.strip(".") == "=="
            elif letter == "F":
                assert set(shown) == {"."}
            elif letter == "C":
                assert set(shown[3:-3]) == {"o"}
                assert set(shown) <= set("o#.")


@pytest.mark.parametrize("size", (16, 8))
@pytest.mark.parametrize("kind", range(table.KINDS), ids=named)
def test_T11_T13_what_is_one_feature_is_one_piece_and_nothing_else_is(kind, size):
    tile = KINDS[kind]
    regions = ART[size].regions(kind)
    for i, region in enumerate(regions):
        assert region, tile.features[i]
        assert not any(region & other for other in regions[:i])
        whole = dict.fromkeys(region, "o")
        grid = [[whole.get((x, y), "-") for x in range(size)] for y in range(size)]
        if not tile.square and tile.features[i].kind != "cloister":
            assert len(tile_art.pieces(grid, set())) == 1, tile.features[i]
        for place in tile.features[i].places:
            assert tile_art.border(size, place) in region
    if size == 16 and not tile.square:  # and no piece of road or city is left over
        for pixel, piece in tile_art.pieces(ART[16].ground(kind), set().union(*regions)):
            assert pixel == "." and len(piece) < 6


@pytest.mark.parametrize("size", (16, 8))
def test_W16_fields_of_the_board_go_on_within_their_farm_only(size):
    board = [[None] * 4 * size for _ in range(4 * size)]
    for kind in SQUARES:
        across, down = (kind - table.BOARD) % 4 * size, (kind - table.BOARD) // 4 * size
        for feature, region in zip(KINDS[kind].features, ART[size].regions(kind), strict=True):
            if feature.kind == "field":
                for x, y in region:
                    board[down + y][across + x] = feature.farm
    for row in board:
        for one, other in zip(row, row[1:], strict=False):
            assert one == other or None in (one, other)
    for upper, lower in zip(board, board[1:], strict=False):
        for one, other in zip(upper, lower, strict=True):
            assert one == other or None in (one, other)


def test_T5_shields_and_cloisters_stand_where_the_table_has_them():
    for kind in range(table.KINDS):
        sign = ART[16].signs.get(NAMES[kind], ("",))[0]
        features = KINDS[kind].features
        shields = sum(one.shields for one in features)
        cloister = any(one.kind == "cloister" for one in features)
        assert sign == ("shield" if shields else "cloister" if cloister else "")
        assert shields == table.TABLE[kind * table.ROW + 5] <= 1


# The pictures.


@pytest.mark.parametrize(("kind", "turn"), ALL, ids=named)
def test_all_turns_in_the_file_are_true_turns(kind, turn):
    art = ART[16]
    ground = tile_art.turned(art.ground(kind), turn)
    sign = art.sign(kind, turn)
    shown = rows_of(spots.picture(kind, turn))
    assert set(art.sign(kind)) or not sign
    for y in range(16):
        for x in range(16):
            lit = shown[y][x] == "#"
            if (x, y) in sign:
                assert lit == (sign[x, y] == "#")
            elif ground[y][x] in "#=":
                assert lit
            elif ground[y][x] == "-":
                assert not lit
            elif ground[y][x] == "o":  # chequered, but for a dark line along the walls
                wall = tile_art.beside(ground, x, y, tile_art.AROUND)
                assert lit == ((x + y) % 2 == 1 and not wall)
    open_field = [
        shown[y][x]
        for y in range(16)
        for x in range(16)
        if ground[y][x] == "." and (x, y) not in sign
    ]
    assert open_field.count("#") <= len(open_field) / 20  # fields are all but dark


def test_a_sign_is_upright_in_every_turn():
    for kind in PLAYED:
        looks = set()
        for turn in range(4):
            sign = ART[16].sign(kind, turn)
            if sign:
                left = min(x for x, y in sign)
                top = min(y for x, y in sign)
                looks.add(frozenset((x - left, y - top) for x, y in sign if sign[x, y] == "#"))
        assert len(looks) <= 1 or ART[16].signs[NAMES[kind]][0] == "shield"
        assert len({len(look) for look in looks}) <= 1


def test_T2_whatever_matches_runs_on_across_the_border():
    """Roads meet at the same pixels, cities keep their chequered ground, fields nothing."""
    seen: dict[tuple[int, int], set[str]] = {}
    for kind in PLAYED:
        for turn in range(4):
            shown = rows_of(spots.picture(kind, turn))
            code = table.code_of(kind, turn)
            for side in range(4):
                seen.setdefault((side, code >> 2 * side & 3), set()).add(edge(shown, side))
    for letter, middle in ((1, slice(4, 12)), (2, slice(None)), (3, slice(None))):
        for side in (0, 3):
            here = {shown[middle] for shown in seen[side, letter]}
            there = {shown[middle] for shown in seen[side ^ 2, letter]}
            assert len(here) == len(there) == 1
            own, other = here.pop(), there.pop()
            if letter == CITY + 1:
                assert all({a, b} == {"#", "."} for a, b in zip(own, other, strict=True))
            else:
                assert own == other == ("." * 16 if letter == 3 else ".......##.......")


def test_kinds_differ_in_10_pixels_in_every_turn():
    assert tile_art.too_close() == sprites.too_close("tiles16") == []
    for one, other in combinations_with_replacement(PLAYED, 2):
        if one != other:
            first = rows_of(spots.picture(one, 0))
            for turn in range(4):
                assert drawings.distance(first, rows_of(spots.picture(other, turn))) >= 10


def test_the_tool_says_which_kinds_look_alike(monkeypatch, capsys):
    monkeypatch.setattr(tile_art, "MIN_APART", 25)
    assert sprites.main(["--check"]) == 1
    assert "tiles16: G and F differ in " in capsys.readouterr().out


def test_small_kinds_differ_in_every_turn_but_for_what_the_overview_need_not_show():
    small = ART[8]
    for one, other in combinations_with_replacement(PLAYED, 2):
        if one != other:
            for turn in range(4):
                assert drawings.distance(small.picture(one), small.picture(other, turn)) >= 4


def test_the_small_sheet_has_every_picture_in_the_order_of_the_large_file():
    sheet = load_sheet("tiles8")
    assert (sheet.w, sheet.h, len(sheet)) == (8, 8, len(ALL))
    for index, (kind, turn) in enumerate(ALL):
        start = sheet.start(index)
        assert rows_of(sheet.bits[start : start + 8], 8) == ART[8].picture(kind, turn)


def test_W16_the_wheel_of_the_board_is_whole():
    """Rim and hub run on from square to square: 64 x 64 pixels that are the same in a mirror."""
    image = []
    for row in range(4):
        shown = [rows_of(spots.picture(table.BOARD + row * 4 + column, 0)) for column in range(4)]
        image += ["".join(one[y] for one in shown) for y in range(16)]
    inner = [row[16:48] for row in image[16:48]]
    assert inner == [row[::-1] for row in inner] == inner[::-1]
    assert sum(row.count("#") for row in inner) > 150


# Places of followers and tokens.


@pytest.mark.parametrize("kind", PLAYED, ids=named)
def test_spots_lie_on_their_feature_and_leave_the_mark_within_the_tile(kind):
    regions = ART[16].regions(kind)
    for turn in range(4):
        for local, region in enumerate(regions):
            spot = spots.spot(kind, turn, local)
            point = (spot >> 4, spot & 15)
            if table.kind_of(kind, local) == CLOISTER:
                assert point in ART[16].sign(kind, turn)
            else:
                assert point in turned(region, turn)
            assert 3 <= point[0] <= 12 and 3 <= point[1] <= 12
        assert all(spots.spot(kind, turn, local) == 0 for local in range(len(regions), 8))


def test_spots_of_a_tile_are_told_apart():
    for kind in PLAYED:
        places = [spots.spot(kind, 0, local) for local in range(len(KINDS[kind].features))]
        for i, one in enumerate(places):
            for other in places[:i]:
                away = abs((one >> 4) - (other >> 4)) + abs((one & 15) - (other & 15))
                assert away >= 4, (NAMES[kind], i)


@pytest.mark.parametrize("kind", PLAYED, ids=named)
def test_B5_a_token_hides_nothing_of_the_tile(kind):
    """Its 5 x 5 pixels and, beside no cloister, a margin lie on bare ground in every turn."""
    tight = any(one.kind == "cloister" for one in KINDS[kind].features)
    assert tight == (kind in near._TIGHT)
    away = 2 if tight else 3
    for turn in range(4):
        ground = ART[16].ground(kind, turn)
        for (x, y), pixel in ART[16].sign(kind, turn).items():
            ground[y][x] = "#" if pixel == "#" else ground[y][x]
        spot = spots.spot(kind, turn, spots.TOKEN)
        x, y = spot >> 4, spot & 15
        assert 2 <= x <= 13 and 2 <= y <= 13
        covered = {
            ground[b][a]
            for a in range(max(x - away, 0), min(x + away + 1, 16))
            for b in range(max(y - away, 0), min(y + away + 1, 16))
        }
        assert covered - {"-"} in ({"."}, {"o"}), (turn, covered)


def test_W16_no_follower_and_no_token_has_a_place_on_the_board():
    for kind in SQUARES:
        assert bytes(spots.picture(kind, 0)[32:41]) == bytes(9)


# A feature lit up.


@pytest.mark.parametrize(("kind", "turn"), ALL, ids=named)
def test_F32_a_feature_lit_up_changes_nothing_but_itself(kind, turn):
    shown = rows_of(spots.picture(kind, turn))
    sign = ART[16].sign(kind, turn)
    for local, region in enumerate(ART[16].regions(kind)):
        what = table.kind_of(kind, local)
        lit = rows_of(spots.glow(kind, turn, local))
        changed = {(x, y) for y in range(16) for x in range(16) if lit[y][x] == "#"}
        region = turned(region, turn)
        assert changed
        if what == CLOISTER:
            assert changed <= set(sign)
        elif what == ROAD:
            assert region - set(sign) <= changed
            assert all(
                any((x + dx, y + dy) in region for dx in (-1, 0, 1) for dy in (-1, 0, 1))
                for x, y in changed
            )
        else:
            assert changed <= region
        if what != ROAD and not sign:
            assert all(shown[y][x] == "." for x, y in changed)


# Players' marks and tokens.


def test_farmers_of_six_players_are_told_apart_and_from_who_stands():
    lying = sprites.Art("pieces").sprites()[: sprites.PLAYERS]
    standing = sprites.Art("marks8").sprites()
    assert sprites.too_close("pieces") == []
    for i, one in enumerate(lying):
        assert all(drawings.distance(one, other) >= 6 for other in lying[:i])
        assert drawings.distance(one, standing[i]) >= 4
        assert one[5:] == ["........", "#.#.#.#.", "........"]  # stubble beneath


def test_tokens_lie_in_the_middle_5_x_5_and_are_told_apart():
    art = sprites.Art("pieces")
    assert art.order[6:9] == ["shed", "house", "tower"]
    tokens = art.sprites()[6:9]
    for rows in tokens:
        assert {y for y, row in enumerate(rows) if "#" in row} <= {1, 2, 3, 4, 5}
        assert all(row[0] == row[6] == row[7] == "." for row in rows)
    for i, one in enumerate(tokens):
        assert all(drawings.distance(one, other) >= 6 for other in tokens[:i])


# Reading.


def test_a_picture_is_read_again_after_another_and_after_a_failure(monkeypatch):
    first = bytes(spots.picture(3, 1))
    assert bytes(spots.picture(4, 0)) != first
    assert bytes(spots.picture(3, 1)) == first
    with monkeypatch.context() as patch:
        patch.setattr(spots, "path", lambda name: "/nowhere/" + name)
        with pytest.raises(OSError):
            spots.picture(5, 0)
        with pytest.raises(OSError):
            spots.glow(3, 1, 0)
    assert bytes(spots.picture(3, 1)) == first


def test_many_pictures_are_read_through_one_file():
    with spots.open_pictures() as file:
        several = [bytes(spots.picture(kind, turn, file)) for kind, turn in ALL]
    assert several == [bytes(spots.picture(kind, turn)) for kind, turn in ALL]
    assert len(set(several)) > 100


@pytest.mark.parametrize(
    ("line", "fault"),
    (
        ("sign shield Z", "sign shield Z"),
        ("sign nothing C 4 4", "no such"),
        ("sign shield Z 4 4", "no such"),
        ("sign shield C 12 4", "C stands beyond"),
    ),
)
def test_a_sign_that_cannot_stand_is_named(tmp_path, monkeypatch, line, fault):
    text = (drawings.ART / "tiles16.txt").read_text("utf-8")
    (tmp_path / "tiles16.txt").write_text(f"{text}\n{line}\n", "utf-8")
    monkeypatch.setattr(drawings, "ART", tmp_path)
    with pytest.raises(drawings.ArtError, match=fault):
        tile_art.TileArt("tiles16")
