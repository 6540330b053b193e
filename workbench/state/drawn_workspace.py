"""The workspace of whoever shows single rows: of data on the disk it has those that are drawn.

Data in memory are drawn whole, and then this is the workspace itself. Of data on the disk the
window holds a fair sample, and the most suspicious rows of all once an audit found them. Here the
data, the run and what its rows have are those of these rows, so that no view needs to know. Curves,
errors and verdicts stay those of all rows.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import numpy as np

from core.base.arrays import Integers
from core.base.ascending import places_among
from core.base.wording import grouped
from core.project.runs import RunItem
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core import Dataset, Model, Run
    from core.data.files import Files
    from core.data.table import Table
    from core.judging.auditing.parts.drawn_audit import DrawnAudit
    from core.judging.auditing.result import Audit
    from core.learning.histories.drawn import DrawnHistory
    from core.learning.histories.history import History
    from core.learning.snapshot import Snapshot

_KEY = "_drawn"


class DrawnItem(RunItem):
    """A run of the list, as it is about the rows that are drawn."""

    def __init__(self, item: RunItem, drawn: "Dataset", rows: Integers) -> None:
        from core.learning.histories.drawn import DrawnHistory

        super().__init__(item.number, item.source, item.name, branch=item.branch)
        self.item, self._drawn = item, drawn
        self._history = DrawnHistory(item.history, drawn, rows)
        self._run: Run | None = None

    @property
    def run(self) -> "Run | None":
        """The finished run, or None while it is under way."""
        whole = self.item.run
        if whole is None:
            return None
        if self._run is None or self._run.model is not whole.model:
            self._run = replace(whole, dataset=self._drawn, history=self._history)
        return self._run

    @property
    def model(self) -> "Model | None":
        """The model, which learned from all rows."""
        return self.item.model

    @property
    def history(self) -> "History":
        """The rounds done so far, of the rows that are drawn."""
        return self._history

    @property
    def drawn_history(self) -> "DrawnHistory":
        """The same."""
        return self._history

    @property
    def dataset(self) -> "Dataset":
        """The rows that are drawn."""
        return self._drawn


class DrawnWorkspace:
    """A workspace in which only the rows that are drawn can be seen. All else is the whole's."""

    def __init__(self, whole: Workspace) -> None:
        self._whole = whole
        self._tables: WeakKeyDictionary[Files, Table] = WeakKeyDictionary()
        """The rows in memory with their values, by the files that they came from."""
        self._data: WeakKeyDictionary[Dataset, tuple[Dataset, Integers]] = WeakKeyDictionary()
        self._items: WeakKeyDictionary[RunItem, DrawnItem] = WeakKeyDictionary()
        self._snapshot: tuple[Snapshot, object, Snapshot] | None = None

    def __getattr__(self, name: str) -> Any:
        """Whatever is not about single rows."""
        return getattr(self._whole, name)

    @property
    def whole(self) -> Workspace:
        """The workspace of all rows."""
        return self._whole

    # What is drawn

    def hold(self, audit: "DrawnAudit") -> None:
        """Draw the rows of an audit of data on the disk from now on."""
        data, drawn, table = audit.about, audit.dataset, audit.table
        assert data.table.files is not None
        assert table is not None
        self._tables[data.table.files] = table
        self._data.clear()
        self._items.clear()
        self._data[data] = drawn, places_among(data.lines, drawn.lines)[0]

    def drawn(self, data: "Dataset") -> "tuple[Dataset, Integers]":
        """The rows of some data that are drawn, and which they are; data in memory are all."""
        from core.parts.drawn import drawn_rows

        if data not in self._data:
            assert data.sample is not None
            assert data.table.files is not None
            table = self._tables.get(data.table.files, data.sample.table.as_read)
            self._data[data] = drawn_rows(data, table)
        return self._data[data]

    @property
    def words(self) -> str:
        """Which rows are drawn, if not all are; empty if they are."""
        whole = self._whole.shown_dataset
        if whole is None or whole.sample is None:
            return ""
        assert whole.table.files is not None
        drawn, _ = self.drawn(whole)
        if len(drawn) == len(whole):
            return ""
        sample = len(whole.sample)
        told = f"A fair sample of {grouped(sample)} of {grouped(len(whole))} rows"
        more = len(drawn) - sample
        return f"{told}, and {grouped(more)} of the most suspicious of all" if more > 0 else told

    # What a view sees

    @property
    def dataset(self) -> "Dataset | None":
        """The data as they stand."""
        return self._of(self._whole.dataset)

    @property
    def shown_dataset(self) -> "Dataset | None":
        """The dataset that the views show."""
        return self._of(self._whole.shown_dataset)

    def _of(self, data: "Dataset | None") -> "Dataset | None":
        return data if data is None or data.sample is None else self.drawn(data)[0]

    @property
    def current(self) -> RunItem | None:
        """The run that is shown."""
        item = self._whole.current
        if item is None or item.dataset.sample is None:
            return item
        drawn, rows = self.drawn(item.dataset)
        known = self._items.get(item)
        if known is None or known.drawn_history.whole is not item.history:
            known = self._items[item] = DrawnItem(item, drawn, rows)
        return known

    @property
    def snapshot(self) -> "Snapshot | None":
        """What the rows that are drawn have at the round shown."""
        whole, item, audit = self._whole.snapshot, self.current, self._whole.audit
        if whole is None or not isinstance(item, DrawnItem):
            return whole
        known = self._snapshot
        if known is None or known[0] is not whole or known[1] != (audit, item):
            self._snapshot = known = (whole, (audit, item), self._drawn_snapshot(whole, item))
        return known[2]

    def _drawn_snapshot(self, whole: "Snapshot", item: DrawnItem) -> "Snapshot":
        rows, audit = item.drawn_history.rows, self._whole.audit
        suspicion = whole.suspicion[rows]
        ranked = np.argsort(-suspicion, kind="stable")
        snapshot = replace(
            whole,
            history=item.history,
            suspicion=suspicion,
            ranked=ranked,
            flagged=whole.flagged[rows],
            weights=None if whole.weights is None else whole.weights[rows],
            margins=whole.margins[rows],
            suggested=whole.suggested[rows],
            first_suspicion=suspicion,
            first_ranked=ranked,
            decided=None if whole.decided is None else whole.decided[rows],
        )
        if audit is None or audit.dataset is not item.dataset:
            return snapshot
        return snapshot.ranked_by(
            audit.suspicion, audit.ranked, audit.flagged, audit.suggested, audit.probability
        )

    def selected_rows(self) -> Integers:
        """The selected rows as positions in the rows that are drawn."""
        dataset = self.shown_dataset
        return np.empty(0, np.int64) if dataset is None else self.selected_in(dataset)

    def selected_in(self, dataset: "Dataset") -> Integers:
        """The selected rows that a dataset has, as positions in it."""
        if self._whole.shown_dataset is dataset:
            return self._whole.selected_in(dataset)
        rows, is_there = places_among(dataset.lines, self._whole.selection)
        return rows[is_there]


def hold(workspace: Workspace, audit: "Audit") -> None:
    """Draw the rows that an audit of data on the disk found; those of others are drawn already."""
    from core.judging.auditing.parts.drawn_audit import DrawnAudit

    drawn = drawing(workspace)
    if isinstance(audit, DrawnAudit) and isinstance(drawn, DrawnWorkspace):
        drawn.hold(audit)
        workspace.current_changed.emit()  # views of the run have other rows to draw


def drawn_words(workspace: Workspace, is_all: bool = False) -> str:
    """Which rows are shown, where the window does not hold all of them; else nothing."""
    assert isinstance(workspace, DrawnWorkspace)
    words, whole = workspace.words, workspace.whole.shown_dataset
    if not words or whole is None:
        return ""
    return f"All {grouped(len(whole))} rows" if is_all else words


def drawing(workspace: Workspace) -> Workspace:
    """The workspace for whoever shows single rows; one for all of them."""
    if isinstance(workspace, DrawnWorkspace):
        return workspace
    if _KEY not in workspace.__dict__:
        workspace.__dict__[_KEY] = DrawnWorkspace(workspace)
    return cast(Workspace, workspace.__dict__[_KEY])
