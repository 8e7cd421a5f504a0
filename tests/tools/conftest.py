"""What every test of the tools gets."""

import functools

import pytest

from tools.flashing import contents


@pytest.fixture(autouse=True, scope="session")
def strip_once():
    """Hundreds of runs of the command copy the same sources: each is stripped once."""
    whole = contents.strip
    contents.strip = functools.cache(whole)
    yield
    contents.strip = whole
