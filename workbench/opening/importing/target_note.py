"""What is to be known of the target before it is used: why it was guessed, and what is odd."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from core.checks.finding import Finding, FindingKind
from core.data.plan import Plan
from workbench.shell.theme import GRID

_ODD = (FindingKind.ONE_CLASS, FindingKind.ALIKE_CLASSES)
"""What is said beside the target, and not on the list of findings alone."""


class TargetNote(QWidget):
    """A line below the target; nothing if there is nothing to say."""

    remedy_asked = Signal(object)
    """The Finding whose remedy is to be taken."""
    settled = Signal()
    """Nothing is odd any more, and the button that had the focus is gone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.why = QLabel()
        self.why.setProperty("quiet", True)
        self.odd = QLabel(wordWrap=True)
        self.odd.setProperty("warning", True)
        self.waiting = QLabel("Looking at all rows…")
        self.waiting.setProperty("quiet", True)
        self.waiting.hide()
        self.remedy = QPushButton()
        self.remedy.clicked.connect(self._ask)
        keeps = self.remedy.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)  # the page below stays where it is
        self.remedy.setSizePolicy(keeps)
        self._finding: Finding | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * GRID)
        row.addWidget(self.why)
        row.addWidget(self.odd, 1)
        row.addWidget(self.waiting)
        row.addWidget(self.remedy)
        row.addStretch(0)
        self.hide()

    def show_plan(self, plan: Plan | None) -> None:
        """Say why the target was guessed, if nobody chose it."""
        why = plan.why_target if plan else ""
        self.why.setText(f"Target guessed: {why}." if why else "")
        self._show()

    def show_findings(self, findings: tuple[Finding, ...], is_looking: bool = False) -> None:
        """Say what is odd about the target, with the way out of it.

        After a remedy all rows are looked at again, and something else may be odd: until that is
        known the keys wait here. On the button that uses the data a second press would use them.
        """
        had_focus = self.remedy.hasFocus() or self.hasFocus()
        self._finding = next((found for found in findings if found.kind in _ODD), None)
        self.odd.setText(self._finding.sentence if self._finding else "")
        remedy = self._finding.remedy if self._finding else None
        if remedy is not None:
            self.remedy.setText(remedy.label)
            self.remedy.setAccessibleName(f"{remedy.label}: {self.odd.text()}")
        waits = had_focus and remedy is None and is_looking
        if waits:
            self.setFocus()
        self.waiting.setVisible(waits)
        self.remedy.setVisible(remedy is not None)
        self._show()
        if had_focus and remedy is not None:
            self.remedy.setFocus()
        elif had_focus and not waits:
            self.settled.emit()

    def _show(self) -> None:
        self.why.setVisible(bool(self.why.text()))
        self.odd.setVisible(bool(self.odd.text()))
        is_waiting = self.waiting.isVisibleTo(self)
        self.setVisible(is_waiting or bool(self.why.text() or self.odd.text()))

    def _ask(self) -> None:
        if self._finding is not None:
            self.remedy_asked.emit(self._finding)
