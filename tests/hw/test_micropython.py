"""The drivers under MicroPython, over the same chips: both interpreters must come to the same."""

import json
import os
import subprocess
import sys

import pytest

from tools.gates import interpreter

needs_interpreter = pytest.mark.skipif(
    not interpreter.is_installed(), reason=interpreter.why_not() or "installed"
)


@needs_interpreter
@pytest.mark.parametrize("number", ["0", "1", "2"])
def test_F26_the_drivers_do_the_same_under_micropython_as_on_the_desktop(
    project: str, number: str
) -> None:
    small = interpreter.run("drivers.py", number, heap_kb=interpreter.heap_with_fakes())
    command = [sys.executable, str(interpreter.SCRIPTS / "drivers.py"), project]
    desktop = subprocess.run(
        [*command, interpreter.libraries(), number],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONSAFEPATH": ""},  # the script's own folder comes first
    )
    lines = desktop.stdout.splitlines()
    assert small == [json.loads(line) for line in lines if line.startswith("{")]
    assert len(small) == 1
    for row in small:
        assert row["events"] == [0, 1, 2, 3, 4, 5, 8, 6, 3, 3, 3, 3]
        assert row["faults"] == ["gone", "stuck", True]
        assert row["sources"] == ["stuck", "dead", "biased"]
        assert row["panel"] == []
        assert max(row["bytes"]) <= 1100
