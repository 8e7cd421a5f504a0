"""The drivers over the chips: both ways of reading buttons, and both panels. One line for each.

Prints what was drawn, pressed and lost, for the desktop to compare with its own run.
"""

import start

start.prepare()

from sim.world import World

_NAMES = ("up", "down", "left", "right", "a", "b", "menu")
_FAULTS = (
    lambda count: bytes(count),
    lambda count: b"",
    lambda count: bytes([index & 1 for index in range(count)]),
)


def pictures(world, panel) -> list:
    """Bytes on the bus for some pictures; raises where the glass shows another one."""
    costs = []
    for number in range(40):
        for place in range(number % 7, 1024, 1 + number * 3):
            panel.image[place] ^= 1 << (number & 7)
        world.reset_count()
        for _ in panel.pieces():
            pass
        costs.append(world.reset_count())
        if world.picture() != bytes(panel.image):
            raise RuntimeError("another picture than drawn")
    return costs


def presses(world, parts) -> list:
    """The events of a press of each kind."""
    events = []
    for name in _NAMES:
        world.press(name, ms=20)
        watch(parts, events, 180)
    for name in ("a", "right"):
        world.press(name, ms=700)
        watch(parts, events, 900)
    return events


def watch(parts, events: list, ms: int) -> None:
    """Collect events for a while."""
    for _look in range(ms // 3):
        parts.buttons.sample()
        event = parts.buttons.get()
        while event >= 0:
            events.append(event)
            event = parts.buttons.get()
        parts.clock.sleep(3)


def faults(world, parts) -> list:
    """A panel pulled off and a stuck bus; then what is wrong, and whether it came back."""
    panel = parts.panel
    told = []
    world.unplug()
    panel.image[0] ^= 255
    for _ in panel.pieces():
        pass
    told.append(panel.trouble)
    world.bus.stuck = True
    parts.clock.sleep(1000)
    panel.try_again(parts.clock.now())
    told.append(panel.trouble)
    world.bus.stuck = False
    world.plug_in()
    parts.clock.sleep(1000)
    panel.try_again(parts.clock.now())
    for _ in panel.pieces():
        pass
    told.append(world.picture() == bytes(panel.image))
    return told


def sources() -> list:
    """What is said about sources of chance that fail."""
    from hw.entropy import Entropy, EntropyFault

    told = []
    for source in _FAULTS:
        entropy = Entropy(source)
        try:
            entropy.draw(6)
        except EntropyFault as fault:
            told.append(str(fault))
    return told


def row_of(lacks: tuple, panel: str) -> dict:
    """What comes of a board without these modules, with that chip in its panel."""
    settings = {"KOSTKA_SEED": "77", "KOSTKA_PANEL": panel}
    world = World(settings, lacks=lacks, bounce_ms=4)
    world.install()
    parts = world.wire()
    row = {
        "bytes": pictures(world, parts.panel),
        "events": presses(world, parts),
        "faults": faults(world, parts),
        "sources": sources(),
        "draws": [parts.entropy.draw(count) for count in (6**9, 72, 1000003)],
        "ms": world.now,
        "panel": world.panel.faults,
    }
    world.remove()
    return row


# One with the background scanner, one without, and one with the other panel.
_BOARDS = (((), "ssd1306"), (("keypad",), "ssd1306"), ((), "sh1106"))


def main() -> None:
    """The boards with these numbers; one at a time needs no more heap than a device has."""
    for number in start.arguments():
        start.say(row_of(*_BOARDS[number]))


main()
