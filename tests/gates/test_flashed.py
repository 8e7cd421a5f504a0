"""The folder of the flashed files: the firmware in it is the same as that in the tree, for whoever
presses its buttons and for whoever reads its error messages."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.flashing import contents
from tools.gates import compiler, flashed, interpreter
from tools.gates.files import ROOT, Source

PRESSES = ("300", "1", "2")

needs_interpreter = pytest.mark.skipif(
    not interpreter.is_installed(), reason=interpreter.why_not() or "installed"
)


@pytest.fixture(scope="module")
def folder() -> Path:
    return flashed.folder()


@pytest.fixture(scope="module")
def firmware(folder: Path) -> list[str]:
    """The paths of the firmware's sources in the folder."""
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))
    return [path for path in paths if not flashed.is_beside(path)]


def film(root: Path, libraries: Path) -> list[dict]:
    """What is seen of the games with the firmware of this folder, under this Python."""
    command = [sys.executable, str(root / flashed.SCRIPTS / "film.py"), str(root), str(libraries)]
    environment = {**os.environ, "PYTHONPATH": str(libraries), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONSAFEPATH", None)  # the script's own folder comes first
    done = subprocess.run(
        [*command, *PRESSES], capture_output=True, text=True, env=environment, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def test_whole_games_look_the_same_as_with_the_sources(folder: Path) -> None:
    films = film(folder, folder / flashed.LIBRARIES)
    assert films == film(ROOT, Path(interpreter.libraries()))
    screens = {name for one in films for name, _check in one["seen"]}
    assert {"Table", "Roll", "Decide", "Score", "Winner", "Pause"} <= screens


def test_it_is_what_the_flasher_writes(folder: Path, firmware: list[str]) -> None:
    written = contents.read(ROOT).files
    assert {path for path in written if path.endswith(".py")} == set(firmware)
    assert all((folder / path).read_bytes() == data for path, data in written.items())


def test_the_simulator_lies_beside_it(folder: Path) -> None:
    names = {path.relative_to(ROOT).as_posix() for path in (ROOT / "sim").rglob("*.py")}
    assert names <= {path.relative_to(folder).as_posix() for path in folder.rglob("*.py")}


def test_every_function_is_in_its_line_and_public_ones_have_their_names(
    folder: Path, firmware: list[str]
) -> None:
    for path in firmware:
        if path.startswith("lib/"):
            continue
        whole, short = (functions((root / path).read_bytes()) for root in (ROOT, folder))
        assert [line for line, _name in whole] == [line for line, _name in short], path
        for (_line, name), (line, new) in zip(whole, short, strict=True):
            private = name.startswith("_") and not name.startswith("__")
            assert name == new or private and re.fullmatch("_z?[a-z]", new), (path, line)


def functions(source: bytes) -> list[tuple[int, str]]:
    """Line and name of every function and class."""
    found = [
        (node.lineno, node.name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    return sorted(found)


def test_every_flashed_file_compiles(folder: Path, firmware: list[str]) -> None:
    program = compiler.find()
    if program is None:
        pytest.skip(f"gate {compiler.NAME}: not installed")
    sources = [Source(path, (folder / path).read_text(encoding="utf-8")) for path in firmware]
    assert len(sources) > 100
    assert list(compiler.check(program, sources)) == []


@needs_interpreter
def test_an_error_message_names_the_file_and_the_line_of_the_source() -> None:
    with pytest.raises(interpreter.Failed) as failed:
        interpreter.run("engine_games.py", "9", "1", "0")
    path, line = re.findall(r'/(engine/[\w/]+\.py)", line (\d+)', str(failed.value))[-1]
    source = (ROOT / path).read_text(encoding="utf-8").splitlines()
    assert "players" in source[int(line) - 1]
    assert source[int(line) - 1].strip().startswith("raise ValueError")
