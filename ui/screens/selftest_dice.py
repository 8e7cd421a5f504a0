"""The self-test's page of dice: many throws, counted, beside what may be expected (F24)."""

from micropython import const

from ui import words

_FACES = const(6)
_DICE = const(9)
_ALL = _FACES**_DICE
_THROWS = const(100)
_EACH = const(150)  # of 900 dice
_AT_A_TIME = const(4)  # throws between two pictures
# Chi-square, five degrees of freedom: 20.52 is passed once in a thousand tests of good dice. Both
# sides times 100.
_LIMIT = const(307800)
_WIDE = const(21)


class DiceTest:
    """`counts` of the six faces in the throws so far, `thrown` of 100."""

    def __init__(self, entropy) -> None:
        self.entropy = entropy
        self.counts = [0] * _FACES
        self.thrown = 0

    def begin(self) -> None:
        """Count anew."""
        self.counts = [0] * _FACES
        self.thrown = 0

    def step(self) -> bool:
        """Throw once; True while there is more to do. A source that fails ends it."""
        if self.entropy.fault or self.thrown == _THROWS:
            return False
        try:
            outcome = self.entropy.draw(_ALL)
        except RuntimeError:
            return True  # once more, so that the fault is shown
        for _die in range(_DICE):
            self.counts[outcome % _FACES] += 1
            outcome //= _FACES
        self.thrown += 1
        return True

    def draw(self, canvas) -> None:
        for face in range(_FACES):
            x = _WIDE * face
            canvas.text_center(str(face + 1), 10, False, x, _WIDE)
            canvas.text_center(str(self.counts[face]), 19, False, x, _WIDE)
        canvas.hline(0, 18, _WIDE * _FACES)
        if self.entropy.fault:
            canvas.text(words.t("fault_" + self.entropy.fault), 0, 29)
            return
        canvas.text(words.t("selftest_thrown", self.thrown * _DICE, self._expected()), 0, 29)
        canvas.text(words.t("selftest_" + self._verdict()), 0, 38)

    def _expected(self) -> int:
        return self.thrown * _DICE // _FACES

    def _verdict(self) -> str:
        if self.thrown < _THROWS:
            return "wait"
        total = 0
        for count in self.counts:
            total += (count - _EACH) * (count - _EACH)
        return "even" if total * 100 <= _LIMIT else "uneven"
