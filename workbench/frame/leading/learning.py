"""Learning in the window: starts lessons, tells how far one got, shows a class."""

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QProcess
from PySide6.QtWidgets import QMenu

from core.base.errors import DataError
from core.base.progress import Watch
from core.teaching.progress import HowFar, read_progress
from core.teaching.shelf import TOUR, lesson_heads
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.shell.shell import Shell
from workbench.shell.user_folders import learned_path, preferences

if TYPE_CHECKING:
    from workbench.frame.leading.class_page import ClassPage
    from workbench.frame.leading.learn_page import LearnPage

_OFFERED = "tour"
_FOLDER = "Open a folder of predictions"


class LearnDesk(QObject):
    """The verbs of the place to learn in."""

    def __init__(self, shell: Shell, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._shell, self._starting = shell, Lane(jobs)
        self._page: LearnPage | None = None
        self._class: ClassPage | None = None
        self.launch: Callable[[str], None] = start_program
        """Starts the program that plays a lesson; a test puts its own here."""

    # The tour is offered at the first start, and never forced

    @property
    def offers_tour(self) -> bool:
        """Whether nobody has taken or declined the tour yet."""
        return preferences().value(_OFFERED) is None and TOUR not in read_progress(learned_path())

    def decline_tour(self) -> None:
        """Never offer it again; Learn and Help have it."""
        decline_tour()

    def take_tour(self) -> None:
        """Start it."""
        decline_tour()
        self.start(TOUR)

    # Lessons

    def start(self, name: str) -> None:
        """Start a lesson, once it is known that it can be played."""

        def work(_watch: Watch) -> str:
            from core.teaching.script_file import read_lesson
            from resources import lesson_path

            return read_lesson(lesson_path(f"{name}.md")).name

        self._shell.say("The practice window opens in some seconds.")
        self._starting.start("Opening the lesson", work, self._launch, self._shell.show_error)

    def _launch(self, name: str) -> None:
        try:
            self.launch(name)
        except DataError as error:
            self._shell.show_error(error)

    def serve(self, page: "LearnPage") -> None:
        """Do what is asked for on the page."""
        self._page = page
        page.lesson_chosen.connect(self.start)
        page.class_asked.connect(self.show_class)
        self.refresh()

    def refresh(self) -> None:
        """A practice window may have got further meanwhile."""
        if self._page is not None:
            self._page.show_progress(read_progress(learned_path()))

    def fill(self, menu: QMenu) -> None:
        """The lessons in a menu, with how far one got."""
        menu.clear()
        known = read_progress(learned_path())
        for head in lesson_heads():
            far = known.get(head.name, HowFar()).words
            action = menu.addAction(f"{head.title}{f' ({far})' if far else ''}")
            action.triggered.connect(lambda _checked=False, name=head.name: self.start(name))

    # A class

    def show_class(self) -> None:
        """LessonAsk for the folder with the files of a class, and show them."""
        folder = self._shell.ask.folder(_FOLDER)
        if folder is None:
            return
        if self._class is None:
            from workbench.frame.leading.class_page import ClassPage

            self._class = ClassPage()
            self._shell.add_page(self._class)
        try:
            self._class.read(folder)
        except DataError as error:
            self._shell.show_error(error)
            return
        self._shell.show_page(self._class)


def decline_tour() -> None:
    """Remember that the tour need not be offered any more."""
    preferences().setValue(_OFFERED, "offered")


def start_program(name: str) -> None:
    """Start a program of its own that plays a lesson; raise DataError if that cannot be done."""
    found = importlib.util.find_spec("main")
    origin = found.origin if found is not None else None
    started = origin is not None and Path(origin).is_file()
    if started:
        started, _ = QProcess.startDetached(sys.executable, [str(origin), "lesson", name])
    if not started:
        raise DataError(
            "The practice window could not be started. Start it by the command: "
            f"ensemble-workbench lesson {name}."
        )
