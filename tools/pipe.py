"""The end of every command: a reader of its output who has had enough, as `| head`, is no error.

Plain standard library: a command uses it before anything is installed.
"""

import errno
import os
import sys
from collections.abc import Callable

#: What a shell says of a program that was stopped because nobody read on.
STOPPED = 141

# Windows has another number for it.
_CLOSED = (errno.EPIPE, errno.ESHUTDOWN) + ((errno.EINVAL,) if os.name == "nt" else ())


def is_closed(error: OSError) -> bool:
    """Nobody reads what is written any more."""
    return isinstance(error, BrokenPipeError) or error.errno in _CLOSED


def to_nowhere(number: int) -> None:
    """Let what is still to be written to this file go to nowhere: Python would complain about it
    when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def quietly(main: Callable[..., int], *arguments: object) -> int:
    """Run a command and return its exit status; STOPPED, without a word, where nobody reads on."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the shell, as with >&-
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    try:
        try:
            status = main(*arguments)
        finally:
            sys.stdout.flush()  # not only when Python has no place left to tell of it
        return status
    except OSError as error:
        if not is_closed(error):
            raise
        to_nowhere(sys.stdout.fileno())
        return STOPPED
