"""The place in which one trains: the verdict on top, the panels and views under it."""

from PySide6.QtWidgets import QVBoxLayout, QWidget


class WorkPlace(QWidget):
    """Holds the docks; what a run means has a slot above them."""

    place = "train"

    def __init__(self, docks: QWidget) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(docks, 1)
        self._card: QWidget | None = None

    def set_card(self, card: QWidget) -> None:
        """Put the verdict above the docks, in place of what was there."""
        if self._card is not None:
            self._column.removeWidget(self._card)
            self._card.deleteLater()
        self._card = card
        self._column.insertWidget(0, card)
