"""Chance: whole numbers drawn from the board's hardware source, watched by health tests.

Draws are made by rejection, so that no number is more likely than another (field row F25). A
source that fails a test is never replaced by something else: every draw from then on raises, and
the screens say so. No stock of drawn numbers is kept, so nothing to come lies in memory. What a
drawn number means is the business of the game.
"""

import os

from micropython import const

from hw.health import BYTE_RUN, BYTE_SHARE, FACE_RUN, FACE_SHARE, STARTUP, HealthTest

_FACES = const(6)
_FACE_LIMIT = const(252)  # the largest multiple of 6 in a byte; 252 to 255 are thrown away
_BLOCK = const(16)  # bytes asked for at a time at start
_MASK = const(0xFFFFFFFF)


class EntropyFault(RuntimeError):
    """The source failed; the only argument is the reason, as in `Entropy.fault`."""


def _dice_in(count: int) -> int:
    """n where count == 6**n, or -1."""
    dice = 0
    while count > 1:
        if count % _FACES:
            return -1
        count //= _FACES
        dice += 1
    return dice


class Entropy:
    """Draws from `source(n) -> n bytes`; the board's own hardware source by default.

    `fault` is "" while all is well; then for good "stuck", "biased" or "dead" (the source raises
    or gives too few bytes). `seeded` says whether the draws can be repeated.
    """

    seeded = False

    def __init__(self, source=None) -> None:
        self._source = os.urandom if source is None else source
        self.fault = ""
        self._bytes_test = HealthTest(BYTE_RUN, BYTE_SHARE)
        self._faces_test = HealthTest(FACE_RUN, FACE_SHARE)
        self._start_up()

    def draw(self, count: int) -> int:
        """An integer from 0 to count - 1, each equally likely.

        Where count is 6**n it is a throw of n dice: digit i to the base of 6, least first, is
        the face of die i. Raises ValueError below 1, EntropyFault from a failed test on.
        """
        if count < 1:
            raise ValueError("nothing to draw from: %d" % count)
        if self.fault:
            raise EntropyFault(self.fault)
        dice = _dice_in(count)
        if dice >= 0:
            return self._throw(dice)
        return self._number(count)

    def _throw(self, dice: int) -> int:
        outcome = 0
        digit = 1
        while dice > 0:
            for byte in self._take(dice):
                if byte < _FACE_LIMIT:
                    outcome += self._face(byte) * digit
                    digit *= _FACES
                    dice -= 1
        return outcome

    def _face(self, byte: int) -> int:
        face = byte % _FACES
        self._judge(self._faces_test.feed(face))
        return face

    def _number(self, count: int) -> int:
        size = 1
        span = 256
        while span < count:
            size += 1
            span *= 256
        limit = span - span % count
        while True:
            number = 0
            for byte in self._take(size):
                number = number * 256 + byte
            if number < limit:
                return number % count

    def _take(self, count: int) -> bytes:
        """`count` bytes of the source, each of which has passed the tests."""
        try:
            data = self._source(count)
        except Exception:  # whatever the source raises, there is no randomness to be had
            data = b""
        if len(data) != count:
            self._judge("dead")
        for byte in data:
            self._judge(self._bytes_test.feed(byte))
        return data

    def _judge(self, reason: str) -> None:
        if reason:
            self.fault = reason
            raise EntropyFault(reason)

    def _start_up(self) -> None:
        """Section 4.3: both tests over the first samples, none of which is used."""
        try:
            for _block in range(STARTUP // _BLOCK):
                for byte in self._take(_BLOCK):
                    if byte < _FACE_LIMIT:
                        self._face(byte)
        except EntropyFault:
            pass  # `fault` tells, and the first draw raises


class SeededEntropy(Entropy):
    """The same draws again for the same seed, on every interpreter: for demonstration and test.

    There is no source here whose health could be tested, so there are no tests; the screens show
    that the dice are seeded instead. An xorshift register of 32 bits, read through a multiplier.
    """

    seeded = True

    def __init__(self, seed: int) -> None:
        """`seed` 0 .. 2**32 - 1."""
        self._source = self._stream
        self.fault = ""
        self._state = (seed * 0x9E3779B1 + 0x7F4A7C15) & _MASK or 1
        self._stream(_BLOCK)  # lets neighbouring seeds drift apart

    def _face(self, byte: int) -> int:
        return byte % _FACES

    def _take(self, count: int) -> bytes:
        return self._stream(count)

    def _stream(self, count: int) -> bytes:
        data = bytearray(count)
        state = self._state
        for index in range(count):
            state ^= (state << 13) & _MASK
            state ^= state >> 17
            state ^= (state << 5) & _MASK
            data[index] = (((state * 0x2C9277B5) & _MASK) >> 24) & 255
        self._state = state
        return bytes(data)
