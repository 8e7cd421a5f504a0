"""The pictures in the documents are what the simulator draws now.

A picture docs/pictures/SCENE.png is that scene, in English. A film docs/pictures/NAME.gif is what
the command at the head of NAME.txt films. `python3 -m tests --update-pictures -k pictures`
makes them anew; a picture that a document names for the first time comes to be in this way too.
"""

import re
import shlex
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from sim import pictures, script
from sim.camera import Camera
from sim.device import Device
from sim.headless import Headless
from tests.ui.scenes import SCENES
from tests.ui.test_pictures import show

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "pictures"
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
SCALE = 3  # pixels to a pixel: what can be read beside text
MOST = 110_000  # bytes of a picture or film
READ_MS = 300  # a frame that stays so long can be read


def shown(document: Path) -> set[str]:
    """The files that a document shows."""
    text = document.read_text(encoding="utf-8")
    return {Path(found).name for found in re.findall(r"!\[[^\]]+\]\((.*?)\)", text)}


NAMES = set().union(*map(shown, DOCUMENTS))
SHOTS = sorted(name.removesuffix(".png") for name in NAMES if name.endswith(".png"))
FILMS = sorted(name.removesuffix(".gif") for name in NAMES if name.endswith(".gif"))


@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_is_the_present_screen(name: str, update_pictures: bool) -> None:
    assert name in SCENES
    wanted = pictures.image(show("en", name), SCALE)
    path = FOLDER / (name + ".png")
    if update_pictures:
        pictures.save(wanted, str(path))
    with Image.open(path) as found:
        assert found.convert("RGB").tobytes() == wanted.convert("RGB").tobytes()


def film(name: str, path: Path) -> None:
    """Do what the head of a script says, whatever the owner has in settings.toml."""
    source = FOLDER / (name + ".txt")
    text = source.read_text(encoding="utf-8")
    command = re.search(r"^# python3 -m sim (.*)$", text, re.MULTILINE)
    assert command
    words = shlex.split(command[1])
    given = dict(zip(words, words[1:], strict=False))
    assert given["--headless"] == f"docs/pictures/{name}.txt"
    assert given["--gif"] == f"docs/pictures/{name}.gif"
    camera = Camera(film=str(path), scale=int(given["--scale"]), whole="--whole" in words)
    device = Device({"KOSTKA_SEED": int(given["--seed"])})
    device.watchers += [Headless(script.Player(script.parse(text), name), camera), camera]
    device.run()
    camera.cut(device)


def read(path: Path) -> list[bytes]:
    """The pictures of a film that stay long enough to be read, in their order. Those in between,
    and a few ms more or less, are not what a document is about."""
    found: list[bytes] = []
    with Image.open(path) as opened:
        for frame in ImageSequence.Iterator(opened):
            image = frame.convert("RGB").tobytes()
            if frame.info["duration"] >= READ_MS and found[-1:] != [image]:
                found.append(image)
    return found


@pytest.mark.parametrize("name", FILMS)
def test_a_film_is_what_its_script_films(name: str, tmp_path: Path, update_pictures: bool) -> None:
    path = FOLDER / (name + ".gif")
    if update_pictures:
        film(name, path)
    film(name, tmp_path / "new.gif")
    assert read(path) == read(tmp_path / "new.gif"), f"{name}.gif is not what is shown now"


def test_every_picture_is_shown_and_small() -> None:
    there = {path.name for path in FOLDER.iterdir()}
    assert there == NAMES | {name + ".txt" for name in FILMS}
    assert all((FOLDER / name).stat().st_size <= MOST for name in there)
