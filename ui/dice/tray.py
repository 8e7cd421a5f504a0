"""The column beside the building ground: what is in hand, and what else can be chosen."""

from micropython import const

from engine.dice.faces import CAP, KNIGHT, TEE
from ui import signs, words
from ui.dice.faces import face_sprite
from ui.sprites import load_sheet

# Items of the tray; 0..4 are the faces.
APART = const(6)
DECIDE = const(7)

_X = const(106)
_WIDE = const(22)
_HAND_X = const(109)
_HAND_Y = const(8)
_LIST_X = const(106)
_LIST_Y = const(26)
_PITCH = const(11)
_LINE = const(7)

# item: word key of what it is, word key of what A does
_NAMES = ("tray_cap", "tray_straight", "tray_corner", "tray_tee", "tray_knight")
_SIGNS = {APART: "+", DECIDE: "✓"}


def items(game) -> list:
    """What the tray offers now: faces in hand, a new group, roll or stop."""
    found = [face for face in range(CAP, KNIGHT + 1) if game.hand[face]]
    if len(game.layout) and any_city(game):
        found.append(APART)
    found.append(DECIDE)
    return found


def any_city(game) -> bool:
    """Whether a city face is in hand."""
    return any(game.hand[face] for face in range(CAP, TEE + 1))


def label(game, item: int) -> str:
    """What an item is, for the line below the ground."""
    if item == APART:
        return words.t("tray_apart")
    if item == DECIDE:
        return words.t("tray_decide")
    if item == KNIGHT:
        return words.t("tray_knight", game.hand[KNIGHT])
    return words.t(_NAMES[item], game.hand[item])


def hint(item: int) -> str:
    """Word key of what A does with an item."""
    if item == APART:
        return "hint_apart"
    if item == DECIDE:
        return "hint_decide"
    return "hint_aside" if item == KNIGHT else "hint_take"


def draw(canvas, game, item: int, look: int, chosen: bool) -> None:
    """Draw the item in hand (a face as `look` where it is a city die) and what is left.

    `chosen`: the cursor is in the tray, which is shown inverted.
    """
    canvas.vline(_X - 2, 8, 39)
    if item in _SIGNS:
        canvas.text_center(_SIGNS[item], _HAND_Y, True, _X, _WIDE)
    else:
        canvas.sprite(
            load_sheet("dice16"), face_sprite(item) if look < 0 else look, _HAND_X, _HAND_Y
        )
    if chosen:
        canvas.invert(_X, _HAND_Y, _WIDE, 17)
    draw_rest(canvas, game)


def draw_rest(canvas, game) -> None:
    """Draw the dice in hand as small shapes with their numbers."""
    minis = load_sheet("dice6")
    place = 0
    for face in range(CAP, KNIGHT + 1):
        count = game.hand[face]
        if not count:
            continue
        if face == KNIGHT:
            place += place & 1  # a line of its own: its sign is wider
        x = _LIST_X + (place & 1) * _PITCH
        y = _LIST_Y + (place >> 1) * _LINE
        if face == KNIGHT:
            x = canvas.text(signs.KNIGHT, x, y - 1)
        else:
            canvas.sprite(minis, face_sprite(face), x, y)
            x += 6
        canvas.text(str(count), x, y - 1)
        place += 1
