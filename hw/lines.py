"""The pins of the six buttons: opened when the device starts, and again for a look from sleep."""

from hw.buttons import SCAN_MS

NAMES = ("up", "down", "left", "right", "a", "b")  # in the order of the buttons' events


class Lines:
    """The pins of the six buttons, in the order of their events; for one that pulls two lines at
    once, a list of its two pins. `names`: those of the pins, by the names of the buttons."""

    def __init__(self, board, names: dict) -> None:
        self.contacts: list = []
        self._shared = False
        for name in NAMES:
            pins = []
            for pin in names[name].split("+"):
                pins.append(getattr(board, pin))
            self._shared = self._shared or len(pins) > 1
            self.contacts.append(pins[0] if len(pins) == 1 else pins)

    def open(self) -> tuple:
        """(scanner, None) where the board has one whose events know when they happened, otherwise
        (None, six inputs)."""
        keypad = None if self._shared else _keypad()
        if keypad and hasattr(keypad.Event(), "timestamp"):
            keys = keypad.Keys(
                self.contacts, value_when_pressed=False, pull=True, interval=SCAN_MS / 1000
            )
            return keys, None
        if self._shared:
            return None, self._share()
        inputs = []
        for pin in self.contacts:
            inputs.append(_input(pin))
        return None, inputs

    def _share(self) -> list:
        from hw.shared import Shared

        pins: list = []
        masks = []
        for contact in self.contacts:
            mask = 0
            for pin in contact if isinstance(contact, list) else [contact]:
                if pin not in pins:
                    pins.append(pin)
                mask |= 1 << pins.index(pin)
            masks.append(mask)
        inputs = []
        for pin in pins:
            inputs.append(_input(pin))
        return Shared(inputs, masks).buttons


def _input(pin):
    """A pin that reads False while a button pulls it down."""
    import digitalio

    line = digitalio.DigitalInOut(pin)
    try:
        line.switch_to_input(pull=digitalio.Pull.UP)
    except (AttributeError, NotImplementedError):  # no pull-ups: the owner has put in resistors
        line.switch_to_input()
    return line


def _keypad():
    try:
        import keypad
    except ImportError:  # not every board has it
        return None
    return keypad
