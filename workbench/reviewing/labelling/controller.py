"""The verbs about rows without a label: put them into an order, give them one. No widgets."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from core.base.arrays import Integers
from core.base.progress import Watch
from workbench.reviewing.verbs import Attempt, RowVerbs
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.judging.labelling.labelling import Labelling

EVERY = 5
"""After so many labels the order of what is left is made anew."""
STAYING = 3
"""So many rows that come next stay where they are, whatever was learned."""
_REASON = "had no label"


class Labeller(RowVerbs):
    """Turns rows without a label into decisions, the most informative first."""

    def __init__(
        self, workspace: Workspace, attempt: Attempt, parent: QObject | None = None
    ) -> None:
        super().__init__(workspace, attempt, parent)
        self.found: Labelling | None = None
        self._order: list[int] = []
        self._new = 0
        """How many labels were given since the order was made."""
        workspace.dataset_changed.connect(self.halt)
        workspace.decisions_changed.connect(self._decided)

    # What there is

    @property
    def open_lines(self) -> Integers:
        """The lines without a label that nothing is decided about."""
        decisions = self.workspace.decisions
        if decisions is None:
            return np.empty(0, np.int64)
        lines = decisions.base.unlabelled
        return np.asarray(lines[~decisions.stands.is_decided(lines)])

    @property
    def has_rows(self) -> bool:
        """Whether the file has rows without a label at all."""
        decisions = self.workspace.decisions
        return decisions is not None and len(decisions.base.unlabelled) > 0

    def is_about(self, line: int) -> bool:
        """Whether the file gives a row no label."""
        decisions = self.workspace.decisions
        return decisions is not None and bool(np.isin(line, decisions.base.unlabelled))

    @property
    def is_ordering(self) -> bool:
        """Whether an order is on its way."""
        return self._lane.is_running

    @property
    def coming(self) -> list[int]:
        """The lines that come next, as far as they are in an order."""
        return self._order

    @property
    def line(self) -> int | None:
        """The row that is to be labelled now."""
        return self._order[0] if self._order else None

    @property
    def classes(self) -> tuple[str, ...]:
        """What a row can be; none if a number is to be given."""
        decisions = self.workspace.decisions
        return decisions.base.classes if decisions is not None else ()

    def why(self, line: int) -> str:
        """Why a row comes now."""
        return self.found.why(line) if self.found is not None else ""

    # Verbs

    def start(self) -> None:
        """Put the rows into an order, unless they are."""
        if self.has_rows and not self._order and not self.is_ordering and len(self.open_lines):
            self._refresh()

    def label(self, text: str) -> None:
        """Give the row that is shown a label, or a number."""
        if (line := self.line) is not None:
            self._new += 1
            project = self.workspace.project
            self._attempt(lambda: project.relabel({line: text}, reason=_REASON))
            if self._new >= EVERY or (not self._order and len(self.open_lines)):
                self._refresh()

    def skip(self) -> None:
        """Leave the row that is shown for later."""
        if (line := self.line) is not None:
            self._attempt(lambda: self.workspace.project.decide(line, "skip"))

    def show(self, line: int) -> None:
        """Look at another row without a label now, whatever was decided about it."""
        if self.is_about(line):
            self._order = [line, *(other for other in self._order if other != line)]
            self.changed.emit()

    def halt(self) -> None:
        """Other data."""
        self._lane.cancel()
        self.found, self._order, self._new = None, [], 0
        self.changed.emit()

    # How it goes

    def _refresh(self) -> None:
        dataset, decisions = self.workspace.dataset, self.workspace.decisions
        if dataset is None or decisions is None:
            return
        lines = decisions.base.unlabelled
        decided = lines[decisions.stands.is_decided(lines)].tolist()
        self._new = 0

        def work(watch: Watch) -> "Labelling":
            from core.judging.labelling.labelling import Labelling

            return Labelling.of(dataset, decided, seed=dataset.split.seed, watch=watch)

        self._lane.follow("Putting rows into an order", work, self._take, self.failed.emit)
        self.changed.emit()

    def _take(self, found: "Labelling") -> None:
        """Take another order; what comes next stays."""
        self.found = found
        first = self._order[:STAYING]
        self._order = [*first, *(line for line in found.lines.tolist() if line not in first)]
        self._decided()

    def _decided(self) -> None:
        decisions, undone = self.workspace.decisions, self.workspace.project.undone
        if decisions is None or self.found is None:
            return
        self._order = [line for line in self._order if decisions.about(line) is None]
        back = self._undone_lines() if undone else []
        self._order = [*back, *(line for line in self._order if line not in back)]
        self.changed.emit()

    def _undone_lines(self) -> list[int]:
        """The rows whose label was taken back last: they come next."""
        from core.project.commands import lines_of

        last = lines_of(self.workspace.project.undone[-1].command)
        return [line for line in last if np.isin(line, self.open_lines)][:1]
