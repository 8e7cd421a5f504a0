"""Hall of fame, statistics and fairness: how one gets there, and that they tell what is so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim import person
from sim.chips.flash import Flash
from sim.world import World
from tests.ui import scenes
from tests.ui.device import Device
from ui import records, words
from ui.app import App
from ui.screens.fairness import _short, verdict

QUICK = {"KOSTKA_SPEED": 0}


def source(seed: int):
    """Real dice, as far as the device can tell, and yet the same in every run."""
    return random.Random(seed).randbytes


@pytest.fixture
def device() -> Iterator[Device]:
    with Device(QUICK, entropy=source(1)) as made:
        made.until("Menu")
        yield made


def to_records(device: Device) -> None:
    while device.top.items[device.top.rows.at] != "menu_records":
        device.press("down")
    device.press("a")
    assert device.screen == "Records"


# The way


def test_F37_the_menu_leads_there_and_b_back(device: Device) -> None:
    assert device.says(words.t("menu_records"))
    to_records(device)
    titles = []
    for button in ("a", "right", "down", "a"):
        titles.append(device.said()[0])
        device.press(button)
    expected = ("hall", "games", "turns", "fairness")
    assert titles == [words.t("records_" + name) for name in expected]
    assert device.top.page == 0
    device.press("left")
    assert device.top.page == 3
    device.press("up")
    assert device.top.page == 2 and device.says("3/4")
    device.press("b")
    assert device.screen == "Menu"
    assert device.top.items[device.top.rows.at] == "menu_records"


def test_the_words_are_in_the_heap_only_while_they_are_needed(device: Device) -> None:
    assert "records" not in words.areas()
    to_records(device)
    assert "records" in words.areas()
    device.press("b")
    assert "records" not in words.areas()


def test_F37_a_running_game_is_still_there_afterwards() -> None:
    with Device(QUICK, entropy=source(2)) as device:
        device.deal("pp")
        state = device.state()
        device.menu()
        while device.screen != "Menu":
            device.press("up", "a")
        to_records(device)
        device.press("a", "b")
        device.press("up", "up")
        while device.top.rows.at:
            device.press("up")
        device.press("a")
        assert device.state() == state


# What is told


def page(
    number: int, wins: list, values: list, kept: bool = True, seed: int | None = None
) -> list[str]:
    """The texts of a page with these records."""
    with Device(QUICK, seed, None if seed else source(1)) as device:
        from ui.screens.records import Records

        if not kept:
            device.app.records = records.Records(None)
        device.app.records.wins = wins
        device.app.records.values = values
        device.app.push(Records(device.app))
        device.top.page = number
        device.wait(50)
        return device.said()


def test_F37_the_hall_of_fame_tells_name_turns_points_and_players() -> None:
    said = page(0, scenes.WINS, [0] * 13)
    rows = [[str(place + 1), win[3], *map(str, win[:3])] for place, win in enumerate(scenes.WINS)]
    told = said[said.index("1") :]
    assert told[:25] == [text for row in rows for text in row]


def test_F37_an_empty_hall_of_fame_says_so() -> None:
    with World(QUICK):
        words.load("records")
        lines = words.t("records_empty").split("\n")
        words.unload("records")
    assert set(lines) <= set(page(0, [], [0] * 13))


def test_F37_statistics_are_told() -> None:
    values = [11, 12, 13, 14, 15, 16, 17] + [0] * 6
    told = page(1, [], values) + page(2, [], values)
    for value in values[:7]:
        assert str(value) in told


def test_F37_what_does_not_outlast_the_power_is_said() -> None:
    for number in (0, 1, 2):
        kept = page(number, scenes.WINS, scenes.VALUES + scenes.FAIR)
        lost = page(number, scenes.WINS, scenes.VALUES + scenes.FAIR, kept=False)
        assert [text for text in lost if text not in kept] == ["Kept only until power-off"]


@pytest.mark.parametrize(
    ("counts", "line"),
    (
        ([9, 10, 10, 10, 10, 10], "Too few dice yet."),
        ([10, 10, 10, 10, 10, 10], "As expected."),
        ([60, 30, 41, 38, 45, 39], "Unusual (1 in 20)"),
        ([5, 15, 10, 10, 10, 10], "As expected."),
        ([0, 24, 10, 10, 10, 6], "Very unusual (1 in 1000)"),
    ),
)
def test_F24_counts_expectation_and_verdict_are_told(counts: list[int], line: str) -> None:
    said = page(3, [], [0] * 7 + counts)
    for count in counts:
        assert str(count) in said
    tenths = sum(counts) * 10 // 6
    assert f"expected: {tenths // 10}.{tenths % 10} each" in said
    assert said[-1 - len("Ⓐ next Ⓑ back".split())] == line


def test_F24_seeded_dice_are_not_counted_and_it_is_said() -> None:
    assert "Seeded dice don't count." in page(3, [], [0] * 13, seed=1)
    with Device(QUICK, seed=1) as device:
        device.deal("cc")
        device.until(lambda: len(device.game.turns) > 2)
        assert device.app.records.values == [0] * 13


def test_F24_a_count_has_room_for_four_signs_at_most() -> None:
    for count, text in ((9999, "9999"), (10000, "10k"), (999999, "999k"), ((1 << 24) - 1, "16M")):
        assert _short(count) == text


# The verdict


@given(st.lists(st.integers(0, 400), min_size=6, max_size=6))
def test_F24_the_verdict_is_that_of_chi_square(counts: list[int]) -> None:
    thrown = sum(counts)
    if thrown < 60:
        assert verdict(counts) == "few"
        return
    expected = Fraction(thrown, 6)
    square = sum((count - expected) ** 2 for count in counts) / expected
    word = "usual"
    if square > Fraction(20515, 1000):
        word = "very"
    elif square > Fraction(11070, 1000):
        word = "unusual"
    assert verdict(counts) == word


def test_F24_good_dice_are_seldom_called_unusual_and_bad_ones_always() -> None:
    chance = random.Random(24)
    words_of = {"usual": 0, "unusual": 0, "very": 0}
    for _ in range(2000):
        counts = [0] * 6
        for face in chance.choices(range(6), k=300):
            counts[face] += 1
        words_of[verdict(counts)] += 1
    assert 60 < words_of["unusual"] < 140
    assert words_of["very"] < 10
    # The remainder of 6 of a byte (F25) shows after some hundred thousand dice.
    faces = [43, 43, 43, 43, 42, 42]
    assert verdict([face * 10_000 for face in faces]) == "very"


# Whole games


def test_F24_every_real_die_that_falls_is_counted(device: Device) -> None:
    fallen: list[int] = []
    seen: list[bytes] = []

    def watch(device: Device) -> None:
        game = device.game
        if device.screen == "Roll" and (not seen or game.rolled is not seen[-1]):
            seen.append(game.rolled)
            fallen.extend(game.rolled)

    device.on_paint.append(watch)
    device.deal("pc")
    person.play_on(device, person.follow_advice)
    assert len(fallen) > 60
    expected = [fallen.count(face) for face in range(6)]
    assert device.app.records.values[records.FACES :] == expected


def test_F37_a_finished_game_is_in_the_records_after_the_power_was_off() -> None:
    flash = Flash()
    with Device(QUICK, entropy=source(3), flash=flash) as device:
        device.until("Menu")
        device.deal("pp", 0, ("EVA", "IVO"))
        person.play_on(device, person.follow_advice)
        game, match = device.game, device.match
        device.press("right", "right", "a")
        assert device.screen == "Menu"
        wins, values = list(device.app.records.wins), list(device.app.records.values)
        assert values[records.GAMES] == 1
        assert values[records.TURNS] == len(game.turns)
        assert wins[0][3] == match.names[game.winner()]
    with Device(QUICK, entropy=source(4), flash=flash) as device:
        device.until("Menu")
        assert device.app.records.wins == wins
        assert device.app.records.values == values
        to_records(device)
        assert device.says(wins[0][3])


def test_F6_damaged_records_are_none_and_the_device_starts(device: Device) -> None:
    store = device.parts.store
    for blob in (b"", b"\x01", b"\xff" * 32, bytes(46)):
        store.put(records.HALL, blob)
        store.put(records.STATISTICS, blob)
        app = App(device.parts)
        assert app.records.values == [0] * 13
        assert app.records.wins == []
