"""A device on the bench: a world, the parts that `hw.wiring` builds on it, the screens, and hands.

Everything goes the way it goes on the board: presses are edges on pins, the picture is what the
panel's chip shows, and time passes only in the firmware's own loop, `App.step`. What is pressed
when is decided by whoever drives; `sim.person` is one who plays.

Plain language only: this runs under MicroPython too.
"""

from sim.chips.flash import Flash
from sim.world import TAP_MS, World

HOLD_MS = 560  # a press that counts as a hold
_GAP_MS = 40  # between two presses; long enough for the picture after the first one
_LIMIT_MS = 60000


class Driver:
    """A device that has just been switched on and shows its first screen.

    `settings` are those of settings.toml, `seed` is KOSTKA_SEED, `held` are buttons that are down
    at power-on, `flash` is that of a device which was on before; other arguments as for World
    (`fram` among them).
    Only one device can be on at a time: use it in a `with`, or call close(). `presses` counts
    what the hands did: presses, holds, and A and B together as one.
    """

    def __init__(
        self,
        settings: dict | None = None,
        seed: int | None = None,
        entropy=None,
        lacks: tuple = (),
        bounce_ms: int = 0,
        held: tuple = (),
        flash: Flash | None = None,
        fram=None,
    ) -> None:
        settings = dict(settings or {})
        if seed is not None:
            settings["KOSTKA_SEED"] = seed
        self.world = World(
            settings, entropy, lacks=lacks, bounce_ms=bounce_ms, flash=flash, fram=fram
        )
        self.world.install()
        for button in held:
            self.world.down(button, 0)
        self.presses = 0
        # Not before the world is there: these bind the board's modules.
        from ui.app import App, first_screen

        self.parts = self.world.wire()
        self.app = App(self.parts)
        self.app.push(first_screen(self.app))
        self.wait(_GAP_MS)

    def __enter__(self):
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close()

    def close(self) -> None:
        """Take the device off the bench."""
        self.world.remove()

    # What can be seen

    @property
    def top(self):
        """The screen on top."""
        return self.app.top()

    @property
    def screen(self) -> str:
        """The name of the screen on top, as "Menu"."""
        return type(self.app.top()).__name__

    @property
    def match(self):
        """The running game with its players, or None."""
        return self.app.match

    @property
    def game(self):
        """The running game, or None."""
        return self.app.match.game if self.app.match else None

    def state(self) -> bytes:
        """The running game's state as bytes; empty where no game runs."""
        return self.game.pack() if self.app.match else b""

    def picture(self) -> bytes:
        """The 1,024 bytes that the eye sees."""
        return self.world.picture()

    # Hands and time

    def press(self, *buttons: str) -> None:
        """Press buttons one after the other, each shown before the next: "up" .. "b", "menu"."""
        for button in buttons:
            self._press(button, TAP_MS)

    def hold(self, button: str) -> None:
        """Press a button long enough for a hold."""
        self._press(button, HOLD_MS)

    def menu(self) -> None:
        """A and B together."""
        self._press("menu", TAP_MS)

    def _press(self, button: str, ms: int) -> None:
        self.presses += 1
        end = self.world.press(button, None, ms)
        self.world.run_until(end + _GAP_MS, self.app.step)
        while self._still_to_do():
            self.world.run_until(self.world.now + 1, self.app.step)

    def _still_to_do(self) -> object:
        """What the device has put off, of all that it was asked for."""
        return self.app.later

    def wait(self, ms: int) -> None:
        """Do nothing for a while."""
        self.world.run_until(self.world.now + ms, self.app.step)

    def until(self, what: object, limit: int = _LIMIT_MS) -> None:
        """Wait for a screen, by its name, or for a function to say True; looks after every turn
        of the loop. Raises RuntimeError where that has not come within `limit` ms."""
        end = self.world.now + limit
        while not (what() if callable(what) else self.screen == what):
            if self.world.now >= end:
                raise RuntimeError(f"still on {self.screen} after {limit} ms")
            self.world.run_until(self.world.now + 1, self.app.step)

    # A short way

    def deal(self, kinds: str, first: int = 0, names: tuple = ()) -> None:
        """Begin a Dice Game without the set-up: `kinds` is a text of "p" (person) and "c"
        (computer), a letter a player; `first` begins. Its first screen is on top then."""
        from ui import games

        count = len(kinds)
        party = self.app.party
        party.count = count
        party.begins = first
        for player in range(count):
            party.kinds[player] = 0 if kinds[player] == "p" else 1
            if names:
                party.names[player] = names[player]
        self.app.use_area("dice")
        games.start(
            self.app, games.GAMES[0], party.names[:count], bytearray(party.kinds[:count]), first
        )
        self.wait(_GAP_MS)
