"""PNG and GIF: pixel for pixel what the panel shows, and as long as it shows it."""

import pytest
from PIL import Image, ImageSequence

from sim import body, pictures
from sim.camera import Camera
from sim.pictures import Film

DARK = bytes(1024)


def dot(x, y):
    """A picture with one pixel."""
    picture = bytearray(1024)
    picture[y // 8 * 128 + x] = 1 << y % 8
    return bytes(picture)


class Still:
    """A device whose picture and time a test sets."""

    def __init__(self):
        self.now = 0
        self.shown = DARK
        self.pressed: frozenset[str] = frozenset()

    def picture(self):
        return self.shown

    def down(self):
        return self.pressed


@pytest.mark.parametrize(("x", "y"), [(0, 0), (127, 0), (0, 63), (127, 63), (5, 9), (64, 32)])
def test_each_pixel_is_where_the_panel_has_it(x, y):
    flat = pictures.pixels(dot(x, y))
    assert len(flat) == 8192 and flat.count(255) == 1
    assert flat[y * 128 + x] == 255
    found = pictures.image(dot(x, y)).convert("RGB")
    assert found.getpixel((x, y)) == pictures.LIGHT
    assert found.getpixel((x ^ 1, y)) == pictures.BACKGROUND


def test_a_picture_survives_the_way_through_an_image():
    picture = bytes(value * 7 % 256 for value in range(1024))
    assert pictures.parse(pictures.image(picture)) == picture
    with pytest.raises(ValueError, match="256 x 128"):
        pictures.parse(pictures.image(picture, 2))
    with pytest.raises(ValueError, match="1024"):
        pictures.pixels(b"short")


def test_scaled_pixels_are_whole_squares():
    found = pictures.image(dot(3, 4), 5)
    assert found.size == (640, 320)
    lit = [found.getpixel((x, y)) for x in range(15, 20) for y in range(20, 25)]
    assert set(lit) == {1}
    assert found.getpixel((14, 20)) == 0 and found.getpixel((20, 20)) == 0


def test_text_shows_a_picture_in_a_failed_test():
    lines = pictures.text(dot(2, 1)).splitlines()
    assert len(lines) == 64 and set(map(len, lines)) == {128}
    assert lines[1].startswith("..#.")


def test_a_png_says_what_the_panel_said(tmp_path):
    path = tmp_path / "new" / "a.png"
    pictures.save(pictures.image(dot(9, 9)), str(path))
    with Image.open(path) as found:
        assert found.format == "PNG"
        assert pictures.parse(found) == dot(9, 9)


def test_a_film_shows_each_picture_as_long_as_the_panel_did(tmp_path):
    film = Film()
    for at, picture in ((0, DARK), (500, dot(1, 1)), (500 + 100, dot(2, 2)), (900, DARK)):
        film.add(at, picture)
    assert film.durations(1000) == [500, 100, 300, 100]
    film.save(str(tmp_path / "a.gif"), 1000)
    with Image.open(tmp_path / "a.gif") as found:
        assert (found.format, found.size, found.info["loop"]) == ("GIF", (128, 64), 0)
        times = [frame.info["duration"] for frame in ImageSequence.Iterator(found)]
        assert times == [500, 100, 300, pictures.HOLD_MS]
        found.seek(2)
        assert pictures.parse(found) == dot(2, 2)


def test_a_film_leaves_out_what_nobody_can_see():
    """A picture on its way over the bus comes in pieces of a few milliseconds (F11)."""
    film = Film()
    film.add(0, DARK)
    for step in range(8):
        film.add(1000 + 3 * step, dot(step, 0))
    assert len(film) == 2
    assert film.durations(2000) == [1000, 1000]


def test_a_blink_that_nobody_sees_leaves_no_frame():
    film = Film()
    film.add(0, DARK)
    film.add(1000, dot(0, 0))
    film.add(1005, DARK)
    assert len(film) == 1
    assert film.durations(2000) == [2000]


def test_the_same_picture_again_is_no_new_frame():
    film = Film()
    for at in range(0, 1000, 5):
        film.add(at, DARK)
    assert len(film) == 1


def test_a_film_without_frames_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no frame"):
        Film().save(str(tmp_path / "a.gif"), 10)


def test_the_camera_numbers_pictures_and_never_writes_over_one(tmp_path):
    camera = Camera(str(tmp_path))
    device = Still()
    assert camera.shot(device).endswith("kostka-001.png")
    assert camera.shot(device).endswith("kostka-002.png")
    assert camera.shot(device, "menu").endswith("menu.png")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "kostka-001.png",
        "kostka-002.png",
        "menu.png",
    ]


def test_the_camera_keeps_every_picture_that_could_be_seen(tmp_path):
    camera = Camera("", frames=str(tmp_path), scale=1)
    device = Still()
    for device.now in range(0, 200, 5):
        device.shown = DARK if device.now < 100 else dot(0, device.now % 64)
        if device.now >= 120:
            device.shown = dot(7, 7)
        camera.look(device)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "00001-0ms.png",
        "00002-120ms.png",
    ]
    with Image.open(tmp_path / "00002-120ms.png") as found:
        assert pictures.parse(found) == dot(7, 7)


def test_a_film_by_hand_begins_and_ends_where_asked(tmp_path):
    camera = Camera(str(tmp_path), scale=1)
    device = Still()
    assert camera.cut(device) == "" and not camera.filming
    device.now = 1000
    camera.begin(device)
    device.now, device.shown = 1500, dot(1, 1)
    camera.look(device)
    device.now = 2000
    path = camera.cut(device)
    assert path.endswith("kostka-001.gif")
    with Image.open(path) as found:
        assert len(ImageSequence.all_frames(found)) == 2


# The drawing of the device


def test_the_whole_device_shows_panel_and_pressed_buttons():
    look = body.Look(2)
    plain = look((dot(0, 0), frozenset())).convert("RGB")
    pressed = look((dot(0, 0), frozenset(["A"]))).convert("RGB")
    assert plain.size == (body.WIDTH * 2, body.HEIGHT * 2)
    x, y = (number * 2 for number in body.PANEL)
    grey = plain.convert("L").crop((x, y, x + 21, y + 21)).tobytes()
    assert grey[0] > 150 and grey[-1] < 40
    assert plain.getpixel((231 * 2, 50 * 2)) != pressed.getpixel((231 * 2, 50 * 2))


@pytest.mark.parametrize(
    ("place", "buttons"),
    [
        ((231, 44), ("A",)),
        ((211, 63), ("B",)),
        ((222, 92), ("A", "B")),
        ((31, 47), ("UP",)),
        ((31, 73), ("DOWN",)),
        ((18, 60), ("LEFT",)),
        ((44, 60), ("RIGHT",)),
        ((31, 60), ()),
        ((126, 50), ()),
        ((0, 0), ()),
        ((46, 75), ()),
    ],
)
def test_each_button_is_where_it_is_drawn(place, buttons):
    assert body.button_at(*place) == buttons


def test_a_row_of_brief_pictures_longer_than_one_is_not_seen() -> None:
    """A whole new screen is on its way over the bus for some 26 ms, in pieces of 3 ms each."""
    film = pictures.Film()
    film.add(0, b"old")
    for piece in range(10):
        film.add(1000 + 3 * piece, b"piece %d" % piece)
    film.add(1030, b"new")
    assert film._frames == [b"old", b"new"]
    assert film.durations(2000) == [1000, 1000]
