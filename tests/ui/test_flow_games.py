"""Whole games from power-on to the winner, and what comes after, by button edges alone."""

from __future__ import annotations

import random

import pytest

from engine.contract import OVER
from engine.dice.terms import (
    ENDED_KEPT,
    ENDED_SHIFT,
    EVENT_CITY,
    EVENT_KEPT,
    EVENT_NINE,
    EVENT_NO_CITY,
    POINTS_MASK,
    SCORE,
)
from sim import person
from sim.driver import Driver
from tests.ui import scenes
from tests.ui.device import Device
from tests.ui.restless import Restless
from ui import signs, words
from ui.match import COMPUTER, PERSON

NAMES = ["ANA", "BOB", "EVA", "IVO", "UDO"]


def set_up(device: Device, kinds: str, begins: int = -1) -> None:
    """From the first screen through menu and set-up to the game's first screen, by presses."""
    device.press("a")
    assert device.screen == "Menu"
    device.press("a")
    assert device.screen == "SetUp"
    set_rows(device, kinds, begins)
    device.press("up" if device.top.rows.at else "b")
    go_to_row(device, 0)
    device.press("a")


def go_to_row(device: Device, row: int) -> None:
    while device.top.rows.at != row:
        device.press("down")


def set_rows(device: Device, kinds: str, begins: int) -> None:
    party = device.app.party
    go_to_row(device, 1)
    while party.count != len(kinds):
        device.press("right")
    go_to_row(device, 2)
    while party.begins != begins:
        device.press("left")
    for player in range(len(kinds)):
        if party.kinds[player] != "pc".index(kinds[player]):
            go_to_row(device, 3 + player)
            device.press("right")


class Reasons:
    """Watches a game: every change of points is told on a screen of its own (F36)."""

    def __init__(self, device: Device) -> None:
        self.scores: list[int] = [0] * device.game.players
        self.told: list[tuple[int, int]] = []
        self.turns = 0
        device.on_paint.append(self)

    def __call__(self, device: Device) -> None:
        game = device.game
        if game is None or len(game.turns) == self.turns:
            return
        self.turns += 1
        assert len(game.turns) == self.turns, "a turn ended without a picture"
        kind, player, points, size = game.events[-1]
        assert device.screen == ("Roll" if kind == EVENT_NINE else "Score")
        self.scores[player] += points
        assert self.scores == game.scores
        if kind == EVENT_NINE:
            return
        assert device.says(f"+{points}")
        assert device.says(str(game.scores[player]))
        assert device.says(device.match.names[player])
        self.told.append((kind, points))
        check_reason(device, kind, points, size)


def check_reason(device: Device, kind: int, points: int, size: int) -> None:
    """The words of the screen say why."""
    text = "\n".join(device.said())
    if kind == EVENT_CITY and device.game.doubled:
        key = words.t("score_doubled", words.tn("dice", size), points // 2, points)
    elif kind == EVENT_CITY:
        key = words.t("score_city", words.tn("dice", size), words.tn("points", points))
    else:
        keys = {EVENT_KEPT: "score_kept", EVENT_NO_CITY: "score_none"}
        key = words.t(keys.get(kind, "score_nothing"))
    for line in key.split("\n"):
        assert line in text


@pytest.mark.parametrize(
    ("kinds", "language", "seed", "begins"),
    [
        ("pc", "en", 1, -1),
        ("pp", "cs", 2, 1),
        ("ppc", "de", 3, 2),
        ("cpcp", "cs", 4, -1),
        ("pcppc", "en", 5, 3),
        ("ccc", "de", 6, 0),
    ],
)
def test_F36_whole_game_from_power_on_to_the_winner(
    kinds: str, language: str, seed: int, begins: int
) -> None:
    settings = {"KOSTKA_LANGUAGE": language, "KOSTKA_SPEED": seed % 3}
    with Device(settings, seed=seed) as device:
        assert device.screen == "Start"
        set_up(device, kinds, begins)
        assert device.match.names == NAMES[: len(kinds)]
        if begins >= 0:
            assert device.game.first == begins
        reasons = Reasons(device)
        person.play_on(device, person.follow_advice)
        game = device.game
        winner = game.winner()
        assert game.to_move == OVER and winner == game.player
        assert game.scores[winner] >= 42 or game.events[-1][0] == EVENT_NINE
        assert reasons.turns == len(game.turns)
        assert device.says(NAMES[winner]) and device.says(words.t("winner_title"))
        if game.events[-1][0] == EVENT_NINE:
            assert device.says(words.t("winner_nine"))
        else:
            assert device.says(words.tn("points", game.scores[winner]))
        if "p" not in kinds:
            assert device.presses < 25, "a game of computers needs no hands"


def test_F36_every_kind_of_end_is_told() -> None:
    """Odd play for long enough to see cities, doubled ones, kept knights and nothing."""
    told = set()
    for seed in range(3):
        with Device({"KOSTKA_SPEED": 0, "KOSTKA_HANDOVER": 0}, seed=seed) as device:
            device.deal("pp")
            reasons = Reasons(device)
            person.play_on(device, Restless(random.Random(seed)).act)
            told |= {kind for kind, _points in reasons.told}
    assert {EVENT_CITY, EVENT_NO_CITY, EVENT_KEPT} <= told


@pytest.mark.parametrize("seed", range(2))
def test_whole_game_on_a_board_without_a_scanner(seed: int) -> None:
    """Polled pins that bounce give the same presses."""
    with Device({"KOSTKA_SPEED": 0}, seed=seed, lacks=("keypad",), bounce_ms=4) as device:
        set_up(device, "pp", 0)
        person.play_on(device, person.follow_advice)
        assert device.game.winner() >= 0


def test_F26_same_game_with_bouncing_buttons_and_without() -> None:
    states = []
    for bounce in (0, 8):
        with Device({"KOSTKA_SPEED": 0}, seed=8, bounce_ms=bounce) as device:
            set_up(device, "pc", 0)
            person.play_on(device, person.follow_advice)
            states.append((device.state(), device.picture()))
    assert states[0] == states[1]


def test_same_seed_same_game_another_seed_another() -> None:
    states = []
    for seed in (3, 3, 4):
        with Device({"KOSTKA_SPEED": 0}, seed=seed) as device:
            device.deal("cc")
            person.play_on(device, person.follow_advice)
            states.append(device.state())
    assert states[0] == states[1] != states[2]


def test_whole_game_with_the_hardware_source() -> None:
    """No seed: the dice come from os.urandom, here a stream of bytes that repeats."""
    stream = random.Random(1)
    with Device({"KOSTKA_SPEED": 0}, entropy=stream.randbytes) as device:
        device.deal("pc")
        assert not device.parts.entropy.seeded
        person.play_on(device, person.follow_advice)
        assert device.game.winner() >= 0


# After the winner


def at_winner(device: Device, kinds: str = "pc") -> None:
    device.press("a", "a")
    set_rows(device, kinds, 0)
    go_to_row(device, 0)
    device.press("a")
    scenes_game = scenes.game(len(kinds), *(scenes.RING_THROW, *scenes.FOUR_RING, SCORE) * 40)
    device.match.game = scenes_game
    device.match.show(device.app)
    device.wait(40)
    assert device.screen == "Winner"


def choose_after(device: Device, key: str) -> None:
    while not device.says(words.t(key)):
        device.press("right")
    device.press("a")


def test_winner_again_with_the_same_players() -> None:
    with Device({"KOSTKA_SPEED": 0}, seed=1) as device:
        at_winner(device, "pcp")
        assert device.says(words.t("winner_again")), "offered first"
        old = device.game
        choose_after(device, "winner_again")
        game = device.game
        assert game is not old and game.scores == [0, 0, 0] and not game.turns
        assert device.match.names == NAMES[:3]
        assert list(device.match.kinds) == [PERSON, COMPUTER, PERSON]
        person.play_on(device, person.follow_advice)
        assert device.game.winner() >= 0


def test_winner_other_players() -> None:
    with Device(seed=1) as device:
        at_winner(device)
        choose_after(device, "winner_players")
        assert device.screen == "SetUp" and device.match is None
        assert device.app.party.count == 2
        device.press("b")
        assert device.screen == "Menu"


def test_winner_to_the_menu_where_no_game_waits() -> None:
    with Device(seed=1) as device:
        at_winner(device)
        choose_after(device, "winner_menu")
        assert device.screen == "Menu"
        assert not device.says(words.t("menu_continue"))


def test_D34_winner_leads_to_the_pad_and_back() -> None:
    with Device(seed=1) as device:
        at_winner(device)
        before = device.picture()
        device.press("b")
        assert device.screen == "Pad"
        device.press("b")
        assert device.picture() == before


# Leaving and coming back


def leave(device: Device) -> None:
    """To the menu by the last item of the pause, with yes."""
    device.menu()
    device.press("up", "a")
    assert device.screen == "Question"
    device.press("down", "a")
    assert device.screen == "Menu"


def test_F37_continue_shows_the_same_position() -> None:
    """From every kind of screen of a game: leave, continue, and the state is the same."""
    seen = set()
    with Device({"KOSTKA_SPEED": 0}, seed=3) as device:
        device.deal("ppc")

        def leave_and_come_back(driver: Driver) -> None:
            if driver.screen in ("Winner", "Roll"):
                return
            seen.add(driver.screen)
            left = driver.screen
            before = device.state()
            leave(device)
            kept = device.parts.store.history()
            assert device.match is None, "it rests in the store"
            assert device.says(words.t("menu_continue"))
            assert device.top.items[device.top.rows.at] == "menu_continue"
            device.wait(5000)
            assert device.parts.store.history() == kept, "nothing goes on in the menu"
            driver.press("a")
            if left == "Ready" and driver.screen == "Score":
                driver.press("a")  # the last score is shown again
            if driver.screen not in ("Watch", "Score", "Roll"):
                assert driver.state() == before

        for _ in range(40):
            leave_and_come_back(device)
            if device.screen == "Winner":
                break
            if device.screen in ("Ready", "Table", "Decide"):
                person.follow_advice(device)
            elif device.screen == "Score":
                device.press("a")
            else:
                device.wait(400)
                if device.screen == "Score":
                    leave_and_come_back(device)
                    continue
    assert {"Ready", "Table", "Decide", "Watch", "Score"} <= seen


def test_F24_the_dice_stop_where_another_game_should_begin() -> None:
    """The game that is over is over: nothing of it waits in the menu."""
    with Device(seed=1) as device:
        at_winner(device)

        def stopped(_count: int) -> int:
            raise RuntimeError("dead")

        device.app.party.begins = -1
        device.parts.entropy.draw = stopped
        device.parts.entropy.fault = "dead"
        device.press("a")
        assert device.screen == "Fault" and device.match is None
        device.press("a")
        assert device.screen == "Menu"
        assert not device.says(words.t("menu_continue"))


def test_new_game_over_a_running_one_asks_first() -> None:
    with Device(seed=3) as device:
        device.deal("pp")
        device.press("a")
        device.until("Table")
        leave(device)
        before = device.parts.store.history()
        device.press("down", "a")
        assert device.screen == "Question" and device.top.rows.at == 0
        device.press("a")
        assert device.screen == "Menu" and device.parts.store.history() == before
        device.press("a")
        assert device.screen == "Question"
        device.press("down", "a")
        assert device.screen == "SetUp"
        device.press("b")
        assert device.parts.store.history() == before, "not given up yet"
        assert device.screen == "Menu"
        device.press("a")
        assert device.screen == "Table"


# The pad


@pytest.mark.parametrize("players", (2, 3, 4, 5))
def test_D34_pad_shows_the_points_of_every_turn(players: int) -> None:
    """Scrolled from the first round to the last, every turn of every player is read there."""
    with Device({"KOSTKA_SPEED": 0}, seed=players) as device:
        device.deal("p" * players, first=1)
        restless = Restless(random.Random(players), oddity=1)
        while len(device.game.turns) < 6 * players and device.screen != "Winner":
            if device.screen in ("Ready", "Table", "Decide"):
                restless.act(device)
            elif device.screen == "Score":
                device.press("a")
            else:
                device.wait(50)
        device.until(lambda: device.screen in ("Score", "Winner", "Ready", "Table", "Decide"))
        device.menu() if device.screen != "Winner" else device.press("b")
        if device.screen == "Pause":
            device.press("down", "down", "a")
        assert device.screen == "Pad"
        assert read_pad(device) == expected_pad(device.game)


def test_D34_pad_shows_every_number_of_points_and_a_kept_knight() -> None:
    """All that a turn can score (D21, D22), and the knight's sign for a turn that kept one."""
    points = (0, 1, 2, 3, 6, 10, 12, 15, 20, 21, 28, 30, 42, 56)
    with Device(seed=1) as device:
        device.deal("pp")
        device.game.turns[:] = bytes(points) + bytes((ENDED_KEPT << ENDED_SHIFT,))
        device.menu()
        device.press("down", "down", "a")
        shown = [text for row in read_pad(device) for text in row]
        assert shown == [str(number) for number in points] + [signs.KNIGHT]


def expected_pad(game) -> list[list[str]]:
    rounds: list[list[str]] = []
    for i in range(len(game.turns)):
        if i % game.players == 0:
            rounds.append([])
        turn = game.turns[i]
        kept = turn >> ENDED_SHIFT == ENDED_KEPT
        rounds[-1].append(signs.KNIGHT if kept else str(turn & POINTS_MASK))
    return rounds


def read_pad(device: Device) -> list[list[str]]:
    """Scroll up to the first round, then down to the last; the texts of every round."""
    rounds: dict[int, list[str]] = {}
    for button in ["up"] * 40 + ["down"] * 40:
        at = device.top.at
        for number, row in rows_of(device).items():
            assert rounds.setdefault(number, row) == row
        device.press(button)
        if device.top.at == at and button == "down":
            break
    return [rounds[number] for number in sorted(rounds)]


def rows_of(device: Device) -> dict[int, list[str]]:
    """Number of a round -> its texts, from the picture's texts by their place."""
    found = {}
    for text in device.canvas.texts:
        if text.text.endswith(".") and text.text[:-1].isdigit():
            row = [t for t in device.canvas.texts if t.y == text.y and t is not text]
            found[int(text.text[:-1])] = [t.text for t in sorted(row, key=lambda t: t.x)]
    return found
