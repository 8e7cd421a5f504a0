"""F9: nothing is drawn pixel by pixel. Counted in steps of the interpreter, not in seconds."""

import sys

import pytest

from ui.canvas import Canvas
from ui.sprites import load_sheet


def steps(work):
    """Give the number of bytecode instructions that `work` takes, those of all it calls too."""
    count = 0

    def watch(frame, event, _argument):
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return watch

    before = sys.gettrace()
    for _ in range(2):  # Python 3.12 counts nothing before it was asked to once
        count = 0
        sys.settrace(watch)
        try:
            work()
        finally:
            sys.settrace(before)
    return count


class Counting(bytearray):
    """A picture that counts how often it is written."""

    writes = 0

    def __setitem__(self, key, value):
        self.writes += 1
        super().__setitem__(key, value)


@pytest.fixture
def canvas():
    return Canvas(bytearray(1024))


def test_F9_a_sign_on_a_page_is_one_slice_assignment(canvas):
    canvas.image = Counting(1024)
    canvas.text("Nejlepší město stojí", 0, 8)
    assert canvas.image.writes == 20
    canvas.image = Counting(1024)
    canvas.text("Kostka", 0, 8, True)
    assert canvas.image.writes == 12


def test_F9_other_text_is_one_slice_assignment_a_page(canvas):
    canvas.image = Counting(1024)
    canvas.text("Nejlepší město stojí", -3, 11)
    assert canvas.image.writes == 2


def test_F9_a_sprite_is_one_slice_assignment_a_page(canvas):
    sheet = load_sheet("dice13")
    for y, pages in ((8, 2), (10, 2), (21, 3), (-5, 1)):
        canvas.image = Counting(1024)
        canvas.sprite(sheet, 3, 40, y)
        canvas.sprite_clear(sheet, 3, 40, y)
        assert canvas.image.writes == 2 * pages


def test_F9_the_cost_of_text_grows_with_its_signs_only(canvas):
    short = steps(lambda: canvas.text("lil", 0, 8))
    assert steps(lambda: canvas.text("WOM", 0, 8)) == short
    a_sign = (steps(lambda: canvas.text("lililil", 0, 8)) - short) / 4
    assert a_sign <= 70
    assert (steps(lambda: canvas.text("lililil", 0, 8, True)) - short) / 7 <= 2 * 70


def test_F9_the_cost_of_boxes_and_sprites_does_not_grow_with_their_width(canvas):
    sheet = load_sheet("logo")
    for draw in (
        lambda w: canvas.fill(2, 3, w, 20),
        lambda w: canvas.invert(2, 3, w, 20),
        lambda w: canvas.frame(2, 3, w, 20),
        lambda w: canvas.dotted(2, 3, w, 20),
        lambda w: canvas.sprite(sheet, 0, 128 - w, 5),
    ):
        assert steps(lambda draw=draw: draw(100)) == steps(lambda draw=draw: draw(10))


def test_F9_a_page_of_a_box_or_sprite_is_some_dozens_of_steps(canvas):
    sheet = load_sheet("dice13")
    assert steps(lambda: canvas.sprite(sheet, 3, 40, 21)) <= 500
    assert steps(lambda: canvas.invert(13, 21, 13, 13)) <= 500
    assert steps(canvas.clear) <= 200
