"""The window's core without a display: events in, edges on the pins and pictures out."""

import os
import re
import subprocess
import sys

import pytest

from sim import body, pictures
from sim.camera import Camera
from sim.device import Device, Pace
from sim.probe import Probe

pygame = pytest.importorskip("pygame")

from sim import window  # noqa: E402
from sim.window import Hands, Window  # noqa: E402

DARK = bytes(1024)


class Clock:
    """Seconds that go on by a tick at each look."""

    def __init__(self, tick=1.0):
        self.now = 0.0
        self.tick = tick

    def __call__(self):
        self.now += self.tick
        return self.now


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """A window of scale 2 that waits for nothing and draws at every look."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    clock = Clock()
    opened = Window(Camera(str(tmp_path), scale=1), Pace(clock, lambda seconds: None), 2, clock)
    yield opened
    opened.close()


def key(number, down=True):
    return pygame.event.Event(pygame.KEYDOWN if down else pygame.KEYUP, key=number)


def click(shown, place, button=1, down=True):
    kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
    x, y = shown._corner
    position = (x + place[0] * shown.scale, y + place[1] * shown.scale)
    return pygame.event.Event(kind, button=button, pos=position)


def moves(device):
    """What the pins saw, without the times."""
    return [(button, level) for _at, button, level in device.world.edges]


def feed(shown, device, *events):
    for event in events:
        shown.handle(event, device)
        shown.tell(device)


A, B, UP = (231, 44), (211, 63), (31, 47)
BOTH = (222, 92)


def test_keys_press_buttons_and_let_them_go(shown):
    device = Device({})
    feed(shown, device, key(pygame.K_UP), key(pygame.K_z), key(pygame.K_UP, False))
    assert moves(device) == [("up", 0), ("a", 0), ("up", 1)]


@pytest.mark.parametrize(
    ("number", "buttons"),
    [
        (pygame.K_LEFT, {"left"}),
        (pygame.K_RIGHT, {"right"}),
        (pygame.K_DOWN, {"down"}),
        (pygame.K_RETURN, {"a"}),
        (pygame.K_x, {"b"}),
        (pygame.K_BACKSPACE, {"b"}),
        (pygame.K_m, {"a", "b"}),
        (pygame.K_TAB, {"a", "b"}),
        (pygame.K_q, set()),
    ],
)
def test_each_key_has_its_button(shown, number, buttons):
    device = Device({})
    feed(shown, device, key(number))
    assert {button for button, _level in moves(device)} == buttons


def test_the_mouse_presses_what_lies_under_it(shown):
    device = Device({})
    feed(shown, device, click(shown, UP), click(shown, UP, down=False))
    feed(shown, device, click(shown, BOTH), click(shown, (0, 0), down=False))
    feed(shown, device, click(shown, (120, 50)))
    assert moves(device) == [
        ("up", 0),
        ("up", 1),
        ("a", 0),
        ("b", 0),
        ("a", 1),
        ("b", 1),
    ]


def test_a_right_click_holds_a_button_while_others_are_pressed(shown):
    device = Device({})
    feed(shown, device, click(shown, A, 3), click(shown, A, 3, False))
    feed(shown, device, click(shown, B), click(shown, B, down=False))
    assert moves(device) == [("a", 0), ("b", 0), ("b", 1)]
    feed(shown, device, click(shown, A, 3))
    assert moves(device)[-1] == ("a", 1)


def test_a_left_click_lets_a_held_button_go_in_the_end(shown):
    device = Device({})
    feed(shown, device, click(shown, A, 3), click(shown, A), click(shown, A, down=False))
    assert moves(device) == [("a", 0), ("a", 1)]


def test_two_keys_for_one_button_count_as_one(shown):
    device = Device({})
    feed(shown, device, key(pygame.K_z), key(pygame.K_RETURN), key(pygame.K_z, False))
    assert moves(device) == [("a", 0)]
    feed(shown, device, key(pygame.K_RETURN, False))
    assert moves(device) == [("a", 0), ("a", 1)]


def test_a_window_in_the_background_presses_nothing(shown):
    device = Device({})
    feed(shown, device, key(pygame.K_z), pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert moves(device) == [("a", 0), ("a", 1)]


def test_a_tap_within_one_look_reaches_the_device(shown):
    """Press and release come in the same moment, and the firmware sees a press all the same."""
    device = Device({})
    device.world.at(1500, lambda: pygame.event.post(key(pygame.K_z)))
    device.world.at(1500, lambda: pygame.event.post(key(pygame.K_z, False)))
    seen = []

    class Watcher:
        def look(self, device):
            if device.now in (1495, 1496, 1497, 1498, 1499):
                seen.append(device.picture())
            if device.now > 2600:
                device.stop()

    device.watchers += [shown, Watcher()]
    device.run()
    assert moves(device) == [("a", 0), ("a", 1)]
    assert device.world.edges[1][0] - device.world.edges[0][0] >= 30
    assert device.picture() != seen[0]


def test_a_whole_game_from_power_on_to_the_winner_in_the_window(shown):
    """With the A key alone: every cursor begins on what the computer player would do."""
    device = Device({"KOSTKA_SEED": 5, "KOSTKA_SPEED": 0})
    probe = Probe(device.world)
    waiting = ("Start", "Menu", "SetUp", "Ready", "Table", "Decide", "Score")

    class Hand:
        """Presses A on every screen that waits, and closes the window at the winner's."""

        def __init__(self):
            self.next = 200
            self.down = False
            self.screens = set()

        def look(self, device):
            if device.now < self.next or not probe.screen:
                return
            self.screens.add(probe.screen)
            if probe.screen == "Winner" and not self.down:
                pygame.event.post(pygame.event.Event(pygame.QUIT))
            elif self.down or probe.screen in waiting:
                pygame.event.post(key(pygame.K_z, not self.down))
                self.down = not self.down
            self.next = device.now + 60

    hand = Hand()
    device.watchers += [shown, hand]
    device.world.at(3_600_000, lambda: device.stop("too long"))
    device.run()
    assert device.reason == "closed"
    assert {"Start", "SetUp", "Ready", "Roll", "Table", "Score", "Watch", "Winner"} <= hand.screens
    assert max(probe.app.match.game.scores) >= 42


def test_closing_the_window_ends_the_run(shown):
    device = Device({})
    device.world.at(200, lambda: pygame.event.post(pygame.event.Event(pygame.QUIT)))
    device.watchers.append(shown)
    device.run()
    assert device.reason == "closed" and device.now < 400


def surface_pixel(place):
    return tuple(pygame.display.get_surface().get_at(place))[:3]


def test_the_picture_is_dark_while_the_panel_is_off(shown):
    device = Device({})
    x, y = body.PANEL
    place = (shown._corner[0] + x * 2, shown._corner[1] + y * 2)
    device.world.panel.ram[0] = 1
    device.world.panel.upward = True
    shown.draw(device)
    assert surface_pixel(place) == pictures.BACKGROUND
    device.world.panel.on = device.world.panel.pump = True
    device.world.panel.contrast = 255
    shown.draw(device)
    assert surface_pixel(place) == pictures.LIGHT
    device.world.panel.contrast = 0
    shown.draw(device)
    assert max(pictures.BACKGROUND) < max(surface_pixel(place)) < max(pictures.LIGHT)


def test_the_panel_in_the_window_is_the_picture_pixel_for_pixel(shown):
    picture = bytes(value * 37 % 251 for value in range(1024))
    drawn = shown._drawing.panel(picture, 1.0)
    flat = pictures.pixels(picture)
    for y in range(64):
        for x in range(0, 128, 3):
            expected = pictures.LIGHT if flat[y * 128 + x] else pictures.BACKGROUND
            assert tuple(drawn.get_at((2 * x, 2 * y)))[:3] == expected


def test_pressed_buttons_look_pressed(shown):
    drawing = shown._drawing
    plain = drawing.draw(DARK, frozenset(), 1.0)
    for button in body.BUTTONS:
        pressed = drawing.draw(DARK, frozenset([button]), 1.0)
        changed = [
            (x // 2, y // 2)
            for x in range(0, body.WIDTH * 2, 2)
            for y in range(0, body.HEIGHT * 2, 2)
            if plain.get_at((x, y)) != pressed.get_at((x, y))
        ]
        assert len(changed) > 15
        hit = [place for place in changed if body.button_at(*place) == (button,)]
        assert len(hit) > len(changed) / 2


@pytest.mark.parametrize(
    ("size", "scale"),
    [((252, 140), 1), ((504, 264), 2), ((1007, 600), 3), ((1920, 1080), 7), ((50, 50), 1)],
)
def test_scaling_is_by_whole_numbers(size, scale):
    assert window.fitting_scale(*size) == scale


def test_resizing_takes_the_largest_whole_scale_and_keeps_the_middle(shown):
    device = Device({})
    pygame.display.set_mode((1100, 700), pygame.RESIZABLE)
    shown.handle(pygame.event.Event(pygame.VIDEORESIZE, size=(1100, 700), w=1100, h=700), device)
    assert shown.scale == 4
    assert shown._corner[0] == (1100 - body.WIDTH * 4) // 2
    feed(shown, device, click(shown, A))
    assert moves(device) == [("a", 0)]
    shown.draw(device)


def test_f12_writes_a_picture_and_f10_a_film(shown, tmp_path):
    device = Device({})
    feed(shown, device, key(pygame.K_F12), key(pygame.K_F10))
    assert (tmp_path / "kostka-001.png").exists()
    shown.draw(device)
    assert pygame.display.get_caption()[0] == "Kostka - filming"
    feed(shown, device, key(pygame.K_F10))
    assert (tmp_path / "kostka-001.gif").exists()
    shown.draw(device)
    assert pygame.display.get_caption()[0] == "Kostka"


def test_a_picture_that_cannot_be_written_does_not_end_the_game(shown, tmp_path, monkeypatch):
    device = Device({})

    def refuse(device):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shown._camera, "shot", refuse)
    feed(shown, device, key(pygame.K_F12))
    shown.draw(device)
    assert device.reason == "" and "No space left" in shown._said


def test_the_title_shows_the_seed(shown):
    shown.draw(Device({"KOSTKA_SEED": 42}))
    assert pygame.display.get_caption()[0] == "Kostka - SEED 42"


def test_nothing_is_drawn_again_while_nothing_changes(shown, monkeypatch):
    device = Device({})
    shown.draw(device)
    monkeypatch.setattr(pygame.display, "flip", lambda: pytest.fail("drawn again"))
    shown.draw(device)


def test_the_help_names_keys_that_work():
    assert {"Z", "Enter", "X", "Backspace", "M", "Tab", "F12", "F10"} <= set(
        re.findall(r"\w+", window.HELP)
    )
    for name in ("z", "RETURN", "x", "BACKSPACE", "m", "TAB"):
        assert getattr(pygame, "K_" + name) in window.KEYS


def test_hands_let_go_of_what_they_never_held():
    hands = Hands()
    hands.let_go("key")
    assert hands.down() == frozenset()


def test_a_window_that_cannot_open_gets_one_sentence(project, tmp_path):
    environment = dict(os.environ, SDL_VIDEODRIVER="no-such-driver")
    done = subprocess.run(
        [sys.executable, os.path.join(project, "sim"), "--window"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("kostka: no window can be opened")
    assert done.stderr.count("\n") == 1 and done.stdout == ""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_a_display_that_does_not_answer_is_no_display(project, tmp_path):
    """SDL would draw into nowhere, and the player would wait for a window."""
    environment = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    environment.pop("SDL_VIDEODRIVER", None)
    environment["DISPLAY"] = ":4077"
    done = subprocess.run(
        [sys.executable, os.path.join(project, "sim")],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("kostka: no window can be opened")
    assert done.stderr.count("\n") == 1


def test_the_command_opens_a_window_and_replays_in_it(project, tmp_path):
    """The whole way once: record without a display, replay in a window, at the speed of life."""
    (tmp_path / "play.txt").write_text("+400 a\n+100 wait\n")
    environment = dict(os.environ, SDL_VIDEODRIVER="dummy")
    command = [sys.executable, os.path.join(project, "sim")]
    for options in (["--headless", "play.txt", "--record", "run"], ["--window", "--replay", "run"]):
        done = subprocess.run(
            command + options,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert "ended with the recorded picture" in done.stdout
