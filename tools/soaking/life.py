"""One device under random hands and faults, through every restart and cut of its power.

A run is a pure function of its seed: what is pressed, what goes wrong, and the dice. Nothing is
printed here.
"""

from __future__ import annotations

import contextlib
import gc
import io
import random
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sim.chips.clock import PowerOff
from sim.chips.flash import Flash
from sim.chips.fram import FRAM
from sim.chips.usb import Reload
from sim.probe import Probe
from sim.world import World
from tools.soaking import hands, mischief
from tools.soaking.shadow import Lost, Shadow

_TOO_OLD = 0.03  # of all lives; such a device says so, and does nothing else
_FITTED = 0.25  # of all devices have an FRAM
_MISCHIEF = 0.012  # of all steps; a step is something that hands do
_LACKS: tuple[tuple[str, ...], ...] = ((), (), (), (), ("keypad",), ("alarm",))


@dataclass
class Report:
    """What a soak has seen. `failures`: texts that say how to have them again."""

    edges: int = 0
    steps: int = 0
    lives: int = 0
    starts: int = 0
    checks: int = 0
    excused: int = 0
    ms: int = 0
    screens: Counter = field(default_factory=Counter)
    faults: Counter = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Count another one in."""
        for name in ("edges", "steps", "lives", "starts", "checks", "excused", "ms"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.screens += other.screens
        self.faults += other.faults
        self.failures += other.failures


def name_of(screen: type) -> str:
    """A screen's name in the report: "Menu", and of a game's own "dice.Table"."""
    area = screen.__module__.split(".")[1]
    return screen.__name__ if area == "screens" else f"{area}.{screen.__name__}"


class Life:
    """Soaks one device. `world`, `flash`, `source`, `chance`: for the mischief."""

    def __init__(self, seed: int, edges: int) -> None:
        self.report = Report()
        self.seed = seed
        self.chance = random.Random(seed)
        self.source = mischief.Source(seed)
        self.world = World()
        self.flash = Flash()
        #: A second memory, on some devices.
        self.fram = FRAM() if self.chance.random() < _FITTED else None
        self._edges = edges
        self._shadow = Shadow()
        self._probe = Probe(self.world)
        self._next = 0
        self._busy = False  # something is broken that will be mended
        self._rewriting = False
        self._told = io.StringIO()

    def run(self) -> Report:
        """Up to the number of edges, or the first failure."""
        # What is there now stays: without it the firmware's own collections are quick.
        gc.collect()
        gc.freeze()
        while self.report.edges < self._edges and not self.report.failures:
            self._told = io.StringIO()
            with contextlib.redirect_stdout(self._told):
                self._live()
        gc.unfreeze()
        self.report.checks = self._shadow.checks
        return self.report

    # For the mischief

    @property
    def top(self) -> Any:
        """The screen on top, or None."""
        app = self._probe.app
        return app.stack[-1] if app and app.stack else None

    @property
    def match(self) -> Any:
        """The running match, or None."""
        return self._probe.app.match if self._probe.app else None

    def press(self, edges: list[hands.Edge]) -> None:
        """Move buttons; nothing else is pressed before that is over."""
        now = self.world.now
        for at, button, down in edges:
            (self.world.down if down else self.world.up)(button, now + at)
        self.report.edges += len(edges)
        self._next = now + edges[-1][0] + hands.gap(self.chance)

    def later(self, ms: int, mend: Callable[[], None]) -> None:
        """What is broken now is mended in so many ms; nothing else goes wrong before."""
        self._busy = True

        def mended() -> None:
            self._busy = False
            mend()

        self.world.at(self.world.now + ms, mended)

    def cut(self) -> None:
        """The power goes."""
        raise PowerOff

    # One life: from power-on to the cut of the power

    def _live(self) -> None:
        chance = self.chance
        self.source.fault = ""
        self.world = world = World(
            self._settings(),
            self.source,
            lacks=chance.choice(_LACKS),
            bounce_ms=chance.choice((0, 0, 3, 8)),
            flash=self.flash,
            fram=self.fram,
        )
        self._probe = probe = Probe(world)
        probe.on_app = self._begin
        for module, method, around in (
            ("hw.store", "Store.begin", self._shadow.begin),
            ("hw.store", "Store.end", self._shadow.end),
            ("ui.games", "_show", self._shadow.show),
            ("ui.match", "Match._apply", self._shadow.apply),
            ("ui.match", "Match.take_back", self._shadow.undo),
            ("hw.writer", "Writer.rewrite", self._rewrite),
        ):
            probe.wrap(module, method, around)
        if chance.random() < 0.05:
            self._held()
        self._next = 0
        self._busy = self._rewriting = False
        if chance.random() < _TOO_OLD:
            world.version = (9, 1, 4)
            self.later(20_000, self.cut)
        world.on_idle = self._idle
        try:
            probe.run()
        except Exception as error:
            self._fail(error)
        self._end(probe)

    def _settings(self) -> dict[str, str | int]:
        chance = self.chance
        found: dict[str, str | int] = {
            "KOSTKA_LANGUAGE": chance.choice(("en", "cs", "de")),
            "KOSTKA_SPEED": chance.choice((0, 0, 1, 2)),
            "KOSTKA_HANDOVER": chance.choice((0, 1)),
            "KOSTKA_TURNED": chance.choice((0, 0, 0, 1)),
            "KOSTKA_SLEEP": chance.choice((0, 40, 600)),
        }
        if self.fram:
            found["KOSTKA_FRAM"] = 0x50
        if chance.random() < 0.5:
            found["KOSTKA_BUZZER"] = "GP16"
        if chance.random() < 0.05:
            found["KOSTKA_SPEED"] = "quick"
        return found

    def _held(self) -> None:
        """A button is down when the power comes on."""
        button = self.chance.choice(hands.BUTTONS)
        self.world.down(button, 0)
        self.world.up(button, self.chance.randrange(100, 20_000))
        self.report.edges += 2

    def _begin(self, app: Any) -> None:
        """A new app: the game must be in the store."""
        self._shadow.start(app.parts.store.why == "away")
        if self._shadow.runs and not app.parts.store.alive:
            if self._shadow.excused:
                self.report.excused += 1
                self._shadow.drop()
                return
            self._fail(Lost("there is no game in the store"))
            raise PowerOff

    def _end(self, probe: Probe) -> None:
        report = self.report
        report.lives += 1
        report.starts += probe.starts
        report.ms += self.world.now
        self._shadow.excused |= self._rewriting
        self._judge()
        for fault in self.world.panel.faults:
            self._fail(Lost("the panel was told: " + fault))

    def _judge(self) -> None:
        """Errors that nobody has thrown in."""
        errors = self._probe.errors
        while errors:
            error = errors.pop(0)
            if not isinstance(error, mischief.Injected) and error is not mischief.NO_MEMORY:
                self._fail(error)

    def _rewrite(self, original: Callable, *arguments: Any) -> Any:
        """The memory is written anew: what a cut within may cost is told in the documents."""
        self._rewriting = True
        done = original(*arguments)
        self._rewriting = False
        return done

    # The steps

    def _idle(self, _ms: int) -> None:
        if self.world.now < self._next:
            return
        try:
            self._step()
        except Exception as error:
            self._fail(error)
            raise PowerOff from None

    def _step(self) -> None:
        report = self.report
        report.steps += 1
        self._judge()
        if report.failures:
            raise PowerOff
        if self.top is not None:
            report.screens[name_of(type(self.top))] += 1
        if self.match is not None:
            self._shadow.check(self.match.game)
        if report.edges >= self._edges:
            raise PowerOff
        self.press(hands.edges(self.chance))
        if not self._busy and self.chance.random() < _MISCHIEF:
            kind = self.chance.choice(mischief.KINDS)
            report.faults[kind.__name__] += 1
            try:
                kind(self)
            except Reload:
                self._shadow.excused |= self._rewriting
                raise

    def _fail(self, error: Exception) -> None:
        report = self.report
        trace = "".join(traceback.format_exception(error))
        name = type(self.top).__name__ if self.top is not None else "none"
        report.failures.append(
            f"seed {self.seed}, step {report.steps}, edge {report.edges}, "
            f"{self.world.now} ms, screen {name}\n{trace}"
            f"the console's last words: {self._told.getvalue()[-600:]}\n"
            f"again: python3 -m tools.soak --jobs 1 --seed {self.seed} --edges {self._edges}"
        )
