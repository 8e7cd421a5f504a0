"""Golden pictures: every scene in every language, as the panel's chip shows it.

`python3 -m tests --update-pictures` rewrites tests/golden: one file of 1,024 bytes a scene to
compare, and one contact sheet a language to look at.
"""

import os
from collections.abc import Iterator

import pytest
from PIL import Image

from hw.settings import LANGUAGES
from sim.pictures import image, parse
from sim.world import World
from tests.ui.scenes import SCENES
from ui.app import App
from ui.canvas import Canvas

GOLDEN = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "golden")
_COLUMNS = 5
_GAP = 6
_CAPTION = 10


def show(language: str, name: str, spoil: bool = False) -> bytes:
    """The picture on the glass when a scene stands; `spoil` draws it over a lit picture."""
    with World({"KOSTKA_LANGUAGE": language, "KOSTKA_SEED": 7}) as world:
        parts = world.wire()
        parts.entropy.seeded = False
        app = App(parts)
        SCENES[name](app)
        if spoil:
            app.canvas.fill(0, 0, 128, 64)
            for _ in parts.panel.pieces():
                pass
        app.paint()
        return world.picture()


def golden(language: str, name: str) -> str:
    return os.path.join(GOLDEN, language, name + ".bin")


@pytest.mark.parametrize("name", sorted(SCENES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_picture(language: str, name: str, update_pictures: bool) -> None:
    picture = show(language, name)
    path = golden(language, name)
    if update_pictures:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(picture)
    with open(path, "rb") as file:
        assert file.read() == picture, f"{name} in {language} has changed"


@pytest.mark.parametrize("language", LANGUAGES)
def test_contact_sheet(language: str, update_pictures: bool) -> None:
    """The sheet that people look at shows the bytes that the tests compare."""
    path = os.path.join(GOLDEN, language + ".png")
    if update_pictures:
        contact_sheet(language).save(path, optimize=True)
    with Image.open(path) as sheet:
        for name, (x, y) in places():
            with open(golden(language, name), "rb") as file:
                assert parse(sheet.crop((x, y, x + 128, y + 64))) == file.read(), name


def test_no_golden_picture_without_a_scene() -> None:
    for language in LANGUAGES:
        names = [name[:-4] for name in os.listdir(os.path.join(GOLDEN, language))]
        assert sorted(names) == sorted(SCENES)


@pytest.mark.parametrize("name", sorted(SCENES))
def test_F11_a_picture_does_not_depend_on_what_was_shown_before(name: str) -> None:
    assert show("de", name, spoil=True) == show("de", name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_cut(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text of every scene lies on the screen as a whole."""
    cut = []
    put = Canvas._put

    def watch(self: Canvas, font, text: str, x: int, y: int, end: int) -> int:
        if x < 0 or x + font.width(text) > 128 or y < 0 or y + font.height > 64:
            cut.append((name, text, x + font.width(text)))
        return put(self, font, text, x, y, end)

    monkeypatch.setattr(Canvas, "_put", watch)
    for name in SCENES:
        show(language, name)
    assert not cut


def places() -> Iterator[tuple[str, tuple[int, int]]]:
    """Every scene with the corner of its picture on the contact sheet."""
    for i, name in enumerate(sorted(SCENES)):
        column = i % _COLUMNS
        row = i // _COLUMNS
        yield (
            name,
            (
                _GAP + column * (128 + _GAP),
                _GAP + _CAPTION + row * (64 + _CAPTION + _GAP),
            ),
        )


def contact_sheet(language: str) -> Image.Image:
    """All scenes of a language with their names, drawn in our own small font."""
    rows = -(-len(SCENES) // _COLUMNS)
    size = (_GAP + _COLUMNS * (128 + _GAP), _GAP + rows * (64 + _CAPTION + _GAP))
    sheet = Image.new("RGB", size, (96, 96, 96))
    for name, (x, y) in places():
        canvas = Canvas(bytearray(1024))
        canvas.text(name, 0, 0)
        sheet.paste(image(bytes(canvas.image)).crop((0, 0, 128, 8)), (x, y - _CAPTION))
        with open(golden(language, name), "rb") as file:
            sheet.paste(image(file.read()), (x, y))
    return sheet
