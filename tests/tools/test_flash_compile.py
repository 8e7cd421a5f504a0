"""Compiled modules: CircuitPython's compiler is told from MicroPython's by what it makes, and the
two forms of a module never stay side by side."""

import sys

import pytest

from tests.tools import fakes
from tests.tools.fakes import Run, contents
from tools.flashing import compiler
from tools.gates import compiler as gate

HEADER = b"C\x06\x00\x1f"

# Makes a file with the header and the source, as a compiler of CircuitPython's would.
SCRIPT = """#!{python}
import sys
arguments = sys.argv[1:]
source = open(arguments.pop(), "rb").read()
out = arguments[arguments.index("-o") + 1]
if b"BROKEN" in source:
    sys.exit("SyntaxError: invalid syntax")
open(out, "wb").write({header!r} + source)
"""


@pytest.fixture
def root(tmp_path):
    return fakes.project(tmp_path / "project")


@pytest.fixture
def drive(tmp_path):
    return fakes.drive(tmp_path / "drive")


def program(tmp_path, header=HEADER):
    """A stand-in for mpy-cross whose files begin with this header."""
    if sys.platform == "win32":
        pytest.skip("a stand-in for mpy-cross: Windows starts no scripts")
    path = tmp_path / "mpy-cross"
    path.write_text(SCRIPT.format(python=sys.executable, header=header))
    path.chmod(0o755)
    return path


def test_circuitpythons_header_is_taken():
    assert compiler.check_header(HEADER + b"more") == ""
    assert compiler.check_header(b"C\x06\x03\x1e") == ""


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (b"M\x06\x00\x1f", "MicroPython"),
        (b"M\x05", "does not make"),
        (b"C\x05\x00\x1f", "version 5"),
        (b"C\x06\x18\x1f", "one kind of processor"),
        (b"C\x06\x00\x3f", "wider numbers"),
        (b"", "does not make"),
        (b"\x7fELF", "does not make"),
    ],
)
def test_other_headers_are_refused_with_the_reason(header, words):
    assert words in compiler.check_header(header)


def test_modules_are_compiled_and_scripts_stay_source(root, drive, tmp_path):
    path = program(tmp_path)
    run = Run(root, "--drive", drive, "--mpy-cross", path)
    assert run.status == 0, run.err
    found = contents(drive)
    assert found["ui/app.mpy"] == HEADER + b"APP = 1\n"
    assert "lib/adafruit_ssd1306.mpy" in found
    assert "engine/__init__.mpy" in found
    assert found["code.py"] == fakes.BOARD["code.py"]
    assert found["boot.py"] == fakes.BOARD["boot.py"]
    assert found["ui/art/big.bin"] == fakes.BOARD["ui/art/big.bin"]
    again = Run(root, "--drive", drive, "--mpy-cross", path)
    assert "nothing was changed" in again.out


def test_a_module_is_never_there_in_both_forms(root, drive, tmp_path):
    path = program(tmp_path)
    for arguments in ((), ("--mpy-cross", path), (), ("--clean", "--mpy-cross", path)):
        assert Run(root, "--drive", drive, *arguments).status == 0
        found = set(contents(drive))
        compiled = {name[:-4] for name in found if name.endswith(".mpy")}
        assert not compiled & {name[:-3] for name in found if name.endswith(".py")}
        assert bool(compiled) == bool(arguments)


def test_micropythons_own_compiler_is_refused(root, drive):
    path = gate.find()
    if path is None:
        pytest.skip(f"gate {gate.NAME}: not installed")
    run = Run(root, "--drive", drive, "--mpy-cross", path)
    assert run.status == 2
    assert "MicroPython's, whose bytecode CircuitPython refuses" in run.complaint
    assert not (drive / "code.py").exists()


def test_a_program_that_is_no_compiler_is_refused(root, drive, tmp_path):
    fakes.put(tmp_path, {"text": b"no program", "silent": b"#!/bin/sh\nexit 0\n"})
    (tmp_path / "silent").chmod(0o755)
    names = ["missing", "text"] + ["silent"] * (sys.platform != "win32")
    for name in names:
        run = Run(root, "--drive", drive, "--mpy-cross", tmp_path / name)
        assert run.status == 2, name
        assert name in run.complaint


def test_a_module_that_does_not_compile_is_named(root, drive, tmp_path):
    (root / "ui/app.py").write_bytes(b"BROKEN\n")
    run = Run(root, "--drive", drive, "--mpy-cross", program(tmp_path))
    assert run.status == 1
    assert "cannot compile ui/app.py (SyntaxError: invalid syntax)" in run.complaint
    assert not (drive / "code.py").exists()
