"""Chance: fair by construction, watched while it is used, and never silently replaced."""

import os
import random
from collections.abc import Callable

import pytest

from hw.entropy import Entropy, EntropyFault, SeededEntropy
from sim.world import World
from tests.hw.sources import board_files, names_used

Board = Callable[..., World]
START_UP = 1024


class Tape:
    """A source that gives fair bytes until a moment, then what it is told."""

    def __init__(self, then: bytes = b"", fair: int = START_UP) -> None:
        self._chance = random.Random(2024)
        self._fair = fair
        self._then = then
        self.taken = 0

    def __call__(self, count: int) -> bytes:
        data = bytearray()
        for _byte in range(count):
            if self.taken < self._fair:
                data.append(self._chance.randrange(256))
            elif self._then:
                data.append(self._then[(self.taken - self._fair) % len(self._then)])
            self.taken += 1
        return bytes(data)


def chi_square(counts: list[int]) -> float:
    """The statistic for equally likely outcomes."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def faces(outcome: int, dice: int) -> list[int]:
    """The dice of a throw."""
    found = []
    for _die in range(dice):
        found.append(outcome % 6)
        outcome //= 6
    return found


# F23: never the same again by itself


def test_F23_two_boots_throw_different_dice(board: Board) -> None:
    throws = set()
    for _boot in range(5):
        world = board()
        entropy = world.wire().entropy
        throws.add(tuple(entropy.draw(6**9) for _ in range(4)))
        world.remove()
    assert len(throws) == 5


def test_F23_the_dice_come_from_the_boards_hardware_source(board: Board) -> None:
    tape = Tape(then=bytes(range(0, 250, 7)))
    board(entropy=tape).wire().entropy.draw(6**3)
    assert tape.taken == START_UP + 3


def test_F23_no_part_of_the_board_uses_the_random_module(project: str) -> None:
    files = board_files(project)
    assert len(files) > 8
    for path in files:
        assert not names_used(path) & {"random", "randint", "getrandbits", "randrange"}, path


# F25: rejection, not a remainder alone


def test_F25_every_face_has_exactly_42_bytes_and_252_to_255_are_thrown_away() -> None:
    order = list(range(256))
    random.Random(1).shuffle(order)
    tape = Tape(then=bytes(order))
    entropy = Entropy(tape)
    counts = [0] * 6
    for _die in range(252):
        counts[entropy.draw(6)] += 1
    assert counts == [42] * 6
    used = 1 + max(place for place, byte in enumerate(order) if byte < 252)
    assert used > 252
    assert tape.taken == START_UP + used


def test_F25_a_throw_maps_bytes_to_faces_least_digit_first() -> None:
    entropy = Entropy(Tape(then=bytes([255, 7, 252, 12, 254, 251, 253, 4])))
    assert faces(entropy.draw(6**4), 4) == [1, 0, 5, 4]


@pytest.mark.parametrize("count", [2, 5, 7, 10, 72, 100, 255])
def test_F25_other_ranges_are_exactly_even_too(count: int) -> None:
    order = list(range(256))
    random.Random(count).shuffle(order)
    entropy = Entropy(Tape(then=bytes(order)))
    kept = 256 - 256 % count
    counts = [0] * count
    for _draw in range(kept):
        counts[entropy.draw(count)] += 1
    assert counts == [kept // count] * count


@pytest.mark.parametrize("count", [256, 257, 1000, 65536, 65537, 10**7])
def test_F25_large_ranges_stay_inside_and_reach_the_ends(count: int) -> None:
    entropy = SeededEntropy(3)
    drawn = [entropy.draw(count) for _ in range(4000)]
    assert 0 <= min(drawn) < count // 50
    assert count - count // 50 <= max(drawn) < count


def test_F25_chi_square_of_faces_of_single_and_of_many_dice() -> None:
    entropy = SeededEntropy(42)
    single = [0] * 6
    for _die in range(60000):
        single[entropy.draw(6)] += 1
    assert chi_square(single) < 20.52  # 5 degrees of freedom, one in a thousand
    by_place = [[0] * 6 for _ in range(9)]
    for _throw in range(6000):
        for place, face in enumerate(faces(entropy.draw(6**9), 9)):
            by_place[place][face] += 1
    for counts in by_place:
        assert chi_square(counts) < 20.52


def test_F25_chi_square_of_pairs_of_faces_and_of_seeds_side_by_side() -> None:
    entropy = SeededEntropy(43)
    pairs = [0] * 36
    for _throw in range(36000):
        pairs[entropy.draw(36)] += 1
    assert chi_square(pairs) < 66.62  # 35 degrees of freedom
    first = [0] * 6
    for seed in range(6000):
        first[SeededEntropy(seed).draw(6)] += 1
    assert chi_square(first) < 20.52


def test_F25_chi_square_of_the_real_path_over_a_fair_source() -> None:
    entropy = Entropy(Tape(fair=10**9))
    counts = [0] * 6
    for _throw in range(5000):
        for face in faces(entropy.draw(6**9), 9):
            counts[face] += 1
    assert chi_square(counts) < 20.52
    assert entropy.fault == ""


def test_one_outcome_needs_no_chance_and_none_is_refused() -> None:
    tape = Tape(then=b"\x01\x02\x03")
    entropy = Entropy(tape)
    assert entropy.draw(1) == 0
    assert tape.taken == START_UP
    with pytest.raises(ValueError, match="0"):
        entropy.draw(0)


def test_no_stock_of_drawn_bytes_is_kept() -> None:
    tape = Tape(then=bytes(range(0, 250, 3)))
    entropy = Entropy(tape)
    for count, size in ((6**9, 9), (6, 1), (6**4, 4), (256, 1), (2, 1), (65536, 2)):
        before = tape.taken
        entropy.draw(count)
        assert tape.taken == before + size


# Sources that fail


def broken(count: int) -> bytes:
    """A board without a source."""
    raise NotImplementedError("No hardware random available")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (lambda count: bytes(count), "stuck"),
        (lambda count: b"\xff" * count, "stuck"),
        (broken, "dead"),
        (lambda count: b"", "dead"),
        (lambda count: bytes(range(count - 1)), "dead"),
        (Tape(then=bytes([1, 2]), fair=0), "biased"),
        (Tape(then=bytes([255, 254, 253]), fair=0), "biased"),
        (Tape(then=bytes([0, 6, 12, 18]), fair=0), "stuck"),  # bytes differ, faces do not
    ],
)
def test_a_bad_source_fails_at_start_and_every_draw_raises(
    source: Callable[[int], bytes], reason: str
) -> None:
    entropy = Entropy(source)
    assert entropy.fault == reason
    for count in (6, 6**9, 10, 1):
        with pytest.raises(EntropyFault, match=reason):
            entropy.draw(count)


@pytest.mark.parametrize(
    ("then", "reason"),
    [
        (b"\x07", "stuck"),
        (bytes([9, 200]), "biased"),
        (b"", "dead"),
        (bytes([1, 2, 3, 1, 4, 1, 5, 1]), "biased"),
        (bytes([0, 6, 12, 18, 24, 30]), "stuck"),
    ],
)
def test_a_source_that_fails_in_use_raises_and_stays_failed(then: bytes, reason: str) -> None:
    entropy = Entropy(Tape(then=then))
    assert entropy.fault == ""
    with pytest.raises(EntropyFault, match=reason):
        for _throw in range(400):
            entropy.draw(6**9)
    assert entropy.fault == reason
    with pytest.raises(EntropyFault, match=reason):
        entropy.draw(6)


def test_a_source_that_recovers_is_not_trusted_again() -> None:
    state = {"stuck": False}

    def source(count: int) -> bytes:
        return bytes(count) if state["stuck"] else os.urandom(count)

    entropy = Entropy(source)
    entropy.draw(6**9)
    state["stuck"] = True
    with pytest.raises(EntropyFault):
        entropy.draw(6**9)
    state["stuck"] = False
    with pytest.raises(EntropyFault):
        entropy.draw(6)
    assert entropy.fault == "stuck"


def test_other_draws_are_watched_too() -> None:
    entropy = Entropy(Tape(then=b"\x07"))
    with pytest.raises(EntropyFault, match="stuck"):
        for _draw in range(10):
            entropy.draw(10)


def test_a_failed_source_leaves_the_device_on_without_dice(board: Board) -> None:
    parts = board(entropy=lambda count: bytes(count)).wire()
    assert parts.entropy.fault == "stuck"
    with pytest.raises(EntropyFault):
        parts.entropy.draw(6)


def test_the_start_up_test_looks_at_1024_bytes_and_uses_none() -> None:
    tape = Tape(then=bytes([3, 4, 5]))
    entropy = Entropy(tape)
    assert tape.taken == START_UP
    assert faces(entropy.draw(6**3), 3) == [3, 4, 5]


# Seeds


def test_a_seed_makes_the_same_dice_on_every_interpreter() -> None:
    # The numbers were drawn under MicroPython; a recording made with a seed stands on them.
    drawn = [SeededEntropy(seed).draw(6**9) for seed in (0, 1, 2, 4294967295)]
    assert drawn == [10046432, 590178, 3437035, 1888762]


def test_seeds_make_different_dice_and_say_so() -> None:
    drawn = {SeededEntropy(seed).draw(6**9) for seed in range(500)}
    assert len(drawn) == 500
    assert SeededEntropy(1).seeded
    assert not Entropy(Tape()).seeded


def test_every_seed_runs() -> None:
    for seed in (0, 1, 0x7FFFFFFF, 0xFFFFFFFF, (0x100000000 - 0x7F4A7C15) & 0xFFFFFFFF):
        entropy = SeededEntropy(seed)
        assert len({entropy.draw(6**9) for _ in range(20)}) > 18
