"""What a colleague's decisions would bring: how far both agree, and the counts; then Take in."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.base.person import MOST_LETTERS
from core.base.wording import count
from core.judging.reviewing.agreement_words import agreement_words
from core.judging.reviewing.taking_in import TakingIn
from workbench.reviewing.colleagues.controller import Colleagues
from workbench.shell.theme import GRID


class TakingInPanel(QFrame):
    """Seen while somebody's decisions are looked at; nothing is taken in before the button."""

    def __init__(self, colleagues: Colleagues, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colleagues = colleagues
        self.setAccessibleName("A colleague's decisions")
        self.title = QLabel()
        self.title.setProperty("heading", True)
        self.agreement, self.counts = QLabel(), QLabel()
        for label in (self.title, self.agreement, self.counts):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.name = QLineEdit()
        self.name.setMaxLength(MOST_LETTERS)
        self.name.setFixedWidth(160)
        self.name.setToolTip("Whose decisions these are, where the file does not say it")
        self.name.editingFinished.connect(lambda: colleagues.call(self.name.text()))
        whose = QLabel("&Whose")
        whose.setBuddy(self.name)
        self.take = QPushButton("Take in")
        self.take.setProperty("primary", True)
        self.leave = QPushButton("Not now")
        self.take.clicked.connect(colleagues.take_in)
        self.leave.clicked.connect(colleagues.forget)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for widget in (whose, self.name):
            row.addWidget(widget)
        row.addStretch(1)
        for button in (self.leave, self.take):
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, GRID)
        layout.setSpacing(GRID)
        for label in (self.title, self.agreement, self.counts):
            layout.addWidget(label)
        layout.addLayout(row)
        colleagues.changed.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """Show what is looked at, if anything is."""
        look = self._colleagues.look
        self.setVisible(look is not None)
        if look is None:
            return
        found, names = look.found, " and ".join(look.found.people) or look.name
        self.title.setText(f"What {names} decided ({look.path.name})")
        words = agreement_words(found.comparison, "you", names)
        self.agreement.setText("\n".join(words))
        self.counts.setText("\n".join(counts_told(found, names)))
        self.name.setText(look.name)
        self.take.setEnabled(not found.is_empty)
        (self.leave if found.is_empty else self.take).setFocus()


def counts_told(found: TakingIn, name: str) -> list[str]:
    """What would be taken in, row by row, in words."""
    told = [f"{count(len(found.new), 'row')} that only {name} decided about will be taken over."]
    told += [f"{count(len(found.agreed), 'row')} both decided alike."] if found.agreed else []
    if found.conflicts:
        told.append(
            f"{count(len(found.conflicts), 'conflict')}: yours stand, and nothing changes, until "
            "you settle each of them."
        )
    told.append(f"{count(found.only_own, 'row')} only you decided about; they stay.")
    told += [f"{count(len(found.notes), 'note')} will be taken over."] if found.notes else []
    if found.skipped:
        told.append(f"{count(found.skipped, 'row')} that {name} left for later: not taken over.")
    if found.known:
        told.append(f"{count(found.known, 'decision')} taken in before.")
    return told
