"""Which faces the dice of a Dice Game have shown, from its log alone (F24).

After a cut of the power the counts of the running game are gone; the game itself is not played
again for them. How many dice a throw had follows from how the log goes on. The entries are those
of `entry`; nobody needs this but once after power-on.
"""

from micropython import const

from engine.contract import CHANCE

# As in `entry`.
_KEEP = const(1)
_NOTHING = const(2)
_UNDO = const(3)
_SCORE = const(4)
_NEAR = const(14)
_PAIR = const(64)
_FAR = const(2048)
_BITS = const(0x3FFF)

_DICE = const(9)
_FACES = const(6)


def recount(counts, data, players: int, first: int, game=None):  # type: ignore[no-untyped-def]
    """Generator: add to `counts`, six numbers, what each throw of a log has shown; a throw a step.

    `game`: the state before the log, None for a new game in which `first` begins. Raises
    ValueError where the log makes no sense.
    """
    kept = bytearray(players)
    player = first
    left = -1  # dice of the next throw in this turn, -1 before its first one
    if game:
        kept = bytearray(game.kept)
        player = game.player if game.roll else game.to_move
        if game.to_move == CHANCE:
            left = game.to_roll()
        elif game.roll:
            left = sum(game.hand)
    at = 0
    while at < len(data):
        code = data[at]
        end = at + 1 + (code >> 6)
        if end > len(data):
            raise ValueError("log at %d: no entry" % at)
        number = code
        if code >= _PAIR:
            number = (code << 8 | data[at + 1]) & _BITS
        if code >= _PAIR and number < _FAR:
            if left < 0:
                kept[player] = 0
                left = _DICE - sum(kept)
            left -= _count(counts, number, left)
            yield
        elif code == _UNDO:
            left += 1
        elif _KEEP <= code < _NEAR:  # the turn ends
            if code == _KEEP:
                kept[player] = 1
            player = (player + 1) % players
            left = -1
        else:  # a die is built or set aside
            left -= 1
        at = end


def _count(counts: list[int], rank: int, dice: int) -> int:
    """Count the throw with that number among those of so many dice; how many catapults it had."""
    if not 0 <= rank < _ways(dice, _FACES):
        raise ValueError("log: no such throw")
    for face in range(_FACES - 1):
        while dice:
            ways = _ways(dice, _FACES - 1 - face)
            if rank < ways:
                break
            rank -= ways
            counts[face] += 1
            dice -= 1
    counts[_FACES - 1] += dice
    return dice


def _ways(dice: int, faces: int) -> int:
    """In how many ways so many dice can fall with so many faces, their order aside."""
    ways = 1
    for i in range(1, faces):
        ways = ways * (dice + i) // i
    return ways
