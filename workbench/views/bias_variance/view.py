"""Bias and variance: whether an ensemble errs alike each time, or differently each time."""

import functools
import html
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from core.base.wording import count, duration, grouped, percent, readable
from core.data.dataset import Dataset
from core.judging.theory.bias_question import DEPTH, LEARNER, ROUNDS, SHARE, BiasQuestion
from core.judging.theory.bias_variance import SQUARED, ZERO_ONE, Decomposition
from workbench.plotting.axes.class_axis import ClassAxis
from workbench.plotting.click_box import ClickBox
from workbench.plotting.plot_cursor import PlotCursor, Stops, StopsAlong
from workbench.shell.theme import GRID, Theme
from workbench.state.workspace import Workspace
from workbench.viewing.headline import ViewWords
from workbench.viewing.view import Options, PlotView, plain_words
from workbench.views.bias_variance.term_bars import TermBars

_WHAT = {
    ROUNDS: "Ensemble, by rounds",
    DEPTH: "Ensemble, by tree depth",
    LEARNER: "One tree, by its depth",
}
_LOSSES = {ZERO_ONE: "Wrong rows", SQUARED: "Squared loss"}
_REPEATS = {10: "10 repeats", 20: "20 repeats", 50: "50 repeats"}


@dataclass(frozen=True)
class BiasVarianceOptions(Options):
    """What is varied, which loss is taken apart, and how often it is trained."""

    what: str = ROUNDS
    loss: str = ZERO_ONE
    repeats: int = 10


class BiasVariance(PlotView):
    """Bias², variance and error, computed on demand from many trainings."""

    name = "bias_variance"
    title = "Bias and variance"
    empty_text = (
        "Whether the ensemble errs alike each time it is trained, or differently each time, can "
        "be computed here.\nTrain it once first."
    )
    options_type = BiasVarianceOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self._bottom, self._left = self.axes["bottom"], self.axes["left"]
        self.plot.showGrid(x=False, y=True, alpha=0.15)
        self.plot.setMouseEnabled(x=False, y=False)
        self.terms = TermBars(self.plot)
        self.round_line = pg.InfiniteLine(angle=90)
        self.plot.addItem(self.round_line)
        self.what_box = self.add_choice("", "what", _WHAT)
        self.loss_box = self.add_choice("", "loss", _LOSSES)
        self.repeats_box = self.add_choice("", "repeats", _REPEATS)
        for box, label in (
            (self.what_box, "What is varied"),
            (self.loss_box, "Loss"),
            (self.repeats_box, "How often it is trained"),
        ):
            box.setAccessibleName(label)
            box.setToolTip(label)
        self.button = QPushButton("Compute")
        self.button.clicked.connect(self.compute_or_cancel)
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName("Progress of bias and variance")
        self.note = ViewWords(self)
        self.hint = QLabel(
            "An error that stays the same whichever rows are trained on is bias; one that changes "
            "with them is variance.\nPress Compute to train again and again and tell them apart."
        )
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setWordWrap(True)
        self.hint.setMargin(3 * GRID)
        self.hint.setProperty("quiet", True)
        self._place_controls()
        self._trainings = self.make_lane()
        self._kept: dict[BiasQuestion, tuple[Decomposition, ...]] = {}
        self._kept_of: Dataset | None = None
        self._clicks.clicked.connect(self._clicked)
        self.plot_cursor = PlotCursor(
            self.canvas, self.plot, self._stops, self._clicked, self._told_at, self._deed
        )
        self._clicks.sigResized.connect(self._bottom.fit)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    def make_axes(self) -> dict[str, ClassAxis]:
        """Numbers of rounds or depths below, errors up the left."""
        return {side: ClassAxis(side) for side in ("bottom", "left")}

    def make_view_box(self) -> pg.ViewBox:
        """A click goes to a round."""
        self._clicks = ClickBox()
        return self._clicks

    def _place_controls(self) -> None:
        strip = QWidget()
        line = QHBoxLayout(strip)
        line.setContentsMargins(GRID, 0, GRID, 4)
        line.setSpacing(GRID)
        line.addWidget(self.button)
        line.addWidget(self.note, 1)
        body = self._body.layout()
        assert isinstance(body, QVBoxLayout)
        body.insertWidget(1, strip)
        body.insertWidget(2, self.bar)
        body.addWidget(self.hint, 1)

    def apply_theme(self, theme: Theme) -> None:
        """Colour the bars."""
        super().apply_theme(theme)
        self.terms.apply_theme(theme)
        self.round_line.setPen(pg.mkPen(theme.accent, width=1, style=Qt.PenStyle.DashLine))

    # What is asked and what is known

    @property
    def question(self) -> BiasQuestion | None:
        """What the options and the current run ask for."""
        item = self.workspace.current
        if item is None:
            return None
        options = self.options
        loss = options.loss if item.dataset.classes else SQUARED
        return BiasQuestion.of(item.settings, options.what, loss, options.repeats)

    @property
    def found(self) -> tuple[Decomposition, ...] | None:
        """The answer, if it was computed already."""
        question = self.question
        return None if question is None else self._kept.get(question)

    def restart(self) -> None:
        """Answers are kept as long as the data are the same."""
        item = self.workspace.current
        self.set_empty_text(self.empty_text)
        if item is None or item.dataset is not self._kept_of:
            self.cancel()
            self._kept = {}
            self._kept_of = item.dataset if item else None
        if item is not None and not item.dataset.has_validation:
            self.set_empty_text(
                "Bias and variance are judged on validation rows, and there are none. Choose "
                "a validation share above 0 beside the target."
            )
        self.show_body(item is not None and item.dataset.has_validation)
        self.loss_box.setVisible(item is not None and bool(item.dataset.classes))

    def show_options(self) -> None:
        """Draw the answer to what is asked now, if there is one."""
        options = self.options
        for box, value in (
            (self.what_box, options.what),
            (self.loss_box, options.loss),
            (self.repeats_box, options.repeats),
        ):
            box.setCurrentIndex(box.findData(value))
        self._draw()

    def show_round(self) -> None:
        """Mark the round, where rounds are drawn."""
        question = self.question
        by_rounds = question is not None and question.what == ROUNDS and bool(self.found)
        self.round_line.setVisible(by_rounds)
        if question is not None and by_rounds:
            places = question.places
            self.round_line.setValue(np.interp(self.workspace.round, places, range(len(places))))

    # Computing

    def compute_or_cancel(self) -> None:
        """The one button: start, or end what runs."""
        if self._trainings.is_running:
            self.cancel()
            return
        item, question = self.workspace.current, self.question
        if item is None or question is None or question.why_not:
            return
        dataset = item.dataset
        self._trainings.start(
            "Telling bias and variance apart",
            functools.partial(question.answer, dataset),
            functools.partial(self._take, question, dataset),
            self._fail,
            progressed=lambda _job: self._show_progress(),
        )
        self._show_state()

    def cancel(self) -> None:
        """Ask what runs to end; it does so after the round under way."""
        if self._trainings.is_running:
            self._trainings.cancel()
            self._draw()

    def _take(
        self, question: BiasQuestion, dataset: Dataset, found: tuple[Decomposition, ...]
    ) -> None:
        if dataset is self._kept_of:
            self._kept[question] = found
        self._draw()
        self.tell()

    def _fail(self, error: Exception) -> None:
        self._draw()
        self.fail(error)

    # Drawing

    def _draw(self) -> None:
        question, found = self.question, self.found
        self._show_state()
        self.canvas.setVisible(found is not None)
        self.hint.setVisible(found is None)
        if question is None or found is None:
            self.terms.hide()
            return
        self._bottom.setLabel("round" if question.what == ROUNDS else "depth of the trees")
        self._bottom.say_names([grouped(place) for place in question.places])
        is_share = question.loss == ZERO_ONE
        self._left.say_numbers(is_share)
        self._left.setLabel("wrong rows" if is_share else "squared loss")
        self.terms.show(self.numbers()["terms"], percent if is_share else readable)
        self.show_round()

    def _show_state(self) -> None:
        """The button, the bar and the sentence beside them."""
        item, question = self.workspace.current, self.question
        if item is None or question is None:
            return
        runs = self._trainings.is_running
        self.button.setText("Cancel" if runs else "Compute")
        self.button.setEnabled(runs or not question.why_not)
        self.bar.setVisible(runs)
        for box in (self.what_box, self.loss_box, self.repeats_box):
            box.setEnabled(not runs)
        told = question.why_not or self._sentence(item.dataset, question)
        self.note.say(html.escape(told))
        self._show_progress()

    def _sentence(self, dataset: Dataset, question: BiasQuestion) -> str:
        if self.found is not None:
            return question.verdict(self.found)
        rows = round(SHARE * int((~dataset.validation).sum()))
        run = self.workspace.current.run if self.workspace.current else None
        takes = ""
        if run is not None and question.what == ROUNDS:
            takes = f" About {duration(SHARE * run.seconds * question.trainings)}."
        return (
            f"{count(question.trainings, 'training')} on {count(rows, 'row')} drawn at random "
            f"each, judged on {count(int(dataset.validation.sum()), 'validation row')}.{takes}"
        )

    def _show_progress(self) -> None:
        progress = self._trainings.progress
        self.bar.setValue(round(1000 * progress.share) if progress else 0)

    def describe(self) -> str:
        """The verdict, and the terms at the beginning, in the middle and at the end."""
        question, found = self.question, self.found
        if question is None or found is None:
            return f"{plain_words(self.note.whole)} {self.hint.text()}"
        places = sorted({0, len(found) // 2, len(found) - 1})
        told = "; ".join(self._told(place) for place in places)
        return f"{plain_words(self.note.whole)} {told}."

    def said(self) -> str:
        """The verdict."""
        return self.note.whole

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The terms at each number of rounds, or depth."""
        question, found = self.question, self.found
        if question is None or found is None:
            return {}
        name = "rounds" if question.what == ROUNDS else "depth"
        terms = {
            name: question.places,
            "bias2": [own.bias2 for own in found],
            "variance": [own.variance for own in found],
            "error": [own.error for own in found],
            "repeats": [own.repeats for own in found],
        }
        return {"terms": pd.DataFrame(terms)}

    def _clicked(self, x: float, y: float, adds: bool) -> None:
        del y, adds
        question = self.question
        if question is not None and question.what == ROUNDS and self.found is not None:
            places = question.places
            self.workspace.go_to(places[min(len(places) - 1, max(0, round(x)))])

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        text = ""
        if self._clicks.sceneBoundingRect().contains(arguments[0]):
            point = self._clicks.mapSceneToView(arguments[0])
            text = self._told_at(point.x(), point.y())
        self.canvas.setToolTip(text)

    def _stops(self) -> Stops:
        """The tops of the bars."""
        errors = np.array([own.error for own in self.found or ()], np.float64)
        return StopsAlong(np.arange(len(errors), dtype=np.float64), errors)

    def _deed(self) -> str:
        question = self.question
        return "go to its round" if question is not None and question.what == ROUNDS else ""

    def _told_at(self, x: float, _y: float) -> str:
        """The terms of the bar that is drawn there."""
        place = round(x)
        return self._told(place, "\n") if 0 <= place < len(self.found or ()) else ""

    def _told(self, place: int, comma: str = ", ") -> str:
        """The terms at one number of rounds, or depth."""
        question, found = self.question, self.found
        assert question is not None
        assert found is not None
        own, at = found[place], question.places[place]
        written = percent if question.loss == ZERO_ONE else readable
        parts = [
            f"{'round' if question.what == ROUNDS else 'depth'} {grouped(at)}",
            f"bias² {written(own.bias2)}",
            f"variance {written(own.variance)}",
            f"error {written(own.error)}",
        ]
        return comma.join(parts)
