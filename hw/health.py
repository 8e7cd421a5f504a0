"""Health tests for a random source, after NIST SP 800-90B, section 4.4.

Two tests watch a stream of equally likely samples while it is used. What is sampled, and what
happens when a test fails, is decided by the entropy part. The tests see what comes out of the
source's own conditioning, so they catch a dead or a stuck source and no more.

Cutoffs for a false alarm rate of 2**-20 a sample, from the standard's own formulas for a source
of min-entropy H = log2(k), k equally likely values, p = 1/k:

  repetition count (4.4.1)       1 + ceil(20 / H)
  adaptive proportion (4.4.2)    1 + critbinom(512, p, 1 - 2**-20): one more than the smallest c
                                 for which at most c of 512 samples have one given value with a
                                 probability of at least 1 - 2**-20. The window is 512 because
                                 the samples are not binary.

  faces of a die, k = 6: 1 + ceil(7.74) = 9 and 129;  bytes, k = 256: 1 + ceil(2.5) = 4 and 13.

A test recomputes all four numbers with exact fractions.
"""

from micropython import const

WINDOW = const(512)  # samples in a window of the proportion test
STARTUP = const(1024)  # samples to be seen before the first one is used (section 4.3)

FACE_RUN = const(9)
FACE_SHARE = const(129)
BYTE_RUN = const(4)
BYTE_SHARE = const(13)


class HealthTest:
    """Both tests over one stream of small integers."""

    def __init__(self, run: int, share: int) -> None:
        """`run` equal samples in a row fail; so do `share` equal to the first of a window."""
        self._run_cutoff = run
        self._share_cutoff = share
        self._last = -1
        self._run = 0
        self._first = -1
        self._share = 0
        self._left = 0  # samples still to come in this window

    def feed(self, sample: int) -> str:
        """Take one sample; "" while all is well, otherwise "stuck" (repetition count) or
        "biased" (adaptive proportion)."""
        if sample == self._last:
            self._run += 1
            if self._run >= self._run_cutoff:
                return "stuck"
        else:
            self._last = sample
            self._run = 1
        if self._left == 0:
            self._first = sample
            self._share = 1
            self._left = WINDOW - 1
            return ""
        self._left -= 1
        if sample == self._first:
            self._share += 1
            if self._share >= self._share_cutoff:
                return "biased"
        return ""
