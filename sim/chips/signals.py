"""Pins that are more than on or off: `pwmio.PWMOut` with a buzzer on it, `analogio.AnalogIn`.

What is heard is written down with its time; what a battery gives is set by whoever plays it.

Plain language only: this runs under MicroPython too.
"""

from sim.chips.clock import VirtualClock
from sim.chips.pins import Pin

_ANALOG = ("GP26", "GP27", "GP28", "VOLTAGE_MONITOR")


class PWMOut:
    """pwmio.PWMOut. `clock` and `heard` are set on a subclass for each world: `heard` gets
    (ms, Hz) whenever the tone changes, 0 Hz for silence."""

    clock: VirtualClock
    heard: list

    def __init__(
        self,
        pin: Pin,
        *,
        duty_cycle: int = 0,
        frequency: int = 500,
        variable_frequency: bool = False,
    ) -> None:
        pin.claim(self)
        self._pin = pin
        self._variable = variable_frequency
        self._frequency = frequency
        self._duty = duty_cycle

    def deinit(self) -> None:
        """Let the pin go."""
        self._pin.release()

    @property
    def frequency(self) -> int:
        """Hz"""
        return self._frequency

    @frequency.setter
    def frequency(self, frequency: int) -> None:
        if not self._variable:
            raise AttributeError("PWM frequency not writable")
        self._frequency = frequency
        self._tell()

    @property
    def duty_cycle(self) -> int:
        """0 to 65,535"""
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, duty: int) -> None:
        self._duty = duty
        self._tell()

    def _tell(self) -> None:
        tone = self._frequency if 0 < self._duty < 65535 else 0
        if tone != (self.heard[-1][1] if self.heard else 0):
            self.heard.append((self.clock.now, tone))


class AnalogIn:
    """analogio.AnalogIn: reads `levels[name of the pin]`, 0 to 65,535, where somebody set it."""

    levels: dict

    def __init__(self, pin: Pin) -> None:
        if pin.name not in _ANALOG:
            raise ValueError("Invalid pin")
        pin.claim(self)
        self._pin = pin

    @property
    def value(self) -> int:
        """The reading."""
        return int(self.levels.get(self._pin.name, 0))


def content(module: str, world) -> dict:
    """What the module `analogio` or `pwmio` has in this world."""

    class Tone(PWMOut):
        clock = world.clock
        heard = world.heard

    class Reading(AnalogIn):
        levels = world.levels

    return {"AnalogIn": Reading} if module == "analogio" else {"PWMOut": Tone}
