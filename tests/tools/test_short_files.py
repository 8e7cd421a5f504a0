"""What else becomes shorter on the way to the drive: constants, annotations, indentation; and all
of it together in the real files."""

import ast
import importlib
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools import fakes
from tests.tools.fakes import Run
from tools.flashing import annotations, contents, indents, names, shorten
from tools.flashing.constants import Constants
from tools.flashing.scopes import Scopes
from tools.flashing.strip import outline

PLAIN = contents.read(fakes.ROOT, contents.PLAIN).files
SHORT = contents.read(fakes.ROOT).files
OURS = [path for path in SHORT if path.endswith(".py") and not path.startswith("lib/")]
SOURCES = [path for path in SHORT if path.endswith(".py")]


def numbers(name, onlookers=(), **sources):
    """The source of one module with numbers instead of constants."""
    found = {module: textwrap.dedent(text).encode() for module, text in sources.items()}
    written = Constants(found, [text.encode() for text in onlookers]).written_out(name)
    assert written.count(b"\n") == found[name].count(b"\n")
    return written.decode()


MAKER = """
from micropython import const
_SIZE = const(3 + 1)
HIGH = const(-2)
LIST = const((1, 2))
"""


# Constants


def test_a_constant_of_the_file_itself():
    source = MAKER + "def f(x, y=_SIZE):\n    return x * _SIZE - HIGH\nprint(LIST)\n"
    assert numbers("m", m=source) == (
        "\nfrom micropython import const\n\n\nLIST = const((1, 2))\n"
        "def f(x, y=4):\n    return x * 4 - (-2)\nprint(LIST)\n"
    )


def test_the_import_goes_where_nothing_is_left_of_it():
    source = "from micropython import const\n_SIZE = const(4)\nprint(_SIZE)\n"
    assert numbers("m", m=source) == "\n\nprint(4)\n"


@pytest.mark.parametrize(
    ("source", "written"),
    [
        (
            "from terms import HIGH, LIST\nprint(HIGH, LIST)",
            "from terms import LIST\nprint((-2), LIST)",
        ),
        ("from terms import HIGH as H\nprint(H)", "\nprint((-2))"),
        ("from box import terms\nprint(terms.HIGH)", "from box import terms\nprint(terms.HIGH)"),
        (
            "def f():\n    from terms import HIGH\n    return HIGH",
            "def f():\n    \n    return (-2)",
        ),
        ("def f():\n    from terms import HIGH", "def f():\n    pass"),
        (
            "from terms import (  # some\n    HIGH,\n    LIST,\n)\nprint(HIGH)",
            "from terms import LIST\n\n\n\nprint((-2))",
        ),
    ],
)
def test_a_constant_of_another_file(source, written):
    assert numbers("m", terms=MAKER, m=source) == written.replace("    \n", "\n")


def test_a_constant_of_a_module_that_is_imported_as_a_whole():
    sources = {"box": "", "box.terms": MAKER, "m": "from box import terms\nprint(terms.HIGH)\n"}
    found = Constants({name: text.encode() for name, text in sources.items()})
    assert found.written_out("m") == b"\nprint((-2))\n"
    assert b"HIGH" not in found.written_out("box.terms")


def test_a_constant_that_is_handed_on():
    sources = {"terms": MAKER, "more": "from terms import HIGH\n", "m": "from more import HIGH\n"}
    sources["m"] += "print(HIGH)\n"
    assert numbers("m", **sources) == "\nprint((-2))\n"
    assert numbers("more", **sources) == "\n"


@pytest.mark.parametrize(
    "reader",
    [
        "import terms\nprint(terms.HIGH)",
        "import terms\nprint(getattr(terms, 'HIGH'))",
        "from terms import HIGH\nHIGH = 5",
        "from terms import HIGH\nprint(f'{HIGH}')",
        "import terms\ndef f(some): return some.HIGH",
    ],
)
def test_a_constant_that_is_read_in_another_way_stays(reader):
    assert "HIGH = const(-2)" in numbers("terms", terms=MAKER, m=reader)
    assert "HIGH" in numbers("m", terms=MAKER, m=reader)


def test_what_the_desktops_programs_read_stays():
    for reader in ("from terms import HIGH", "import terms\nterms.HIGH", "x = y.HIGH"):
        assert "HIGH = const(-2)" in numbers("terms", [reader], terms=MAKER)
    assert "HIGH = const(-2)" not in numbers("terms", ["from other import HIGH"], terms=MAKER)


@pytest.mark.parametrize(
    "source",
    [
        "HIGH = const(1)",  # which const?
        "from micropython import const\nHIGH = const(1)\nHIGH = 2",
        "from micropython import const\nHIGH = const(1)\ndef f():\n    global HIGH\n    HIGH = 2",
        "from micropython import const\nHIGH = const(1)\ndel HIGH",
        "from micropython import const\nHIGH = const(b'text')",
        "from micropython import const\nHIGH = const(some())",
        "from micropython import const\nif 1:\n    HIGH = const(1)",
        "def const(x): return x + 1\nHIGH = const(1)",
    ],
)
def test_what_is_no_plain_constant_stays(source):
    source += "\nprint(HIGH)\n"
    assert numbers("m", m=source) == source


def test_a_variable_of_the_same_name_is_no_constant():
    source = MAKER + "def f(HIGH):\n    return HIGH, [HIGH for _SIZE in HIGH], _SIZE\n"
    assert "return HIGH, [HIGH for _SIZE in HIGH], 4" in numbers("m", m=source)


def test_a_module_that_does_something_is_still_imported():
    source = "from micropython import const\nHIGH = const(1)\nprint('hello')\n"
    reader = "from terms import HIGH\nprint(HIGH)\n"
    assert numbers("m", terms=source, m=reader) == "from terms import HIGH\nprint(1)\n"


BARE = {shorten.module(path): annotations.without(PLAIN[path]) for path in OURS}
CONSTANTS = Constants(BARE)


@pytest.mark.parametrize("path", [path for path in OURS if "/" in path])
def test_every_number_in_a_real_file_is_the_value_of_its_name(path):
    """And nothing else is changed. The values come from this Python, which imports the sources
    themselves."""
    name = shorten.module(path)
    plain, written = ast.parse(BARE[name]), ast.parse(CONSTANTS.written_out(name))
    replaced = list(_replaced(plain, written))
    space = dict(vars(importlib.import_module(name)))
    for node in ast.walk(plain):
        if isinstance(node, ast.ImportFrom) and node.col_offset and node.module in BARE:
            exec(ast.unparse(node), space)
    for node, value in replaced:
        assert eval(ast.unparse(node), space) == value, node.lineno


def _replaced(old, new):
    """Names of the one tree with the numbers that stand in their places in the other one."""
    if isinstance(old, ast.Name | ast.Attribute) and type(old) is not type(new):
        yield old, ast.literal_eval(new)
        return
    assert type(old) is type(new)
    for field, value in ast.iter_fields(old):
        other = getattr(new, field)
        if field in ("body", "orelse", "finalbody") and isinstance(value, list):
            yield from _replaced_in(value, other)
        elif isinstance(value, list):
            for one, twin in zip(value, other, strict=True):
                if isinstance(one, ast.AST):
                    yield from _replaced(one, twin)
                else:
                    assert one == twin
        elif isinstance(value, ast.AST):
            yield from _replaced(value, other)
        else:
            assert value == other


def _replaced_in(old, new):
    """The same for statements, of which imports and makers of constants may be gone."""
    left = list(new)
    for node in old:
        twin = left[0] if left and left[0].lineno == node.lineno else None
        if isinstance(node, ast.ImportFrom):
            if isinstance(twin, ast.ImportFrom | ast.Pass):
                left.pop(0)
                stay = {(one.name, one.asname) for one in getattr(twin, "names", ())}
                assert stay <= {(one.name, one.asname) for one in node.names}
        elif twin is None:
            assert isinstance(node, ast.Assign) and "const(" in ast.unparse(node)
        else:
            yield from _replaced(node, left.pop(0))
    assert not left


# Annotations


@pytest.mark.parametrize(
    ("source", "bare"),
    [
        ("def f(x: int, *y: 'a', z: int = 1) -> None: pass", "def f(x, *y, z = 1): pass"),
        ("x: list[int] = []", "x = []"),
        ("self.x: 'Thing | None' = None", "self.x = None"),
        ("x: int", "x: int"),
        ("f = lambda x: x", "f = lambda x: x"),
        ("x = y[1:2], {1: 2}", "x = y[1:2], {1: 2}"),
        ("def ž(ž: int): pass", "def ž(ž): pass"),
    ],
)
def test_annotations_go(source, bare):
    assert annotations.without(source.encode()).decode() == bare
    assert ast.dump(annotations.dropped(ast.parse(source))) == ast.dump(ast.parse(bare))


TYPING = """\
try:
    from typing import Any, List as L
    import box.more
except ImportError:
    pass
"""


def test_imports_for_annotations_go_with_them():
    source = TYPING + "def f(x): return x\n"
    assert annotations.without_imports(source.encode()) == b"\n" * 5 + b"def f(x): return x\n"


@pytest.mark.parametrize(
    "source",
    [
        TYPING + "print(L)",
        TYPING + "def f(): return box.more",
        TYPING + "def f():\n    global Any\n    Any = 1",
        TYPING.replace("pass", "Any = None"),
        TYPING.replace("ImportError", "ValueError"),
        TYPING.replace("ImportError", "(ImportError, OSError)"),
        TYPING.replace("    import box.more\n", "    x = 1\n"),
        TYPING + "else:\n    pass",
        TYPING + "finally:\n    pass",
        "from typing import Any\n",
    ],
)
def test_other_imports_stay(source):
    assert annotations.without_imports(source.encode()).decode() == source


def test_an_annotation_over_two_lines_is_refused():
    with pytest.raises(ValueError):
        annotations.without(b"def f(\n    x: dict[\n        int, int],\n): pass")


# Indentation


NARROW = '''\
class A:
    def f(self):
        x = (1,
             2)
        if x:
            return """a
      b""", (
                3)
    # a comment
    y = 1; z = 2

z = 1 \\
    + 2
'''


def test_indentation_is_narrow_and_texts_stay():
    written = indents.narrowed(NARROW.encode()).decode()
    assert written.splitlines()[:4] == ["class A:", " def f(self):", "  x = (1,", " 2)"]
    assert '"""a\n      b""", (' in written
    assert outline(ast.parse(written)) == outline(ast.parse(NARROW))
    assert indents.narrowed(written.encode()).decode() == written


BLOCKS = st.recursive(
    st.sampled_from([["x = 1"], ["f(", "        1)"], ["y = '''", "    text'''"], ["pass"], [""]]),
    lambda inner: (
        st.builds(
            lambda head, body: [head, *("    " + line for line in [*body, "pass"])],
            st.sampled_from(["if x:", "def f():", "class A:", "while x:"]),
            inner,
        )
        | st.builds(lambda one, two: one + two, inner, inner)
    ),
    max_leaves=6,
)


@given(BLOCKS)
def test_any_source_stays_the_same_program(lines):
    source = "\n".join(lines) + "\n"
    written = indents.narrowed(source.encode()).decode()
    assert outline(ast.parse(written)) == outline(ast.parse(source))


# All together


def test_all_real_files_are_shortened():
    assert [path for path in SOURCES if len(SHORT[path]) > len(PLAIN[path])] == []
    short, plain = (sum(len(files[path]) for path in SOURCES) for files in (SHORT, PLAIN))
    assert short < 0.75 * plain
    words = {one for path in SOURCES for one in _words(SHORT[path])}
    known = {one for path in SOURCES for one in _words(PLAIN[path])}
    assert len(words) < 0.75 * len(known)


def _words(source):
    tree = ast.parse(source)
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    found |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return found | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}


@pytest.mark.parametrize("path", SOURCES)
def test_a_real_file_keeps_its_lines(path):
    plain, short = ast.parse(PLAIN[path]), ast.parse(SHORT[path])

    def calls(tree):
        return sorted(node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call))

    made = len([line for line in calls(plain) if b"const(" in PLAIN[path].split(b"\n")[line - 1]])
    assert set(calls(short)) <= set(calls(plain))
    assert len(calls(plain)) - len(calls(short)) <= made
    assert SHORT[path].count(b"\n") == PLAIN[path].count(b"\n")
    assert Scopes(SHORT[path])


def test_a_source_that_is_not_understood_stays_with_all_it_uses():
    strange = b"from box import SIZE\ndef f(width): return locals(), SIZE\n"
    files = {
        "box.py": b"from micropython import const\nSIZE = const(1)\nHIGH = const(2)\n",
        "strange.py": strange,
        "broken.py": b"def f(:\n",
        "x.bin": b"\0",
    }
    found = shorten.shorten(files)
    assert found["strange.py"] == strange
    assert found["broken.py"] == files["broken.py"] and found["x.bin"] == b"\0"
    assert b"SIZE" in found["box.py"] and b"HIGH" not in found["box.py"]


# The command


@pytest.fixture
def root(tmp_path):
    source = b"def look(width: int) -> int:\n    '''What.'''\n    return width\n"
    return fakes.put(fakes.project(tmp_path / "project"), {"ui/app.py": source})


@pytest.fixture
def drive(tmp_path):
    return fakes.drive(tmp_path / "drive")


def test_the_names_are_short_or_plain_or_the_file_is_whole(root, drive):
    whole = (root / "ui/app.py").read_bytes()
    for arguments, text in (
        ((), b"def look(a):\n\n return a\n"),
        (("--plain",), b"def look(width: int) -> int:\n\n    return width\n"),
        (("--whole",), whole),
        (("--whole", "--plain"), whole),
        ((), b"def look(a):\n\n return a\n"),
    ):
        assert Run(root, "--drive", drive, *arguments).status == 0
        assert (drive / "ui/app.py").read_bytes() == text


def test_a_fault_of_the_shortening_is_told_with_the_way_out(root, drive, monkeypatch):
    fakes.put(root, {"ui/more.py": b"MORE = 1\n"})  # shortened for the first time
    monkeypatch.setattr(names.Names, "shortened", lambda self, module: b"other = 1\n")
    run = Run(root, "--drive", drive)
    assert run.status == 1
    assert "--plain" in run.complaint and "cannot be shortened" in run.complaint
    assert not (drive / "code.py").exists()
    assert Run(root, "--drive", drive, "--plain").status == 0


@pytest.mark.parametrize(
    "does",
    [
        "print(1)",
        "import sys\nsys.modules['other'] = sys.modules[__name__]",
        "try:\n    import alarm\nexcept ImportError:\n    alarm = None",
    ],
)
def test_a_constant_of_a_file_that_does_something_can_still_be_imported(does):
    """The import stays for what the file does."""
    sources = {"terms": MAKER + does + "\n", "m": "from terms import HIGH\nprint(HIGH)\n"}
    assert "from terms import HIGH" in numbers("m", **sources)
    assert "HIGH = const(-2)" in numbers("terms", **sources)


def test_a_constant_that_is_handed_on_to_the_desktops_programs_stays():
    sources = {"terms": MAKER, "more": "from terms import HIGH\nprint(HIGH)\n"}
    assert "HIGH" in numbers("more", ["from more import HIGH"], **sources)
    assert "HIGH = const(-2)" in numbers("terms", ["from more import HIGH"], **sources)
