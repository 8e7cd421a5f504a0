"""Whole tile games from power-on to the winner by button edges alone, in every way to play, and how
many presses a turn takes."""

from __future__ import annotations

import random

import pytest

from engine.contract import OVER
from engine.tiles.state import FOLLOWERS
from engine.tiles.table import counts
from engine.tiles.terms import (
    BASE,
    CONFIRM,
    EV_CROWNS,
    EV_FEATURE,
    EV_WHEEL,
    FOLLOW,
    HOUSE,
    MIX,
    NONE,
    NORMAL,
    PLACE,
    SHORT,
    TAKEN,
    VARIANT,
    WHEEL,
)
from sim import person_tiles
from sim.driver import Driver
from tests.board import tile_table
from tests.ui.device import Device
from tools.bench import presses
from ui import words
from ui.match import COMPUTER, PERSON

MEDIAN = 20  # presses of a turn
TENTH = 28  # at the 90th percentile
ARROWS = ("up", "down", "left", "right")
QUICK = {"KOSTKA_SPEED": 0}


class Wilful:
    """A person who does any legal thing, now and then something else first, and takes back."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.taken_back = 0
        self.done: set[int] = set()  # phases in which he acted

    def act(self, device: Driver) -> None:
        person_tiles.settle(device)
        game = device.game
        if self.random.randrange(6) == 0:
            self._fiddle(device)
        phase = game.phase
        action = person_tiles.any_action(device, self.random)
        steps = list(game.steps)
        person_tiles.carry_out(device, action)
        self.done.add(phase)
        if phase in (PLACE, FOLLOW) and action > 0:
            assert game.steps == [*steps, action], "what was pressed is what is done"

    def _fiddle(self, device: Driver) -> None:
        name = device.screen
        what = self.random.choice(("arrows", "back", "look", "pause"))
        if what == "arrows":
            device.press(*(self.random.choice(ARROWS) for _ in range(4)))
        elif what == "back" and name == "Follow":
            steps = len(device.game.steps)
            device.hold("b")
            self.taken_back += steps - len(device.game.steps)
        elif what == "look":
            device.hold("a")
            if device.screen != name:
                device.press(*(self.random.choice(ARROWS) for _ in range(3)), "b")
        elif what == "pause":
            device.menu()
            device.press("b")
        person_tiles.settle(device)


class Told:
    """Watches the pictures: the sum of all that was told is every player's score (F36)."""

    def __init__(self, device: Device) -> None:
        self.points = [0] * device.game.players
        self._seen: list[tuple] = []
        device.on_paint.append(self)

    def __call__(self, device: Device) -> None:
        if device.screen not in ("Score", "Wheel", "Final"):
            return
        for event in (device.top.event, getattr(device.top, "crowns", ())):
            if event and not any(event is seen for seen in self._seen):
                self._seen.append(event)
                self._add(event)

    def _add(self, event: tuple) -> None:
        for player in range(len(self.points)):
            if event[0] == EV_FEATURE:
                self.points[player] += event[6] * (event[7] >> player & 1)
            elif event[0] == EV_WHEEL:
                self.points[player] += event[4][player]
            elif event[0] == EV_CROWNS:
                self.points[player] += event[2][player]


def check_end(device: Driver, way: int, buildings: int) -> None:
    """Everything is where it belongs when the game is over."""
    game = device.game
    land = game.land
    assert game.to_move == OVER
    out = list(game.supply)
    for tile in range(land.count):
        assert not land.stands[tile], "all came home in the final scoring"
    for crown in game.crowns:
        if crown:
            out[crown - 1] += 1
    assert out == [FOLLOWERS] * game.players
    start = 1 if way in (BASE, HOUSE) else 16
    assert game.turn == land.count - start
    assert game.turn + len(game.out) == sum(counts(way))
    each = ((0,) * 5, (9, 6, 4, 3, 3), (9, 6, 3, 3, 3))[buildings]  # B1, B3
    dealt = each[game.players - 2] * game.players
    lying = sum(1 for tile in range(land.count) if land.tokens[tile])
    assert sum(game.tokens) + lying == dealt
    assert [sum(game.tally[6 * p : 6 * p + 6]) for p in range(game.players)] == game.scores


GAMES = [
    # players, way, buildings, small city, famine, language, seed, who decides
    ("pp", WHEEL, NONE, 0, 0, "en", 1, "advice"),
    ("pcp", WHEEL, NORMAL, 1, 1, "cs", 2, "wilful"),
    ("pcc", SHORT, NONE, 0, 1, "de", 3, "wilful"),
    ("ppppc", SHORT, VARIANT, 0, 0, "en", 4, "advice"),
    ("cp", HOUSE, NONE, 1, 0, "cs", 5, "wilful"),
    ("pcpc", HOUSE, VARIANT, 0, 0, "de", 6, "wilful"),
    ("ppc", BASE, NONE, 0, 0, "en", 7, "wilful"),
    ("cpccc", BASE, NORMAL, 1, 0, "cs", 8, "advice"),
    ("pccpc", MIX, NONE, 0, 1, "de", 9, "wilful"),
    ("pcpcpc", MIX, VARIANT, 0, 0, "en", 10, "wilful"),
    ("cccccc", MIX, NORMAL, 0, 0, "cs", 11, "advice"),
]


@pytest.mark.parametrize(
    ("kinds", "way", "buildings", "city", "famine", "language", "seed", "who"), GAMES
)
def test_W18_to_W23_whole_game_from_power_on_to_the_winner(
    kinds: str,
    way: int,
    buildings: int,
    city: int,
    famine: int,
    language: str,
    seed: int,
    who: str,
) -> None:
    settings = {"KOSTKA_LANGUAGE": language, "KOSTKA_SPEED": seed % 3}
    options = (way, buildings, city) if way == BASE else (way, buildings, city, famine)
    with Device(settings, seed=seed) as device:
        assert device.screen == "Start"
        tile_table.sit_down(device, kinds, options)
        game = device.game
        assert (game.way, game.buildings, game.house) == (way, buildings, city | famine << 1)
        assert [kind == PERSON for kind in device.match.kinds] == [kind == "p" for kind in kinds]
        told = Told(device)
        wilful = Wilful(seed)
        act = wilful.act if who == "wilful" else person_tiles.follow_advice
        begun = device.presses
        person_tiles.play_on(device, act)
        check_end(device, way, buildings)
        assert told.points == game.scores
        for player in range(len(kinds)):
            if game.winners() >> player & 1:
                assert device.says(device.match.names[player])
        assert device.says(str(max(game.scores)))
        if "p" not in kinds:
            assert device.presses == begun, "a game of computers needs no hands"


def test_T2_every_step_of_a_persons_own_will_is_possible() -> None:
    """Placing, putting, the end of the turn and the plague were all done by presses, and steps
    were taken back."""
    wilful = Wilful(3)
    for seed in range(2):
        with Device({**QUICK, "KOSTKA_HANDOVER": 0}, seed=seed) as device:
            person_tiles.deal(device, "pp", (WHEEL, NORMAL, 0, 0))
            person_tiles.play_on(device, wilful.act)
            check_end(device, WHEEL, NORMAL)
    assert wilful.done >= {TAKEN, PLACE, FOLLOW, CONFIRM}
    assert wilful.taken_back


def test_a_computer_plays_as_well_as_the_advice() -> None:
    """A game of computers is the game of persons who follow the advice: the same chance."""
    states = []
    for kinds in ("pp", "cc"):
        with Device(QUICK, seed=4) as device:
            person_tiles.deal(device, kinds, (SHORT, 0, 0, 0))
            person_tiles.play_on(device, person_tiles.follow_advice)
            states.append(device.state())
    assert states[0] == states[1]


@pytest.mark.parametrize("seed", range(2))
def test_whole_game_on_a_board_without_a_scanner(seed: int) -> None:
    """Polled pins that bounce give the same presses."""
    with Device(QUICK, seed=seed, lacks=("keypad",), bounce_ms=4) as device:
        tile_table.sit_down(device, "pp", (SHORT,))
        person_tiles.play_on(device, Wilful(seed).act)
        check_end(device, SHORT, NONE)


def test_F26_same_game_with_bouncing_buttons_and_without() -> None:
    states = []
    for bounce in (0, 8):
        with Device(QUICK, seed=8, bounce_ms=bounce) as device:
            tile_table.sit_down(device, "pc", (SHORT,))
            person_tiles.play_on(device, person_tiles.follow_advice)
            states.append((device.state(), device.picture()))
    assert states[0] == states[1]


def test_whole_game_with_the_hardware_source() -> None:
    """No seed: the tiles come from os.urandom, here a stream of bytes."""
    stream = random.Random(1)
    with Device(QUICK, entropy=stream.randbytes) as device:
        person_tiles.deal(device, "pc", (SHORT, 0, 0, 0))
        assert not device.parts.entropy.seeded
        person_tiles.play_on(device, person_tiles.follow_advice)
        check_end(device, SHORT, NONE)


def test_winner_again_with_the_same_players_and_options() -> None:
    with Device(QUICK, seed=1) as device:
        person_tiles.deal(device, "pc", (SHORT, VARIANT, 1, 1), first=1)
        person_tiles.play_on(device, person_tiles.follow_advice)
        old = device.game
        assert device.says(words.t("winner_again"))
        device.press("a")
        game = device.game
        assert game is not old and not game.turn and list(game.scores) == [0, 0]
        assert (game.way, game.buildings, game.house) == (SHORT, VARIANT, 3)
        assert list(device.match.kinds) == [PERSON, COMPUTER]
        person_tiles.play_on(device, person_tiles.follow_advice)
        check_end(device, SHORT, VARIANT)


# -- presses -----------------------------------------------------------------------------------


@pytest.mark.parametrize("oddity", (0, presses.OWN))
def test_presses_of_a_turn(oddity: int) -> None:
    found = presses.turns(presses.TURNS, oddity, Device)
    median = found[presses.TURNS // 2]
    tenth = found[presses.TURNS * 9 // 10]
    print(f"presses of a turn: median {median}, 90th percentile {tenth}, most {found[-1]}")
    assert found[0] >= 3, "draw, place, end"
    assert median <= MEDIAN
    assert tenth <= TENTH
