"""The depth of calls over whole games, and that the call graph knows every call that is made."""

import random
from collections.abc import Callable

import pytest

from sim.driver import Driver
from tests.board import table, tile_table, tile_tour
from tools.gates import recursion
from tools.gates.depth import LIMIT, Profile

# seed, players, way and buildings, how many screens to one look at others: a short game that shows
# everything, and the largest one
TILE_GAMES = ((3, "pppppp", (1, 2), 4), (3, "pcpccc", (4, 2), 40))


@pytest.fixture(scope="module")
def profile() -> Profile:
    """Whole games through the screens, and a walk through what can be opened in them."""
    found = Profile()
    for seed, kinds in ((1, "pc"), (2, "ppcpc")):
        with Driver({"KOSTKA_SEED": seed}) as driver, found:
            table.sit_down(driver, kinds)
            table.play(driver, _look_around())
    for seed, kinds, options, often in TILE_GAMES:
        with Driver({"KOSTKA_SEED": seed}) as driver, found:
            tile_table.sit_down(driver, kinds, options)
            tile_table.play(driver, tile_tour.Tour(random.Random(seed).randrange, often).look)
    return found


def _look_around() -> Callable[[Driver], None]:
    """On the first screen of each kind: the overview, the menu and all that it leads to."""
    seen: set[str] = set()

    def look(driver: Driver) -> None:
        if driver.screen in seen or driver.screen not in ("Ready", "Table", "Decide"):
            return
        seen.add(driver.screen)
        if driver.screen != "Ready":
            driver.hold("a")
            driver.press("left", "b")
        for rows in range(6):
            driver.menu()
            driver.press(*["down"] * rows)
            name = driver.screen
            driver.press("a")
            if driver.screen != name:
                break
            driver.press("b", "b")

    return look


def test_calls_are_nested_15_deep_at_most(profile: Profile) -> None:
    assert len(profile.deepest) <= LIMIT, " > ".join(profile.deepest)


def test_the_profile_sees_the_loop_and_the_drivers(profile: Profile) -> None:
    assert profile.deepest[0].startswith("ui/app.py:App.")
    called = {name for _, name in profile.calls}
    assert "ui/app.py:App.paint" in called
    assert "hw/panel.py:Panel.pieces" in called
    assert "engine/dice/thinker.py:Thinker.step" in called
    assert "engine/tiles/thinker.py:Thinker.step" in called
    assert "engine/tiles/scoring.py:next_feature" in called  # the final scoring
    screens = "place follow watch wheel plague score final look far left pad crowns".split()
    drawn = {name for name in called if name.startswith("ui/tiles/") and ".draw" in name}
    assert {name.split("/")[-1].split(".")[0] for name in drawn} >= set(screens)


def test_the_call_graph_knows_every_call_that_was_made(profile: Profile) -> None:
    graph = recursion.tree_graph()
    known = {(str(a), str(b)) for a, callees in graph.edges.items() for b in callees}
    assert sorted(profile.calls - known) == []


def test_a_chain_that_is_too_deep_is_seen() -> None:
    from ui.match import Match

    def deeper(count: int) -> None:
        if count:
            Match.people(_Nobody(lambda: deeper(count - 1)))  # type: ignore[arg-type]

    with Profile() as profile:
        deeper(LIMIT + 1)
    assert len(profile.deepest) > LIMIT
    assert profile.deepest[0] == "ui/match.py:Match.people"


class _Nobody:
    """A match whose list of players does something when it is asked for."""

    def __init__(self, then: Callable[[], None]) -> None:
        self.then = then

    @property
    def kinds(self) -> bytes:
        self.then()
        return b""
