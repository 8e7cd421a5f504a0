"""The computer at the other end of the USB cable, as far as it could disturb a game.

CircuitPython restarts the program when the computer has written to the drive, and operating
systems write there whenever they like (field row F16). What is hidden from the computer is
decided in hw.boot.
"""


class Host:
    """`supervisor`: the module, or None where the board has not got it."""

    def __init__(self, supervisor=None) -> None:
        self._runtime = getattr(supervisor, "runtime", None)

    def in_play(self, playing: bool) -> None:
        """While a game runs nothing that the computer writes restarts the program; otherwise a
        new program runs as soon as it is there."""
        if self._runtime and self._runtime.autoreload == playing:
            self._runtime.autoreload = not playing
