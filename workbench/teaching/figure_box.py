"""A small figure of a lesson with its sliders, and the same in a sentence."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QVBoxLayout, QWidget

from core.base.wording import fixed
from core.teaching.figures import FIGURES, Knob
from workbench.plotting.small_plot import PlotLine, PlotMark, SmallPlot
from workbench.shell.theme import GRID, Theme
from workbench.teaching.truth_box import unbroken


class FigureBox(QWidget):
    """Draws a figure again whenever a slider moves."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._figure = FIGURES[name]
        self.values = self._figure.start()
        drawn = self._figure.draw(self.values)
        self.plot = SmallPlot(
            self._figure.title,
            is_share=drawn.y_title in ("error", "share of training rows"),
            is_log=drawn.is_log,
        )
        self.plot.name_axes(drawn.x_title, drawn.y_title)
        self.words = QLabel(wordWrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self.plot)
        grid = QGridLayout()
        self.sliders: dict[str, QSlider] = {}
        self._told: dict[str, QLabel] = {}
        for row, knob in enumerate(self._figure.knobs):
            self._add_knob(grid, row, knob)
        column.addLayout(grid)
        column.addWidget(self.words)
        self._draw()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.plot.apply_theme(theme)

    def _add_knob(self, grid: QGridLayout, row: int, knob: Knob) -> None:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setAccessibleName(knob.name)
        slider.setRange(0, round((knob.high - knob.low) / knob.step))
        slider.setValue(round((knob.start - knob.low) / knob.step))
        told = QLabel()
        label = QLabel(knob.name)
        label.setBuddy(slider)
        grid.addWidget(label, row, 0)
        grid.addWidget(slider, row, 1)
        grid.addWidget(told, row, 2)
        self.sliders[knob.name], self._told[knob.name] = slider, told
        slider.valueChanged.connect(lambda place, own=knob: self._set(own, place))

    def _set(self, knob: Knob, place: int) -> None:
        self.values[knob.name] = knob.low + place * knob.step
        self._draw()

    def _draw(self) -> None:
        drawn = self._figure.draw(self.values)
        for knob in self._figure.knobs:
            digits = 0 if knob.step >= 1 else 2
            self._told[knob.name].setText(fixed(self.values[knob.name], digits))
        marks = [PlotMark("now", drawn.mark)] if drawn.mark is not None else []
        self.plot.tell([PlotLine(own.name, own.x, own.y) for own in drawn.curves], marks)
        self.plot.setAccessibleDescription(drawn.words)
        self.words.setText(unbroken(drawn.words))
