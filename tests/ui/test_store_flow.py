"""A game survives the power: the whole device is switched off and on again at any point."""

import contextlib

import pytest

from engine.contract import OVER
from sim import person
from sim.chips.flash import Flash
from sim.driver import Driver
from sim.world import PowerOff
from tests.ui.device import Device
from ui import preferences

QUICK = {"KOSTKA_SPEED": 0}


def begin(device: Driver) -> None:
    """From the first screen into a game with the party as it is."""
    device.until("Menu")
    device.press("a", "a")


class Enough(Exception):
    """So many decisions were made."""


def play(device: Driver, steps: int) -> None:
    """So many decisions of persons, as the computer would make them; fewer if somebody wins."""
    left = [steps]

    def act(driver: Driver) -> None:
        if not left[0]:
            raise Enough
        left[0] -= 1
        person.follow_advice(driver)

    with contextlib.suppress(Enough):
        person.play_on(device, act)


def again(device: Driver, seed: int = 5) -> Device:
    """The same device after the power was off."""
    flash = device.world.flash
    device.close()
    return Device(QUICK, seed=seed, flash=flash)


def test_F37_power_on_goes_straight_back_into_the_game() -> None:
    with Device(QUICK, seed=3) as device:
        begin(device)
        play(device, 12)
        state, names = device.state(), device.match.names
        with again(device) as later:
            assert later.screen == "Back"
            later.until(lambda: later.screen != "Back")
            assert later.match is not None
            assert later.state() == state
            assert later.match.names == names


def test_one_press_leaves_the_game_and_the_menu_goes_on_with_it() -> None:
    with Device(QUICK, seed=3) as device:
        begin(device)
        play(device, 5)
        state = device.state()
        with again(device) as later:
            later.press("b")
            assert later.screen == "Menu"
            later.press("a")
            assert later.state() == state


def test_D15_what_could_be_taken_back_can_be_after_power_on() -> None:
    with Device(QUICK, seed=3) as device:
        begin(device)
        while not (device.screen in ("Table", "Decide") and device.game.can_undo()):
            play(device, 1)
        device.hold("b")
        undone = device.state()
        with again(device) as later:
            later.until(lambda: later.screen != "Back")
            assert later.state() == undone


def test_every_cut_of_the_power_costs_no_action_that_was_shown() -> None:
    """The power goes after n steps of the flash, half-way in the last; the device starts again."""
    for steps in range(1, 200, 25):
        flash = Flash()
        device = Device(QUICK, seed=steps, flash=flash)
        states = []
        try:
            device.until("Menu")
            flash.cut_after(steps, half=1 + steps % 4)
            device.press("a", "a")
            for _ in range(200):
                states.append(device.state())
                play(device, 1)
        except PowerOff:
            pass
        finally:
            device.close()
        with Device(QUICK, seed=9, flash=flash) as later:
            later.until(lambda: later.screen != "Back")
            if later.match is None:
                assert len(states) <= 1  # the game had hardly begun
            else:
                assert sum(later.game.whereabouts()) == 9
                assert later.state() in states or later.game.steps or later.game.roll
                play(later, 3)


def test_F37_the_winner_is_shown_again_until_somebody_has_left_him() -> None:
    with Device(QUICK, seed=4) as device:
        begin(device)
        person.play_on(device, person.follow_advice)
        with again(device) as later:
            later.until("Winner")
            assert later.game.to_move == OVER
            later.press("left", "a")  # to the menu
            assert not later.parts.store.alive
            with again(later) as last:
                assert last.screen == "Start"


def test_F22_options_and_players_are_kept() -> None:
    with Device(QUICK, seed=4) as device:
        device.until("Menu")
        device.app.use_language("cs")
        device.app.options.handover = 0
        device.app.contrast = 80
        preferences.save_options(device.app)
        device.app.party.names[0] = "ŽÁK"
        device.app.party.resize(1, 5)
        preferences.save_party(device.app)
        with again(device) as later:
            assert later.app.options.language == "cs"
            assert later.app.options.handover == 0
            assert later.world.panel.contrast == 80
            assert later.app.party.names[0] == "ŽÁK"
            assert later.app.party.count == 3


@pytest.mark.parametrize(
    "blob", [b"", b"\x01", b"\x02" * 6, b"\x01\x09\x00\x00\x00\x00", b"\xff" * 40]
)
def test_foreign_options_and_players_count_as_none(blob: bytes) -> None:
    with Device(QUICK, seed=4) as device:
        device.parts.store.put(0, blob)
        device.parts.store.put(3, blob)
        with again(device) as later:
            assert later.app.options.language == "en"
            assert later.app.party.count == 2


def test_a_board_without_memory_says_so_and_plays() -> None:
    with Device(QUICK, seed=4, lacks=("nvm",)) as device:
        device.until("Notice")
        device.press("a")
        begin(device)
        play(device, 6)
        assert device.match is not None


def test_a_damaged_game_is_reported_and_the_menu_comes() -> None:
    with Device(QUICK, seed=4) as device:
        begin(device)
        play(device, 20)
        flash = device.world.flash
        flash.data[60] ^= 0x10
        with again(device) as later:
            later.until("Notice")
            later.press("a")
            assert later.screen in ("Menu", "Notice")


def test_an_outgrown_game_is_written_anew_and_goes_on() -> None:
    with Device(QUICK, seed=4) as device:
        begin(device)
        play(device, 4)
        store = device.parts.store
        while store.free() > 4:
            assert store.append(b"\x03")  # fills the place; the rewriting drops it
        generation = store.generation
        play(device, 4)
        assert store.generation == generation + 1
        state = device.state()
        with again(device) as later:
            later.until(lambda: later.screen != "Back")
            assert later.state() == state


@pytest.mark.parametrize("handover", [0, 1])
def test_between_two_turns_the_score_comes_back_and_nothing_is_rolled(handover: int) -> None:
    with Device({**QUICK, "KOSTKA_HANDOVER": handover}, seed=11) as device:
        device.deal("pp")
        while device.screen != "Score":
            if device.screen in ("Ready", "Table", "Decide"):
                person.follow_advice(device)
            else:
                device.wait(50)
        state, picture = device.state(), device.picture()
        flash = device.world.flash
        device.close()
        with Device({**QUICK, "KOSTKA_HANDOVER": handover}, seed=5, flash=flash) as later:
            later.press("a")
            assert later.screen == "Score"
            assert later.state() == state
            assert later.picture() == picture
