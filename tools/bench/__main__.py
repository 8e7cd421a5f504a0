"""`python3 -m tools.bench`: nothing but the way in."""

import os
import sys

# The root's code.py would hide the standard library's `code` where the root comes first.
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
_HIDING = (_ROOT, os.path.join(_ROOT, "tools", "bench"))
sys.path[:] = [path for path in sys.path if os.path.realpath(path) not in _HIDING] + [_ROOT]


def main() -> int:
    """Make the packages ready, then hand over to the command line."""
    from tools import bootstrap

    bootstrap.begin("tools.bench")
    from tools.bench import cli

    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    from tools import pipe

    sys.exit(pipe.quietly(main))
