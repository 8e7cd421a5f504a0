"""The panel: driver against the model of its chip, what goes over the bus, and faults of it."""

import random
from collections.abc import Callable

import adafruit_framebuf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.panel import Panel
from hw.stock import SSD1306_I2C
from hw.wiring import Parts
from sim.world import World

Board = Callable[..., World]

CURSOR_MOVE = 220
NEW_PICTURE = 1100
PIECE_MS = 3


@pytest.fixture(scope="module")
def shared() -> tuple[World, Panel]:
    """A world and its panel for the property tests, which send thousands of pictures."""
    with World() as world:
        return world, world.wire().panel


def send(panel: Panel) -> int:
    """Send what changed; the number of pieces."""
    return sum(1 for _ in panel.pieces())


def cost(world: World, panel: Panel) -> int:
    """Bytes on the bus for what changed."""
    world.reset_count()
    send(panel)
    return world.reset_count()


def dice(number: int) -> random.Random:
    """Repeatable chance."""
    return random.Random(number)


def test_the_panel_is_the_stock_driver_and_copies_none_of_it() -> None:
    assert Panel.__mro__[1] is SSD1306_I2C
    for name in ("init_display", "show", "write_cmd", "write_framebuf", "poweron", "fill"):
        assert name not in vars(Panel)


def test_F26_each_of_the_8192_pixels_lights_where_it_was_set(board: Board) -> None:
    world = board()
    panel: Panel = world.wire().panel
    # The stock library's idea of where a pixel is.
    pixels = adafruit_framebuf.FrameBuffer(panel.image, 128, 64, adafruit_framebuf.MVLSB)
    for y in range(64):
        for x in range(128):
            pixels.pixel(x, y, 1)
            send(panel)
            pixels.pixel(x, y, 0)
            picture = world.picture()
            at = (y >> 3) * 128 + x
            assert picture[at] == 1 << (y & 7)
            assert picture.count(0) == 1023
    assert bytes(panel.image) == bytes(1024)
    send(panel)
    assert world.picture() == bytes(1024)


def test_F26_the_stock_show_and_the_pieces_make_the_same_picture(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    panel.image[:] = dice(1).randbytes(1024)
    panel.show()
    shown = world.picture()
    assert shown == bytes(panel.image)
    assert send(panel) > 0  # the pieces know nothing of it, and send it once more
    assert world.picture() == shown


RECTANGLES = st.lists(
    st.tuples(
        st.integers(0, 127), st.integers(0, 7), st.integers(1, 128), st.integers(1, 8), st.binary()
    ),
    max_size=12,
)


@given(rectangles=RECTANGLES)
def test_F26_random_windows_arrive_whole(
    shared: tuple[World, Panel], rectangles: list[tuple[int, int, int, int, bytes]]
) -> None:
    world, panel = shared
    before = bytes(panel.image)
    for left, top, width, height, data in rectangles:
        for page in range(top, min(8, top + height)):
            for column in range(left, min(128, left + width)):
                panel.image[page * 128 + column] = data[column % len(data)] if data else 0xFF
    after = bytes(panel.image)
    spent = cost(world, panel)
    assert world.picture() == after
    assert spent <= NEW_PICTURE
    assert (spent == 0) == (before == after)
    assert cost(world, panel) == 0
    assert world.panel.faults == []


@given(places=st.lists(st.integers(0, 1023), max_size=200))
def test_F26_scattered_bytes_arrive_within_the_cost_of_a_new_picture(
    shared: tuple[World, Panel], places: list[int]
) -> None:
    world, panel = shared
    for place in places:
        panel.image[place] ^= 0x5A
    assert cost(world, panel) <= NEW_PICTURE
    assert world.picture() == bytes(panel.image)


@pytest.mark.parametrize("gap", range(1, 40))
def test_the_worst_spread_of_changes_stays_below_a_new_picture(board: Board, gap: int) -> None:
    world = board()
    panel = world.wire().panel
    for place in range(0, 1024, gap):
        panel.image[place] = 0xFF
    assert cost(world, panel) <= NEW_PICTURE
    assert world.picture() == bytes(panel.image)


def test_a_new_picture_costs_at_most_1100_bytes(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    for picture in (b"\xff" * 1024, bytes(1024), b"\x55\xaa" * 512, dice(2).randbytes(1024)):
        panel.image[:] = picture
        assert 1024 < cost(world, panel) <= NEW_PICTURE
        assert world.picture() == picture


def test_nothing_changed_costs_nothing(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    assert cost(world, panel) == 0
    panel.image[:] = dice(3).randbytes(1024)
    send(panel)
    panel.image[:] = bytes(panel.image)
    assert cost(world, panel) == 0


def invert_cell(panel: Panel, column: int, row: int) -> None:
    """Turn a cell of 13 x 13 points, as a cursor does: three cells below each other from y 8."""
    for y in range(8 + 13 * row, 21 + 13 * row):
        for x in range(13 * column, 13 * column + 13):
            panel.image[(y >> 3) * 128 + x] ^= 1 << (y & 7)


def test_a_cursor_move_between_any_two_cells_costs_at_most_220_bytes(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    panel.image[:] = dice(4).randbytes(1024)
    send(panel)
    cells = [(column, row) for column in range(8) for row in range(3)]
    most = 0
    for old in cells:
        for new in cells:
            invert_cell(panel, *old)
            invert_cell(panel, *new)
            most = max(most, cost(world, panel))
            assert world.picture() == bytes(panel.image)
    assert 0 < most <= CURSOR_MOVE


def test_neighbouring_changes_share_a_window(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    panel.image[10:20] = b"\x01" * 10
    panel.image[138:148] = b"\x01" * 10
    assert cost(world, panel) == 10 + 20
    panel.image[10] = 2
    panel.image[100] = 2
    assert cost(world, panel) == 2 * (10 + 1)


def test_a_block_of_two_pages_is_one_window(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    for start in (0, 128, 100, 228):
        panel.image[start : start + 10] = b"\x01" * 10
    assert cost(world, panel) == 2 * (10 + 20)


@pytest.mark.parametrize(("gap", "spent"), [(2, 10 + 3), (9, 10 + 10), (10, 10 + 11), (11, 22)])
def test_a_gap_is_sent_where_that_costs_less(board: Board, gap: int, spent: int) -> None:
    world = board()
    panel = world.wire().panel
    panel.image[7] = 1
    panel.image[7 + gap] = 1
    assert cost(world, panel) == spent


def test_many_large_windows_become_the_one_around_them(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    for page in range(8):
        width = 115 if page % 2 else 128
        panel.image[page * 128 : page * 128 + width] = b"\x01" * width
    whole = 10 + 1024 + 7 * 2  # one window, eight pieces
    assert cost(world, panel) == whole


def test_changes_all_over_are_sent_as_a_whole_picture(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    for place in range(0, 1024, 23):
        panel.image[place] = 1
    assert send(panel) == 8


def test_F7_no_piece_keeps_the_bus_longer_than_three_milliseconds(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    panel.image[:] = b"\xff" * 1024
    world.reset_count()
    before = world.clock.us
    longest = 0
    for _ in panel.pieces():
        longest = max(longest, world.clock.us - before)
        before = world.clock.us
    assert world.bus.longest <= 130
    assert 0 < longest <= 1000 * PIECE_MS + 250  # the first piece opens the window too


def test_F11_after_every_transfer_each_byte_is_the_old_or_the_new_one(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    chance = dice(5)
    for _round in range(60):
        old = world.picture()
        for _change in range(chance.randrange(1, 9)):
            start = chance.randrange(1024)
            size = min(chance.randrange(1, 200), 1024 - start)
            panel.image[start : start + size] = chance.randbytes(size)
        new = bytes(panel.image)
        for _ in panel.pieces():
            picture = world.picture()
            assert all(p in (o, n) for p, o, n in zip(picture, old, new, strict=True))
        assert world.picture() == new


def test_F11_a_picture_left_half_way_is_made_good_by_the_next(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    panel.image[:] = b"\xff" * 1024
    pieces = panel.pieces()
    next(pieces)
    next(pieces)
    pieces.close()
    panel.image[:] = dice(6).randbytes(1024)
    send(panel)
    assert world.picture() == bytes(panel.image)


def test_what_is_drawn_while_pieces_are_on_their_way_is_not_lost(board: Board) -> None:
    world = board()
    panel = world.wire().panel
    panel.image[:] = b"\xff" * 1024
    for _ in panel.pieces():
        panel.image[0] = 0x18  # already sent
        panel.image[1023] = 0x24  # still to come
    send(panel)
    assert world.picture() == bytes(panel.image)


@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_F13_the_panel_is_found_at_both_addresses(board: Board, address: int) -> None:
    world = board(address=address)
    panel = world.wire().panel
    assert panel.addr == address
    panel.image[0] = 1
    send(panel)
    assert world.picture()[0] == 1


def test_F13_a_given_address_is_the_only_one_tried(board: Board) -> None:
    world = board(address=0x3D, settings={"KOSTKA_ADDRESS": "0x3D"})
    assert world.wire().panel.addr == 0x3D


def test_F13_no_panel_is_a_value_error(board: Board) -> None:
    world = board(address=None)
    import busio

    i2c = busio.I2C(world.pins["GP5"], world.pins["GP4"], frequency=400000)
    with pytest.raises(ValueError, match="0x3C"):
        Panel.find(i2c)


def test_the_bus_runs_at_400_khz_and_as_slow_as_the_owner_asks(board: Board) -> None:
    world = board()
    world.wire()
    assert world.bus.hz == 400000
    slow = board(settings={"KOSTKA_I2C_HZ": 100000})
    slow.wire()
    assert slow.bus.hz == 100000


def test_a_turned_picture_is_seen_upside_down(board: Board) -> None:
    world = board(settings={"KOSTKA_TURNED": 1})
    panel = world.wire().panel
    panel.image[:] = dice(7).randbytes(1024)
    send(panel)
    flipped = bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(bytes(panel.image)))
    assert world.picture() == flipped


def wired(board: Board, **options: object) -> tuple[World, Parts]:
    """A world with its parts and a picture on the panel."""
    world = board(**options)
    parts = world.wire()
    parts.panel.image[:] = dice(8).randbytes(1024)
    send(parts.panel)
    return world, parts


def test_a_panel_pulled_off_is_lost_without_an_error_and_comes_back_whole(board: Board) -> None:
    world, parts = wired(board)
    panel = parts.panel
    world.unplug()
    panel.image[5] ^= 0xFF
    assert send(panel) == 0
    assert panel.lost
    assert panel.trouble == "gone"
    drawn = bytes(panel.image)
    assert not panel.try_again(parts.clock.now())
    assert bytes(panel.image) == drawn

    world.plug_in()
    assert not panel.try_again(parts.clock.now())  # a second has not passed
    parts.clock.sleep(1000)
    assert panel.try_again(parts.clock.now())
    assert (panel.lost, panel.trouble) == (False, "")
    send(panel)
    assert world.picture() == drawn


def test_a_panel_lost_in_the_middle_of_a_picture_comes_back_whole(board: Board) -> None:
    world, parts = wired(board)
    panel = parts.panel
    panel.image[:] = b"\xff" * 1024
    sent = 0
    for _ in panel.pieces():
        sent += 1
        if sent == 3:
            world.unplug()
    assert panel.lost
    assert sent == 3
    world.plug_in()
    parts.clock.sleep(1000)
    assert panel.try_again(parts.clock.now())
    send(panel)
    assert world.picture() == b"\xff" * 1024


def test_a_lost_panel_is_tried_once_a_second_and_costs_nothing_between(board: Board) -> None:
    world, parts = wired(board)
    world.unplug()
    parts.panel.image[0] ^= 1
    send(parts.panel)
    parts.panel.try_again(parts.clock.now())
    world.reset_count()
    transfers = 0
    for _round in range(40):
        send(parts.panel)
        parts.panel.try_again(parts.clock.now())
        parts.clock.sleep(100)
        transfers = world.bus.transfers
    assert 3 <= transfers <= 4


def test_a_stuck_bus_is_told_apart_and_survived(board: Board) -> None:
    world, parts = wired(board)
    world.bus.stuck = True
    parts.panel.image[0] ^= 1
    before = world.now
    assert send(parts.panel) == 0
    assert world.now - before == 1000
    assert (parts.panel.lost, parts.panel.trouble) == (True, "stuck")
    world.bus.stuck = False
    parts.clock.sleep(1000)
    assert parts.panel.try_again(parts.clock.now())
    send(parts.panel)
    assert world.picture() == bytes(parts.panel.image)


def test_a_turned_panel_comes_back_turned(board: Board) -> None:
    world, parts = wired(board, settings={"KOSTKA_TURNED": 1})
    before = world.picture()
    world.unplug()
    parts.panel.image[0] ^= 1
    send(parts.panel)
    parts.panel.image[0] ^= 1
    world.plug_in()
    parts.clock.sleep(1000)
    assert parts.panel.try_again(parts.clock.now())
    send(parts.panel)
    assert world.picture() == before


def test_nothing_is_tried_while_the_panel_is_there(board: Board) -> None:
    world, parts = wired(board)
    world.reset_count()
    assert not parts.panel.try_again(parts.clock.now())
    assert world.reset_count() == 0
