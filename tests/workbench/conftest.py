"""A real window, closed after each test."""

import pytest

from tests.workbench.driving import end
from workbench.frame.app import show_window


@pytest.fixture
def started(qtbot, qapp):
    """Starts the program's window, with a file as argument if one is given; closes it."""
    windows = []

    def start(file=None, *, trains=True):
        window = show_window(qapp, file)
        windows.append(window)
        qapp.processEvents()  # nobody clicks before everything has its place
        window.controller.reviewer.follows_up = False  # a test that wants an audit asks for it
        # What the dialog has chosen already; a test that wants another round asks for it.
        window.exports.ask_rounds = lambda _parent, _title, choices: choices[0].rounds
        if trains:
            window.controller.trainer.prepare_engine()
            qtbot.waitUntil(lambda: window.controller.trainer.is_engine_ready, timeout=240_000)
        return window

    yield start
    for window in windows:
        end(window)


@pytest.fixture
def window(started):
    """The main window with its engine ready, at the size of a small laptop."""
    return started()
