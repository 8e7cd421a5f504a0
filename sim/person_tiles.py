"""A person who plays the tile game by its screens: reads them, and presses what leads there.

Whatever may be done can be carried out, on any screen of a person's turn; what is to be done is
decided by whoever asks. `follow_advice` does what the computer player would do.

Plain language only: this runs under MicroPython too.
"""

from engine.tiles.game import TileGame
from engine.tiles.terms import PLACE_AT, TAKE
from engine.tiles.thinker import Thinker
from sim.driver import Driver
from sim.person import ARROWS, light_up
from ui.tiles.place import jump

# Screens of a decision, and those that tell of something.
DECISIONS = ("Place", "Follow", "Plague")
TOLD = ("Score", "Wheel", "Out", "Final", "Notice")
_LONG_MS = 300000


def deal(driver: Driver, kinds: str, options: tuple = (0, 0, 0, 0), first: int = 0) -> None:
    """Begin a tile game without the set-up: `kinds` as for Driver.deal, `options` a byte for each
    row of ui.tiles.options. Its first screen is on top then."""
    from ui import games

    count = len(kinds)
    party = driver.app.party
    party.count = count
    party.begins = first
    for player in range(count):
        party.kinds[player] = 0 if kinds[player] == "p" else 1
    party.options["game_tiles"] = bytearray(options)
    games.start(
        driver.app,
        games.find("game_tiles"),
        party.names[:count],
        bytearray(party.kinds[:count]),
        first,
        bytes(options),
    )
    driver.wait(40)


def advice(game: TileGame) -> int:
    """What the computer player would do now."""
    thinker = Thinker(game)
    action = thinker.step()
    while action is None:
        action = thinker.step()
    return action


def follow_advice(driver: Driver) -> int:
    """Do what the computer player would do in this person's place; the action."""
    settle(driver)
    action = advice(driver.game)
    carry_out(driver, action)
    return action


def any_action(driver: Driver, chance) -> int:  # type: ignore[no-untyped-def]
    """Any legal action of the player who is to move, as the screen offers it; `chance` chooses
    from a list."""
    settle(driver)
    action = chance.choice(driver.game.legal_actions())
    if driver.screen == "Place":  # turns that look alike are offered once
        action = (action & ~3) | driver.top.looks[action & 3]
    return action


def settle(driver: Driver) -> None:
    """Wait until the screen of a decision has a cursor."""
    driver.until(lambda: driver.screen not in DECISIONS or driver.top.at >= 0)


def carry_out(driver: Driver, action: int) -> None:
    """Do one legal action of the player who is to move, by presses alone.

    Raises RuntimeError where the screens do not lead there.
    """
    light_up(driver)
    settle(driver)
    if action >= PLACE_AT:
        _place(driver, (action - PLACE_AT) >> 2, action & 3)
    elif action >= TAKE:
        _take(driver, action - TAKE)
    else:
        _choose(driver, action)


def play_on(driver: Driver, act, on_screen=None) -> None:  # type: ignore[no-untyped-def]
    """Play until somebody has won: `act(driver)` for every decision of a person, and one press on
    whatever is told to a person. `on_screen(driver)` is called on every screen before that."""
    while True:
        light_up(driver)
        if on_screen:
            on_screen(driver)
        name = driver.screen
        if name == "Winner":
            return
        if name == "Ready":
            driver.press("a")
        elif not waits(driver):
            _wait_for_another(driver)
        elif name in DECISIONS:
            act(driver)
        elif name in TOLD:
            driver.press("a")
        else:
            raise RuntimeError("no screen of a game: " + name)


def waits(driver: Driver) -> bool:
    """Does the screen on top wait for a person?"""
    match = driver.match
    game = driver.game
    name = driver.screen
    if name == "Watch":
        return False
    if name == "Plague":
        return match.is_person(driver.top.player)
    if name == "Score":  # of the turn that has ended
        return match.is_person((game.player - 1) % game.players)
    if name == "Wheel" or name == "Out":
        return match.is_person(game.player)
    if name == "Final":
        return match.people() > 0
    return True


def _wait_for_another(driver: Driver) -> None:
    before = driver.top
    # Where only computers play, the final scoring is one long screen. The plague asks one player
    # after the other on the same screen.
    driver.until(lambda: driver.top is not before or waits(driver), _LONG_MS)


# The tile in hand


def _place(driver: Driver, key: int, turn: int) -> None:
    screen = driver.top
    if driver.screen != "Place" or key not in screen.spots:
        raise RuntimeError(f"{driver.screen} does not offer square {key}")
    for name in path(screen.spots, screen.at, screen.spots.index(key)):
        driver.press(name)
    turn = screen.looks[turn]
    for _ in range(4):
        if screen.turn == turn:
            driver.press("a")
            return
        driver.press("b")
    raise RuntimeError(f"turn {turn} is not offered on square {key}")


def _take(driver: Driver, tile: int) -> None:
    """The plague: the follower on this tile goes home."""
    screen = driver.top
    if driver.screen != "Plague" or tile not in screen.tiles:
        raise RuntimeError(f"{driver.screen} does not offer tile {tile}")
    while screen.tiles[screen.at] != tile:
        driver.press("b")
    driver.press("a")


def _choose(driver: Driver, action: int) -> None:
    """What is put on the tile; END: nothing more."""
    screen = driver.top
    if driver.screen != "Follow" or action not in screen.choices:
        raise RuntimeError(f"{driver.screen} does not offer {action}")
    count = len(screen.choices)
    steps = (screen.choices.index(action) - screen.at) % count
    if steps * 2 <= count:
        driver.press(*["down"] * steps)
    else:
        driver.press(*["up"] * (count - steps))
    driver.press("a")


def path(spots: list, start: int, goal: int) -> list:
    """The fewest arrows that lead the cursor from one of the squares to another, both by their
    place among them. Raises RuntimeError where none do."""
    came: dict = {start: None}
    queue = [start]
    for at in queue:
        if at == goal:
            names: list = []
            while came[at]:
                at, name = came[at]
                names.insert(0, name)
            return names
        for key in range(len(ARROWS)):
            spot = jump(spots, spots[at], key)
            if spot >= 0 and spot not in came:
                came[spot] = (at, ARROWS[key])
                queue.append(spot)
    raise RuntimeError(f"no arrows lead from square {spots[start]} to {spots[goal]}")
