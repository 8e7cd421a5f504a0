"""Every row of the rules and of the field reports that this version must meet names its test."""

import ast
import re
from collections.abc import Iterable, Iterator

from tools.gates.files import ROOT, Source, read

# Rows of the Dice Game's rules; D27, the solo game, is not part of this version.
RULES = [f"D{number}" for number in range(1, 35) if number != 27] + ["D25a"]
# Rows of the tile game's: base rules, the wheel, Little Buildings.
RULES += [f"T{number}" for number in range(1, 16)]
RULES += [f"W{number}" for number in range(1, 31)] + ["W15a"]
RULES += [f"B{number}" for number in range(1, 16)]
# What owners of such devices report; F35, computer players in several levels, is still to come.
REPORTS = [f"F{number}" for number in range(1, 39) if number != 35]

_ROW = re.compile(r"(?<![A-Za-z0-9])([BDFTW][0-9]+a?)(?![A-Za-z0-9])")


def named(sources: Iterable[Source]) -> dict[str, list[str]]:
    """Row -> the test functions whose names tell of it."""
    found: dict[str, list[str]] = {}
    for source in sources:
        for name in _tests(source):
            for row in _ROW.findall(name.replace("_", " ")):
                found.setdefault(row, []).append(f"{source.path}::{name}")
    return found


def _tests(source: Source) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name


def test_every_rule_names_its_test() -> None:
    known = named(read(ROOT, ["tests"]))
    assert [row for row in RULES if row not in known] == []


def test_every_field_report_names_its_test() -> None:
    known = named(read(ROOT, ["tests"]))
    assert [row for row in REPORTS if row not in known] == []


def test_names_are_read_whole() -> None:
    text = (
        "def test_D20_and_F7_together(): pass\n"
        "def test_D25a_nine(): pass\n"
        "def test_the_D2x_is_no_row(): pass\n"
        "def help_D3_is_no_test(): pass\n"
        "def test_W15a_T2_B14(): pass\n"
    )
    found = named([Source("tests/a.py", text)])
    assert sorted(found) == ["B14", "D20", "D25a", "F7", "T2", "W15a"]
    assert found["D20"] == ["tests/a.py::test_D20_and_F7_together"]
