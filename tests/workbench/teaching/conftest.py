"""A practice window with a lesson in it, closed after each test."""

import pytest

from core.teaching.script_file import read_lesson
from resources import lesson_path
from tests.workbench.driving import end
from workbench.frame.leading.learning import decline_tour
from workbench.teaching.app import show_lesson


@pytest.fixture
def played(qtbot, qapp):
    """Starts a lesson by its name; gives its window, once the first step is ready."""
    windows = []

    decline_tour()  # as the home of a practice window does

    def start(name):
        window = show_lesson(qapp, read_lesson(lesson_path(f"{name}.md")))
        windows.append(window)
        window.controller.trainer.prepare_engine()
        qtbot.waitUntil(lambda: window.controller.trainer.is_engine_ready, timeout=240_000)
        qtbot.waitUntil(lambda: window.player.is_ready, timeout=60_000)
        return window

    yield start
    for window in windows:
        end(window)
