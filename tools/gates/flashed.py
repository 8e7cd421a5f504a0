"""The files as they lie on the board's drive, in a folder of their own: what the gates and the
benchmark run is what the flasher writes.

Beside them lie what the board has built in, the simulator, and the scripts that run all of it in a
small heap. Those are stripped as well, so that they take as little of the heap as can be.
"""

import atexit
import functools
import importlib.util
import os
import shutil
import tempfile
from pathlib import Path

from tools.flashing import contents
from tools.flashing.contents import Firmware
from tools.flashing.shorten import shorten_around
from tools.flashing.strip import strip
from tools.gates.files import ROOT

#: The libraries' folder on the drive.
LIBRARIES = "lib"

#: The scripts' folder.
SCRIPTS = "tests/board"

_BESIDE = ("sim", SCRIPTS)
_BUILT_IN = ("adafruit_bus_device",)
# The panel's driver imports it too, and nobody here asks for a panel on that bus.
_UNUSED = {"spi_device.py": b"class SPIDevice:\n pass\n"}


@functools.cache
def folder() -> Path:
    """The folder; made when it is asked for the first time, gone when this Python ends."""
    made = Path(tempfile.mkdtemp(prefix="kostka-"))
    owner = os.getpid()
    atexit.register(lambda: _remove(made, owner))
    firmware = contents.read(ROOT)
    contents.lay_out(made, firmware)
    contents.lay_out(made, Firmware(_beside(firmware), b""))
    return made


def _beside(firmware: Firmware) -> dict[str, bytes]:
    """What lies beside the firmware: path -> bytes."""
    found = {}
    for name in _BESIDE:
        for path in sorted((ROOT / name).rglob("*.py")):
            found[path.relative_to(ROOT).as_posix()] = strip(path.read_bytes())
    for name in _BUILT_IN:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            for path in sorted(Path(spec.submodule_search_locations[0]).glob("*.py")):
                data = _UNUSED.get(path.name) or strip(path.read_bytes())
                found[f"{LIBRARIES}/{name}/{path.name}"] = data
    users = [data for path, data in firmware.files.items() if path.endswith(".py")]
    return shorten_around(found, users)


def is_beside(path: str) -> bool:
    """True for a path in the folder that is no file of the firmware."""
    built_in = tuple(f"{LIBRARIES}/{name}/" for name in _BUILT_IN)
    return path.startswith((*(name + "/" for name in _BESIDE), *built_in))


def _remove(made: Path, owner: int) -> None:
    """Only where it was made: a process that was split off from this one leaves it alone."""
    if os.getpid() == owner:
        shutil.rmtree(made, ignore_errors=True)
