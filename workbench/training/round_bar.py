"""The time machine: a slider through the rounds that every view follows, and its playback."""

from PySide6.QtCore import QElapsedTimer, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QHideEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QWidget,
)

from core.base.wording import grouped
from workbench.shell.text_size import scaled
from workbench.shell.theme import GRID
from workbench.state.workspace import Workspace

_FRAME_MILLISECONDS = 33
_SPEEDS = {"¼x": 2.5, "1x": 10.0, "4x": 40.0, "16x": 160.0, "64x": 640.0}
"""Rounds a second."""
_LARGE = 1.5
"""How much larger the numbers are where one teaches."""
_LARGE_SLIDER = """
    QSlider::groove:horizontal { height: 8px; border-radius: 4px; background: palette(mid); }
    QSlider::sub-page:horizontal { border-radius: 4px; background: palette(highlight); }
    QSlider::handle:horizontal { width: 20px; height: 20px; margin: -6px 0; border-radius: 10px;
        background: palette(highlight); }
    QSlider::handle:horizontal:focus { border: 2px solid palette(text); }
"""


class RoundBar(QWidget):
    """Shows and chooses the round."""

    playing_changed = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.is_large = False
        title = QLabel("Round")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Round")
        self.slider.setToolTip("The round that every view shows; drag it to go back in time.")
        self.slider.setMinimumWidth(120)
        self.slider.setPageStep(10)
        self.number = QSpinBox()
        self.number.setAccessibleName("Round number")
        self.number.setGroupSeparatorShown(True)
        self.number.setKeyboardTracking(False)
        self.number.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setFixedWidth(scaled(64))
        self.total = QLabel()
        self.total.setFixedWidth(self.fontMetrics().horizontalAdvance("of 100,000"))
        self.speed = QComboBox()
        self.speed.setAccessibleName("Speed of the playback")
        self.speed.setToolTip("1x plays 10 rounds a second")
        self.speed.addItems(list(_SPEEDS))
        self.speed.setCurrentText("1x")
        self.slider.valueChanged.connect(self._moved)
        self.number.valueChanged.connect(self._moved)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, 0, GRID, 0)
        layout.setSpacing(GRID)
        layout.addWidget(title)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.number)
        layout.addWidget(self.total)
        layout.addWidget(self.speed)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._timer = QTimer(self, interval=_FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._frame)
        self._clock = QElapsedTimer()
        self._place = 0.0
        workspace.current_changed.connect(self._restart)
        workspace.round_changed.connect(self.redraw)
        self.redraw()

    def enlarge(self, is_large: bool) -> None:
        """Be readable from the last row of a room, or as small as the other controls again."""
        self.is_large = is_large
        font = QFont()
        font.setPointSizeF(font.pointSizeF() * (_LARGE if is_large else 1))
        font.setBold(is_large)
        for widget in (self.number, self.number.lineEdit(), self.total):
            widget.setFont(font)
        self.slider.setStyleSheet(_LARGE_SLIDER if is_large else "")
        self.slider.setMinimumHeight(3 * GRID if is_large else 0)
        letters = QFontMetrics(font)
        self.total.setFixedWidth(letters.horizontalAdvance("of 100,000"))
        self.number.setFixedWidth(max(64, letters.horizontalAdvance("100,000") + 2 * GRID))

    @property
    def is_playing(self) -> bool:
        """Whether the rounds are being played back."""
        return self._timer.isActive()

    def play(self) -> None:
        """Play the rounds back from here; from the start if this is the end."""
        if self.workspace.rounds == 0:
            return
        if self.workspace.round >= self.workspace.rounds:
            self.workspace.go_to(0)
        self._place = float(self.workspace.round)
        self._clock.restart()
        self._timer.start()
        self.playing_changed.emit()

    def halt(self) -> None:
        """Stay at the round that is shown."""
        if self.is_playing:
            self._timer.stop()
            self.playing_changed.emit()

    def redraw(self) -> None:
        """Show where we are."""
        rounds = self.workspace.rounds
        self.setEnabled(rounds > 0)
        for control in (self.slider, self.number):
            was_blocked = control.blockSignals(True)
            control.setRange(0, rounds)
            control.setValue(self.workspace.round)
            control.blockSignals(was_blocked)
        self.total.setText(f"of {grouped(rounds)}")

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Nobody looks."""
        super().hideEvent(event)
        self.halt()

    def _restart(self) -> None:
        self.halt()
        self.redraw()

    def _frame(self) -> None:
        """Go on by the time that has passed; a view that needs longer skips rounds, not time."""
        self._place += _SPEEDS[self.speed.currentText()] * self._clock.restart() / 1000
        self.workspace.go_to(int(self._place))
        if self.workspace.round >= self.workspace.rounds:
            self.halt()

    def _moved(self, number: int) -> None:
        self.halt()
        self.workspace.go_to(number)
