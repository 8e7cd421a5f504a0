"""Sitting down to a tile game by buttons alone, and a hand that plays it to its end.

Used by the scripts of this folder; plain language. What is done on each screen is mostly the
advice on it: the cursor begins where the computer player would put it, and A does that.
"""

from sim.driver import Driver

# Rows of the set-up: begin, number of players, who begins, the options, then the players.
_BEGIN = 0
_PLAYERS = 1
_OPTIONS = 3

_THINKING = ("Place", "Follow")


def sit_down(driver: Driver, kinds: str, options: tuple) -> None:
    """From power-on or the menu to the first picture of a game.

    `kinds` has a "p" or "c" for each player, `options` a value for every row of the options that
    is offered.
    """
    if driver.screen != "Menu":
        driver.press("a")
    _go_to(driver, driver.top.items.index("game_tiles"))
    driver.press("a")
    if driver.screen != "SetUp":
        raise RuntimeError("no set-up but " + driver.screen)
    for i in range(len(options)):
        _go_to(driver, _OPTIONS + i)
        driver.press(*["right"] * options[i])
    party = driver.app.party
    while party.count != len(kinds):
        _go_to(driver, _PLAYERS)
        driver.press("right")
    first = driver.top.rows.count - party.count
    for player in range(party.count):
        if party.kinds[player] != "pc".index(kinds[player]):
            _go_to(driver, first + player)
            driver.press("right")
    _go_to(driver, _BEGIN)
    driver.press("a")


def _go_to(driver: Driver, row: int) -> None:
    while driver.top.rows.at < row:
        driver.press("down")
    while driver.top.rows.at > row:
        driver.press("up")


def settle(driver: Driver) -> None:
    """Wait until the screen on top is a person's, with its cursor where the advice puts it."""
    while _is_busy(driver):
        driver.wait(20)


def _is_busy(driver: Driver) -> bool:
    name = driver.screen
    if name in _THINKING:
        return driver.top.at < 0 or not _knows(driver)
    return name == "Watch" or name == "Plague" and not driver.match.is_person(driver.top.player)


def _knows(driver: Driver) -> bool:
    """Has Place found all that it looks for?"""
    return not getattr(driver.top, "work", None)


def play(driver: Driver, on_screen=None) -> None:
    """To the winner. `on_screen(driver)` is called on every screen before a press that leads on;
    it comes back to a screen of the game."""
    while True:
        settle(driver)
        if on_screen:
            before = driver.top
            on_screen(driver)
            if driver.top is not before:
                continue
        if driver.screen == "Winner":
            return
        driver.press("a")
