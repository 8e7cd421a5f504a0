"""The owner's settings: what `settings.toml` says, checked, with a default for everything.

A wrong value never stops the device: the default is used and the pair goes into `problems`, for
a screen to show. What the settings do lives with the parts that take them.
"""

import os

# The file, for the numbers of its lines; what it says is read by os.getenv.
FILE = "/settings.toml"

LANGUAGES = ("en", "cs", "de")
PANELS = ("ssd1306", "sh1106")

# Part -> the pin it hangs on in the reference wiring, by the name that CircuitPython gives it.
# The setting's name is KOSTKA_ and the part's name in capitals.
PINS = (
    ("sda", "GP4"),
    ("scl", "GP5"),
    ("up", "GP10"),
    ("down", "GP11"),
    ("left", "GP12"),
    ("right", "GP13"),
    ("a", "GP14"),
    ("b", "GP15"),
    ("led", "LED"),
)
# Parts that only some devices have: nothing without a setting.
EXTRAS = ("buzzer", "battery")

_PREFIX = "KOSTKA_"
# What boot.py looks at; here only so that mistakes in it are told.
_SWITCHES = ("KOSTKA_HIDE_DRIVE", "KOSTKA_HIDE_CONSOLE")
_HOUR = 3600
_DAY = 86400


def pin_setting(part: str) -> str:
    """The name in settings.toml of a part's pin."""
    return _PREFIX + part.upper()


def _whole(value) -> int:
    """A setting as an integer: a number, or text such as "60" and "0x3C". Raises ValueError."""
    if isinstance(value, int):
        return value
    return int(value, 16 if value.startswith("0x") else 10)


class Settings:
    """What the owner asked for.

    language  "en", "cs" or "de"
    seed      0 .. 2**32 - 1 for the same dice in every game; None for real ones
    speed     animations: 0 off, 1 fast, 2 normal
    handover  1: a screen asks to hand the device on
    contrast  of the panel, 0 .. 255
    panel     the chip in it, "ssd1306" or "sh1106"
    offset    an SH1106's columns of memory to the left of the glass, 0 .. 4
    turned    1: the device is held the other way round
    i2c_hz    speed of the panel's bus, 10,000 to 1,000,000 Hz
    address   of the panel, 0x3C or 0x3D; 0: look for it at both
    fram      address of an FRAM on the same bus, 0x50 .. 0x57; 0: there is none
    dim       seconds without a button until the panel is dimmed, 0: never
    off       the same until it is dark
    sleep     the same until the board sleeps, where it can
    sound     0 mute, 1 sounds, 2 a click for every press too
    times     the battery's volts to those of the pin that measures it
    pins      part -> pin name, for the parts of PINS, and of EXTRAS where there are some
    problems  list of (name, wrong value as text; "" for a name that is none)
    lines     list of (name, number of its line in settings.toml)

    What is asked for later is kept by `hw.chosen`.
    """

    def __init__(self) -> None:
        self.problems: list = []
        self.lines: list = []
        self._known: list = []
        self.language = self._word("KOSTKA_LANGUAGE", "en", LANGUAGES)
        self.seed = self._number("KOSTKA_SEED", None, 0, 0xFFFFFFFF)
        self.speed = self._number("KOSTKA_SPEED", 2, 0, 2)
        self.handover = self._number("KOSTKA_HANDOVER", 1, 0, 1)
        self.contrast = self._number("KOSTKA_CONTRAST", 255, 0, 255)
        self.panel = self._word("KOSTKA_PANEL", "ssd1306", PANELS)
        self.offset = self._number("KOSTKA_OFFSET", 2, 0, 4)
        self.turned = self._number("KOSTKA_TURNED", 0, 0, 1)
        self.i2c_hz = self._number("KOSTKA_I2C_HZ", 400000, 10000, 1000000)
        self.address = self._number("KOSTKA_ADDRESS", 0, 0x3C, 0x3D)
        self.fram = self._number("KOSTKA_FRAM", 0, 0x50, 0x57)
        self.dim = self._number("KOSTKA_DIM", 30, 0, _HOUR)
        self.off = self._number("KOSTKA_OFF", 120, 0, _HOUR)
        self.sleep = self._number("KOSTKA_SLEEP", 600, 0, _DAY)
        self.sound = self._number("KOSTKA_SOUND", 1, 0, 2)
        self.times = self._number("KOSTKA_BATTERY_TIMES", 3, 1, 20)
        for name in _SWITCHES:
            self._number(name, 0, 0, 1)
        self.pins: dict = {}
        self._read_pins()
        self._read_lines()
        self._known = []

    def reference_pins(self) -> None:
        """Take the reference wiring for every part."""
        for part, pin in PINS:
            self.pins[part] = pin

    def _raw(self, name: str):
        """What the file says, or None; a file that is broken at this place says nothing."""
        self._known.append(name)
        try:
            value = os.getenv(name)
        except (OSError, ValueError) as error:
            self.problems.append((name, str(error)))
            return None
        return None if value == "" else value

    def _number(self, name: str, default, low: int, high: int):
        value = self._raw(name)
        if value is None:
            return default
        try:
            number = _whole(value)
            if low <= number <= high:
                return number
        except ValueError:
            pass
        self.problems.append((name, str(value)))
        return default

    def _word(self, name: str, default: str, words) -> str:
        value = self._raw(name)
        if value is None:
            return default
        if value in words:
            return value
        self.problems.append((name, str(value)))
        return default

    def _read_pins(self) -> None:
        """Where two parts share a pin no pin setting can be trusted: the reference wiring then."""
        taken: list = []
        for part, usual in PINS:
            pin = self._raw(pin_setting(part))
            pin = usual if pin is None else str(pin)
            self.pins[part] = pin
            if pin in taken:
                self.problems.append((pin_setting(part), pin))
            taken.append(pin)
        for pin in taken:
            if taken.count(pin) > 1:
                self.reference_pins()
                break
        for part in EXTRAS:
            self._read_extra(part)

    def _read_extra(self, part: str) -> None:
        """A pin of its own, or the part is not there."""
        pin = self._raw(pin_setting(part))
        if pin is None:
            return
        pin = str(pin)
        for other in [pair[0] for pair in PINS] + list(EXTRAS):
            if self.pins.get(other) == pin:
                self.problems.append((pin_setting(part), pin))
                return
        self.pins[part] = pin

    def _read_lines(self) -> None:
        """Where the settings stand in the file; a name that is no setting is a problem too."""
        try:
            with open(FILE, encoding="utf-8") as file:
                number = 0
                for line in file:
                    number += 1
                    name = line.split("=")[0].strip()
                    if name.startswith(_PREFIX):
                        self.lines.append((name, number))
                        if name not in self._known:
                            self.problems.append((name, ""))
        except (OSError, UnicodeError):  # without the file there are no numbers to tell
            pass
