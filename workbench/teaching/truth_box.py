"""The truth laid over a guess, and the numbers that came out."""

from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from core.base.wording import fixed
from core.teaching.asks import LessonAsk, NumberAsk
from core.teaching.script import ShownFact
from core.teaching.values import Value
from workbench.plotting.small_plot import PlotMark, SmallPlot
from workbench.shell.theme import GRID, Theme

_SCALE = 96


class TruthBox(QWidget):
    """The gap in words; for numbers a picture of it, too. Curves lie in the plot of errors."""

    def __init__(self, ask: LessonAsk, guess: Value | None, truth: Value, words: str) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        self.words = QLabel(unbroken(words), wordWrap=True)
        font = self.words.font()
        font.setBold(True)
        self.words.setFont(font)
        column.addWidget(self.words)
        self.plot: SmallPlot | None = None
        if isinstance(ask, NumberAsk):
            self.plot = _number_line(ask, guess, truth)
        if self.plot is not None:
            self.plot.setAccessibleDescription(words)
            column.addWidget(self.plot)

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        if self.plot is not None:
            self.plot.apply_theme(theme)


def unbroken(words: str) -> str:
    """The same, with no line break between a number and its sign."""
    return words.replace(" %", "\u00a0%")


def _number_line(ask: NumberAsk, guess: Value | None, truth: Value) -> SmallPlot:
    assert isinstance(truth, float)
    plot = SmallPlot("Your number and the truth on a line", is_whole=ask.digits == 0)
    plot.setFixedHeight(_SCALE)
    plot.plotItem.hideAxis("left")
    plot.plotItem.setXRange(min(ask.low, truth), max(ask.high, truth), padding=0.05)
    plot.plotItem.setYRange(0, 1)
    marks = [PlotMark("it is", truth)]
    if isinstance(guess, float):
        marks.append(PlotMark("you said", guess, is_dashed=True))
    plot.tell((), marks)
    return plot


class NumbersTable(QWidget):
    """What came out: a line a number."""

    def __init__(self, shown: tuple[tuple[ShownFact, Value], ...]) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 1)
        self.texts: list[str] = []
        for row, (own, value) in enumerate(shown):
            text = fixed(value, own.digits) if isinstance(value, float) else str(value)
            title, number = QLabel(own.title, wordWrap=True), QLabel(text, wordWrap=True)
            title.setProperty("quiet", True)
            number.setAccessibleName(f"{own.title}: {text}")
            grid.addWidget(title, row, 0)
            grid.addWidget(number, row, 1)
            self.texts.append(text)
