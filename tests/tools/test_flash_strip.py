"""What sources lose on their way to the drive, and what they must not: the program, the lines of
its statements, the licences."""

import ast
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools import fakes
from tests.tools.fakes import Run, contents
from tools.flashing import contents as firmware
from tools.flashing import strip as stripping
from tools.flashing.strip import strip
from tools.gates import compiler
from tools.gates.files import Source

WHOLE = firmware.read(fakes.ROOT, firmware.WHOLE).files
WRITTEN = firmware.read(fakes.ROOT, firmware.PLAIN).files
SOURCES = sorted(path for path in WHOLE if path.endswith(".py"))

DOCUMENTED = '''\
# SPDX-FileCopyrightText: <text> 2020 Somebody
# and others </text>
#
# Not a licence.
"""What lives here: žluťoučký kůň.

More of it.
"""

import os  # why


class Thing:
    """All there is."""


def f(x):  # how
    """Documented, žluťoučký."""
    y = "# no comment"; return [  # a list
        # its first
        x,
        """no documentation
  # nor a comment
""",
        y,
    ]

def g(): "On one line."
# the end
'''

STRIPPED = '''\
# SPDX-FileCopyrightText: <text> 2020 Somebody
# and others </text>







import os


class Thing:
    pass


def f(x):

    y = "# no comment"; return [

        x,
        """no documentation
  # nor a comment
""",
        y,
    ]

def g(): pass
'''


def statements(text):
    """Kind and line of every statement but documentation, in the file's order."""
    found = [
        (node.lineno, type(node).__name__)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.stmt)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        and not isinstance(node, ast.Pass)
    ]
    return sorted(found)


def without_documentation(text):
    """The tree in words, made in another way than the stripper's: `pass` for what was alone."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:]
            if not node.body and not isinstance(node, ast.Module):
                node.body = [ast.Pass()]
    return ast.dump(tree)


def test_documentation_and_comments_go_and_lines_stay():
    assert strip(DOCUMENTED.encode()).decode() == STRIPPED


def test_a_stripped_source_loses_nothing_more():
    assert strip(STRIPPED.encode()) == STRIPPED.encode()
    assert all(strip(WRITTEN[path]) == WRITTEN[path] for path in SOURCES)


def test_all_real_files_are_looked_at():
    tops = {path.split("/")[0] for path in SOURCES}
    assert tops == {"engine", "hw", "ui", "lib", "boot.py", "code.py", "safemode.py"}


@pytest.mark.parametrize("path", SOURCES)
def test_a_real_file_stays_the_same_program_on_the_same_lines(path):
    whole, written = WHOLE[path].decode(), WRITTEN[path].decode()
    assert ast.dump(ast.parse(written)) == without_documentation(whole)
    assert statements(written) == statements(whole)
    assert not whole or len(written) < len(whole)
    kept = [line for line in written.splitlines() if line.lstrip().startswith("#")]
    assert kept == licence(whole)
    if path.startswith("lib/"):
        assert any("SPDX-FileCopyrightText" in line for line in kept)
        assert "# SPDX-License-Identifier: MIT" in kept


def licence(text):
    """The licence's lines with those that continue them."""
    blocks = re.findall(r"^# SPDX-.*\n(?:# .+\n)*", text, re.MULTILINE)
    return "".join(blocks).splitlines()


def test_what_is_written_compiles():
    program = compiler.find()
    if program is None:
        pytest.skip(f"gate {compiler.NAME}: not installed")
    sources = [Source(path, WRITTEN[path].decode()) for path in SOURCES]
    assert list(compiler.check(program, sources)) == []


@pytest.mark.parametrize(
    "source",
    [
        b"x = (  # open\n",
        b"def f(:  # no\n",
        b"\xff = 1  # no text\n",
        b"# -*- coding: latin-1 -*-\nx = '\xe9'\n",
        b"x = 1\0  # nothing\n",
        b'def f(): "Documented."; return 1  # and more\n',
        b"x = 1\n  # how\n   y = 2\n",
    ],
)
def test_what_cannot_be_stripped_is_copied_as_it_is(source):
    assert strip(source) == source


def test_a_result_that_is_another_program_is_not_used(monkeypatch):
    source = b'"""What."""\nx = 1  # why\n'
    assert strip(source) == b"\nx = 1\n"
    for wrong in ("\nx = 2\n", "x = 1\n", "\n\nx = 1\n", "x = (\n"):
        monkeypatch.setattr(stripping, "_strip", lambda _, wrong=wrong: wrong)
        assert strip(source) == source


def test_line_ends_of_another_system_keep_the_lines():
    assert strip(DOCUMENTED.replace("\n", "\r\n").encode()) == STRIPPED.encode()


@pytest.mark.parametrize("source", [b"", b"# only this\n", b'"""Only this."""', b"\n\n# x\n\n"])
def test_a_file_of_words_only_becomes_empty(source):
    assert strip(source) == b""


PIECES = [
    "# comment\n",
    "# SPDX-License-Identifier: MIT\n#\n",
    "\n",
    "'''Text\n\n  # more'''\n",
    "x = '#'  # why\n",
    "def f(a):\n    '''One.'''\n",
    "def f(a):\n    # first\n    'ž' \\\n    'two'  # last\n    return a\n",
    "class A:\n    '''One\n    two'''\n    # more\n    b = (1,  # one\n        2)\n",
    "if x:\n    '''No documentation.'''\n",
]


@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_any_source_keeps_its_program_and_its_lines(pieces):
    source = "".join(pieces)
    written = strip(source.encode()).decode()
    assert statements(written) == statements(source)
    assert ast.dump(ast.parse(written)) == without_documentation(source)
    assert written.count("# SPDX-") == source.count("# SPDX-")
    assert not re.search("# (comment|why|first|last|one)", written)


# The command


PROGRAM = b'"""What."""\nAPP = 1  # why\n'


@pytest.fixture
def root(tmp_path):
    return fakes.put(fakes.project(tmp_path / "project"), {"ui/app.py": PROGRAM})


@pytest.fixture
def drive(tmp_path):
    return fakes.drive(tmp_path / "drive")


def test_scripts_and_modules_are_written_without_comments(root, drive):
    for name in ("boot.py", "code.py", "safemode.py"):
        (root / name).write_bytes(PROGRAM)
    assert Run(root, "--drive", drive).status == 0
    found = contents(drive)
    for name in ("boot.py", "code.py", "safemode.py", "ui/app.py"):
        assert found[name] == b"\nAPP = 1\n"
    assert b'"""' not in found["lib/adafruit_ticks.py"]


def test_whole_copies_sources_as_they_are_and_back_again(root, drive):
    for arguments, text in (((), b"\nAPP = 1\n"), (("--whole",), PROGRAM), ((), b"\nAPP = 1\n")):
        assert Run(root, "--drive", drive, *arguments).status == 0
        assert (drive / "ui/app.py").read_bytes() == text
        assert "nothing was changed" in Run(root, "--drive", drive, *arguments).out
    assert Run(root, "--drive", drive, "--whole").status == 0
    whole = firmware.gather(root, firmware.WHOLE).files
    assert whole["lib/adafruit_ssd1306.py"] == WHOLE["lib/adafruit_ssd1306.py"]
    found = contents(drive)
    assert {path: found[path] for path in whole} == whole


def test_the_real_firmware_is_below_its_budget_with_some_room():
    size = firmware.gather(fakes.ROOT).size
    assert size < 0.95 * firmware.LARGEST


def test_whoever_wants_the_names_may_have_more_than_the_budget():
    for how in (firmware.PLAIN, firmware.WHOLE):
        assert firmware.gather(fakes.ROOT, how).size > firmware.gather(fakes.ROOT).size
