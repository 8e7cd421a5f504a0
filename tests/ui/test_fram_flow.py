"""The whole device with a second memory: what its owner sees, and that no game is lost."""

from __future__ import annotations

from sim.chips.flash import Flash
from sim.chips.fram import FRAM
from sim.driver import Driver
from tests.ui.device import Device
from tests.ui.test_store_flow import begin, play
from ui import words

FITTED = {"KOSTKA_SPEED": 0, "KOSTKA_FRAM": 0x50}


def again(device: Driver, fram: FRAM | None) -> Device:
    """The same device after the power was off, with or without its FRAM."""
    flash = device.world.flash
    device.close()
    return Device(FITTED, seed=5, flash=flash, fram=fram)


def in_the_fram(device: Driver) -> bytes:
    """A game that lives in the FRAM; its state."""
    begin(device)
    play(device, 9)
    return device.state()


def test_F6_the_game_lives_in_the_fram_and_comes_back() -> None:
    chip = FRAM()
    with Device(FITTED, seed=3, fram=chip) as device:
        state = in_the_fram(device)
        assert chip.data[0] == 0x4B and device.world.flash.data.count(0xFF) == 4096
        with again(device, chip) as later:
            later.until(lambda: later.screen != "Back")
            assert later.state() == state


def test_F6_pulled_off_in_play_it_is_said_and_the_game_goes_on() -> None:
    chip = FRAM()
    with Device(FITTED, seed=3, fram=chip) as device:
        in_the_fram(device)
        chip.unplug(device.world.bus)
        said = []
        device.on_paint.append(lambda on: said.append(on.said()))
        play(device, 20)
        line = words.t("store_grown").split("\n")[1]
        assert any(line in texts for texts in said)
        state = device.state()
        for fram in (None, chip):
            with again(device, fram) as later:
                later.until(lambda: later.screen != "Back")  # noqa: B023
                assert later.state() == state
                play(later, 4)
                state = later.state()
                device = later


def test_F6_without_it_the_owner_is_told_twice_and_nothing_is_lost() -> None:
    chip = FRAM()
    with Device(FITTED, seed=3, fram=chip) as device:
        state = in_the_fram(device)
        with again(device, None) as without:
            without.until("Problems")
            assert without.says("FRAM: 0x50")
            without.press("a")
            assert without.screen == "Notice"
            assert without.says(words.t("store_away").split("\n")[1])
            without.press("a")
            assert without.screen == "Menu"
            assert words.t("menu_continue") not in without.said()
            without.press("a", "a")
            play(without, 5)  # one that is not saved
            with again(without, chip) as later:
                later.until(lambda: later.screen != "Back")
                assert later.state() == state


def test_a_cut_while_it_moves_costs_nothing() -> None:
    """The game outgrows its place in the FRAM and is written into the flash, whose power fails."""
    for steps in range(1, 300, 13):
        chip, flash = FRAM(), Flash()
        with Device(FITTED, seed=3, flash=flash, fram=chip) as device:
            in_the_fram(device)
            store = device.parts.store
            state = device.state()
            flash.cut_after(steps, steps % 5)
            match = device.match
            assert match is not None and match.journal is not None
            try:
                store.rewrite(match.journal.header, match.game.pack())
            except BaseException as error:
                assert type(error).__name__ == "PowerOff"
            with again(device, chip) as later:
                later.until(lambda: later.screen != "Back")  # noqa: B023
                assert later.state() == state
                play(later, 2)


def leave(device: Device) -> None:
    """To the menu by the menu of the game."""
    device.menu()
    device.until("Pause")
    device.press("up", "a", "down", "a")
    assert device.screen == "Menu"


def test_F6_pulled_off_while_the_game_rests_it_is_not_lost() -> None:
    """Nothing can be shown of it then; what is in the FRAM is there when it is back."""
    chip = FRAM()
    with Device(FITTED, seed=3, fram=chip) as device:
        state = in_the_fram(device)
        leave(device)
        assert device.match is None
        chip.unplug(device.world.bus)
        for _ in range(2):
            device.press("a")
            assert device.screen == "Notice"
            assert device.says(words.t("store_away").split("\n")[1])
            device.press("a")
            assert device.screen == "Menu" and device.match is None
        with again(device, chip) as later:
            later.until(lambda: later.screen != "Back")
            assert later.state() == state


def test_F6_a_game_that_is_nowhere_but_in_memory_stays_there() -> None:
    """Pulled off, noticed by a setting, and then to the menu: it goes on from where it is."""
    chip = FRAM()
    with Device(FITTED, seed=3, fram=chip) as device:
        state = in_the_fram(device)
        chip.unplug(device.world.bus)
        device.parts.store.put(0, b"a setting")
        leave(device)
        assert device.match is not None
        device.press("a")
        assert device.state() == state
        play(device, 5)
        state = device.state()
        with again(device, None) as later:
            later.until(lambda: later.screen != "Back")
            assert later.state() == state
