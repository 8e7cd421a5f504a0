"""The pins: levels as a function of time, bounce that always ends well, and digitalio."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.chips.clock import VirtualClock
from sim.chips.pins import DigitalInOut, Pin, Pull

EDGES = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 1)), max_size=12)


def made(edges: list[tuple[int, int]], bounce_ms: int = 0) -> Pin:
    """A pin with edges at (ms, level)."""
    pin = Pin("GP14")
    pin.bounce_us = 1000 * bounce_ms
    for ms, level in edges:
        pin.add_edge(1000 * ms, level)
    return pin


def test_a_button_that_nobody_touched_is_high() -> None:
    assert made([]).level_at(0) == 1
    assert made([(5, 0)]).level_at(4999) == 1


def test_the_last_edge_counts_from_its_own_moment_on() -> None:
    pin = made([(5, 0), (9, 1)])
    assert [pin.level_at(us) for us in (4999, 5000, 8999, 9000, 10**9)] == [1, 0, 0, 1, 1]


@given(edges=EDGES, bounce=st.integers(0, 5))
def test_levels_depend_on_time_alone(edges: list[tuple[int, int]], bounce: int) -> None:
    moments = range(0, 210000, 700)
    forward = made(edges, bounce)
    levels = [forward.level_at(us) for us in moments]
    late = made([], bounce)
    seen = []
    pending = sorted(edges, key=lambda edge: edge[0])
    for us in moments:  # edges are made known just before their time, as a front does
        while pending and 1000 * pending[0][0] <= us + 1000:
            late.add_edge(1000 * pending[0][0], pending.pop(0)[1])
        seen.append(late.level_at(us))
    assert seen == levels
    backward = made(sorted(edges, key=lambda edge: edge[0]), bounce)
    assert [backward.level_at(us) for us in reversed(moments)] == levels[::-1]


def test_bounce_begins_and_ends_where_the_edge_says_and_differs_from_edge_to_edge() -> None:
    trains = set()
    for ms in range(0, 3000, 100):
        pin = made([(ms, 0)], bounce_ms=5)
        levels = tuple(pin.level_at(1000 * ms + us) for us in range(0, 8000, 50))
        assert set(levels[100:]) == {0}
        trains.add(levels)
    assert len(trains) > 25
    assert sum(1 for train in trains if 1 in train) > 25  # most of them do bounce


def test_an_edge_that_changes_nothing_does_not_bounce() -> None:
    pin = made([(5, 1), (20, 0), (40, 0)], bounce_ms=5)
    assert {pin.level_at(us) for us in range(0, 10000, 50)} == {1}
    assert {pin.level_at(us) for us in range(26000, 60000, 50)} == {0}


@given(edges=EDGES, bounce=st.integers(0, 5), us=st.integers(0, 210000))
def test_quiet_means_quiet(edges: list[tuple[int, int]], bounce: int, us: int) -> None:
    pin = made(edges, bounce)
    until = pin.quiet_until(us)
    end = 250000 if until is None else until
    assert {pin.level_at(moment) for moment in range(us, end, 500)} <= {pin.level_at(us)}


class Bound(DigitalInOut):
    """digitalio on a clock of its own."""

    clock = VirtualClock()


def test_an_input_without_its_pull_up_floats() -> None:
    line = Bound(Pin("GP2"))
    with pytest.raises(ValueError, match="floats"):
        _ = line.value
    line.switch_to_input(pull=Pull.UP)
    assert line.value is True
    with pytest.raises(AttributeError):
        line.value = False


def test_an_output_drives_its_pin_and_lets_go() -> None:
    pin = Pin("LED")
    line = Bound(pin)
    line.switch_to_output(value=True)
    assert (line.value, pin.level_at(0)) == (True, 1)
    line.value = False
    assert (line.value, pin.level_at(0)) == (False, 0)
    with pytest.raises(ValueError, match="LED in use"):
        Bound(pin)
    line.deinit()
    Bound(pin)
    assert pin.output is None
