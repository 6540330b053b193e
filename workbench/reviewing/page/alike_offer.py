"""The button that offers rows like the one that is shown."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from core.judging.agenda.alike import Alike, alike
from workbench.reviewing.controller import Reviewer
from workbench.reviewing.live_agenda import LiveAgenda
from workbench.reviewing.page.alike_dialog import AlikeDialog
from workbench.reviewing.page.row_facts import RowFacts
from workbench.shell.theme import LIGHT, Theme


class AlikeOffer(QPushButton):
    """Says how many rows are like this one, and opens a table of them."""

    decided = Signal()

    def __init__(self, live: LiveAgenda, reviewer: Reviewer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._live, self._reviewer = live, reviewer
        self._line: int | None = None
        self._facts: RowFacts | None = None
        self._theme: Theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setToolTip("Look at them as a table, untick exceptions, decide once")
        self.clicked.connect(self._open)

    def show_line(self, line: int | None) -> None:
        """Be about another row, or about none; a blind check is like no other."""
        is_check = line is not None and self._reviewer.certifier.is_check([line])
        self._line = None if is_check else line
        found = self._found()
        self.setVisible(found is not None)
        if found is not None:
            self.setText(f"{found.offer}…")

    def take_facts(self, facts: RowFacts) -> None:
        """The reasons are there: they tell which columns are worth a look."""
        self._facts = facts

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme

    def _found(self) -> Alike | None:
        agenda, decisions = self._live.agenda, self._reviewer.workspace.decisions
        if agenda is None or self._line is None or decisions is None:
            return None
        return alike(agenda.ranking, self._line, decisions, self._reviewer.inquirer.causes)

    def _open(self) -> None:
        found, agenda, facts = self._found(), self._live.agenda, self._facts
        if found is None or agenda is None:
            return
        is_known = facts is not None and facts.line == found.line
        unusual = [value.column for value in facts.reasons.unusual] if facts and is_known else []
        dialog = AlikeDialog(found, agenda.ranking, self._reviewer, unusual, self._theme, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.decided.connect(self.decided)
        dialog.open()
