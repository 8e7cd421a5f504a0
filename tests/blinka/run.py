"""Run by the tests in a process of its own: the command on a faked adapter, in virtual time.

Arguments: the kind of adapter, the store, then presses as `ms:button:length` and events as
`ms:unplug`, `ms:plug` and `ms:stop`. Prints one line of JSON at the end.
"""

import functools
import json
import os
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != Path(__file__).parent]
sys.path.append(str(ROOT))

from sim.chips.clock import VirtualClock  # noqa: E402
from tests.blinka.adapters import KINDS, Desk  # noqa: E402


def take_over_time(clock: VirtualClock) -> None:
    """Whoever asks the time or sleeps in this process does so on the virtual clock."""

    def now_ns() -> int:
        clock.ticks_ms()
        return clock.us * 1000

    time.sleep = clock.sleep  # type: ignore[assignment]
    time.monotonic_ns = now_ns
    time.monotonic = lambda: now_ns() / 1e9


def schedule(clock: VirtualClock, desk: Desk, pins: dict[str, str], events: list[str]) -> list:
    """Put the events on the clock; the list fills with the pictures before each press, and at the
    end."""
    pictures: list[str] = []

    def look() -> None:
        pictures.append(desk.panel.picture().hex())

    def pull(button: str) -> None:
        look()
        for one in ("a", "b") if button == "menu" else (button,):
            desk.low |= set(pins[one].split("+"))

    def plug(there: bool) -> None:
        desk.plugged = there
        if there:
            desk.panel.power_on_reset()

    def stop() -> None:
        look()
        raise KeyboardInterrupt

    for event in events:
        at, what, *rest = event.split(":")
        if what == "stop":
            clock.at(int(at), stop)
        elif what in ("plug", "unplug"):
            clock.at(int(at), functools.partial(plug, what == "plug"))
        else:
            clock.at(int(at), functools.partial(pull, what))
            clock.at(int(at) + int(rest[0]), desk.low.clear)
    return pictures


def main(kind: str, store: str, *events: str) -> None:
    clock = VirtualClock()
    take_over_time(clock)
    desk = Desk(clock)
    pins = KINDS[kind](desk)
    pictures = schedule(clock, desk, pins, list(events))
    from tools.blinka import cli

    arguments = ["--store", store, "--settings", os.devnull]
    if kind in cli.ADAPTERS:
        arguments += ["--adapter", kind]
    status = cli.main(arguments)
    said = {
        "status": status,
        "pictures": pictures,
        "on": desk.panel.on,
        "panel": desk.panel.faults,
        "scanning": threading.active_count() > 1,
        "pulled": sorted(desk.pulled),
    }
    print(json.dumps(said))


main(*sys.argv[1:])
