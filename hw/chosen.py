"""What the owner has chosen, once `hw.settings` has read it: values for the parts and the screens.

Apart from the reading, so that the heap has that back when the device is built.
"""


class Chosen:
    """The values that are asked for while the device runs; see `hw.settings.Settings`."""

    def __init__(self, settings) -> None:
        self.language: str = settings.language
        self.speed: int = settings.speed
        self.handover: int = settings.handover
        self.contrast: int = settings.contrast
        self.i2c_hz: int = settings.i2c_hz
        self.dim: int = settings.dim
        self.off: int = settings.off
        self.sleep: int = settings.sleep
        self.pins: dict = settings.pins
        self.problems: list = settings.problems
        self._lines: list = settings.lines

    def line_of(self, name: str) -> int:
        """The number of a setting's line in settings.toml, from 1; 0 where that is not known."""
        for known, number in self._lines:
            if known == name:
                return number
        return 0
