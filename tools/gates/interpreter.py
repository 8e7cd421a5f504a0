"""The MicroPython gate: the board's program under a small interpreter with a small heap.

Runs the scripts of tests/board, which print lines of JSON. 256 KB stand for the 154 KB of a
Pico, because this interpreter's words are twice as long. What the simulated board takes comes on
top where it is needed: on a Pico those modules are built in and take nothing of the heap.
"""

import functools
import importlib.util
import json
import os
import platform
import subprocess
import sys
import sysconfig
from pathlib import Path

from tools.gates import flashed
from tools.gates.files import ROOT

NAME = "micropython"
HEAP_KB = 256
SCRIPTS = ROOT / "tests" / "board"

_START = "import sys, micropython_unix; sys.exit(micropython_unix.main())"
_SECONDS = 240  # a script that takes longer hangs; the longest takes a tenth of it


class Failed(Exception):
    """A script that ended with an error; the text is what it printed."""


def is_published() -> bool:
    """True on the two kinds of machine for which the interpreter's package exists."""
    machine = (sys.platform, platform.machine())
    return machine in (("linux", "x86_64"), ("darwin", "arm64"))


def is_installed() -> bool:
    return importlib.util.find_spec("micropython_unix") is not None


def why_not() -> str:
    """Why the gate cannot be passed through on this machine, or "" where it can."""
    if is_installed():
        return ""
    return f"gate {NAME}: not installed ({sys.platform} {platform.machine()})"


def libraries() -> str:
    """The folder with the board's libraries, as installed for this Python."""
    spec = importlib.util.find_spec("adafruit_ssd1306")
    if spec is None or spec.origin is None:
        return sysconfig.get_path("purelib")
    return str(Path(spec.origin).parent)


@functools.cache
def heap_with_fakes() -> int:
    """KB of heap for a script that runs the device on the simulated board."""
    (said,) = run("fakes.py", heap_kb=4096)
    return HEAP_KB + -(-said["fakes"] // 1024)


def run(script: str, *arguments: str, heap_kb: int = HEAP_KB) -> list[dict]:
    """Run a script of tests/board with the firmware as it is flashed, and give its lines of JSON;
    raises Failed.

    The script is given the firmware's root, the folder of the libraries and the arguments. Where
    it prints the interpreter's names behind a line, that line's `names` is the list of them and
    `pool` the bytes that they take.
    """
    # From within the folder, so that files are called what they are called on the board's drive.
    command = [sys.executable, "-c", _START, "-X", f"heapsize={heap_kb}K"]
    command += [f"{flashed.SCRIPTS}/{script}", ".", flashed.LIBRARIES, *arguments]
    environment = {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command,
        cwd=flashed.folder(),
        capture_output=True,
        text=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        timeout=_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        raise Failed(f"{script} {' '.join(arguments)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return _rows(done.stdout)


def _rows(text: str) -> list[dict]:
    """The lines of JSON, with the names that are printed behind them."""
    found: list[dict] = []
    for line in text.splitlines():
        if line.startswith("{"):
            found.append(json.loads(line))
        elif line.startswith("qstr pool:"):
            found[-1]["pool"] = int(line.rpartition("=")[2])
            found[-1]["names"] = []
        elif line.startswith("Q("):
            found[-1]["names"].append(line[2:-1])
    return found
