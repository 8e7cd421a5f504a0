"""The health tests of SP 800-90B: their cutoffs, and what they catch and let pass."""

import math
import random
from fractions import Fraction

import pytest

from hw.health import BYTE_RUN, BYTE_SHARE, FACE_RUN, FACE_SHARE, WINDOW, HealthTest

ALPHA = Fraction(1, 2**20)
KINDS = pytest.mark.parametrize(
    ("values", "run", "share"), [(6, FACE_RUN, FACE_SHARE), (256, BYTE_RUN, BYTE_SHARE)]
)


def critbinom(trials: int, chance: Fraction, level: Fraction) -> int:
    """Smallest k for which at most k successes have at least the probability `level`."""
    total = Fraction(0)
    for successes in range(trials + 1):
        ways = math.comb(trials, successes)
        total += ways * chance**successes * (1 - chance) ** (trials - successes)
        if total >= level:
            return successes
    raise AssertionError("the level is no probability")


@KINDS
def test_the_cutoffs_are_those_of_the_standard(values: int, run: int, share: int) -> None:
    assert run == 1 + math.ceil(20 / math.log2(values))
    assert share == 1 + critbinom(WINDOW, Fraction(1, values), 1 - ALPHA)


def test_the_cutoffs_for_faces_are_the_documented_ones() -> None:
    assert (FACE_RUN, FACE_SHARE, WINDOW) == (9, 129, 512)


def first_failure(test: HealthTest, samples: list[int]) -> tuple[int, str]:
    """How many samples pass, and what is said about the next one."""
    for index, sample in enumerate(samples):
        reason = test.feed(sample)
        if reason:
            return index, reason
    return len(samples), ""


@KINDS
def test_a_run_fails_at_the_cutoff_and_not_before(values: int, run: int, share: int) -> None:
    assert first_failure(HealthTest(run, share), [3, 2] + [5] * (run - 1) + [1]) == (run + 2, "")
    assert first_failure(HealthTest(run, share), [3, 2] + [5] * 20) == (run + 1, "stuck")


@KINDS
def test_a_share_fails_at_the_cutoff_and_not_before(values: int, run: int, share: int) -> None:
    others = [value for value in range(values) if value != 3]
    below = [3]
    for index in range(share - 2):
        below += [others[index % len(others)], 3]
    rest = [others[(index + 1) % len(others)] for index in range(WINDOW - len(below))]
    assert len(below + rest) == WINDOW
    assert first_failure(HealthTest(run, share), below + rest) == (WINDOW, "")
    assert first_failure(HealthTest(run, share), below + [others[7 % len(others)], 3]) == (
        len(below) + 1,
        "biased",
    )


def test_a_window_counts_its_own_first_sample_only() -> None:
    test = HealthTest(99, 129)
    samples = [0] + [1 + index % 5 for index in range(WINDOW - 1)]
    assert first_failure(test, samples) == (WINDOW, "")
    # In the next window the ones are what is counted.
    samples = [1] + [2, 1] * 200
    assert first_failure(test, samples) == (2 * 128, "biased")


@KINDS
def test_a_fair_stream_passes(values: int, run: int, share: int) -> None:
    chance = random.Random(11)
    test = HealthTest(run, share)
    samples = [chance.randrange(values) for _ in range(200000)]
    assert first_failure(test, samples) == (200000, "")


@pytest.mark.parametrize(
    ("few", "run", "share"), [(2, FACE_RUN, FACE_SHARE), (24, BYTE_RUN, BYTE_SHARE)]
)
def test_a_source_of_a_few_values_is_caught_in_a_window(few: int, run: int, share: int) -> None:
    chance = random.Random(12)
    samples = [chance.randrange(few) for _ in range(WINDOW)]
    passed, reason = first_failure(HealthTest(run, share), samples)
    assert passed < WINDOW
    assert reason in ("stuck", "biased")
