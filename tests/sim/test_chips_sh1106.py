"""The other panel chip's model, against its data sheet, where it differs from the SSD1306."""

import pytest

from sim.chips.sh1106 import COLUMNS, SH1106
from sim.world import World

INIT = (0xAE, 0xA1, 0xC8, 0xA8, 63, 0xD3, 0, 0xDA, 0x12, 0xAD, 0x8B, 0x40, 0xAF)


def commands(chip: SH1106, *values: int) -> None:
    """A stream of commands."""
    chip.write(bytes((0x00, *values)))


def data(chip: SH1106, *values: int) -> None:
    """A stream of data."""
    chip.write(bytes((0x40, *values)))


@pytest.fixture
def chip() -> SH1106:
    """A chip as a driver leaves it: on, upright, memory clean."""
    chip = SH1106()
    commands(chip, *INIT)
    for page in range(8):
        commands(chip, 0xB0 | page, 0x00, 0x10)
        data(chip, *bytes(COLUMNS))
    commands(chip, 0xB0, 0x00, 0x10)
    assert chip.faults == []
    return chip


def written(chip: SH1106) -> dict[tuple[int, int], int]:
    """Page and column on the glass of each byte that is not 0."""
    picture = chip.picture()
    return {(at // 128, at % 128): picture[at] for at in range(1024) if picture[at]}


def test_F14_the_glass_shows_the_middle_128_of_132_columns(chip: SH1106) -> None:
    data(chip, *range(1, 133))
    found = written(chip)
    assert found == {(0, x): x + 3 for x in range(128)}
    chip.left = 0
    assert written(chip)[(0, 0)] == 1
    chip.left = 4
    assert written(chip)[(0, 127)] == 132


def test_F14_a_page_does_not_lead_on_to_the_next_and_its_end_is_the_end(chip: SH1106) -> None:
    commands(chip, 0xB6, 0x0E, 0x17)  # page 6, column 0x7E
    data(chip, 1, 2, 3, 4, 5, 6, 7, 8)
    assert written(chip) == {(6, 124): 1, (6, 125): 2, (6, 126): 3, (6, 127): 4}
    assert chip.faults == ["2 bytes behind the last column"]
    data(chip, 9)
    assert (6, 0) not in written(chip) and (7, 0) not in written(chip)
    assert len(chip.faults) == 2


def test_columns_are_set_in_two_halves(chip: SH1106) -> None:
    commands(chip, 0x18, 0x02)  # 0x82, the last but one that is seen
    data(chip, 7)
    commands(chip, 0x0F)
    commands(chip, 0x10)
    data(chip, 8)
    assert written(chip) == {(0, 13): 8}
    assert chip.ram[0x82] == 7


def test_segment_remap_counts_all_132_columns(chip: SH1106) -> None:
    commands(chip, 0xA0, 0x02)
    data(chip, 5)
    assert written(chip) == {(0, 127): 5}


@pytest.mark.parametrize("command", [0x20, 0x21, 0x22, 0x2E, 0x34, 0x8D, 0xB8, 0xE0])
def test_F14_what_it_does_not_know_is_a_fault(chip: SH1106, command: int) -> None:
    commands(chip, command)
    assert chip.faults == [f"unknown command 0x{command:02X}"]


def test_F14_what_follows_an_unknown_command_is_a_command(chip: SH1106) -> None:
    commands(chip, 0x21, 0x05, 0x7F)  # to an SSD1306: columns 5 to 127
    assert (chip.column, chip.start_line) == (5, 63)


def test_the_pump_has_a_command_of_its_own_and_runs_from_the_start(chip: SH1106) -> None:
    data(chip, 0, 0, 1)
    assert SH1106().pump
    commands(chip, 0xAD, 0x8A)
    assert not chip.lit and written(chip) == {}
    commands(chip, 0xAD, 0x8B)
    assert written(chip) == {(0, 0): 1}
    commands(chip, 0x30, 0x33)
    assert chip.faults == []
    commands(chip, 0xAD, 0x30)  # the SSD1306's current reference
    assert chip.faults == ["pump 0x30"]
    assert chip.lit


def test_lines_and_inversion_are_the_familys(chip: SH1106) -> None:
    data(chip, 0, 0, 1)
    commands(chip, 0xA8, 62)
    assert written(chip) == {(0, 0): 2}
    commands(chip, 0xA8, 63, 0xC0)
    assert written(chip) == {(7, 0): 0x80}
    commands(chip, 0xC8, 0xA7)
    assert written(chip)[(0, 0)] == 0xFE


def test_after_power_on_the_memory_is_not_clean_and_the_glass_is_dark() -> None:
    chip = SH1106()
    assert len(chip.ram) == 8 * COLUMNS
    assert chip.picture() == bytes(1024)
    commands(chip, *INIT)
    assert chip.picture().count(0) < 32


def test_F14_a_world_has_the_panel_it_is_asked_for_or_the_one_its_owner_has() -> None:
    assert type(World(panel="sh1106").panel) is SH1106
    assert type(World({"KOSTKA_PANEL": "sh1106"}).panel) is SH1106
    for settings in ({}, {"KOSTKA_PANEL": "ssd1306"}, {"KOSTKA_PANEL": 7}):
        assert type(World(settings).panel) is not SH1106
    assert type(World({"KOSTKA_PANEL": "sh1106"}, panel="ssd1306").panel) is not SH1106
    with pytest.raises(KeyError):
        World(panel="sh1107")
