"""The one way in which flashing says that it cannot go on."""

#: Exit statuses: something failed; the command was called wrongly.
FAILED = 1
WRONG_USE = 2


class Trouble(Exception):
    """Flashing cannot go on. The text is one sentence that says what to do; `status` is the
    program's exit status, FAILED or WRONG_USE."""

    def __init__(self, text: str, status: int = FAILED) -> None:
        super().__init__(text)
        self.status = status
