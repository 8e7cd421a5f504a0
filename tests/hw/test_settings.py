"""The settings: defaults, what is taken, and what is refused and told."""

import os
import pathlib
from collections.abc import Callable

import pytest

from hw.settings import EXTRAS, PINS, Settings, pin_setting
from sim.world import BUTTONS, World, read_settings

Board = Callable[..., World]
DEFAULTS = {
    "language": "en",
    "seed": None,
    "speed": 2,
    "handover": 1,
    "contrast": 255,
    "panel": "ssd1306",
    "offset": 2,
    "turned": 0,
    "i2c_hz": 400000,
    "address": 0,
    "fram": 0,
    "dim": 30,
    "off": 120,
    "sleep": 600,
    "sound": 1,
    "times": 3,
}
NAMES = {name: "KOSTKA_" + name.upper() for name in DEFAULTS} | {"times": "KOSTKA_BATTERY_TIMES"}
SWITCHES = ("KOSTKA_HIDE_DRIVE", "KOSTKA_HIDE_CONSOLE")


def settings_of(board: Board, **given: str | int) -> Settings:
    """What the firmware makes of a settings.toml."""
    board(settings={"KOSTKA_" + name: value for name, value in given.items()})
    return Settings()


def test_without_a_file_everything_has_its_default(board: Board) -> None:
    found = settings_of(board)
    for name, value in DEFAULTS.items():
        assert getattr(found, name) == value
    assert found.pins == dict(PINS)
    assert found.problems == []


@pytest.mark.parametrize(
    ("name", "given", "taken"),
    [
        ("language", "cs", "cs"),
        ("language", "de", "de"),
        ("seed", 0, 0),
        ("seed", "123", 123),
        ("seed", 4294967295, 4294967295),
        ("speed", 0, 0),
        ("speed", "1", 1),
        ("handover", 0, 0),
        ("turned", 1, 1),
        ("contrast", 16, 16),
        ("panel", "sh1106", "sh1106"),
        ("offset", 0, 0),
        ("offset", 4, 4),
        ("i2c_hz", 100000, 100000),
        ("address", "0x3D", 0x3D),
        ("address", 60, 0x3C),
        ("address", "61", 0x3D),
        ("fram", "0x50", 0x50),
        ("fram", 0x57, 0x57),
    ],
)
def test_a_good_value_is_taken(board: Board, name: str, given: str | int, taken: str | int) -> None:
    found = settings_of(board, **{name.upper(): given})
    assert getattr(found, name) == taken
    assert found.problems == []


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("language", "fr"),
        ("language", 7),
        ("seed", -1),
        ("seed", 4294967296),
        ("seed", "twelve"),
        ("seed", "0x"),
        ("speed", 3),
        ("handover", "yes"),
        ("turned", 2),
        ("contrast", 256),
        ("panel", "SH1107"),
        ("panel", 1106),
        ("offset", 5),
        ("offset", "two"),
        ("i2c_hz", 0),
        ("i2c_hz", "fast"),
        ("address", "0x3E"),
        ("fram", "0x4F"),
        ("fram", 0x58),
        ("address", 0),
    ],
)
def test_a_wrong_value_is_told_and_the_default_used(
    board: Board, name: str, given: str | int
) -> None:
    found = settings_of(board, **{name.upper(): given})
    assert getattr(found, name) == DEFAULTS[name]
    assert found.problems == [("KOSTKA_" + name.upper(), str(given))]


def test_an_empty_value_is_none_at_all(board: Board) -> None:
    found = settings_of(board, SEED="", LANGUAGE="")
    assert (found.seed, found.language, found.problems) == (None, "en", [])


def test_two_parts_on_one_pin_go_back_to_the_reference_wiring(board: Board) -> None:
    found = settings_of(board, A="GP2", B="GP2", UP="GP3")
    assert found.problems == [("KOSTKA_B", "GP2")]
    assert found.pins == dict(PINS)


def test_a_file_broken_at_one_place_is_told(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    world = board()
    import hw.settings

    def getenv(name: str) -> None:
        if name == "KOSTKA_SPEED":
            raise ValueError("Invalid byte")

    monkeypatch.setattr(hw.settings.os, "getenv", getenv)
    found = Settings()
    assert found.problems == [("KOSTKA_SPEED", "Invalid byte")]
    assert found.speed == 2
    assert world.settings == {}


def shipped(project: str) -> str:
    """The text of the settings.toml that the project ships."""
    with open(os.path.join(project, "settings.toml"), encoding="utf-8") as file:
        return file.read()


def test_the_shipped_file_sets_only_the_two_lines_of_margin(project: str) -> None:
    assert read_settings(shipped(project)) == {
        "CIRCUITPY_PYSTACK_SIZE": 4096,
        "CIRCUITPY_HEAP_START_SIZE": 98304,
    }


def test_the_shipped_file_explains_every_option_with_its_default(
    board: Board, project: str
) -> None:
    lines = [line[2:] for line in shipped(project).split("\n") if line.startswith("# KOSTKA_")]
    offered = read_settings("\n".join(lines))
    names = [*NAMES.values(), *SWITCHES]
    pins = [pin_setting(part) for part in [pair[0] for pair in PINS] + list(EXTRAS)]
    assert sorted(offered) == sorted(names + pins)
    for name, value in DEFAULTS.items():
        if name not in ("seed", "address", "fram"):  # without their lines these mean something else
            assert offered[NAMES[name]] == value
    assert [offered[name] for name in SWITCHES] == [0, 0]
    for part, pin in PINS:
        assert offered[pin_setting(part)] == pin
    board(settings=offered)
    assert Settings().problems == []


def test_the_simulated_owner_wires_as_the_reference_says() -> None:
    assert {part: pin for part, pin in PINS if part in BUTTONS} == BUTTONS


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("DIM", -1),
        ("DIM", 3601),
        ("OFF", "soon"),
        ("SLEEP", 86401),
        ("SOUND", 3),
        ("BATTERY_TIMES", 0),
        ("HIDE_DRIVE", 2),
        ("HIDE_CONSOLE", "yes"),
    ],
)
def test_wrong_values_of_the_other_options_are_told(
    board: Board, name: str, given: str | int
) -> None:
    found = settings_of(board, **{name: given})
    assert found.problems == [("KOSTKA_" + name, str(given))]
    for option in ("dim", "off", "sleep", "sound", "times"):
        assert getattr(found, option) == DEFAULTS[option]


def test_extra_parts_are_there_only_with_a_pin_of_their_own(board: Board) -> None:
    assert not set(EXTRAS) & set(settings_of(board).pins)
    found = settings_of(board, BUZZER="GP16", BATTERY="GP28")
    assert (found.pins["buzzer"], found.pins["battery"]) == ("GP16", "GP28")
    assert found.problems == []
    found = settings_of(board, BUZZER="GP14", BATTERY="GP28")
    assert "buzzer" not in found.pins and found.pins["a"] == "GP14"
    assert found.problems == [("KOSTKA_BUZZER", "GP14")]
    found = settings_of(board, BUZZER="GP28", BATTERY="GP28")
    assert "battery" not in found.pins
    assert found.problems == [("KOSTKA_BATTERY", "GP28")]


def test_wrong_values_and_names_are_told_with_their_lines(
    board: Board, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '# mine\nKOSTKA_SPEED = "quick"\n\n  KOSTKA_DIM=20\nKOSTKA_LANGAUGE = "cs"\nHOME = 1\n'
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    world = board(settings=read_settings(text))
    world.settings_file = str(path)
    world.install()
    parts = world.wire()
    found = parts.settings
    assert found.problems == [("KOSTKA_SPEED", "quick"), ("KOSTKA_LANGAUGE", "")]
    assert [found.line_of(name) for name, _value in found.problems] == [2, 5]
    assert (found.line_of("KOSTKA_DIM"), found.line_of("KOSTKA_OFF")) == (4, 0)
    told = capsys.readouterr().out
    assert "settings.toml, line 2: KOSTKA_SPEED quick" in told
    assert "settings.toml, line 5: KOSTKA_LANGAUGE is no setting" in told


def test_every_name_of_the_shipped_file_is_known(board: Board, tmp_path: pathlib.Path) -> None:
    with open(os.path.join(os.path.dirname(__file__), "..", "..", "settings.toml")) as file:
        text = file.read().replace("# KOSTKA_", "KOSTKA_")
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    world = board(settings=read_settings(text))
    world.settings_file = str(path)
    world.install()
    assert Settings().problems == []
