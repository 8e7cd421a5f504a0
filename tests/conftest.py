"""What every test shares: the search path, Hypothesis's profile, and the flag that rewrites
the golden pictures."""

import gc
import os
import sys

import pytest
from hypothesis import settings

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

# At the end and only there: in front, the root's code.py would hide the standard library's `code`.
sys.path[:] = [path for path in sys.path if os.path.realpath(path) != ROOT] + [ROOT]

# The same examples in every run and on every machine, without a time limit: a test passes or
# fails by what the code does, never by chance or by how busy the machine is.
settings.register_profile(
    "kostka", derandomize=True, deadline=None, max_examples=100, database=None
)
settings.load_profile("kostka")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-pictures`: write the golden pictures instead of comparing with them."""
    parser.addoption(
        "--update-pictures",
        action="store_true",
        default=False,
        help="rewrite the golden pictures; look at them before you commit them",
    )


@pytest.fixture(scope="module", autouse=True)
def _small_heap() -> None:
    """The firmware collects garbage where the board must, some dozens of times a start. What the
    test run itself holds by now, far more than a device, need not be looked through each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def update_pictures(request: pytest.FixtureRequest) -> bool:
    """True where the golden pictures are to be rewritten in this run."""
    return bool(request.config.getoption("--update-pictures"))


@pytest.fixture(scope="session")
def project() -> str:
    """The folder of the project."""
    return ROOT
