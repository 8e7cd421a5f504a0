"""The canvas against a slow picture of booleans, pixel for pixel, on and off the screen."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tools import fonts, sprites
from ui.canvas import Canvas
from ui.sprites import load_sheet

WIDE, HIGH = 128, 64
SHEETS = {name: sprites.Art(name).sprites() for name in sprites.SHEETS}
FONTS = {
    big: fonts.read_art(fonts.ART / f"font_{name}.txt", fonts.FONTS[name][0])
    for big, name in ((False, "small"), (True, "big"))
}
GAPS = {False: fonts.FONTS["small"][1], True: fonts.FONTS["big"][1]}


class Slow:
    """What the canvas promises, a pixel at a time, drawn from the art and not from its files."""

    def __init__(self):
        self.lit = set()

    def put(self, x, y, on):
        if 0 <= x < WIDE and 0 <= y < HIGH:
            (self.lit.add if on else self.lit.discard)((x, y))

    def rows(self, rows, x, y, clear, end=WIDE):
        for dy, row in enumerate(rows):
            for dx, pixel in enumerate(row):
                if (clear or pixel == "#") and x + dx < end:
                    self.put(x + dx, y + dy, pixel == "#")

    def text(self, text, x, y, big, end=WIDE):
        for sign in text:
            rows = FONTS[big].get(sign) or FONTS[big][fonts.BOX]
            rows = [row + "." * GAPS[big] for row in rows]
            self.rows(rows, x, y, True, end)
            x += len(rows[0])
        return x

    def image(self):
        out = bytearray(WIDE * HIGH // 8)
        for x, y in self.lit:
            out[y // 8 * WIDE + x] |= 1 << y % 8
        return out


def fresh():
    """A canvas whose picture is half lit, so that what is cleared shows, and the same slowly."""
    image = bytearray(WIDE * HIGH // 8)
    canvas, slow = Canvas(image), Slow()
    for y in range(HIGH):
        for x in range(WIDE):
            if (x * 7 + y * 3) % 5 < 2:
                slow.put(x, y, True)
    image[:] = slow.image()
    return canvas, slow, image


NEAR_X = st.integers(-40, WIDE + 20)
NEAR_Y = st.integers(-40, HIGH + 20)
SIZE = st.integers(-3, 150)
TEXT = st.text("Aglj1 .,ÍČžů…ⒶⒷ♞漢", max_size=12)


@given(TEXT, NEAR_X, NEAR_Y, st.booleans())
@example("1", 128, 1, False)  # nothing of it is seen, and yet it does not fit
def test_text_is_pixel_exact_at_any_place(text, x, y, big):
    canvas, slow, image = fresh()
    after = canvas.text(text, x, y, big)
    expected = slow.text(text, x, y, big)
    assert image == slow.image()
    assert after == expected or (after > WIDE and expected > WIDE)


@given(TEXT, st.integers(0, WIDE), st.integers(0, 7), st.booleans())
def test_text_on_a_page_is_pixel_exact(text, x, page, big):
    canvas, slow, image = fresh()
    canvas.text(text, x, 8 * page, big)
    slow.text(text, x, 8 * page, big)
    assert image == slow.image()


@given(TEXT, NEAR_X, NEAR_Y, st.booleans())
def test_text_to_the_right_ends_before_its_x_and_leaves_the_rest(text, x, y, big):
    canvas, slow, image = fresh()
    left = canvas.text_right(text, x, y, big)
    assert left == x - canvas.width(text, big)
    slow.text(text, left, y, big, end=min(x, WIDE))
    assert image == slow.image()


@given(TEXT, NEAR_Y, st.booleans(), NEAR_X, st.integers(0, WIDE))
def test_text_in_the_middle_has_equal_space_on_both_sides(text, y, big, x, w):
    canvas, slow, image = fresh()
    left = canvas.text_center(text, y, big, x, w)
    wide = canvas.width(text, big)
    assert 0 <= (x + w - left - wide) - (left - x) <= 1
    slow.text(text, left, y, big, end=min(left + wide, WIDE))
    assert image == slow.image()


def test_the_middle_is_that_of_the_screen_unless_told_otherwise():
    canvas = Canvas(bytearray(1024))
    assert canvas.text_center("Kostka", 16) == (WIDE - canvas.width("Kostka")) // 2


def test_width_leaves_out_the_last_gap_and_text_says_where_more_may_follow():
    canvas = Canvas(bytearray(1024))
    assert canvas.width("") == canvas.width("", True) == 0
    assert canvas.text("Hi", 3, 8) == 3 + canvas.width("Hi") + 1
    assert canvas.text("Hi", 3, 8, True) == 3 + canvas.width("Hi", True) + 2


def test_text_that_does_not_fit_is_cut_with_an_ellipsis():
    canvas, slow, image = fresh()
    text = "Nejvetsi uzavrene mesto"
    canvas.text_fit(text, 5, 8, 60)
    shown = canvas.small.fit(text, 60)
    assert shown.endswith("…") and text.startswith(shown[:-1]) and len(shown) > 6
    assert canvas.width(shown) <= 60
    slow.text(shown, 5, 8, False)
    assert image == slow.image()
    assert canvas.text_fit("Hi", 0, 0, 60) == canvas.width("Hi") + 1


@given(st.sampled_from(sprites.SHEETS), st.integers(0, 20), NEAR_X, NEAR_Y, st.booleans())
def test_sprites_are_pixel_exact_at_any_place(name, index, x, y, clear):
    canvas, slow, image = fresh()
    index %= len(SHEETS[name])
    draw = canvas.sprite_clear if clear else canvas.sprite
    draw(load_sheet(name), index, x, y)
    slow.rows(SHEETS[name][index], x, y, clear)
    assert image == slow.image()


@given(st.sampled_from(sprites.SHEETS), st.integers(0, 20), NEAR_X, NEAR_Y)
def test_a_turned_sprite_is_one_that_was_inverted_in_its_place(name, index, x, y):
    canvas, slow, image = fresh()
    index %= len(SHEETS[name])
    turned = [row.translate({35: ".", 46: "#"}) for row in SHEETS[name][index]]
    canvas.sprite_clear(load_sheet(name), index, x, y, True)
    slow.rows(turned, x, y, True)
    assert image == slow.image()


@given(st.integers(0, WIDE - 2), st.integers(0, HIGH - 2).filter(lambda y: y % 8 < 7))
def test_a_pip_is_four_pixels(x, y):
    canvas, slow, image = fresh()
    canvas.pip(x, y)
    slow.rows(["##", "##"], x, y, False)
    assert image == slow.image()


def test_F7_somebody_may_look_while_a_picture_is_drawn():
    canvas, sheet = Canvas(bytearray(1024)), load_sheet("dice13")
    looks = []
    canvas.look = lambda: looks.append(1)
    for _ in range(30):
        canvas.text("Kostka", 0, 8)
    assert 4 <= len(looks) <= 10
    for _ in range(30):
        canvas.sprite(sheet, 0, 0, 8)
    assert 8 <= len(looks) <= 20


def test_a_sprite_that_is_not_in_the_sheet_raises():
    canvas, sheet = Canvas(bytearray(1024)), load_sheet("marks8")
    with pytest.raises(IndexError):
        canvas.sprite(sheet, len(SHEETS["marks8"]), 0, 0)


@given(st.sampled_from(("fill", "clear", "invert", "dots")), NEAR_X, NEAR_Y, SIZE, SIZE)
def test_boxes_are_pixel_exact(how, x, y, w, h):
    canvas, slow, image = fresh()
    if how == "fill":
        canvas.fill(x, y, w, h)
    elif how == "clear":
        canvas.fill(x, y, w, h, False)
    else:
        getattr(canvas, how)(x, y, w, h)
    for py in range(y, y + h):
        for px in range(x, x + w):
            if how == "invert":
                slow.put(px, py, (px, py) not in slow.lit)
            elif how != "dots" or (px + py) % 2 == 0:
                slow.put(px, py, how != "clear")
    assert image == slow.image()


@given(
    st.sampled_from(("frame", "dotted")), NEAR_X, NEAR_Y, SIZE, st.integers(-3, 80), st.booleans()
)
def test_frames_are_pixel_exact(how, x, y, w, h, on):
    canvas, slow, image = fresh()
    if how == "frame":
        canvas.frame(x, y, w, h, on)
    else:
        canvas.dotted(x, y, w, h)
    for py in range(y, y + h):
        for px in range(x, x + w):
            edge = px in (x, x + w - 1) or py in (y, y + h - 1)
            if edge and how == "frame":
                slow.put(px, py, on)
            elif edge and (px + py) % 2 == 0:
                slow.put(px, py, True)
    assert image == slow.image()


@given(NEAR_X, NEAR_Y, SIZE, st.booleans())
def test_lines_and_dots_are_pixel_exact(x, y, size, on):
    canvas, slow, image = fresh()
    canvas.hline(x, y, size, on)
    for px in range(x, x + size):
        slow.put(px, y, on)
    canvas.vline(y, x, size, on)
    for py in range(x, x + size):
        slow.put(y, py, on)
    canvas.dot(x + 1, y + 1, not on)
    slow.put(x + 1, y + 1, not on)
    assert image == slow.image()


def test_turning_twice_gives_the_picture_back():
    canvas, _, image = fresh()
    before = bytes(image)
    canvas.invert(13, 21, 13, 13)
    assert image != before
    canvas.invert(13, 21, 13, 13)
    assert image == before


def test_clear_makes_every_pixel_dark():
    canvas, _, image = fresh()
    canvas.clear()
    assert not any(image)


def test_the_canvas_draws_into_a_part_of_a_larger_buffer():
    buffer = bytearray(1025)
    canvas = Canvas(memoryview(buffer)[1:])
    canvas.fill(0, 0, WIDE, HIGH)
    assert buffer == b"\0" + b"\xff" * 1024


@pytest.mark.parametrize("far", (-(10**6), 10**6))
def test_nothing_far_off_the_screen_raises_or_draws(far):
    canvas, slow, image = fresh()
    sheet = load_sheet("dice13")
    for x, y in ((far, 8), (8, far), (far, far)):
        canvas.text("Kostka", x, y)
        canvas.text_right("Kostka", x, y, True)
        canvas.text_center("Kostka", y, True, x)
        canvas.sprite(sheet, 0, x, y)
        canvas.sprite_clear(sheet, 0, x, y)
        canvas.invert(x, y, 9, 9)
        canvas.frame(x, y, 9, 9)
        canvas.dotted(x, y, 9, 9)
        canvas.hline(x, y, 9)
        canvas.vline(x, y, 9)
        canvas.dot(x, y)
    assert image == slow.image()
