"""A view of one figure out of several, with a sentence above it that says what there is to see."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QComboBox, QWidget

from workbench.plotting.axes.class_axis import ClassAxis
from workbench.plotting.click_box import ClickBox
from workbench.plotting.figure import Paper, PaperFigure
from workbench.plotting.plot_cursor import NO_STOPS, PlotCursor, Stops
from workbench.shell.fitting.names_box import NamesBox
from workbench.shell.theme import Theme
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace
from workbench.viewing.headline import PlotWords
from workbench.viewing.view import PlotView

if TYPE_CHECKING:
    import pandas as pd


class FigureView(PlotView):
    """Holds the paper, the figure drawn on it, and its headline; clicks and tips are passed on."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.paper = Paper(self.plot, self.add_legend(), self.axes["bottom"], self.axes["left"])
        self.figure: PaperFigure | None = None
        self.headline = PlotWords(self)
        self._clicks.clicked.connect(self.clicked)
        self._clicks.reset.connect(self._show_all)
        self._clicks.sigResized.connect(self._fit)
        self.plot_cursor = PlotCursor(
            self.canvas, self.plot, self._stops, self.clicked, self._told, self._deed
        )
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    def make_axes(self) -> dict[str, Any]:
        """Axes that can be of names or of numbers."""
        return {side: ClassAxis(side) for side in ("bottom", "left")}

    def make_view_box(self) -> pg.ViewBox:
        """Clicks mean something."""
        self._clicks = ClickBox()
        return self._clicks

    def add_box(self, label: str) -> QComboBox:
        """A box of choices that change with the run."""
        box = QComboBox()
        box.setToolTip(label)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return self._add_named(box, label)

    def add_names_box(self, label: str) -> QComboBox:
        """A box of names from the data, which may be of any length."""
        return self._add_named(NamesBox(label), label)

    def _add_named(self, box: QComboBox, label: str) -> QComboBox:
        box.setAccessibleName(label)
        self.add_control(box)
        return box

    def clicked(self, x: float, y: float, adds: bool) -> None:
        """A click on the figure."""

    @property
    def sentence(self) -> str:
        """What is said, in rich text."""
        return self.headline.sentence

    def say(self, sentence: str) -> None:
        """Say in rich text what there is to see."""
        self.headline.say(sentence)

    def said(self) -> str:
        """The headline."""
        return self.headline.whole

    def describe(self) -> str:
        """The headline, and what the figure shows."""
        own = self.figure.describe() if self.figure is not None else ""
        return " ".join(filter(None, (super().describe(), own)))

    def apply_theme(self, theme: Theme) -> None:
        """Colour the figure."""
        super().apply_theme(theme)
        if self.figure is not None:
            self.figure.apply_theme(theme)

    def drop_figure(self) -> None:
        """An empty paper."""
        self.paper.clear()
        self.figure = None

    def numbers(self) -> "Mapping[str, pd.DataFrame]":
        """The numbers of the figure."""
        return {} if self.figure is None else self.figure.numbers()

    def _fit(self) -> None:
        self.axes["bottom"].fit()
        if self.figure is not None:
            self.figure.fit()

    def _stops(self) -> Stops:
        return NO_STOPS if self.figure is None else self.figure.stops()

    def _told(self, x: float, y: float) -> str:
        return "" if self.figure is None else self.figure.tip(x, y)

    def _deed(self) -> str:
        return "" if self.figure is None else self.figure.deed

    def _show_all(self) -> None:
        if self.figure is not None:
            self.figure.show_all()

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        text = ""
        if self._clicks.sceneBoundingRect().contains(arguments[0]):
            point = self._clicks.mapSceneToView(arguments[0])
            text = self._told(point.x(), point.y())
        self.canvas.setToolTip(plain(text))
