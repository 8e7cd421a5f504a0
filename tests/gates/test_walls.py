"""The walls between the folders, and that nothing on the board writes or asks where it runs."""

import pytest

from tools.gates import walls
from tools.gates.files import ROOT, Source, board_sources, read
from tools.gates.parsed import Parsed

BAD_IMPORTS = [
    ("engine/a.py", "import ui.app"),
    ("engine/a.py", "from hw import clock"),
    ("engine/a.py", "from engine.dice import game\nimport time"),
    ("engine/a.py", "from os import urandom"),
    ("engine/a.py", "import microcontroller"),
    ("hw/a.py", "from ui.keys import A"),
    ("hw/a.py", "from engine.contract import CHANCE"),
    ("hw/a.py", "def late():\n    import engine.dice.game"),
    ("ui/a.py", "from hw.buttons import Buttons"),
    ("ui/a.py", "import board"),
    ("ui/a.py", "import time"),
    ("ui/a.py", "GAMES = (('dice', 'hw.clock'),)\n__import__(GAMES[0][1])"),
    ("ui/a.py", "import sim.world"),
    ("hw/a.py", "from tools import bench"),
    ("engine/a.py", "from tests import helpers"),
    ("code.py", "import sim"),
    ("code.py", "from tools.gates import walls"),
    ("sim/a.py", "from tests import helpers"),
]
GOOD_IMPORTS = [
    ("code.py", "from hw import wiring\nimport ui.app"),
    ("ui/a.py", "from engine.dice.game import DiceGame\nfrom ui import words"),
    ("ui/a.py", "GAMES = (('dice', 'ui.dice.flow'),)\n__import__(GAMES[0][1])"),
    ("engine/a.py", "from binascii import crc32\nfrom engine.contract import OVER"),
    ("hw/a.py", "import os\nfrom hw.clock import Clock"),
    ("sim/a.py", "import ui.app\nimport engine.contract\nimport hw.panel"),
    ("tools/a.py", "import sim.world"),
]
BAD_QUESTIONS = [
    "simulated = True",
    "def f(parts):\n    return parts.is_simulator",
    "def f(parts):\n    return getattr(parts, 'simulated', False)",
    "import sys\nsys.platform",
    "import sys\nsys.implementation.name",
    "import os\nos.uname()",
    "import board\nboard.board_id",
    "import sys\n'pygame' in sys.modules",
]
BAD_WRITING = [
    "open('log', 'w')",
    "open('log', 'ab')",
    "open('log', mode='r+')",
    "import io\nio.open('log', 'w')",
    "def f(mode):\n    open('log', mode)",
    "import os\nos.remove('log')",
    "import os\nos.rename('a', 'b')",
    "import storage\nstorage.remount('/', False)",
]


def parsed(path: str, text: str) -> Parsed:
    return Parsed(Source(path, text + "\n"))


@pytest.mark.parametrize(("path", "text"), BAD_IMPORTS)
def test_an_import_against_the_walls_is_refused(path: str, text: str) -> None:
    assert list(walls.check_imports(parsed(path, text)))


@pytest.mark.parametrize(("path", "text"), GOOD_IMPORTS)
def test_an_import_along_the_walls_is_not_refused(path: str, text: str) -> None:
    assert not list(walls.check_imports(parsed(path, text)))


@pytest.mark.parametrize("text", BAD_QUESTIONS)
def test_asking_where_it_runs_is_refused(text: str) -> None:
    assert list(walls.check_questions(parsed("hw/a.py", text)))
    assert not list(walls.check_questions(parsed("sim/a.py", text)))


def test_documentation_may_speak_of_the_simulator() -> None:
    text = '"""Also runs in the simulator."""\n\n\ndef f():\n    """Simulated too."""  # simulator'
    assert not list(walls.check_questions(parsed("hw/a.py", text)))


@pytest.mark.parametrize("text", BAD_WRITING)
def test_writing_to_the_drive_is_refused(text: str) -> None:
    assert list(walls.check_writing(parsed("ui/a.py", text)))


def test_reading_is_not_refused() -> None:
    text = "open('a')\nopen('a', 'rb')\nopen('a', mode='r', encoding='utf-8')"
    assert not list(walls.check_writing(parsed("ui/a.py", text)))


def test_imports_run_one_way() -> None:
    files = [Parsed(source) for source in board_sources() + read(ROOT, ["sim"])]
    assert [str(item) for file in files for item in walls.check_imports(file)] == []


def test_F26_nothing_on_the_board_asks_where_it_runs() -> None:
    files = [Parsed(source) for source in board_sources()]
    assert [str(item) for file in files for item in walls.check_questions(file)] == []


def test_nothing_on_the_board_writes_to_the_drive() -> None:
    files = [Parsed(source) for source in board_sources()]
    assert [str(item) for file in files for item in walls.check_writing(file)] == []
