"""A workspace without a window, in which everything is computed at once."""

import pytest

from tests.workbench.immediate import Immediate
from workbench.state.workspace import Workspace


@pytest.fixture
def workspace(qtbot):
    """A workspace that computes where it is asked."""
    return Workspace(Immediate())
