"""What if: what would be decided, or is decided by now, tried by any algorithm of the list."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import count
from core.judging.auditing.verdict import SuspicionKind
from core.judging.reviewing.decision import Verb
from core.judging.reviewing.proof import Proof
from core.learning import registry
from core.learning.ensemble import Ensemble
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.live_ranking import Suspects
from workbench.shell.theme import GRID

_INTRODUCTION = (
    "Trains twice, on the data before and after, and compares both on the same validation rows, by "
    "the labels of the file. Nothing is decided by asking."
)
_BOX_WIDTH = 46 * GRID
_DECIDED = "nothing more: try what is decided so far"


class AskedRows(enum.Enum):
    """The rows that a question is about."""

    FLAGGED = "all flagged rows that are not decided yet"
    LABELS = "only those with a contradicting label"


@dataclass(frozen=True)
class WhatIfQuestion:
    """What would be done, ready to be asked or decided."""

    verb: Verb | None
    """None: nothing more, what is decided so far is tried."""
    lines: tuple[int, ...]
    labels: Mapping[int, str]
    """The new labels, if rows are relabelled."""

    @property
    def words(self) -> str:
        """What would be done."""
        if self.verb is None:
            return f"{count(len(self.lines), 'row was', 'rows were')} changed by decisions so far"
        done = "relabelled" if self.verb is Verb.RELABEL else "excluded"
        return f"{count(len(self.lines), 'row')} would be {done}"


class WhatIfPanel(QWidget):
    """Asks one question at a time, shows the answer, and offers to do it."""

    def __init__(
        self, suspects: Suspects, reviewer: Reviewer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._suspects, self._reviewer = suspects, reviewer
        self._workspace = reviewer.workspace
        self._asked: WhatIfQuestion | None = None
        self.setAccessibleName("What if")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2 * GRID, 0, 0)
        layout.setSpacing(2 * GRID)
        self._make_question(layout)
        self._make_answer(layout)
        layout.addStretch(1)
        self._connect()
        self._forget()

    def _make_question(self, layout: QVBoxLayout) -> None:
        introduction = QLabel(_INTRODUCTION)
        introduction.setWordWrap(True)
        introduction.setProperty("quiet", True)
        self.verb = QComboBox()
        self.verb.setAccessibleName("What would be done")
        self.which = QComboBox()
        self.which.setAccessibleName("To which rows")
        for which in AskedRows:
            self.which.addItem(which.value, which)
        self.algorithm = QComboBox()
        self.algorithm.setAccessibleName("By which algorithm it is tried")
        self.rows = QLabel()
        self.rows.setProperty("quiet", True)
        self.ask = QPushButton("What if?")
        self.cancel = QPushButton("Cancel")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(240)
        self.progress.setAccessibleName("Progress of the question")
        for box in (self.verb, self.which, self.algorithm):
            box.setMinimumWidth(_BOX_WIDTH)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        form.addRow("D&o", self.verb)
        form.addRow("Row&s", self.which)
        form.addRow("&With", self.algorithm)
        form.addRow("", self.rows)
        layout.addWidget(introduction)
        layout.addLayout(form)
        layout.addLayout(_row(self.ask, self.progress, self.cancel))

    def _make_answer(self, layout: QVBoxLayout) -> None:
        self.answer = QLabel()
        font = self.answer.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.answer.setFont(font)
        self.details = QLabel()
        self.details.setProperty("quiet", True)
        for label in (self.answer, self.details):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.do = QPushButton("Do it")
        self.leave = QPushButton("Leave it")
        layout.addWidget(self.answer)
        layout.addWidget(self.details)
        layout.addLayout(_row(self.do, self.leave))

    def _connect(self) -> None:
        reviewer, suspects = self._reviewer, self._suspects
        self.verb.activated.connect(self.redraw)
        self.which.activated.connect(self.redraw)
        self.ask.clicked.connect(self._ask)
        self.cancel.clicked.connect(self._cancel)
        self.do.clicked.connect(self._do)
        self.leave.clicked.connect(self._forget)
        reviewer.progressed.connect(self._show_progress)
        reviewer.answered.connect(self._answered)
        suspects.changed.connect(self._forget)
        self._workspace.current_changed.connect(self.redraw)
        self._workspace.decisions_changed.connect(self.redraw)

    def question(self) -> WhatIfQuestion | None:
        """What is chosen; None if it is about no row."""
        ranking, decisions = self._suspects.ranking, self._workspace.decisions
        if ranking is None or decisions is None:
            return None
        audit, verb = ranking.audit, self.verb.currentData()
        if verb is None:
            done = tuple(decisions.changes().lines.tolist())
            return WhatIfQuestion(None, done, {}) if done else None
        lines = [
            int(ranking.lines[place])
            for place in range(ranking.count)
            if decisions.about(int(ranking.lines[place])) is None
            and (
                self.which.currentData() is not AskedRows.LABELS
                or audit is None
                or audit.kind(int(ranking.order[place])) is SuspicionKind.LABEL
            )
        ]
        labels = {}
        if verb is Verb.RELABEL:
            labels = ranking.relabelling(lines)
            lines = list(labels)
        return WhatIfQuestion(verb, tuple(sorted(lines)), labels) if lines else None

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """What changed while nobody looked is shown now."""
        super().showEvent(event)
        self.redraw()

    def redraw(self) -> None:
        """Show what is chosen."""
        self._show_progress()
        if not self.isVisible():
            return
        self._offer_verbs()
        self._offer_algorithms()
        question = self.question()
        self.which.setEnabled(self.verb.currentData() is not None and self.ask.isVisible())
        self.rows.setText(f"{question.words}." if question else "There is no such row.")
        self.ask.setEnabled(question is not None and self._settings() is not None)

    def _show_progress(self) -> None:
        share = self._reviewer.question_progress
        self.ask.setVisible(share is None)
        self.cancel.setVisible(share is not None)
        self.progress.setVisible(share is not None)
        self.progress.setRange(0, 1000)
        self.progress.setValue(int(1000 * (share or 0)))
        for box in (self.verb, self.which, self.algorithm):
            box.setEnabled(share is None)

    def _offer_verbs(self) -> None:
        """Numbers are not relabelled."""
        ranking = self._suspects.ranking
        verbs = {Verb.EXCLUDE: "exclude them"}
        if ranking is None or ranking.dataset.classes:
            verbs[Verb.RELABEL] = "relabel them to the suggestion"
        if self.verb.count() != len(verbs) + 1:
            self.verb.clear()
            for verb, text in verbs.items():
                self.verb.addItem(text, verb)
            self.verb.addItem(_DECIDED, None)

    def _offer_algorithms(self) -> None:
        """As the current run, or by the defaults of another algorithm that fits the target."""
        current, dataset = self._workspace.current, self._workspace.dataset
        offered = [] if current is None else [f"the settings of {current.name}"]
        kinds = [] if dataset is None else registry.members(Ensemble)
        fitting = [kind for kind in kinds if dataset and dataset.task in kind.tasks]
        titles = [f"{kind.title}, as it is by default" for kind in fitting]
        known = [self.algorithm.itemText(place) for place in range(self.algorithm.count())]
        if known == [*offered, *titles]:
            return
        chosen = self.algorithm.currentData()
        self.algorithm.clear()
        for title in offered:
            self.algorithm.addItem(title, None)
        for title, kind in zip(titles, fitting, strict=True):
            self.algorithm.addItem(title, kind.name)
        self.algorithm.setCurrentIndex(max(0, self.algorithm.findData(chosen)))

    def _settings(self) -> Ensemble | None:
        """Those of the algorithm that is chosen; None if there is none."""
        current, name = self._workspace.current, self.algorithm.currentData()
        if name is not None:
            made: Ensemble = registry.member(Ensemble, name)()
            return made
        return current.settings if current is not None and current.run is not None else None

    def _ask(self) -> None:
        question, settings = self.question(), self._settings()
        if question is None or settings is None:
            return
        self._forget()
        self._asked = question
        if question.verb is None:
            self._reviewer.prove(settings)
        elif question.verb is Verb.RELABEL:
            self._reviewer.ask(settings, relabel=question.labels)
        else:
            self._reviewer.ask(settings, exclude=question.lines)
        self.cancel.setFocus()  # the button that was pressed is hidden now

    def _cancel(self) -> None:
        self._reviewer.cancel_question()
        self.ask.setFocus()

    def _answered(self, proof: Proof) -> None:
        if self._asked is None:
            return
        self.answer.setText(f"{self._asked.words}. {proof.sentence}")
        self.details.setText("\n".join(proof.details))
        self._show_offer(True)
        if self.isVisible():
            self.leave.setFocus()
        self.redraw()

    def _do(self) -> None:
        """Decide what was asked about."""
        asked = self._asked
        self._forget()
        if asked is None:
            return
        if asked.verb is Verb.RELABEL:
            self._reviewer.relabel(asked.labels, reason="asked what if")
        elif asked.verb is not None:
            self._reviewer.decide(asked.lines, asked.verb, reason="asked what if")

    def _forget(self) -> None:
        """No question, no answer."""
        if self._reviewer.question_progress is not None:
            self._reviewer.cancel_question()
        self._asked = None
        self.answer.setText("")
        self.details.setText("")
        self._show_offer(False)
        self.redraw()

    def _show_offer(self, is_there: bool) -> None:
        for widget in (self.answer, self.details, self.leave):
            widget.setVisible(is_there)
        is_new = self._asked is not None and self._asked.verb is not None
        self.do.setVisible(is_there and is_new)
        self.leave.setText("Leave it" if is_new else "Close")


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(GRID)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
