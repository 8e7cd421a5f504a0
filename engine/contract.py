"""What every game has in common: who moves, and how a state is sealed into bytes.

A game is a plain object with `to_move` (a player's number, `CHANCE` or `OVER`),
`legal_actions()`, `apply(action)`, `chance_count()`, `can_undo()`, `undo()`, `scores`,
`events`, `pack()` and `unpack()`. No rule of any game lives here.
"""

from binascii import crc32

from micropython import const

CHANCE = const(-1)
OVER = const(-2)

_MARK = const(0x4B)
_HEAD = const(5)
_TAIL = const(4)


class OtherVersion(ValueError):
    """Whole bytes of another version of ours: not to be played, and not to be thrown away."""


def seal(kind: int, version: int, body: bytes) -> bytes:
    """The body with a head (mark, kind, version, length) before and a CRC-32 behind it.

    `kind` and `version` are 0..255, the body is at most 65,535 bytes long; 9 bytes are added.
    """
    head = bytes((_MARK, kind, version, len(body) & 255, len(body) >> 8))
    check = crc32(head + body) & 0xFFFFFFFF
    return head + body + bytes((check & 255, check >> 8 & 255, check >> 16 & 255, check >> 24))


def unseal(kind: int, version: int, data: bytes) -> bytes:
    """The body that `seal` was given.

    Raises ValueError where the bytes are cut, changed or of another kind, OtherVersion where
    they are of another version.
    """
    data = bytes(data)
    if len(data) < _HEAD + _TAIL or data[0] != _MARK:
        raise ValueError("not a packed game")
    size = data[3] | data[4] << 8
    if len(data) != _HEAD + size + _TAIL:
        raise ValueError("%d bytes, %d expected" % (len(data), _HEAD + size + _TAIL))
    end = _HEAD + size
    check = data[end] | data[end + 1] << 8 | data[end + 2] << 16 | data[end + 3] << 24
    if check != crc32(data[:end]) & 0xFFFFFFFF:
        raise ValueError("checksum does not match")
    if data[1] != kind:
        raise ValueError("kind %d, %d expected" % (data[1], kind))
    if data[2] != version:
        raise OtherVersion("version %d, %d expected" % (data[2], version))
    return data[_HEAD:end]
