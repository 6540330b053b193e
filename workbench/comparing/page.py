"""Two runs side by side: the verdict in words on top, then only what differs, then the curves."""

from collections.abc import Mapping, Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import count, error_text, grouped, readable
from core.judging.reviewing.paired_rows import are_comparable
from workbench.comparing.agreement_cells import AgreementCells
from workbench.comparing.comparison import Comparison
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.plotting.axes.number_axis import NumberAxis
from workbench.plotting.flow_legend import FlowLegend, LegendEntry
from workbench.shell.fitting.breaking import unparted
from workbench.shell.fitting.names_box import NamesBox
from workbench.shell.page import Page
from workbench.shell.pens import curve_pen
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.theme import GRID, Theme
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem

_POINTS = 400
"""A cumulative curve is drawn by so many points."""
_WIDEST_BOX = 320
_NO_RUN = "Train two runs on the same data, and they are compared here row by row."
_ONE_RUN = (
    "Train a second run on the same data to compare it with {name}: another algorithm, other "
    "settings, or the data after decisions about rows."
)


class ComparePage(Page):
    """The page on which two runs are chosen and compared."""

    place = "compare"
    rows_chosen = Signal(object)
    """The lines of rows to be selected."""
    compared = Signal(object, object)
    """Two runs are held against each other."""

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__("Compare two runs", parent=parent)
        self._lane = Lane(jobs)
        self.shown: Comparison | None = None
        self.pair: tuple[RunItem, RunItem] | None = None
        """The runs that are compared."""
        self._names: Mapping[RunItem, str] = {}
        self.boxes = (NamesBox(), NamesBox())
        self._place_boxes()
        self.verdict = self._label()
        font = self.verdict.font()
        font.setPointSizeF(font.pointSizeF() * 1.3)
        font.setBold(True)
        self.verdict.setFont(font)
        self.figures, self.details = self._label(), self._label()
        self.details.setProperty("quiet", True)
        self.table = self._make_table()
        self.cells = AgreementCells()
        self.cells.chosen.connect(self._choose_rows)
        self.chosen_note = self._label()
        self.chosen_note.setProperty("quiet", True)
        self.canvas = pg.GraphicsLayoutWidget()
        self.canvas.setAccessibleName("Errors and margins of both runs")
        self.canvas.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.canvas.ci.layout.setContentsMargins(9, 9, 24, 9)
        self.curves = self._plot(0, "round", "error")
        self.margins = self._plot(1, "margin", "share of rows at most")
        self.legend = FlowLegend()
        self.canvas.addItem(self.legend, row=0, col=0, colspan=2)
        self._lines = [[plot.plot(), plot.plot()] for plot in (self.curves, self.margins)]
        self._place_parts()
        self.show_runs(None, None)

    def _place_boxes(self) -> None:
        for place, (box, name) in enumerate(
            zip(self.boxes, ("First run", "Second run"), strict=True)
        ):
            box.setAccessibleName(name)
            box.setMaximumWidth(_WIDEST_BOX)
            box.activated.connect(lambda _index, place=place: self._chosen(place))
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.boxes[0], 1)
        row.addWidget(QLabel("and"))
        row.addWidget(self.boxes[1], 1)
        row.addStretch(1)
        self._choices = QWidget()
        self._choices.setLayout(row)
        row.setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(self._choices)

    def _place_parts(self) -> None:
        where = QWidget()
        column = QVBoxLayout(where)
        column.setContentsMargins(GRID, 0, 0, 0)
        heading = QLabel("Where they agree, row by row: click a number to select its rows")
        heading.setWordWrap(True)
        heading.setProperty("quiet", True)
        column.addWidget(heading)
        column.addWidget(self.cells)
        column.addWidget(self.chosen_note)
        column.addStretch(1)
        top = QSplitter(Qt.Orientation.Horizontal)
        top.addWidget(self.table)
        top.addWidget(where)
        top.setStretchFactor(0, 3)
        top.setStretchFactor(1, 2)
        self.body = QSplitter(Qt.Orientation.Vertical)
        self.body.addWidget(top)
        self.body.addWidget(self.canvas)
        self.body.setStretchFactor(0, 2)
        self.body.setStretchFactor(1, 3)
        for part in (self.verdict, self.figures, self.details):
            self.column.addWidget(part)
        self.column.addWidget(self.body, 1)
        self._rest = QWidget()  # keeps a sentence at the top of an empty page
        self.column.addWidget(self._rest, 1)

    @staticmethod
    def _label() -> QLabel:
        label = QLabel(wordWrap=True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    @staticmethod
    def _make_table() -> QTreeWidget:
        table = QTreeWidget()
        tell_cut_cells(table)
        table.setAccessibleName("What differs")
        table.setRootIsDecorated(False)
        table.setUniformRowHeights(True)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        return table

    def _plot(self, place: int, x_label: str, y_label: str) -> pg.PlotItem:
        axes = {
            "bottom": NumberAxis("bottom", is_whole=x_label == "round"),
            "left": NumberAxis("left", is_share=True),
        }
        box = pg.ViewBox(enableMenu=False)
        plot = self.canvas.addPlot(row=1, col=place, viewBox=box, axisItems=axes)
        plot.setLabel("bottom", x_label)
        plot.setLabel("left", y_label)
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.showGrid(x=False, y=True, alpha=0.15)
        return plot

    # The two runs

    def offer(self, names: Mapping[RunItem, str]) -> None:
        """Let a person choose among finished runs, by what these are called."""
        self._names = names
        if self.pair is not None and not set(self.pair) <= names.keys():
            self.pair = None
        self._fill_boxes(*(self.pair or (None, None)))

    def show_runs(self, first: RunItem | None, second: RunItem | None) -> None:
        """Compare two runs; where there is none, or one alone, say what is missing."""
        self._fill_boxes(first, second)
        has_both = first is not None and second is not None
        for part in (self.body, self.figures, self.details):
            part.setVisible(has_both)
        self._rest.setVisible(not has_both)
        self._choices.setVisible(len(self._names) > 1)
        if first is not None and second is not None:
            self._compare(first, second)
            return
        self._lane.cancel()
        self.pair = self.shown = None
        alone = first or second
        self.verdict.setText(_NO_RUN if alone is None else _ONE_RUN.format(name=self.name(alone)))

    def name(self, item: RunItem) -> str:
        """What a run is called here."""
        return self._names.get(item, item.name)

    def _fill_boxes(self, first: RunItem | None, second: RunItem | None) -> None:
        """All runs in the first box, in the second those that the first can be compared with."""
        lists: tuple[Sequence[RunItem], ...] = (list(self._names), self.partners(first))
        for box, items, item in zip(self.boxes, lists, (first, second), strict=True):
            current = None if item is None else self.name(item)
            box.show_names([self.name(own) for own in items], current)

    def partners(self, first: RunItem | None) -> list[RunItem]:
        """The runs that a run can be compared with row by row."""
        if first is None:
            return []
        return [
            item
            for item in self._names
            if item is not first and are_comparable(first.dataset, item.dataset)
        ]

    def _chosen(self, place: int) -> None:
        """A person chose the first run, or the second."""
        first, second = (self._item(box.currentText()) for box in self.boxes)
        partners = self.partners(first)
        if place == 0 and second not in partners:
            # The run that was first, if the two have changed places; else the newest.
            before = self.pair[0] if self.pair is not None else None
            newest = partners[-1] if partners else None
            second = before if before in partners else newest
        self.show_runs(first, second)

    def _item(self, name: str) -> RunItem | None:
        return next((item for item, own in self._names.items() if own == name), None)

    # What comes of it

    def _compare(self, first: RunItem, second: RunItem) -> None:
        assert first.run is not None
        assert second.run is not None
        runs = (first.run, second.run)
        self.pair, self.shown = (first, second), None
        names = self.name(first), self.name(second)
        self.compared.emit(first, second)
        self.verdict.setText("Comparing…")
        for label in (self.figures, self.details, self.chosen_note):
            label.setText("")
        self.cells.show_pairs(None, *names)
        self.table.clear()
        self.table.setHeaderLabels(["what differs", *names])
        for column, name in enumerate(names, 1):
            self.table.headerItem().setToolTip(column, plain(name))
        is_number = not runs[0].dataset.classes
        self.margins.setLabel("bottom", "residual" if is_number else "margin")
        self.curves.getAxis("left").is_share = not is_number
        rows = "validation" if all(run.dataset.has_validation for run in runs) else "training"
        self.curves.setLabel("left", f"error on {rows} rows")
        self.margins.setLabel("left", "share of them at most")
        self.apply_theme(self.theme)
        self._lane.follow(
            "Comparing two runs",
            lambda _watch: (runs, Comparison.of(*runs)),
            self._show,
            self._failed,
        )

    def _failed(self, error: Exception) -> None:
        self.verdict.setText(f"These runs cannot be compared: {error}")

    def _show(self, answer: tuple[object, Comparison]) -> None:
        runs, found = answer
        if self.pair is None or runs != (self.pair[0].run, self.pair[1].run):
            return  # others were chosen meanwhile
        self.shown = found
        names = self.name(self.pair[0]), self.name(self.pair[1])
        self.verdict.setText(found.verdict(*names))
        self.figures.setText(unparted(found.figures(*names)))
        self.details.setText(unparted(" ".join(found.notes())))
        self.cells.show_pairs(found.pairs, *names)
        for each in found.differences:
            line = QTreeWidgetItem([each.title, each.first or "–", each.second or "–"])
            self.table.addTopLevelItem(line)
        if not found.differences:
            self.table.addTopLevelItem(QTreeWidgetItem(["nothing differs", "", ""]))
        for line, errors in zip(self._lines[0], found.errors, strict=True):
            line.setData(np.arange(1, len(errors) + 1), errors)
        for line, margins in zip(self._lines[1], found.margins, strict=True):
            line.setData(*_cumulative(margins))
        self.canvas.setAccessibleDescription(self._described(found, names))

    def _described(self, found: Comparison, names: tuple[str, str]) -> str:
        """What the curves say, in words."""
        assert self.pair is not None
        is_share = bool(self.pair[0].dataset.classes)
        told = []
        for name, errors, margins in zip(names, found.errors, found.margins, strict=True):
            if len(errors) == 0:
                continue
            best = int(np.nanargmin(errors))
            median = readable(float(np.median(margins)), 3) if len(margins) else "–"
            told.append(
                f"{name}: error {error_text(float(errors[-1]), is_share)} after "
                f"{count(len(errors), 'round')}, least {error_text(float(errors[best]), is_share)} "
                f"at round {grouped(best + 1)}; median "
                f"{'margin' if is_share else 'residual'} {median}."
            )
        return " ".join(told)

    def _choose_rows(self, lines: np.ndarray) -> None:
        self.rows_chosen.emit(lines)
        self.chosen_note.setText(
            f"{count(len(lines), 'row is', 'rows are')} selected, here and in every view."
        )

    def apply_theme(self, theme: Theme) -> None:
        """Colour the curves of the first run and of the second."""
        super().apply_theme(theme)
        self.canvas.setBackground(theme.base)
        for plot in (self.curves, self.margins):
            for side in ("left", "bottom"):
                plot.getAxis(side).apply_theme(theme)
        pens = (
            curve_pen(theme.training, width=2),
            curve_pen(theme.validation, width=2, style=Qt.PenStyle.DashLine),
        )
        for lines in self._lines:
            for line, pen in zip(lines, pens, strict=True):
                line.setPen(pen)
        names = [self.name(item) for item in self.pair or ()]
        entries = [LegendEntry.of(*pair) for pair in zip(self._lines[0], names, strict=False)]
        self.legend.show_entries(entries, theme.text)


def _cumulative(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The share of values at or below each of some values."""
    if len(values) == 0:
        return values, values
    places = np.unique(np.linspace(0, len(values) - 1, _POINTS).astype(int))
    return values[places], (places + 1) / len(values)
