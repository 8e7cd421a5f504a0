"""What stands for the sound on a device without a buzzer: the same to the screens, and nothing
heard. The tunes are not loaded there."""

from micropython import const

MUTE = const(0)


class Silence:
    """As `hw.sound.Sound`, `fitted` False; `level` is kept and means nothing."""

    def __init__(self, level: int) -> None:
        self.fitted = False
        self.level = level

    def play(self, name: str, always: bool = False) -> None:
        """Nothing."""

    def go_on(self) -> None:
        """Nothing."""

    def hush(self) -> None:
        """Nothing."""
