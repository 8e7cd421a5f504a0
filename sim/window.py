"""The front with a window: the drawn device, its buttons under the mouse and the keyboard.

Only here is pygame used. `Panel`, `Hands` and `Window.handle` work on a surface in memory as on a
screen, so the tests drive the same code without a display. How the device looks is in `sim.body`.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame  # noqa: E402

from sim import body, pictures  # noqa: E402
from sim.device import Device, Pace  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PIL import Image

    from sim.camera import Camera

_FRAME_S = 1 / 60
_SAID_S = 4.0
_LARGEST_SCALE = 12
_START_SCALE = 4

HELP = (
    "Arrows     A = Z, Enter     B = X, Backspace     A+B = M, Tab     "
    "Right click holds     F12 picture     F10 film"
)

KEYS = {
    pygame.K_UP: ("UP",),
    pygame.K_DOWN: ("DOWN",),
    pygame.K_LEFT: ("LEFT",),
    pygame.K_RIGHT: ("RIGHT",),
    pygame.K_z: ("A",),
    pygame.K_a: ("A",),
    pygame.K_RETURN: ("A",),
    pygame.K_KP_ENTER: ("A",),
    pygame.K_SPACE: ("A",),
    pygame.K_x: ("B",),
    pygame.K_b: ("B",),
    pygame.K_BACKSPACE: ("B",),
    pygame.K_ESCAPE: ("B",),
    pygame.K_m: ("A", "B"),
    pygame.K_TAB: ("A", "B"),
}


class WindowError(Exception):
    """No window can be opened; the text is one sentence."""


class Hands:
    """Who holds which buttons: any number of keys and mouse buttons, and latches."""

    def __init__(self) -> None:
        self._held: dict[object, tuple[str, ...]] = {}
        self._latched: set[str] = set()

    def hold(self, source: object, buttons: tuple[str, ...]) -> None:
        """`source` presses these buttons until let_go; a latched one it lets loose."""
        self._held[source] = buttons
        self._latched -= set(buttons)

    def let_go(self, source: object) -> None:
        """`source` holds nothing any more."""
        self._held.pop(source, None)

    def latch(self, buttons: tuple[str, ...]) -> None:
        """Hold these buttons without a finger, or let them loose again."""
        if self._latched >= set(buttons):
            self._latched -= set(buttons)
        else:
            self._latched |= set(buttons)

    def drop(self) -> None:
        """Let go everything but the latches: the window is no longer in front."""
        self._held.clear()

    def down(self) -> frozenset[str]:
        """The buttons that are held now."""
        found = set(self._latched)
        for buttons in self._held.values():
            found.update(buttons)
        return frozenset(found)


class Drawing:
    """The device on a surface, at one scale: drawn once with all buttons up and once with all
    down, and put together from the two."""

    # Where each button's look changes: left, top, right, low, in units.
    _PARTS = (
        (("UP",), (24, 40, 39, 54)),
        (("DOWN",), (24, 66, 39, 81)),
        (("LEFT",), (12, 53, 25, 69)),
        (("RIGHT",), (37, 53, 51, 69)),
        (("A",), (218, 32, 244, 58)),
        (("B",), (198, 51, 224, 77)),
        (("A", "B"), (205, 84, 239, 100)),
    )

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self.size = (body.WIDTH * scale, body.HEIGHT * scale)
        self._up = _surface(body.case(scale))
        pressed = _surface(body.case(scale, body.BUTTONS))
        self._pressed = [(names, *_cut(pressed, names, box, scale)) for names, box in self._PARTS]
        self._grid = _grid(scale)

    def draw(self, picture: bytes, down: frozenset[str], light: float) -> pygame.Surface:
        """The device; `light` from 0 to 1 is the brightness of the panel's pixels."""
        found = self._up.copy()
        scale = self.scale
        for names, part, corner in self._pressed:
            if down.issuperset(names):
                found.blit(part, corner)
        place = (body.PANEL[0] * scale, body.PANEL[1] * scale)
        found.blit(self.panel(picture, light), place)
        return found

    def panel(self, picture: bytes, light: float) -> pygame.Surface:
        """The lit area alone."""
        size = (pictures.WIDTH, pictures.HEIGHT)
        plain = pygame.image.frombuffer(pictures.pixels(picture), size, "P")
        plain.set_palette([pictures.BACKGROUND] * 255 + [_mixed(light)])
        found = pygame.transform.scale(
            plain.convert(24), (size[0] * self.scale, size[1] * self.scale)
        )
        if self._grid is not None and any(picture):
            found.blit(self._grid, (0, 0))
        return found


def _cut(
    pressed: pygame.Surface, names: tuple[str, ...], box: tuple[int, int, int, int], scale: int
) -> tuple[pygame.Surface, tuple[int, int]]:
    """One button out of the drawing with all of them pressed, and where it belongs. The round
    ones lie so close that only a round piece leaves their neighbour alone."""
    left, top, right, low = (number * scale for number in box)
    area = pygame.Rect(left, top, right - left, low - top)
    found = pygame.Surface(area.size, pygame.SRCALPHA)
    if names in (("A",), ("B",)):
        middle = (area.width // 2, area.height // 2)
        pygame.draw.circle(found, (255, 255, 255, 255), middle, area.width // 2)
    else:
        found.fill((255, 255, 255, 255))
    found.blit(pressed, (0, 0), area, pygame.BLEND_RGBA_MIN)
    return found, area.topleft


def _mixed(light: float) -> tuple[int, int, int]:
    dark, bright = pictures.BACKGROUND, pictures.LIGHT
    red, green, blue = (round(dark[i] + (bright[i] - dark[i]) * light) for i in range(3))
    return red, green, blue


def _surface(found: Image.Image) -> pygame.Surface:
    return pygame.image.frombytes(found.convert("RGB").tobytes(), found.size, "RGB")


def _grid(scale: int) -> pygame.Surface | None:
    """The fine dark lines between the pixels, from a size on at which they can be seen."""
    if scale < 4:
        return None
    size = (pictures.WIDTH * scale, pictures.HEIGHT * scale)
    found = pygame.Surface(size, pygame.SRCALPHA)
    for x in range(scale - 1, size[0], scale):
        pygame.draw.line(found, (*pictures.BACKGROUND, 50), (x, 0), (x, size[1]))
    for y in range(scale - 1, size[1], scale):
        pygame.draw.line(found, (*pictures.BACKGROUND, 50), (0, y), (size[0], y))
    return found


def help_height(scale: int) -> int:
    """Room below the device for the line of help, in real pixels."""
    return max(16, 8 * scale)


def fitting_scale(width: int, height: int) -> int:
    """The largest whole scale at which device and help fit into an area; 1 at least."""
    scale = _LARGEST_SCALE
    while scale > 1 and (
        body.WIDTH * scale > width or body.HEIGHT * scale + help_height(scale) > height
    ):
        scale -= 1
    return scale


class Window:
    """Watches a device, shows it in a window, and gives it the hands of mouse and keyboard.

    `scale`: real pixels to a panel's pixel, 0 for what suits the screen. WindowError where no
    window can be opened.
    """

    def __init__(
        self,
        camera: Camera,
        pace: Pace,
        scale: int = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera = camera
        self._pace = pace
        self._clock = clock
        self.hands = Hands()
        self._told: frozenset[str] = frozenset()
        self._drawn = clock() - 1
        self._shown: tuple = ()
        self._said = ""
        self._said_at = 0.0
        self._title = ""
        try:
            _init_display()
            scale = scale or _suitable_scale()
            size = (body.WIDTH * scale, body.HEIGHT * scale + help_height(scale))
            self._window = pygame.display.set_mode(size, pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            raise WindowError(f"no window can be opened ({error}): use --terminal") from None
        pygame.display.set_icon(_icon())
        self._drawing = Drawing(fitting_scale(*self._window.get_size()))
        self._fit()

    @property
    def scale(self) -> int:
        """Real pixels to a panel's pixel."""
        return self._drawing.scale

    def _fit(self) -> None:
        """The window has got a size: redraw the device for it, in its middle."""
        width, height = self._window.get_size()
        scale = fitting_scale(width, height)
        if self._drawing.scale != scale:
            self._drawing = Drawing(scale)
        below = help_height(scale)
        device_width, device_height = self._drawing.size
        self._corner = (
            (width - device_width) // 2,
            max(0, (height - device_height - below) // 2),
        )
        self._help = _text(HELP, width - 8, below)
        self._shown = ()

    # What comes in

    def look(self, device: Device) -> None:
        """Time has passed: events, picture, and then the wait for real time."""
        for event in pygame.event.get():
            self.handle(event, device)
            self.tell(device)  # one by one: a tap may be over within one look
        now = self._clock()
        if now - self._drawn >= _FRAME_S:
            self._drawn = now
            self.draw(device)
        self._pace.wait(device.now)

    def handle(self, event: pygame.event.Event, device: Device) -> None:
        """One event of the window."""
        if event.type == pygame.QUIT:
            device.stop()
        elif event.type == pygame.KEYDOWN:
            self._key(event.key, device)
        elif event.type == pygame.KEYUP:
            self.hands.let_go(("key", event.key))
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._click(event.button, event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self.hands.let_go(("mouse", event.button))
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.hands.drop()
        elif event.type == pygame.VIDEORESIZE:
            self._window = pygame.display.get_surface() or self._window
            self._fit()
        elif event.type == pygame.WINDOWEXPOSED:
            self._shown = ()

    def _key(self, key: int, device: Device) -> None:
        if key in KEYS:
            self.hands.hold(("key", key), KEYS[key])
        elif key == pygame.K_F12:
            self._write(lambda: self._camera.shot(device))
        elif key == pygame.K_F10:
            self._toggle_film(device)

    def _toggle_film(self, device: Device) -> None:
        if self._camera.filming:
            self._write(lambda: self._camera.cut(device))
        else:
            self._camera.begin(device)
            self._say("filming; F10 ends it")

    def _click(self, button: int, position: tuple[int, int]) -> None:
        scale = self._drawing.scale
        x = (position[0] - self._corner[0]) / scale
        y = (position[1] - self._corner[1]) / scale
        names = body.button_at(x, y)
        if not names:
            return
        if button == pygame.BUTTON_LEFT:
            self.hands.hold(("mouse", button), names)
        elif button == pygame.BUTTON_RIGHT:
            self.hands.latch(names)

    def tell(self, device: Device) -> None:
        """Give the device the edges that follow from what is held now."""
        down = self.hands.down()
        for button in body.BUTTONS:
            if (button in down) != (button in self._told):
                device.edge(button, button in down)
        self._told = down

    # What is shown

    def draw(self, device: Device) -> None:
        """Bring the window up to date; does nothing where nothing changed."""
        self._set_title(device)
        down = device.down() if device.replay else self.hands.down()
        light = device.brightness
        said = self._said if self._clock() - self._said_at < _SAID_S else ""
        shown = (device.picture(), down, light, said)
        if shown == self._shown:
            return
        self._shown = shown
        self._window.fill(body.DESK)
        self._window.blit(self._drawing.draw(shown[0], down, light), self._corner)
        self._draw_help(said)
        pygame.display.flip()

    def _draw_help(self, said: str) -> None:
        width = self._window.get_width()
        below = help_height(self._drawing.scale)
        line = _text(said, width - 8, below) if said else self._help
        if self._drawing.scale < 2 and not said:
            return  # too small to be read
        top = self._corner[1] + self._drawing.size[1]
        self._window.blit(line, ((width - line.get_width()) // 2, top))

    def _set_title(self, device: Device) -> None:
        title = "Kostka"
        if device.seed:
            title += f" - SEED {device.seed}"
        if device.replay:
            title += " - replay"
        if self._camera.filming:
            title += " - filming"
        if title != self._title:
            self._title = title
            pygame.display.set_caption(title)

    def _say(self, text: str) -> None:
        self._said = text
        self._said_at = self._clock()

    def _write(self, write: Callable[[], str]) -> None:
        try:
            self._say("written: " + write())
        except OSError as error:
            self._say(f"not written: {error.strerror or error}")

    def close(self) -> None:
        """Take the window away."""
        pygame.display.quit()


def _init_display() -> None:
    """Open the display, or pygame.error.

    Where none answers, SDL would draw into nowhere and look as if all were well; and where only X
    is there, its search for Wayland would complain on stderr.
    """
    if os.environ.get("SDL_VIDEODRIVER") or not sys.platform.startswith("linux"):
        pygame.display.init()
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise pygame.error("there is no display")
    if os.environ.get("WAYLAND_DISPLAY"):
        pygame.display.init()
    else:
        os.environ["SDL_VIDEODRIVER"] = "x11"
        try:
            pygame.display.init()
        finally:
            del os.environ["SDL_VIDEODRIVER"]
    if pygame.display.get_driver() in ("dummy", "offscreen"):
        raise pygame.error("no display answers")


def _suitable_scale() -> int:
    """What leaves room around the window on this screen."""
    sizes: Iterable[tuple[int, int]] = pygame.display.get_desktop_sizes()
    for width, height in sizes:
        return min(_START_SCALE, fitting_scale(width * 95 // 100, height * 85 // 100))
    return _START_SCALE


def _text(text: str, width: int, height: int) -> pygame.Surface:
    """One line in the drawing's own font, in a size at which it fits into `width` x `height`."""
    from PIL import Image, ImageDraw

    size = height * 0.54
    font = body.font(size)
    length = font.getlength(text)
    if length > width > 0:
        font = body.font(size * width / length)
    line = Image.new("RGB", (max(1, round(min(length, max(width, 1)))), max(1, height)), body.DESK)
    ImageDraw.Draw(line).text((0, height * 0.42), text, (176, 180, 188), font, anchor="lm")
    return _surface(line)


def _icon() -> pygame.Surface:
    """A die with a five."""
    icon = pygame.Surface((32, 32), pygame.SRCALPHA)
    pygame.draw.rect(icon, (247, 241, 228), (1, 1, 30, 30), border_radius=7)
    for x, y in ((9, 9), (23, 9), (16, 16), (9, 23), (23, 23)):
        pygame.draw.circle(icon, (108, 97, 78), (x, y), 3)
    return icon
