"""The bottom line: it tells what A and B do, on every screen and in every state that is reached.

The device under test checks each picture and each press of A and B (see tests/ui/device.py); here
is what brings it everywhere.
"""

import random

import pytest

from sim import person
from sim.driver import Driver
from tests.ui.device import Device
from tests.ui.restless import Restless
from tests.ui.scenes import SCENES
from ui import keys

BUTTONS = ("a", "b", "up", "down", "left", "right")


@pytest.fixture(params=("en", "cs", "de"))
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("name", SCENES)
def test_hints_tell_what_a_and_b_do(name: str) -> None:
    """A press without a hint changes nothing at all; one with a hint changes something."""
    with Device({"KOSTKA_SPEED": 0}, seed=1) as device:
        for button in ("a", "b"):
            SCENES[name](device.app)
            device.press(button)
            assert device.events[-1:] == [keys.A if button == "a" else keys.B]


@pytest.mark.parametrize("name", SCENES)
def test_no_button_crashes(name: str) -> None:
    with Device({"KOSTKA_SPEED": 1}, seed=2) as device:
        for button in BUTTONS:
            SCENES[name](device.app)
            device.press(button, button)
            assert device.top
        for button in ("a", "b"):
            SCENES[name](device.app)
            device.hold(button)
            assert device.top
        SCENES[name](device.app)
        device.menu()
        assert device.top


@pytest.mark.parametrize("name", SCENES)
def test_texts_stay_in_the_picture_and_apart(name: str, language: str) -> None:
    """Looked at by the device in every picture, with and without the word SEED."""
    with Device({"KOSTKA_LANGUAGE": language}, seed=3) as device:
        pictures: list[bytes] = []
        device.on_paint.append(lambda device: pictures.append(device.picture()))
        for seeded in (True, False):
            device.parts.entropy.seeded = seeded
            SCENES[name](device.app)
            device.app.paint()
        assert any(pictures[-1])


@pytest.mark.parametrize("kinds", ("pp", "pc", "ppc", "pppp"))
def test_hints_hold_in_whole_games(kinds: str, language: str) -> None:
    """A player who tries everything, the presses without a hint too."""
    with Device({"KOSTKA_SPEED": 0, "KOSTKA_LANGUAGE": language}, seed=len(kinds)) as device:
        device.deal(kinds)
        restless = Restless(random.Random(language + kinds))

        def press_what_does_nothing(driver: Driver) -> None:
            for button, said in zip(("a", "b"), driver.top.hints(), strict=True):
                if said is None and restless.random.random() < 0.5:
                    driver.press(button)

        person.play_on(device, restless.act, press_what_does_nothing)
        assert device.game.winner() >= 0
        assert {keys.A, keys.B, keys.HOLD_A, keys.HOLD_B, keys.MENU} <= set(device.events)
