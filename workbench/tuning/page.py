"""Tune: tick what is tried, give it some minutes, watch the trials, keep the best."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import count
from core.judging.tuning.tuning import MOST_MINUTES, OUTER_FOLDS
from core.learning.tuned import JudgedOn
from workbench.shell.help_button import HelpButton
from workbench.shell.page import Page
from workbench.shell.theme import GRID, Theme
from workbench.tuning.best_plot import BestPlot
from workbench.tuning.controller import TuningController, TuningState
from workbench.tuning.spaces_tree import SpacesTree
from workbench.tuning.trials_table import TrialsTable

_USUAL_MINUTES = 5.0
_SETUP_WIDTH = 400


class TunePage(Page):
    """What is tried on the left; what came of it so far on the right."""

    place = "train"
    start_asked = Signal()
    usual_asked = Signal()
    """One of each of the usual families is to be tried."""
    run_asked = Signal()
    """The tuned run is to be shown."""

    def __init__(self, tuner: TuningController, parent: QWidget | None = None) -> None:
        super().__init__("Tune", back="Back to the plots", parent=parent)
        self._tuner = tuner
        self.help = HelpButton("pages", "tune", "Tune", self)
        self.add_to_head(self.help)
        self.tree = SpacesTree()
        self.tree.changed.connect(self.redraw)
        self.usual = QPushButton("&Usual families")
        self.usual.setToolTip("Tick one of each of the usual families: find me the best")
        self.usual.clicked.connect(self.usual_asked)
        self.minutes = QDoubleSpinBox()
        self.minutes.setRange(0.1, MOST_MINUTES)
        self.minutes.setDecimals(1)
        self.minutes.setValue(_USUAL_MINUTES)
        self.minutes.setSuffix(" min")
        self.minutes.setAccessibleName("Minutes to tune for")
        self.trouble = QLabel(wordWrap=True)
        self.trouble.setProperty("warning", True)
        self.start = QPushButton("&Tune")
        self.start.setProperty("primary", True)
        self.start.clicked.connect(self.start_asked)
        self.pause = QPushButton("&Pause")
        self.pause.clicked.connect(tuner.pause_or_resume)
        self.stop = QPushButton("&Stop and keep the best")
        self.stop.setToolTip(
            "Try no more, and train the best so far on all training rows. A fit by a library "
            "(SVM, network, logistic regression) comes to its end first."
        )
        self.stop.clicked.connect(tuner.stop)
        self.discard = QPushButton("Dis&card")
        self.discard.setToolTip("End it, and keep nothing")
        self.discard.clicked.connect(tuner.discard)
        self.show_run = QPushButton("Sho&w the run")
        self.show_run.setToolTip("The tuned run, in the plots and in the list of runs")
        self.show_run.clicked.connect(self.run_asked)
        self.told = QLabel(wordWrap=True)
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.told.setAccessibleName("How the tuning goes")
        self.judging = QLabel(wordWrap=True)
        self.judging.setProperty("quiet", True)
        self.table = TrialsTable()
        self.plot = BestPlot()
        self._rest = QWidget()
        """Where the trials will stand: what is said stays above."""
        self._lay_out()
        tuner.changed.connect(self.redraw)
        tuner.workspace.dataset_changed.connect(self.redraw)
        self.redraw()

    def _lay_out(self) -> None:
        setup = QWidget()
        left = QVBoxLayout(setup)
        left.setContentsMargins(0, 0, GRID, 0)
        left.setSpacing(GRID)
        left.addWidget(self.tree, 1)
        left.addWidget(self.trouble)
        budget = QHBoxLayout()
        budget.setSpacing(GRID)
        label = QLabel("F&or")
        label.setBuddy(self.minutes)
        budget.addWidget(self.usual)
        budget.addStretch(1)
        budget.addWidget(label)
        budget.addWidget(self.minutes)
        budget.addWidget(self.start)
        left.addLayout(budget)
        course = QWidget()
        right = QVBoxLayout(course)
        right.setContentsMargins(GRID, 0, 0, 0)
        right.setSpacing(GRID)
        right.addWidget(self.told)
        right.addWidget(self.judging)
        right.addWidget(self.table, 3)
        right.addWidget(self.plot, 1)
        right.addWidget(self._rest, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID)
        for button in (self.pause, self.stop, self.discard, self.show_run):
            buttons.addWidget(button)
        buttons.addStretch(1)
        right.addLayout(buttons)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.addWidget(setup)
        parts.addWidget(course)
        parts.setStretchFactor(1, 1)
        parts.setSizes([_SETUP_WIDTH, 3 * _SETUP_WIDTH])
        parts.setChildrenCollapsible(False)
        self.column.addWidget(parts, 1)

    def take_focus(self) -> None:
        """The keys go to what is tried, or to the way to hold it up."""
        (self.pause if self._tuner.is_running else self.tree).setFocus()

    def follow_keys(self) -> None:
        """What had the focus cannot be used any more, or something else can: go there."""
        if self.isVisible():
            self.take_focus()

    def redraw(self) -> None:
        """Derive everything from what happens now."""
        tuner = self._tuner
        is_running, state = tuner.is_running, tuner.state
        had_keys = any(each.hasFocus() for each in (self.pause, self.stop, self.discard))
        trouble = self.tree.trouble
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble) and not is_running)
        self.start.setEnabled(
            not trouble and not is_running and tuner.workspace.dataset is not None
        )
        for widget in (self.tree, self.usual, self.minutes):
            widget.setEnabled(not is_running)
        for button in (self.pause, self.stop, self.discard):
            button.setVisible(is_running)
        is_stopping = state is TuningState.STOPPING
        self.pause.setEnabled(not is_stopping)
        self.stop.setEnabled(not is_stopping)
        self.pause.setText("Go o&n" if state is TuningState.PAUSED else "&Pause")
        self.show_run.setVisible(tuner.run is not None)
        self.told.setText(self._sentence())
        judging = self._how_judged()
        self.judging.setText(judging)
        self.judging.setVisible(bool(judging))
        self.table.show_tuning(tuner.tuning, is_running)
        self.plot.show_tuning(tuner.tuning)
        is_seen = tuner.tuning is not None
        self.table.setVisible(is_seen)
        self.plot.setVisible(tuner.tuning is not None and bool(tuner.tuning.improvements))
        self._rest.setVisible(not is_seen)
        if had_keys and not is_running:  # else the keys would go wherever Qt leads them
            (self.show_run if tuner.run is not None else self.tree).setFocus()

    def _sentence(self) -> str:
        tuner, tuning = self._tuner, self._tuner.tuning
        if tuner.run is not None and tuner.run.tuned is not None:
            return tuner.run.tuned.sentence
        if not tuner.is_running:
            if tuning is not None:
                return "Discarded: nothing of it is kept."
            return (
                "Tick the ensembles and settings that are worth trying. Each trial is trained on "
                "folds of the training rows; those that look bad on few folds and rounds end "
                "early, the others go on. The best becomes a run in the list."
            )
        return tuner.sentence

    def _how_judged(self) -> str:
        """Which rows judge in the end; said before, so that nobody wonders after."""
        tuner = self._tuner
        if tuner.run is not None and tuner.run.tuned is not None:
            told = tuner.run.tuned
            return "" if told.judged.on is JudgedOn.VALIDATION else told.judging
        dataset = tuner.dataset if tuner.is_running else tuner.workspace.dataset
        if dataset is None:
            return ""
        rows = int(dataset.validation.sum())
        if dataset.has_validation:
            return (
                f"The error that is told in the end is that of {count(rows, 'validation row')}, "
                "which tuning never sees. The errors on folds choose, and are too good."
            )
        return (
            "There are no validation rows. So the search has a part of the time, and is then done "
            f"again without each of {OUTER_FOLDS} outer folds, which judge what it chose: the "
            "error that is told is that of the whole procedure."
        )

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        super().apply_theme(theme)
        self.plot.apply_theme(theme)
