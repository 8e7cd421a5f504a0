"""The virtual clock: when time passes, who hears of it, and what is due."""

import pytest

from sim.chips.clock import TICKS_START, PowerOff, VirtualClock


def test_time_passes_by_what_is_done_and_by_nothing_else() -> None:
    clock = VirtualClock()
    assert (clock.us, clock.now) == (0, 0)
    clock.sleep(0.0285)
    assert (clock.us, clock.now) == (28500, 28)
    clock.advance(600)
    assert clock.us == 29100
    clock.sleep(0)
    assert clock.us == 29100


def test_a_look_at_the_ticks_costs_a_little_so_that_waiting_for_them_ends() -> None:
    clock = VirtualClock()
    start = clock.ticks_ms()
    assert start == TICKS_START
    looks = 0
    while clock.ticks_ms() - start < 10:
        looks += 1
    assert 50 < looks < 1000


def test_the_front_hears_of_every_millisecond_once_in_small_steps() -> None:
    clock = VirtualClock()
    heard: list[int] = []
    clock.on_idle = heard.append
    clock.advance(400)
    assert heard == []
    clock.advance(700)
    assert heard == [1]
    clock.sleep(0.5)
    assert sum(heard) == clock.now == 501
    assert max(heard) <= 6


def test_a_front_does_not_change_the_time() -> None:
    alone = VirtualClock()
    watched = VirtualClock()
    watched.on_idle = lambda _ms: None
    for clock in (alone, watched):
        clock.sleep(0.0333)
        clock.advance(12345)
        clock.ticks_ms()
    assert alone.us == watched.us


def test_what_is_due_comes_in_order_and_at_its_time() -> None:
    clock = VirtualClock()
    log: list[tuple[str, int]] = []
    for name, ms in (("c", 30), ("a", 10), ("b", 10), ("d", 30)):
        clock.at(ms, lambda name=name: log.append((name, clock.us)))  # type: ignore[misc]
    clock.sleep(0.02)
    assert log == [("a", 10000), ("b", 10000)]
    clock.sleep(1)
    assert log[2:] == [("c", 30000), ("d", 30000)]
    assert clock.now == 1020


def test_what_is_due_comes_although_nobody_sleeps() -> None:
    clock = VirtualClock()

    def off() -> None:
        raise PowerOff

    clock.at(50, off)
    with pytest.raises(PowerOff):
        while True:
            clock.ticks_ms()
    assert clock.now == 50


def test_what_is_asked_for_too_late_comes_at_once() -> None:
    clock = VirtualClock()
    clock.sleep(1)
    log: list[int] = []
    clock.at(5, lambda: log.append(clock.now))
    clock.advance(1)
    assert log == [1000]


def test_power_off_is_no_error_that_firmware_could_catch() -> None:
    assert not issubclass(PowerOff, Exception)
