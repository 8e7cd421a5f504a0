"""From the edge on a pin to the screen and the glass, while the device is busy (F7, F8, F11)."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.dice.thinker import Thinker
from sim import person
from tests.ui import scenes
from tests.ui.device import Device
from ui import keys
from ui.screens.initials import LETTERS

TAP_MS = 20
_BUTTONS = {"up": keys.UP, "down": keys.DOWN, "left": keys.LEFT, "right": keys.RIGHT, "a": keys.A}


def slow_down(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """What costs no time on the desktop costs what the budgets allow on the board: half a unit a
    step of a thought, a screen 20 ms."""
    step = Thinker.step
    paint = device.app.paint

    def slow_step(self: Thinker) -> int | None:
        device.world.clock.advance(28_000)
        return step(self)

    def slow_paint() -> None:
        device.world.clock.advance(20_000)
        paint()

    monkeypatch.setattr(Thinker, "step", slow_step)
    monkeypatch.setattr(device.app, "paint", slow_paint)


def tap_at_random(device: Device, count: int, chance: random.Random) -> list[int]:
    """Taps of 20 ms by one hand, 30 to 200 ms apart; the events they ought to give."""
    at = device.world.now + 50
    expected = []
    for _ in range(count):
        button = chance.choice(list(_BUTTONS))
        expected.append(_BUTTONS[button])
        at = device.world.press(button, at, TAP_MS) + chance.randrange(30, 200)
    device.until(lambda: device.world.now > at + 500, 10**6)
    return expected


@pytest.mark.parametrize("bounce", (0, 5))
@pytest.mark.parametrize("seed", range(3))
def test_F7_F8_no_tap_of_20_ms_is_lost_while_a_computer_thinks(
    monkeypatch: pytest.MonkeyPatch, seed: int, bounce: int
) -> None:
    """Whole turns of computers: thinking, rolling, redraws at each tap."""
    with Device({"KOSTKA_SPEED": 2}, seed=seed, bounce_ms=bounce) as device:
        slow_down(device, monkeypatch)
        device.deal("ccc")
        device.events.clear()
        expected = tap_at_random(device, 80, random.Random(seed))
        assert device.events == expected


@pytest.mark.parametrize("scene", ("setup_five", "table_apart", "decide_knights", "help_3", "pad"))
def test_F7_F8_no_tap_of_20_ms_is_lost_during_redraws(
    monkeypatch: pytest.MonkeyPatch, scene: str
) -> None:
    """Screens that draw themselves anew at each tap."""
    with Device({"KOSTKA_SPEED": 0}, seed=1, bounce_ms=5) as device:
        slow_down(device, monkeypatch)
        scenes.SCENES[scene](device.app)
        device.wait(100)
        device.events.clear()
        chance = random.Random(1)
        buttons = [name for name in _BUTTONS if name != "a"]
        at = device.world.now + 50
        expected = []
        for _ in range(60):
            button = chance.choice(buttons)
            expected.append(_BUTTONS[button])
            at = device.world.press(button, at, TAP_MS) + chance.randrange(25, 60)
        device.until(lambda: device.world.now > at + 500, 10**6)
        assert device.events == expected


def test_F7_taps_faster_than_the_pictures_all_arrive_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Eight letters on in the initials, though each picture takes longer than a tap."""
    with Device({"KOSTKA_SPEED": 0}, seed=1) as device:
        slow_down(device, monkeypatch)
        scenes.SCENES["initials"](device.app)
        before = LETTERS.index(device.top.letters[0])
        at = device.world.now + 20
        for _ in range(8):
            at = device.world.press("up", at, TAP_MS) + TAP_MS
        device.wait(1000)
        assert device.events == [keys.UP] * 8
        assert LETTERS.index(device.top.letters[0]) == (before + 8) % len(LETTERS)


def test_the_picture_lives_while_a_computer_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pause opens within a step of the thought."""
    with Device({"KOSTKA_SPEED": 2}, seed=1) as device:
        slow_down(device, monkeypatch)
        device.deal("cc")
        device.until(lambda: device.screen == "Watch" and device.game.roll > 0)
        at = device.world.press("menu", None, 60)
        device.until("Pause", 500)
        assert device.world.now - at < 200


# The picture on the glass


class Glass:
    """Looks at the chip's memory after every transfer: each byte is the old one or the new one,
    and a byte once new stays new, so nothing is cleared and nothing flickers."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.chip = device.world.panel
        self.looks = 0
        self._old = bytes(self.chip.ram)
        self._write = self.chip.write
        self.chip.write = self._watched  # type: ignore[method-assign]
        device.on_paint.append(self._painted)

    def _painted(self, device: Device) -> None:
        assert bytes(self.chip.ram) == bytes(device.parts.panel.image), "the picture is whole"
        self._old = bytes(self.chip.ram)

    def _watched(self, data: bytes) -> None:
        before = bytes(self.chip.ram)
        self._write(data)
        now = bytes(self.chip.ram)
        new = bytes(self.device.parts.panel.image)
        self.looks += 1
        if now != before:
            for i in range(1024):
                if now[i] != new[i]:
                    assert now[i] == self._old[i] == before[i]


def test_F11_pictures_change_without_being_cleared() -> None:
    with Device({"KOSTKA_SPEED": 1}, seed=3) as device:
        device.deal("pc")
        glass = Glass(device)
        person.play_on(device, person.follow_advice)
        assert device.screen == "Winner"
        assert glass.looks > 500
        assert not device.world.panel.faults


def data_sent(device: Device, act: Callable[[], None]) -> list[bytes]:
    """The transfers of picture data while something is done; commands do not count, by which
    the device sees whether the panel is still there."""
    chip = device.world.panel
    plain = chip.write
    found = []

    def write(data: bytes) -> None:
        if data[0] & 0x40:
            found.append(bytes(data))
        plain(data)

    chip.write = write  # type: ignore[method-assign]
    act()
    chip.write = plain  # type: ignore[method-assign]
    return found


def test_F11_nothing_is_sent_where_nothing_changed() -> None:
    """A screen at rest sends nothing; an arrow that leads nowhere sends nothing either."""
    with Device({"KOSTKA_SPEED": 0}, seed=3) as device:
        for name in ("menu", "ready_hand_over", "table_city", "decide_knights", "pad"):
            scenes.SCENES[name](device.app)
            device.wait(100)
            assert data_sent(device, lambda: device.wait(3000)) == []
        scenes.SCENES["ready_hand_over"](device.app)
        device.wait(100)
        assert data_sent(device, lambda: device.press("up", "down", "left", "right")) == []
        assert data_sent(device, lambda: device.press("b")) != []
