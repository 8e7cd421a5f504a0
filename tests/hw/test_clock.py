"""The clock: ticks that wrap, and sleep."""

from collections.abc import Callable

import pytest

from hw.clock import Clock
from sim.world import World

Board = Callable[..., World]
PERIOD = 1 << 29
DAY_MS = 24 * 3600 * 1000


def test_F18_ticks_begin_65_s_before_their_wrap_and_go_on_behind_it(board: Board) -> None:
    world = board()
    clock = Clock()
    start = clock.now()
    assert start == PERIOD - 65000
    world.clock.advance(66000 * 1000)
    assert clock.now() == 1000
    assert clock.since(start) == 66000
    assert clock.diff(clock.now(), start) == 66000
    assert clock.diff(start, clock.now()) == -66000
    assert clock.after(start, 66000) == 1000
    assert clock.after(1000, -66000) == start


@pytest.mark.parametrize("days", [1, 2, 3])
def test_F18_durations_of_days_are_exact_to_the_millisecond(board: Board, days: int) -> None:
    world = board()
    clock = Clock()
    start = clock.now()
    world.clock.advance(days * DAY_MS * 1000)
    assert clock.since(start) == days * DAY_MS
    clock.sleep(7)
    assert clock.since(start) == days * DAY_MS + 7


def test_sleep_lets_exactly_that_time_pass(board: Board) -> None:
    world = board()
    clock = Clock()
    for ms in (1, 8, 28, 500):
        before = world.clock.us
        clock.sleep(ms)
        assert world.clock.us - before == ms * 1000
    before = world.clock.us
    clock.sleep(0)
    clock.sleep(-5)
    assert world.clock.us == before


def test_F18_no_part_of_the_board_reads_a_float_clock(project: str) -> None:
    from tests.hw.sources import board_files, names_used

    for path in board_files(project):
        assert "monotonic" not in names_used(path), path
