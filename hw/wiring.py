"""Which part hangs on which pin: builds the device's parts from the board's own modules.

The only place that imports hardware modules. A board that lacks one gets a part that does
without it; a panel that does not answer is waited for, with the reason on the serial console and
the board's LED (field row F12). What the parts do lives with them.
"""

from micropython import const

from hw.bed import Bed
from hw.buttons import DOWN, Buttons
from hw.chosen import Chosen
from hw.clock import Clock
from hw.entropy import Entropy, SeededEntropy
from hw.facts import Facts, version_of
from hw.host import Host
from hw.lines import NAMES, Lines
from hw.panel import Panel
from hw.parts import Parts
from hw.power import Power
from hw.safe import memory_of
from hw.settings import Settings, pin_setting
from hw.silence import MUTE, Silence
from hw.store import Store

_RETRY_MS = const(1000)
_BLINK_MS = const(200)
_TRIES = const(3)  # more, for a second memory


def wire() -> Parts:
    """Build everything; returns when the panel answers.

    Raises ValueError where the reference wiring has no such pin on this board and `settings.toml`
    names none.
    """
    import board

    clock = Clock()
    settings = Settings()
    facts = _facts(board, settings)
    if facts.too_old:
        print("Kostka: CircuitPython %s is too old, %s is needed" % (facts.too_old, facts.needed))
    _check_pins(board, settings)
    led = _led(board, settings)
    panel, i2c = _panel(board, settings, clock, led)
    store = _store(settings, i2c, clock)
    lines = Lines(board, settings.pins)
    keys, inputs = lines.open()
    buttons = Buttons(clock, keys, inputs, bool(settings.turned))
    entropy = Entropy() if settings.seed is None else SeededEntropy(settings.seed)
    sound = _sound(clock, _pwm(board, settings), settings.sound)
    chosen = Chosen(settings)
    power = _power(board, clock, panel, chosen)
    host = Host(_module("supervisor"))
    wished = host.switched_on and not power.woken
    if wished and buttons.as_held(buttons.held) & (1 << DOWN):
        sound.level = MUTE  # F22
    _tell(chosen)
    return Parts(panel, buttons, entropy, clock, chosen, led, power, sound, facts, host, store)


def _module(name: str):
    """A module that not every board has, or None."""
    try:
        return __import__(name)
    except ImportError:
        return None


def _store(settings: Settings, i2c, clock: Clock):
    """In the board's own memory, and in an FRAM where the settings name one."""
    memory = getattr(_module("microcontroller"), "nvm", None)
    if not settings.fram:
        return Store(memory)
    from hw.pair import Pair, find

    second = find(i2c, settings.fram)
    for _ in range(_TRIES):  # a contact that wobbles must not cost the saving for this time
        if second is None:
            clock.sleep(_BLINK_MS)
            second = find(i2c, settings.fram)
    if second is None:
        settings.problems.append(("KOSTKA_FRAM", "0x%X" % settings.fram))
    return Pair(memory, second)


def _tell(settings: Chosen) -> None:
    """Wrong settings on the serial console; the screen says it too."""
    for name, value in settings.problems:
        line = settings.line_of(name)
        where = "settings.toml, line %d:" % line if line else "settings.toml:"
        print("Kostka:", where, name, value if value else "is no setting")


def _facts(board, settings: Settings) -> Facts:
    version = version_of(_module("supervisor"))
    return Facts(board, version, _extra(board, settings, "battery", _analog), settings.times)


def _analog(pin):
    import analogio

    return analogio.AnalogIn(pin)


def _pwm(board, settings: Settings):
    return _extra(board, settings, "buzzer", _tone)


def _sound(clock: Clock, pwm, level: int):
    if pwm is None:
        return Silence(level)
    from hw.sound import Sound

    return Sound(clock, pwm, level)


def _tone(pin):
    import pwmio

    return pwmio.PWMOut(pin, frequency=440, duty_cycle=0, variable_frequency=True)


def _extra(board, settings: Settings, part: str, make):
    """A part that hangs on a pin of its own, None where there is none; a pin that cannot do it
    is told."""
    name = settings.pins.get(part)
    if name is None:
        return None
    try:
        pin = getattr(board, name)
        if _is_taken(board, settings, pin):
            raise ValueError
        return make(pin)
    except (AttributeError, ImportError, RuntimeError, TypeError, ValueError):
        settings.problems.append((pin_setting(part), name))
        return None


def _power(board, clock: Clock, panel: Panel, settings: Chosen) -> Power:
    """With deep sleep where the board has `alarm`."""
    alarm = _module("alarm")
    if alarm is None:
        return Power(clock, panel, settings)
    return Power(clock, panel, settings, Bed(alarm, board, settings.pins), memory_of(alarm))


def _check_pins(board, settings: Settings) -> None:
    """Names that this board does not have, and names of one pin: back to the reference wiring,
    where it has that."""
    twice = [pair for pair in settings.problems if pair[0] in _pin_settings()]
    wrong = _missing(board, settings)
    if twice and wrong:  # the settings have gone back to it already
        raise ValueError(
            "pin %s is taken twice: set %s in settings.toml" % (twice[0][1], twice[0][0])
        )
    doubled = [] if wrong else _doubled(board, settings)
    if not (wrong or doubled):
        return
    settings.problems.extend(wrong or doubled)
    settings.reference_pins()
    if _missing(board, settings):
        name, pin = (wrong or doubled)[0]
        said = "this board has no pin %s: set %s in settings.toml"
        if doubled:
            said = "pin %s is taken twice: set %s in settings.toml"
        raise ValueError(said % (pin, name))


def _pin_settings() -> list:
    return [pin_setting(name) for name in ("sda", "scl") + NAMES]


def _doubled(board, settings: Settings) -> list:
    """Parts on a pin that another part has by another name, as A0 and GP26 of a Pico."""
    found = []
    taken: list = []
    for name in ("sda", "scl") + NAMES:
        text = settings.pins[name]
        if "+" in text:  # such buttons share their pins
            continue
        pin = getattr(board, text)
        if any(pin is other for other in taken):
            found.append((pin_setting(name), text))
        taken.append(pin)
    return found


def _is_taken(board, settings: Settings, pin) -> bool:
    """Has the panel or a button this pin, perhaps by another name?"""
    for name in ("sda", "scl") + NAMES:
        for text in settings.pins[name].split("+"):
            if getattr(board, text, None) is pin:
                return True
    return False


def _missing(board, settings: Settings) -> list:
    missing = []
    for name in ("sda", "scl") + NAMES:
        for pin in settings.pins[name].split("+"):
            if not hasattr(board, pin):
                missing.append((pin_setting(name), pin))
    return missing


def _led(board, settings: Settings):
    pin = getattr(board, settings.pins["led"], None)
    if pin is None or _is_taken(board, settings, pin):
        return None
    import digitalio

    led = digitalio.DigitalInOut(pin)
    led.switch_to_output(value=False)
    return led


def _panel(board, settings: Settings, clock: Clock, led) -> tuple:
    """The panel, as soon as it answers, and its bus."""
    import busio

    kind = _kind(settings)
    i2c = None
    told = ""
    while True:
        try:
            if i2c is None:
                scl = getattr(board, settings.pins["scl"])
                sda = getattr(board, settings.pins["sda"])
                i2c = busio.I2C(scl, sda, frequency=settings.i2c_hz)
            panel = kind.find(i2c, settings.address, bool(settings.turned))
            panel.offset = settings.offset  # an SSD1306 has no use for it
            panel.contrast(settings.contrast)
            return panel, i2c
        except (RuntimeError, ValueError, OSError) as error:
            reason = str(error)
            if reason != told:
                told = reason
                print("Kostka: waiting for the panel:", reason)
            _blink(clock, led)


def _kind(settings: Settings):
    """The driver for the chip in the panel; the rarer one is loaded only where it is needed."""
    if settings.panel == "ssd1306":
        return Panel
    from hw.sh1106 import SH1106

    return SH1106


def _blink(clock: Clock, led) -> None:
    """One second of waiting that can be seen where the board has an LED."""
    waited = 0
    while waited < _RETRY_MS:
        if led:
            led.value = not led.value
        clock.sleep(_BLINK_MS)
        waited += _BLINK_MS
    if led:
        led.value = False
