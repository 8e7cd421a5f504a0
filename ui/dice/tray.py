"""The column beside the building ground: what is in hand, and what else can be chosen."""

from micropython import const

from engine.dice.faces import CAP, KNIGHT, TEE
from ui import signs
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
_LIST_Y = const(24)
_PITCH = const(11)

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


def hint(item: int) -> str:
    """Word key of what A does with an item."""
    if item == APART:
        return "hint_apart"
    if item == DECIDE:
        return "hint_decide"
    return "hint_aside" if item == KNIGHT else "hint_take"


def draw_hand(canvas, item: int, chosen: bool) -> None:
    """Draw the item in hand; `chosen`: the cursor is on it, which is shown inverted."""
    if item in _SIGNS:
        canvas.text_center(_SIGNS[item], _HAND_Y, True, _X, _WIDE)
    else:
        canvas.sprite(load_sheet("dice16"), face_sprite(item), _HAND_X, _HAND_Y)
    if chosen:
        canvas.invert(_X, _HAND_Y, _WIDE, 16)


def draw_rest(canvas, game) -> None:
    """Draw the dice in hand as small shapes with their numbers."""
    canvas.vline(_X - 2, 8, 39)
    minis = load_sheet("dice6")
    place = 0
    for face in range(CAP, KNIGHT + 1):
        count = game.hand[face]
        if not count:
            continue
        if face == KNIGHT:
            place += place & 1  # a line of its own: its sign is wider
        x = _LIST_X + (place & 1) * _PITCH
        y = _LIST_Y + (place >> 1) * 8
        if face == KNIGHT:
            x = canvas.text(signs.KNIGHT, x, y)
        else:
            canvas.sprite(minis, face_sprite(face), x, y + 1)
            x += 6
        canvas.text(str(count), x, y)
        place += 1
