"""Whole games through the screens, from power-on to the winner, by edges on the pins.

Arguments: people, computers, seed, and for a tile game a value for every row of its options. Says
how the game went and how many bytes of the heap were held at each kind of screen, this script and
the simulated board not counted; and how many are free at the end. Before it, the names that the
interpreter keeps at three moments.

The heap is a small one, so the hand is a simple one: the cursor of every screen begins on what
the computer player would do, and A does it.
"""

import start

OWN = start.live()  # this script's
start.prepare()
BEFORE = start.live()

from bare import bare_board

from sim import modules

_TAP_MS = 40
_PAUSE_MS = 40

# Screens of the Dice Game that wait for a press; all others go on by themselves.
_WAITING = ("Start", "Ready", "Table", "Decide")
# Screens of the tile game that look for something before they can be pressed.
_LOOKING = ("Place", "Follow")


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

    def sit_down(self, people: int, computers: int, options: list) -> None:
        """From power-on into a game."""
        self.press("a")
        self.go_to(self.app.top().items.index("game_tiles" if options else "game_dice"))
        self.press("a")
        for i in range(len(options)):
            self.go_to(3 + i)
            for _ in range(options[i]):
                self.press("right")
        party = self.app.party
        self.go_to(1)
        while party.count != people + computers:
            self.press("right")
        first = self.app.top().rows.count - party.count
        for player in range(party.count):
            if party.kinds[player] != (0 if player < people else 1):
                self.go_to(first + player)
                self.press("right")
        self.go_to(0)
        self.press("a")

    def waits(self) -> bool:
        """A press leads on."""
        name = self.name()
        match = self.app.match
        if not hasattr(match.game, "winners"):
            return name in _WAITING or (name == "Score" and match.is_person(match.game.player))
        top = self.app.top()
        if name in _LOOKING:
            return top.at >= 0 and not getattr(top, "work", None)
        return name != "Watch" and (name != "Plague" or match.is_person(top.player))

    def play(self) -> None:
        """To the winner."""
        while self.name() != "Winner":
            if self.waits():
                self.press("a")
            else:
                self.step()


def main() -> None:
    people, computers = start.arguments()[:2]
    hand = Hand(WORLD)
    start.names("Start")
    hand.sit_down(people, computers, start.arguments()[3:])
    hand.play()
    start.names(hand.name())
    game = hand.app.match.game
    dice = not hasattr(game, "winners")
    start.say(
        {
            "turns": len(game.turns) if dice else game.turn,
            "scores": list(game.scores),
            "winner": game.winner() if dice else game.winners(),
            "presses": hand.presses,
            "ms": hand.world.now,
            "heap": hand.most,
            "fakes": FAKES,
            "free": start.free(),
        }
    )


WORLD = bare_board(start.arguments()[2])
FAKES = OWN + start.live() - BEFORE
start.names("fakes")
main()
