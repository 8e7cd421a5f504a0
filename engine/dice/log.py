"""The actions of a Dice Game as a log of 1 or 2 bytes each, and the game that a log tells of.

An entry is read in the state before it: builds are numbered in the order of `DiceGame.scan`,
throws among the ways in which so many dice can fall. So that order is part of the format: what
changes it raises `VERSION`. Where entries are kept is none of this file's business.

First byte up to 63, alone: KNIGHT 0, KEEP 1, NOTHING 2, UNDO 3, SCORE 4 + dice of the largest
closed city (0 to 9), build 14 + its number (0 to 49). From 64 up, two bytes, 14 bits: 0 to 2,001
a roll and its throw together, 2,048 up: 2,048 + number of a build.
"""

from micropython import const

from engine.contract import CHANCE
from engine.dice.faces import DOUBLE, FACES, POINTS
from engine.dice.game import DiceGame
from engine.dice.terms import (
    ENDED_KEPT,
    ENDED_NOTHING,
    ENDED_SHIFT,
    KEEP,
    KNIGHT,
    NOTHING,
    ROLL,
    SCORE,
)

VERSION = const(1)
# Bytes that 150 turns take, 20 each, with the check that a store puts behind every entry.
ROOM = const(3000)

UNDO = const(5)  # beside the game's own actions: take back one step

_KNIGHT = const(0)
_KEEP = const(1)
_NOTHING = const(2)
_UNDO = const(3)
_SCORE = const(4)
_NEAR = const(14)
_PAIR = const(64)
_FAR = const(2048)
_BITS = const(0x3FFF)
_SIMPLE = ((KNIGHT, _KNIGHT), (KEEP, _KEEP), (NOTHING, _NOTHING), (UNDO, _UNDO))


def settled(outcome: int, dice: int) -> int:
    """The same throw with its faces in order: what is to be applied, and what a log gives back.

    Dice are alike (D1 to D6), so their order says nothing; every throw keeps its chance.
    """
    count = bytearray(FACES)
    for _ in range(dice):
        count[outcome % FACES] += 1
        outcome //= FACES
    return _joined(count)


def encode(game: DiceGame, action: int) -> bytes:
    """The entry for an action that is about to be applied to this game, or UNDO.

    Empty for ROLL: its entry is the one of the throw that follows. Raises ValueError where the
    action is not legal.
    """
    if game.to_move == CHANCE:
        return _two(_rank(action, game.to_roll()))
    for known, code in _SIMPLE:
        if action == known:
            return bytes((code,))
    if action == ROLL:
        return b""
    if action == SCORE:
        return bytes((_SCORE + game.layout.best_closed(),))
    number = _number(game, action)
    return bytes((_NEAR + number,)) if _NEAR + number < _PAIR else _two(_FAR + number)


def decode(game: DiceGame, data: bytes, at: int = 0) -> tuple[int, int]:
    """(action, place of the next entry) for the entry at `at` in this state of the game.

    A throw takes two calls: ROLL first, which stays at its place, then the outcome. Raises
    ValueError where the bytes make no sense here.
    """
    end = after(data, at)
    code = data[at]
    if code >= _PAIR:
        code = (code << 8 | data[at + 1]) & _BITS
        if code >= _FAR:
            return _build(game, code - _FAR), end
        if game.to_move == CHANCE:
            return _throw(code, game.to_roll()), end
        return ROLL, at
    if code >= _NEAR:
        return _build(game, code - _NEAR), end
    if code < _SCORE:
        for action, known in _SIMPLE:
            if code == known:
                return action, end
    if game.to_move < 0 or code - _SCORE != game.layout.best_closed():
        raise ValueError("log at %d: another city stands" % at)
    return SCORE, end


def after(data: bytes, at: int) -> int:
    """Where the entry at `at` ends. Raises ValueError where it is cut or of another kind."""
    end = at + 1 + (data[at] >> 6)
    if end > at + 2 or end > len(data):
        raise ValueError("log at %d: no entry" % at)
    return end


def replay(game: DiceGame, data: bytes, at: int = 0) -> None:
    """Apply every entry from `at` on. Raises ValueError where one does not fit; the game is then
    spoiled."""
    for _ in replaying(game, data, at):
        pass


def replaying(game: DiceGame, data: bytes, at: int = 0):  # type: ignore[no-untyped-def]
    """Generator: replay() in steps of one action."""
    while at < len(data):
        action, at = decode(game, data, at)
        if action == UNDO and game.to_move >= 0:
            game.undo()
        else:
            game.apply(action)
        yield


def resume(game: DiceGame, data: bytes) -> None:
    """Bring a game (new, or from a snapshot) to where the log ends; `replay` says the same, but
    only the last finished turn and the running one are played: the pad is enough for the others.
    """
    for _ in resuming(game, data):
        pass


def resuming(game: DiceGame, data: bytes):  # type: ignore[no-untyped-def]
    """Generator: resume() in steps."""
    ends = []
    at = 0
    while at < len(data):
        code = data[at]
        at = after(data, at)
        if code == _KEEP or code == _NOTHING or _SCORE <= code < _NEAR:
            ends.append(at)
    at = 0
    for i in range(len(ends) - 1):
        _skip_turn(game, data[ends[i] - 1])
        at = ends[i]
        yield
    for _ in replaying(game, data, at):
        yield


def _skip_turn(game: DiceGame, code: int) -> None:
    """The rest of a turn that ended with this entry, as far as the pad tells of it."""
    if game.winner() >= 0:
        raise ValueError("log: a turn after the end")
    if game.roll == 0 and game.to_move >= 0:
        game.player = game.to_move
        game.own_knight_back()
    if code == _KEEP:
        game.note(ENDED_KEPT << ENDED_SHIFT)
    elif code == _NOTHING:
        game.note(ENDED_NOTHING << ENDED_SHIFT)
    else:
        game.note(POINTS[code - _SCORE] * (DOUBLE if game.doubled else 1))
    game.to_move = (game.player + 1) % game.players
    game.roll = 0


def _two(code: int) -> bytes:
    return bytes((_PAIR | code >> 8, code & 255))


def _number(game: DiceGame, action: int) -> int:
    """The place of a build among the legal ones."""
    if game.to_move < 0:
        raise ValueError("no player is to move")
    out: list[int] = []
    seen = 0
    for _ in _builds(game, out):
        if action in out:
            return seen + out.index(action)
        seen += len(out)
        out.clear()
    raise ValueError("action %d is not legal" % action)


def _build(game: DiceGame, number: int) -> int:
    """The build at that place."""
    if game.to_move < 0 or not game.roll:
        raise ValueError("log: no turn to build in")
    out: list[int] = []
    for _ in _builds(game, out):
        if number < len(out):
            return out[number]
        number -= len(out)
        out.clear()
    raise ValueError("log: no such build")


def _builds(game: DiceGame, out: list[int]):  # type: ignore[no-untyped-def]
    """Generator: legal builds in the order of the game's listing, piece by piece in `out`."""
    faces = bytes([face for face in range(FACES - 2) if game.hand[face]])
    if faces and game.roll:
        for _ in game.layout.scan(faces, out):
            yield
        yield


def _ways(dice: int, faces: int) -> int:
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
            rank += _ways(dice, FACES - 1 - face)
            dice -= 1
    return rank


def _throw(rank: int, dice: int) -> int:
    """The throw with that number."""
    if rank >= _ways(dice, FACES):
        raise ValueError("log: no such throw")
    count = bytearray(FACES)
    for face in range(FACES - 1):
        while dice:
            ways = _ways(dice, FACES - 1 - face)
            if rank < ways:
                break
            rank -= ways
            count[face] += 1
            dice -= 1
    count[FACES - 1] = dice
    return _joined(count)


def _joined(count: bytearray) -> int:
    outcome = 0
    for i in range(FACES):
        face = FACES - 1 - i
        for _ in range(count[face]):
            outcome = outcome * FACES + face
    return outcome
