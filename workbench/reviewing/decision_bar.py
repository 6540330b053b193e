"""Keep, relabel, exclude or skip the chosen rows, and note something: for one row or for many."""

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from core.base.arrays import Integers
from core.base.wording import count, grouped, percent, shortened
from core.judging.auditing.verdict import SuspicionKind
from core.judging.ranking import Ranking
from core.judging.reviewing.decision import Verb
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.live_agenda import LiveAgenda
from workbench.reviewing.live_ranking import Suspects
from workbench.shell.fitting.flow_layout import FlowLayout
from workbench.shell.theme import GRID
from workbench.shell.tips import plain

PAST = {verb: verb.kind.past for verb in Verb}
_KINDS = {
    SuspicionKind.TWIN: "twins with different labels",
    SuspicionKind.OUTLIER: "outlier",
    SuspicionKind.LABEL: "contradicting label",
    SuspicionKind.FITS: "",
    SuspicionKind.NOT_JUDGED: "not judged",
}
_NUMBER_OFF = "a number that the values do not explain"
_MOST_LETTERS = 16


class DecisionBar(QWidget):
    """The buttons, and what they do to the chosen lines."""

    decided = Signal()
    """Something was decided about the chosen rows."""

    def __init__(
        self,
        suspects: Suspects | LiveAgenda,
        reviewer: Reviewer,
        keys: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.catch: Callable[[Integers, Verb], bool] = lambda _lines, _verb: False
        """Whether somebody takes what is pressed, so that nothing is decided."""
        self._suspects, self._reviewer = suspects, reviewer
        self._keys = keys
        self.lines: Integers = np.empty(0, np.int64)
        self.keep_button = self._button("Keep", "K", "It is right as it is")
        self.relabel_button = QToolButton()
        self.relabel_button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.relabel_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.relabel_button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.other_labels = QMenu(self.relabel_button)
        self.number = QLineEdit()
        self.number.setPlaceholderText("another number")
        self.number.setAccessibleName("Another number for this row")
        self.number.returnPressed.connect(self._set_typed)
        self._typed = QWidgetAction(self)
        self._typed.setDefaultWidget(self.number)
        self.relabel_button.setMenu(self.other_labels)
        self.exclude_button = self._button("Exclude", "X", "Train without it; the file stays")
        self.skip_button = self._button("Skip", "S", "Leave it for later")
        if not keys:  # to show it before it has a place would open a window for a moment
            self.skip_button.hide()
        self._lay_in_a_row() if keys else self._lay_narrow()
        self.keep_button.clicked.connect(self.keep)
        self.relabel_button.clicked.connect(self._relabel_clicked)
        self.exclude_button.clicked.connect(self.exclude)
        self.skip_button.clicked.connect(self.skip)
        self.show_lines(self.lines)

    def _lay_in_a_row(self) -> None:
        row = FlowLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        for button in (
            self.keep_button,
            self.relabel_button,
            self.exclude_button,
            self.skip_button,
        ):
            row.addWidget(button)

    def _lay_narrow(self) -> None:
        """Where there is little room, the button that may have a long text has its own row."""
        self.relabel_button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(GRID)
        grid.addWidget(self.keep_button, 0, 0)
        grid.addWidget(self.exclude_button, 0, 1)
        grid.addWidget(self.relabel_button, 1, 0, 1, 2)

    def put_last(self, button: QWidget) -> None:
        """Put another button at the end of the row."""
        row = self.layout()
        assert row is not None
        row.addWidget(button)

    def _button(self, text: str, key: str, tip: str) -> QPushButton:
        button = QPushButton()
        button.setToolTip(f"{tip} ({key})" if self._keys else tip)
        self._name(button, text, key)
        return button

    def _name(self, button: QPushButton | QToolButton, text: str, key: str) -> None:
        """Say what a button does, and by which key."""
        button.setText(f"{text}  {key}" if self._keys else text)
        button.setAccessibleName(text)

    # What is chosen

    def show_lines(self, lines: Integers) -> None:
        """Be about these rows; more than one are named by their number."""
        self.lines = lines
        for button, verb, key in (
            (self.keep_button, "Keep", "K"),
            (self.exclude_button, "Exclude", "X"),
            (self.skip_button, "Skip", "S"),
        ):
            button.setEnabled(len(lines) > 0 and self._reviewer.workspace.decisions is not None)
            self._name(button, f"{verb} {grouped(len(lines))}" if len(lines) > 1 else verb, key)
        self.relabel_button.setEnabled(len(lines) > 0)
        self._name(self.relabel_button, self._relabel_words(), "R")
        self.relabel_button.setToolTip(plain(self._relabel_tip()))
        self._show_choices()

    def _relabel_words(self) -> str:
        ranking, verb = self._suspects.ranking, "Relabel" if self._classes() else "Set"
        if len(self.lines) > 1:
            many = len(ranking.differing(self.lines)) if ranking else 0
            if many:
                return f"{verb} {grouped(many)} as suggested"
            return f"{verb} {grouped(len(self.lines))} to…"
        label = self._suggestion(ranking)
        if label is None:
            return f"{verb} to…"
        return f"{verb} to {shortened(label, _MOST_LETTERS)}"

    def _relabel_tip(self) -> str:
        if not len(self.lines):
            return ""
        what, other = ("label", "class") if self._classes() else ("number", "number")
        keys = f" (R; Shift+R for another {other})" if self._keys else ""
        return f"Give it the suggested {what}{keys}"

    def _show_choices(self) -> None:
        """What else than the suggestion can be given: every class, or a number that is typed."""
        classes = self._classes()
        self.other_labels.clear()
        if not classes:
            self.other_labels.addAction(self._typed)
        for name in classes:
            action = self.other_labels.addAction(name.replace("&", "&&"))
            action.triggered.connect(lambda _checked=False, name=name: self.relabel(name))

    def _classes(self) -> tuple[str, ...]:
        decisions = self._reviewer.workspace.decisions
        return decisions.base.classes if decisions else ()

    def _suggestion(self, ranking: Ranking | None) -> str | None:
        """The label that the one chosen row would be given."""
        if ranking is None or len(self.lines) != 1:
            return None
        row = ranking.row_of(int(self.lines[0]))
        return None if row is None else ranking.other_label(row)

    # Verbs

    def keep(self) -> None:
        """The rows are right."""
        self._decide(Verb.KEEP)

    def exclude(self) -> None:
        """Train without the rows."""
        self._decide(Verb.EXCLUDE)

    def skip(self) -> None:
        """Leave the rows for later."""
        self._decide(Verb.SKIP)

    def relabel(self, label: str | None = None) -> None:
        """Give the rows a label or number, or what is suggested; ask where it is not clear."""
        if not self.relabel_button.isEnabled():
            return
        ranking = self._suspects.ranking
        if label is not None:
            labels = {int(line): label for line in self.lines}
        elif ranking is not None and len(self.lines) == 1:
            suggested = self._suggestion(ranking)
            labels = {int(self.lines[0]): ranking.as_written(suggested)} if suggested else {}
        else:
            labels = ranking.relabelling(self.lines) if ranking else {}
        if not labels:
            self.choose_label()
            return
        if not self._is_caught(Verb.RELABEL):
            reason = self._reason()
            self._do(lambda: self._reviewer.relabel(labels, reason=reason))

    def _relabel_clicked(self) -> None:
        self.relabel()

    def choose_label(self) -> None:
        """Let the person choose among all classes, or type a number."""
        if self.relabel_button.isEnabled():
            below = self.relabel_button.rect().bottomLeft()
            self.number.clear()
            self.other_labels.popup(self.relabel_button.mapToGlobal(below))
            if not self._classes():
                self.number.setFocus()

    def _set_typed(self) -> None:
        """Give the rows the number that was typed."""
        text = self.number.text().strip()
        if text:
            self.other_labels.close()
            self.relabel(text)

    def _decide(self, verb: Verb) -> None:
        if len(self.lines) and not self._is_caught(verb):
            lines, reason = self.lines.tolist(), self._reason()
            self._do(lambda: self._reviewer.decide(lines, verb, reason=reason))

    def _is_caught(self, verb: Verb) -> bool:
        is_caught = self.catch(self.lines, verb)
        if is_caught:
            self.decided.emit()
        return is_caught

    def _do(self, deciding: Callable[[], None]) -> None:
        """Decide, and tell of it unless it was refused."""
        project = self._reviewer.workspace.project
        before = len(project.done)
        deciding()
        if len(project.done) > before:
            self.decided.emit()

    def _reason(self) -> str:
        """Why a person looked at the rows."""
        ranking = self._suspects.ranking
        if len(self.lines) != 1:
            return f"one of {count(len(self.lines), 'row')} decided about together"
        row = ranking.row_of(int(self.lines[0])) if ranking else None
        if ranking is None or row is None:
            return ""
        if ranking.audit is None:
            return "preliminary ranking"
        kind = _KINDS[ranking.audit.kind(row)]
        if not ranking.dataset.classes and ranking.audit.kind(row) is SuspicionKind.LABEL:
            kind = _NUMBER_OFF
        share = float(ranking.audit.probability[row])
        mistake = ranking.mistakes.get(row)
        sure = f"suggested {ranking.suggestion(row)}" + (f", {mistake}" if mistake else "")
        sure += f" ({percent(share)})" if not math.isnan(share) else ""
        return f"{kind}; {sure}" if kind else ""


class NoteField(QLineEdit):
    """The note on a row; Enter or leaving the field writes it down, Escape takes it back."""

    left = Signal()
    """The person is done with it."""

    def __init__(self, reviewer: Reviewer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reviewer = reviewer
        self.catch: Callable[[int], bool] = lambda _line: False
        """Whether a note on a line is not to be written down."""
        self._line: int | None = None
        self._known = ""
        self.setPlaceholderText("Note")
        self.setAccessibleName("Note on this row")
        self.editingFinished.connect(self._write)
        self.returnPressed.connect(self.left)

    def show_line(self, line: int | None) -> None:
        """Be about another row, or about none."""
        decisions = self._reviewer.workspace.decisions
        known = decisions.note_on(line) if decisions and line is not None else ""
        if (line, known) != (self._line, self._known):
            self._line, self._known = line, known
            self.setText(known)
        self.setEnabled(line is not None and decisions is not None)

    def event(self, event: QEvent) -> bool:
        """Escape is meant for the field, not for the page around it."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Escape takes back what was typed, and leaves the field."""
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._known)
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _write(self) -> None:
        text = self.text().strip()
        if self._line is not None and text != self._known and not self.catch(self._line):
            self._known = text
            self._reviewer.note(self._line, text)
