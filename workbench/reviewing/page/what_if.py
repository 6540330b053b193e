"""What if: exclude or relabel the flagged rows without deciding anything, and see what it does."""

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
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.live_ranking import Suspects
from workbench.shell.theme import GRID

_INTRODUCTION = (
    "Trains twice, on the data as they are and as they would be, and compares both on the same "
    "validation rows. Nothing is decided by asking."
)


class AskedRows(enum.Enum):
    """The rows that a question is about."""

    FLAGGED = "all flagged rows that are not decided yet"
    LABELS = "only those with a contradicting label"


@dataclass(frozen=True)
class WhatIfQuestion:
    """What would be done, ready to be asked or decided."""

    verb: Verb
    lines: tuple[int, ...]
    labels: Mapping[int, str]
    """The new labels, if rows are relabelled."""

    @property
    def words(self) -> str:
        """What would be done."""
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
        self.rows = QLabel()
        self.rows.setProperty("quiet", True)
        self.ask = QPushButton("What if?")
        self.cancel = QPushButton("Cancel")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(240)
        self.progress.setAccessibleName("Progress of the question")
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        form.addRow("&Do", self.verb)
        form.addRow("&Rows", self.which)
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
        self._workspace.decisions_changed.connect(self.redraw)

    def question(self) -> WhatIfQuestion | None:
        """What is chosen; None if it is about no row."""
        ranking, decisions = self._suspects.ranking, self._workspace.decisions
        if ranking is None or decisions is None:
            return None
        audit = ranking.audit
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
        verb, labels = self.verb.currentData(), {}
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
        question, current = self.question(), self._workspace.current
        is_ready = current is not None and current.run is not None
        self.rows.setText(f"{question.words}." if question else "There is no such row.")
        self.ask.setEnabled(question is not None and is_ready)

    def _show_progress(self) -> None:
        share = self._reviewer.question_progress
        self.ask.setVisible(share is None)
        self.cancel.setVisible(share is not None)
        self.progress.setVisible(share is not None)
        self.progress.setRange(0, 1000)
        self.progress.setValue(int(1000 * (share or 0)))
        for box in (self.verb, self.which):
            box.setEnabled(share is None)

    def _offer_verbs(self) -> None:
        """Numbers are not relabelled."""
        ranking = self._suspects.ranking
        verbs = {Verb.EXCLUDE: "exclude them"}
        if ranking is None or ranking.dataset.classes:
            verbs[Verb.RELABEL] = "relabel them to the suggestion"
        if self.verb.count() != len(verbs):
            self.verb.clear()
            for verb, text in verbs.items():
                self.verb.addItem(text, verb)

    def _ask(self) -> None:
        question, current = self.question(), self._workspace.current
        if question is None or current is None:
            return
        self._forget()
        self._asked = question
        if question.verb is Verb.RELABEL:
            self._reviewer.ask(current.settings, relabel=question.labels)
        else:
            self._reviewer.ask(current.settings, exclude=question.lines)
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
        else:
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
        for widget in (self.answer, self.details, self.do, self.leave):
            widget.setVisible(is_there)


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(GRID)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
