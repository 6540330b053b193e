"""Spellings of the open data that may be one, each with a button that merges them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.base.progress import Watch
from core.base.wording import grouped
from workbench.jobs.lane import Lane
from workbench.shell.fitting.breaking import breakable
from workbench.shell.theme import GRID
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core.checks.finding import Finding


class SpellingOffer(QWidget):
    """One finding at a time; nothing if there is none, or if a person said that they differ."""

    merge_asked = Signal(object)
    """The remedy that is to be taken."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Spellings")
        self._workspace, self._looking = workspace, Lane(workspace.jobs)
        self._found: list[Finding] = []
        self._refused: set[str] = set()
        self.text = QLabel(wordWrap=True)
        self.merge = QPushButton()
        self.merge.clicked.connect(self._merge)
        self.leave = QPushButton("They differ")
        self.leave.setToolTip("Do not offer to merge these spellings")
        self.leave.clicked.connect(self._leave)
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID)
        buttons.addWidget(self.merge)
        buttons.addWidget(self.leave)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.text)
        layout.addLayout(buttons)
        workspace.dataset_changed.connect(self._look)
        self.hide()
        self._look()

    def _look(self) -> None:
        """Look for spellings in the data that are open now, off this thread."""
        dataset = self._workspace.dataset
        self._take([])
        if dataset is None:
            return

        def work(_watch: Watch) -> "list[Finding]":
            from core.checks.spelling_checks import found

            return list(found(dataset.in_memory))

        self._looking.start(f"Comparing the spellings of {dataset.name}", work, self._take)

    def _take(self, found: "list[Finding]") -> None:
        self._found = [each for each in found if each.sentence not in self._refused]
        first = self._found[0] if self._found else None
        self.setVisible(first is not None)
        if first is not None and first.remedy is not None:
            many = len(self._found) - 1
            more = f" ({grouped(many)} more like this.)" if many else ""
            self.text.setText(breakable(first.sentence + more))
            self.merge.setText(first.remedy.label)
            self.merge.setAccessibleName(f"{first.remedy.label}: {first.sentence}")
            self.leave.setAccessibleName(f"They differ: {first.sentence}")

    def _merge(self) -> None:
        self.merge_asked.emit(self._found[0].remedy)

    def _leave(self) -> None:
        self._refused.add(self._found[0].sentence)
        self._take(self._found)
