"""The panel with the other chip: driver against model, budgets, faults, and the wrong driver."""

import random
from collections.abc import Callable, Iterator

import adafruit_framebuf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.panel import Panel
from hw.sh1106 import SH1106
from hw.stock import SSD1306_I2C
from hw.wiring import Parts
from sim.world import World

Board = Callable[..., World]

CURSOR_MOVE = 220
NEW_PICTURE = 1100
WHOLE = 8 * (5 + 2 + 128)  # for each page: where, then what
OWNER = {"KOSTKA_PANEL": "sh1106"}


def wired(board: Board, **settings: object) -> tuple[World, SH1106]:
    """A world with such a panel, and its driver."""
    world = board(settings={**OWNER, **settings})
    return world, world.wire().panel


@pytest.fixture(scope="module")
def shared() -> Iterator[tuple[World, SH1106]]:
    """A world and its panel for the property tests, which send thousands of pictures."""
    with World(OWNER) as world:
        panel = world.wire().panel
    yield world, panel
    assert world.panel.faults == []


@pytest.fixture
def foreign() -> Iterator[Callable[..., World]]:
    """Makes installed worlds whose panel is given commands that it does not know."""
    worlds: list[World] = []

    def make(**options: object) -> World:
        world = World(**options)  # type: ignore[arg-type]
        world.install()
        worlds.append(world)
        return world

    yield make
    for world in worlds:
        world.remove()


def send(panel: Panel) -> int:
    """Send what changed; the number of pieces."""
    return sum(1 for _ in panel.pieces())


def cost(world: World, panel: Panel) -> int:
    """Bytes on the bus for what changed."""
    world.reset_count()
    send(panel)
    return world.reset_count()


def noise(number: int) -> bytes:
    """A picture, always the same for a number."""
    return random.Random(number).randbytes(1024)


def upside_down(picture: bytes) -> bytes:
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(picture))


def test_F14_it_is_the_usual_panel_on_the_stock_driver(board: Board) -> None:
    _world, panel = wired(board)
    assert type(panel) is SH1106
    assert SH1106.__mro__[1:3] == (Panel, SSD1306_I2C)
    assert type(board().wire().panel) is Panel


def test_F14_each_of_the_8192_pixels_lights_where_it_was_set(board: Board) -> None:
    world, panel = wired(board)
    pixels = adafruit_framebuf.FrameBuffer(panel.image, 128, 64, adafruit_framebuf.MVLSB)
    for y in range(64):
        for x in range(128):
            pixels.pixel(x, y, 1)
            send(panel)
            pixels.pixel(x, y, 0)
            picture = world.picture()
            assert picture[(y >> 3) * 128 + x] == 1 << (y & 7)
            assert picture.count(0) == 1023
    send(panel)
    assert world.picture() == bytes(1024)


RECTANGLES = st.lists(
    st.tuples(
        st.integers(0, 127), st.integers(0, 7), st.integers(1, 128), st.integers(1, 8), st.binary()
    ),
    max_size=12,
)


@given(rectangles=RECTANGLES)
def test_F14_random_windows_arrive_whole(
    shared: tuple[World, SH1106], rectangles: list[tuple[int, int, int, int, bytes]]
) -> None:
    world, panel = shared
    before = bytes(panel.image)
    for left, top, width, height, colour in rectangles:
        for page in range(top, min(8, top + height)):
            for column in range(left, min(128, left + width)):
                panel.image[page * 128 + column] = colour[column % len(colour)] if colour else 0xFF
    after = bytes(panel.image)
    spent = cost(world, panel)
    assert world.picture() == after
    assert spent <= NEW_PICTURE
    assert (spent == 0) == (before == after)
    assert cost(world, panel) == 0


@given(places=st.lists(st.integers(0, 1023), max_size=200))
def test_F14_scattered_bytes_arrive_within_the_cost_of_a_new_picture(
    shared: tuple[World, SH1106], places: list[int]
) -> None:
    world, panel = shared
    for place in places:
        panel.image[place] ^= 0x5A
    assert cost(world, panel) <= WHOLE
    assert world.picture() == bytes(panel.image)


@pytest.mark.parametrize("gap", range(1, 60))
def test_F14_the_worst_spread_of_changes_costs_no_more_than_a_picture(
    board: Board, gap: int
) -> None:
    world, panel = wired(board)
    for place in range(0, 1024, gap):
        panel.image[place] = 0xFF
    world.reset_count()
    assert send(panel) <= 24
    assert world.reset_count() <= WHOLE <= NEW_PICTURE
    assert world.picture() == bytes(panel.image)


def test_F14_a_new_picture_costs_1080_bytes_and_nothing_new_none(board: Board) -> None:
    world, panel = wired(board)
    for picture in (b"\xff" * 1024, bytes(1024), b"\x55\xaa" * 512):
        panel.image[:] = picture
        assert cost(world, panel) == WHOLE
        assert world.picture() == picture
        assert cost(world, panel) == 0


def test_F14_a_run_costs_seven_bytes_by_itself(board: Board) -> None:
    world, panel = wired(board)
    panel.image[0] = panel.image[16] = panel.image[127] = panel.image[128] = 1
    assert cost(world, panel) == 4 * (7 + 1)


def invert_cell(panel: Panel, column: int, row: int, frame: bool) -> None:
    """Turn a cell of 13 x 13 points, or only its frame, as a cursor does."""
    top, left = 8 + 13 * row, 13 * column
    for y in range(top, top + 13):
        for x in range(left, left + 13):
            if not frame or y in (top, top + 12) or x in (left, left + 12):
                panel.image[(y >> 3) * 128 + x] ^= 1 << (y & 7)


@pytest.mark.parametrize("frame", [False, True])
def test_F14_a_cursor_move_costs_at_most_220_bytes(board: Board, frame: bool) -> None:
    world, panel = wired(board)
    panel.image[:] = noise(4)
    send(panel)
    cells = [(column, row) for column in range(8) for row in range(3)]
    most = 0
    for old in cells:
        for new in cells:
            invert_cell(panel, *old, frame)
            invert_cell(panel, *new, frame)
            most = max(most, cost(world, panel))
            assert world.picture() == bytes(panel.image)
    assert 0 < most <= CURSOR_MOVE


def test_F14_no_piece_keeps_the_bus_longer_than_on_the_usual_panel(board: Board) -> None:
    world, panel = wired(board)
    panel.image[:] = b"\xff" * 1024
    world.reset_count()
    before = world.clock.us
    for _ in panel.pieces():
        assert world.clock.us - before <= 3250
        before = world.clock.us
    assert world.bus.longest == 130


def test_F14_at_the_start_no_noise_is_seen(board: Board) -> None:
    world = board(settings=OWNER)
    seen: set[bytes] = set()
    world.on_idle = lambda _ms: seen.add(world.picture())
    world.wire()
    assert seen == {bytes(1024)}
    assert world.panel.lit
    assert bytes(world.panel.ram) == bytes(8 * 132)  # also beside the glass


def test_F14_the_stock_show_makes_the_same_picture(board: Board) -> None:
    world, panel = wired(board)
    panel.image[:] = noise(1)
    panel.show()
    assert world.picture() == noise(1)
    assert send(panel) == 0


@pytest.mark.parametrize("turned", [0, 1])
@pytest.mark.parametrize("offset", range(5))
def test_F14_the_offset_says_where_the_glass_begins(board: Board, offset: int, turned: int) -> None:
    world = board(settings={**OWNER, "KOSTKA_OFFSET": offset, "KOSTKA_TURNED": turned})
    world.panel.left = offset  # type: ignore[attr-defined]
    panel = world.wire().panel
    panel.image[:] = noise(7)
    send(panel)
    assert world.picture() == (upside_down(noise(7)) if turned else noise(7))


def test_F14_a_wrong_offset_shifts_the_picture(board: Board) -> None:
    world, panel = wired(board, KOSTKA_OFFSET=0)
    panel.image[:] = noise(7)
    send(panel)
    for start in range(0, 1024, 128):
        assert world.picture()[start : start + 126] == noise(7)[start + 2 : start + 128]


@pytest.mark.parametrize("turned", [0, 1])
def test_F14_F19_it_is_dimmed_moved_and_darkened_as_the_usual_panel(
    board: Board, turned: int
) -> None:
    shown = []
    for kind in ("ssd1306", "sh1106"):
        world = board(settings={"KOSTKA_PANEL": kind, "KOSTKA_TURNED": turned})
        panel = world.wire().panel
        panel.image[:] = noise(2)
        send(panel)
        pictures = [world.picture()]
        for change in (panel.dim, panel.move, panel.darken):
            for on in (True, False):
                change(on)
                pictures.append(world.picture() + bytes((world.panel.contrast,)))
        shown.append(pictures)
    assert shown[0] == shown[1]
    assert len(set(shown[1])) > 4


def lose(world: World, parts: Parts) -> None:
    """Pull the panel off, draw, and put it back."""
    world.unplug()
    parts.panel.image[5] ^= 0xFF
    assert send(parts.panel) == 0
    assert (parts.panel.lost, parts.panel.trouble) == (True, "gone")
    world.plug_in()
    parts.clock.sleep(1000)
    assert parts.panel.try_again(parts.clock.now())


@pytest.mark.parametrize("turned", [0, 1])
def test_F12_F14_pulled_off_it_comes_back_whole_and_as_it_was(board: Board, turned: int) -> None:
    world = board(settings={**OWNER, "KOSTKA_TURNED": turned})
    parts = world.wire()
    panel = parts.panel
    panel.image[:] = noise(8)
    send(panel)
    panel.dim(True)
    panel.move(True)
    lose(world, parts)
    send(panel)
    contrast = world.panel.contrast
    panel.move(False)
    drawn = bytes(panel.image)
    assert drawn != noise(8)
    assert world.picture() == (upside_down(drawn) if turned else drawn)
    assert contrast == 255 >> 5


def test_F14_an_ssd1306_driver_tears_the_picture(foreign: Callable[..., World]) -> None:
    """The usual settings with this chip: all goes into one page, and the rest stays noise."""
    world = foreign(panel="sh1106")
    before = bytes(world.panel.ram)
    panel = world.wire().panel
    panel.image[:] = b"\xff" * 1024
    send(panel)
    assert world.panel.lit
    assert bytes(world.panel.ram[132:]) == before[132:]
    assert "unknown command 0x21" in world.panel.faults


def test_F14_a_driver_by_pages_shows_the_picture_shifted(foreign: Callable[..., World]) -> None:
    """One that does without windows, but takes the memory for as wide as the glass."""
    world = foreign(panel="sh1106")
    import busio

    fresh = bytes(world.panel.ram)
    i2c = busio.I2C(world.pins["GP5"], world.pins["GP4"], frequency=400000)
    panel = SSD1306_I2C(128, 64, i2c, page_addressing=True)
    panel.page_column_start[:] = b"\x00\x10"  # the stock driver begins in the middle
    world.panel.ram[:] = fresh
    panel.buffer[1:] = noise(3)
    panel.show()
    for page in range(8):
        row = world.picture()[page * 128 : page * 128 + 128]
        stray = fresh[page * 132 + 128 : page * 132 + 130]
        assert row == noise(3)[page * 128 + 2 : page * 128 + 128] + stray
        assert any(stray)


def test_F14_this_driver_leaves_an_ssd1306_dark(foreign: Callable[..., World]) -> None:
    world = foreign(settings=OWNER, panel="ssd1306")
    panel = world.wire().panel
    panel.image[:] = b"\xff" * 1024
    send(panel)
    assert world.picture() == bytes(1024)
    assert not panel.lost


def test_F14_the_whole_device_looks_the_same_on_both(board: Board) -> None:
    seen = []
    for kind in ("ssd1306", "sh1106"):
        world = board(settings={"KOSTKA_PANEL": kind, "KOSTKA_SEED": 5})
        world.press("a", 4000)
        world.run(until=6000)
        seen.append(world.picture())
    assert seen[0] == seen[1] != bytes(1024)
