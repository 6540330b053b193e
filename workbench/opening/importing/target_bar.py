"""What is to be predicted: the target, the task and the positive class, and what judges."""

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QWidget

from core import Dataset
from core.base.wording import shortened
from core.data.plan import Plan
from core.data.roles import Task
from core.data.split_words import short_split
from workbench.shell.fitting.flow_layout import FlowLayout
from workbench.shell.fitting.names_box import NamesBox
from workbench.shell.theme import GRID

_BY_VALUES = "as its values say"
_TARGET_WIDTH = 160

Box = TypeVar("Box", bound=QComboBox)


class TargetBar(QWidget):
    """Three choosers in a row, and the validation rows behind them."""

    target_chosen = Signal(str)
    task_chosen = Signal(object)
    """A Task, or None to let the values decide."""
    positive_chosen = Signal(str)
    split_asked = Signal()
    """How the rows are split is to be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: dict[str, QLabel] = {}
        row = FlowLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        self.target = self._add(row, "&Target", NamesBox("The column to predict."))
        self.target.setMinimumWidth(_TARGET_WIDTH)
        self.target.setMaximumWidth(2 * _TARGET_WIDTH)
        self.target.textActivated.connect(self.target_chosen)
        self.task = self._add(row, "T&ask", _box("What kind of thing the target is."))
        self.task.setMinimumContentsLength(26)
        self.task.addItem(_BY_VALUES, None)
        for task in Task:
            self.task.addItem(task.value, task)
        self.task.activated.connect(lambda _place: self.task_chosen.emit(self.task.currentData()))
        self.positive = self._add(
            row, "&Positive class", NamesBox("Of two classes, the one looked for.")
        )
        self.positive.setMaximumWidth(_TARGET_WIDTH)
        self.positive.activated.connect(
            lambda _place: self.positive_chosen.emit(self.positive.currentData())
        )
        label = QLabel("Va&lidation")
        self.split = QPushButton()
        self.split.setAccessibleName("Validation rows")
        self.split.setToolTip("Choose the rows to judge by: share, seed, group, time or a column")
        self.split.clicked.connect(self.split_asked)
        label.setBuddy(self.split)
        row.addWidget(label)
        row.addWidget(self.split)
        self._dataset: Dataset | None = None
        self._show_classes(None)

    def _add(self, row: FlowLayout, title: str, choice: Box) -> Box:
        choice.setAccessibleName(title.replace("&", ""))
        label = self._labels[title] = QLabel(title)
        label.setBuddy(choice)
        label.setMinimumWidth(label.sizeHint().width() + 2)
        row.addWidget(label)
        row.addWidget(choice)
        return choice

    def show_plan(self, names: Sequence[str], plan: Plan) -> None:
        """Show what is planned."""
        self.target.show_names(names, plan.target)
        self.task.setCurrentIndex(self.task.findData(plan.task) if plan.task else 0)
        self.split.setText(shortened(short_split(plan.split)))

    def show_dataset(self, dataset: Dataset | None) -> None:
        """Say what the values decide, and which classes there are."""
        if dataset is not self._dataset:  # asked again and again while columns are studied
            self._dataset = dataset
            self._show_classes(dataset)

    def _show_classes(self, dataset: Dataset | None) -> None:
        said = _BY_VALUES
        if dataset is not None:
            what = "one class" if len(dataset.classes) == 1 else dataset.task.value
            said = f"{what}, {_BY_VALUES}"
        self.task.setItemText(0, said)
        classes: tuple[str, ...] = ()
        if dataset is not None and dataset.task is Task.TWO_CLASSES:
            classes = dataset.classes
        for part in (self._labels["&Positive class"], self.positive):
            part.setVisible(len(classes) == 2)
        self.positive.clear()
        for name in sorted(classes):
            self.positive.addItem(shortened(name), name)
        if classes:
            self.positive.setCurrentIndex(self.positive.findData(classes[-1]))


def _box(tip: str) -> QComboBox:
    choice = QComboBox()
    choice.setToolTip(tip)
    choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return choice
