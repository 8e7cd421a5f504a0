"""The background scanner: what it sees and when, whoever asks and however late."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.chips.clock import TICKS_PERIOD, TICKS_START, VirtualClock
from sim.chips.pins import Pin
from sim.chips.scanner import Keys


class Rig:
    """Two buttons under a scanner."""

    def __init__(self, **options: float) -> None:
        self.clock = VirtualClock()
        self.pins = [Pin("GP14"), Pin("GP15")]

        class Bound(Keys):
            clock = self.clock

        self.kind = Bound
        self.keys = Bound(self.pins, value_when_pressed=False, pull=True, **options)  # type: ignore[arg-type]

    def press(self, number: int, at: int, ms: int) -> None:
        """A press at `at` ms."""
        self.pins[number].add_edge(1000 * at, 0)
        self.pins[number].add_edge(1000 * (at + ms), 1)

    def events(self) -> list[tuple[int, bool, int]]:
        """What waits: number, pressed, ms since power-on."""
        found = []
        event = self.keys.events.get()
        while event:
            assert event.released != event.pressed
            found.append((event.key_number, event.pressed, event.timestamp - TICKS_START))
            event = self.keys.events.get()
        return found


def test_events_carry_the_time_of_the_scan_that_saw_them() -> None:
    rig = Rig(interval=0.005)
    rig.press(0, 12, 20)
    rig.press(1, 20, 3)  # comes and goes between two scans
    rig.clock.advance(100000)
    assert rig.events() == [(0, True, 15), (1, True, 20), (1, False, 25), (0, False, 35)]
    assert rig.keys.key_count == 2


def test_the_usual_interval_is_20_ms() -> None:
    rig = Rig()
    rig.press(0, 21, 15)  # between two scans: not seen
    rig.press(1, 50, 60)
    rig.clock.advance(200000)
    assert rig.events() == [(1, True, 60), (1, False, 120)]


def test_timestamps_wrap_with_the_ticks() -> None:
    rig = Rig(interval=0.005)
    rig.press(0, 64990, 30)
    rig.clock.advance(66000000)
    found = [rig.keys.events.get(), rig.keys.events.get()]
    assert [event.timestamp for event in found if event] == [TICKS_PERIOD - 10, 20]


EDGES = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 400), st.integers(1, 60)), max_size=12)


@given(
    presses=EDGES,
    bounce=st.integers(0, 5),
    threshold=st.integers(1, 3),
    looks=st.lists(st.integers(1, 90), max_size=40),
)
def test_what_it_sees_does_not_depend_on_who_looks_when(
    presses: list[tuple[int, int, int]], bounce: int, threshold: int, looks: list[int]
) -> None:
    logs = []
    for steps in ([1] * 500, looks + [500], [500]):
        rig = Rig(interval=0.005, debounce_threshold=threshold, max_events=1000)
        for pin in rig.pins:
            pin.bounce_us = 1000 * bounce
        for press in presses:
            rig.press(*press)
        log = []
        for step in steps:
            rig.clock.advance(1000 * min(step, 500 - rig.clock.now))
            log += rig.events()
        logs.append(log)
    assert logs[0] == logs[1] == logs[2]
    for number in (0, 1):
        kinds = [pressed for key, pressed, _ms in logs[0] if key == number]
        assert kinds == [index % 2 == 0 for index in range(len(kinds))]


def test_a_threshold_asks_for_as_many_scans_in_a_row() -> None:
    rig = Rig(interval=0.005, debounce_threshold=3)
    rig.press(0, 9, 9)  # two scans
    rig.press(1, 29, 40)
    rig.clock.advance(200000)
    assert rig.events() == [(1, True, 40), (1, False, 80)]


def test_the_65th_event_is_lost_and_says_so() -> None:
    rig = Rig(interval=0.005)
    for number in range(40):
        rig.press(0, 10 + 40 * number, 20)
    rig.clock.advance(2000000)
    assert rig.keys.events.overflowed
    assert len(rig.keys.events) == 64
    assert bool(rig.keys.events)
    found = rig.events()
    assert len(found) == 64
    assert found[-1] == (0, False, 10 + 40 * 31 + 20)
    assert rig.keys.events.overflowed
    rig.keys.events.clear()
    assert (rig.keys.events.overflowed, len(rig.keys.events)) == (False, 0)


def test_reset_takes_all_for_released_and_sees_what_is_down_again() -> None:
    rig = Rig(interval=0.005)
    rig.pins[1].add_edge(1000, 0)
    rig.clock.advance(50000)
    assert rig.events() == [(1, True, 5)]
    rig.keys.reset()
    rig.clock.advance(50000)
    assert rig.events() == [(1, True, 55)]


def test_its_pins_are_in_use_until_deinit() -> None:
    rig = Rig()
    with pytest.raises(ValueError, match="GP14 in use"):
        rig.kind(rig.pins, value_when_pressed=False)
    rig.keys.deinit()
    rig.kind(rig.pins, value_when_pressed=False)


def test_buttons_that_go_to_ground_need_the_pull_ups() -> None:
    with pytest.raises(ValueError, match="pull-ups"):
        Rig().kind([], value_when_pressed=True)


def test_days_without_an_edge_cost_no_time() -> None:
    rig = Rig(interval=0.005)
    rig.press(0, 6 * 24 * 3600 * 1000, 30)
    rig.clock.advance(7 * 24 * 3600 * 1000000)
    assert [event[:2] for event in rig.events()] == [(0, True), (0, False)]
