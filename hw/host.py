"""The computer at the other end of the USB cable, as far as it could disturb a game.

CircuitPython restarts the program when the computer has written to the drive, and operating
systems write there whenever they like (field row F16). What is hidden from the computer is
decided in hw.boot.
"""


class Host:
    """`switched_on`: the program runs because the power came on, not because it was restarted, so
    what is held down now is a wish."""

    def __init__(self, supervisor=None) -> None:
        """`supervisor`: the module, or None where the board has not got it."""
        runtime = getattr(supervisor, "runtime", None)
        self._runtime = runtime
        self.switched_on = not runtime or runtime.run_reason == supervisor.RunReason.STARTUP

    def in_play(self, playing: bool) -> None:
        """While a game runs nothing that the computer writes restarts the program; otherwise a
        new program runs as soon as it is there."""
        if self._runtime and self._runtime.autoreload == playing:
            self._runtime.autoreload = not playing
