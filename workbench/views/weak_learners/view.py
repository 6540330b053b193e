"""The weak learners: what each round learned, in words, and the learner of the round as a tree."""

import html
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFormLayout,
    QLabel,
    QScrollArea,
    QSpinBox,
    QSplitter,
    QStackedWidget,
    QTableView,
    QWidget,
)

from core.base.arrays import Mask
from core.base.wording import percent, readable
from core.judging.diagnostics.reading import Headline, headline, learned
from core.learning.model import Model
from core.learning.rounds import Curve
from core.learning.words.learned import Learned
from workbench.plotting.plain_table import ROW_PIXELS, make_plain
from workbench.shell.elided_label import ElidedLabel
from workbench.shell.theme import LIGHT, Theme
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.view import View
from workbench.views.weak_learners.tree_drawing import TreeDrawing

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WIDE = 620
"""From so many pixels on the tree stands beside the list, below that under it."""
_NUMBER, _COLUMN, _TEXT = range(3)
_TITLES = ("round", "column", "what it learned")
_AROUND, _TABLE_SHARE = 32, 0.4
"""What a table needs besides its lines, and its share of the height at most."""
_NOT_YET = "…"


class RoundsModel(QAbstractTableModel):
    """The rounds so far; what one learned is read when its row is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = LIGHT
        self.item: RunItem | None = None
        self.round = 0
        self._rounds = 0
        self._headlines: dict[int, Headline] = {}

    def set_run(self, item: RunItem | None) -> None:
        """Show another run."""
        self.beginResetModel()
        self.item = item
        self._rounds = item.history.rounds if item else 0
        self._headlines = {}
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
        if role == Qt.ItemDataRole.TextAlignmentRole and (is_curve or section == _NUMBER):
            return int(_RIGHT)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text and looks."""
        number, column = index.row() + 1, index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(number, column)
        if role == Qt.ItemDataRole.ToolTipRole and column in (_COLUMN, _TEXT):
            return plain(self.text(number, column))
        if role == Qt.ItemDataRole.TextAlignmentRole and column not in (_COLUMN, _TEXT):
            return int(_RIGHT)
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
        if column == _NUMBER:
            return f"{number:,}"
        if column in (_COLUMN, _TEXT):
            found = self.headline(number)
            if found is None:
                return _NOT_YET
            return found.column if column == _COLUMN else found.text
        assert self.item is not None
        curve = self._curves[column - len(_TITLES)]
        value = float(self.item.history.curve(curve.name)[number - 1])
        if np.isnan(value):
            return "–"
        is_share = curve.is_share and bool(self.item.dataset.classes)
        return percent(value) if is_share else readable(value)

    @property
    def _curves(self) -> list[Curve]:
        """What belongs to the round's own learner first, then what belongs to the ensemble."""
        curves = self.item.history.shown_curves if self.item else ()
        return sorted(curves, key=lambda curve: not curve.of_learner)

    def _changed(self, first: int, last: int) -> None:
        if 0 <= first <= last < self._rounds:
            self.dataChanged.emit(self.index(first, 0), self.index(last, self.columnCount() - 1))


class WeakLearners(View):
    """The list of rounds, and the learner of the round shown."""

    name = "weak_learners"
    title = "Weak learners"
    empty_text = (
        "What each round learned will be listed here, in words, with the learner of the round "
        "drawn beside it.\nPress Train to start."
    )

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.model = RoundsModel()
        self.table = self._make_table()
        self.drawing = TreeDrawing()
        self.caption = ElidedLabel()
        self.which = QSpinBox()
        self.which.setAccessibleName("Which of the round's learners")
        self.which.setKeyboardTracking(False)
        self.which.valueChanged.connect(self._draw)
        self.facts = QWidget()
        QFormLayout(self.facts)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.facts)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.drawing)
        self.pages.addWidget(scroll)
        self.add_control(self.which)
        self.add_control(self.caption)
        self._controls.setStretchFactor(self.caption, 100)
        self.splitter = QSplitter()
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.table)
        self.splitter.addWidget(self.pages)
        self.splitter.setSizes([1000, 1000])
        self.set_body(self.splitter)
        self.learned: Learned | None = None
        self._drawn: tuple[RunItem, int, int, bool, bool] | None = None
        self._gaps: Mask | None = None

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setAccessibleName("Rounds")
        table.setModel(self.model)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        make_plain(table)
        table.selectionModel().currentRowChanged.connect(self._picked)
        table.clicked.connect(self._picked)
        # Another height, or more rounds: the round shown stays in sight, once Qt has laid it out.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(lambda: table.scrollTo(table.currentIndex()))
        table.verticalScrollBar().rangeChanged.connect(self._keep_in_sight)
        return table

    def _keep_in_sight(self) -> None:
        self._later.start()

    def apply_theme(self, theme: Theme) -> None:
        """Colour the mark and the tree."""
        super().apply_theme(theme)
        self.model.theme = theme
        self.model.refresh()
        self.drawing.apply_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Side by side where there is room for it."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.splitter.orientation() != wanted:
            self.splitter.setOrientation(wanted)
            self._share_room()

    def _share_room(self) -> None:
        """Halves side by side; one above the other, a short list takes no more than it needs."""
        if self.splitter.orientation() == Qt.Orientation.Horizontal:
            self.splitter.setSizes([1000, 1000])
            return
        item = self.workspace.current
        rounds = item.history.rounds if item is not None else 0
        if item is not None and item.run is None:
            rounds = item.settings.planned_rounds
        table = ROW_PIXELS * (rounds + 1) + _AROUND
        height = self.splitter.height()
        table = min(table, int(_TABLE_SHARE * height))
        self.splitter.setSizes([table, max(1, height - table)])

    def restart(self) -> None:
        """Another run."""
        item = self.workspace.current
        self.model.set_run(item)
        self._drawn = self.learned = self._gaps = None
        self.drawing.show_tree(None)
        self.caption.setText("")
        self.show_body(item is not None and (item.history.rounds > 0 or item.run is None))
        if item is not None:
            self._fit_columns()
            self._share_room()

    def show_model(self) -> None:
        """More rounds can be read."""
        self.model.refresh()
        self._draw()

    def show_round(self) -> None:
        """Mark the round, bring it into sight, draw its learner."""
        self.show_body(self.workspace.rounds > 0 or self._is_training)
        self.model.grow()
        number = self.workspace.round
        if number != self.model.round:
            self.model.set_round(number)
        if number >= 1:
            place = self.model.index(number - 1, 0)
            if self.table.currentIndex().row() != number - 1:
                moved = self.table.selectionModel().blockSignals(True)
                self.table.setCurrentIndex(self.model.index(number - 1, _TEXT))
                self.table.selectionModel().blockSignals(moved)
            self.table.scrollTo(place)
        self._draw()

    @property
    def _is_training(self) -> bool:
        return self.workspace.current is not None and self.workspace.current.run is None

    def _picked(self, index: QModelIndex) -> None:
        if index.isValid() and index.row() + 1 != self.workspace.round:
            self.workspace.go_to(index.row() + 1)

    def _draw(self) -> None:
        """The learner of the round shown; while training the newest one that the model has."""
        item = self.workspace.current
        model = item.model if item else None
        if item is None or model is None:
            return
        number = min(self.workspace.round, model.predictor.rounds)
        if number < 1:
            self._say_nothing()
            return
        count = model.predictor.parts(number)
        self._set_count(count)
        place = self.which.value() - 1
        is_behind = number < self.workspace.round
        shown = (item, number, place, is_behind, item.run is None)
        if self._drawn == shown:
            return
        self._drawn = shown
        self.learned = learned(model, number, place, self._gaps_of(item, model))
        behind = ", the newest that can be read so far" if is_behind else ""
        self.caption.setText(
            f"Round {number:,}{behind}: {self.learned.title}. {self.learned.sentence}"
        )
        if self.learned.tree is not None:
            self.pages.setCurrentIndex(0)
            self.drawing.show_tree(self.learned.tree)
        else:
            self._show_facts(self.learned)

    def _say_nothing(self) -> None:
        self._drawn = self.learned = None
        self.which.hide()
        self.drawing.show_tree(None)
        self.pages.setCurrentIndex(0)
        self.caption.setText("Before the first round nothing is learned. Go to a later round.")

    def _set_count(self, count: int) -> None:
        self.which.setVisible(count > 1)
        blocked = self.which.blockSignals(True)
        self.which.setRange(1, count)
        self.which.setSuffix(f" of {count:,}")
        self.which.blockSignals(blocked)

    def _show_facts(self, found: Learned) -> None:
        self.pages.setCurrentIndex(1)
        form = self.facts.layout()
        assert isinstance(form, QFormLayout)
        while form.rowCount():
            form.removeRow(0)
        for name, text in found.facts:
            label, value = QLabel(name), QLabel(text)
            for part in (label, value):
                part.setTextFormat(Qt.TextFormat.PlainText)
                part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            value.setWordWrap(True)
            form.addRow(label, value)

    def _gaps_of(self, item: RunItem, model: Model) -> Mask:
        """Which columns have missing values; of the others none need be told the side."""
        if self._gaps is None:
            complete = {c.name for c in item.dataset.features if not c.missing.any()}
            names = [feature.name for feature in model.encoder.features]
            self._gaps = np.array([name not in complete for name in names], bool)
        return self._gaps

    def _fit_columns(self) -> None:
        metrics = self.table.fontMetrics()
        for column in range(self.model.columnCount()):
            title = str(self.model.headerData(column, Qt.Orientation.Horizontal))
            width = metrics.horizontalAdvance(title) + 28
            least = {_NUMBER: 56, _COLUMN: 90, _TEXT: 190}.get(column, 72)
            self.table.setColumnWidth(column, max(least, width))

    def said(self) -> str:
        """The learner of the round."""
        return html.escape(self.caption.text())

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The list as it is read."""
        item = self.workspace.current
        if item is None:
            return {}
        rounds = np.arange(1, self.model.rowCount() + 1)
        found = [self.model.headline(int(number)) for number in rounds]
        frame = pd.DataFrame(
            {
                "round": rounds,
                "column": [line.column if line else "" for line in found],
                "learned": [line.text if line else "" for line in found],
            }
        )
        for curve in item.history.shown_curves:
            frame[curve.title] = item.history.curve(curve.name)[: len(rounds)]
        return {"rounds": frame}
