"""What the computer may see of the device: the drive and the console, decided before USB starts.

Both stay unless settings.toml asks otherwise, and B held at power-on brings them back whatever it
says (field row F2). The drive is never remounted and nothing is written or printed here, since
CircuitPython puts what is printed into a file (F4). What runs after this is decided by code.py.
"""

import os

_B = "KOSTKA_B"
_USUAL_B = "GP15"
_DRIVE = "KOSTKA_HIDE_DRIVE"
_CONSOLE = "KOSTKA_HIDE_CONSOLE"


def asked(name: str) -> bool:
    """Does settings.toml say 1 here? Anything else, a mistake too, leaves things as they are."""
    try:
        return os.getenv(name) in (1, "1")
    except (OSError, ValueError):
        return False


def is_b_held() -> bool:
    """True while B pulls its pin to ground. Raises where there is no such pin: then nothing is
    hidden."""
    import board
    import digitalio

    button = digitalio.DigitalInOut(getattr(board, os.getenv(_B) or _USUAL_B))
    button.switch_to_input(pull=digitalio.Pull.UP)
    held = not button.value
    button.deinit()
    return held


def prepare() -> None:
    """The harmless first, the dangerous last: an error on the way leaves the board reachable."""
    hide_drive = asked(_DRIVE)
    hide_console = asked(_CONSOLE)
    if not (hide_drive or hide_console) or is_b_held():
        return
    if hide_console:
        import usb_cdc

        usb_cdc.disable()
    if hide_drive:
        import storage

        storage.disable_usb_drive()
