"""When to stop: the consent to a sample, what it says so far, and what more looks would bring."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.base.wording import count, percent
from core.judging.reviewing.certifying.certificate import Certificate
from workbench.plotting.content_stack import ContentStack
from workbench.reviewing.certifying.controller import RANKED_BETWEEN, Certifier
from workbench.reviewing.certifying.plot import StopPlot
from workbench.shell.theme import GRID, Theme

STOPPING = "When to stop"
_INTRODUCTION = (
    "How many labels are still wrong? Rows that rank first cannot tell: they were chosen. If you "
    f"agree, one row in {RANKED_BETWEEN + 1} of the review is drawn at random, likely wrong ones "
    "somewhat more often. Decide about it as about any other. What you find among them bounds the "
    "errors that are left, at any moment: look as often as you like, and stop when you like. Some "
    "90 sampled rows without an error bring the bound below 4 %, some 160 below 2 %."
)
_CHECKS = "Also show me a planted error now and then (blind check)"
_ABOUT_CHECKS = (
    "Some rows are shown with a wrong label that your data do not have. Whether you notice it says "
    "how much to trust the bound. What you press is no decision, and is never exported."
)
_EMPTY = (
    "The share of labels that can still be wrong is drawn here,\n"
    "against the sampled rows that were looked at."
)


class StopPanel(QWidget):
    """Asks for consent, and shows the bound in words and as a curve."""

    rows_asked = Signal(object)
    """Go through the rows, and begin with these lines, if there are some."""

    def __init__(self, certifier: Certifier, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._certifier = certifier
        self._shown: object = self
        self.setAccessibleName(STOPPING)
        self.introduction = _quiet(QLabel(_INTRODUCTION))
        self.sentence, self.about, self.checked, self.next_step = (QLabel() for _ in range(4))
        font = self.sentence.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.sentence.setFont(font)
        for label in (self.sentence, self.about, self.checked, self.next_step):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        _quiet(self.about)
        _quiet(self.next_step)
        self.plot = StopPlot()
        self._stack = ContentStack(self.plot, _EMPTY)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2 * GRID, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.introduction)
        layout.addLayout(self._make_consent())
        layout.addWidget(self.about_checks)
        for label in (self.sentence, self.about, self.checked, self.next_step):
            layout.addWidget(label)
        layout.addLayout(self._make_buttons())
        layout.addWidget(self._stack, 1)
        self._show_consent(True)

    def _make_consent(self) -> QHBoxLayout:
        self.agree = QPushButton("Mix a sample in")
        self.agree.setToolTip("From now on some rows of the review are drawn at random")
        self.checks = QCheckBox(_CHECKS)
        self.about_checks = _quiet(QLabel(_ABOUT_CHECKS))
        self.agree.clicked.connect(self._agree)
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        row.addWidget(self.agree)
        row.addWidget(self.checks)
        row.addStretch(1)
        return row

    def _make_buttons(self) -> QHBoxLayout:
        self.go = QPushButton("Go on with the rows")
        self.undecided = QPushButton()
        self.undecided.setToolTip("Rows that were drawn and left for later count as wrong")
        self.end = QPushButton("Draw no more")
        self.end.setToolTip("The review goes by the ranking alone; what was found stays")
        self.anew = QPushButton("Start anew")
        self.anew.setToolTip(
            "Count the errors from here on; what was drawn so far no longer counts"
        )
        self.go.clicked.connect(lambda: self.rows_asked.emit([]))
        self.undecided.clicked.connect(self._show_undecided)
        self.end.clicked.connect(self._end)
        self.anew.clicked.connect(self._offer)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for button in (self.go, self.undecided, self.end, self.anew):
            row.addWidget(button)
        row.addStretch(1)
        return row

    def take_focus(self) -> None:
        """Go to what can be done next."""
        (self.go if self.go.isVisible() else self.agree).setFocus()

    # What a person does

    def _agree(self) -> None:
        self._certifier.begin(self.checks.isChecked() and self.checks.isEnabled())
        self.rows_asked.emit([])

    def _end(self) -> None:
        self._certifier.end()
        self.anew.setFocus()

    def _offer(self) -> None:
        """Ask for the consent again: what it means has to be read again."""
        self._show_consent(True)
        self.agree.setFocus()

    def _show_undecided(self) -> None:
        if (certificate := self._certifier.certificate) is not None:
            self.rows_asked.emit(certificate.waiting.tolist())

    # What is shown

    def redraw(self) -> None:
        """Show what the sample says now."""
        certificate = self._certifier.certificate
        if certificate is self._shown or not self.isVisible():
            return
        self._shown = certificate
        self._show_consent(certificate is None)
        self.checks.setEnabled(self._certifier.can_check)
        is_told = certificate is not None and certificate.looked > 0
        self._stack.show_content(is_told)
        self.plot.show_certificate(certificate if is_told else None)
        if certificate is None:
            return
        self.sentence.setText(certificate.sentence)
        holds = "" if certificate.tells_checks else " It holds if your decisions are right."
        self.about.setText(certificate.about_sample + holds)
        self.checked.setText(certificate.about_checks)
        self.checked.setVisible(bool(self.checked.text()))
        self.next_step.setText(_next_step(certificate, self._certifier.is_on))
        many = len(certificate.waiting)
        self.undecided.setVisible(many > 0)
        self.undecided.setText(f"Look at {count(many, 'row')} left for later")
        self.end.setVisible(self._certifier.is_on)
        self.anew.setVisible(not self._certifier.is_on or certificate.unseen > 0)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """What changed while nobody looked is shown now."""
        super().showEvent(event)
        self.redraw()

    def _show_consent(self, is_asked: bool) -> None:
        for widget in (self.introduction, self.agree, self.checks, self.about_checks):
            widget.setVisible(is_asked)
        for widget in (self.sentence, self.about, self.next_step, self.go):
            widget.setVisible(not is_asked)
        if is_asked:
            for widget in (self.checked, self.undecided, self.end, self.anew):
                widget.setVisible(False)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.plot.apply_theme(theme)


def _next_step(certificate: Certificate, is_on: bool) -> str:
    if not is_on:
        return "No more rows are drawn. The bound falls only with errors that you put right."
    if not certificate.looked:
        return f"Go on with the rows: one in {RANKED_BETWEEN + 1} is a sampled one."
    outlook = certificate.outlook
    many = int(outlook.more[-1])
    if not many:
        return "Every row was looked at, or drawn: there is nothing more to draw."
    return (
        f"{count(many, 'more sampled row')}: down to {percent(float(outlook.if_right[-1]))} if all "
        f"are right, to {percent(float(outlook.if_alike[-1]))} if they are as those so far."
    )


def _quiet(label: QLabel) -> QLabel:
    label.setProperty("quiet", True)
    label.setWordWrap(True)
    return label
