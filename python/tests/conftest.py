"""What tests share."""

import os

import pytest


@pytest.fixture
def program():
    """The lowpass program, with which runs are compared."""
    path = os.environ.get("LOWPASS_PROGRAM")
    if not path:
        pytest.fail("LOWPASS_PROGRAM: expected the path of the lowpass program")
    return path
