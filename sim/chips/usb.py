"""What the computer sees of the board: the drive and the console, the ways to hide them, and the
restarts of the program when files change.

Plain language only: this runs under MicroPython too.
"""


class Usb:
    """`drive`, `console`: are they there? `remounts`: how often the drive was remounted."""

    def __init__(self) -> None:
        self.drive = True
        self.console = True
        self.remounts = 0

    def functions(self, module: str) -> dict:
        """What the module `storage` or `usb_cdc` has."""
        if module == "storage":
            return {"disable_usb_drive": self.disable_usb_drive, "remount": self.remount}
        return {"disable": self.disable_console}

    def disable_usb_drive(self) -> None:
        """storage.disable_usb_drive"""
        self.drive = False

    def disable_console(self) -> None:
        """usb_cdc.disable"""
        self.console = False

    def remount(self, path: str, readonly: bool = False) -> None:
        """storage.remount"""
        self.remounts += 1


class SafeModeReason:
    """supervisor.SafeModeReason, as far as it is used."""

    NONE = "none"
    BROWNOUT = "brown-out"
    USER = "user"
    HARD_FAULT = "hard fault"


class RunReason:
    """supervisor.RunReason"""

    STARTUP = "startup"
    AUTO_RELOAD = "auto-reload"
    SUPERVISOR_RELOAD = "supervisor reload"
    REPL_RELOAD = "REPL reload"


class Reload(BaseException):
    """The program ends here, and code.py runs anew. `reason`: what run_reason will be."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


def reload() -> None:
    """supervisor.reload"""
    raise Reload(RunReason.SUPERVISOR_RELOAD)


class Runtime:
    """supervisor.runtime, as far as it is used. `autoreload` outlasts a reload, as on the board."""

    def __init__(self) -> None:
        self.safe_mode_reason = SafeModeReason.NONE
        self.run_reason = RunReason.STARTUP
        self.autoreload = True
