"""The round slider: the time machine. Dragging it moves every view."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSlider, QSpinBox, QWidget

from workbench.theme import GRID
from workbench.workspace import Workspace


class RoundBar(QWidget):
    """Shows and changes the round that all views show."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        title = QLabel("Round")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Round")
        self.slider.setToolTip("The round that every view shows; drag it to go back in time.")
        self.slider.setMinimumWidth(160)
        self.slider.setPageStep(10)
        self.number = QSpinBox()
        self.number.setAccessibleName("Round number")
        self.number.setGroupSeparatorShown(True)
        self.number.setKeyboardTracking(False)
        self.number.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setFixedWidth(64)
        self.total = QLabel()
        self.total.setFixedWidth(self.fontMetrics().horizontalAdvance("of 100,000"))
        self.slider.valueChanged.connect(self._moved)
        self.number.valueChanged.connect(self._moved)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, 0, GRID, 0)
        layout.setSpacing(GRID)
        layout.addWidget(title)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.number)
        layout.addWidget(self.total)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        workspace.current_changed.connect(self.redraw)
        workspace.round_changed.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """Show where we are."""
        rounds = self.workspace.rounds
        self.setEnabled(rounds > 0)
        for control in (self.slider, self.number):
            was_blocked = control.blockSignals(True)
            control.setRange(0, rounds)
            control.setValue(self.workspace.round)
            control.blockSignals(was_blocked)
        self.total.setText(f"of {rounds:,}")

    def _moved(self, number: int) -> None:
        self.workspace.go_to(number)
