"""The controls below the plots: the threshold, what errors cost, and what becomes of them."""

import math

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.learning.deciding import Matrix, rounded
from workbench.shell.theme import GRID
from workbench.shell.tips import plain

_STEPS = 1000
_MOST_COST = 1e9


class AmountBox(QDoubleSpinBox):
    """A number without zeros that say nothing."""

    def __init__(self, name: str, tip: str, most: float, digits: int, suffix: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(plain(tip))
        self.setDecimals(digits)
        self.setRange(0.0, most)
        self.setSuffix(suffix)
        self.setKeyboardTracking(False)
        self.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)

    def textFromValue(self, value: float) -> str:  # noqa: N802 - Qt's name
        """As many digits as tell it."""
        text = self.locale().toString(value, "f", self.decimals())
        point = self.locale().decimalPoint()
        return text.rstrip("0").rstrip(point) if point in text else text

    def show_value(self, value: float) -> None:
        """Show a value without telling anybody."""
        with QSignalBlocker(self):
            self.setValue(value)


class ThresholdRow(QWidget):
    """A slider on a scale of log odds, and the same as a number."""

    moved = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self.box = AmountBox(
            "Threshold", "From this probability on the class is named", 100.0, 6, " %"
        )
        self.box.setMinimumWidth(88)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Threshold, from always to never")
        self.slider.setRange(0, _STEPS)
        self.slider.setPageStep(50)
        self.label = QLabel("Named from")
        self.label.setProperty("quiet", True)
        self.label.setBuddy(self.box)
        self._span = (-5.0, 5.0)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 0, GRID, 0)
        row.setSpacing(GRID)
        row.addWidget(self.label)
        row.addWidget(self.box)
        row.addWidget(self.slider, 1)
        self.slider.valueChanged.connect(self._slid)
        self.box.valueChanged.connect(self._typed)

    def show_span(self, span: tuple[float, float]) -> None:
        """The log odds at both ends of the slider."""
        self._span = span

    def show_threshold(self, threshold: float) -> None:
        """Show a threshold without telling anybody."""
        self.box.show_value(100 * threshold)
        with QSignalBlocker(self.slider):
            self.slider.setValue(self._place(threshold))

    def _place(self, threshold: float) -> int:
        if threshold <= 0:
            return 0
        if threshold >= 1:
            return _STEPS
        low, high = self._span
        odds = math.log(threshold / (1 - threshold))
        return min(max(round(_STEPS * (odds - low) / (high - low)), 1), _STEPS - 1)

    def _slid(self, place: int) -> None:
        low, high = self._span
        ends = {0: 0.0, _STEPS: 1.0}
        odds = low + (high - low) * place / _STEPS
        threshold = ends.get(place, rounded(1 / (1 + math.exp(-odds))))
        self.box.show_value(100 * threshold)
        self.moved.emit(threshold)

    def _typed(self, percent: float) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(self._place(percent / 100))
        self.moved.emit(percent / 100)


class CostRow(QWidget):
    """What the two errors cost, and a way to the threshold that costs least."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.miss = AmountBox("Cost of a miss", "", _MOST_COST, 4)
        self.alarm = AmountBox("Cost of a false alarm", "", _MOST_COST, 4)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 0, GRID, 4)
        row.setSpacing(GRID)
        for text, box in (("A miss costs", self.miss), ("false alarm", self.alarm)):
            label = QLabel(text)
            label.setProperty("quiet", True)
            label.setBuddy(box)
            row.addWidget(label)
            row.addWidget(box, 1)
            box.setMinimumWidth(56)
            box.setMaximumWidth(104)
            box.valueChanged.connect(self._typed)
        row.addStretch(1)

    @property
    def costs(self) -> Matrix:
        """What errors cost."""
        return ((0.0, self.alarm.value()), (self.miss.value(), 0.0))

    def show_costs(self, costs: Matrix, classes: tuple[str, ...]) -> None:
        """Show other costs, and say of which class."""
        self.alarm.show_value(costs[0][1])
        self.miss.show_value(costs[1][0])
        negative, positive = classes
        self.miss.setToolTip(plain(f"{positive} is given, and {negative} is named"))
        self.alarm.setToolTip(plain(f"{negative} is given, and {positive} is named"))

    def _typed(self) -> None:
        if not self.miss.value() and not self.alarm.value():  # something has to cost something
            self.alarm.show_value(1.0)
        self.changed.emit()


class RareRow(QWidget):
    """How much is found at a precision that is wanted, and among the top rows."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.precision = AmountBox(
            "Precision that is wanted", "So many of those named are to be right", 100.0, 2, " %"
        )
        self.top = AmountBox(
            "Share of the rows on top", "The rows of the highest probability", 100.0, 3, " %"
        )
        self.precision.setMinimum(0.01)
        self.top.setMinimum(0.001)
        self.recall, self.lift = QLabel(), QLabel()
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, 0, GRID, 0)
        column.setSpacing(4)
        for text, box, told in (
            ("Recall at a precision of", self.precision, self.recall),
            ("Lift of the top", self.top, self.lift),
        ):
            row = QHBoxLayout()
            row.setSpacing(GRID)
            label = QLabel(text)
            label.setProperty("quiet", True)
            label.setBuddy(box)
            told.setTextFormat(Qt.TextFormat.PlainText)
            row.addWidget(label)
            row.addWidget(box)
            row.addWidget(told, 1)
            column.addLayout(row)
            box.valueChanged.connect(self.changed)

    def say(self, recall: str, lift: str) -> None:
        """Both in words; nothing while they are computed."""
        self.recall.setText(recall)
        self.lift.setText(lift)


class RuleButtons:
    """Find the best, use what is shown, or go back to what is usual."""

    def __init__(self) -> None:
        self.find = QPushButton("Find best")
        self.find.setToolTip(
            "Find what costs least on folds of the training rows, which takes about five "
            "trainings. The validation rows are never asked."
        )
        self.use = QPushButton("Use")
        self.use.setProperty("primary", True)
        self.use.setAccessibleName("Use this rule")
        self.use.setToolTip("Let this run decide so, in Results, Rows, Predict and its exports")
        self.usual = QToolButton()  # narrower: both fit beside the boxes in a small window
        self.usual.setText("As usual")
        self.usual.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.usual.setAccessibleName("Decide as usual")
        self.usual.setToolTip("Let the largest share win again")
