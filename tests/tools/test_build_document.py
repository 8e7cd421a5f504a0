"""docs/build.md and the drawing agree with the firmware: wiring, options, defaults."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hw.settings import PINS, Settings, pin_setting
from hw.version import OLDEST
from sim.world import World, read_settings
from tests.blinka import adapters
from tools import wiring_drawing

ROOT = Path(__file__).resolve().parents[2]
BUILD = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
SHIPPED = (ROOT / "settings.toml").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its head."""
    part = BUILD.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = re.findall(r"^\|(.*)\|$", part, re.MULTILINE)
    return [[cell.strip() for cell in line.split("|")] for line in table][2:]


def options() -> dict[str, str]:
    """Option -> default, as the document has them."""
    return {cells[0].strip("`"): cells[1].strip("`") for cells in rows("Settings")}


@pytest.fixture
def settings() -> Callable[..., Settings]:
    """Makes what the firmware makes of a settings.toml."""

    def make(**given: object) -> Settings:
        with World(settings=given):
            return Settings()

    return make


def facts(found: Settings) -> dict[str, object]:
    return {name: value for name, value in vars(found).items() if not name.startswith("_")}


def test_the_table_of_wires_is_the_reference_wiring() -> None:
    wires = {cells[1].strip("`"): cells[2] for cells in rows("Wiring") if cells[1]}
    assert wires == {pin_setting(part): pin for part, pin in PINS if part != "led"}


def test_the_places_on_the_board_are_the_picos() -> None:
    sides = {row + 1: pin for row, pin in enumerate(wiring_drawing.LEFT)}
    sides |= {40 - row: pin for row, pin in enumerate(wiring_drawing.RIGHT)}
    assert len(sides) == 40
    for cells in rows("Wiring"):
        assert sides[int(cells[3].split(",")[0])] == cells[2]


def test_the_drawing_is_fresh_and_shows_every_wire() -> None:
    text = wiring_drawing.PICTURE.read_text(encoding="utf-8")
    assert text == wiring_drawing.draw(), "python3 -m tools.wiring_drawing draws it anew"
    svg = ElementTree.fromstring(text)
    name = "{http://www.w3.org/2000/svg}"
    ends = {
        tuple(map(int, way.attrib["d"][1:].split()[-2:]))
        for way in svg.iter(f"{name}path")
        if way.attrib.get("class", "").startswith("w")
    }
    labels = {
        item.text: (float(item.attrib["x"]), float(item.attrib["y"]))
        for item in svg.iter(f"{name}text")
        if item.attrib.get("class") == "u" and "x" in item.attrib
    }
    for part, pin in PINS:
        if part != "led":
            x, y = labels[pin]
            assert (int(x) - 15, int(y) - 4) in ends, part
    x, y = labels["3V3"]
    assert (int(x) + 15, int(y) - 4) in ends


def test_a_wiring_that_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="GP28 is not on the side"):
        wiring_drawing.number_of("GP28")


def test_every_option_is_explained_and_nothing_else(
    settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(World, "getenv", lambda _world, name: asked.append(name))
    settings()
    assert sorted(options()) == sorted(asked)
    assert all(len(cells) == 3 for cells in rows("Settings"))


def test_the_shipped_file_has_every_option_with_the_default_of_the_document() -> None:
    lines = re.findall(r"^# ?(KOSTKA_\w+ = .*)$", SHIPPED, re.MULTILINE)
    shipped = read_settings("\n".join(lines))
    assert sorted(shipped) == sorted(options())
    for name, default in options().items():
        if default != "none":
            assert shipped[name] == read_settings(f"{name} = {default}")[name]


@pytest.mark.parametrize("name", sorted(options()))
def test_the_default_of_the_document_is_the_firmwares(
    name: str, settings: Callable[..., Settings]
) -> None:
    default = options()[name]
    if default == "none":
        return
    given = settings(**read_settings(f"{name} = {default}"))
    assert facts(given) == facts(settings())


def test_the_feather_of_the_document_is_understood(settings: Callable[..., Settings]) -> None:
    part = BUILD.split("\n## Other boards\n")[1]
    lines = re.findall(r"^    (KOSTKA_.*)$", part, re.MULTILINE)
    found = settings(**read_settings("\n".join(lines)))
    assert found.problems == []
    assert len(lines) == len(PINS) - 1


def test_the_pins_of_the_adapters_are_those_of_the_tables() -> None:
    cells = {row[0]: row[1:] for row in rows("Without a microcontroller")}
    for place, wiring in enumerate((adapters.PI, adapters.FT232H, adapters.MCP2221)):
        for names in (("up", "down"), ("left", "right"), ("a",), ("b",)):
            words = ", ".join(wiring[name].replace("+", " and ") for name in names)
            title = ", ".join(name.capitalize() for name in names)
            assert cells[title][place] == words


def test_the_document_names_the_oldest_circuitpython() -> None:
    assert "Version " + ".".join(map(str, OLDEST)) + " or later" in BUILD


def test_its_links_lead_somewhere() -> None:
    titles = re.findall(r"^#+ (.*)$", BUILD, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
    for target in re.findall(r"\]\(([^)]*)\)", BUILD):
        path, _, anchor = target.partition("#")
        assert (ROOT / "docs" / path).exists() if path else anchor in anchors, target
