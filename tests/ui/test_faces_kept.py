"""What the dice have shown is counted once, whatever happens to the power (F24, F37)."""

from __future__ import annotations

import pytest

from sim import person
from sim.chips.fram import FRAM
from tests.ui.device import Device
from tests.ui.test_store_flow import QUICK, begin, play
from ui import records


class Count:
    """Counts what is thrown on a device that is switched off and on, as somebody would who sits
    beside it."""

    def __init__(self) -> None:
        self.faces = [0] * 6

    def watch(self, device: Device) -> None:
        entropy = device.parts.entropy
        draw = entropy.draw

        def drawn(count: int) -> int:
            outcome = draw(count)
            rest = outcome
            while count > 1:
                self.faces[rest % 6] += 1
                rest //= 6
                count //= 6
            return int(outcome)

        def watched(count: int) -> int:
            power = count
            while power % 6 == 0:
                power //= 6
            return drawn(count) if power == 1 and count > 1 else int(draw(count))

        entropy.draw = watched


def chance(seed: int):
    """Real dice for the device, the same in every run."""
    import random

    return random.Random(seed).randbytes


def on(count: Count, before: Device | None = None, seed: int = 1, **settings: int) -> Device:
    """A device with real dice; the one before is switched off."""
    flash = None
    if before is not None:
        flash = before.world.flash
        before.close()
    device = Device({**QUICK, **settings}, entropy=chance(seed), flash=flash)
    count.watch(device)
    return device


def shown(device: Device) -> list[int]:
    return list(device.app.records.values[records.FACES :])


def back(device: Device) -> None:
    device.until(lambda: device.screen not in ("Start", "Back"))


def drop(device: Device) -> None:
    device.close()


def test_F37_what_was_thrown_before_the_power_went_is_counted_after_it() -> None:
    count = Count()
    device = on(count)
    begin(device)
    for cut in range(4):
        play(device, 9)
        device = on(count, device, seed=cut + 2)
        assert sum(shown(device)) == 0  # it is in the log
        back(device)
        assert shown(device) == count.faces
    assert sum(count.faces) > 60
    drop(device)


def test_F37_at_the_end_it_is_written_once() -> None:
    count = Count()
    device = on(count)
    begin(device)
    play(device, 12)
    device = on(count, device, seed=5)
    back(device)
    person.play_on(device, person.follow_advice)
    assert shown(device) == count.faces
    device = on(count, device, seed=6)  # before the winner was left
    device.until("Winner")
    assert shown(device) == count.faces
    device.press("left", "a")
    for seed in (7, 8):
        device = on(count, device, seed=seed)
        device.until("Menu")
        assert shown(device) == count.faces
    drop(device)


def test_F37_a_game_left_for_the_menu_and_gone_on_with_is_counted_once() -> None:
    count = Count()
    device = on(count)
    begin(device)
    for _ in range(3):
        play(device, 5)
        leave(device)
        assert shown(device) == count.faces
        device.press("a")
        back(device)
        assert shown(device) == count.faces
    drop(device)


def leave(device: Device) -> None:
    """To the menu by the menu of the game."""
    device.menu()
    device.until("Pause")
    device.press("up", "a", "down", "a")
    assert device.screen == "Menu"


@pytest.mark.parametrize("seen", [False, True])
def test_F37_a_game_that_is_given_up_is_counted_too(seen: bool) -> None:
    """Whether it was shown since power-on, or a new one begins at once."""
    count = Count()
    device = on(count)
    begin(device)
    play(device, 9)
    device = on(count, device, seed=3)
    if seen:
        back(device)
        leave(device)
    else:
        device.press("b")
        assert device.screen == "Menu"
    device.press("down", "a", "down", "a", "a")  # a new one all the same
    assert device.match is not None and not device.game.turns
    play(device, 3)
    assert shown(device) == count.faces
    device = on(count, device, seed=4)
    back(device)
    assert shown(device) == count.faces
    drop(device)


def test_F37_a_game_that_outgrows_its_place_is_counted_once() -> None:
    count = Count()
    device = on(count)
    begin(device)
    for seed in (2, 3, 4):
        play(device, 3)
        store = device.parts.store
        generation = store.generation
        store._log._limit = store._log._at  # the place ends here
        play(device, 2)
        assert store.generation == generation + 1
        assert shown(device) == count.faces
        device = on(count, device, seed=seed)
        back(device)
        assert shown(device) == count.faces
    drop(device)


def test_F37_a_game_that_moves_out_of_a_lost_fram_is_counted_once() -> None:
    count, chip = Count(), FRAM()
    fitted = {**QUICK, "KOSTKA_FRAM": 0x50}
    device = Device(fitted, entropy=chance(1), fram=chip)
    count.watch(device)
    begin(device)
    play(device, 6)
    chip.unplug(device.world.bus)
    play(device, 6)
    flash = device.world.flash
    device.close()
    device = Device(fitted, entropy=chance(2), flash=flash, fram=chip)
    count.watch(device)
    back(device)
    assert shown(device) == count.faces
    drop(device)


def test_F24_seeded_dice_are_never_counted_also_after_a_restart_without_the_seed() -> None:
    count = Count()
    device = Device(QUICK, seed=3)
    begin(device)
    play(device, 9)
    device = on(count, device)
    back(device)
    assert device.match is not None and device.match.seeded
    play(device, 5)
    assert sum(shown(device)) == 0
    person.play_on(device, person.follow_advice)
    device.press("left", "a")
    assert device.app.records.wins == [] and sum(shown(device)) == 0
    drop(device)


def test_F24_a_game_with_real_dice_keeps_its_counts_under_a_seed() -> None:
    count = Count()
    device = on(count)
    begin(device)
    play(device, 9)
    before = list(count.faces)
    flash = device.world.flash
    device.close()
    device = Device(QUICK, seed=3, flash=flash)
    back(device)
    play(device, 5)
    assert shown(device) == before
    drop(device)
