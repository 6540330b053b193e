"""The trials as a live table: settings, rung, error with its spread, and what became of each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from core.base.wording import error_and_spread
from core.judging.tuning.scoring import RUNGS
from core.judging.tuning.words import what_differs
from workbench.plotting.plain_table import make_plain
from workbench.shell.tips import plain

if TYPE_CHECKING:
    from core.judging.tuning.search import TuningTrial
    from core.judging.tuning.tuning import Tuning

_HEADS = ("Trial", "Settings", "Rung", "Error on folds", "")
_SETTINGS = 1
_IndexType = QModelIndex | QPersistentModelIndex


class TrialsModel(QAbstractTableModel):
    """What a tuning has tried so far, the newest last."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[tuple[str, ...]] = []
        self.best = -1
        """The row of the best so far."""

    def show_tuning(self, tuning: "Tuning | None", is_running: bool) -> bool:
        """Take what is new; gives whether there are more lines than before."""
        lines, best = ([], -1) if tuning is None else _told(tuning, is_running)
        has_grown = len(lines) > len(self._lines)
        if len(lines) != len(self._lines):
            self.beginResetModel()
            self._lines, self.best = lines, best
            self.endResetModel()
        elif lines != self._lines or best != self.best:
            self._lines, self.best = lines, best
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, len(_HEADS) - 1))
        return has_grown

    def rowCount(self, parent: _IndexType = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's
        """A row a trial."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: _IndexType = QModelIndex()) -> int:  # noqa: B008, N802
        """What is told of each."""
        return 0 if parent.isValid() else len(_HEADS)

    def data(self, index: _IndexType, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell; the best so far is bold."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self._lines[index.row()][index.column()]
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == _SETTINGS:
            return plain(self._lines[index.row()][_SETTINGS])
        if role == Qt.ItemDataRole.FontRole and index.row() == self.best:
            font = QFont()
            font.setBold(True)
            return font
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The heads of the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _HEADS[section] or "Status"
        return None


class TrialsTable(QTableView):
    """The table; it follows the newest trial as long as one looks at the last ones."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Trials")
        make_plain(self)
        self.trials = TrialsModel()
        self._was_running = False
        self.setModel(self.trials)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_SETTINGS, QHeaderView.ResizeMode.Stretch)

    def show_tuning(self, tuning: "Tuning | None", is_running: bool) -> None:
        """Show what was tried so far; in the end, the one that is kept."""
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 1
        has_ended = self._was_running and not is_running
        self._was_running = is_running
        if self.trials.show_tuning(tuning, is_running) and follows:
            self.scrollToBottom()
        if has_ended and self.trials.best >= 0:
            self.scrollTo(
                self.trials.index(self.trials.best, 0), QTableView.ScrollHint.PositionAtCenter
            )


def _told(tuning: "Tuning", is_running: bool) -> tuple[list[tuple[str, ...]], int]:
    trials, active = tuning.trials, tuning.search.active if is_running else None
    starts = [space.settings for space in tuning.spaces]
    is_share = bool(tuning.dataset.classes)
    best = tuning.search.best.number if trials[0].scores else -1
    lines: list[tuple[str, ...]] = []
    for trial in trials:
        is_active = active is not None and active.number == trial.number
        status = _status(trial, is_active, best, is_running)
        lines.append(
            (
                str(trial.number),
                what_differs(trial.settings, starts),
                f"{trial.rung} of {len(RUNGS)}",
                _error(trial, is_share),
                status,
            )
        )
    return lines, best


def _error(trial: "TuningTrial", is_share: bool) -> str:
    if not trial.scores:
        return "–"
    score = trial.scores[-1]
    return error_and_spread(score.error, score.spread, is_share)


def _status(trial: "TuningTrial", is_active: bool, best: int, is_running: bool) -> str:
    if is_active:
        return "trying"
    words: Sequence[str] = ()
    if trial.number == best:
        words = ("best so far" if is_running else "best",)
    elif trial.number == 0:
        words = ("start",)
    elif trial.rung == len(RUNGS):
        words = ("beaten",)
    else:
        words = ("waits" if is_running else "dropped",)
    return words[0]
