"""CircuitPython's `alarm`: pins that end a deep sleep, and the memory that outlasts a reset.

The sleep itself leaves the firmware by DeepSleep; whoever runs it lets the time pass and starts
it again, as the board does.

Plain language only: this runs under MicroPython too.
"""

MEMORY = 256  # bytes of sleep memory


class DeepSleep(BaseException):
    """The firmware has ended, until one of `pins` is pulled down."""

    def __init__(self, pins: list) -> None:
        super().__init__()
        self.pins = pins


class Reset(BaseException):
    """microcontroller.reset(): the board starts from the beginning."""


class PinAlarm:
    """alarm.pin.PinAlarm for buttons to ground."""

    def __init__(self, pin, value: bool, edge: bool = False, pull: bool = False) -> None:
        if value or not pull:
            raise ValueError("the buttons go to ground and need the pull-ups")
        if pin.user is not None:
            raise ValueError(pin.name + " in use")
        self.pin = pin
        self.value = value


class _Pins:
    """alarm.pin"""

    PinAlarm = PinAlarm


class Alarm:
    """The module. `wake_alarm`: what ended the last deep sleep, or None; `sleep_memory`: survives
    everything but a cut of the power."""

    pin = _Pins

    def __init__(self) -> None:
        self.wake_alarm: PinAlarm | None = None
        self.sleep_memory = bytearray(MEMORY)
        self.refuses = ""  # a text: this board cannot sleep by such alarms, and says this

    def exit_and_deep_sleep_until_alarms(self, *alarms) -> None:
        """Leaves the firmware; does not return."""
        if self.refuses:
            raise NotImplementedError(self.refuses)
        raise DeepSleep([alarm.pin for alarm in alarms])


def reset() -> None:
    """microcontroller.reset"""
    raise Reset()
