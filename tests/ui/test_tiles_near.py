"""The near view and the overview draw what lies in the landscape, and only in their windows."""

import pytest

from engine.tiles import table
from engine.tiles.landscape import Landscape
from ui.canvas import Canvas
from ui.sprites import load_sheet
from ui.tiles import near, overview, spots

A, B, C, D, E = range(5)
U = ord("U") - ord("A")


def landscape():
    """D at (0, 0), roads west and east of it, cloisters south; the last one lies at (1, 1)."""
    land = Landscape()
    land.place(D, 0, 0, 0)
    land.place(U, 0, 1, 0)
    land.place(U, 0, -1, 0)
    land.place(B, 0, 0, 1)
    land.place(B, 0, 1, 1)
    return land


def blank():
    return Canvas(bytearray(1024))


def lit(canvas, x, y):
    return bool(canvas.image[y // 8 * 128 + x] >> y % 8 & 1)


def box(canvas, x, y, w=16, h=16):
    return ["".join(".#"[lit(canvas, x + i, y + j)] for i in range(w)) for j in range(h)]


def picture(kind, turn=0):
    canvas = blank()
    bits = spots.picture(kind, turn)
    canvas.image[0:16] = bits[0:16]
    canvas.image[128:144] = bits[16:32]
    return box(canvas, 0, 0)


def view(land, x=-1, y=-1, columns=6):
    """A view whose top left square is (x, y)."""
    out = near.Near(land, columns)
    out.x, out.y = x, y
    return out


def test_tiles_lie_on_their_squares_and_the_rest_is_dark():
    canvas = blank()
    view(landscape()).draw(canvas)
    assert box(canvas, 16, 24) == picture(D)
    assert box(canvas, 0, 24) == box(canvas, 32, 24) == picture(U)
    assert box(canvas, 16, 40) == picture(B)
    assert not any(canvas.image[128:256])  # no tile in the row above
    assert not any(lit(canvas, x, y) for x in range(48, 128) for y in range(64))


@pytest.mark.parametrize("columns", (4, 5, 6))
def test_nothing_is_drawn_outside_the_window(columns):
    """Tiles, followers and cursors all round the window, on a screen that is lit elsewhere."""
    land = Landscape()
    for i in range(60):
        land.place(B, i % 4, i % 10, i // 10)
        if i % 3:
            land.stand(land.count - 1, i % 6, i % 2)
        else:
            land.tokens[land.count - 1] = 1 + i % 2
    shown = view(land, 2, 1, columns)
    canvas = blank()
    canvas.fill(0, 0, 128, 64)
    canvas.fill(0, 8, columns * 16, 48, False)
    shown.draw(canvas)
    for tile in range(land.count):
        x, y = land.xs[tile] - 128, land.ys[tile] - 128
        shown.glow(canvas, land.first[tile])
        shown.hand(canvas, C, 0, x, y, bool(tile % 2))
        shown.cursor(canvas, x, y)
        shown.follower(canvas, tile, 0, tile % 6)
        shown.pips(canvas, [land.ys[tile] << 8 | land.xs[tile]])
        shown.crosses(canvas, [land.ys[tile] << 8 | land.xs[tile]])
    for y in range(64):
        for x in range(128):
            if not (x < columns * 16 and 8 <= y < 56):
                assert lit(canvas, x, y)


def test_the_window_is_kept_and_drawn_anew_when_it_is_told_or_scrolled(monkeypatch):
    land = landscape()
    shown = view(land)
    first, second = blank(), blank()
    shown.draw(first)
    with monkeypatch.context() as patch:
        patch.setattr(spots, "picture", None)
        shown.draw(second)
    assert first.image == second.image
    land.stand(0, 2, 1)
    third = blank()
    shown.draw(third)
    assert third.image == first.image
    shown.renew()
    fourth, fifth = blank(), blank()
    shown.draw(fourth)
    assert fourth.image != first.image
    shown.x += 1
    shown.renew()
    shown.draw(fifth)
    assert box(fifth, 0, 24) == box(fourth, 16, 24)


def test_a_failed_reading_is_not_kept(monkeypatch):
    shown = view(landscape())
    with monkeypatch.context() as patch:
        patch.setattr(spots, "path", lambda name: "/nowhere/" + name)
        with pytest.raises(OSError):
            shown.draw(blank())
    canvas = blank()
    shown.draw(canvas)
    assert box(canvas, 16, 24) == picture(D)


@pytest.mark.parametrize("columns", (4, 5, 6))
def test_a_square_is_shown_with_those_round_it_and_the_window_moves_little(columns):
    shown = near.Near(landscape(), columns)
    for x, y in ((0, 0), (1, 0), (9, 3), (-7, -40), (-6, -40), (100, -100)):
        before = shown.x
        shown.show(x, y)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                assert shown.corner(x + dx, y + dy) is not None
        if before <= x - 1 and x + 1 < before + columns:
            assert shown.x == before
    assert shown.corner(100 - columns, -100) is None
    assert shown.corner(100, -102) is shown.corner(100, -98) is None


def test_it_begins_round_the_tile_placed_last():
    shown = near.Near(landscape())
    assert shown.corner(1, 1) is not None and shown.corner(1, 2) is not None


def test_F34_the_tile_placed_last_is_marked_until_the_next_is():
    land = landscape()
    canvas = blank()
    view(land).draw(canvas)
    marked = box(canvas, 32, 40)
    assert marked != picture(B)
    corners = ("".join(marked[y][x] for x in (0, 1, 2, 3, 12, 13, 14, 15)) for y in (0, 15))
    assert set(corners) == {"########"}
    assert [row[4:12] for row in marked] == [row[4:12] for row in picture(B)]
    land.place(B, 0, 2, 1)
    canvas = blank()
    view(land).draw(canvas)
    assert box(canvas, 32, 40) == picture(B)
    assert box(canvas, 48, 40) == marked


def test_F34_a_start_tile_alone_is_not_marked():
    land = Landscape()
    land.place(D, 0, 0, 0)
    canvas = blank()
    view(land).draw(canvas)
    assert box(canvas, 16, 24) == picture(D)


def test_F33_dead_squares_and_legal_ones_are_told_apart():
    shown = view(landscape())
    dead, legal = blank(), blank()
    key = (-1 + 128) << 8 | 128  # (0, -1), right above the start
    shown.crosses(dead, [key])
    shown.pips(legal, [key])
    assert sum(row.count("#") for row in box(dead, 16, 8)) == 12
    assert sum(row.count("#") for row in box(legal, 16, 8)) == 8
    for canvas in (dead, legal):
        shown_rows = box(canvas, 16, 8)
        assert shown_rows == [row[::-1] for row in shown_rows] == shown_rows[::-1]
        assert canvas.image.tobytes().count(0) == 1024 - sum(map(bool, canvas.image))
    assert dead.image != legal.image


@pytest.mark.parametrize("turn", range(4))
def test_the_tile_in_hand_is_told_apart_from_those_that_lie(turn):
    shown = view(landscape())
    for kind in range(table.BOARD):
        plain, strong = blank(), blank()
        shown.hand(plain, kind, turn, 2, 0, False)
        shown.hand(strong, kind, turn, 2, 0, True)
        assert box(plain, 48, 24) == picture(kind, turn)
        rows = box(strong, 48, 24)
        assert rows[0] == rows[15] == "#" * 16
        assert {row[0] + row[15] for row in rows} == {"##"}
        changed = sum(
            a != b for one, other in zip(rows, picture(kind, turn), strict=True)
            for a, b in zip(one, other, strict=True)
        )  # fmt: skip
        assert changed > 200


def test_a_cursor_beyond_the_window_draws_nothing():
    shown = view(landscape())
    canvas = blank()
    shown.cursor(canvas, 50, 50)
    shown.hand(canvas, C, 0, -2, 0, True)
    shown.follower(canvas, 0, 0, 1)
    assert shown.corner(0, 0)
    clean = blank()
    shown.follower(clean, 0, 0, 1)
    assert canvas.image == clean.image


@pytest.mark.parametrize("player", range(6))
def test_followers_stand_on_their_spot_and_farmers_lie(player):
    for local, sheet in ((1, "marks8"), (2, "pieces")):  # of D: the road, a field
        land = landscape()
        land.stand(0, player, local)
        canvas = blank()
        view(land).draw(canvas)
        spot = spots.spot(D, 0, local)
        x, y = 16 + (spot >> 4) - 3, 24 + (spot & 15) - 3
        mark = blank()
        mark.sprite(load_sheet(sheet), player, x, y)
        assert box(canvas, x, y, 7, 7) == box(mark, x, y, 7, 7)
        if local == 1:
            assert box(canvas, x - 1, y - 1, 9, 1) == box(canvas, x - 1, y + 7, 9, 1) == ["." * 9]
        wanted = blank()
        view(landscape()).draw(wanted)
        view(landscape()).follower(wanted, 0, local, player)
        assert box(wanted, x, y, 7, 7) == box(canvas, x, y, 7, 7)


@pytest.mark.parametrize("kind", range(table.BOARD))
def test_B5_a_token_hides_no_wall_road_shield_or_house(kind):
    for turn in range(4):
        for token in (1, 2, 3):
            land = Landscape()
            land.place(kind, turn, 0, 0)
            without, canvas = blank(), blank()
            view(land).draw(without)
            land.tokens[0] = token
            view(land).draw(canvas)
            spot = spots.spot(kind, turn, spots.TOKEN)
            x, y = 16 + (spot >> 4), 24 + (spot & 15)
            inside = box(canvas, x - 2, y - 2, 5, 5)
            mark = blank()
            mark.sprite(load_sheet("pieces"), 5 + token, 8, 8)
            assert inside == box(mark, 9, 9, 5, 5)
            gone = sum(
                lit(without, a, b) and not lit(canvas, a, b) for a in range(128) for b in range(64)
            )
            assert gone <= 25  # chequered ground and tufts only; the art's tests say where


def test_F36_every_part_of_a_feature_in_the_window_is_lit_up():
    land = landscape()
    land.stand(1, 3, 0)  # a robber on the road that runs over three tiles
    canvas, glowing = blank(), blank()
    shown = view(land)
    shown.draw(canvas)
    shown.draw(glowing)
    shown.glow(glowing, land.first[0] + 1)
    for x in (0, 16, 32):
        before, after = box(canvas, x, 24), box(glowing, x, 24)
        assert before != after
        assert after[6] != before[6] and after[9] != before[9]
    for x in (16, 32):  # the cloisters in the row below are none of it
        assert box(canvas, x, 40) == box(glowing, x, 40)
    spot = spots.spot(U, 0, 0)
    x, y = 32 + (spot >> 4) - 3, 24 + (spot & 15) - 3
    assert box(glowing, x, y, 7, 7) == box(canvas, x, y, 7, 7)  # he is still to be seen
    shown.draw(glowing)
    assert glowing.image == canvas.image  # and it goes out again


def test_F32_a_feature_stays_lit_in_the_window_that_is_kept(monkeypatch):
    land = landscape()
    land.stand(1, 3, 0)
    node = land.first[0] + 1
    shown = view(land)
    plain, wanted, lit_up, again, out = blank(), blank(), blank(), blank(), blank()
    shown.draw(plain)
    shown.draw(wanted)
    shown.glow(wanted, node)
    shown.light(node)
    shown.draw(lit_up)
    assert lit_up.image == wanted.image != plain.image
    with monkeypatch.context() as patch:
        patch.setattr(spots, "picture", None)
        shown.light(node)
        shown.draw(again)
    assert again.image == wanted.image
    shown.light()
    shown.draw(out)
    assert out.image == plain.image


def test_F32_a_farm_is_lit_up_over_its_tiles_whoever_stands_there():
    land = landscape()
    node = land.first[3] + 1  # the field round the cloister at (0, 1)
    south = land.first[0] + 3  # of the start tile: one farm
    assert land.label[node] == land.label[south]
    canvas, glowing = blank(), blank()
    shown = view(land)
    shown.draw(canvas)
    shown.draw(glowing)
    shown.glow(glowing, south)
    changed = [
        (x, y) for x in range(128) for y in range(64) if lit(canvas, x, y) != lit(glowing, x, y)
    ]
    assert {(x // 16, (y - 8) // 16) for x, y in changed} == {
        (0, 1), (1, 1), (2, 1), (1, 2), (2, 2),
    }  # fmt: skip
    assert len(changed) > 500


def test_the_board_s_farms_glow_without_a_half_edge():
    land = Landscape()
    land.board()
    shown = view(land, 1, 0)
    canvas = blank()
    shown.draw(canvas)
    before = bytes(canvas.image)
    shown.glow(canvas, land.first[3])  # square (0, 3): farm A
    assert box(canvas, 32, 8) == ["#" * 16] * 16
    assert before != bytes(canvas.image)
    assert box(canvas, 32, 40) != picture(table.BOARD + 11)  # (2, 3), where it has no half edge


@pytest.mark.parametrize("turn", range(4))
def test_a_tile_is_doubled(turn):
    for kind in (A, D, C, table.BOARD + 2):
        canvas = blank()
        near.draw_double(canvas, 96, 8, kind, turn if kind < table.BOARD else 0)
        small = picture(kind, turn if kind < table.BOARD else 0)
        for y, row in enumerate(box(canvas, 96, 8, 32, 32)):
            assert row == "".join(pixel * 2 for pixel in small[y // 2])
        assert not any(canvas.image[:128]) and not any(canvas.image[128 * 5 :])


def test_a_doubled_tile_shows_a_feature_and_who_would_stand_there():
    plain, glowing, standing, lying = blank(), blank(), blank(), blank()
    near.draw_double(plain, 96, 8, D, 0)
    near.draw_double(glowing, 96, 8, D, 0, 1)
    near.draw_double(standing, 96, 8, D, 0, 1, 4)
    near.draw_double(lying, 96, 8, D, 0, 3, 4)
    assert plain.image != glowing.image != standing.image
    for canvas, local, sheet in ((standing, 1, "marks8"), (lying, 3, "pieces")):
        spot = spots.spot(D, 0, local)
        x, y = 96 + (spot >> 4) * 2 + 1 - 3, 8 + (spot & 15) * 2 + 1 - 3
        mark = blank()
        mark.sprite(load_sheet(sheet), 4, x, y)
        assert box(canvas, x, y, 7, 7) == box(mark, x, y, 7, 7)


# The overview.


def test_the_overview_draws_its_window_only():
    land = Landscape()
    for i in range(90):
        land.place(B, 0, i % 15 - 7, i // 15)
        if i % 4 == 0:
            land.stand(land.count - 1, i % 6, i % 2)
    canvas = blank()
    canvas.fill(0, 0, 128, 64)
    canvas.fill(16, 16, 64, 32, False)
    overview.draw(canvas, land, -3, 1, 8, 4, 16, 16)
    for y in range(64):
        for x in range(128):
            if not (16 <= x < 80 and 16 <= y < 48):
                assert lit(canvas, x, y)
    assert overview.size(land) == (-7, 0, 7, 5)


def test_F34_the_overview_inverts_the_tile_placed_last():
    land = landscape()
    canvas = blank()
    overview.draw(canvas, land, -1, 0)
    sheet = load_sheet("tiles8")
    wanted = blank()
    for kind, x, y in ((D, 8, 8), (U, 16, 8), (U, 0, 8), (B, 8, 16)):
        wanted.sprite(sheet, kind * 4, x, y)
    wanted.sprite_clear(sheet, B * 4, 16, 16, True)
    assert canvas.image == wanted.image


def test_the_overview_shows_followers_or_what_is_beneath():
    land = landscape()
    land.stand(0, 3, 1)
    land.stand(3, 5, 1)
    with_marks, without = blank(), blank()
    overview.draw(with_marks, land, -1, 0)
    overview.draw(without, land, -1, 0, marks=False)
    mark = blank()
    mark.sprite(load_sheet("marks8"), 3, 8, 8)
    mark.sprite(load_sheet("pieces"), 5, 8, 16)
    assert box(with_marks, 8, 8, 8, 16) == box(mark, 8, 8, 8, 16) != box(without, 8, 8, 8, 16)
    assert box(with_marks, 0, 8, 8, 8) == box(without, 0, 8, 8, 8)


def test_the_overview_lets_go_of_its_sheet():
    sheet = load_sheet("tiles8")
    overview.forget()
    assert load_sheet("tiles8") is not sheet
    overview.forget()


def test_F7_the_buttons_are_looked_at_while_a_full_window_is_drawn():
    land = Landscape()
    land.board()
    looks = []
    canvas = blank()
    canvas.look = lambda: looks.append(1)
    view(land, 0, 0).draw(canvas)
    assert len(looks) >= 12
    looks.clear()
    overview.draw(canvas, land, 0, 0)
    assert looks
