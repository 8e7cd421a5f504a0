"""A Dice Game as bytes and back.

Only what cannot be worked out again is written: scores, kept knights and doubling follow from
the pad, the hand from the last throw and the steps after it. So bytes that pass the checks here
are a state that play can reach, or very nearly.

Body: players | first << 3 | stage << 6; roll | steps << 4; aside | passed << 4;
dice rolled | dice built << 4; which steps are knights (2 bytes, bit i: step i); the throw in
base 6, its first die lowest (3 bytes); two bytes a built die; number of turns (2 bytes);
half a byte a turn.
"""

from micropython import const

from engine.contract import CHANCE, OVER, seal, unseal
from engine.dice.faces import CATAPULT, DICE, DOUBLE, FACES, KNIGHTS_TO_KEEP, POINTS, ROLLS
from engine.dice.faces import KNIGHT as KNIGHT_FACE
from engine.dice.layout import BUILD, face_of
from engine.dice.table import Table
from engine.dice.terms import (
    ENDED_KEPT,
    ENDED_NINE,
    ENDED_NOTHING,
    ENDED_SCORED,
    ENDED_SHIFT,
    KNIGHT,
    POINTS_MASK,
)

KIND = const(1)
VERSION = const(1)

_HEAD = const(9)
_MOST_TURNS = const(65535)

# Stages of a turn
_CHOOSING = const(0)
_THROWING = const(1)
_BETWEEN = const(2)
_DONE = const(3)

# Half a byte for a turn: the points it scored, or one of the two ends without points.
_CODES = bytes((0, 1, 2, 3, 6, 10, 12, 15, 20, 21, 28, 30, 42, 56))
_CODE_KEPT = const(14)
_CODE_NOTHING = const(15)


def pack(game: Table) -> bytes:
    """The whole state of a DiceGame: 38 bytes, two a built die less nine, half a byte a turn."""
    steps = game.steps
    knights = 0
    for i in range(len(steps)):
        if steps[i] == KNIGHT:
            knights |= 1 << i
    throw = 0
    for i in range(len(game.rolled) - 1, -1, -1):
        throw = throw * FACES + game.rolled[i]
    builds = game.layout.actions()
    body = bytearray(
        (
            game.players | game.first << 3 | _stage(game) << 6,
            game.roll | len(steps) << 4,
            game.aside | game.passed << 4,
            len(game.rolled) | len(builds) << 4,
            knights & 255,
            knights >> 8,
            throw & 255,
            throw >> 8 & 255,
            throw >> 16,
        )
    )
    for action in builds:
        body.append(action & 255)
        body.append(action >> 8)
    _pack_turns(game.turns, body)
    return seal(KIND, VERSION, bytes(body))


def opened(data: bytes) -> bytes:
    """The body of packed bytes. Raises ValueError where they are damaged or of another kind."""
    body = unseal(KIND, VERSION, data)
    _demand(len(body) >= _HEAD + 2 and len(body) >= _HEAD + 2 + 2 * (body[3] >> 4), "length")
    return body


def players(body: bytes) -> int:
    """How many play."""
    return body[0] & 7


def first(body: bytes) -> int:
    """Who began."""
    return body[0] >> 3 & 7


def fill(game: Table, body: bytes) -> None:
    """Make a new game the packed one. Raises ValueError where that is no state of a game.

    The game is then spoiled: let it go.
    """
    stage = body[0] >> 6
    built = body[3] >> 4
    nine = stage == _DONE and body[2] >> 4 == DICE
    _unpack_turns(game, body, _HEAD + 2 * built, nine)
    _demand((game.winner() >= 0) == (stage == _DONE), "winner")
    if stage != _BETWEEN and stage != _DONE:
        game.player = (game.first + len(game.turns)) % game.players
        game.own_knight_back()
    _unpack_table(game, body, built)
    _unpack_steps(game, body[1] >> 4, body[4] | body[5] << 8)
    game.roll = body[1] & 15
    game.to_move = _to_move(game, stage)
    _check(game, stage)


def _demand(true: bool, what: str) -> None:
    if not true:
        raise ValueError("packed dice game: wrong " + what)


def _stage(game: Table) -> int:
    if game.to_move == OVER:
        return _DONE
    if game.to_move == CHANCE:
        return _THROWING
    return _CHOOSING if game.roll else _BETWEEN


def _to_move(game: Table, stage: int) -> int:
    if stage == _DONE:
        return OVER
    if stage == _THROWING:
        return CHANCE
    return (game.first + len(game.turns)) % game.players


def _pack_turns(turns: bytearray, body: bytearray) -> None:
    if len(turns) > _MOST_TURNS:
        raise ValueError("%d turns are too many to pack" % len(turns))
    body.append(len(turns) & 255)
    body.append(len(turns) >> 8)
    for i in range(len(turns)):
        ended = turns[i] >> ENDED_SHIFT
        if ended == ENDED_KEPT:
            code = _CODE_KEPT
        elif ended == ENDED_NOTHING:
            code = _CODE_NOTHING
        else:
            code = _CODES.find(bytes((turns[i] & POINTS_MASK,)))
        if i & 1:
            body[-1] |= code << 4
        else:
            body.append(code)


def _unpack_turns(game: Table, body: bytes, at: int, nine: bool) -> None:
    """Fill in the pad and what follows from it; `nine`: the last turn was nine catapults."""
    count = body[at] | body[at + 1] << 8
    _demand(len(body) == at + 2 + (count + 1) // 2, "length")
    _demand(not count & 1 or body[-1] >> 4 == 0, "last turn")
    for i in range(count):
        _demand(game.winner() < 0, "turn after the end")
        game.player = (game.first + i) % game.players
        game.own_knight_back()
        code = body[at + 2 + i // 2] >> (i & 1) * 4 & 15
        if code == _CODE_KEPT:
            game.note(ENDED_KEPT << ENDED_SHIFT)
        elif code == _CODE_NOTHING:
            game.note(ENDED_NOTHING << ENDED_SHIFT)
        elif nine and i == count - 1:
            _demand(code == 0, "points")
            game.note(ENDED_NINE << ENDED_SHIFT)
        else:
            points = _CODES[code]
            if game.doubled:
                _demand(points % DOUBLE == 0, "points")
                points //= DOUBLE
            _demand(bytes((points,)) in POINTS, "points")
            game.note(_CODES[code])


def _unpack_table(game: Table, body: bytes, built: int) -> None:
    game.aside = body[2] & 15
    game.passed = body[2] >> 4
    throw = body[6] | body[7] << 8 | body[8] << 16
    faces = bytearray(body[3] & 15)
    _demand(len(faces) <= DICE, "throw")
    for i in range(len(faces)):
        faces[i] = throw % FACES
        throw //= FACES
        game.hand[faces[i]] += 1
    _demand(throw == 0, "throw")
    game.rolled = bytes(faces)
    _demand(game.hand[CATAPULT] <= game.passed, "catapults")
    game.hand[CATAPULT] = 0
    for i in range(_HEAD, _HEAD + 2 * built, 2):
        action = body[i] | body[i + 1] << 8
        _demand(action >= BUILD and not game.layout.why_not(action), "layout")
        game.layout.build(action)


def _unpack_steps(game: Table, count: int, knights: int) -> None:
    """The last `count` steps were builds, and knights where a bit is set."""
    _demand(count <= DICE and knights >> count == 0, "steps")
    builds = game.layout.actions()
    for i in range(count):
        if knights >> i & 1:
            game.steps.append(KNIGHT)
    asides = len(game.steps)
    at = len(builds) - (count - asides)
    _demand(at >= 0 and asides <= game.aside, "steps")
    game.steps = []
    for i in range(count):
        if knights >> i & 1:
            face = KNIGHT_FACE
            game.steps.append(KNIGHT)
        else:
            face = face_of(builds[at])
            game.steps.append(builds[at])
            at += 1
        _demand(game.hand[face] > 0, "steps")
        game.hand[face] -= 1


def _check(game: Table, stage: int) -> None:
    """What must hold between the parts: nine dice, and a last turn that fits the table."""
    _demand((game.roll == 0) == (stage == _BETWEEN) and game.roll <= ROLLS, "roll")
    table = DICE - sum(game.kept)
    out = len(game.layout) + game.aside + game.passed
    if stage == _BETWEEN or stage == _DONE:
        # A knight die kept just now still lies among those aside.
        table += game.kept[game.player]
        if not game.turns:
            _demand(out == 0 and not game.rolled, "start")
            return
        _check_end(game)
        game.events = [game.last_event()]
    if stage == _THROWING:
        _demand(not game.rolled and not game.steps and out < table, "throw")
        _demand(game.roll > 1 or out == 0, "first roll")
        return
    _demand(out + sum(game.hand) == table, "number of dice")
    _demand(game.passed < DICE or stage == _DONE, "catapults")
    if game.roll == 1:
        _demand(len(game.rolled) == table, "first roll")


def _check_end(game: Table) -> None:
    turn = game.turns[-1]
    ended = turn >> ENDED_SHIFT
    if ended == ENDED_SCORED:
        times = DOUBLE if game.doubled else 1
        _demand(turn & POINTS_MASK == POINTS[game.layout.best_closed()] * times, "points")
    elif ended == ENDED_NINE:
        _demand(game.passed == DICE, "catapults")
    else:
        _demand(game.aside >= KNIGHTS_TO_KEEP, "knights")
        _demand(ended == ENDED_KEPT or game.layout.best_closed() > 0, "city")
