"""The page on which earlier decisions are looked at before any of them is carried over."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import count
from core.judging.reviewing.carrying.fates import Fate
from workbench.carrying.controller import Carrier
from workbench.carrying.fates_table import FatesTable
from workbench.carrying.groups_list import GroupsList
from workbench.carrying.key_button import KeyButton
from workbench.plotting.content_stack import ContentStack
from workbench.shell.help_button import HelpButton
from workbench.shell.page import Page
from workbench.shell.theme import GRID, Theme

_EMPTY = (
    "What you decided about a file can be carried over to a new export of it.\n"
    "Rows are matched by key columns or by content, and nothing is applied before you say so."
)


class CarryPage(Page):
    """How rows were matched, what became of the decisions, and one button that takes them."""

    place = "data"

    def __init__(self, carrier: Carrier, parent: QWidget | None = None) -> None:
        super().__init__("Carry decisions over", "Back", parent)
        self._carrier = carrier
        self._said = ""
        self.told = QLabel()
        self.told.setWordWrap(True)
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.limits = QLabel()
        self.limits.setWordWrap(True)
        self.limits.setProperty("quiet", True)
        self.key = KeyButton()
        self.key.chosen.connect(self._match_by)
        self.groups = GroupsList(carrier)
        self.groups.shown.connect(self._show_group)
        self.means = QLabel()
        self.means.setWordWrap(True)
        self.means.setProperty("quiet", True)
        self.rows = FatesTable(carrier)
        self.take = QPushButton()
        self.take.setProperty("primary", True)
        self.take.clicked.connect(carrier.take)
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(carrier.cancel)
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Progress of the matching")
        self.result = QLabel()
        self.result.setProperty("quiet", True)
        self.help = HelpButton("pages", "carry", "Carry decisions over", self)
        self.add_to_head(self.help)
        self._lay_out()
        carrier.changed.connect(self.redraw)
        carrier.progressed.connect(self._show_progress)
        carrier.taken.connect(self._taken)
        self.redraw()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2 * GRID)
        head.addWidget(self.told, 1)
        head.addWidget(self.key, 0, Qt.AlignmentFlag.AlignTop)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.means)
        column.addWidget(self.rows, 1)
        body = QSplitter(Qt.Orientation.Horizontal)
        body.addWidget(self.groups)
        body.addWidget(right)
        body.setStretchFactor(0, 2)
        body.setStretchFactor(1, 5)
        body.setSizes([400, 880])
        self._stack = ContentStack(body, _EMPTY)
        foot = QHBoxLayout()
        foot.setSpacing(2 * GRID)
        foot.addWidget(self.take)
        foot.addWidget(self.progress, 1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.result, 1)
        self.column.addLayout(head)
        self.column.addWidget(self.limits)
        self.column.addWidget(self._stack, 1)
        self.column.addLayout(foot)

    def start(self) -> None:
        """A person comes to look."""
        self._said = ""
        self.redraw()

    def redraw(self) -> None:
        """Show what is matched, chosen or under way."""
        carrier, found = self._carrier, self._carrier.found
        is_running = carrier.job.is_running
        earlier = carrier.earlier
        if earlier is not None:
            self.heading.setText(f"Carry decisions over from {earlier.name}")
        self.told.setText(" ".join(found.summary) if found is not None else "")
        self.limits.setText(earlier.limits if earlier is not None else "")
        self.limits.setVisible(bool(self.limits.text()))
        self.key.show_key(found.matching if found is not None else None)
        self.key.setVisible(found is not None)
        self.key.setEnabled(not is_running)
        self._stack.show_content(found is not None)
        self.groups.redraw()
        self.rows.rows.refresh()
        many = count(carrier.count, "decision")
        self.take.setText(f"Carry over {many}" if carrier.count else "Carry decisions over")
        self.take.setEnabled(carrier.count > 0 and not is_running)
        self.progress.setVisible(is_running)
        self.cancel.setVisible(is_running)
        self._show_progress()
        self.result.setVisible(not is_running)
        self.result.setText(self._said or "Nothing is applied before you press the button.")

    def _show_progress(self) -> None:
        lane = self._carrier.job
        if lane.job is None or (progress := lane.progress) is None:
            return
        self.progress.setRange(0, 100 if progress.share else 0)
        self.progress.setValue(int(100 * progress.share))
        self.progress.setFormat(progress.words or lane.job.name)

    def _show_group(self, fate: Fate | None) -> None:
        found = self._carrier.found
        if found is None or fate is None:
            self.means.setText("")
            return
        self.means.setText(fate.kind.means)
        self.rows.rows.show_items(found.items(fate), fate.kind.can_be_taken)

    def _match_by(self, key: tuple[str, ...] | None) -> None:
        if (earlier := self._carrier.earlier) is not None:
            self._said = ""
            self._carrier.match(earlier, key)

    def _taken(self, many: int) -> None:
        self._said = f"{count(many, 'decision')} carried over. Undo takes all of them back."
        self.redraw()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        super().apply_theme(theme)
        self.help.apply_theme(theme)
        self.rows.apply_theme(theme)
