"""`python3 -m tools.soak`: random buttons and faults, a million edges of them.

Nothing but the way in: the search path, the packages, then `tools.soaking.cli`.
"""

import os
import sys

# As in sim/__main__.py: the root's code.py must not hide the standard library's `code`.
_ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_HIDING = (_ROOT, os.path.join(_ROOT, "tools"))
sys.path[:] = [path for path in sys.path if os.path.realpath(path) not in _HIDING] + [_ROOT]


def main() -> int:
    """Make the packages ready, then hand over to the command line."""
    from tools import bootstrap

    bootstrap.begin("tools.soak")
    from tools.soaking import cli

    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    from tools import pipe

    sys.exit(pipe.quietly(main))
