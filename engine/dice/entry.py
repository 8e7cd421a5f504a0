"""The actions of a Dice Game as entries of 1 or 2 bytes each. Reading them again is `log`.

An entry is read in the state before it: builds are numbered in the order of `DiceGame.scan`,
throws among the ways in which so many dice can fall. So that order is part of the format: what
changes it raises `VERSION`. Where entries are kept is none of this file's business.

First byte up to 63, alone: KNIGHT 0, KEEP 1, NOTHING 2, UNDO 3, SCORE 4 + dice of the largest
closed city (0 to 9), build 14 + its number (0 to 49). From 64 up, two bytes, 14 bits: 0 to 2,001
a roll and its throw together, 2,048 up: 2,048 + number of a build.
"""

from micropython import const

from engine.contract import CHANCE
from engine.dice.faces import FACES
from engine.dice.game import DiceGame
from engine.dice.terms import KEEP, KNIGHT, NOTHING, ROLL, SCORE

VERSION = const(1)
# Bytes that 150 turns take, 20 each, with the check that a store puts behind every entry.
ROOM = const(3000)

UNDO = const(5)  # beside the game's own actions: take back one step

KNIGHT_ENTRY = const(0)
KEEP_ENTRY = const(1)
NOTHING_ENTRY = const(2)
UNDO_ENTRY = const(3)
SCORE_ENTRY = const(4)
NEAR = const(14)
PAIR = const(64)
FAR = const(2048)
SIMPLE = ((KNIGHT, KNIGHT_ENTRY), (KEEP, KEEP_ENTRY), (NOTHING, NOTHING_ENTRY), (UNDO, UNDO_ENTRY))


def settled(outcome: int, dice: int) -> int:
    """The same throw with its faces in order: what is to be applied, and what a log gives back.

    Dice are alike (D1 to D6), so their order says nothing; every throw keeps its chance.
    """
    count = bytearray(FACES)
    for _ in range(dice):
        count[outcome % FACES] += 1
        outcome //= FACES
    return joined(count)


def encode(game: DiceGame, action: int) -> bytes:
    """The entry for an action that is about to be applied to this game, or UNDO.

    Empty for ROLL: its entry is the one of the throw that follows. Raises ValueError where the
    action is not legal.
    """
    if game.to_move == CHANCE:
        return _two(_rank(action, game.to_roll()))
    for known, code in SIMPLE:
        if action == known:
            return bytes((code,))
    if action == ROLL:
        return b""
    if action == SCORE:
        return bytes((SCORE_ENTRY + game.layout.best_closed(),))
    number = _number(game, action)
    return bytes((NEAR + number,)) if NEAR + number < PAIR else _two(FAR + number)


def _two(code: int) -> bytes:
    return bytes((PAIR | code >> 8, code & 255))


def _number(game: DiceGame, action: int) -> int:
    """The place of a build among the legal ones."""
    if game.to_move < 0:
        raise ValueError("no player is to move")
    out: list[int] = []
    seen = 0
    for _ in builds(game, out):
        if action in out:
            return seen + out.index(action)
        seen += len(out)
        out.clear()
    raise ValueError("action %d is not legal" % action)


def builds(game: DiceGame, out: list[int]):  # type: ignore[no-untyped-def]
    """Generator: legal builds in the order of the game's listing, piece by piece in `out`."""
    faces = bytes([face for face in range(FACES - 2) if game.hand[face]])
    if faces and game.roll:
        for _ in game.layout.scan(faces, out):
            yield
        yield


def count_ways(dice: int, faces: int) -> int:
    """In how many ways so many dice can fall with so many faces, their order aside."""
    ways = 1
    for i in range(1, faces):
        ways = ways * (dice + i) // i
    return ways


def _rank(outcome: int, dice: int) -> int:
    """A throw's number among those of so many dice, their order aside."""
    count = bytearray(FACES)
    for _ in range(dice):
        count[outcome % FACES] += 1
        outcome //= FACES
    rank = 0
    for face in range(FACES - 1):
        for _ in range(count[face]):
            # All throws without a further die of this face come first.
            rank += count_ways(dice, FACES - 1 - face)
            dice -= 1
    return rank


def joined(count: bytearray) -> int:
    outcome = 0
    for i in range(FACES):
        face = FACES - 1 - i
        for _ in range(count[face]):
            outcome = outcome * FACES + face
    return outcome
