"""The throw and what stands round it: fixed first, skippable, handed over, refused by a fault."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.contract import CHANCE, OVER
from engine.dice.game import DiceGame
from engine.dice.terms import ROLL, SCORE
from hw.entropy import SeededEntropy
from sim import person
from tests.ui import scenes
from tests.ui.device import Device
from ui import words

C, S, L, T, K, X = range(6)


class Loaded:
    """A source that throws what it was told to, then fair dice; counts its draws."""

    seeded = False
    fault = ""

    def __init__(self, *throws: tuple) -> None:
        self.throws = list(throws)
        self.draws = 0
        self._fair = random.Random(1)

    def draw(self, count: int) -> int:
        self.draws += 1
        if self.throws:
            return scenes.outcome(*self.throws.pop(0))
        return self._fair.randrange(count)


def load(device: Device, *throws: tuple, kinds: str = "pp") -> Loaded:
    """Begin a game whose dice are known."""
    source = Loaded(*throws)
    device.parts.entropy = source
    device.deal(kinds)
    return source


# The result is fixed first


def test_F24_the_result_is_in_the_game_before_the_first_picture_of_the_roll() -> None:
    """In every picture of every throw of a game the game holds the result already, nothing more
    is drawn until the next throw, and the dice that come to rest are those of the game."""
    with Device({"KOSTKA_SPEED": 1}, seed=4) as device:
        device.deal("pc")
        source = device.parts.entropy
        draws: list[int] = []
        plain = source.draw

        def draw(count: int) -> int:
            draws.append(plain(count))
            return draws[-1]

        source.draw = draw
        device.match.entropy = source
        seen: dict[int, tuple] = {}

        def look(device: Device) -> None:
            if device.screen != "Roll":
                return
            game = device.game
            assert game.to_move != CHANCE
            assert len(draws) == len(seen) or id(device.top) not in seen
            now = (len(draws), bytes(game.rolled), game.pack())
            assert seen.setdefault(id(device.top), now) == now
            drawn = [draws[-1] // 6**die % 6 for die in range(len(game.rolled))]
            assert sorted(game.rolled) == sorted(drawn)
            assert device.top.faces == sorted(game.rolled)
            keep.append(device.top)

        keep: list = []  # so that no two screens get the same id
        device.on_paint.append(look)
        person.play_on(device, person.follow_advice)
        assert len(seen) == len(draws) > 5


@pytest.mark.parametrize("button", ("a", "b", "up", "down", "left", "right"))
@pytest.mark.parametrize("after", (0, 200, 1100))
def test_F28_any_button_skips_and_the_result_stays(button: str, after: int) -> None:
    results = []
    for skip in (True, False):
        with Device({"KOSTKA_SPEED": 2}, seed=6) as device:
            device.deal("pp")
            device.press("a")
            assert device.screen == "Roll"
            device.wait(after)
            assert device.screen == "Roll", "still rolling"
            began = device.world.now
            if skip:
                device.press(button)
                assert device.screen != "Roll"
                assert device.world.now - began < 150
            device.until(lambda: device.screen != "Roll")
            results.append((device.state(), device.screen, device.picture()))
    assert results[0] == results[1]


@pytest.mark.parametrize("button", ("a", "b"))
def test_F28_a_hold_skips_too(button: str) -> None:
    with Device({"KOSTKA_SPEED": 2}, seed=6) as device:
        device.deal("pp")
        device.press("a")
        before = device.state()
        device.hold(button)
        assert device.screen in ("Table", "Decide")
        assert device.state() == before


def test_F28_speed_is_an_option_and_off_means_no_animation() -> None:
    times = []
    for speed in (0, 1, 2):
        with Device({"KOSTKA_SPEED": speed}, seed=6) as device:
            device.deal("pp")
            device.press("a")
            pictures: set[bytes] = set()
            device.on_paint.append(lambda device, seen=pictures: seen.add(device.picture()))
            began = device.world.now
            device.until(lambda: device.screen != "Roll")
            times.append(device.world.now - began)
            if speed == 0:
                assert len(pictures) <= 1
            else:
                assert len(pictures) >= 3
    assert times[0] < times[1] < times[2] < 2500


def test_F28_a_computers_turn_can_be_skipped_through() -> None:
    times = []
    states = []
    for skip in (True, False):
        with Device({"KOSTKA_SPEED": 2}, seed=7) as device:
            device.deal("cp")
            if skip:
                device.press("a")
            device.until("Score")
            times.append(device.world.now)
            states.append(device.state())
    assert states[0] == states[1]
    assert times[0] * 2 < times[1]


# No roll without dice


def test_D16_F29_no_further_roll_when_no_die_is_left() -> None:
    """The last die is built in the first roll: rolling is not offered, the player confirms."""
    with Device({"KOSTKA_SPEED": 0}, seed=1) as device:
        source = load(device, (C, C, X, X, X, X, X, X, X))
        device.press("a")
        device.until(lambda: device.screen in ("Table", "Decide"))
        person.carry_out(device, scenes.build(scenes.CAP_E, 0, 0))
        person.carry_out(device, scenes.build(scenes.CAP_W, 1, 0))
        assert device.screen == "Decide"
        assert device.top.choices == [SCORE]
        assert ROLL not in device.game.legal_actions()
        device.wait(20000)
        assert device.screen == "Decide" and source.draws == 1, "waits for the player"
        device.press("up", "down", "left", "right", "b")
        assert device.screen == "Decide" and source.draws == 1
        device.press("a")
        assert device.screen == "Score"
        assert source.draws == 1


def test_D16_F29_all_dice_gone_at_once_is_confirmed_too() -> None:
    """A kept die lies with another player, the rest are catapults: nothing can be done."""
    with Device({"KOSTKA_SPEED": 0}, seed=1) as device:
        made = scenes.game(2, *scenes.KEEP_TURN)
        source = Loaded((X,) * 8)
        scenes.at(device.app, made)
        device.match.entropy = source
        device.wait(40)
        device.press("a")
        device.until("Decide")
        assert device.top.choices == [SCORE]
        assert source.draws == 1
        device.press("a")
        assert device.screen == "Score" and made.turns[-1] == 0
        assert device.says(words.t("score_none").split("\n")[0])


def test_D8_no_fourth_roll() -> None:
    with Device({"KOSTKA_SPEED": 0}, seed=1) as device:
        source = load(device, (K,) * 9, (K,) * 9, (K,) * 9)
        device.press("a")
        for roll in (1, 2):
            device.until(lambda: device.screen in ("Table", "Decide"))
            assert device.says(f"{roll}/3")
            person.carry_out(device, ROLL)
        device.until(lambda: device.screen in ("Table", "Decide"))
        assert source.draws == 3
        assert ROLL not in device.game.legal_actions()
        if device.screen == "Table":
            person._to_tray(device)
            person._choose_item(device, 7)
        assert ROLL not in device.top.choices


def test_D17_D23_three_knights_and_a_city_offer_every_end() -> None:
    with Device({"KOSTKA_SPEED": 0}, seed=1) as device:
        scenes.SCENES["decide_knights"](device.app)
        device.wait(40)
        labels = ("decide_keep", "decide_nothing")
        assert all(device.says(words.t(key)) for key in labels)
        assert device.says(words.t("decide_score", words.tn("points", device.game.offer())))


def test_D25_nine_catapults_win_on_the_spot() -> None:
    with Device({"KOSTKA_SPEED": 1}, seed=1) as device:
        load(device, (X,) * 9)
        device.press("a")
        device.until(lambda: device.says(words.t("roll_nine")))
        assert device.screen == "Roll" and device.game.to_move == OVER
        device.until("Winner")
        assert device.says(words.t("winner_nine"))


# Chance and its faults


def stuck_after(good: int):
    """A hardware source that gives random bytes `good` times and then always the same one."""
    stream = random.Random(5)
    calls = 0

    def source(count: int) -> bytes:
        nonlocal calls
        calls += 1
        return stream.randbytes(count) if calls <= good else bytes([7]) * count

    return source


def dead_after(good: int):
    stream = random.Random(5)
    calls = 0

    def source(count: int) -> bytes:
        nonlocal calls
        calls += 1
        if calls > good:
            raise RuntimeError("no randomness")
        return stream.randbytes(count)

    return source


_STARTUP_CALLS = 64


@pytest.mark.parametrize(("make", "reason"), [(stuck_after, "stuck"), (dead_after, "dead")])
def test_entropy_fault_stops_the_dice_and_keeps_the_game(make, reason: str) -> None:
    """The screen says so, the state is the one before the throw, and nothing else throws."""
    with Device({"KOSTKA_SPEED": 0}, entropy=make(_STARTUP_CALLS)) as device:
        device.deal("pp")
        before = DiceGame.unpack(device.state())
        assert not device.parts.entropy.fault
        device.press("a")
        assert device.screen == "Fault"
        assert device.parts.entropy.fault == reason
        assert device.says(words.t("fault_title"))
        assert device.says(words.t("fault_" + reason))
        before.apply(ROLL)
        assert device.state() == before.pack() and device.game.to_move == CHANCE
        device.press("a")
        assert device.screen == "Menu"
        device.press("a")
        assert device.screen == "Fault", "going on throws nothing either"
        assert device.state() == before.pack()


def test_entropy_fault_in_the_middle_of_a_computers_game() -> None:
    with Device({"KOSTKA_SPEED": 0}, entropy=stuck_after(_STARTUP_CALLS + 9)) as device:
        device.deal("cc")
        device.until("Fault")
        assert device.game.to_move == CHANCE
        before = device.state()
        device.wait(20000)
        assert device.screen == "Fault" and device.state() == before


def test_entropy_fault_at_start_lets_no_game_begin_with_drawn_dice() -> None:
    """A dead source at power-on: the set-up's draw of who begins fails, the screen says why."""
    with Device({}, entropy=dead_after(0)) as device:
        assert device.parts.entropy.fault == "dead"
        device.press("a", "a")
        assert device.screen == "SetUp"
        device.press("a")
        assert device.screen == "Fault"
        assert device.says(words.t("fault_dead"))
        assert device.game is None


def test_F23_F24_SEED_is_shown_when_the_dice_repeat() -> None:
    for seed, language in ((1, "en"), (1, "cs"), (1, "de"), (None, "en")):
        with Device({"KOSTKA_SPEED": 0, "KOSTKA_LANGUAGE": language}, seed=seed) as device:
            shown = seed is not None
            assert device.says("SEED") == shown
            device.press("a")
            assert device.screen == "Menu" and device.says("SEED") == shown
            device.deal("pp")
            assert device.screen == "Ready" and device.says("SEED") == shown


# Who begins


def test_D26_chosen_or_drawn() -> None:
    first = set()
    for seed in range(12):
        with Device({"KOSTKA_SPEED": 0}, seed=seed) as device:
            device.press("a", "a")
            assert device.says(words.t("setup_drawn")), "drawn unless chosen"
            if seed % 2:
                device.press("down", "down", "right", "up", "up")
            device.press("a")
            if seed % 2:
                assert device.game.first == 0
            else:
                first.add(device.game.first)
                assert device.game.first == SeededEntropy(seed).draw(2)
    assert first == {0, 1}


# Handing over


def test_F38_the_next_person_sees_whose_turn_it_is() -> None:
    """Before each turn of a person, one press long; a computer's turn needs none."""
    with Device({"KOSTKA_SPEED": 0}, seed=2) as device:
        device.deal("ppc")
        shown = []
        for _ in range(3):
            device.until(lambda: device.screen in ("Ready", "Watch"))
            if device.screen == "Watch":
                shown.append("Watch")
                turns = len(device.game.turns)
                device.until(lambda turns=turns: len(device.game.turns) > turns)
                device.until("Ready")
                continue
            player = device.game.to_move
            assert device.says(device.match.names[player])
            assert device.says(words.t("ready_pass"))
            assert device.says(words.tn("dice", device.game.to_roll()))
            shown.append("Ready")
            before = device.presses
            device.press("a")
            assert device.screen == "Roll" and device.presses == before + 1
            while device.screen != "Score":
                if device.screen == "Roll":
                    device.until(lambda: device.screen != "Roll")
                else:
                    person.follow_advice(device)
            device.press("a")
        assert shown == ["Ready", "Ready", "Watch"]


def test_F38_handover_can_be_left_out() -> None:
    with Device({"KOSTKA_SPEED": 0, "KOSTKA_HANDOVER": 0}, seed=2) as device:
        screens: set[str] = set()
        device.on_paint.append(lambda device: screens.add(device.screen))
        device.deal("pp")
        assert device.screen == "Roll"
        person.play_on(device, person.follow_advice)
        assert "Ready" not in screens and "Score" in screens


def test_D19_doubling_is_told_before_and_in_the_turn() -> None:
    with Device({"KOSTKA_SPEED": 0}, seed=2) as device:
        scenes.SCENES["ready_doubled"](device.app)
        device.wait(40)
        assert device.says(words.t("ready_doubled"))
        device.press("a")
        device.until(lambda: device.screen in ("Table", "Decide"))
        assert device.game.doubled and device.says("×2")


@pytest.fixture
def table() -> Iterator[Device]:
    with Device({"KOSTKA_SPEED": 0}, seed=5) as device:
        yield device


def test_status_line_tells_who_score_roll_knights_and_kept_dice(table: Device) -> None:
    made = scenes.game(
        3,
        *scenes.KEEP_TURN,
        (scenes.RING_THROW[0],) * 8,
        SCORE,
        *scenes.NOTHING_TURN,
        (L, L, L, L, K, K, X, C, T),
    )
    scenes.at(table.app, made)
    table.wait(40)
    assert made.player == 0 and made.doubled
    status = [text.text for text in table.canvas.texts if text.y == 0]
    assert status[0] == "ANA" and status[1] == "0" and status[2] == "1/3"
    assert any("×2" in text for text in status)


def test_status_line_tells_of_dice_that_others_keep(table: Device) -> None:
    made = scenes.game(2, *scenes.KEEP_TURN, (L, L, L, L, K, K, X, C))
    made.apply(1)
    scenes.at(table.app, made)
    table.wait(40)
    status = [text.text for text in table.canvas.texts if text.y == 0]
    assert status[0] == "BOB"
    assert "♞1" in status and "⚿1" in status
