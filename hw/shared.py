"""Six buttons on fewer pins: a button may pull two lines down at once, through a diode in each.

For adapters with few pins: Up, Down, Left and Right on a line each, A on those of Up and Down, B
on those of Left and Right, which nobody presses together. Lines are looked at together, so that
a button on two of them is never half pressed. Which button hangs where stands in the settings.
"""


class Shared:
    """`buttons`: one object a button, in the order of `masks`, with a `value` that is False while
    it is pressed. The lines are read whenever the first of them is asked."""

    def __init__(self, inputs: list, masks: list) -> None:
        """`inputs`: the lines, with a `value` that is False while one is down. `masks`: which of
        them (1 << its place) each button pulls."""
        self._inputs = inputs
        self._masks = masks
        self._low = 0
        self.buttons: list = []
        for key in range(len(masks)):
            self.buttons.append(Button(self, key))

    def look(self) -> None:
        """Read the lines."""
        low = 0
        for place in range(len(self._inputs)):
            if not self._inputs[place].value:
                low |= 1 << place
        self._low = low

    def is_down(self, key: int) -> bool:
        """Are all lines of a button down, and not those of a button that pulls more than them?"""
        mask = self._masks[key]
        if self._low & mask != mask:
            return False
        for other in self._masks:
            if other != mask and other & mask == mask and self._low & other == other:
                return False
        return True

    def let_go(self) -> None:
        """Release the lines, once."""
        for line in self._inputs:
            line.deinit()
        self._inputs = []


class Button:
    """One button, read like a pin."""

    def __init__(self, shared: Shared, key: int) -> None:
        self._shared = shared
        self._key = key

    @property
    def value(self) -> bool:
        if self._key == 0:
            self._shared.look()
        return not self._shared.is_down(self._key)

    def deinit(self) -> None:
        self._shared.let_go()
