"""Whole Dice Games through the screens, from power-on to the winner, by edges on the pins.

Arguments: people, computers, seed. Says how the game went and how many bytes of the heap were
held at each kind of screen, the simulated board itself not counted; and how many are free at
the end.

The heap is a small one, so the hand is a simple one: the cursor of every screen begins on what
the computer player would do, and A does it.
"""

import start

start.prepare()

BEFORE = start.live()

from bare import bare_board

from sim import modules

_TAP_MS = 40
_PAUSE_MS = 40

# Screens that wait for a press; all others go on by themselves.
_WAITING = ("Start", "Ready", "Table", "Decide")


class Hand:
    """Presses what leads on; `most` has the most bytes held on each kind of screen."""

    def __init__(self, world) -> None:
        self.world = world
        world.install()
        self._switch_on()
        self.free = 0  # ms from which it may press again
        self.presses = 0
        self.most: dict = {}
        self._seen = None

    def _switch_on(self) -> None:
        """As code.py does."""
        from hw.start import build

        parts = build()
        modules.let_go()

        from ui.room import load

        load(("ui.canvas", "ui.words", "ui.app"))

        from ui.app import App, first_screen

        self.app = App(parts)
        self.app.push(first_screen(self.app))

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
            "free": start.free(),
        }
    )


WORLD = bare_board(start.arguments()[2])
FAKES = start.live() - BEFORE
main()
