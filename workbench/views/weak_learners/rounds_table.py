"""The list of rounds as a table, in which the round shown stays in sight."""

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtWidgets import QAbstractItemView, QTableView

from workbench.plotting.plain_table import make_plain
from workbench.views.weak_learners.rounds_model import COLUMN, NUMBER, TEXT, RoundsModel

_LEAST = {NUMBER: 56, COLUMN: 110, TEXT: 210}
_LEAST_OTHERS, _AROUND_TITLE = 72, 28


class RoundsTable(QTableView):
    """A line a round."""

    def __init__(self, rounds: RoundsModel, later: QTimer) -> None:
        super().__init__()
        self._rounds, self._later = rounds, later
        self.setAccessibleName("Rounds")
        self.setModel(rounds)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        make_plain(self)
        # Another height, or more rounds: the round shown stays in sight, once Qt has laid it out.
        later.timeout.connect(self._bring_current)
        self.verticalScrollBar().rangeChanged.connect(self._keep_in_sight)

    def show_round(self, number: int) -> None:
        """Go to the line of a round, and tell nobody of it."""
        place = self._rounds.index(number - 1, NUMBER)
        if self.currentIndex().row() != place.row():
            moved = self.selectionModel().blockSignals(True)
            self.setCurrentIndex(place)
            self.selectionModel().blockSignals(moved)
        self._bring(place)

    def fit_columns(self) -> None:
        """Columns as wide as their titles, and those of words wider."""
        metrics = self.fontMetrics()
        for column in range(self._rounds.columnCount()):
            title = str(self._rounds.headerData(column, Qt.Orientation.Horizontal))
            width = metrics.horizontalAdvance(title) + _AROUND_TITLE
            self.setColumnWidth(column, max(_LEAST.get(column, _LEAST_OTHERS), width))

    def _keep_in_sight(self) -> None:
        self._later.start()

    def _bring_current(self) -> None:
        self._bring(self.currentIndex())

    def _bring(self, index: QModelIndex) -> None:
        """Bring a round into sight; what is seen of its line stays as it is."""
        across = self.horizontalScrollBar().value()
        self.scrollTo(index)
        self.horizontalScrollBar().setValue(across)
