"""The box of ensembles: those that can learn this target first, the others below, with a reason."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from core.data.roles import Task
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.members import wrong_task

if TYPE_CHECKING:
    from core import Dataset

_FIRST = ("adaboost", "gradient", "forest")
"""What is chosen in place of one that cannot learn a target, as far as it can."""


class AlgorithmBox(QComboBox):
    """Chooses an ensemble; its data are the names in the registry."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Algorithm")
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)
        self.offer(None)

    def offer(self, dataset: "Dataset | None") -> None:
        """List the ensembles for these data; the one that is chosen stays."""
        chosen, kinds = self.currentData(), registry.members(Ensemble)
        able = [kind for kind in kinds if dataset is None or dataset.task in kind.tasks]
        others = [kind for kind in kinds if kind not in able]
        self.clear()
        for kind in able:
            self.addItem(kind.title, kind.name)
            self.setItemData(self.count() - 1, kind.summary, Qt.ItemDataRole.ToolTipRole)
        if others:
            self.insertSeparator(self.count())
        for kind in others:
            assert dataset is not None
            why = wrong_task(kind.title, kind.tasks, dataset, "algorithm")
            self.addItem(f"{kind.title}, {_meant_for(kind)}", kind.name)
            for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
                self.setItemData(self.count() - 1, why, role)
            model = self.model()
            assert isinstance(model, QStandardItemModel)  # a combo box's own
            model.item(self.count() - 1).setEnabled(False)
        self.show_kind(chosen)

    def show_kind(self, name: str | None) -> None:
        """Show an ensemble by its name."""
        self.setCurrentIndex(self.findData(name))


def _meant_for(kind: type[Ensemble]) -> str:
    if Task.REGRESSION not in kind.tasks:
        return "for two classes" if Task.MANY_CLASSES not in kind.tasks else "for classes"
    return "for numbers"


def one_that_can(dataset: "Dataset") -> Ensemble | None:
    """The ensemble to start with for these data, with its defaults; None if none can."""
    kinds = registry.members(Ensemble)
    order = sorted(kinds, key=lambda kind: _FIRST.index(kind.name) if kind.name in _FIRST else 99)
    made = (kind() for kind in order if dataset.task in kind.tasks)
    return next((settings for settings in made if not settings.why_not(dataset)), None)
