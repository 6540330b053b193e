"""A view that asks the model about columns, by a job, and draws the answer as bars by name."""

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QElapsedTimer, QPointF, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from workbench.plotting.axes.column_axis import ColumnAxis
from workbench.plotting.axes.number_axis import NumberAxis
from workbench.plotting.ranked_bars import BarBox, NamesAxis
from workbench.state.workspace import Workspace
from workbench.viewing.view import PlotView


class AskedBarsView(PlotView):
    """Asks again when there is another model, round or option; a round must be one it has."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self._answers = self.make_lane()
        self._asked: object = None
        """What was asked last: the same is not asked again."""
        self._since = QElapsedTimer()
        """How long ago something was asked that takes a while."""
        self._later = QTimer(self, singleShot=True)  # the plot has its new size only then
        self._later.timeout.connect(self._arrange)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    def make_axes(self) -> dict[str, Any]:
        """Names up the left, numbers below."""
        bottom = ColumnAxis("bottom")
        bottom.separated_from = NumberAxis.separated_from  # what is predicted is seldom a year
        return {"bottom": bottom, "left": NamesAxis("left")}

    def make_view_box(self) -> pg.ViewBox:
        """The mouse picks bars."""
        self._box = BarBox()
        return self._box

    def show_model(self) -> None:
        """More rounds are there to be looked at."""
        self._ask()

    def show_round(self) -> None:
        """Only a round that the model has can be looked at."""
        self.show_body(self.workspace.rounds > 0 or self._is_training)
        self._ask()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """More room, more names."""
        super().resizeEvent(event)
        self._later.start()

    @property
    def _is_training(self) -> bool:
        return self.workspace.current is not None and self.workspace.current.run is None

    # What a view says itself

    def _ask(self) -> None:
        """Start what has to be found out, unless that is known or under way."""
        raise NotImplementedError

    def _arrange(self) -> None:
        """The plot has another size."""
        raise NotImplementedError

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        """The mouse is somewhere in the plot."""
        raise NotImplementedError
