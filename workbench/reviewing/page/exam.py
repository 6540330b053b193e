"""The exam: what would have been found, had labels been wrong in a way that a person chooses."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from core.judging.exam.guess import MOST_FLIPPED, ErrorGuess, ErrorKind
from workbench.plotting.content_stack import ContentStack
from workbench.reviewing.all_values import of_sample
from workbench.reviewing.inquirer import Inquirer
from workbench.reviewing.page.asking import AskRow
from workbench.reviewing.page.exam_plot import ExamPlot
from workbench.shell.theme import GRID, Theme
from workbench.state.workspace import Workspace

_INTRODUCTION = (
    "Can the audit be trusted on these data? Errors are planted, the judges are taught again, and "
    "it is counted how many of them come first. It takes as long as several audits."
)
_EMPTY = (
    "How many planted errors are found by looking at how many rows is drawn here.\n"
    "Nothing in your data is changed."
)
_NO_AUDIT = "There is no audit of these data yet. Audit them first, then ask."
_NUMBERS = "The exam plants wrong labels: it is for classes, and these data have numbers."
_ESTIMATED = "as estimated"


class ExamPanel(QWidget):
    """Asks for an exam, and shows its sentence and its curve."""

    def __init__(
        self, workspace: Workspace, inquirer: Inquirer, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._inquirer = workspace, inquirer
        self._classes: tuple[str, ...] = ()
        self.setAccessibleName("The exam")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2 * GRID, 0, 0)
        layout.setSpacing(2 * GRID)
        introduction = QLabel(_INTRODUCTION)
        introduction.setProperty("quiet", True)
        introduction.setWordWrap(True)
        self.asking = AskRow("Take the exam", "Takes as long as several audits; can be cancelled")
        self.sentence, self.how = QLabel(), QLabel()
        font = self.sentence.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.sentence.setFont(font)
        self.how.setProperty("quiet", True)
        for label in (self.sentence, self.how):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.plot = ExamPlot()
        self._stack = ContentStack(self.plot, _EMPTY)
        layout.addWidget(introduction)
        layout.addLayout(self._make_guess())
        for widget in (self.asking, self.sentence, self.how):
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)
        self.asking.asked.connect(lambda: inquirer.take_exam(self.guess()))
        self.asking.cancelled.connect(inquirer.cancel_exam)
        self.kind.activated.connect(self.redraw)
        inquirer.changed.connect(self.redraw)
        self._shown: object = self
        self.redraw()

    def _make_guess(self) -> QFormLayout:
        self.kind = QComboBox()
        self.kind.setAccessibleName("Which labels are mistaken for which")
        for kind in ErrorKind:
            self.kind.addItem(kind.value, kind)
        self.first, self.second = QComboBox(), QComboBox()
        self.first.setAccessibleName("The class that is mistaken")
        self.second.setAccessibleName("The class that it is mistaken for")
        kinds = QHBoxLayout()
        kinds.setSpacing(GRID)
        for box in (self.kind, self.first, self.second):
            kinds.addWidget(box)
        kinds.addStretch(1)
        self.share = QDoubleSpinBox()
        self.share.setAccessibleName("Share of wrong labels")
        self.share.setToolTip("How many labels are wrong; at 0 as many as the audit estimates")
        self.share.setRange(0, 100 * MOST_FLIPPED)
        self.share.setDecimals(1)
        self.share.setSuffix(" %")
        self.share.setSpecialValueText(_ESTIMATED)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        words = QLabel("&Wrong")
        words.setBuddy(self.kind)
        form.addRow(words, kinds)
        form.addRow("How man&y", self.share)
        return form

    def guess(self) -> ErrorGuess:
        """The kind of errors that is chosen."""
        share = self.share.value() / 100
        return ErrorGuess(
            self.kind.currentData(),
            share or None,
            self.first.currentText(),
            self.second.currentText(),
        )

    def redraw(self) -> None:
        """Show how far the exam is, and what it came to."""
        audit, progress = self._workspace.audit, self._inquirer.exam_progress
        classes = audit.dataset.classes if audit else ()
        self._offer_classes(classes)
        self.asking.show_progress(progress)
        self.asking.ask.setEnabled(bool(classes))
        kind = self.kind.currentData()
        self.first.setVisible(kind in (ErrorKind.CLASS, ErrorKind.PAIR))
        self.second.setVisible(kind is ErrorKind.PAIR)
        for box in (self.kind, self.first, self.second, self.share):
            box.setEnabled(progress is None and bool(classes))
        exam = self._inquirer.exam
        why_not = "" if classes else _NO_AUDIT if audit is None else _NUMBERS
        told = f"{of_sample(self._workspace.audit)}{exam.sentence}" if exam else why_not
        self.sentence.setText(told)
        self.how.setText(exam.how if exam else "")
        for label in (self.sentence, self.how):
            label.setVisible(bool(label.text()))
        if exam is not self._shown:
            self._shown = exam
            self.plot.show_exam(exam)
            self._stack.show_content(exam is not None)

    def _offer_classes(self, classes: tuple[str, ...]) -> None:
        if classes == self._classes:
            return
        self._classes = classes
        for place, box in enumerate((self.first, self.second)):
            box.clear()
            box.addItems(list(classes))
            box.setCurrentIndex(min(place, len(classes) - 1))

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.plot.apply_theme(theme)
