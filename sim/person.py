"""A person who plays the Dice Game by its screens: reads them, and presses what leads there.

Whatever may be done can be carried out, on any screen of a person's turn; what is to be done is
decided by whoever asks. `follow_advice` does what the computer player would do.

Plain language only: this runs under MicroPython too.
"""

from engine.dice.faces import KNIGHT as KNIGHT_ITEM
from engine.dice.game import DiceGame
from engine.dice.layout import BUILD, face_of, split_action
from engine.dice.terms import KNIGHT, ROLL
from engine.dice.thinker import Thinker
from hw.power import DARK
from sim.driver import Driver
from ui import keys
from ui.dice import decide, ground, tray

# The arrows, by their keys.
ARROWS = ("up", "down", "left", "right")
_TRAY = "tray"


def advice(game: DiceGame) -> int:
    """What the computer player would do now."""
    thinker = Thinker(game)
    action = thinker.step()
    while action is None:
        action = thinker.step()
    return action


def follow_advice(driver: Driver) -> int:
    """Do what the computer player would do in this person's place; the action."""
    action = advice(driver.game)
    carry_out(driver, action)
    return action


def carry_out(driver: Driver, action: int) -> None:
    """Do one legal action of the player whose turn it is, by presses alone.

    Raises RuntimeError where the screens do not lead there.
    """
    light_up(driver)
    if driver.screen == "Ready":
        if action != ROLL:
            raise RuntimeError(f"a turn begins with a roll, not with {action}")
        driver.press("a")
    elif action >= BUILD or action == KNIGHT:
        if driver.screen == "Decide":
            _leave_choice(driver, action)
        if driver.screen == "Table":
            _use_table(driver, action)
    else:
        if driver.screen == "Table":
            _to_tray(driver)
            _choose_item(driver, tray.DECIDE)
        _choose(driver, action)


def light_up(driver: Driver) -> None:
    """On a dark panel the first press does nothing but light it."""
    if driver.parts.power.stage == DARK:
        driver.press("b")


def play_on(driver: Driver, act, on_screen=None) -> None:
    """Play until somebody has won: `act(driver)` for every decision of a person, and one press on
    each score of a person. `on_screen(driver)` is called on every screen before that."""
    while True:
        light_up(driver)
        if on_screen:
            on_screen(driver)
        name = driver.screen
        if name == "Winner":
            return
        if name in ("Ready", "Table", "Decide"):
            act(driver)
        elif name == "Notice" or (name == "Score" and is_person(driver)):
            driver.press("a")
        elif name in ("Roll", "Watch", "Score"):
            _wait_for_another(driver)
        else:
            raise RuntimeError("no screen of a game: " + name)


def is_person(driver: Driver) -> bool:
    """Is the player of the turn on the table a person?"""
    return driver.match is not None and driver.match.is_person(driver.game.player)


def _wait_for_another(driver: Driver) -> None:
    before = driver.top
    driver.until(lambda: driver.top is not before)


# The choice of how to go on


def _leave_choice(driver: Driver, action: int) -> None:
    """From the choice to the ground; a knight can be set aside at once."""
    if action == KNIGHT:
        _choose(driver, KNIGHT)
    else:
        _choose(driver, decide.BUILD_ON)


def _choose(driver: Driver, choice: int) -> None:
    screen = driver.top
    if driver.screen != "Decide" or choice not in screen.choices:
        raise RuntimeError(f"{driver.screen} does not offer {choice}")
    _roll_to(driver, screen.choices.index(choice) - screen.rows.at, len(screen.choices))
    driver.press("a")


def _roll_to(driver: Driver, steps: int, count: int) -> None:
    """Up or down in a list that goes round, the shorter way."""
    steps %= count
    if steps * 2 <= count:
        driver.press(*["down"] * steps)
    else:
        driver.press(*["up"] * (count - steps))


# The ground and the tray


def _use_table(driver: Driver, action: int) -> None:
    if action == KNIGHT:
        _to_tray(driver)
        _choose_item(driver, KNIGHT_ITEM)
        return
    look, x, y = split_action(action)
    _take(driver, face_of(action), (x, y))
    for name in path(driver.top.spots, driver.top.at, (x, y)):
        driver.press(name)
    table = driver.top
    if look not in table.looks:
        raise RuntimeError(f"look {look} is not offered at {x}, {y}")
    steps = (table.looks.index(look) - table.turn) % len(table.looks)
    driver.press(*["b"] * steps)
    driver.press("a")


def _take(driver: Driver, face: int, place: tuple) -> None:
    """The face in hand and the cursor among places of which `place` is one."""
    if driver.top.face == face and place in driver.top.spots:
        if driver.top.in_tray:
            driver.press("b")
        return
    _to_tray(driver)
    _choose_item(driver, face)
    if place not in driver.top.spots:
        _to_tray(driver)
        _choose_item(driver, tray.APART)
    if driver.top.face != face or place not in driver.top.spots:
        raise RuntimeError(f"face {face} cannot go to {place}")


def _to_tray(driver: Driver) -> None:
    table = driver.top
    if not table.in_tray:
        for name in path(table.spots, table.at, _TRAY):
            driver.press(name)
    if not driver.top.in_tray:
        raise RuntimeError("no way to the tray")


def _choose_item(driver: Driver, item: int) -> None:
    items = tray.items(driver.game)
    if item not in items:
        raise RuntimeError(f"the tray does not offer {item}")
    _roll_to(driver, items.index(item) - items.index(driver.top.item), len(items))
    driver.press("a")


def path(spots: list, start: tuple, goal: object) -> list:
    """The fewest arrows that lead the cursor from one of the places to another, or off them to
    the tray (`goal` "tray"). Raises RuntimeError where none do."""
    came: dict = {start: None}
    queue = [start]
    for at in queue:
        if at == goal:
            return _traced(came, at)
        for key in (keys.LEFT, keys.RIGHT, keys.UP, keys.DOWN):
            spot = ground.jump(spots, at, key)
            if spot is None:
                if goal == _TRAY and key in (keys.LEFT, keys.RIGHT):
                    return _traced(came, at) + [ARROWS[key]]
            elif spot not in came:
                came[spot] = (at, ARROWS[key])
                queue.append(spot)
    raise RuntimeError(f"no arrows lead from {start} to {goal}")


def _traced(came: dict, at: tuple) -> list:
    names: list = []
    while came[at]:
        at, name = came[at]
        names.insert(0, name)
    return names
