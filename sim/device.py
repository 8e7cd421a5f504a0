"""One simulated device from power-on to power-off: the world, the firmware and who watches.

Joins what the fronts have in common: buttons that are pressed now, the recording, the replay, the
camera. Time is the world's; a front that wants to be as fast as life holds it back in `look`,
which is called whenever some of it has passed. How things look is the fronts'.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable

from sim import record
from sim.body import BUTTONS
from sim.chips.fram import FRAM
from sim.world import PowerOff, World

#: A press by hand is at least this long, and so is the pause behind it: what a person cannot do
#: faster, and no part loses.
SHORTEST_MS = 30
#: Edges of a replay are handed in this long before their time: longer than any stretch in which
#: the firmware does not let the world look.
_AHEAD_MS = 2_000

_TURNED = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT"}
_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Device:
    """A device that has not been switched on yet; `run` does that, once.

    `settings`: what settings.toml says. `replay`: a recording to be played instead of hands.
    `writer`: takes the recording of this run. `watchers`: objects with `look(device)`, called in
    turn before power-on and then whenever time has passed.
    """

    def __init__(
        self,
        settings: dict[str, str | int],
        replay: record.Recording | None = None,
        writer: record.Writer | None = None,
    ) -> None:
        self.settings = replay.settings if replay else settings
        self.replay = replay
        self.writer = writer
        self.watchers: list = []
        self.reason = ""  # why it was switched off
        self._failure: Exception | None = None
        self.replayed: bool | None = None  # did the replay end as recorded?
        self.turned = str(self.settings.get("KOSTKA_TURNED", 0)) == "1"
        self._source = _Recorded(replay.chance) if replay else os.urandom
        self._next_edge = 0
        self._moved = dict.fromkeys(BUTTONS, (False, -SHORTEST_MS))
        self._later: list[tuple[int, str, bool]] = []
        self._down: set[str] = set()
        fram = fitted(self.settings)
        self.world = World(settings=self.settings, entropy=self._chance, fram=fram)

    # What is to be seen

    @property
    def now(self) -> int:
        """Milliseconds since power-on."""
        return self.world.now

    @property
    def seed(self) -> str:
        """The seed that the dice come from, or "" for real ones."""
        return str(self.settings.get("KOSTKA_SEED", ""))

    def picture(self) -> bytes:
        """The 1,024 bytes that a person sees who holds the device the way it is meant."""
        picture = self.world.picture()
        return picture[::-1].translate(_REVERSED) if self.turned else picture

    def down(self) -> frozenset[str]:
        """The buttons that are pressed now, by whomever."""
        while self._later and self._later[0][0] <= self.now:
            _at, button, down = self._later.pop(0)
            (self._down.add if down else self._down.discard)(button)
        return frozenset(self._down)

    @property
    def brightness(self) -> float:
        """How bright the panel's light is, from 0.3 to 1."""
        return 0.3 + 0.7 * self.world.panel.contrast / 255

    # The hands

    def edge(self, button: str, down: bool, at: int | None = None) -> int:
        """Press (`down`) or let go a button, at `at` ms or as soon as can be; returns when.

        Without `at` it is a person's hand: the shortest press and pause are seen to. Hands do
        nothing during a replay.
        """
        if self.replay:
            return self.now
        button = button.upper()
        before, when = self._moved[button]
        if at is None:
            if before == down:
                return when
            at = max(self.now + 1, when + SHORTEST_MS)
        return self._move(button, down, at)

    def tap(self, button: str, at: int, ms: int) -> int:
        """A press from `at` on for `ms`; returns the time of its end."""
        self.edge(button, True, at)
        return self.edge(button, False, max(at, self.now) + ms)

    def _move(self, button: str, down: bool, at: int) -> int:
        physical = _TURNED.get(button, button) if self.turned else button
        at = (self.world.down if down else self.world.up)(physical, at)
        self._moved[button] = (down, at)
        self._later.append((at, button, down))
        self._later.sort(key=lambda edge: edge[0])
        if self.writer:
            self.writer.edge(at, physical, down, self.now)
        return at

    # Running

    def stop(self, reason: str = "closed") -> None:
        """Switch off at the next moment; may be called from a signal handler."""
        self.reason = self.reason or reason

    def run(self) -> None:
        """Switch on; returns when the power is off. What a watcher raises, and what the firmware
        does not catch, comes through after the recording is closed."""
        self.world.on_idle = self._passed
        self._feed()
        try:
            for watcher in self.watchers:
                watcher.look(self)  # what is held down before the power comes on
            self.world.run()
        finally:
            if self.writer:
                self.writer.close()
        if self._failure:
            raise self._failure

    def _passed(self, _ms: int) -> None:
        self._feed()
        if self.replay and self.now >= self.replay.end:
            self.replayed = record.fingerprint(self.world.picture()) == self.replay.picture
            self.stop("replayed")
        self._show()
        if self.reason:
            if self.writer:
                self.writer.finish(self.now, self.world.picture())
            raise PowerOff

    def _show(self) -> None:
        """Let the watchers look. They are called out of the firmware's own transfers and sleeps,
        where the firmware would take their errors for the panel's: so these go round it."""
        try:
            for watcher in self.watchers:
                watcher.look(self)
        except Exception as error:
            self._failure = error
            self.stop("failed")

    def _feed(self) -> None:
        """Hand the world the recorded edges that come next."""
        edges = self.replay.edges if self.replay else []
        while self._next_edge < len(edges) and edges[self._next_edge][0] <= self.now + _AHEAD_MS:
            at, physical, down = edges[self._next_edge]
            self._next_edge += 1
            (self.world.down if down else self.world.up)(physical, at)
            name = physical.upper()
            self._later.append((at, _TURNED.get(name, name) if self.turned else name, down))

    def _chance(self, count: int) -> bytes:
        data = self._source(count)
        if self.writer:
            self.writer.chance(data)
        return data


def fitted(settings: dict[str, str | int]) -> FRAM | None:
    """A new FRAM where the settings name one, as the panel has the chip that they name."""
    value = settings.get("KOSTKA_FRAM", 0)
    with contextlib.suppress(ValueError):
        address = value if isinstance(value, int) else int(value, 0)
        return FRAM(address) if address else None
    return None


class _Recorded:
    """The source of chance of a replay: what the recorded one gave, and then nothing more."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def __call__(self, count: int) -> bytes:
        found = self._data[self._at : self._at + count]
        self._at += count
        return found


class Pace:
    """Holds a device back to the speed of life.

    `clock` in seconds and `sleep` are the desktop's; tests put in their own. Where the computer
    cannot keep up, or was asleep, the time lost is not made up for.
    """

    _LATE_S = 0.1

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._start = clock()

    def wait(self, now: int) -> None:
        """Sleep until the device's `now`, in ms, has come in real time too."""
        ahead = self._start + now / 1000 - self._clock()
        if ahead > 0:
            self._sleep(ahead)
        elif ahead < -self._LATE_S:
            self._start -= ahead
