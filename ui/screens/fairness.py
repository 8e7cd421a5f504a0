"""The page that counts the dice and judges them (F24): counts, what may be expected, a verdict.

Whole numbers only; what is counted is decided by ui/records.py.
"""

from micropython import const

from ui import words
from ui.dice.faces import face_sprite
from ui.sprites import load_sheet

_FACES = const(6)
_ENOUGH = const(60)  # dice; with less than ten of each face the test below is not good
# Chi-square, five degrees of freedom, times 1000: passed by good dice once in 20 and in 1000.
_UNUSUAL = const(11070)
_VERY_UNUSUAL = const(20515)

_COLUMN = const(43)
_ROW = const(14)
_Y = const(9)
_TEXT_X = const(15)
_BAR_Y = const(9)
_BAR = const(24)  # columns; the expected count is in the middle
_EXPECTED_Y = const(38)
_VERDICT_Y = const(47)
_EXACT = const(9999)
_MILLION = const(1000000)


def verdict(counts: list) -> str:
    """How unusual six counts are for good dice: "few" (under 60 dice), "usual", "unusual" (once
    in 20) or "very" (once in 1000)."""
    thrown = sum(counts)
    if thrown < _ENOUGH:
        return "few"
    # The sum of (count - thrown / 6)^2 / (thrown / 6), both sides times 6 * thrown.
    total = 0
    for count in counts:
        total += (_FACES * count - thrown) * (_FACES * count - thrown)
    total *= 1000
    if total > _VERY_UNUSUAL * _FACES * thrown:
        return "very"
    return "unusual" if total > _UNUSUAL * _FACES * thrown else "usual"


def draw_fairness(canvas, counts: list, seeded: bool) -> None:
    """Each face with its count and a bar, a notch where the bar should end; then the verdict."""
    dice = load_sheet("dice13")
    thrown = sum(counts)
    for face in range(_FACES):
        x = _COLUMN * (face % 3)
        y = _Y + _ROW * (face // 3)
        canvas.sprite(dice, face_sprite(face), x, y)
        canvas.text(_short(counts[face]), x + _TEXT_X, y)
        if thrown:
            _draw_bar(canvas, x + _TEXT_X, y + _BAR_Y, counts[face], thrown)
    tenths = thrown * 10 // _FACES
    if thrown < _FACES * 1000:
        expected = words.t("records_tenths", tenths // 10, tenths % 10)
    else:
        expected = str(tenths // 10)
    canvas.text(words.t("records_expected", expected), 0, _EXPECTED_Y)
    word = verdict(counts)
    if seeded and word == "few":
        word = "seeded"
    canvas.text(words.t("records_dice_" + word), 0, _VERDICT_Y)


def _draw_bar(canvas, x: int, y: int, count: int, thrown: int) -> None:
    """Twice the expected count fills the bar."""
    half = _BAR // 2
    canvas.fill(x, y, min(_BAR, (half * _FACES * count + thrown // 2) // thrown), 3)
    canvas.hline(x, y + 3, _BAR)
    canvas.invert(x + half, y - 1, 1, 4)


def _short(count: int) -> str:
    """A count in at most four signs: thousands from 10,000 on, then millions."""
    if count <= _EXACT:
        return str(count)
    return "%dk" % (count // 1000) if count < _MILLION else "%dM" % (count // _MILLION)
