"""`python3 -m tools.power_cuts`: cuts the power at every step of whole games.

Nothing but the way in: the search path, the packages, then `tools.cutting.cli`.
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

    bootstrap.begin("tools.power_cuts")
    from tools.cutting import cli

    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    from tools import pipe

    sys.exit(pipe.quietly(main))
