"""`python3 -m sim`: the device on the desktop.

Nothing but the way in: the search path, the packages, then `sim.cli`.
"""

import os
import sys

# The root's code.py would hide the standard library's `code` where the root comes first, so the
# root goes to the end before anything else is imported.
_ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_HIDING = (_ROOT, os.path.join(_ROOT, "sim"))
sys.path[:] = [path for path in sys.path if os.path.realpath(path) not in _HIDING] + [_ROOT]


def main() -> int:
    """Make the packages ready, then hand over to the command line."""
    from tools import bootstrap

    bootstrap.begin("sim")
    from sim import cli

    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    from tools import pipe

    sys.exit(pipe.quietly(main))
