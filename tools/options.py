"""Numbers on the command lines of the tools: what is taken, and what is said of anything else."""

import argparse
from collections.abc import Callable

_LONGEST = 12  # digits


def whole(least: int = 1, most: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers for argparse; 1_000 and 1,000 are a thousand."""
    span = f"{least} or more" if most is None else f"{least} to {most}"

    def read(text: str) -> int:
        digits = text.replace("_", "").replace(",", "")
        if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST:
            number = int(digits)
            if number >= least and (most is None or number <= most):
                return number
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number: {span}")

    return read
