"""A box to choose what kind of settings a field holds: learners first, then ensembles."""

from PySide6.QtWidgets import QComboBox, QWidget

from core.learning.settings import Settings


class KindBox(QComboBox):
    """Chooses one of some kinds of settings."""

    def __init__(self, kinds: list[type[Settings]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kinds = {kind.name: kind for kind in kinds}
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

    def chosen(self) -> Settings:
        """The kind that is shown, with its defaults."""
        return self._kinds[self.currentData()]()
