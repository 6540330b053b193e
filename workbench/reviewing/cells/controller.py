"""The verbs about cells: look for wrong values, and apply a remedy. No widgets."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.base.progress import Progress, Watch
from workbench.jobs.job import Job
from workbench.reviewing.verbs import Attempt, RowVerbs
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core import CellAudit, Dataset
    from core.judging.cells.finding import CellFinding
    from core.judging.cells.result import CellDoubt

MOST_CELLS_UNASKED = 200_000
"""Up to so many cells are looked at by themselves after an audit: that takes a few seconds."""


class CellFinder(RowVerbs):
    """Turns what a person asks for into a search for wrong values, and findings into decisions."""

    def __init__(
        self, workspace: Workspace, attempt: Attempt, parent: QObject | None = None
    ) -> None:
        super().__init__(workspace, attempt, parent)
        workspace.dataset_changed.connect(self._forget)
        workspace.revised.connect(self.changed)

    @property
    def found(self) -> "CellAudit | None":
        """What was found last, in the data as they were then."""
        return self.workspace.inquiries.cells

    @property
    def is_searching(self) -> bool:
        """Whether a search is under way."""
        return self._lane.is_running

    @property
    def progress(self) -> Progress | None:
        """How far the search is; None if there is none."""
        return self._lane.progress

    @property
    def is_current(self) -> bool:
        """Whether what was found is about the data as they are now."""
        data = self.workspace.dataset
        return self.found is not None and data is not None and self.found.dataset is data.in_memory

    def look(self) -> None:
        """Look for wrong values in the data as they are now."""
        dataset = self.workspace.dataset
        if dataset is None:
            return
        dataset = dataset.in_memory

        def work(watch: Watch) -> "CellAudit":
            from core import audit_cells

            return audit_cells(dataset, seed=dataset.split.seed, watch=watch)

        self._lane.start(
            "Looking for wrong values", work, self._take, self._fail, progressed=self._tell
        )
        self.changed.emit()

    def follow_up(self) -> None:
        """After an audit, look for wrong values behind the scenes, if that is quick."""
        dataset = self.workspace.dataset
        if dataset is None or self.is_searching or self.is_current:
            return
        dataset = dataset.in_memory
        if len(dataset) * len(dataset.table.columns) <= MOST_CELLS_UNASKED:
            self.look()

    def cancel(self) -> None:
        """Call the search off."""
        self._lane.cancel()
        self.changed.emit()

    def apply(self, finding: "CellFinding") -> None:
        """Put all cells of a finding right, in one step that can be undone."""
        project = self.workspace.project
        self._attempt(lambda: project.set_each_cell(finding.remedy, reason=finding.kind))

    def fit(self, doubts: "Iterable[CellDoubt]") -> None:
        """Give cells the values that would fit, in one step that can be undone."""
        cells: dict[str, dict[int, str]] = {}
        for doubt in doubts:
            cells.setdefault(doubt.column, {})[doubt.line] = doubt.fitting
        project = self.workspace.project
        self._attempt(lambda: project.set_each_cell(cells, reason="fits the rest of the row"))

    def doubts(self, line: int, dataset: "Dataset") -> "tuple[CellDoubt, ...]":
        """The cells of a row that do not fit, as far as that is known of these data."""
        found = self.found
        return found.by_line.get(line, ()) if found and found.dataset is dataset else ()

    def sentences(self, line: int, dataset: "Dataset") -> tuple[str, ...]:
        """What is wrong with the cells of a row."""
        found = self.found
        return found.sentences(line) if found and found.dataset is dataset else ()

    def _take(self, found: "CellAudit") -> None:
        if found.dataset is self.workspace.dataset:
            self.workspace.inquiries.cells = found
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        self.changed.emit()
        self.failed.emit(error)

    def _tell(self, _job: Job) -> None:
        self.changed.emit()

    def _forget(self) -> None:
        self._lane.cancel()
        self.workspace.inquiries.cells = None
        self.changed.emit()
