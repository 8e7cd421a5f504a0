"""The sheets: fresh, complete, told apart at arm's length, and dice that join where they should."""

import pytest

from tools import drawings, sprites
from ui import sprites as board
from ui.sprites import LOOKS, load_sheet

N, E, S, W = 1, 2, 4, 8
GRID = sprites.Art("dice13").sprites()
HAND = sprites.Art("dice16").sprites()
MINI = sprites.Art("dice6").sprites()


def edge(rows, side):
    """The pixels along a side, from left to right or from top to bottom."""
    if side == N:
        return rows[0]
    if side == S:
        return rows[-1]
    return "".join(row[0 if side == W else -1] for row in rows)


@pytest.fixture(params=sprites.SHEETS)
def name(request):
    return request.param


def test_the_files_are_what_the_art_gives(name):
    assert (sprites.OUT / f"{name}.bin").read_bytes() == sprites.build(name)


def test_a_sheet_is_read_as_it_was_drawn(name):
    art = sprites.Art(name)
    sheet = load_sheet(name)
    assert (sheet.w, sheet.h, len(sheet)) == (art.width, art.height, len(art.order))
    for index, rows in enumerate(art.sprites()):
        for y, row in enumerate(rows):
            start = sheet.start(index) + y // 8 * sheet.w
            for x, pixel in enumerate(row):
                assert (sheet.bits[start + x] >> y % 8 & 1) == (pixel == "#")
    for index in (-1, len(sheet)):
        with pytest.raises(IndexError):
            sheet.start(index)


def test_a_sheet_is_read_once_until_it_is_let_go():
    sheet = load_sheet("trophy")
    assert load_sheet("trophy") is sheet
    board.forget("trophy")
    board.forget("trophy")
    assert load_sheet("trophy") is not sheet


def test_a_sheet_that_is_not_there_raises():
    with pytest.raises(OSError):
        load_sheet("nothing")


def test_the_sizes_are_those_of_the_screens():
    sizes = {name: (sprites.Art(name).width, sprites.Art(name).height) for name in sprites.SHEETS}
    assert sizes == {
        "dice13": (13, 13),
        "dice16": (16, 16),
        "dice6": (6, 6),
        "marks8": (8, 8),
        "marks16": (16, 16),
        "buttons": (24, 24),
        "trophy": (32, 32),
        "logo": (128, 32),
        "wheel": (12, 12),
        "kinds": (8, 8),
        "pieces": (8, 8),
    }


def test_looks_are_in_the_order_of_the_engine():
    order = sprites.Art("dice13").order
    assert order == sprites.Art("dice16").order
    assert order[:14] == sprites.Art("dice6").order
    sides = [sum({"N": N, "E": E, "S": S, "W": W}[c] for c in n.split(".")[1]) for n in order[:14]]
    assert sides == list(LOOKS) == [1, 2, 4, 8, 5, 10, 3, 6, 12, 9, 11, 7, 14, 13]


def test_the_other_dice_stand_where_the_screens_look_for_them():
    order = sprites.Art("dice16").order
    assert order[board.KNIGHT] == "knight"
    assert order[board.CATAPULT] == "catapult"
    assert order[board.TUMBLE : board.TUMBLE + board.TUMBLES] == [f"fall{i}" for i in (1, 2, 3, 4)]
    assert order[board.BLANK] == "blank"
    order = sprites.Art("buttons").order
    assert [order[i] for i in (board.ARROWS, board.BUTTON_A, board.BUTTON_B, board.BOTH)] == [
        "arrows", "a", "b", "both",
    ]  # fmt: skip


@pytest.mark.parametrize("size", (13, 16))
def test_every_two_dice_differ_in_12_pixels_in_every_turn(size):
    faces = {13: GRID, 16: HAND}[size][: sprites.FACES]
    close = [
        (i, j)
        for i in range(len(faces))
        for j in range(i)
        if sprites.distance(faces[i], faces[j]) < 12
    ]
    assert close == []


def test_every_two_small_looks_differ():
    assert min(sprites.distance(MINI[i], MINI[j]) for i in range(14) for j in range(i)) >= 4


def test_every_two_marks_differ_in_6_pixels_and_there_is_one_for_each_player():
    marks = sprites.Art("marks8").sprites()
    assert len(marks) == len(sprites.Art("marks16").sprites()) == 6
    assert min(sprites.distance(marks[i], marks[j]) for i in range(6) for j in range(i)) >= 6
    assert sprites.too_close("marks8") == sprites.too_close("marks16") == []


def test_marks_differ_also_when_they_lie_a_pixel_apart():
    marks = sprites.Art("marks8").sprites()
    for i, one in enumerate(marks):
        for other in marks[:i]:
            for dx in (-1, 0, 1):
                moved = [("." + row + ".")[1 - dx : 9 - dx] for row in other]
                assert sprites.distance(one, moved) >= 6


@pytest.mark.parametrize("dice", (GRID, HAND), ids=("grid", "hand"))
def test_a_city_side_is_open_and_alike_on_every_side(dice):
    openings = {edge(dice[i], side) for i in range(14) for side in (N, E, S, W) if LOOKS[i] & side}
    assert len(openings) == 1
    opening = openings.pop()
    assert opening == opening[::-1]
    middle = len(opening) // 2
    assert "#" not in opening[middle - 3 : middle + 3]
    assert "#" in opening


def test_a_wall_stands_before_every_blank_side_of_the_grid_and_none_before_a_city_side():
    for look in range(14):
        for side in (N, E, S, W):
            rows = GRID[look]
            way = {
                N: [rows[y][6] for y in range(4)],
                S: [rows[12 - y][6] for y in range(4)],
                W: [rows[6][x] for x in range(4)],
                E: [rows[6][12 - x] for x in range(4)],
            }[side]
            expected = "...." if LOOKS[look] & side else ".##."
            assert "".join(way) == expected, (look, side)


def test_walls_run_on_from_die_to_die():
    for one in range(14):
        for other in range(14):
            if LOOKS[one] & E and LOOKS[other] & W:
                assert edge(GRID[one], E) == edge(GRID[other], W)
            if LOOKS[one] & S and LOOKS[other] & N:
                assert edge(GRID[one], S) == edge(GRID[other], N)


def test_small_looks_join_on_city_sides_only():
    for look in range(14):
        for side in (N, E, S, W):
            assert edge(MINI[look], side)[2:4] == ("##" if LOOKS[look] & side else "..")
            assert ("#" in edge(MINI[look], side)) == bool(LOOKS[look] & side)


def test_every_city_die_has_one_house_upright():
    house = [row[4:9] for row in GRID[0][4:9]]
    assert all([row[4:9] for row in GRID[look][4:9]] == house for look in range(14))
    assert house[0] == "..#.."


def test_tumbling_dice_change_from_picture_to_picture():
    for dice in (GRID, HAND):
        fall = dice[board.TUMBLE : board.TUMBLE + board.TUMBLES]
        for i, one in enumerate(fall):
            assert sprites.distance(one, fall[i - 1]) >= 20


def test_the_tool_tells_stale_files_and_dice_that_look_alike(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sprites, "OUT", tmp_path)
    monkeypatch.setattr(sprites, "ROOT", tmp_path)
    assert sprites.main(["--check"]) == 1
    assert sprites.main([]) == 0
    assert sprites.main(["--check"]) == 0
    capsys.readouterr()
    monkeypatch.setitem(sprites.MIN_APART, "dice13", 200)
    assert sprites.main(["--check"]) == 1
    assert "cap.N differ in" in capsys.readouterr().out


def test_the_tool_draws_a_sheet(tmp_path):
    assert sprites.main(["--sheet", str(tmp_path / "sheet.png")]) == 0
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("art", "fault"),
    (
        ("size 2 1\nsheet a\n", "a is missing"),
        ("size 2 1\nsheet a\n\n: a\n#\n", "a is missing or not 2x1"),
        ("size 2 2\nsheet a\n\n: a\n##\n#\n", "crooked"),
        ("size 2 1\nsheet a b\n\n: a b\n##\n", "too few drawings"),
        ("size 2 1\nsheet a\n\n= a b 0 0\n", "KeyError"),
    ),
)
def test_art_that_cannot_be_read_says_what_is_wrong(tmp_path, monkeypatch, art, fault):
    monkeypatch.setattr(drawings, "ART", tmp_path)
    (tmp_path / "x.txt").write_text(art, "utf-8")
    with pytest.raises(sprites.ArtError, match=fault):
        sprites.Art("x").sprites()
