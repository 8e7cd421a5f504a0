"""The parts of the device, and the heap that building them took given back.

What is in these modules is needed no more; what is still needed of them is held by the parts.
"""

import gc
import sys

# The largest first: compiling them wants the most room.
_PARTS = (
    "panel",
    "buttons",
    "store",
    "entropy",
    "power",
    "settings",
    "wiring",
)
_ONCE = ("wiring", "settings", "reader", "lines", "start")


def build():
    """The device's Parts; as `hw.wiring.wire`, ValueError too."""
    for name in _PARTS:
        gc.collect()  # what is compiled beside garbage leaves the heap in pieces
        __import__("hw." + name)
    gc.collect()
    from hw.wiring import wire

    parts = wire()

    package = sys.modules["hw"]
    for name in _ONCE:
        if sys.modules.pop("hw." + name, None):
            setattr(package, name, None)
    gc.collect()
    return parts
