"""Two runs side by side: the verdict in words on top, then only what differs, then the curves."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QLabel, QSplitter, QTreeWidget, QTreeWidgetItem, QWidget

from core.base.errors import DataError
from core.judging.comparing import Difference, counting_of, differences
from core.judging.reviewing.proof import Proof, proof
from core.learning.counting import Counting
from core.learning.run import Run
from workbench.jobs.lane import Lane
from workbench.jobs.registry import Jobs
from workbench.plotting.flow_legend import FlowLegend, LegendEntry
from workbench.plotting.number_axis import NumberAxis
from workbench.shell.page import Page
from workbench.shell.theme import Theme
from workbench.state.workspace import RunItem

_POINTS = 400
"""A cumulative curve is drawn by so many points."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """What two runs are compared by."""

    differences: list[Difference]
    proof: Proof | None
    why_not: str
    """Why there is no proof, in a sentence."""
    errors: tuple[np.ndarray, np.ndarray]
    margins: tuple[np.ndarray, np.ndarray]
    """Those of the validation rows, ascending."""
    rows: str
    """What one must know about the rows that are drawn; empty if there is nothing to know."""

    @classmethod
    def of(cls, first: Run, second: Run) -> "Comparison":
        """Compare two finished runs."""
        found, why_not = None, ""
        try:
            found = proof(first, second)
        except DataError as error:
            why_not = str(error)
        both = counting_of(first, second)
        one, other = both or Counting.of(first.dataset), both or Counting.of(second.dataset)
        errors = one.errors(first.history), other.errors(second.history)
        margins = _margins(first, one), _margins(second, other)
        about = both.sentence if both is not None else ""
        return cls(differences(first, second), found, why_not, errors, margins, about)


class ComparePage(Page):
    """The page on which two runs are compared."""

    place = "compare"

    def __init__(self, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__("Compare two runs", parent=parent)
        self._lane = Lane(jobs)
        self.shown: Comparison | None = None
        self.verdict = QLabel()
        self.verdict.setWordWrap(True)
        font = self.verdict.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.verdict.setFont(font)
        self.verdict.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details = QLabel()
        self.details.setWordWrap(True)
        self.details.setProperty("quiet", True)
        self.table = QTreeWidget()
        self.table.setAccessibleName("What differs")
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.canvas = pg.GraphicsLayoutWidget()
        self.canvas.setAccessibleName("Errors and margins of both runs")
        self.curves = self._plot(0, "round", "error")
        self.margins = self._plot(1, "margin", "share of rows at most")
        self._names: tuple[str, ...] = ()
        self.legend = FlowLegend()
        self.canvas.addItem(self.legend, row=0, col=0, colspan=2)
        self._lines = [[plot.plot(), plot.plot()] for plot in (self.curves, self.margins)]
        body = QSplitter(Qt.Orientation.Vertical)
        body.addWidget(self.table)
        body.addWidget(self.canvas)
        body.setStretchFactor(0, 2)
        body.setStretchFactor(1, 3)
        self.column.addWidget(self.verdict)
        self.column.addWidget(self.details)
        self.column.addWidget(body, 1)

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

    def compare(self, first: RunItem, second: RunItem) -> None:
        """Show two finished runs."""
        assert first.run is not None
        assert second.run is not None
        runs = (first.run, second.run)
        self.shown = None
        self.heading.setText(f"{first.name}  and  {second.name}")
        self.verdict.setText("Comparing…")
        self.details.setText("")
        self.table.clear()
        self.table.setHeaderLabels(["what differs", first.name, second.name])
        self._names = (first.name, second.name)
        is_number = not runs[0].dataset.classes
        self.margins.setLabel("bottom", "residual" if is_number else "margin")
        self.curves.getAxis("left").is_share = not is_number
        rows = "validation" if all(run.dataset.has_validation for run in runs) else "training"
        self.curves.setLabel("left", f"error on {rows} rows")
        self.margins.setLabel("left", f"share of {rows} rows at most")
        self.apply_theme(self.theme)
        self._lane.follow(
            "Comparing two runs", lambda _watch: Comparison.of(*runs), self._show, self._failed
        )

    def _failed(self, error: Exception) -> None:
        self.verdict.setText(f"These runs cannot be compared: {error}")

    def _show(self, found: Comparison) -> None:
        self.shown = found
        if found.proof is not None:
            self.verdict.setText(found.proof.sentence)
            about = (f"Curves: {found.rows}",) if found.rows else ()
            self.details.setText("\n".join((*found.proof.details, *about)))
        else:
            self.verdict.setText(found.why_not)
        for each in found.differences:
            line = QTreeWidgetItem([each.title, each.first or "–", each.second or "–"])
            self.table.addTopLevelItem(line)
        if not found.differences:
            self.table.addTopLevelItem(QTreeWidgetItem(["nothing differs", "", ""]))
        for line, errors in zip(self._lines[0], found.errors, strict=True):
            line.setData(np.arange(1, len(errors) + 1), errors)
        for line, margins in zip(self._lines[1], found.margins, strict=True):
            line.setData(*_cumulative(margins))

    def apply_theme(self, theme: Theme) -> None:
        """Colour the curves of the first run and of the second."""
        super().apply_theme(theme)
        self.canvas.setBackground(theme.base)
        for plot in (self.curves, self.margins):
            for side in ("left", "bottom"):
                plot.getAxis(side).apply_theme(theme)
        pens = (
            pg.mkPen(theme.training, width=2),
            pg.mkPen(theme.validation, width=2, style=Qt.PenStyle.DashLine),
        )
        for lines in self._lines:
            for line, pen in zip(lines, pens, strict=True):
                line.setPen(pen)
        entries = [LegendEntry.of(*pair) for pair in zip(self._lines[0], self._names, strict=False)]
        self.legend.show_entries(entries, theme.text)


def _margins(run: Run, counting: Counting) -> np.ndarray:
    margins = run.history.margins(run.rounds)
    return np.sort(margins[run.dataset.rows_of(counting.lines)] if len(counting) else margins)


def _cumulative(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The share of values at or below each of some values."""
    if len(values) == 0:
        return values, values
    places = np.unique(np.linspace(0, len(values) - 1, _POINTS).astype(int))
    return values[places], (places + 1) / len(values)
