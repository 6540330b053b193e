"""The review's place in the window: its page and panel, and the verbs that need both."""

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from workbench.reviewing.controller import Reviewer
from workbench.reviewing.live_agenda import LiveAgenda
from workbench.reviewing.live_ranking import Suspects
from workbench.shell.dialogs import COLLEAGUES
from workbench.shell.saving import ask_where
from workbench.shell.shell import Shell
from workbench.state.drawn_workspace import drawing
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from workbench.reviewing.page.page import ReviewPage
    from workbench.reviewing.selection_panel import SelectionPanel


class ReviewDesk(QObject):
    """Makes the page and the panel, and wires them to the controller."""

    compare_asked = Signal(object, object)
    """Two runs are to be shown side by side."""
    train_again_asked = Signal(object)
    """A run is to be trained again on the data as decided."""
    computed_wanted = Signal(object)
    """The file that the table is to be written to, with its computed columns."""
    cleaned_wanted = Signal(object)
    """The file as decided is to be written there."""
    decisions_wanted = Signal(object)
    """The decisions are to be written there."""

    def __init__(
        self, shell: Shell, workspace: Workspace, reviewer: Reviewer, parent: QObject
    ) -> None:
        super().__init__(parent)
        # Rows are shown with their values: of data on the disk, those that are held.
        self._shell, self._workspace, self._reviewer = shell, drawing(workspace), reviewer
        self.suspects = Suspects(self._workspace, reviewer, self)
        self.agenda = LiveAgenda(self._workspace, reviewer, self.suspects, self)

    @functools.cached_property
    def page(self) -> "ReviewPage":
        """The page, made now if nobody has seen it yet."""
        from workbench.reviewing.page.page import ReviewPage

        page = ReviewPage(self._workspace, self._reviewer, self.suspects, self.agenda)
        page.train_again_asked.connect(self.train_again)
        page.audit_asked.connect(self.audit)
        page.sample_asked.connect(self.audit_sample)
        page.import_asked.connect(self.import_decisions)
        page.export_asked.connect(self.export_decisions)
        page.compare_asked.connect(self.compare_asked)
        self._shell.add_page(page)
        return page

    @property
    def made_page(self) -> "ReviewPage | None":
        """The page, if somebody has seen it."""
        return self.__dict__.get("page")

    def make_panel(self) -> "SelectionPanel":
        """A panel of the selected rows."""
        from workbench.reviewing.selection_panel import SelectionPanel

        return SelectionPanel(self._workspace, self._reviewer, self.suspects)

    @property
    def can_review(self) -> bool:
        """Whether there is a ranking to go through, or will be in a moment."""
        return self.suspects.ranking is not None or self._workspace.has_result

    def show(self) -> None:
        """Go through the suspicious rows."""
        self._shell.show_page(self.page)
        self.page.start()

    def show_causes(self) -> None:
        """Ask where the errors come from, and show what comes of it."""
        self.show()
        self.page.tabs.setCurrentWidget(self.page.causes)
        if self._reviewer.inquirer.causes is None:
            self._reviewer.inquirer.find_causes()

    def show_exam(self) -> None:
        """Show the exam; it is taken once a person has said which errors are planted."""
        self.show()
        self.page.tabs.setCurrentWidget(self.page.exam)
        self.page.exam.asking.ask.setFocus()

    def show_labelling(self) -> None:
        """Give the rows without a label one."""
        self._shell.show_page(self.page)
        self.page.start()
        self.page.tabs.setCurrentWidget(self.page.label)

    def show_stopping(self) -> None:
        """Show how many labels can still be wrong, or ask whether a sample may be drawn."""
        self.show()
        self.page.tabs.setCurrentWidget(self.page.stopping)
        self.page.stopping.take_focus()

    def select_top(self) -> None:
        """Select the ten most suspicious rows: the first ten of the review."""
        if (ranking := self.suspects.ranking) is not None:
            self._workspace.select(ranking.lines[:10])

    @property
    def has_unlabelled(self) -> bool:
        """Whether there are rows without a label."""
        dataset = self._workspace.dataset
        return dataset is not None and len(dataset.unlabelled) > 0

    def select_unlabelled(self) -> None:
        """Select the rows that have no label, so that they can be given one."""
        dataset = self._workspace.dataset
        if dataset is not None:
            self._workspace.select(dataset.unlabelled)

    def audit(self) -> None:
        """Audit the data as they are now."""
        current = self._reviewer.workspace.current
        self._reviewer.audit(current.run if current else None)

    def audit_sample(self) -> None:
        """Audit a sample of them: of very many rows, all take minutes."""
        from core.judging.audit_time import USUAL_SAMPLE

        current = self._reviewer.workspace.current
        self._reviewer.audit(current.run if current else None, USUAL_SAMPLE)

    def train_again(self) -> None:
        """Train with the settings of the current run on the data as decided."""
        current = self._reviewer.workspace.current
        if current is not None:
            self.train_again_asked.emit(current)

    def export_cleaned(self) -> None:
        """Ask for a name and write the file as decided."""
        dataset = self._workspace.dataset
        if dataset is None:
            return
        files = dataset.table.files.origin if dataset.table.files is not None else None
        if files is not None and len(files.parts) > 1:
            suggestion = f"{files.parts.root.resolve().name}-cleaned"
            # A new folder: there is none to choose yet.
            if path := self._shell.ask.save("Export the cleaned folder", suggestion, "Folder (*)"):
                self.cleaned_wanted.emit(path)
            return
        from core.reading.rewriting import cleaned_name
        from core.reading.writing.frames import FILTERS

        suggestion = cleaned_name(dataset.table.as_read)
        title, kinds = "Export the cleaned file", f"{FILTERS};;All files (*)"
        if path := ask_where(self._shell.ask, title, suggestion, kinds, any_ending=True):
            self.cleaned_wanted.emit(path)

    def export_computed(self) -> None:
        """Ask for a name and write the table as decided, with its computed columns."""
        dataset = self._workspace.dataset
        if dataset is None:
            return
        suggestion = f"{Path(dataset.name).stem}-computed.csv"
        title = "Export with the computed columns"
        if path := ask_where(self._shell.ask, title, suggestion, "CSV (*.csv)", any_ending=True):
            self.computed_wanted.emit(path)

    def export_decisions(self) -> None:
        """Ask for a name and write the decisions."""
        dataset = self._workspace.dataset
        if dataset is None:
            return
        suggestion = f"{Path(dataset.name).stem}-decisions.csv"
        title = "Export the decisions"
        if path := ask_where(self._shell.ask, title, suggestion, "CSV (*.csv)", any_ending=True):
            self.decisions_wanted.emit(path)

    def import_decisions(self) -> None:
        """Ask for a colleague's file, and look at what taking it in would bring."""
        if path := self._shell.ask.open("Take in a colleague's decisions", COLLEAGUES):
            self._reviewer.colleagues.open(path)
