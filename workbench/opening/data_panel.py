"""The data panel: the file, its target and balance, its columns and what was noted about it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import count, grouped, percent, shortened
from core.data.roles import Role
from core.data.split_words import short_split, split_sentence
from workbench.opening.spelling_offer import SpellingOffer
from workbench.opening.workers_list import WorkersList
from workbench.shell.fitting.breaking import breakable
from workbench.shell.fitting.elided_label import ElidedLabel
from workbench.shell.fitting.names_box import NamesBox
from workbench.shell.tables.computed_mark import computed_mark
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.tables.names_delegate import NamesDelegate
from workbench.shell.theme import GRID, LIGHT, Theme
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace

if TYPE_CHECKING:
    from core import Dataset

_NO_WEIGHT = "none"
_LONGEST_NAME = 40
_MOST_NAMED = 4
_MOST_LINES = 2
_LEAST_LIST = 96
"""The head of the list and three lines: in a low window the panel scrolls."""
_MOST_LEAST = 6
"""So many columns are seen at once, so that few of them need no scroll bar of their own."""


class BalanceBar(QWidget):
    """The classes' shares as one bar, with their names and percentages below."""

    def __init__(self) -> None:
        super().__init__()
        self._shares: list[tuple[str, float]] = []
        self.theme: Theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_classes(self, dataset: "Dataset") -> None:
        """Show the balance of a dataset."""
        total = max(1, len(dataset))
        self._shares = [
            (shortened(name, _LONGEST_NAME), counted / total)
            for name, counted in zip(dataset.classes, dataset.class_counts, strict=True)
        ]
        words = ", ".join(f"{name} {percent(share)}" for name, share in self._shares)
        self.setAccessibleName(f"Class balance: {words}")
        self.setToolTip(plain(words))
        self.setVisible(bool(self._shares))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A bar and a line of text."""
        return QSize(200, GRID + 4 + self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the bar."""
        painter = QPainter(self)
        left, gap = 0.0, 2.0
        metrics = self.fontMetrics()
        if len(self._shares) > _MOST_NAMED:
            shares = [share for _, share in self._shares]
            text = (
                f"{grouped(len(shares))} classes, {percent(min(shares))} to "
                f"{percent(max(shares))} each"
            )
            painter.setPen(QColor(self.theme.text))
            painter.drawText(0, GRID + 2 + metrics.ascent(), text)
        for place, (name, share) in enumerate(self._shares):
            width = share * self.width()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.theme.classes[place % len(self.theme.classes)]))
            painter.drawRect(QRectF(left, 0, max(1.0, width - gap), GRID))
            text = f"{name} {percent(share)}"
            room = metrics.horizontalAdvance(text)
            if len(self._shares) <= 2 or (room <= width and len(self._shares) <= _MOST_NAMED):
                painter.setPen(QColor(self.theme.text))
                start = max(0.0, self.width() - room) if place else 0.0
                start = start if len(self._shares) <= 2 else left
                painter.drawText(int(start), GRID + 2 + metrics.ascent(), text)
            left += width


class _Notes(QLabel):
    """What was noted about the data: whole lines, as many as there is room for."""

    def __init__(self) -> None:
        super().__init__(wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop)

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        """Show these notes, and take the height for them."""
        super().setText(breakable(text))
        self._take_height()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Take the height for this width."""
        super().resizeEvent(event)
        self._take_height()

    def _take_height(self) -> None:
        # A layout that is short of room would cut the lines in half.
        most = _MOST_LINES * self.fontMetrics().lineSpacing()
        self.setMinimumHeight(max(0, min(most, self.heightForWidth(self.width()))))


class DataPanel(QWidget):
    """What is open. The target, the weight and the validation rows can be chosen here."""

    target_chosen = Signal(str)
    weight_chosen = Signal(str)
    split_asked = Signal()
    """How the rows are split is to be chosen."""
    reading_asked = Signal()
    """How the file was read is to be shown."""
    column_asked = Signal(str)
    """A column is to be computed: a new one, or one that is computed already, by its name."""
    merge_asked = Signal(object)
    """The remedy by which spellings become one."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.setAccessibleName("Data")
        self.file = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        font = self.file.font()
        font.setBold(True)
        self.file.setFont(font)
        self.size_text = ElidedLabel()
        self.size_text.setProperty("quiet", True)
        self.revision = QLabel(wordWrap=True)
        self.revision.hide()
        self.target = NamesBox("The column to predict, and to find wrong labels in.")
        self.target.setAccessibleName("Target column")
        self.target.textActivated.connect(self.target_chosen)
        self.weight = NamesBox(
            "A column of numbers that says how much each row counts at the start."
        )
        self.weight.setAccessibleName("Weight column")
        self.weight.textActivated.connect(self._weight_activated)
        self.split = _split_button()
        self.split.clicked.connect(self.split_asked)
        self.how_read = _link("How it was read…")
        self.how_read.setToolTip("What was understood of the file, and a way to change it")
        self.how_read.clicked.connect(self.reading_asked)
        self.workers = WorkersList(workspace)
        self.balance = BalanceBar()
        self.spellings = SpellingOffer(workspace)
        self.spellings.merge_asked.connect(self.merge_asked)
        self.columns = _column_list()
        self.columns.itemActivated.connect(self._ask_for_computed)
        self.compute = _link("New column…")
        self.compute.setToolTip("Compute a column from others, or change one that is computed")
        self.compute.clicked.connect(lambda: self.column_asked.emit(""))
        self.notes = _Notes()
        self.notes.setProperty("quiet", True)
        self._lay_out()
        workspace.dataset_changed.connect(self.redraw)
        workspace.revised.connect(self._show_rows)
        workspace.helping.changed.connect(self._show_rows)
        workspace.decisions_changed.connect(self._show_revision)
        self.redraw()
        self._show_revision()

    def _lay_out(self) -> None:
        choices = QWidget()  # of its own height: a mere layout would be squeezed
        choices.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        form = QFormLayout(choices)
        form.setContentsMargins(0, 0, 0, 0)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.addRow("&Target", self.target)
        form.addRow("&Weight", self.weight)
        form.addRow("Va&lidation", self.split)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID, GRID, GRID, GRID)
        layout.setSpacing(GRID)
        head = QHBoxLayout()
        head.addWidget(self.file, 1)
        head.addWidget(self.how_read)
        layout.addLayout(head)
        layout.addWidget(self.size_text)
        layout.addWidget(self.revision)
        layout.addWidget(self.workers)
        self._choices = choices
        self._keep_heights()
        layout.addWidget(choices)
        layout.addWidget(self.balance)
        layout.addWidget(self.spellings)
        layout.addWidget(self.columns, 1)
        layout.addWidget(self.compute, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.notes)

    def _keep_heights(self) -> None:
        """No control is squeezed, however large the text is."""
        for control in (self.target, self.weight, self.split):
            control.setMinimumHeight(self.fontMetrics().height() + GRID + 2)
        self._choices.setMinimumHeight(self._choices.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Another size of text needs another height."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._keep_heights()

    def apply_theme(self, theme: Theme) -> None:
        """Colour the balance and the marks."""
        self.balance.theme = theme
        self.balance.update()
        self._mark_computed()

    def redraw(self) -> None:
        """Show the dataset that is open."""
        dataset = self.workspace.dataset
        self.setEnabled(dataset is not None)
        if dataset is None:
            return
        self.file.setText(dataset.name)
        self.file.tip = str(dataset.table.path or "")
        self._show_rows()
        self.show_choices()
        self._list_columns(dataset)
        self.notes.setText("\n".join(dataset.notes))
        self.notes.setVisible(bool(dataset.notes))

    def _show_rows(self) -> None:
        """Say how many rows there are, and of which classes, as they stand after decisions."""
        dataset = self.workspace.dataset
        if dataset is None:
            return
        validation = dataset.validation_rows
        kept_back = (f"{grouped(validation)} for validation") if validation else "all trained on"
        self.size_text.setText(
            f"{count(len(dataset), 'row')}, {kept_back} · {count(len(dataset.features), 'feature')}"
            + ("" if dataset.sample is None else f" · {self._kept_where}")
        )
        self.balance.show_classes(dataset)

    @property
    def _kept_where(self) -> str:
        helping = self.workspace.helping
        return "on the disk" if helping.helpers is None else f"here and on {helping.words}"

    def show_choices(self) -> None:
        """Show what the target, the weight and the split are."""
        dataset = self.workspace.dataset
        if dataset is None:
            return
        names = [column.name for column in dataset.table.columns]
        self.target.show_names(names, dataset.target)
        numbers = [
            column.name
            for column in dataset.table.columns
            if column.is_number and column.name != dataset.target
        ]
        weights = (name for name, role in dataset.roles.items() if role is Role.WEIGHT)
        self.weight.show_names([_NO_WEIGHT, *numbers], next(weights, _NO_WEIGHT))
        self.split.setText(short_split(dataset.split))
        self.split.setToolTip(
            f"{split_sentence(dataset)}\nChoose the share, the seed, a group, a time or a column."
        )

    def _show_revision(self) -> None:
        """Say in what the data differ from the file."""
        decisions, dataset = self.workspace.decisions, self.workspace.dataset
        counted = decisions.changes().counted if decisions else {}
        words = {"relabelled": "row", "set": "cell"}
        told = [
            f"{count(many, words[what]) if what in words else f'{grouped(many)}'} {what}"
            for what, many in counted.items()
            if many
        ]
        self.revision.setVisible(bool(told))
        if dataset is not None:
            self.revision.setText(f"revision {dataset.revision}: {', '.join(told)}")

    def _list_columns(self, dataset: "Dataset") -> None:
        self.columns.clear()
        held = dataset.in_memory
        for column in held.table.columns:
            role = dataset.roles[column.name]
            planned = dataset.plan.columns.get(column.name) if dataset.plan else None
            meaning = planned.meaning.value if planned else column.kind.value
            kind = meaning if role is Role.FEATURE else role.value
            known = column.without(planned.missing if planned else ())
            missing = known.missing_count
            many = grouped(missing) if held is dataset else percent(missing / max(1, len(column)))
            item = QTreeWidgetItem([column.name, kind, many if missing else "–"])
            why = f": {planned.why}" if planned and planned.why else ""
            text = dataset.plan.computed.get(column.name, "") if dataset.plan else ""
            item.setToolTip(0, plain(f"{column.name} = {text}" if text else f"{column.name}{why}"))
            item.setData(0, Qt.ItemDataRole.UserRole, bool(text))
            item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setDisabled(role is Role.IGNORED)
            self.columns.addTopLevelItem(item)
        shown = min(_MOST_LEAST, self.columns.topLevelItemCount())
        needed = self.columns.header().sizeHint().height() + shown * self.columns.sizeHintForRow(0)
        self.columns.setMinimumHeight(max(_LEAST_LIST, needed + 2))
        self._mark_computed()

    def _mark_computed(self) -> None:
        for place in range(self.columns.topLevelItemCount()):
            item = self.columns.topLevelItem(place)
            if item is not None and item.data(0, Qt.ItemDataRole.UserRole):
                item.setIcon(0, computed_mark(self.balance.theme))

    def _ask_for_computed(self, item: QTreeWidgetItem, _part: int = 0) -> None:
        if item.data(0, Qt.ItemDataRole.UserRole):
            self.column_asked.emit(item.text(0))

    def _weight_activated(self, name: str) -> None:
        self.weight_chosen.emit("" if name == _NO_WEIGHT else name)


def _split_button() -> QPushButton:
    """Says how the rows are split; its text may be longer than there is room."""
    button = QPushButton()
    button.setAccessibleName("Validation rows")
    button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    button.setStyleSheet("text-align: left; padding: 3px 4px")  # what is cut off is the end
    return button


def _column_list() -> QTreeWidget:
    """An empty list of columns."""
    columns = QTreeWidget()
    tell_cut_cells(columns)
    columns.setAccessibleName("Columns")
    columns.setHeaderLabels(["column", "type", "missing"])
    columns.setRootIsDecorated(False)
    columns.setUniformRowHeights(True)
    columns.setItemDelegateForColumn(0, NamesDelegate(columns))
    columns.setMinimumHeight(_LEAST_LIST)
    header = columns.header()
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for section in (1, 2):
        header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)
    header.setStretchLastSection(False)
    return columns


def _link(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setProperty("quiet", True)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
