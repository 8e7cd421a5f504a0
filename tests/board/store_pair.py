"""A game in two memories, moved from one to the other; the FRAM is pulled off in the end.

Says what is there after each step, for the desktop to compare with its own run, and how much of
the heap the second memory takes.
"""

import start

start.prepare()

from bare import bare_board

from sim.chips.fram import FRAM

_HEADER = b"two players"


def stored(world) -> tuple:
    """The store as the device builds it; switched off as soon as it is there."""
    parts = world.wire()
    for pin in world.pins.values():
        pin.release()
    return parts.store


def main() -> None:
    world = bare_board(1)
    world.install()
    plain = stored(world)
    plain.put(0, b"en")
    before = start.live()
    world.settings["KOSTKA_FRAM"] = 0x50
    chip = FRAM()
    chip.plug_into(world.bus)
    store = stored(world)
    taken = start.live() - before - len(chip.data)
    said = []
    store.begin(_HEADER)
    for number in range(9):
        store.append(bytes((number,)))
        if number % 3 == 2:
            said.append(store.rewrite(_HEADER, bytes((number,))))
            said.append([store.generation, store.history().hex(), chip.data[13]])
    said.append(store.append(b"\x01"))
    chip.unplug(world.bus)
    said.append([store.append(b"\x02"), store.why, store.alive])
    said.append(store.rewrite(_HEADER, b"moved"))
    again = stored(world)
    said.append([again.why, again.game()[1].decode(), again.get(0).decode()])
    start.say({"said": said, "taken": taken})


main()
