"""The compile gate: MicroPython's cross compiler takes every board file."""

import platform
import sys
from pathlib import Path

import pytest

from tools.gates import compiler
from tools.gates.files import Source, board_sources, plain_sources

PLACES = [
    ("linux", "x86_64"),
    ("darwin", "arm64"),
    ("darwin", "x86_64"),
    ("win32", "AMD64"),
]


@pytest.fixture(scope="module")
def program() -> Path:
    """The compiler, or a skip that names the gate."""
    found = compiler.find()
    if found is None:
        pytest.skip(f"gate {compiler.NAME}: not installed ({sys.platform} {platform.machine()})")
    return found


def test_the_compiler_is_there_where_its_package_is_published() -> None:
    if (sys.platform, platform.machine()) in PLACES:
        assert compiler.find() is not None


def test_every_board_file_compiles(program: Path) -> None:
    sources = board_sources()
    assert len(sources) > 20
    assert [str(item) for item in compiler.check(program, sources)] == []


def test_what_micropython_runs_of_the_desktop_compiles(program: Path) -> None:
    assert [str(item) for item in compiler.check(program, plain_sources())] == []


def test_what_the_board_cannot_parse_is_refused(program: Path) -> None:
    bad = [
        Source("ui/a.py", "match 1:\n    case 1:\n        pass\n"),
        Source("ui/b.py", "def f(a, /):\n    pass\n"),
        Source("ui/c.py", "a = 1\n"),
    ]
    found = list(compiler.check(program, bad))
    assert [item.path for item in found] == ["ui/a.py", "ui/b.py"]
    assert "SyntaxError" in found[0].text
