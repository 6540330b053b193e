"""What a person predicts with: a slider, a choice, rows, a curve; all of it by keys, too."""

import abc
import re
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import fixed, percent
from core.teaching.asks import ChoiceAsk, CurveAsk, LessonAsk, NumberAsk, RowsAsk
from core.teaching.values import Value
from workbench.shell.theme import GRID, Theme
from workbench.state.workspace import Workspace
from workbench.views.error_curves.sketch import CurveSketch

_STARTS = 3


class AskBox(QWidget):
    """Takes a guess; `given` is told it when the person says that it is one."""

    given = Signal(object)

    def __init__(self, word: str) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(GRID)
        self.take = QPushButton(word)
        self.take.setAutoDefault(True)
        self.take.clicked.connect(self._give)

    def _finish(self) -> None:
        self.column.addWidget(self.take, alignment=Qt.AlignmentFlag.AlignLeft)

    @abc.abstractmethod
    def value(self) -> Value | None:
        """What is set; None if that is no guess yet."""

    @abc.abstractmethod
    def set_value(self, value: Value) -> None:
        """Set a guess that was given before."""

    @abc.abstractmethod
    def first_control(self) -> QWidget:
        """Where the focus goes."""

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""

    def _give(self) -> None:
        value = self.value()
        if value is not None:
            self.given.emit(value)


class NumberBox(AskBox):
    """A slider and a field for the same number."""

    def __init__(self, ask: NumberAsk, word: str) -> None:
        super().__init__(word)
        self._ask = ask
        self._scale = 100.0 if ask.is_percent else 1.0
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Your number, as a slider")
        self.slider.setRange(0, round((ask.high - ask.low) / ask.step))
        self.field = QDoubleSpinBox()
        self.field.setAccessibleName("Your number")
        self.field.setDecimals(max(0, ask.digits - (2 if ask.is_percent else 0)))
        self.field.setRange(ask.low * self._scale, ask.high * self._scale)
        self.field.setSingleStep(ask.step * self._scale)
        if ask.is_percent:
            self.field.setSuffix(" %")
        self.slider.valueChanged.connect(self._from_slider)
        self.field.valueChanged.connect(self._from_field)
        self.field.lineEdit().returnPressed.connect(self._give)
        row = QHBoxLayout()
        row.addWidget(QLabel(self._said(ask.low)))
        row.addWidget(self.slider, 1)
        row.addWidget(QLabel(self._said(ask.high)))
        row.addWidget(self.field)
        self.column.addLayout(row)
        self._finish()
        self.slider.setValue(self.slider.maximum() // _STARTS)

    def value(self) -> Value | None:
        """The number."""
        return float(round(self.field.value() / self._scale, 9))

    def set_value(self, value: Value) -> None:
        """Set it."""
        assert isinstance(value, float)
        self.field.setValue(value * self._scale)

    def first_control(self) -> QWidget:
        """The field: digits can be typed at once."""
        return self.field

    def _said(self, value: float) -> str:
        ask = self._ask
        return percent(value, 0) if ask.is_percent else fixed(value, min(1, ask.digits))

    def _from_slider(self, place: int) -> None:
        self.field.blockSignals(True)
        self.field.setValue((self._ask.low + place * self._ask.step) * self._scale)
        self.field.blockSignals(False)

    def _from_field(self, value: float) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(round((value / self._scale - self._ask.low) / self._ask.step))
        self.slider.blockSignals(False)


class ChoiceBox(AskBox):
    """A button for each word."""

    def __init__(self, ask: ChoiceAsk, word: str) -> None:
        super().__init__(word)
        self.buttons = [QRadioButton(own) for own in ask.words]
        self._group = QButtonGroup(self)
        for button in self.buttons:
            self._group.addButton(button)
            self.column.addWidget(button)
        self._finish()

    def value(self) -> Value | None:
        """The word that is chosen."""
        chosen = self._group.checkedButton()
        return chosen.text() if chosen is not None else None

    def set_value(self, value: Value) -> None:
        """Choose it."""
        for button in self.buttons:
            button.setChecked(button.text() == value)

    def first_control(self) -> QWidget:
        """The first word."""
        return self.buttons[0]


class RowsBox(AskBox):
    """The rows that are selected in the plots, or lines that are typed."""

    def __init__(self, ask: RowsAsk, word: str, workspace: Workspace | None) -> None:
        super().__init__(word)
        self._ask, self._workspace = ask, workspace
        self.lines = QLineEdit()
        self.lines.setAccessibleName("Lines of the rows")
        self.lines.setPlaceholderText("lines, as in 2, 5, 9")
        self.lines.returnPressed.connect(self._give)
        self.column.addWidget(QLabel(f"Your rows ({ask.many} wanted), by their lines:"))
        self.column.addWidget(self.lines)
        self._finish()
        if workspace is not None:
            workspace.selection_changed.connect(self._follow)
            self.lines.editingFinished.connect(self._select)

    def value(self) -> Value | None:
        """The lines; None if they are no numbers."""
        told = re.findall(r"\d+", self.lines.text())
        lines = tuple(sorted({int(each) for each in told if len(each) < 10}))
        return lines or None

    def set_value(self, value: Value) -> None:
        """Write the lines."""
        assert isinstance(value, tuple)
        self.lines.setText(", ".join(str(line) for line in value))

    def first_control(self) -> QWidget:
        """The field."""
        return self.lines

    def _follow(self) -> None:
        """Rows were selected in a plot."""
        assert self._workspace is not None
        self.set_value(tuple(self._workspace.selection.tolist()))

    def _select(self) -> None:
        """Lines were typed: they are seen in the plots."""
        assert self._workspace is not None
        if (lines := self.value()) is not None and isinstance(lines, tuple):
            self._workspace.select([int(line) for line in lines])


class CurveBox(AskBox):
    """A curve drawn on the plot of errors, and three fields for the same."""

    def __init__(self, ask: CurveAsk, word: str, sketch: CurveSketch) -> None:
        super().__init__(word)
        self._ask, self._sketch = ask, sketch
        sketch.drawn.connect(self._from_plot)
        how = QLabel(
            "Draw in the plot <i>Error curves</i> with the mouse, or type what you expect after "
            "three rounds:",
            wordWrap=True,
        )
        self.column.addWidget(how)
        self.fields: list[QDoubleSpinBox] = []
        row = QHBoxLayout()
        for mark in dict.fromkeys(ask.marks):
            field = QDoubleSpinBox()
            field.setAccessibleName(f"Error in percent after round {mark}")
            field.setRange(0, 100 * ask.high)
            field.setDecimals(1)
            field.setSuffix(" %")
            field.setValue(50 * ask.high)
            field.valueChanged.connect(self._from_fields)
            self.fields.append(field)
            label = QLabel(f"round {mark}")
            label.setProperty("quiet", True)
            label.setBuddy(field)
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(label)
            pair.addWidget(field)
            row.addLayout(pair)
        self.column.addLayout(row)
        self._finish()
        self._from_fields()

    def value(self) -> Value | None:
        """The curve."""
        return self._sketch.values

    def set_value(self, value: Value) -> None:
        """Draw it."""
        assert isinstance(value, tuple)
        self._draw(tuple(float(each) for each in value))
        self._fill_fields()

    def first_control(self) -> QWidget:
        """The first field."""
        return self.fields[0]

    def _from_fields(self) -> None:
        values = [field.value() / 100 for field in self.fields]
        while len(values) < _STARTS:
            values.append(values[-1])
        self._draw(self._ask.through((values[0], values[1], values[2])))

    def _from_plot(self) -> None:
        self._draw(self._sketch.values)
        self._fill_fields()

    def _draw(self, curve: tuple[float, ...]) -> None:
        show_guess(self._sketch, self._ask, curve, is_open=True)

    def _fill_fields(self) -> None:
        for field, mark in zip(self.fields, dict.fromkeys(self._ask.marks), strict=True):
            field.blockSignals(True)
            field.setValue(100 * self._sketch.values[mark - 1])
            field.blockSignals(False)


def show_guess(
    sketch: CurveSketch, ask: CurveAsk, curve: tuple[float, ...], *, is_open: bool
) -> None:
    """Lay a guess on the plot of errors, to be drawn on or to be compared."""
    sketch.show(curve, ask.high, f"Your guess: {ask.said(curve)}.", is_open=is_open)


def ask_box(ask: LessonAsk, word: str, workspace: Workspace | None, sketch: CurveSketch) -> AskBox:
    """The box for what is asked; rows of an exercise are not those of the window."""
    makers: dict[type[LessonAsk], Callable[[], AskBox]] = {
        NumberAsk: lambda: NumberBox(ask, word),  # type: ignore[arg-type]
        ChoiceAsk: lambda: ChoiceBox(ask, word),  # type: ignore[arg-type]
        RowsAsk: lambda: RowsBox(ask, word, workspace),  # type: ignore[arg-type]
        CurveAsk: lambda: CurveBox(ask, word, sketch),  # type: ignore[arg-type]
    }
    return makers[type(ask)]()
