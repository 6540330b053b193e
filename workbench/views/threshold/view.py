"""Threshold: from which probability on a class is named, what errors cost, and what is best."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from core.base.wording import percent
from core.judging.deciding.rare import RareClass
from core.judging.deciding.threshold_counts import has_both
from core.judging.diagnostics.verdicts import JudgedRows
from core.learning.deciding import DecisionRule, Matrix, equal_costs
from workbench.plotting.axes.class_axis import ClassAxis
from workbench.plotting.axes.number_axis import NumberAxis
from workbench.plotting.click_box import ClickBox
from workbench.plotting.controls import make_narrow
from workbench.plotting.plot_cursor import PlotCursor
from workbench.shell.theme import GRID, Theme
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.headline import PlotWords
from workbench.viewing.view import Options, PlotView
from workbench.views.threshold.controls import CostRow, RareRow, RuleButtons, ThresholdRow
from workbench.views.threshold.cost_table import CostTable
from workbench.views.threshold.curves import ConfusionPlot, CostCurve, OddsAxis, RankPlot
from workbench.views.threshold.finder import RuleFinder
from workbench.views.threshold.judged_rows import DecidedRows
from workbench.views.threshold.plots import (
    CONFUSION,
    COST,
    CURVES,
    PRECISION,
    ROC,
    ThresholdPlots,
    at_point,
    from_odds,
)
from workbench.views.threshold.words import (
    confusion_words,
    headline,
    rare_words,
    same_deciding,
)

_FIGURES = {COST: "What it costs", ROC: "ROC curve", PRECISION: "Precision and recall"}
_ROWS = {
    JudgedRows.VALIDATION.value: "Validation rows",
    JudgedRows.TRAINING.value: "Training rows",
    JudgedRows.ALL.value: "All rows",
}
_ROOMY = (560, 430)
"""A view of so many pixels has room for all plots at once, and for what is wanted of a class."""
_SOON = 60
"""So many milliseconds after the threshold rests, what it gives is told in words."""


@dataclass(frozen=True)
class ThresholdOptions(Options):
    """Which curve stands beside the confusion, of which rows, and what is wanted of a class."""

    figure: str = COST
    rows: str = JudgedRows.VALIDATION.value
    precision: float = 0.9
    top: float = 0.1


class Threshold(PlotView):
    """The threshold on its curves, the confusion that follows it, and the rule of least cost."""

    name = "threshold"
    title = "Threshold"
    empty_text = (
        "What every threshold finds, misses and costs will be drawn here, and the best one can be "
        "found.\nPress Train to start."
    )
    x_label = "named from this probability on"
    y_label = "cost of a row"
    options_type = ThresholdOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.headline = PlotWords(self)
        self.buttons = RuleButtons()
        self.figure_box = self._choice("Curve", "figure", _FIGURES)
        self.rows_box = self._choice("Rows", "rows", _ROWS)
        self.add_control(self.buttons.usual)
        self.add_control(self.buttons.use)
        self._boxes = {name: ClickBox() for name in (ROC, PRECISION, CONFUSION)}
        names = {side: ClassAxis(side) for side in ("bottom", "left")}
        named = self.add_plot("named", "given", (2, 1), self._boxes[CONFUSION], names)
        self.figures = ThresholdPlots(
            self.canvas,
            CostCurve(self.plot),
            RankPlot(self._rank_plot("recall", ROC, (1, 1))),
            RankPlot(self._rank_plot("precision", PRECISION, (2, 0))),
            ConfusionPlot(named, names),
        )
        self.threshold_row, self.cost_row = ThresholdRow(), CostRow()
        self.table, self.rare_row = CostTable(), RareRow()
        below = QHBoxLayout()
        below.setContentsMargins(0, 0, GRID, 0)
        below.setSpacing(0)
        below.addWidget(self.threshold_row, 1)
        below.addStretch(0)
        below.addWidget(self.buttons.find)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        drawn = QHBoxLayout()
        drawn.addWidget(self.canvas, 1)
        drawn.setSpacing(0)
        drawn.addWidget(self.table, 1)
        column.addLayout(drawn, 1)
        column.addLayout(below)
        for part in (self.cost_row, self.rare_row):
            column.addWidget(part)
        self.set_body(body)
        self.finder = RuleFinder(workspace, self.make_lane(), self)
        self._rares = self.make_lane()
        self.decided: DecidedRows | None = None
        self.rule: DecisionRule | None = None
        """What is shown, whether the run decides so or not."""
        self._used: DecisionRule | None = None
        self.rare: RareClass | None = None
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._say)
        self._connect()

    def _choice(self, label: str, option: str, choices: Mapping[str, str]) -> QComboBox:
        box = self.add_choice("", option, choices)
        box.setAccessibleName(label)
        box.setToolTip(label)
        make_narrow(box)
        return box

    def _rank_plot(self, y_label: str, name: str, place: tuple[int, int]) -> pg.PlotItem:
        axes = {side: NumberAxis(side, is_share=True) for side in ("bottom", "left")}
        return self.add_plot("", y_label, place, self._boxes[name], axes)

    def _connect(self) -> None:
        self.threshold_row.moved.connect(self._moved)
        self.figures.cost.line.sigDragged.connect(self._dragged)
        self.cost_row.changed.connect(lambda: self._price(self.cost_row.costs))
        self.table.changed.connect(lambda: self._price(self.table.costs))
        self.rare_row.changed.connect(self._want)
        self.buttons.find.clicked.connect(self._find_or_stop)
        self.buttons.use.clicked.connect(self._use)
        self.buttons.usual.clicked.connect(lambda: self.workspace.decide_by(None))
        self.finder.changed.connect(self._show_buttons)
        self.finder.found.connect(self._take)
        # A box of a scene would keep what a closure names, after the window is gone.
        self._boxes[ROC].clicked.connect(self._clicked_roc)
        self._boxes[PRECISION].clicked.connect(self._clicked_precision)
        self._boxes[CONFUSION].clicked.connect(self._select_cell)
        cells = self.figures.confusion
        self.plot_cursor = PlotCursor(
            self.canvas, cells.plot, cells.stops, self._select_cell, cells.told
        )
        self._hover = pg.SignalProxy(
            self.canvas.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    def make_axes(self) -> dict[str, Any]:
        """Probabilities where rare classes have room."""
        axes = super().make_axes()
        return axes | {"bottom": OddsAxis("bottom")}

    # What changed

    def restart(self) -> None:
        """Another run: other classes, another rule."""
        item = self.workspace.current
        self.finder.forget_all_but([*self.workspace.runs, *([item] if item else [])])
        self.decided = self.rare = None
        self.rule = self._used = None
        self.headline.release()
        self._show_why(item)
        if item is None or item.run is None or not item.dataset.classes:
            return
        self._used = item.run.rule
        self._adopt(item.run.rule or _usual(item))

    def _show_why(self, item: RunItem | None) -> None:
        """Say why nothing is here, or show the body."""
        why = ""
        if item is not None and not item.dataset.classes:
            why = "A number is predicted here: there are no classes to decide between."
        elif item is not None and item.run is None:
            why = "A threshold can be chosen when the training has ended."
        elif item is not None and item.history.rounds == 0:
            why = item.run.outcome.sentence if item.run else ""
        self.set_empty_text(why or self.empty_text)
        self.show_body(item is not None and not why)

    def show_options(self) -> None:
        """Other rows, or another curve."""
        item = self.workspace.current
        if item is None:
            return
        which = self._which(item)
        _choose(self.figure_box, self.options.figure)
        _choose(self.rows_box, which.value)
        self.rows_box.setEnabled(item.dataset.has_validation)
        self.rare_row.precision.show_value(100 * self.options.precision)
        self.rare_row.top.show_value(100 * self.options.top)
        self._arrange()
        self._compute()

    def show_model(self) -> None:
        """The run may decide by another rule, or have ended."""
        item = self.workspace.current
        if item is None or item.run is None:
            return
        if self.rule is None:
            self.restart()
            self._arrange()
        elif item.run.rule is not self._used:
            self._used = item.run.rule
            self._adopt(item.run.rule or _usual(item))
        self._compute()

    def show_rows(self) -> None:
        """Another round."""
        self._compute()

    def _which(self, item: RunItem) -> JudgedRows:
        wanted = self.options.rows if self.options.rows in _ROWS else JudgedRows.VALIDATION.value
        return JudgedRows(wanted) if item.dataset.has_validation else JudgedRows.TRAINING

    def _compute(self) -> None:
        item, snapshot = self.workspace.current, self.workspace.snapshot
        if item is None or item.run is None or snapshot is None or self.rule is None:
            return
        if snapshot.history is not item.history or not item.history.rounds:
            return
        work = functools.partial(DecidedRows.of, item.run, snapshot, self._which(item))
        self.compute(work, self._show)

    def _show(self, decided: DecidedRows) -> None:
        self.decided = decided
        self._draw()
        self._want()

    # The rule that is shown

    def _adopt(self, rule: DecisionRule) -> None:
        """Show another rule and its costs."""
        item = self.workspace.current
        assert item is not None
        classes = item.dataset.classes
        self.rule = rule
        is_two = len(classes) == 2
        for part in (self.threshold_row, self.cost_row):
            part.setVisible(is_two)
        self._arrange()
        self.figure_box.setVisible(is_two)
        self.table.setVisible(not is_two)
        if is_two:
            self.cost_row.show_costs(rule.costs, classes)
            self.threshold_row.show_threshold(rule.threshold or 0.0)
        else:
            self.table.show_costs(rule.costs, classes)
        self._show_buttons()
        self._draw()

    def _moved(self, threshold: float) -> None:
        """The threshold moves: everything but the words follows at once."""
        if self.rule is not None:
            self.rule = DecisionRule.from_threshold(threshold, 1, self.rule.costs)
            self._follow()

    def _dragged(self) -> None:
        self._go_to(from_odds(self.figures.cost.line.value()))

    def _clicked_roc(self, x: float, y: float, _adds: bool) -> None:
        self._clicked(self.figures.roc, x, y)

    def _clicked_precision(self, x: float, y: float, _adds: bool) -> None:
        self._clicked(self.figures.precision, x, y)

    def _clicked(self, plot: RankPlot, x: float, y: float) -> None:
        """A click on a curve puts the threshold there."""
        counts = self.decided.counts if self.decided is not None else None
        if counts is not None and len(plot.x):
            self._go_to(at_point(counts, plot, x, y))

    def _go_to(self, threshold: float) -> None:
        self.threshold_row.show_threshold(threshold)
        self._moved(threshold)

    def _price(self, costs: Matrix) -> None:
        """Errors cost otherwise: until the best is found, the costs alone decide."""
        item = self.workspace.current
        if self.rule is None or item is None or item.run is None:
            return
        self._adopt(DecisionRule.from_costs(costs, item.run.model.commonest))
        if self.finder.knows(item):
            self.finder.start(item, costs)

    def _take(self, rule: DecisionRule) -> None:
        """The best was found."""
        if self.rule is not None and rule.costs == self.rule.costs:
            self._adopt(rule)

    def _use(self) -> None:
        if self.rule is not None:
            self.workspace.decide_by(self.rule)

    def _find_or_stop(self) -> None:
        item = self.workspace.current
        if self.finder.is_running:
            self.finder.stop()
        elif item is not None and self.rule is not None:
            self.finder.start(item, self.rule.costs)

    def _show_buttons(self) -> None:
        buttons, rule, used = self.buttons, self.rule, self._used
        is_known = self.finder.is_running
        buttons.find.setText(f"Stop {percent(self.finder.share, 0)}" if is_known else "Find best")
        is_used = rule is not None and used is not None and same_deciding(rule, used)
        is_usual = used is None and rule is not None and rule.is_usual
        buttons.use.setEnabled(rule is not None and not is_used and not is_usual)
        buttons.usual.setEnabled(used is not None)

    # Drawing

    @property
    def _drawn(self) -> tuple[DecidedRows, DecisionRule] | None:
        """The rows and the rule, once both are there and of the same classes."""
        rows, rule = self.decided, self.rule
        is_there = rows is not None and rule is not None and len(rule) == len(rows.classes)
        return (rows, rule) if is_there else None  # type: ignore[return-value]

    def _draw(self) -> None:
        """Everything, of other rows or other costs."""
        if self._drawn is None:
            return
        rows, rule = self._drawn
        self.figures.draw(rows, rule)
        self.threshold_row.show_span(self.figures.cost.span)
        if rule.threshold is not None:
            self.threshold_row.show_threshold(rule.threshold)
        self._follow()
        self._say()

    def _follow(self) -> None:
        """What moves with the threshold; the words follow once it rests."""
        if self._drawn is not None:
            self.figures.follow(*self._drawn)
            self._show_buttons()
            self._later.start(_SOON)

    def _say(self) -> None:
        """In words, once the threshold rests."""
        if self._drawn is not None:
            rows, rule = self._drawn
            found = rule.found(rows.classes)
            self.headline.say(headline(rows, rule, self._used), plain(found))
            self.tell()

    def _arrange(self) -> None:
        """All plots where there is room, else one curve beside the confusion."""
        item = self.workspace.current
        if item is None or not item.dataset.classes:
            return
        is_two = len(item.dataset.classes) == 2
        curve = self.options.figure if self.options.figure in CURVES else COST
        has_room = self.width() >= _ROOMY[0] and self.height() >= _ROOMY[1]
        self.figures.arrange(curve, is_two, has_room)
        self.figure_box.setEnabled(not has_room)
        # What is wanted of a class belongs to precision and recall, and takes room.
        self.rare_row.setVisible(is_two and (curve == PRECISION or has_room))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """More room, more plots."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._arrange)

    def apply_theme(self, theme: Theme) -> None:
        """Colour all plots."""
        super().apply_theme(theme)
        self.figures.apply_theme(theme)

    # What is wanted of a class

    def _want(self) -> None:
        """Compute recall at the precision, and the lift, off the GUI thread."""
        rows = self.decided
        precision, top = self.rare_row.precision.value() / 100, self.rare_row.top.value() / 100
        if (precision, top) != (self.options.precision, self.options.top):
            self.change_options(precision=precision, top=top)
        if rows is None or rows.counts is None:
            return
        if not has_both(rows.verdicts.given == 1, rows.weights):
            self.rare_row.say("needs rows of both classes", "needs rows of both classes")
            return
        work = functools.partial(rows.found, precision, top)
        self._rares.follow(
            "Looking at the top rows", lambda _watch: work(), self._show_rare, self.fail
        )

    def _show_rare(self, found: RareClass) -> None:
        self.rare = found
        self.rare_row.say(*rare_words(found))
        self.tell()

    # The mouse

    def _select_cell(self, x: float, y: float, adds: bool) -> None:
        if self._drawn is None:
            return
        rows, rule = self._drawn
        given, said, last = round(y), round(x), len(rule) - 1
        if 0 <= given <= last and 0 <= said <= last:
            named = rule.decided(rows.shares)
            lines = rows.lines[(rows.verdicts.given == given) & (named == said)]
            self.workspace.select(np.union1d(self.workspace.selection, lines) if adds else lines)

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        text = "" if self._drawn is None else self.figures.tip(arguments[0], *self._drawn)
        self.canvas.setToolTip(plain(text))

    # In words and numbers

    def said(self) -> str:
        """The headline."""
        return self.headline.whole

    def describe(self) -> str:
        """The headline, the confusion, and how well the class is found."""
        told = [super().describe()]
        if self._drawn is not None:
            rows, rule = self._drawn
            counts, _ = rows.confusion(rule.decided(rows.shares))
            told += [rule.found(rows.classes), confusion_words(rows.classes, counts)]
            if self.rare is not None and rows.counts is not None:
                told += self.rare.sentences
        return " ".join(filter(None, told))

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The curves over the thresholds, and the confusion."""
        return {} if self._drawn is None else self._drawn[0].numbers(self._drawn[1])


def _usual(item: RunItem) -> DecisionRule:
    """What stands for the largest share: half of the probability, or equal costs."""
    classes = len(item.dataset.classes)
    commonest = item.run.model.commonest if item.run else 0
    return DecisionRule.from_costs(equal_costs(classes), commonest)


def _choose(box: QComboBox, value: str) -> None:
    box.setCurrentIndex(box.findData(value))
