"""The terminal front: signs, keys, and a terminal that is left as it was found."""

import os
import signal
import subprocess
import sys
import time

import pytest

from sim import pictures, terminal
from sim.camera import Camera
from sim.device import Device, Pace
from sim.terminal import BRAILLE, HALVES, QUARTERS, Keys, Screen, Taps, Terminal, TerminalError

DARK = bytes(1024)
LIGHT = bytes([255]) * 1024


def dots(*places):
    """A picture with these pixels."""
    picture = bytearray(1024)
    for x, y in places:
        picture[y // 8 * 128 + x] |= 1 << y % 8
    return bytes(picture)


# Signs


@pytest.mark.parametrize("cells", [HALVES, QUARTERS, BRAILLE])
def test_all_pixels_dark_and_all_light(cells):
    dark, light = cells.lines(DARK), cells.lines(LIGHT)
    for lines in (dark, light):
        assert len(lines) == cells.rows and {len(line) for line in lines} == {cells.columns}
    assert set("".join(light)) == {"⣿" if cells is BRAILLE else "█"}
    assert set("".join(dark)) == {"⠀" if cells is BRAILLE else " "}


def test_half_blocks_show_two_pixels():
    lines = HALVES.lines(dots((0, 0), (1, 1), (2, 0), (2, 1), (127, 63)))
    assert lines[0].startswith("▀▄█ ")
    assert lines[31] == " " * 127 + "▄"


def test_quarter_blocks_show_four_pixels():
    for index, place in enumerate([(0, 0), (1, 0), (0, 1), (1, 1)]):
        assert QUARTERS.lines(dots(place))[0][0] == "▘▝▖▗"[index]
    assert QUARTERS.lines(dots((0, 0), (1, 1)))[0][0] == "▚"
    assert QUARTERS.lines(dots((1, 0), (0, 1)))[0][0] == "▞"
    assert QUARTERS.lines(dots((126, 62), (127, 62), (126, 63)))[31][63] == "▛"


def test_braille_shows_eight_pixels():
    places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    for index, place in enumerate(places):
        assert BRAILLE.lines(dots(place))[0][0] == "⠁⠂⠄⠈⠐⠠⡀⢀"[index]


def test_every_sign_stands_for_its_own_pixels():
    for cells in (HALVES, QUARTERS, BRAILLE):
        assert len(set(cells.signs)) == 1 << cells.across * cells.down


@pytest.mark.parametrize(
    ("columns", "rows", "cells"),
    [
        (200, 60, HALVES),
        (128, 33, HALVES),
        (128, 32, BRAILLE),
        (127, 33, QUARTERS),
        (64, 33, QUARTERS),
        (80, 24, BRAILLE),
        (64, 17, BRAILLE),
    ],
)
def test_the_finest_signs_that_fit(columns, rows, cells):
    assert terminal.choose(columns, rows) is cells


@pytest.mark.parametrize(("columns", "rows"), [(63, 40), (80, 16), (0, 0)])
def test_a_terminal_that_is_too_small(columns, rows):
    with pytest.raises(TerminalError, match=f"has {columns} x {rows} signs"):
        terminal.choose(columns, rows)


# Keys


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["UP", "DOWN", "RIGHT", "LEFT"]),
        (b"\x1bOA\x1bOD", ["UP", "LEFT"]),
        (b"za\r ", ["A", "A", "A", "A"]),
        (b"xb\x7f", ["B", "B", "B"]),
        (b"ZAXB", ["hold A", "hold A", "hold B", "hold B"]),
        (b"mM\t", ["menu", "menu", "menu"]),
        (b"q", ["quit"]),
        (b"\x1b[24~\x1b[21~", ["shot", "film"]),
        (b"\x1b[1;5Cz", ["A"]),
        (b"\x1b[99~", []),
        (b"\x1bz", ["A"]),
        ("ěž".encode() + b"z", ["A"]),
        (b"\xffz", ["A"]),
    ],
)
def test_what_a_terminal_sends(sent, keys):
    assert Keys().feed(sent) == keys


def test_a_key_that_comes_in_pieces():
    keys = Keys()
    assert keys.feed(b"\x1b") == []
    assert keys.feed(b"[") == []
    assert keys.feed(b"Az") == ["UP", "A"]
    assert keys.feed("ě".encode()[:1]) == []
    assert keys.feed("ě".encode()[1:] + b"x") == ["B"]


def test_a_tap_a_long_press_and_both():
    device, taps = Device({}), Taps()
    taps.press(device, "A")
    taps.press(device, "hold B")
    taps.press(device, "UP")
    pressed: dict[str, list[tuple[int, int]]] = {}
    for at, button, level in device.world.edges:
        pressed.setdefault(button, []).append((at, level))
    lengths = {button: moves[1][0] - moves[0][0] for button, moves in pressed.items()}
    assert lengths == {"a": 60, "b": 600, "up": 60}


def test_menu_presses_both_at_once():
    device = Device({})
    Taps().press(device, "menu")
    first, second = device.world.edges[0], device.world.edges[2]
    assert (first[0], first[2]) == (second[0], second[2])
    assert {first[1], second[1]} == {"a", "b"}


def test_a_key_that_repeats_does_not_pile_up():
    device, taps = Device({}), Taps()
    for _ in range(50):
        taps.press(device, "RIGHT")
    assert len(device.world.edges) == 4  # this one, and the next
    assert [level for _at, _button, level in device.world.edges] == [0, 1, 0, 1]


# The screen


def test_only_lines_that_changed_are_written():
    written: list[str] = []
    screen = Screen(written.append)
    screen.forget()
    screen.show(["one", "two"], "help", 80)
    written.clear()
    screen.show(["one", "two"], "help", 80)
    assert written == []
    screen.show(["one", "2"], "help", 80)
    assert len(written) == 1
    assert "\x1b[2;1H" in written[0] and "\x1b[1;1H" not in written[0]
    screen.show(["one", "2"], "long help", 4)
    assert "long" in written[1] and "long " not in written[1]


class FakeConsole:
    """A terminal in memory."""

    def __init__(self, columns=80, rows=24):
        self.shape = (columns, rows)
        self.waiting = []
        self.written = ""

    def size(self):
        return self.shape

    def keys(self):
        keys, self.waiting = self.waiting, []
        return keys

    def write(self, text):
        self.written += text


class NoCamera(Camera):
    """A camera whose disk is full."""

    def shot(self, device, name=""):
        raise OSError(28, "No space left on device")


def front(console):
    """A front on that console, that waits for nothing and draws at every look."""
    clock = [0.0]

    def now():
        clock[0] += 1
        return clock[0]

    return Terminal(console, NoCamera(), Pace(now, lambda seconds: None), now)


def test_the_picture_comes_onto_the_terminal_and_keys_into_the_device():
    console = FakeConsole(128, 33)
    shown = front(console)
    device = Device({"KOSTKA_SEED": 3})
    device.world.at(1500, lambda: console.waiting.append("A"))
    device.world.at(2200, lambda: console.waiting.append("quit"))
    device.watchers.append(shown)
    device.run()
    assert device.reason == "closed"
    assert [(button, level) for _at, button, level in device.world.edges] == [("a", 0), ("a", 1)]
    for line in HALVES.lines(device.picture()):
        assert line in console.written
    assert "SEED 3" in console.written


def test_a_resized_terminal_gets_other_signs_and_a_small_one_a_sentence():
    console = FakeConsole(128, 33)
    shown = front(console)
    device = Device({})
    shown.look(device)
    assert "█" not in console.written and "⠀" not in console.written
    console.shape, console.written = (80, 24), ""
    shown.look(device)
    assert "\x1b[2J" in console.written and "⠀" * 64 in console.written
    console.shape, console.written = (20, 5), ""
    shown.look(device)
    assert "the terminal has 20 " in console.written
    console.shape, console.written = (64, 33), ""
    shown.look(device)
    assert "⠀" not in console.written and " " * 64 in console.written


def test_a_picture_that_cannot_be_written_does_not_end_the_game():
    console = FakeConsole()
    shown = front(console)
    device = Device({})
    console.waiting.append("shot")
    shown.look(device)
    assert device.reason == ""
    assert "not written: No space left" in console.written


# A real terminal

posix = pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals of Linux and macOS")


class InTerminal:
    """The simulator in a pseudo-terminal of its own."""

    def __init__(self, folder, program, columns=80, rows=24, options=(), term="xterm-256color"):
        import fcntl
        import pty
        import struct
        import termios

        self._termios = termios
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.theirs = theirs
        self.before = termios.tcgetattr(theirs)
        environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
        environment.update(TERM=term, PYTHONUTF8="1")
        self.child = subprocess.Popen(
            [sys.executable, program, *options],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.seen = ""

    def read_until(self, text):
        """What came, up to `text`; fails after twenty seconds."""
        import select

        end = time.monotonic() + 20
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} never came, but {self.seen[-300:]!r}"
            if select.select([self.ours], [], [], 0.1)[0]:
                self.seen += os.read(self.ours, 65536).decode("utf-8", "replace")
        return self.seen

    def send(self, data):
        os.write(self.ours, data)

    def end(self):
        """Status and stderr; the terminal must be as it was before."""
        error = self.child.communicate(timeout=20)[1].decode()
        self.read_until("\x1b[?1049l") if "\x1b[?1049h" in self.seen else None
        after = self._termios.tcgetattr(self.theirs)
        assert after[3] == self.before[3] and after[6] == self.before[6]
        return self.child.returncode, error

    def close(self):
        self.child.kill()
        self.child.wait()
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture
def started(project, tmp_path):
    """Starts the simulator in terminals and closes them."""
    opened = []

    def begin(program=None, **options):
        program = program or os.path.join(project, "sim")
        opened.append(InTerminal(tmp_path, program, **options))
        return opened[-1]

    yield begin
    for one in opened:
        one.close()


@posix
@pytest.mark.parametrize("term", ["dumb", ""])
def test_F27_a_terminal_without_places_says_that_it_cannot(started, term):
    """An editor's shell window, for one: it gets a sentence and no escape sequences."""
    one = started(options=["--terminal"], term=term)
    status, error = one.end()
    assert status == 2
    assert f"(TERM={term})" in error and "--headless SCRIPT" in error
    assert "\x1b" not in one.seen + error and error.count("\n") == 1


@posix
def test_F27_the_plain_command_plays_in_a_terminal(started):
    """Without a display, with nothing but a terminal of the usual size."""
    one = started(options=["--seed", "7"])
    one.read_until("SEED 7")
    one.read_until("⣿")
    one.send(b"z")
    one.send(b"q")
    assert one.end() == (0, "")
    assert one.seen.endswith("\x1b[0m\x1b[?25h\x1b[?1049l")


@posix
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 0), (signal.SIGHUP, 0)]
)
def test_the_terminal_comes_back_after_a_signal(started, number, status):
    one = started(options=["--terminal"])
    one.read_until("⣿")
    one.child.send_signal(number)
    assert one.end() == (status, "")


@posix
def test_ctrl_c_typed_into_the_terminal(started):
    one = started(options=["--terminal"])
    one.read_until("⣿")
    one.send(b"\x03")
    assert one.end() == (130, "")


@posix
def test_the_terminal_comes_back_after_an_error_of_the_firmware(started, project, tmp_path):
    code = tmp_path / "fail.py"
    code.write_text(
        "import sys; sys.path.append(sys.argv[1])\n"
        "from sim import cli\nfrom sim.world import World\n"
        "def fail(self):\n    raise ZeroDivisionError\n"
        "World.run = fail\nsys.exit(cli.main(['--terminal']))\n"
    )
    one = started(str(code), options=[project])
    one.read_until("\x1b[?1049l")
    status, error = one.end()
    assert status == 1 and "ZeroDivisionError" in error


@posix
def test_a_small_terminal_gets_one_sentence(started):
    one = started(columns=40, rows=10, options=["--terminal"])
    status, error = one.end()
    assert status == 2
    assert "has 40 x 10 signs" in error and error.count("\n") == 1
    assert "\x1b" not in one.seen


@posix
def test_no_terminal_gets_one_sentence(project, tmp_path):
    done = subprocess.run(
        [sys.executable, os.path.join(project, "sim"), "--terminal"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "no terminal here" in done.stderr and done.stderr.count("\n") == 1


def test_pictures_and_signs_agree_on_the_size():
    for cells in (HALVES, QUARTERS, BRAILLE):
        assert cells.columns * cells.across == pictures.WIDTH
        assert cells.rows * cells.down == pictures.HEIGHT
