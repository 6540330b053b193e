"""A box to choose what kind of settings a field holds: learners first, then ensembles."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from core.data.roles import Task
from core.learning.members import Member
from core.learning.settings import Settings


class KindBox(QComboBox):
    """Chooses one of some kinds of settings."""

    def __init__(self, kinds: list[type[Settings]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kinds = {kind.name: kind for kind in kinds}
        self._task: Task | None = None
        # As wide as there is room, not as the longest title: forms within forms are narrow.
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        for number, kind in enumerate(kinds):
            if number and kind.own_levels != kinds[number - 1].own_levels:
                self.insertSeparator(self.count())
            self.addItem(kind.title, kind.name)

    def show_kind(self, settings: Settings) -> None:
        """Show the kind of these settings."""
        self.setCurrentIndex(self.findData(settings.name))

    def show_task(self, task: Task) -> None:
        """Fade the kinds that are not for a target of this kind."""
        self._task = task
        model = self.model()
        assert isinstance(model, QStandardItemModel)  # a combo box's own
        for place in range(self.count()):
            if (name := self.itemData(place)) is not None:  # a separator has none
                why = self._why_unfit(name)
                model.item(place).setEnabled(not why)
                self.setItemData(place, why, Qt.ItemDataRole.ToolTipRole)

    @property
    def why_unfit(self) -> str:
        """Why the kind that is shown cannot be trained for this target; empty if it can."""
        return self._why_unfit(self.currentData())

    def _why_unfit(self, name: str) -> str:
        kind, task = self._kinds[name], self._task
        if task is None or not issubclass(kind, Member) or task in kind.tasks:
            return ""
        wanted = " or ".join(each.value for each in kind.tasks)
        return f"{kind.title} is for {wanted}. Choose another one."

    def chosen(self) -> Settings:
        """The kind that is shown, with its defaults."""
        return self._kinds[self.currentData()]()
