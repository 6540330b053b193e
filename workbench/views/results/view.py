"""Results: how good the ensemble is at a round, and on which rows it is wrong."""

import functools
import html
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QWidget

from core.base.lacking import Lacking
from core.judging.diagnostics.verdicts import (
    JudgedRows,
    Verdicts,
    class_shares,
    headline,
)
from core.learning.counting import Counting
from core.learning.snapshot import Snapshot
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.figure_view import FigureView
from workbench.viewing.rows_shown import RowsShown
from workbench.viewing.view import Options
from workbench.views.results.calibration_figure import CalibrationFigure
from workbench.views.results.confusion_figure import ConfusionFigure
from workbench.views.results.figure import AnyFigure, Asked, ClassAsked
from workbench.views.results.histogram_figures import ProbabilityFigure, ResidualHistogramFigure
from workbench.views.results.number_figures import PredictedGivenFigure, ResidualsFigure
from workbench.views.results.rank_figures import PrecisionRecallFigure, RocFigure
from workbench.views.results.score_figures import ScoresFigure
from workbench.views.results.words import more_about, rule_words, sentence_of

CLASS_FIGURES: dict[str, tuple[str, type[AnyFigure]]] = {
    "confusion": ("Confusion matrix", ConfusionFigure),
    "scores": ("Recall, precision, F1", ScoresFigure),
    "roc": ("ROC curve", RocFigure),
    "precision": ("Precision and recall", PrecisionRecallFigure),
    "calibration": ("Calibration", CalibrationFigure),
    "probabilities": ("Probabilities", ProbabilityFigure),
}
NUMBER_FIGURES: dict[str, tuple[str, type[AnyFigure]]] = {
    "predicted": ("Predicted and given", PredictedGivenFigure),
    "residuals": ("Residuals", ResidualsFigure),
    "residual_histogram": ("Residual histogram", ResidualHistogramFigure),
}
_ROWS = {
    JudgedRows.VALIDATION.value: "Validation rows",
    JudgedRows.TRAINING.value: "Training rows",
    JudgedRows.ALL.value: "All rows",
}


@dataclass(frozen=True)
class ResultsOptions(Options):
    """What is drawn, of which rows, and which class is held against the rest."""

    classes_part: str = "confusion"
    numbers_part: str = "predicted"
    rows: str = JudgedRows.VALIDATION.value
    label: str = ""
    """The name of the class; empty for the last of two, or the first of many."""


@dataclass(frozen=True, eq=False)
class _Answer:
    """What was computed for a figure."""

    key: tuple[str, str]
    """The figure and the rows that were asked for."""
    snapshot: Snapshot
    asked: Asked
    found: object
    words: tuple[str, ...]
    """What is said above it, in rich text."""


@dataclass(frozen=True)
class _Refusal:
    """The sentence that says why nothing could be computed for a figure."""

    key: tuple[str, str]
    why: str


class Results(FigureView):
    """The confusion matrix, curves and histograms of some rows at the round shown."""

    name = "results"
    title = "Results"
    shows = RowsShown.ALL
    empty_text = (
        "How good the ensemble is, and which classes it takes for one another, will be drawn "
        "here.\nPress Train to start."
    )
    options_type = ResultsOptions
    figure: AnyFigure | None

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self._figure_key = ""
        self._answer: _Answer | _Refusal | None = None
        self._range_key: tuple[object, ...] = ()
        self.part_box, self.rows_box, self.class_box = (
            self.add_box("Figure"),
            self.add_box("Rows"),
            self.add_names_box("Class"),
        )
        self.part_box.activated.connect(self._choose_part)
        self.rows_box.activated.connect(
            lambda: self.change_options(rows=self.rows_box.currentData())
        )
        self.class_box.activated.connect(
            lambda: self.change_options(label=self.class_box.currentData())
        )
        for value, text in _ROWS.items():
            self.rows_box.addItem(text, value)

    def restart(self) -> None:
        """The figures and classes of another run."""
        item = self.workspace.current
        self._answer = None
        self._range_key = ()
        self.drop_figure()
        has_rounds = item is not None and (item.run is None or item.history.rounds > 0)
        why = item.run.outcome.sentence if item and item.run and not has_rounds else ""
        self.set_empty_text(why or self.empty_text)
        self.show_body(has_rounds)
        if item is None:
            return
        self._fill(self.part_box, {key: text for key, (text, _) in self._figures(item).items()})
        self._fill(self.class_box, {name: name for name in item.dataset.classes})
        self.rows_box.setEnabled(item.dataset.has_validation)

    @staticmethod
    def _fill(box: QComboBox, choices: Mapping[str, str]) -> None:
        with QSignalBlocker(box):
            box.clear()
            for value, text in choices.items():
                box.addItem(text, value)

    @staticmethod
    def _figures(item: RunItem) -> dict[str, tuple[str, type[AnyFigure]]]:
        return CLASS_FIGURES if item.dataset.classes else NUMBER_FIGURES

    def _part(self, item: RunItem) -> str:
        wanted = self.options.classes_part if item.dataset.classes else self.options.numbers_part
        figures = self._figures(item)
        return wanted if wanted in figures else next(iter(figures))

    def _which(self, item: RunItem) -> JudgedRows:
        """The rows asked for; without validation rows there are only training rows."""
        return JudgedRows(self.options.rows) if item.dataset.has_validation else JudgedRows.TRAINING

    def _positive(self, item: RunItem) -> int:
        classes = item.dataset.classes
        if self.options.label in classes:
            return classes.index(self.options.label)
        return 1 if len(classes) == 2 else 0

    def _choose_part(self) -> None:
        item = self.workspace.current
        if item is not None:
            option = "classes_part" if item.dataset.classes else "numbers_part"
            self.change_options(**{option: self.part_box.currentData()})

    def show_options(self) -> None:
        """Show the choices, and draw what was chosen."""
        item = self.workspace.current
        if item is None:
            return
        part = self._part(item)
        self.part_box.setCurrentIndex(self.part_box.findData(part))
        self.rows_box.setCurrentIndex(self.rows_box.findData(self._which(item).value))
        self.class_box.setVisible(self._figures(item)[part][1].needs_shares)
        if item.dataset.classes:
            self.class_box.setCurrentIndex(self._positive(item))
        self._render()

    def show_rows(self) -> None:
        """Draw the round whose rows are there."""
        self._render()

    def show_model(self) -> None:
        """Some probabilities are there only when the training has ended."""
        if isinstance(self._answer, _Refusal):
            self._render()

    def _render(self) -> None:
        item, snapshot = self.workspace.current, self.workspace.snapshot
        if item is None or snapshot is None or snapshot.history is not item.history:
            return
        if item.run is not None and item.history.rounds == 0:
            return
        part, which = self._part(item), self._which(item)
        kind = self._figures(item)[part][1]
        self.compute(
            functools.partial(_answer, item, snapshot, part, kind, which, self._positive(item)),
            self._show,
        )

    def _show(self, answer: _Answer | _Refusal) -> None:
        item = self.workspace.current
        if item is None or answer.key != (self._part(item), self._which(item).value):
            return
        self._answer = answer
        if isinstance(answer, _Refusal):
            self.drop_figure()
            self.say(html.escape(answer.why))
            return
        part = answer.key[0]
        if self.figure is None or self._figure_key != part:
            self.drop_figure()
            kind = self._figures(item)[part][1]
            self.figure = kind(self.paper, self.theme, answer.asked, answer.found)
            self._figure_key = part
        self.show_body(True)
        about = Counting.of(item.dataset).sentence if answer.key[1] != "training" else ""
        self.say(" ".join(filter(None, [*answer.words, about])))
        self.figure.draw(answer.asked, answer.found)
        key = (part, self._which(item), item)
        # While training nothing jumps, but numbers may leave the range that they were in.
        if key != self._range_key or (item.run is None and not item.dataset.classes):
            self._range_key = key
            self.figure.show_all()
        self.show_selection()

    def drop_figure(self) -> None:
        """Nothing is drawn, in no range."""
        super().drop_figure()
        self._figure_key, self._range_key = "", ()

    def show_selection(self) -> None:
        """Mark the selected rows that are drawn."""
        if self.figure is None or not isinstance(self._answer, _Answer):
            return
        rows = self._answer.asked.verdicts.rows
        selected = self.workspace.selected_rows()
        places = np.searchsorted(rows, selected)
        places = np.minimum(places, len(rows) - 1)
        self.figure.mark(places[rows[places] == selected])

    def clicked(self, x: float, y: float, adds: bool) -> None:
        """Select the rows that are drawn there."""
        answer = self._answer
        if self.figure is None or not isinstance(answer, _Answer):
            return
        lines = answer.asked.lines[self.figure.rows_at(x, y)]
        if adds:
            lines = np.union1d(self.workspace.selection, lines)
        elif not self.figure.deed:
            return  # nothing to select here: what is selected stays
        self.workspace.select(lines)


def _answer(
    item: RunItem,
    snapshot: Snapshot,
    part: str,
    kind: type[AnyFigure],
    which: JudgedRows,
    positive: int,
) -> _Answer | _Refusal:
    """Runs off the GUI thread."""
    verdicts = Verdicts.of(snapshot.history, snapshot.said, which)
    asked = Asked(verdicts, item.dataset.lines[verdicts.rows])
    key = (part, which.value)
    if kind.needs_shares:
        shares = class_shares(item.run or snapshot.history, snapshot.round, verdicts.rows)
        if isinstance(shares, Lacking):
            why = "The probabilities of this ensemble can be seen when its training has ended."
            return _Refusal(key, why)
        own = snapshot.rule.threshold if snapshot.rule else None
        threshold = 0.5 if own is None else own if positive == 1 else 1 - own
        asked = ClassAsked(verdicts, asked.lines, positive, shares[:, positive], threshold)
    try:
        found = kind.work(asked)
        usual = Verdicts.of(snapshot.history, snapshot.suggested, which)
        words = (
            sentence_of(verdicts, headline(verdicts)),
            rule_words(snapshot.rule, usual),
            more_about(verdicts, found),
        )
        return _Answer(key, snapshot, asked, found, words)
    except ValueError as error:
        why = f"{error} Choose another class or other rows."
    return _Refusal(key, why)
