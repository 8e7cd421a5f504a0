"""Draws docs/pictures/wiring.svg: what is soldered to which pin of a Raspberry Pi Pico.

    python3 -m tools.wiring_drawing           write it anew
    python3 -m tools.wiring_drawing --check   only say whether it is fresh

The pins come from `hw.settings`, so the drawing cannot say anything else than the firmware does.
Lengths are SVG units. Needs nothing but the standard library.
"""

import argparse
import sys
from pathlib import Path
from xml.sax.saxutils import escape

_ROOT = Path(__file__).resolve().parents[1]
if str(_ROOT) not in sys.path:
    sys.path.append(str(_ROOT))

from hw.settings import PINS  # noqa: E402
from tools import pipe  # noqa: E402

PICTURE = _ROOT / "docs" / "pictures" / "wiring.svg"

#: A Pico's pins as its data sheet numbers them: 1 to 20 down the left side, 40 to 21 down the
#: right one, the USB socket at the top.
LEFT = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15"
).split()
RIGHT = (
    "VBUS VSYS GND 3V3_EN 3V3 VREF GP28 GND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17"
    " GP16"
).split()
#: Where the optional buzzer is drawn; it has no pin unless the settings name one.
BUZZER = "GP16"

_WIDTH, _HEIGHT = 1000, 800
_BOARD_X, _BOARD_W = 430, 180
_TOP, _PITCH = 132, 30  # middle of the uppermost pins, and from one pin to the next
_BUTTON_X, _GROUND_X = 215, 120
_PANEL_X, _PANEL_W = 40, 290

_RED, _BLACK, _BLUE, _ORANGE, _GREEN, _GREY = (
    "#c62828", "#222222", "#1565c0", "#e07b00", "#2e7d32", "#8a8f98",
)  # fmt: skip
_SIGNS = {
    "up": "M0-6 6 5H-6Z",
    "down": "M0 6 6-5H-6Z",
    "left": "M-6 0 5-6V6Z",
    "right": "M6 0-5-6V6Z",
}
_STYLE = """
text{font-family:Helvetica,Arial,"Liberation Sans",sans-serif;font-size:13px;fill:#222}
.h{font-size:22px;font-weight:bold}.s{font-size:11px;fill:#555}.b{font-weight:bold}
.p{font-size:11px;fill:#cfe3d8}.u{font-size:12px;font-weight:bold;fill:#fff}
.q{font-size:12px;fill:#fff}.n{font-size:8px;fill:#5b4a12}.w{fill:none;stroke-width:3.2;stroke-linejoin:round}
.g{fill:none;stroke:#fff;stroke-width:9;stroke-linejoin:round}
.o{stroke-dasharray:7 5}
"""


def number_of(pin: str, side: list[str] | None = None) -> int:
    """The place of a pin on the left side from above, from 0. ValueError where it is not there:
    the drawing then needs another layout."""
    names = LEFT if side is None else side
    if pin not in names:
        raise ValueError(f"{pin} is not on the side of the board where it can be drawn")
    return names.index(pin)


def ground_beside(row: int) -> int:
    """The row of the ground pin on the left side that is nearest below a row, else above."""
    grounds = [at for at, name in enumerate(LEFT) if name == "GND"]
    below = [at for at in grounds if at > row]
    return below[0] if below else grounds[-1]


def _y(row: int) -> int:
    return _TOP + _PITCH * row


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    attributes = f' class="{kind}"' if kind else ""
    attributes += f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:g}" y="{y:g}"{attributes}>{escape(words)}</text>'


def _rect(x: float, y: float, w: float, h: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{fill}"{more}/>'


def _wire(points: list[tuple[int, int]], colour: str, optional: bool = False) -> str:
    """A wire along these points; the white below it makes a crossing look like one."""
    path = "M" + " ".join(f"{x} {y}" for x, y in points)
    dashes = " o" if optional else ""
    return f'<path class="g" d="{path}"/><path class="w{dashes}" stroke="{colour}" d="{path}"/>'


def _board(used: dict[str, str]) -> list[str]:
    """The Pico. `used`: pin -> colour of its wire; GND pins are named by side and row."""
    height = _PITCH * (len(LEFT) - 1) + 56
    middle = _BOARD_X + _BOARD_W // 2
    parts = [
        _rect(_BOARD_X, _TOP - 28, _BOARD_W, height, "#23694a", ' rx="10"'),
        _rect(middle - 32, _TOP - 42, 64, 44, "#c9cdd2", ' rx="4" stroke="#8a8f98"'),
        _text(middle, _TOP - 16, "USB", "b", "middle"),
        _rect(middle - 32, 330, 64, 64, "#1b1d20", ' rx="4"'),
        _text(middle, 366, "RP2040", "u", "middle"),
        _text(middle, 440, "Raspberry Pi", "u", "middle"),
        _text(middle, 458, "Pico", "u", "middle"),
    ]
    for side, names in (("left", LEFT), ("right", RIGHT)):
        for row, name in enumerate(names):
            parts += _pin(side, row, name, used)
    return parts


def _pin(side: str, row: int, name: str, used: dict[str, str]) -> list[str]:
    left = side == "left"
    x = _BOARD_X if left else _BOARD_X + _BOARD_W
    key = f"{side} {row}" if name == "GND" else name
    colour = used.get(key, "")
    kind = "u" if colour else "p"
    inward = 15 if left else -15
    number = row + 1 if left else 40 - row
    parts = [
        f'<circle cx="{x}" cy="{_y(row)}" r="9" fill="#d9b648" stroke="{colour or "#9c8434"}"'
        f' stroke-width="{3 if colour else 1}"/>',
        _text(x, _y(row) + 3, str(number), "n", "middle"),
        _text(x + inward, _y(row) + 4, name, kind, "start" if left else "end"),
    ]
    return parts


def _panel(rows: dict[str, int]) -> list[str]:
    """The module with its four pins at these rows."""
    top, bottom = _y(min(rows.values())) - 78, _y(max(rows.values())) + 40
    x = _PANEL_X
    parts = [
        _rect(x, top, _PANEL_W, bottom - top, "#22437a", ' rx="8"'),
        _rect(x + 14, top + 18, 220, 110, "#05070c", ' rx="3"'),
        _text(x + 14, bottom - 30, "OLED panel 128 x 64, SSD1306, I2C", "u"),
        _text(x + 14, bottom - 13, "the order of its pins differs: go by the names", "q"),
        *_dice(x + 44, top + 36),
    ]
    for name, row in rows.items():
        y = _y(row)
        parts.append(f'<circle cx="{x + _PANEL_W}" cy="{y}" r="8" fill="#d9b648"/>')
        parts.append(_text(x + _PANEL_W - 13, y + 4, name, "u", "end"))
    return parts


def _dice(x: int, y: int) -> list[str]:
    """Two dice joined into a small city, on the glass."""
    lit = "#cfe8ff"
    frame = f' stroke="{lit}" stroke-width="3" rx="6"'
    return [
        _rect(x, y, 74, 74, "none", frame),
        _rect(x + 84, y, 74, 74, "none", frame),
        f'<path d="M{x + 74} {y + 26}H{x + 34}Q{x + 18} {y + 37} {x + 34} {y + 48}H{x + 74}'
        f'M{x + 84} {y + 26}H{x + 124}Q{x + 140} {y + 37} {x + 124} {y + 48}H{x + 84}"'
        f' fill="none" stroke="{lit}" stroke-width="4"/>',
        _rect(x + 38, y + 31, 16, 12, lit),
        _rect(x + 104, y + 31, 16, 12, lit),
    ]


def _cap(name: str, x: float, y: float, size: float = 1.0) -> str:
    """A button's cap with its sign."""
    sign = (
        f'<path d="{_SIGNS[name]}" fill="#fff"/>'
        if name in _SIGNS
        else f'<text y="5" class="u" text-anchor="middle">{name.upper()}</text>'
    )
    fill = "#3b4252" if name in _SIGNS else "#a02c2c"
    return (
        f'<g transform="translate({x:g} {y:g}) scale({size:g})">'
        f'<circle r="13" fill="{fill}"/>{sign}</g>'
    )


def _buttons(rows: dict[str, int], ground: int) -> list[str]:
    """Six buttons from their pins to one ground wire."""
    ys = [_y(row) for row in rows.values()] + [_y(ground)]
    parts = [_wire([(_GROUND_X, _y(ground)), (_BOARD_X, _y(ground))], _BLACK)]
    for name, row in rows.items():
        y = _y(row)
        parts.append(_wire([(_GROUND_X, y), (_BUTTON_X, y)], _BLACK))
        parts.append(_wire([(_BUTTON_X, y), (_BOARD_X, y)], _GREEN))
        parts.append(_cap(name, _BUTTON_X, y))
        parts.append(_text(_BUTTON_X + 24, y - 6, name.capitalize(), "b"))
    # The joints last, so that none of them looks like a crossing.
    parts.append(_wire([(_GROUND_X, min(ys)), (_GROUND_X, max(ys))], _BLACK))
    parts += [f'<circle cx="{_GROUND_X}" cy="{y}" r="4.5" fill="{_BLACK}"/>' for y in ys]
    return parts


def _options() -> list[str]:
    """What a device may have besides: a buzzer and a battery, at the right."""
    edge = _BOARD_X + _BOARD_W
    tone, hush = _y(number_of(BUZZER, RIGHT)), _y(len(RIGHT) - 3)
    vsys, ground = _y(1), _y(2)
    x = 720
    dashed = f' rx="8" stroke="{_GREY}" stroke-width="2" class="o"'
    return [
        _wire([(edge, tone), (x, tone)], _GREEN, True),
        _wire([(edge, hush), (x, hush)], _BLACK, True),
        _rect(x, hush - 22, 240, tone - hush + 44, "#fbfbfb", dashed),
        _text(x + 14, hush + 14, "Piezo buzzer, optional", "b"),
        _text(x + 14, hush + 34, f'KOSTKA_BUZZER = "{BUZZER}"', "s"),
        _text(x + 14, hush + 52, "or any other free pin", "s"),
        _wire([(edge, vsys), (x, vsys)], _RED, True),
        _wire([(edge, ground), (x, ground)], _BLACK, True),
        f'<path d="M690 {vsys}l18-9v18zM689 {vsys - 10}v20" fill="#fff" stroke="{_RED}"'
        ' stroke-width="2.5"/>',
        _rect(x, vsys - 28, 240, ground - vsys + 62, "#fbfbfb", dashed),
        _text(x + 14, vsys - 4, "Battery, optional", "b"),
        _text(x + 14, vsys + 15, "plus through a Schottky diode to VSYS,", "s"),
        _text(x + 14, vsys + 32, "1.8 to 5.5 V; minus to GND", "s"),
    ]


def _face(x: int, y: int) -> list[str]:
    """How the device may look: where the buttons sit."""
    parts = [
        _rect(x, y, 240, 112, "#f1ede2", ' rx="14" stroke="#8a8f98" stroke-width="2"'),
        _rect(x + 76, y + 22, 88, 48, "#05070c", ' rx="3"'),
    ]
    for name, dx, dy in (
        ("up", 38, 32), ("left", 18, 54), ("right", 58, 54), ("down", 38, 76),
        ("b", 186, 68), ("a", 216, 44),
    ):  # fmt: skip
        parts.append(_cap(name, x + dx, y + dy, 0.75))
    parts.append(_text(x, y - 10, "One way to place them", "b"))
    return parts


def _legend(x: int, y: int) -> list[str]:
    rows = (
        (_RED, "3.3 V"),
        (_BLACK, "ground, any GND pin will do"),
        (_BLUE, "SDA, data"),
        (_ORANGE, "SCL, clock"),
        (_GREEN, "one wire for each button"),
    )
    parts = []
    for at, (colour, words) in enumerate(rows):
        parts.append(_wire([(x, y + 20 * at), (x + 34, y + 20 * at)], colour))
        parts.append(_text(x + 46, y + 20 * at + 4, words, "s"))
    return parts


def draw() -> str:
    """The whole picture as SVG text."""
    pins = dict(PINS)
    wires = {part: number_of(pins[part]) for part in ("sda", "scl")}
    buttons = {part: number_of(pins[part]) for part in ("up", "down", "left", "right", "a", "b")}
    ground = ground_beside(max(wires.values()))
    shared = ground_beside(buttons["right"])
    supply = number_of("3V3", RIGHT)
    panel = {
        "VCC": min(wires.values()) - 1,
        "SDA": wires["sda"],
        "SCL": wires["scl"],
        "GND": ground,
    }
    rows = list(panel.values()) + list(buttons.values()) + [shared]
    if len(set(rows)) != len(rows):
        raise ValueError("two wires of the drawing would lie on one another")
    used = {pins["sda"]: _BLUE, pins["scl"]: _ORANGE, "3V3": _RED, f"left {ground}": _BLACK}
    used |= {f"left {shared}": _BLACK} | {pins[part]: _GREEN for part in buttons}
    edge = _PANEL_X + _PANEL_W
    right = _BOARD_X + _BOARD_W
    over = [(edge, _y(panel["VCC"])), (380, _y(panel["VCC"])), (380, 70), (660, 70)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
        "<title>Kostka: the reference wiring</title>",
        f"<desc>{escape(describe())}</desc>",
        f"<style>{_STYLE.strip()}</style>",
        _rect(0, 0, _WIDTH, _HEIGHT, "#ffffff", ' rx="16"'),
        _text(40, 44, "Kostka: the reference wiring", "h"),
        _text(720, 44, "The Pico from above. Dashed: optional.", "s"),
        *_options(),
        _wire([*over, (660, _y(supply)), (right, _y(supply))], _RED),
        _wire([(edge, _y(wires["sda"])), (_BOARD_X, _y(wires["sda"]))], _BLUE),
        _wire([(edge, _y(wires["scl"])), (_BOARD_X, _y(wires["scl"]))], _ORANGE),
        _wire([(edge, _y(ground)), (_BOARD_X, _y(ground))], _BLACK),
        *_buttons(buttons, shared),
        *_board(used),
        *_panel(panel),
        *_face(720, 300),
        *_legend(720, 460),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def describe() -> str:
    """The wiring in words, for whoever cannot see the picture."""
    words = [f"{part} {pin}" for part, pin in PINS if part != "led"]
    return "Part and pin of the Pico: " + ", ".join(words) + "; panel VCC 3V3; the rest GND."


def main(arguments: list[str]) -> int:
    """Write or check the picture; the status is 1 where it is not fresh."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools.wiring_drawing", description="Draws docs/pictures/wiring.svg."
    )
    parser.add_argument("--check", action="store_true", help="only say whether it is fresh")
    picture = draw().encode()
    if parser.parse_args(arguments).check:
        fresh = PICTURE.exists() and PICTURE.read_bytes() == picture
        print("fresh" if fresh else "python3 -m tools.wiring_drawing draws it anew")
        return 0 if fresh else 1
    PICTURE.write_bytes(picture)
    return 0


if __name__ == "__main__":
    sys.exit(pipe.quietly(main, sys.argv[1:]))
