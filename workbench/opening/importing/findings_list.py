"""What is odd about the file, each with its remedy, and what was remedied with its way back."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import grouped
from core.checks.finding import Finding
from core.data.table import Table
from workbench.opening.controller import Edit
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID

_MOST_SHOWN = 60
_MOST_PROBLEMS = 20


_WIDEST = 1040
"""Pixels: on a large screen a remedy stays beside its sentence."""


class FindingsList(QScrollArea):
    """A list of sentences, some with a button."""

    remedy_asked = Signal(object)
    """The Finding whose remedy is to be taken."""
    undo_asked = Signal(object)
    """The Edit that is to be taken back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Findings")
        self.setWidgetResizable(True)
        self._undos: list[QPushButton] = []
        self._remedies: list[QPushButton] = []
        self._known: list[Finding] = []
        """What was found of the table so far, in the order in which it came."""
        self._shown: tuple[object, ...] = ()
        self._body = QWidget()
        self._body.setMaximumWidth(scaled(_WIDEST))
        self.setWidget(self._body)
        self._lines = QVBoxLayout(self._body)
        self._lines.setContentsMargins(0, GRID, GRID, GRID)
        self._lines.setSpacing(GRID)

    @property
    def buttons(self) -> list[QPushButton]:
        """Those that take something back, then those that remedy something."""
        return [*self._undos, *self._remedies]

    def show_findings(
        self,
        findings: Sequence[Finding],
        done: Sequence[Edit],
        table: Table | None,
        notes: Sequence[str],
        is_looking: bool,
    ) -> None:
        """Show what was found and what was done about it, each in the place where it first came.

        While all rows are looked at again, what was found before stays in sight and cannot be
        pressed: a list that empties and fills again would jump under the mouse.
        """
        shown = (tuple(findings), tuple(done), table, tuple(notes), is_looking)
        if shown == self._shown:
            return
        self._shown = shown
        focused = QApplication.focusWidget()
        had_focus = focused is self or (focused is not None and self.isAncestorOf(focused))
        while (item := self._lines.takeAt(0)) is not None:
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self._undos, self._remedies = [], []
        edits = {edit.remedied: edit for edit in done if edit.remedied is not None}
        before = self._known if table is not None else []  # without one it is another file
        new = [each for each in (*edits, *findings) if each not in before]
        known = [*before, *new]
        if not is_looking:
            known = [each for each in known if each in edits or each in findings]
        self._known = known
        for finding in known[: _MOST_SHOWN + len(edits)]:
            if (edit := edits.get(finding)) is not None:
                self._add_done(edit, finding)
            else:
                self._add_finding(finding, is_sure=finding in findings)
        if len(findings) > _MOST_SHOWN:
            self._add(
                (f"and {grouped(len(findings) - _MOST_SHOWN)} more of this kind."), is_quiet=True
            )
        for note in notes:
            self._add(note, is_quiet=True)
        if table is not None:
            for problem in table.problems[:_MOST_PROBLEMS]:
                self._add(f"Line {grouped(problem.line)}: {problem.what}.", is_quiet=True)
            if table.problem_count > _MOST_PROBLEMS:
                more = table.problem_count - _MOST_PROBLEMS
                self._add(f"and {grouped(more)} more lines that do not fit.", is_quiet=True)
        if is_looking:
            self._add("Looking at all rows…", is_quiet=True)
        elif self._lines.count() == 0:
            self._add("Nothing odd was found.", is_quiet=True)
        self._lines.addStretch(1)
        if had_focus:
            self._keep_focus()

    def _keep_focus(self) -> None:
        """The button that was pressed is gone: the keys go on at the first that is left to press.

        Else Qt would give the focus to the first control of the window, which leaves the page.
        While it is being looked for more, the list waits with the keys: on an Undo, a second
        press would take back what the first one did.
        """
        left = [button for button in self._remedies if button.isEnabled()]
        (left[0] if left else self).setFocus()

    def _add_finding(self, finding: Finding, is_sure: bool) -> None:
        remedy = finding.remedy
        button = self._add(
            finding.sentence,
            button=remedy.label if remedy else "",
            act=lambda: self.remedy_asked.emit(finding),
        )
        if button is not None:
            button.setEnabled(is_sure)
            self._remedies.append(button)

    def _add_done(self, edit: Edit, finding: Finding) -> None:
        label = finding.remedy.label if finding.remedy else ""
        about = ", ".join(repr(name) for name in finding.columns[:3])
        button = self._add(
            f"Done: {label}" + (f" ({about})" if about else "") + ".",
            button="Undo",
            act=lambda: self.undo_asked.emit(edit),
        )
        assert button is not None
        self._undos.append(button)

    def _add(
        self,
        sentence: str,
        button: str = "",
        act: Callable[[], None] | None = None,
        is_quiet: bool = False,
    ) -> QPushButton | None:
        text = QLabel(sentence)
        text.setWordWrap(True)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text.setProperty("quiet", is_quiet)
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2 * GRID)
        line.addWidget(text, 1)
        self._lines.addWidget(row)
        if not button or act is None:
            return None
        push = QPushButton(button)
        push.setAccessibleName(f"{button}: {sentence}")
        push.clicked.connect(act)
        line.addWidget(push, 0, Qt.AlignmentFlag.AlignTop)
        return push
