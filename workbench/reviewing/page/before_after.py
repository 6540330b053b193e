"""After training again: what the decisions did, in a sentence, and the way to compare both runs."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from core.judging.comparing import run_before
from core.judging.reviewing.proof import Proof, proof
from workbench.jobs.lane import Lane
from workbench.state.workspace import RunItem, Workspace


class BeforeAfter(QWidget):
    """Shows itself once there is a run before the decisions, and one after them."""

    compare_asked = Signal(object, object)
    """Two runs, before and after."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._lane = Lane(workspace.jobs)
        self._pair: tuple[RunItem, RunItem] | None = None
        self.text = QLabel(wordWrap=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.compare = QPushButton("Compare before and after")
        self.compare.clicked.connect(self._compare)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.text, 1)
        row.addWidget(self.compare)
        workspace.run_finished.connect(self._run_finished)
        workspace.dataset_changed.connect(self._forget)
        self.hide()
        self._run_finished()

    def _run_finished(self) -> None:
        """A run on the data as decided may be there: say what the decisions did."""
        space, after = self._workspace, self._workspace.current
        if after is None or after.run is None:
            return
        first, second = run_before(space.finished_runs, after.run), after.run
        if first is None:
            return
        before = next(item for item in space.runs if item.run is first)
        self._pair = (before, after)
        self._lane.follow(
            "Comparing with the run before",
            lambda _watch: proof(first, second),
            self._show_proof,
            space.failed.emit,
        )

    def _show_proof(self, found: Proof) -> None:
        self.text.setText(f"Trained again. {found.sentence}")
        self.text.setToolTip("\n".join(found.details))
        self.setVisible(self._pair is not None)

    def _compare(self) -> None:
        if self._pair is not None:
            self.compare_asked.emit(*self._pair)

    def _forget(self) -> None:
        self._pair = None
        self.hide()
