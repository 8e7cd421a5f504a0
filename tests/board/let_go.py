"""A game is opened, played a little, left for the menu, and opened again, several times.

Argument: the game's place in ui.games.GAMES. Says how many bytes of the heap are held in the menu
before it was opened and after each leaving, and in the game before each; and how many of the game's
modules are still there after each leaving. RuntimeError where it comes back in another state.
"""

import start

start.prepare()

import sys
from array import array
from binascii import crc32

from bare import bare_board

from sim import modules

_PRESSES = 25
_ROUNDS = 12


class Hand:
    """Presses buttons of a device, switched on as code.py does it."""

    def __init__(self, world) -> None:
        self.world = world
        world.install()
        from hw.start import build

        parts = build()
        modules.let_go()

        from ui.room import load

        load(("ui.canvas", "ui.words", "ui.app"))

        from ui.app import App, first_screen

        self.app = App(parts)
        self.app.push(first_screen(self.app))
        self.state = 0  # of the game when it was left
        self.press("a")
        self.until("Menu")

    def name(self) -> str:
        return type(self.app.top()).__name__

    def press(self, *buttons: str) -> None:
        """One after the other, each with the time that the device wants after it."""
        for button in buttons:
            end = self.world.press(button, None, 40) + 300
            while self.world.now < end or self.app.later:
                self.step()
            start.forget(self.world)

    def step(self) -> None:
        """One round of the loop."""
        before = self.world.now
        self.app.step()
        if self.world.now == before:
            self.world.clock.advance(1000)

    def until(self, name: str) -> None:
        while self.name() != name:
            self.step()

    def choose(self, key: str) -> None:
        """An item of the menu."""
        rows = self.app.top().rows
        while self.app.top().items[rows.at] != key:
            self.press("down")
        self.press("a")

    def leave(self) -> None:
        """To the menu, by the menu of the game."""
        while self.name() != "Pause":
            self.press("menu")
        self.press("up", "a")
        if self.name() != "Question":
            raise RuntimeError("no question but " + self.name())
        self.press("down", "a")
        self.until("Menu")


def rest(area: str) -> list:
    """The modules of a game that are in the heap."""
    found = []
    for folder in ("engine.", "ui."):
        for name in sys.modules:
            if name == folder + area or name.startswith(folder + area + "."):
                found.append(name)
    return sorted(found)


def play(hand: Hand, key: str, turn: int) -> int:
    """Open the game, anew or where it was left, and play a little: bytes held then. What a function
    has in its hands here is gone with it."""
    if turn % 2:
        hand.choose("menu_continue")
    else:
        hand.choose(key)
        if hand.name() == "Question":
            hand.press("down", "a")
        hand.press("a")
    if hand.app.match is None:
        raise RuntimeError("no game but " + hand.name())
    if turn % 2 and crc32(hand.app.match.game.pack()) != hand.state:
        raise RuntimeError("another state")
    for _ in range(_PRESSES):
        hand.press("a")
    hand.state = crc32(hand.app.match.game.pack())
    return start.live()


def main() -> None:
    (number,) = start.arguments()
    hand = Hand(bare_board(5))
    from ui.games import GAMES

    key = GAMES[number][0]
    area = GAMES[number][1]
    # Kept in bytes that are there from the beginning: they must not grow meanwhile.
    menu = array("L", bytes(8 * (_ROUNDS + 1)))
    played = array("L", bytes(8 * _ROUNDS))
    left = bytearray(_ROUNDS)
    menu[0] = start.live()
    for turn in range(_ROUNDS):
        played[turn] = play(hand, key, turn)
        hand.leave()
        left[turn] = len(rest(area))
        menu[turn + 1] = start.live()
    start.say({"menu": list(menu), "played": list(played), "left": list(left)})


main()
