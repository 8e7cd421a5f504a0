"""The panel chip's model, against its data sheet: transfers, addressing, and what the eye sees."""

import pytest

from sim.chips.ssd1306 import SSD1306

INIT = (0xAE, 0x20, 0x00, 0x40, 0xA1, 0xA8, 63, 0xC8, 0xD3, 0, 0xDA, 0x12, 0x8D, 0x14, 0xAF)


def commands(chip: SSD1306, *values: int) -> None:
    """A stream of commands: Co = 0, D/C = 0."""
    chip.write(bytes((0x00, *values)))


def data(chip: SSD1306, *values: int) -> None:
    """A stream of data: Co = 0, D/C = 1."""
    chip.write(bytes((0x40, *values)))


@pytest.fixture
def chip() -> SSD1306:
    """A chip as a driver leaves it: on, upright, horizontal addressing, dark."""
    chip = SSD1306()
    commands(chip, *INIT, 0x21, 0, 127, 0x22, 0, 7)
    data(chip, *bytes(1024))
    assert chip.faults == []
    return chip


def lit(chip: SSD1306) -> list[tuple[int, int]]:
    """The points that shine, as (x, y)."""
    picture = chip.picture()
    return [
        (x, y) for y in range(64) for x in range(128) if picture[(y >> 3) * 128 + x] >> (y & 7) & 1
    ]


def written(chip: SSD1306) -> dict[tuple[int, int], int]:
    """Page and column of each byte that is not 0."""
    picture = chip.picture()
    return {(at // 128, at % 128): picture[at] for at in range(1024) if picture[at]}


# Transfers


def test_commands_one_by_one_and_in_a_stream_mean_the_same() -> None:
    stream = SSD1306()
    commands(stream, *INIT)
    single = SSD1306()
    for value in INIT:  # the stock driver's way: Co = 1, a transfer for each byte
        single.write(bytes((0x80, value)))
    mixed = SSD1306()
    mixed.write(bytes(part for value in INIT for part in (0x80, value)))
    for other in (single, mixed):
        assert vars(other) == vars(stream)
    assert stream.faults == []


def test_commands_and_data_share_a_transfer(chip: SSD1306) -> None:
    chip.write(bytes((0x80, 0x21, 0x80, 5, 0x80, 6, 0x40, 1, 2, 3)))
    assert written(chip) == {(0, 5): 1, (0, 6): 2, (1, 5): 3}
    chip.write(bytes((0x80, 0x21, 0x80, 9, 0x80, 127, 0xC0, 7, 0xC0, 8, 0x00, 0xA7)))
    assert written(chip)[(1, 9)] == 7 ^ 0xFF
    assert chip.inverted
    assert chip.faults == []


def test_a_command_waits_for_its_arguments_across_transfers_and_data(chip: SSD1306) -> None:
    commands(chip, 0x21, 40)
    commands(chip, 42)
    data(chip, 9)
    assert written(chip) == {(0, 40): 9}


@pytest.mark.parametrize("transfer", [b"\x01\xae", b"\x3f", b"\x80", b"\x40\x01\x02", b"\x00", b""])
def test_only_a_wrong_control_byte_is_a_fault(transfer: bytes) -> None:
    chip = SSD1306()
    chip.write(transfer)
    assert bool(chip.faults) == (transfer[:1] in (b"\x01", b"\x3f", b"\x80"))


@pytest.mark.parametrize("command", [0x23, 0x24, 0x2E, 0x2F, 0x30, 0x82, 0xA3, 0xBF, 0xE4, 0xFF])
def test_an_unknown_command_is_a_fault(command: int) -> None:
    chip = SSD1306()
    commands(chip, command)
    assert chip.faults == [f"unknown command 0x{command:02X}"]


@pytest.mark.parametrize(
    "values",
    [
        (0x20, 3),
        (0x21, 9, 8),
        (0x21, 0, 128),
        (0x22, 3, 2),
        (0x22, 0, 8),
        (0xA8, 14),
        (0xA8, 64),
        (0xDA, 0x02),
        (0x20, 0, 0xB0),
        (0x20, 0, 0x00),
        (0x20, 0, 0x10),
    ],
)
def test_an_argument_that_makes_no_sense_is_a_fault(values: tuple[int, ...]) -> None:
    chip = SSD1306()
    commands(chip, *values)
    assert len(chip.faults) == 1


# Addressing


def test_horizontal_addressing_fills_the_window_row_by_row_and_wraps(chip: SSD1306) -> None:
    commands(chip, 0x21, 10, 12, 0x22, 2, 3)
    data(chip, 1, 2, 3, 4, 5, 6, 7)
    assert written(chip) == {
        (2, 10): 7,
        (2, 11): 2,
        (2, 12): 3,
        (3, 10): 4,
        (3, 11): 5,
        (3, 12): 6,
    }


def test_vertical_addressing_fills_the_window_column_by_column_and_wraps(chip: SSD1306) -> None:
    commands(chip, 0x20, 0x01, 0x21, 10, 11, 0x22, 5, 7)
    data(chip, 1, 2, 3, 4, 5, 6, 7)
    assert written(chip) == {
        (5, 10): 7,
        (6, 10): 2,
        (7, 10): 3,
        (5, 11): 4,
        (6, 11): 5,
        (7, 11): 6,
    }


def test_page_addressing_stays_in_its_page_and_wraps_at_the_end(chip: SSD1306) -> None:
    commands(chip, 0x20, 0x02, 0xB6, 0x0E, 0x17)  # page 6, column 0x7E
    data(chip, 1, 2, 3)
    assert written(chip) == {(6, 126): 1, (6, 127): 2, (6, 0): 3}
    assert chip.faults == []


def test_the_whole_memory_wraps_to_its_beginning(chip: SSD1306) -> None:
    commands(chip, 0x21, 0, 127, 0x22, 0, 7)
    data(chip, *([7] * 1024), 9)
    assert written(chip)[(0, 0)] == 9
    assert written(chip)[(7, 127)] == 7


def test_a_new_window_begins_at_its_corner(chip: SSD1306) -> None:
    commands(chip, 0x21, 20, 30, 0x22, 1, 2)
    data(chip, 1, 1, 1)
    commands(chip, 0x21, 50, 60)
    data(chip, 2)
    commands(chip, 0x22, 4, 5)
    data(chip, 3)
    found = written(chip)
    assert (found[(1, 50)], found[(4, 51)]) == (2, 3)


# What the eye sees


def one_point(chip: SSD1306, x: int, y: int) -> None:
    """Set one bit of memory."""
    commands(chip, 0x21, x, x, 0x22, y >> 3, y >> 3)
    data(chip, 1 << (y & 7))


def test_upright_column_0_is_left_and_bit_0_on_top(chip: SSD1306) -> None:
    for x, y in ((0, 0), (127, 0), (0, 63), (127, 63), (5, 17)):
        one_point(chip, x, y)
    assert lit(chip) == [(0, 0), (127, 0), (5, 17), (0, 63), (127, 63)]


def test_segment_remap_acts_on_what_is_written_after_it(chip: SSD1306) -> None:
    one_point(chip, 5, 17)
    commands(chip, 0xA0)
    assert lit(chip) == [(5, 17)]
    one_point(chip, 7, 17)
    assert lit(chip) == [(5, 17), (120, 17)]


def test_scan_direction_turns_the_picture_at_once(chip: SSD1306) -> None:
    one_point(chip, 5, 17)
    commands(chip, 0xC0)
    assert lit(chip) == [(5, 46)]
    commands(chip, 0xC8)
    assert lit(chip) == [(5, 17)]


@pytest.mark.parametrize("line", [1, 17, 63])
def test_the_start_line_comes_to_the_top(chip: SSD1306, line: int) -> None:
    one_point(chip, 5, 17)
    one_point(chip, 6, 0)
    commands(chip, 0x40 | line)
    assert sorted(lit(chip)) == [(5, (17 - line) % 64), (6, -line % 64)]


@pytest.mark.parametrize("scan", [0xC0, 0xC8])
@pytest.mark.parametrize("offset", [1, 8, 63])
def test_the_offset_moves_every_line_and_loses_none(chip: SSD1306, scan: int, offset: int) -> None:
    for y in range(64):
        one_point(chip, y, y)
    commands(chip, scan)
    before = dict(lit(chip))
    commands(chip, 0xD3, offset)
    moved = dict(lit(chip))
    for x in range(64):
        assert moved[x] == (before[x] + (offset if scan == 0xC0 else -offset)) % 64


def test_fewer_lines_leave_the_rest_of_the_glass_dark(chip: SSD1306) -> None:
    commands(chip, 0x21, 0, 127, 0x22, 0, 7)
    data(chip, *([0xFF] * 1024))
    commands(chip, 0xA8, 31)
    assert {y for _x, y in lit(chip)} == set(range(32, 64))  # COM 31 to 0, upward
    commands(chip, 0xC0)
    assert {y for _x, y in lit(chip)} == set(range(32, 64))


def test_invert_all_on_and_off(chip: SSD1306) -> None:
    one_point(chip, 5, 17)
    commands(chip, 0xA7)
    assert len(lit(chip)) == 8191
    commands(chip, 0xA5)
    assert len(lit(chip)) == 8192
    commands(chip, 0xA6)
    assert len(lit(chip)) == 8192
    commands(chip, 0xA4)
    assert lit(chip) == [(5, 17)]
    commands(chip, 0xAE)
    assert lit(chip) == []
    one_point(chip, 6, 18)  # memory is written in the dark too
    commands(chip, 0xAF)
    assert lit(chip) == [(5, 17), (6, 18)]


def test_without_its_charge_pump_the_glass_stays_dark(chip: SSD1306) -> None:
    one_point(chip, 5, 17)
    commands(chip, 0x8D, 0x10)
    assert lit(chip) == []


def test_contrast_is_kept_for_the_front(chip: SSD1306) -> None:
    assert SSD1306().contrast == 0x7F
    commands(chip, 0x81, 0xCF)
    assert chip.contrast == 0xCF


def test_after_power_on_the_memory_is_not_clean_and_the_glass_is_dark() -> None:
    chip = SSD1306()
    assert chip.picture() == bytes(1024)
    commands(chip, *INIT)
    assert chip.picture().count(0) < 32
    assert chip.picture() == bytes(chip.ram)
    chip.power_on_reset()
    assert not chip.on
    assert chip.faults == []
