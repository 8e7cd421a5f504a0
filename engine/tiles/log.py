"""The game that a log of entries tells of. The entries, and how they are made, are `entry`.

An entry is read in the state before it. Where entries are kept is none of this file's business.
"""

from micropython import const

from engine.contract import CHANCE, OtherVersion
from engine.tiles.entry import FIRST, PAIR, PLACED, UNDO, table_check
from engine.tiles.landscape import STEPS
from engine.tiles.terms import PLACE_AT, TAKE

_BITS = const(0x3FFF)


def decode(game, data: bytes, at: int = 0) -> tuple[int, int]:  # type: ignore[no-untyped-def]
    """(action, place of the next entry) for the entry at `at` in this state of the game.

    Raises ValueError where the bytes make no sense here, OtherVersion where the game was played
    with another table of tiles. Whether the action is legal is not looked at.
    """
    code = data[at]
    end = at + 1 + (code >> 6)
    if end > len(data):
        raise ValueError("log at %d: cut" % at)
    if game.to_move == CHANCE:
        if game.turn == 0 and not len(game.out):
            if code < FIRST or end != at + 3:
                raise ValueError("log at %d: no first draw" % at)
            if data[at + 1] | data[at + 2] << 8 != table_check(game.way):
                raise OtherVersion("another table of tiles")
            code -= FIRST
        if code >= len(game.left) or not game.left[code]:
            raise ValueError("log at %d: no such tile left" % at)
        return sum(game.left[:code]), end
    if code < PAIR:
        return code, end
    lead = code
    code = (code << 8 | data[end - 1]) & _BITS
    if lead >= FIRST or code < TAKE:
        raise ValueError("log at %d: no entry" % at)
    if code < PLACED:
        return code, end
    code -= PLACED
    land = game.land
    tile = code >> 4
    if tile >= land.count:
        raise ValueError("log at %d: beside no tile" % at)
    key = (land.ys[tile] << 8 | land.xs[tile]) + STEPS[code >> 2 & 3]
    return PLACE_AT + (key << 2 | code & 3), end


def replay(game, data: bytes, at: int = 0) -> None:  # type: ignore[no-untyped-def]
    """Apply every entry from `at` on. Raises as decode() where one does not fit; the game is then
    spoiled."""
    for _ in resuming(game, data, at):
        pass


def resuming(game, data: bytes, at: int = 0):  # type: ignore[no-untyped-def]
    """Generator: replay() in steps of one action."""
    while at < len(data):
        action, at = decode(game, data, at)
        if action == UNDO and game.to_move >= 0:
            game.undo()
        else:
            game.apply(action)
        yield
