"""The buzzer: what is heard when, that nothing waits for it, and the ways to be quiet."""

from collections.abc import Callable
from typing import Any

import pytest

from hw.sound import CLICKS, MUTE, SOUNDS
from sim.chips.usb import RunReason
from sim.world import World

Board = Callable[..., World]


def fitted(board: Board, sound: int = 1, **settings: str) -> tuple[World, Any]:
    given = {"KOSTKA_BUZZER": "GP16", "KOSTKA_SOUND": sound}
    world = board(settings=given | {"KOSTKA_" + key.upper(): v for key, v in settings.items()})
    return world, world.wire()


def listen(world: World, parts: Any, ms: int) -> list[tuple[int, int]]:
    """What is heard in a while, by the milliseconds since its beginning."""
    start = world.now
    del world.heard[:-1]
    begin = len(world.heard)
    for _look in range(ms):
        parts.sound.go_on()
        parts.clock.sleep(1)
    return [(at - start, tone) for at, tone in world.heard[begin:]]


@pytest.mark.parametrize("name", ("roll", "score", "win", "fault"))
def test_a_sound_begins_at_once_and_ends_by_itself(board: Board, name: str) -> None:
    world, parts = fitted(board)
    before = world.now
    parts.sound.play(name)
    assert world.now == before  # nothing waits
    assert world.heard[-1][1] > 0
    heard = listen(world, parts, 900)
    assert heard[-1][1] == 0 and 80 <= heard[-1][0] <= 700
    tones = [tone for _at, tone in heard]
    assert all(a != b for a, b in zip(tones, tones[1:], strict=False))


def test_tones_have_their_lengths_although_nobody_looks_in_time(board: Board) -> None:
    world, parts = fitted(board)
    parts.sound.play("score")
    parts.clock.sleep(90)  # the first tone ended 20 ms ago
    parts.sound.go_on()
    assert world.heard[-1][1] == 1319
    heard = listen(world, parts, 300)
    assert abs(heard[-1][0] - 120) <= 3 and heard[-1][1] == 0
    parts.sound.play("win")
    parts.clock.sleep(5000)
    parts.sound.go_on()
    assert world.heard[-1][1] == 0


def test_clicks_are_off_unless_asked_for_and_break_into_nothing(board: Board) -> None:
    world, parts = fitted(board)
    parts.sound.play("click")
    assert world.heard == []
    parts.sound.level = CLICKS
    parts.sound.play("click")
    assert world.heard[-1][1] > 0
    assert listen(world, parts, 50)[-1][0] <= 12
    parts.sound.play("win")
    tone = world.heard[-1]
    parts.sound.play("click")
    assert world.heard[-1] == tone
    parts.sound.play("fault")
    assert world.heard[-1] != tone


def test_F22_mute_is_one_switch_for_everything(board: Board) -> None:
    world, parts = fitted(board, sound=0)
    assert parts.sound.level == MUTE
    for name in ("click", "roll", "score", "win", "fault"):
        parts.sound.play(name)
    assert world.heard == []
    parts.sound.level = SOUNDS
    parts.sound.play("roll")
    assert world.heard
    parts.sound.hush()
    assert world.heard[-1][1] == 0 and listen(world, parts, 300) == []


def test_F22_down_held_at_power_on_mutes(board: Board) -> None:
    world = board(settings={"KOSTKA_BUZZER": "GP16", "KOSTKA_SOUND": 2})
    world.down("down", 0)
    parts = world.wire()
    assert parts.sound.level == MUTE


@pytest.mark.parametrize("name", ("up", "a", "b"))
def test_F22_other_buttons_do_not_mute(board: Board, name: str) -> None:
    world = board(settings={"KOSTKA_BUZZER": "GP16"})
    world.down(name, 0)
    assert world.wire().sound.level == SOUNDS


def test_F20_F22_down_is_the_one_that_points_down(board: Board) -> None:
    world = board(settings={"KOSTKA_BUZZER": "GP16", "KOSTKA_TURNED": 1})
    world.down("up", 0)
    assert world.wire().sound.level == MUTE


def test_F22_a_press_that_ends_a_deep_sleep_is_no_wish_to_mute(board: Board) -> None:
    world = board(settings={"KOSTKA_BUZZER": "GP16"})
    world.alarm.wake_alarm = world.alarm.pin.PinAlarm(world.pins["GP11"], value=False, pull=True)
    world.down("down", 0)
    parts = world.wire()
    assert parts.power.woken and parts.sound.level == SOUNDS


@pytest.mark.parametrize(
    "reason", [RunReason.AUTO_RELOAD, RunReason.SUPERVISOR_RELOAD, RunReason.REPL_RELOAD]
)
def test_F22_down_held_when_the_program_restarts_is_a_press_in_play(
    board: Board, reason: str
) -> None:
    """Only what is held at power-on is a wish."""
    world = board(settings={"KOSTKA_BUZZER": "GP16"})
    world.runtime.run_reason = reason
    world.down("down", 0)
    assert world.wire().sound.level == SOUNDS


def test_F22_a_board_that_cannot_tell_a_restart_takes_it_for_power_on(board: Board) -> None:
    world = board(settings={"KOSTKA_BUZZER": "GP16"}, lacks=("supervisor",))
    world.down("down", 0)
    assert world.wire().sound.level == MUTE


@pytest.mark.parametrize(
    ("settings", "lacks", "problems"),
    [
        ({}, (), []),
        ({"KOSTKA_BUZZER": "GP16"}, ("pwmio",), [("KOSTKA_BUZZER", "GP16")]),
        ({"KOSTKA_BUZZER": "D9"}, (), [("KOSTKA_BUZZER", "D9")]),
        ({"KOSTKA_BUZZER": "GP14"}, (), [("KOSTKA_BUZZER", "GP14")]),
    ],
)
def test_without_a_buzzer_everything_is_silent_and_nothing_fails(
    board: Board, settings: dict, lacks: tuple, problems: list
) -> None:
    world = board(settings=settings, lacks=lacks)
    parts = world.wire()
    assert not parts.sound.fitted and parts.settings.problems == problems
    for name in ("click", "roll", "win"):
        parts.sound.play(name, True)
        parts.sound.go_on()
    parts.sound.hush()
    assert world.heard == []


def test_battery_is_told_in_millivolts(board: Board) -> None:
    world = board(settings={"KOSTKA_BATTERY": "VOLTAGE_MONITOR"})
    world.levels["VOLTAGE_MONITOR"] = 25000
    facts = world.wire().facts
    assert facts.battery() == 25000 * 3 * 3300 // 65535
    world = board(settings={"KOSTKA_BATTERY": "GP26", "KOSTKA_BATTERY_TIMES": 2})
    world.levels["GP26"] = 39000
    assert 3900 <= world.wire().facts.battery() <= 3930
    assert board().wire().facts.battery() == -1


def test_a_pin_that_cannot_measure_is_told(board: Board) -> None:
    parts = board(settings={"KOSTKA_BATTERY": "GP9"}).wire()
    assert parts.settings.problems == [("KOSTKA_BATTERY", "GP9")]
    assert parts.facts.battery() == -1
