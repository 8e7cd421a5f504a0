"""The language gate: each thing the board's Python lacks is refused, and the plain core is not.

Every refusal has a bad snippet here, so a check that no longer sees anything fails a test.
"""

from pathlib import Path

import pytest

from tools import board_check
from tools.gates.files import SOURCE_LIMIT, Source, board_sources, plain_sources

# (rule that refuses it, what it looks like)
BAD = [
    # modules and names
    ("module", "import typing"),
    ("module", "from enum import IntEnum"),
    ("module", "import abc"),
    ("module", "from dataclasses import dataclass"),
    ("module", "import functools"),
    ("module", "import itertools"),
    ("module", "import heapq"),
    ("module", "import bisect"),
    ("module", "import copy"),
    ("module", "import contextlib"),
    ("module", "import string"),
    ("module", "import hashlib"),
    ("module", "import logging"),
    ("module", "import argparse"),
    ("module", "from pathlib import Path"),
    ("module", "import os.path"),
    ("module", "from collections.abc import Iterator"),
    ("module", "import random"),
    ("module", "def late():\n    from random import randrange"),
    ("module", "try:\n    import typing\nexcept ImportError:\n    pass"),
    ("import", "from engine.contract import *"),
    ("import", "from . import contract"),
    ("name", "import time\nstart = time.monotonic()"),
    ("name", "from time import monotonic"),
    ("name", "import os\nos.environ['A']"),
    ("name", "import os\nos.path.join('a', 'b')"),
    ("name", "from os import path"),
    ("name", "import json\njson.tool"),
    ("name", "from struct import Struct"),
    ("name", "import struct\nstruct.Struct('B')"),
    ("name", "from collections import Counter"),
    ("name", "vars()"),
    ("name", "try:\n    pass\nexcept RecursionError:\n    pass"),
    ("name", "try:\n    pass\nexcept FileNotFoundError:\n    pass"),
    ("name", "breakpoint()"),
    # methods
    ("method", "'a'.ljust(3)"),
    ("method", "'a'.rjust(3)"),
    ("method", "def f(n: str) -> str:\n    return n.zfill(3)"),
    ("method", "'a'.title()"),
    ("method", "'a'.capitalize()"),
    ("method", "'a'.isalnum()"),
    ("method", "'a'.removeprefix('a')"),
    ("method", "'a'.translate({})"),
    ("method", "random.shuffle([1, 2])"),
    ("method", "random.sample([1, 2], 1)"),
    ("method", "random.Random(1)"),
    ("method", "a = bytearray(3)\na.pop()"),
    (
        "method",
        "class A:\n    def __init__(self):\n        self.a = bytearray(3)\n"
        "    def f(self):\n        self.a.pop()",
    ),
    ("method", "a = bytearray(3)\ndel a[0]"),
    ("method", "def f(a: bytearray):\n    a.insert(0, 1)"),
    ("method", "(5).bit_length()"),
    # keywords and arguments
    ("keyword", "int.from_bytes(b'1', 'big', signed=True)"),
    ("keyword", "zip([1], [2], strict=True)"),
    ("keyword", "print('a', flush=True)"),
    ("keyword", "import json\njson.dumps({}, indent=2)"),
    ("keyword", "from json import dumps\ndumps({}, indent=2)"),
    ("keyword", "'a b'.split(maxsplit=1)"),
    ("keyword", "b'a'.decode(errors='replace')"),
    ("keyword", "from collections import deque\ndeque([], maxlen=3)"),
    ("keyword", "from collections import namedtuple\nnamedtuple('A', 'a', defaults=(1,))"),
    ("argument", "from collections import deque\ndeque()"),
    ("argument", "from collections import deque\ndeque([1, 2])"),
    ("argument", "import collections\ncollections.deque(())"),
    ("argument", "int.from_bytes(b'1')"),
    ("argument", "open('a', 'x')"),
    ("argument", "open('a', mode='xb')"),
    # forms
    ("slice-step", "[1, 2, 3][::2]"),
    ("slice-step", "'abc'[::-1]"),
    ("star-display", "a = [1]\n[*a, 2]"),
    ("star-display", "a = [1]\nb = (*a, 2)"),
    ("star-display", "a = [1]\nb = {*a, 2}"),
    ("star-dict", "a = {}\nb = {**a}"),
    ("star-call", "a = [1]\nprint(*a, *a)"),
    ("positional-only", "def f(a, /, b):\n    pass"),
    ("syntax", "match 1:\n    case 1:\n        pass"),
    ("syntax", "async def f():\n    pass"),
    ("syntax", "try:\n    pass\nexcept* ValueError:\n    pass"),
    ("syntax", "a = 1j"),
    ("syntax", "b'%d' % 1"),
    ("with", "with (open('a') as a, open('b') as b):\n    pass"),
    ("with", "with (open('a') as a):\n    pass"),
    ("with", "with (\n    open('a') as a\n):\n    pass"),
    ("with", "é = 1; \nwith (open('é') as a):\n    pass"),
    ("f-string", "a = 1\nf'{a=}'"),
    ("f-string", "a = 1\nf'{a!a}'"),
    ("f-string", "a = 1\nf'{a:{a}}'"),
    ("f-string", "a = {}\nf'{a[\"b\"]}'"),
    ("f-string", "a = 1\nrf'{a}'"),
    ("f-string", "a = 1\nf'{a}' '{}'"),
    ("f-string", "a = 1\nb = ('{}'\n  f'{a}')"),
    ("annotation", "Cells = list[int]"),
    ("annotation", "a = dict[str, int]()"),
    ("decorator", "import functools\n@functools.cache\ndef f():\n    pass"),
    ("decorator", "@staticmethod\n@trace\ndef f():\n    pass"),
    ("decorator", "@frozen\nclass A:\n    pass"),
    ("class", "class A(metaclass=M):\n    pass"),
    ("class", "class A(dict):\n    pass"),
    ("class", "class A(B, C):\n    pass"),
    ("special-method", "class A:\n    def __del__(self):\n        pass"),
    ("special-method", "class A:\n    def __eq__(self, other):\n        return True"),
    ("function-attribute", "def f():\n    pass\nf.calls = 0"),
    ("attribute", "def f():\n    pass\nf.__doc__"),
    # order
    ("order", "for a in {1, 2}:\n    pass"),
    ("order", "a = {}\nfor b in a:\n    pass"),
    ("order", "def f(a):\n    for b in a.keys():\n        pass"),
    ("order", "def f(a):\n    for b, c in a.items():\n        pass"),
    ("order", "def f(a):\n    return [b for b in a.values()]"),
    ("order", "def f(a: dict):\n    for b in a:\n        pass"),
    ("order", "def f(a: dict[str, int]):\n    return list(a)"),
    ("order", "def f():\n    a = set()\n    return a.pop()"),
    ("order", "def f(a: set):\n    return next(iter(a))"),
    ("order", "def f(a: dict):\n    return a.popitem()"),
    ("order", "def f(a: dict):\n    return ','.join(a)"),
    ("order", "def f(a: dict):\n    return max(a, key=len)"),
    ("order", "def f(a: dict):\n    b, c = a\n    return b"),
    ("order", "def f(a: set):\n    print(*a)"),
    (
        "order",
        "class A:\n    def __init__(self):\n        self.map = {}\n"
        "    def f(self):\n        for a in self.map:\n            pass",
    ),
    (
        "order",
        "class A:\n    def __init__(self):\n        self.map: dict[int, int] = {}\n"
        "def f(a):\n    return list(a.map)",
    ),
    (
        "order",
        "def f():\n    return {1: 2}\nfor a in sorted(f().items()):\n    pass\n"
        "for a in f().items():\n    pass",
    ),
    ("order", "def f(a: set):\n    for b in a - {1}:\n        pass"),
    ("order", "[1, 2].sort(key=abs)"),
    ("order", "sorted([1, 2], key=abs)"),
    ("order", "a = {}\nfor b in a:  # order:\n    pass"),
]

BAD_IN_THE_RULES = [
    ("float", "HALF = 0.5"),
    ("float", "def f(a):\n    return a / 2"),
    ("float", "def f(a):\n    a /= 2"),
    ("float", "def f(a):\n    return float(a)"),
]

GOOD = [
    "from micropython import const\n_A = const(1)",
    "import gc\ngc.collect()",
    "from collections import OrderedDict, deque\nqueue = deque((), 5)",
    "def f(a: 'list[int] | None' = None) -> list[int]:\n    b: list[int] = []\n    return b",
    "def f(*a, **b):\n    return f(*a)",
    "if (n := 3) > 2:\n    print('a', end='')",
    "a, *b = [1, 2, 3]",
    "a = 1.5 / 2",
    "with open('a') as a:\n    pass",
    "with open('a') as a, open('b') as b:\n    pass",
    "with (open)('a') as a:\n    pass",
    "f'{1 + 2} and {len([1])!r}'",
    "f'{3:04d}'",
    "a = 'b' 'c {}'",
    "int.from_bytes(b'1', 'big')",
    "(1).to_bytes(2, 'big')",
    "sorted([2, 1], reverse=True)",
    "a = {}\nfor b in sorted(a):\n    pass",
    "a = {}\nfor b in sorted(a.items()):\n    pass",
    "a = {}\nfor b in a.values():  # order: counts only\n    pass",
    "a = {}\nb = len(a) + sum(a.values())",
    "a = {1}\nb = any(c > 1 for c in a)",
    "a = {1}\nb = {c + 1 for c in a}",
    "[1].sort(key=abs)  # order: no two are equal",
    "a = [1]\nfor b in a:\n    a.pop()",
    "a = [1]\ndel a[0]",
    "class A:\n    title = 'a'\n    def zfill(self):\n        pass\n"
    "    def f(self):\n        self.zfill()",
    "class A:\n    def __len__(self):\n        return len(self.items)",
    "class A(ValueError):\n    pass",
    "class A:\n    @property\n    def b(self):\n        return 1\n"
    "    @b.setter\n    def b(self, c):\n        pass",
    "def vars():\n    pass\nvars()",
    "class A:\n    pass\na = A()\na.b = 1",
    "def f(a):\n    a.b = 1\ndef a():\n    pass",
]


def refusals(text: str, path: str = "ui/snippet.py") -> set[str]:
    """The rules that refuse a snippet."""
    return {finding.rule for finding in board_check.check_language([Source(path, text + "\n")])}


@pytest.mark.parametrize(("rule", "text"), BAD)
def test_what_the_board_lacks_is_refused(rule: str, text: str) -> None:
    assert rule in refusals(text)


@pytest.mark.parametrize(("rule", "text"), BAD_IN_THE_RULES)
def test_floats_are_refused_in_the_rules_only(rule: str, text: str) -> None:
    assert rule in refusals(text, "engine/snippet.py")
    assert rule not in refusals(text, "ui/snippet.py")


@pytest.mark.parametrize("text", GOOD)
def test_the_plain_core_is_not_refused(text: str) -> None:
    assert refusals(text) == set()


def test_a_finding_names_file_line_and_rule() -> None:
    findings = list(board_check.check_language([Source("hw/a.py", "\n\nimport typing\n")]))
    assert [str(item) for item in findings] == ["hw/a.py:3: module: the board has no module typing"]


def test_a_file_of_12_kb_is_refused() -> None:
    text = "#" * (SOURCE_LIMIT - 1)
    assert not list(board_check.check_size(Source("ui/a.py", text)))
    assert list(board_check.check_size(Source("ui/a.py", text + "#")))


def test_attributes_are_known_across_files() -> None:
    made = Source("engine/a.py", "class A:\n    def __init__(self):\n        self.table = {}\n")
    used = Source("ui/b.py", "def f(a):\n    for b in a.table:\n        pass\n")
    findings = list(board_check.check_language([made, used]))
    assert [(item.path, item.rule) for item in findings] == [("ui/b.py", "order")]


def test_the_board_is_clean() -> None:
    sources = board_sources()
    assert {"engine", "hw", "ui"} <= {source.path.split("/")[0] for source in sources}
    assert "code.py" in {source.path for source in sources}
    assert [str(item) for item in board_check.check_language(sources)] == []


def test_no_board_file_is_too_large() -> None:
    sources = board_sources()
    assert [str(item) for source in sources for item in board_check.check_size(source)] == []


def test_what_micropython_runs_of_the_desktop_is_clean() -> None:
    sources = plain_sources()
    assert {"sim", "tests"} <= {source.path.split("/")[0] for source in sources}
    assert [str(item) for item in board_check.check_plain(sources)] == []


def test_the_command_line_refuses_what_it_does_not_know(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert board_check.main(["--fast"]) == 2
    assert board_check.main(["no/such/file.py"]) == 2
    assert "Traceback" not in capsys.readouterr().out


def test_the_command_line_prints_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import typing\n", encoding="utf-8")
    assert board_check.main([str(bad)]) == 1
    assert "bad.py:1: module" in capsys.readouterr().out
    bad.write_text("import gc\n", encoding="utf-8")
    assert board_check.main([str(bad)]) == 0
