"""What the tests of the drivers share: simulated boards that are taken away again."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sim.world import World

# The libraries are loaded while a simulated board is there, so that none of them asks Blinka what
# kind of computer this is.
with World():
    pass


@pytest.fixture
def board() -> Iterator[Callable[..., World]]:
    """Makes installed worlds, with the arguments of World; at the end of the test no panel may
    have been given a command that it does not know."""
    worlds: list[World] = []

    def make(**options: Any) -> World:
        world = World(**options)
        world.install()
        worlds.append(world)
        return world

    yield make
    for world in worlds:
        world.remove()
        assert world.panel.faults == []
