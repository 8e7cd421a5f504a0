"""The game that a log of entries tells of. The entries, and how they are made, are `entry`.

An entry is read in the state before it. Where entries are kept is none of this file's business.
"""

from micropython import const

from engine.contract import CHANCE
from engine.dice.entry import (
    FAR,
    KEEP_ENTRY,
    NEAR,
    NOTHING_ENTRY,
    PAIR,
    SCORE_ENTRY,
    SIMPLE,
    UNDO,
    builds,
    count_ways,
    joined,
)
from engine.dice.faces import DOUBLE, FACES, POINTS
from engine.dice.game import DiceGame
from engine.dice.terms import ENDED_KEPT, ENDED_NOTHING, ENDED_SHIFT, ROLL, SCORE

_BITS = const(0x3FFF)


def decode(game: DiceGame, data: bytes, at: int = 0) -> tuple[int, int]:
    """(action, place of the next entry) for the entry at `at` in this state of the game.

    A throw takes two calls: ROLL first, which stays at its place, then the outcome. Raises
    ValueError where the bytes make no sense here.
    """
    end = after(data, at)
    code = data[at]
    if code >= PAIR:
        code = (code << 8 | data[at + 1]) & _BITS
        if code >= FAR:
            return _build(game, code - FAR), end
        if game.to_move == CHANCE:
            return _throw(code, game.to_roll()), end
        return ROLL, at
    if code >= NEAR:
        return _build(game, code - NEAR), end
    if code < SCORE_ENTRY:
        for action, known in SIMPLE:
            if code == known:
                return action, end
    if game.to_move < 0 or code - SCORE_ENTRY != game.layout.best_closed():
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
        if code == KEEP_ENTRY or code == NOTHING_ENTRY or SCORE_ENTRY <= code < NEAR:
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
    if code == KEEP_ENTRY:
        game.note(ENDED_KEPT << ENDED_SHIFT)
    elif code == NOTHING_ENTRY:
        game.note(ENDED_NOTHING << ENDED_SHIFT)
    else:
        game.note(POINTS[code - SCORE_ENTRY] * (DOUBLE if game.doubled else 1))
    game.to_move = (game.player + 1) % game.players
    game.roll = 0


def _build(game: DiceGame, number: int) -> int:
    """The build at that place."""
    if game.to_move < 0 or not game.roll:
        raise ValueError("log: no turn to build in")
    out: list[int] = []
    for _ in builds(game, out):
        if number < len(out):
            return out[number]
        number -= len(out)
        out.clear()
    raise ValueError("log: no such build")


def _throw(rank: int, dice: int) -> int:
    """The throw with that number."""
    if rank >= count_ways(dice, FACES):
        raise ValueError("log: no such throw")
    count = bytearray(FACES)
    for face in range(FACES - 1):
        while dice:
            ways = count_ways(dice, FACES - 1 - face)
            if rank < ways:
                break
            rank -= ways
            count[face] += 1
            dice -= 1
    count[FACES - 1] = dice
    return joined(count)
