"""Why a row of the file is predicted so: below the table, for the row that is selected there."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core import Model
from core.base.progress import Watch
from core.base.wording import grouped
from core.data.table import Table
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.plotting.reason_bars import ReasonBars
from workbench.shell.theme import GRID, Theme

if TYPE_CHECKING:
    from core.judging.why.story import Story

_HINT = "Select a row to see why it is predicted so."
_MOST_BARS = 7


class PredictedWhy(QWidget):
    """Words and bars about one row; nothing but a hint before one is selected."""

    failed = Signal(object)

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lane = Lane(jobs)
        self._asked: tuple[Model, Table, int] | None = None
        self.words = QLabel(_HINT, wordWrap=True)
        self.words.setAccessibleName("Why the row is predicted so")
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bars = ReasonBars(_MOST_BARS)
        self.bars.hide()
        beside = QVBoxLayout()
        beside.addWidget(self.bars)
        beside.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(3 * GRID)
        row.addLayout(beside, 3)
        row.addWidget(self.words, 2)

    @property
    def is_running(self) -> bool:
        """Whether somebody is being asked."""
        return self._lane.is_running

    def forget(self) -> None:
        """Other rows: none of them is selected yet."""
        self._lane.cancel()
        self._asked = None
        self.words.setText(_HINT)
        self.bars.show_why(None)

    def ask(self, model: Model, table: Table, row: int) -> None:
        """Ask why a row of the table is predicted so; it is held against the other rows."""
        if self._asked is not None and self._asked == (model, table, row):
            return
        self._asked = (model, table, row)

        def work(watch: Watch) -> "Story":
            from core.judging.why.few_rows import few_rows
            from core.judging.why.story import story_of

            one = few_rows(model, table, np.array([row]))
            return story_of(model, one, table, watch=watch)

        line = grouped(int(table.lines[row]))
        self._lane.start(
            f"Asking why line {line} is predicted so", work, self._show, self.failed.emit
        )

    def _show(self, story: "Story") -> None:
        why = story.why()
        first, start, *rest = why.sentences
        certainty = rest[-1:] if why.orders else []
        self.words.setText("\n".join([first, start, *certainty, *story.turns.sentences]))
        self.bars.show_why(why, story.explained.model.classes)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.bars.apply_theme(theme)
