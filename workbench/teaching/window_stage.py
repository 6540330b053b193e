"""A stage in a real window: what a lesson does there, a person could do, too."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.project import Project
from workbench.frame.window import MainWindow
from workbench.jobs.training_driver import State
from workbench.shell.user_folders import data_folder

if TYPE_CHECKING:
    from core import Dataset
    from core.learning.ensemble import Ensemble

_EXPORTED = "practice-cleaned.csv"


class WindowStage:
    """A `LessonStage` of a real window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    @property
    def project(self) -> Project:
        """The window's."""
        return self._window.workspace.project

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way that a person, or a lesson, waits for."""
        trainer = self._window.trainer
        return (
            self._window.jobs.is_free
            and trainer.driver.state is State.IDLE
            and not self._window.controller.reviewer.is_auditing
        )

    @property
    def place(self) -> str:
        """The place that is shown."""
        return self._window.navigator.place

    @property
    def exported(self) -> int:
        """As the journal of the practice window tells."""
        return sum(1 for _ in self._window.session.journal.entries(("exported",)))

    def open(self, words: str, make: "Callable[[], Dataset]") -> None:
        """Open data about which nothing is known."""
        self._window.controller.open_afresh(words, make)

    def choose(self, settings: "Ensemble") -> None:
        """Put settings into the form."""
        self._window.algorithm_panel.show_settings(settings)

    def has_chosen(self, settings: "Ensemble") -> bool:
        """Whether the form has them."""
        choice = self._window.workspace.choice
        return choice is not None and choice.settings == settings

    def train(self, settings: "Ensemble") -> None:
        """Train on the data that are open."""
        self.go("train")
        data = self.project.dataset
        self._window.trainer.train(settings, data.seed if data is not None else 0)

    def go_to(self, number: int) -> None:
        """Show a round."""
        self._window.workspace.go_to(number)

    def show_view(self, name: str) -> None:
        """Bring a view in front of its group."""
        self._window.docks.bring(name)

    def sees(self, name: str) -> bool:
        """Whether it is in sight."""
        return self.place == "train" and self._window.docks.is_seen(name)

    def go(self, place: str) -> None:
        """Go to a place."""
        if self.place != place:
            self._window.navigator.go(place)

    def select(self, lines: Sequence[int]) -> None:
        """Select rows."""
        self._window.workspace.select(lines)

    def audit(self) -> None:
        """Audit the rows."""
        self._window.review.audit()

    def export(self) -> None:
        """Write the cleaned file into the folder of the practice window."""
        self._window.controller.exporter.cleaned(self.folder / _EXPORTED)

    @property
    def folder(self) -> Path:
        """What is thrown away with the window."""
        return data_folder()
