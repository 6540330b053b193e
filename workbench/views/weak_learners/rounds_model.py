"""The list of rounds: what each learned, in a line, and its numbers."""

from typing import Any

import numpy as np
import pandas as pd
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from core.base.shortening import short_names
from core.base.wording import grouped, percent, readable
from core.judging.diagnostics.reading import Headline, headline
from core.learning.rounds import Curve
from workbench.shell.theme import LIGHT, Theme
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem

Index = QModelIndex | QPersistentModelIndex
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
NUMBER, COLUMN, TEXT = range(3)
_TITLES = ("round", "column", "what it learned")
_NOT_YET = "…"
_LONGEST, _MOST_NAMES = 17, 300
"""Names of so many letters are whole; of more names than these each is cut by itself."""


class RoundsModel(QAbstractTableModel):
    """The rounds so far; what one learned is read when its row is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = LIGHT
        self.item: RunItem | None = None
        self.round = 0
        self._rounds = 0
        self._headlines: dict[int, Headline] = {}
        self._short: dict[str, str] = {}

    def set_run(self, item: RunItem | None) -> None:
        """Show another run."""
        self.beginResetModel()
        self.item = item
        self._rounds = item.history.rounds if item else 0
        self._headlines, self._short = {}, {}
        self.endResetModel()

    def grow(self) -> None:
        """Rounds have arrived."""
        rounds = self.item.history.rounds if self.item else 0
        if rounds > self._rounds:
            self.beginInsertRows(QModelIndex(), self._rounds, rounds - 1)
            self._rounds = rounds
            self.endInsertRows()

    def set_round(self, number: int) -> None:
        """Mark another round."""
        earlier, self.round = self.round, number
        for row in {earlier, number}:
            self._changed(row - 1, row - 1)

    def refresh(self) -> None:
        """Draw every cell in sight again."""
        self._changed(0, self._rounds - 1)

    def headline(self, number: int) -> Headline | None:
        """What a round learned; None while the model does not have it yet."""
        if number not in self._headlines:
            model = self.item.model if self.item else None
            if model is None or number > model.predictor.rounds:
                return None
            self._headlines[number] = headline(model, number)
        return self._headlines[number]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's names
        """How many rounds there are."""
        return 0 if parent.isValid() else self._rounds

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008
        """Round, column, question, and a column a curve."""
        return 0 if parent.isValid() or self.item is None else len(_TITLES) + len(self._curves)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802
        """The columns' titles and explanations."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        is_curve = section >= len(_TITLES)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._curves[section - len(_TITLES)].title if is_curve else _TITLES[section]
        if role == Qt.ItemDataRole.ToolTipRole and is_curve:
            return self._curves[section - len(_TITLES)].explanation
        if role == Qt.ItemDataRole.TextAlignmentRole and (is_curve or section == NUMBER):
            return int(RIGHT)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text and looks."""
        number, column = index.row() + 1, index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shorter(number, self.text(number, column))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.text(number, column)
        if role == Qt.ItemDataRole.ToolTipRole and column in (COLUMN, TEXT):
            return plain(self.text(number, column))
        if role == Qt.ItemDataRole.TextAlignmentRole and column not in (COLUMN, TEXT):
            return int(RIGHT)
        if number == self.round:
            if role == Qt.ItemDataRole.BackgroundRole:
                tint = QColor(self.theme.accent)
                tint.setAlpha(50)
                return tint
            if role == Qt.ItemDataRole.FontRole:
                bold = QFont()
                bold.setBold(True)
                return bold
        return None

    def text(self, number: int, column: int) -> str:
        """What a cell says."""
        if column == NUMBER:
            return grouped(number)
        if column in (COLUMN, TEXT):
            found = self.headline(number)
            if found is None:
                return _NOT_YET
            return found.column if column == COLUMN else found.text
        assert self.item is not None
        curve = self._curves[column - len(_TITLES)]
        value = float(self.item.history.curve(curve.name)[number - 1])
        if np.isnan(value):
            return "–"
        is_share = curve.is_share and bool(self.item.dataset.classes)
        return percent(value) if is_share else readable(value)

    def _shorter(self, number: int, text: str) -> str:
        """A text in which the round's column is cut where it differs least from the others."""
        found = self._headlines.get(number)
        if found is None or len(found.column) <= _LONGEST or self.item is None:
            return text
        if found.column not in self._short:
            names = [column.name for column in self.item.dataset.features]
            known = names if len(names) <= _MOST_NAMES else [found.column]
            self._short |= dict(zip(known, short_names(known, _LONGEST), strict=True))
        return text.replace(found.column, self._short.get(found.column, found.column), 1)

    @property
    def _curves(self) -> list[Curve]:
        """What belongs to the round's own learner first, then what belongs to the ensemble."""
        curves = self.item.history.shown_curves if self.item else ()
        return sorted(curves, key=lambda curve: not curve.of_learner)

    def _changed(self, first: int, last: int) -> None:
        if 0 <= first <= last < self._rounds:
            self.dataChanged.emit(self.index(first, 0), self.index(last, self.columnCount() - 1))

    def as_frame(self) -> pd.DataFrame:
        """The list as it is read, with its numbers."""
        rounds = np.arange(1, self._rounds + 1)
        found = [self.headline(number) for number in rounds.tolist()]
        frame = pd.DataFrame(
            {
                "round": rounds,
                "column": [line.column if line else "" for line in found],
                "learned": [line.text if line else "" for line in found],
            }
        )
        for curve in self.item.history.shown_curves if self.item else ():
            assert self.item is not None
            frame[curve.title] = self.item.history.curve(curve.name)[: len(rounds)]
        return frame
