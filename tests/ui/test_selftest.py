"""The self-test: how it is entered and left, and that each page shows what is wrong."""

from collections.abc import Iterator

import pytest

from hw.version import KOSTKA
from sim.world import World
from tests.ui.device import Device
from ui import words

ORDER = ("up", "down", "left", "right", "b", "a")
TITLES = ("buttons", "sound", "dice", "board", "parts")


def entered(**settings: str | int) -> Device:
    """A device on the self-test's page of buttons."""
    device = Device({"KOSTKA_" + name.upper(): value for name, value in settings.items()}, seed=4)
    from ui.screens.selftest import SelfTest

    device.app.restart(SelfTest(device.app))
    device.until(lambda: device.top.page == 1, 10_000)
    return device


@pytest.fixture
def device() -> Iterator[Device]:
    with entered() as made:
        yield made


def to_page(device: Device, page: int) -> None:
    if not device.top.ready:
        device.press("a")
    while device.top.page != page:
        device.press("a")


def test_it_is_entered_with_a_held_at_power_on_and_left_by_holding_b() -> None:
    for held, expected in (("a", True), ("b", False), ("up", False), ("", False)):
        world = World({"KOSTKA_SEED": 1})
        if held:
            world.down(held, 0)
        world.run(until=1000)
        assert (world.picture() == b"\xff" * 1024) == expected
    with entered() as device:
        device.hold("b")
        assert device.screen == "Start"
        device.wait(2600)
        assert device.screen == "Menu"


def test_every_pixel_is_lit_and_dark_and_lit_alone() -> None:
    with Device({}, seed=4) as device:
        from ui.screens.selftest import SelfTest

        device.app.push(SelfTest(device.app))
        seen = []
        for _pattern in range(4):
            device.wait(100)
            seen.append(device.picture())
            device.wait(1400)
        assert seen[0] == b"\xff" * 1024 and seen[1] == bytes(1024)
        assert bytes(a ^ b for a, b in zip(seen[2], seen[3], strict=True)) == seen[0]
        assert set(seen[2]) == {0x55, 0xAA}
        device.wait(200)
        assert device.top.page == 1


def test_every_button_is_seen_and_a_leads_on_only_after_it_was_tried(device: Device) -> None:
    assert device.said().count(words.t("selftest_open")) == 6
    for count, button in enumerate(ORDER):
        device.press(button)
        assert device.said().count(words.t("selftest_good")) == count + 1
        assert device.top.page == 1
    assert device.hint("hint_next")
    device.press("a")
    assert device.top.page == 2


def test_a_button_that_is_down_is_shown_down(device: Device) -> None:
    device.world.down("left")
    device.wait(100)
    assert device.says(words.t("selftest_down"))
    device.world.up("left")
    device.wait(100)
    assert not device.says(words.t("selftest_down"))
    assert device.says(words.t("selftest_good"))


def test_a_button_that_is_stuck_is_shown() -> None:
    world = World({"KOSTKA_SEED": 1})
    world.down("a", 0)
    world.up("a", 3000)
    world.down("up", 0)
    from ui.screens import selftest

    found: list = []
    look = selftest.SelfTest._look

    def watch(self: selftest.SelfTest) -> int:
        found.append((self.page, self.held, self.seen))
        return look(self)

    try:
        selftest.SelfTest._look = watch  # type: ignore[method-assign]
        world.run(until=8000)
    finally:
        selftest.SelfTest._look = look  # type: ignore[method-assign]
    assert found[1] == (1, 1, 0) or found[1][1] & 1
    assert found[-1] == (1, 1, 0)  # only Up is held, and neither counts as tried


def test_F20_a_turned_device_shows_the_arrow_that_was_meant() -> None:
    with entered(turned=1) as device:
        device.world.down("down")  # the one that points up now
        device.wait(100)
        assert device.top.down == 1
        device.world.up("down")
        device.wait(100)
        assert device.top.seen == 1


def test_the_buzzer_is_heard_although_muted_and_again_on_an_arrow() -> None:
    with entered(buzzer="GP16", sound=0) as device:
        to_page(device, 2)
        heard = device.world.heard
        assert heard and device.says(words.t("selftest_heard"))
        device.wait(1000)
        count = len(heard)
        assert heard[-1][1] == 0
        device.press("up")
        assert len(heard) > count
        device.press("a")
        assert heard[-1][1] == 0


def test_without_a_buzzer_it_says_so(device: Device) -> None:
    to_page(device, 2)
    assert device.says(words.t("selftest_silent"))


def test_F24_dice_are_counted_beside_what_may_be_expected(device: Device) -> None:
    to_page(device, 3)
    device.until(lambda: device.top.dice.thrown == 100)
    device.wait(100)
    counts = device.top.dice.counts
    assert sum(counts) == 900
    for count in counts:
        assert device.says(str(count))
    assert device.says(words.t("selftest_thrown", 900, 150))
    assert device.says(words.t("selftest_even"))


def test_F24_a_source_that_prefers_a_face_is_shown(device: Device) -> None:
    to_page(device, 3)
    device.until(lambda: device.top.dice.thrown == 100)
    device.top.dice.counts = [190, 150, 150, 150, 150, 110]
    device.app.dirty = True
    device.wait(50)
    assert device.says(words.t("selftest_uneven"))


def test_a_source_that_fails_is_shown() -> None:
    given = [0]

    def source(count: int) -> bytes:
        given[0] += count
        return b"" if given[0] > 3000 else bytes((given[0] + i * 89) & 255 for i in range(count))

    with Device({}, entropy=source) as device:
        from ui.screens.selftest import SelfTest

        device.app.restart(SelfTest(device.app))
        device.until(lambda: device.top.page == 1, 10_000)
        given[0] = 3000
        to_page(device, 3)
        device.wait(500)
        assert device.says(words.t("fault_" + device.parts.entropy.fault))
        assert device.top.dice.thrown < 100


def test_versions_and_board_are_shown(device: Device) -> None:
    to_page(device, 4)
    for text in ("10.3.0", "raspberry_pi_pico", KOSTKA):
        assert device.says(text)


def test_bus_and_battery_are_shown() -> None:
    with entered(battery="GP28", battery_times=2, i2c_hz=100000) as device:
        device.world.levels["GP28"] = 39000
        to_page(device, 5)
        assert device.says("0x3C") and device.says("100 kHz")
        assert device.says("3.92 V")
    with entered() as device:
        to_page(device, 5)
        assert device.says(words.t("selftest_none"))


def test_it_goes_round_and_its_words_go_when_it_is_left(device: Device) -> None:
    to_page(device, 5)
    device.press("a")
    assert device.top.page == 0
    assert "selftest" in words.areas()
    device.hold("b")
    assert "selftest" not in words.areas()


def test_a_circuitpython_that_is_too_old_is_all_that_is_shown() -> None:
    world = World({"KOSTKA_SEED": 1})
    world.version = (8, 2, 10)
    world.press("a", 1500)
    world.press("b", 2500)
    world.run(until=5000)
    picture = world.picture()
    from tests.ui.test_pictures import show

    shown = show("en", "outdated")
    assert picture[: 7 * 128] == shown[: 7 * 128]  # below that is the word SEED
