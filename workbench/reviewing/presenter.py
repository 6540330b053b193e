"""The review's place in the window: its page and panel, and the verbs that need both."""

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from workbench.reviewing.live_ranking import Suspects
from workbench.shell.dialogs import TABLES
from workbench.shell.saving import ask_where

if TYPE_CHECKING:
    from workbench.frame.window import MainWindow
    from workbench.reviewing.page.page import ReviewPage
    from workbench.reviewing.selection_panel import SelectionPanel


class ReviewDesk(QObject):
    """Makes the page and the panel, and wires them to the controller."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.suspects = Suspects(window.workspace, window.controller.reviewer, self)

    @functools.cached_property
    def page(self) -> "ReviewPage":
        """The page, made now if nobody has seen it yet."""
        from workbench.reviewing.page.page import ReviewPage

        space, controller = self._window.workspace, self._window.controller
        page = ReviewPage(space, controller.reviewer, self.suspects)
        page.train_again_asked.connect(self.train_again)
        page.audit_asked.connect(self.audit)
        page.import_asked.connect(self.import_decisions)
        page.export_asked.connect(self.export_decisions)
        page.compare_asked.connect(self._window.compare)
        self._window.add_page(page)
        return page

    @property
    def made_page(self) -> "ReviewPage | None":
        """The page, if somebody has seen it."""
        return self.__dict__.get("page")

    def make_panel(self) -> "SelectionPanel":
        """A panel of the selected rows."""
        from workbench.reviewing.selection_panel import SelectionPanel

        space, controller = self._window.workspace, self._window.controller
        return SelectionPanel(space, controller.reviewer, self.suspects)

    @property
    def can_review(self) -> bool:
        """Whether there is a ranking to go through, or will be in a moment."""
        return self.suspects.ranking is not None or self._window.controller.has_result

    def audit(self) -> None:
        """Audit the data as they are now."""
        current = self._window.workspace.current
        self._window.controller.reviewer.audit(current.run if current else None)

    def train_again(self) -> None:
        """Train with the settings of the current run on the data as decided."""
        current = self._window.workspace.current
        if current is not None:
            self._window.controller.trainer.train_again(current)

    def export_cleaned(self) -> None:
        """Ask for a name and write the file as decided."""
        dataset = self._window.workspace.dataset
        if dataset is None:
            return
        own = Path(dataset.name)
        suggestion = f"{own.stem}-cleaned{own.suffix or '.csv'}"
        kinds = "CSV (*.csv);;All files (*)"
        title = "Export the cleaned CSV"
        if path := ask_where(self._window, title, suggestion, kinds, any_ending=True):
            self._window.controller.exporter.cleaned(path)

    def export_decisions(self) -> None:
        """Ask for a name and write the decisions."""
        dataset = self._window.workspace.dataset
        if dataset is None:
            return
        suggestion = f"{Path(dataset.name).stem}-decisions.csv"
        title = "Export the decisions"
        if path := ask_where(self._window, title, suggestion, "CSV (*.csv)", any_ending=True):
            self._window.controller.exporter.decisions(path)

    def import_decisions(self) -> None:
        """Ask for a file and take its decisions over."""
        if path := self._window.ask_open(self._window, "Import decisions", TABLES):
            self._window.controller.import_decisions(path)
