"""Whole Dice Games through the screens, from power-on to the winner, by edges on the pins.

Arguments: people, computers, seed. Says how the game went and how many bytes of the heap were
held at each kind of screen, the simulated board itself not counted.

The heap is a small one, so the hand is a simple one: the cursor of every screen begins on what
the computer player would do, and A does it.
"""

import start

start.prepare()

BEFORE = start.live()

from sim.world import World

_TAP_MS = 40
_PAUSE_MS = 40

# Screens that wait for a press; all others go on by themselves.
_WAITING = ("Start", "Ready", "Table", "Decide")


def bare_world(seed: int):
    """A world with the pins that the device uses and no others."""
    world = World({"KOSTKA_SEED": seed, "KOSTKA_SPEED": 1})
    used = ["GP4", "GP5", "LED"]
    for number in range(10, 16):
        used.append("GP%d" % number)
    for name in sorted(world.pins):
        if name not in used:
            del world.pins[name]
    return world


class Hand:
    """Presses what leads on; `most` has the most bytes held on each kind of screen."""

    def __init__(self, world) -> None:
        self.world = world
        world.install()
        from hw.wiring import wire
        from ui.app import App
        from ui.screens.start import Start

        self.app = App(wire())
        self.app.push(Start(self.app))
        self.free = 0  # ms from which it may press again
        self.presses = 0
        self.most: dict = {}
        self._seen = None

    def name(self) -> str:
        return type(self.app.top()).__name__

    def press(self, button: str) -> None:
        """Press a button, and let the device work until it is seen to be released."""
        self.presses += 1
        end = self.world.press(button, None, _TAP_MS) + _PAUSE_MS
        while self.world.now < end:
            self.step()
        start.forget(self.world)

    def step(self) -> None:
        """One round of the loop."""
        before = self.world.now
        self.app.step()
        if getattr(self.app, "short", False):
            raise MemoryError("the device ran short of memory")
        if self.world.now == before:
            self.world.clock.advance(1000)
        if self.app.top() is not self._seen:
            self._seen = self.app.top()
            self.most[self.name()] = max(self.most.get(self.name(), 0), start.live() - FAKES)

    def go_to(self, row: int) -> None:
        """The chosen row of a list."""
        rows = self.app.top().rows
        while rows.at != row:
            self.press("down" if rows.at < row else "up")

    def sit_down(self, people: int, computers: int) -> None:
        """From power-on into a game."""
        self.press("a")
        self.go_to(self.app.top().items.index("game_dice"))
        self.press("a")
        party = self.app.party
        self.go_to(1)
        while party.count != people + computers:
            self.press("right")
        for player in range(party.count):
            if party.kinds[player] != (0 if player < people else 1):
                self.go_to(3 + player)
                self.press("right")
        self.go_to(0)
        self.press("a")

    def play(self) -> None:
        """To the winner."""
        game = self.app.match.game
        while self.name() != "Winner":
            name = self.name()
            if name in _WAITING or (name == "Score" and self.app.match.is_person(game.player)):
                self.press("a")
            else:
                self.step()


def main() -> None:
    people, computers, seed = start.arguments()
    hand = Hand(WORLD)
    hand.sit_down(people, computers)
    hand.play()
    game = hand.app.match.game
    start.say(
        {
            "turns": len(game.turns),
            "scores": list(game.scores),
            "winner": game.winner(),
            "presses": hand.presses,
            "ms": hand.world.now,
            "heap": hand.most,
            "fakes": FAKES,
        }
    )


WORLD = bare_world(start.arguments()[2])
FAKES = start.live() - BEFORE
main()
