"""What goes wrong: the panel, the bus, chance, errors in screens, memory, restarts, the power.

Each kind is a function that is given the life it happens in; which one comes when is left to
chance there.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sim.chips.clock import PowerOff
from sim.chips.flash import HALVES
from tools.soaking import hands

if TYPE_CHECKING:
    from tools.soaking.life import Life

_METHODS = ("draw", "button", "tick", "hints")


class Injected(Exception):
    """An error that is thrown in on purpose."""


NO_MEMORY = MemoryError("thrown in on purpose")


class Source:
    """os.urandom with a seed. `fault`: "" or how it fails."""

    def __init__(self, seed: int) -> None:
        self.fault = ""
        self._chance = random.Random(seed)

    def __call__(self, count: int) -> bytes:
        data = self._chance.randbytes(count)
        if self.fault == "dead":
            raise RuntimeError("no entropy")
        return bytes(count) if self.fault == "stuck" else data


def off(life: Life) -> None:
    """The panel is pulled off, and put back later."""
    life.world.unplug()
    life.later(life.chance.choice((1, 30, 400, 700, 3_000, 9_000)), life.world.plug_in)


def silent(life: Life) -> None:
    """The panel does not answer for a while, but keeps its power."""
    chips = dict(life.world.bus.chips)
    life.world.bus.chips.clear()
    life.later(life.chance.randrange(5, 4_000), lambda: life.world.bus.chips.update(chips))


def fram(life: Life) -> None:
    """The FRAM is pulled off, where there is one, and put back later."""
    chip = life.fram
    if chip is None:
        return
    chip.unplug(life.world.bus)
    life.later(life.chance.randrange(5, 9_000), lambda: chip.plug_into(life.world.bus))


def stuck(life: Life) -> None:
    """Somebody holds the bus down."""
    life.world.bus.stuck = True

    def mend() -> None:
        life.world.bus.stuck = False

    life.later(life.chance.randrange(5, 9_000), mend)


def flood(life: Life) -> None:
    """More edges than the scanner has room for, while the bus stops the loop for a second."""
    stuck(life)
    life.press(hands.flood(life.chance))


def chance(life: Life) -> None:
    """The source of chance fails; switching off and on again mends it."""
    life.source.fault = life.chance.choice(("dead", "stuck"))
    life.later(life.chance.randrange(2_000, 20_000), life.cut)


def error(life: Life) -> None:
    """The screen on top is broken."""
    _break(life, Injected("on purpose"), 1)


def memory(life: Life) -> None:
    """No memory for the screen on top, once."""
    _break(life, NO_MEMORY, 1)


def no_memory_at_all(life: Life) -> None:
    """No memory for the screen, twice in a row."""
    _break(life, NO_MEMORY, 2)


def torn(life: Life) -> None:
    """No memory in the middle of an action: it is written down, and done or not done."""
    match = life.match
    if match is None:
        return
    own = vars(match.game)
    after = life.chance.random() < 0.5
    apply = match.game.apply

    def half(action: int) -> None:
        del own["apply"]
        if after:
            apply(action)
        raise NO_MEMORY

    if "apply" not in own:
        own["apply"] = half


def reload(life: Life) -> None:
    """Ctrl-D on the console."""
    life.world.reload()


def write(life: Life) -> None:
    """The computer writes to the drive."""
    life.world.write_drive()


def cut(life: Life) -> None:
    """The power goes at once."""
    raise PowerOff


def cut_in_a_write(life: Life) -> None:
    """The power goes at one of the next steps of the flash, which may be half done."""
    life.flash.cut_after(1 + life.chance.randrange(40), life.chance.randrange(HALVES + 1))


Kind = Callable[["Life"], None]
KINDS: tuple[Kind, ...] = (
    off,
    silent,
    stuck,
    flood,
    memory,
    no_memory_at_all,
    torn,
    error,
    write,
    fram,
) * 2 + (chance, reload, cut, cut_in_a_write)


def _break(life: Life, fault: Exception, times: int) -> None:
    """Let a method of the screen on top raise, for this screen and its next `times` calls."""
    screen = life.top
    if screen is None:
        return
    method = life.chance.choice(_METHODS)
    owner: Any = type(screen)
    original = getattr(owner, method)
    left = [fault] * times

    def failing(*arguments: Any) -> Any:
        if len(left) <= 1:
            setattr(owner, method, original)
        if left:
            raise left.pop()
        return original(*arguments)

    setattr(owner, method, failing)
