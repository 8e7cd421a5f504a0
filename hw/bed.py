"""Where the board sleeps. Going to sleep and waking without it is `hw.night`, imported for that."""


class Bed:
    """Deep sleep by the `alarm` module: any of the six buttons ends it."""

    def __init__(self, alarm, board, pins: dict) -> None:
        """`pins`: the buttons' pins by name, as the owner's settings have them."""
        self._alarm = alarm
        self._board = board
        self._names = pins

    def woken(self) -> bool:
        """Did the board start because a deep sleep ended?"""
        return self._alarm.wake_alarm is not None

    def lie_down(self, buttons) -> None:
        """As Power.retire; returns where the board would not sleep."""
        from hw.night import lie_down

        lie_down(self._alarm, self._board, self._names, buttons)
