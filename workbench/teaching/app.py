"""Starting a lesson: a program of its own, whose home is a folder that is thrown away."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication

from core.commands.compilers import Compilers
from core.teaching.progress import write_progress
from core.teaching.script import LessonScript
from core.teaching.script_file import read_lesson
from resources import lesson_path
from workbench.frame.app import make_application, show_window, stay
from workbench.frame.docking.ready_layouts import TEACH
from workbench.frame.leading.learning import decline_tour
from workbench.shell import log as logs
from workbench.shell.choices import keep_choices, read_choices
from workbench.shell.user_folders import HOME, LEARNED, learned_path
from workbench.teaching.panel import PlayerPanel
from workbench.teaching.player import Player
from workbench.teaching.practice_window import PracticeWindow
from workbench.teaching.window_stage import WindowStage


class LessonWindow(PracticeWindow):
    """A practice window with a player in it."""

    player: Player
    panel: PlayerPanel

    def play(self, script: LessonScript) -> None:
        """Put the player in, and start."""
        # Judges whom nobody asked would put columns into Rows that no step speaks of.
        self.controller.reviewer.follows_up = False
        self.player = Player(script, WindowStage(self), self.jobs, self)
        self.panel = PlayerPanel(self.player, self)
        self.add_player(self.panel)
        self.layouts.show(TEACH)
        self.player.turned.connect(self._remember)
        self.player.start()

    def _remember(self) -> None:
        script = self.player.script
        write_progress(learned_path(), script.name, self.player.place + 1, len(script.steps))

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Nobody waits for a step any more."""
        self.player.close()
        super().closeEvent(event)


def show_lesson(application: QApplication, script: LessonScript) -> LessonWindow:
    """The practice window with a lesson in it."""
    window = show_window(application, None, LessonWindow)
    assert isinstance(window, LessonWindow)
    window.play(script)
    return window


def run_lesson(name: str) -> int:
    """Play a lesson of the program, or one of a file, until its window is closed."""
    path = Path(name) if name.endswith(".md") else lesson_path(f"{name}.md")
    script = read_lesson(path)
    compilers = Compilers()
    compilers.start()
    with own_home() as folder:
        application = make_application(sys.argv[:1])
        logs.start_logging()
        window = show_lesson(application, script)
        return stay(
            application, window, compilers, lambda: shutil.rmtree(folder, ignore_errors=True)
        )


@contextmanager
def own_home() -> Iterator[Path]:
    """A home of its own, thrown away at the end; what a person prefers is taken over."""
    os.environ[LEARNED] = str(learned_path())
    choices = read_choices()
    with tempfile.TemporaryDirectory(
        prefix="ensemble-practice-", ignore_cleanup_errors=True
    ) as own:
        os.environ[HOME] = own
        keep_choices(choices)
        decline_tour()
        yield Path(own)
