"""A real window, closed after each test."""

import pytest

from tests.workbench.driving import end
from workbench.window import MainWindow


@pytest.fixture
def window(qtbot, qapp):
    """The main window with its engine ready, at the size of a small laptop."""
    window = MainWindow(qapp)
    window.controller.reviewer.follows_up = False  # a test that wants an audit asks for it
    window.show()
    window.controller.trainer.prepare_engine()
    qtbot.waitUntil(lambda: window.controller.trainer.is_engine_ready, timeout=60_000)
    yield window
    end(window)
