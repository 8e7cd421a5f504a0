"""Rest, sleep, sounds and the turned device as a person meets them, through the screens."""

import pytest

from sim import person
from sim.chips.alarms import DeepSleep
from sim.driver import HOLD_MS, Driver
from sim.world import World
from tests.ui.device import Device
from ui import words


@pytest.mark.parametrize("button", ("a", "b", "up", "down", "left", "right", "menu"))
@pytest.mark.parametrize("held", (False, True))
def test_F19_waking_a_dark_device_changes_nothing_in_the_game(button: str, held: bool) -> None:
    with Device({"KOSTKA_SPEED": 0}, seed=3) as device:
        device.deal("pp")
        device.press("a")
        device.until("Table")
        before = (device.state(), device.sketch(), [id(screen) for screen in device.app.stack])
        device.events.clear()
        device.wait(125_000)
        assert not any(device.picture())
        if held and button != "menu":
            device.hold(button)
        else:
            device.press(button)
        device.wait(700)
        assert device.events == []
        assert (device.state(), device.sketch(), [id(screen) for screen in device.app.stack]) == (
            before
        )
        assert any(device.picture())
        device.hold("b")  # and now everything works again
        device.press("a")
        assert len(device.events) == 2


def test_F19_a_person_lights_the_panel_before_playing_on() -> None:
    """The hands of the tests: what they press upon a dark panel would be swallowed."""
    with Device({"KOSTKA_SPEED": 0}, seed=3) as device:
        device.deal("pp")
        for _ in range(4):
            device.wait(125_000)
            assert not any(device.picture())
            before = device.game.pack()
            person.follow_advice(device)
            assert device.game.pack() != before
        device.wait(125_000)
        left = 3

        def act(driver: Driver) -> None:
            nonlocal left
            left -= 1
            if not left:
                raise KeyboardInterrupt
            driver.wait(125_000)
            person.follow_advice(driver)

        with pytest.raises(KeyboardInterrupt):
            person.play_on(device, act)


def test_F19_every_picture_is_as_it_was_when_the_device_wakes() -> None:
    with Device({}, seed=3) as device:
        device.press("a")
        before = device.picture()
        device.wait(62_000)
        assert device.picture() != before  # a line further down
        device.press("left")
        assert device.picture() == before
        device.wait(130_000)
        device.press("left")
        assert device.picture() == before


def test_the_contrast_of_the_options_is_kept_by_dimming_and_waking() -> None:
    with Device({"KOSTKA_CONTRAST": 255}, seed=1) as device:
        device.press("a", "up", "up", "a")
        assert device.screen == "Options"
        device.press("up", "left")
        chosen = device.world.panel.contrast
        assert chosen == 160
        device.wait(31_000)
        assert device.world.panel.contrast < 16
        device.wait(95_000)
        device.press("b")
        assert device.screen == "Options"
        assert device.world.panel.contrast == chosen


def test_F19_a_game_among_computers_is_not_left_in_the_dark_until_it_is_over() -> None:
    with Device({"KOSTKA_SPEED": 2, "KOSTKA_OFF": 20}, seed=5) as device:
        device.deal("ccc")
        dark: list[str] = []

        def look() -> bool:
            if not device.world.panel.on:
                dark.append(device.screen)
            return device.game.winner() >= 0

        device.until(look, 3_600_000)
        assert device.world.now > 60_000, "longer than it takes to go dark"
        assert dark == []
        assert device.world.panel.contrast < 16
        device.wait(25_000)
        assert device.screen == "Winner" and not device.world.panel.on


def test_F19_deep_sleep_only_where_no_game_is_lost() -> None:
    with Device({}, seed=1) as device:
        device.press("a")
        with pytest.raises(DeepSleep):
            device.wait(605_000)
    with Device({}, seed=1) as device:
        device.deal("pp")
        assert device.parts.store.alive
        with pytest.raises(DeepSleep):
            device.wait(605_000)
    with Device({}, seed=1, lacks=("microcontroller",)) as device:
        device.deal("pp")
        assert device.parts.store.why
        device.wait(900_000)
        device.press("a")
        assert device.screen == "Ready" and any(device.picture())


def test_F19_a_sleeping_device_starts_anew_on_any_button() -> None:
    for button in ("up", "a", "b"):
        world = World({"KOSTKA_SLEEP": 10}, entropy=lambda count: bytes(range(7, 7 + count)))
        seen: list[tuple[int, bool]] = []
        world.press("a", 3000)  # to the menu
        world.press(button, 60_000, 400)
        world.on_idle = lambda _ms, world=world, seen=seen: seen.append((world.now, world.panel.on))
        world.run(until=64_000)
        dark = [at for at, on in seen if not on and at > 5000]
        assert 12_000 <= min(dark) <= 14_500 and 60_000 <= max(dark) <= 61_000
        assert world.panel.on and any(world.picture())
        assert world.panel.faults == []


def test_a_held_button_that_ended_a_sleep_opens_no_self_test() -> None:
    world = World({"KOSTKA_SLEEP": 10}, entropy=lambda count: bytes(range(9, 9 + count)))
    world.press("a", 30_000, 1500)
    world.run(until=34_500)
    menu = World({}, entropy=lambda count: bytes(range(9, 9 + count)))
    menu.run(until=4000)
    assert world.picture() == menu.picture()


# Sounds


def test_sounds_are_heard_where_they_belong() -> None:
    settings = {"KOSTKA_BUZZER": "GP16", "KOSTKA_SPEED": 2}
    with Device(settings, seed=3) as device:
        heard = device.world.heard
        device.press("a")
        assert heard == []  # no clicks unless asked for
        device.deal("pp")
        device.press("a")
        assert device.screen == "Roll" and heard
        device.wait(1000)
        assert heard[-1][1] == 0


def test_F22_the_mute_is_an_option_and_clicks_are_too() -> None:
    with Device({"KOSTKA_BUZZER": "GP16"}, seed=3) as device:
        device.press("a", "up", "up", "a", "up")
        assert device.says(words.t("option_sound"))
        device.press("right")
        assert device.says(words.t("sound_clicks"))
        device.press("left")
        assert device.world.heard
        device.press("left")
        device.wait(500)
        count = len(device.world.heard)
        device.press("b", "down", "up")
        device.deal("pp")
        device.press("a")
        device.wait(1000)
        assert len(device.world.heard) == count and device.app.sound.level == 0


def test_without_a_buzzer_there_is_no_option_for_it() -> None:
    with Device({}, seed=3) as device:
        device.press("a", "up", "up", "a", "up")
        assert not device.says(words.t("option_sound"))
        assert device.says(words.t("option_contrast"))


# Left-handed


def upside_down(picture: bytes) -> bytes:
    reverse = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
    return picture[::-1].translate(reverse)


def test_F20_picture_and_buttons_turn_together() -> None:
    """The same presses, as the hands mean them, give the same pictures for the eyes."""
    other = {"up": "down", "down": "up", "left": "right", "right": "left"}
    moves = (
        "a down down a down right left b up up a down right left up a a left left up right down b a"
    )
    presses = moves.split()
    pictures: list[list[bytes]] = [[], []]
    for turned in (0, 1):
        with Driver({"KOSTKA_TURNED": turned, "KOSTKA_SPEED": 0}, seed=8) as driver:
            for button in presses:
                driver.press(other.get(button, button) if turned else button)
                picture = driver.picture()
                pictures[turned].append(upside_down(picture) if turned else picture)
            assert driver.game is not None
    assert pictures[0] == pictures[1]
    assert len(set(pictures[0])) > 10
    assert HOLD_MS > 500
