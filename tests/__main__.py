"""`python3 -m tests`: style, types, then every test.

    python3 -m tests                     ruff, mypy and all tests, as on the server
    python3 -m tests -k D20              only the tests that match; arguments go to pytest
    python3 -m tests --update-pictures   rewrite the golden pictures, then look at them

With arguments of your own only pytest runs. The exit status is 0 where everything passed.
"""

import os
import sys

# As in sim/__main__.py: the root's code.py must not hide the standard library's `code`.
_ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_HIDING = (_ROOT, os.path.join(_ROOT, "tests"))
sys.path[:] = [path for path in sys.path if os.path.realpath(path) not in _HIDING] + [_ROOT]


def steps(arguments: list) -> list:
    """What is to be run: pairs of a name and the arguments for this Python."""
    pytest = ("pytest", ["-m", "pytest", *arguments])
    if arguments:
        return [pytest]
    return [
        ("ruff", ["-m", "ruff", "check", "."]),
        ("mypy", ["-m", "mypy"]),
        pytest,
    ]


def environment() -> dict:
    """The environment of the steps: the working folder stays off their search path, and
    programs that would open a window find none."""
    found = dict(os.environ)
    found["PYTHONSAFEPATH"] = "1"
    found["PYTHONUTF8"] = "1"
    for name in list(found):
        if name.startswith("KOSTKA_"):
            del found[name]  # an owner's settings are his, not the tests'
    return found


def main() -> int:
    """Run every step, the later ones too where an earlier one failed."""
    from tools import bootstrap

    bootstrap.begin("tests")
    import subprocess

    failed = []
    status = 0
    for name, arguments in steps(sys.argv[1:]):
        print("== " + name, flush=True)
        done = subprocess.call(
            [sys.executable, *arguments], cwd=_ROOT, env=environment(), stdin=subprocess.DEVNULL
        )
        if done != 0:
            failed.append(name)
            status = status or done
    if failed:
        print("== failed: " + ", ".join(failed))
    else:
        print("== all passed")
    return status


if __name__ == "__main__":
    from tools import pipe

    try:
        sys.exit(pipe.quietly(main))
    except KeyboardInterrupt:
        sys.exit(130)
