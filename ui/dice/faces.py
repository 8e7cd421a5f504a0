"""Which sprite of the sheets shows which face of a die."""

from engine.dice.faces import CATAPULT, FIRST_LOOK
from engine.dice.faces import KNIGHT as KNIGHT_FACE
from ui.sprites import CATAPULT as CATAPULT_SPRITE
from ui.sprites import KNIGHT as KNIGHT_SPRITE
from ui.sprites import TUMBLE, TUMBLES


def face_sprite(face: int) -> int:
    """The sprite of a face (0..5) lying as it was rolled."""
    if face == KNIGHT_FACE:
        return KNIGHT_SPRITE
    if face == CATAPULT:
        return CATAPULT_SPRITE
    return FIRST_LOOK[face]


def tumble_sprite(frame: int) -> int:
    """One of the pictures of a die in the air."""
    return TUMBLE + frame % TUMBLES
