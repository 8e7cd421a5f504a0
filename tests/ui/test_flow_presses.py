"""How many presses a turn takes, and how many lead from power-on to the first roll."""

from __future__ import annotations

import pytest

from engine.dice.terms import ROLL
from sim import person
from tests.ui.device import Device
from tests.ui.test_flow_games import set_up

TURNS = 100
MEDIAN = 20
TENTH = 28  # at the 90th percentile


def presses_of_turns(count: int) -> list[int]:
    """The presses of persons' turns in games of two and three, each decision the advice."""
    found: list[int] = []
    seed = 0
    while len(found) < count:
        seed += 1
        with Device({"KOSTKA_SPEED": 0}, seed=seed) as device:
            device.deal("pp" if seed % 2 else "ppp")
            while device.screen != "Winner" and len(found) < count:
                found.append(presses_of_turn(device))
    return found


def presses_of_turn(device: Device) -> int:
    """From the screen before the first roll to the end of the score."""
    assert device.screen == "Ready"
    before = device.presses
    while device.screen not in ("Score", "Winner"):
        if device.screen == "Roll":
            device.until(lambda: device.screen != "Roll")
        else:
            person.follow_advice(device)
    if device.screen == "Score":
        device.press("a")
    return device.presses - before


def test_presses_of_a_turn() -> None:
    found = sorted(presses_of_turns(TURNS))
    median = found[TURNS // 2]
    tenth = found[TURNS * 9 // 10]
    print(f"presses of a turn: median {median}, 90th percentile {tenth}, most {found[-1]}")
    assert len(found) == TURNS
    assert found[0] >= 3, "roll, a decision, the score"
    assert median <= MEDIAN
    assert tenth <= TENTH


@pytest.mark.parametrize("speed", (0, 2))
def test_presses_from_power_on_to_the_first_roll(speed: int) -> None:
    with Device({"KOSTKA_SPEED": speed}, seed=1) as device:
        rolls: list[int] = []

        def count(device: Device) -> None:
            if device.screen == "Roll" and not rolls:
                rolls.append(device.presses)

        device.on_paint.append(count)
        for _ in range(6):
            if not rolls:
                device.press("a")
        assert rolls and rolls[0] <= 6


def test_presses_count_what_the_hands_did() -> None:
    """The numbers above are edges on pins: as many presses as button events of A and the like."""
    with Device({"KOSTKA_SPEED": 0}, seed=1) as device:
        set_up(device, "pp", 0)
        device.events.clear()
        before = device.presses
        device.press("a")
        device.until("Table")
        device.press("right", "left", "b")
        device.hold("b")
        assert len(device.events) >= device.presses - before == 5
        assert device.game.roll == 1 and ROLL not in device.game.steps
