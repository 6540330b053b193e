"""A view of the rows upon a plane of two columns: axes, points of classes, a bar for numbers."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QComboBox, QWidget

from core import Dataset
from core.base.arrays import Integers
from core.judging.diagnostics.positions import Positions
from workbench.plotting.axes.column_axis import ColumnAxis, short
from workbench.plotting.colour_bar import ColourBar
from workbench.plotting.controls import make_narrow
from workbench.plotting.flow_legend import LegendEntry
from workbench.plotting.plot_cursor import NO_STOPS, PlotCursor, Stops
from workbench.plotting.points import Palette, PointCloud
from workbench.plotting.select_box import Mode, SelectBox
from workbench.shell.fitting.names_box import NamesBox
from workbench.shell.theme import Theme
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace
from workbench.viewing.picture_view import PictureView

_PADDING = 0.04


class PlaneView(PictureView):
    """The boxes of the two columns, the points, and a mouse that selects them."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.palette_: Palette | None = None
        self._coloured: Dataset | None = None
        """The colours of the rows; None until there are data."""
        self.legend = self.add_legend()
        self.image = pg.ImageItem(axisOrder="row-major")
        self.plot.addItem(self.image, ignoreBounds=True)
        self.cloud = PointCloud(self.plot)
        self.bar = ColourBar(of_points=True)
        self.plot.layout.addItem(self.bar, 2, 5)
        self.bar.hide()
        self.boxes = {option: self._column_box(option) for option in ("x", "y")}
        self._box.clicked.connect(self._pick)
        self._box.chosen.connect(self.choose)
        self._box.reset_asked.connect(self.show_all)
        self.plot_cursor = PlotCursor(
            self.canvas,
            self.plot,
            self._stops,
            lambda x, y, adds: self._pick(QPointF(x, y), Mode.ADD if adds else Mode.REPLACE),
            lambda x, y: self.told(QPointF(x, y)),
        )
        self._box.sigRangeChanged.connect(self.ask)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    # What a plane says

    def entries(self, dataset: Dataset) -> list[LegendEntry]:
        """What the legend says besides the classes."""
        raise NotImplementedError

    def positions(self) -> tuple[Positions, Positions] | None:
        """Where the rows lie, across and up; None as long as that is not known."""
        raise NotImplementedError

    def rows_in_sight(self) -> Integers:
        """The rows that can be picked."""
        raise NotImplementedError

    def choose(self, corners: np.ndarray, mode: Mode) -> None:
        """Rows were drawn around."""
        raise NotImplementedError

    def told(self, place: QPointF) -> str:
        """What is said beside the mouse."""
        raise NotImplementedError

    def column_chosen(self, option: str, name: str | None) -> None:
        """A person chose a column."""
        self.change_options(**{option: name})

    # What it is given

    def make_axes(self) -> dict[str, ColumnAxis]:
        """Axes of columns."""
        return {side: ColumnAxis(side) for side in ("bottom", "left")}

    def make_view_box(self) -> pg.ViewBox:
        """The mouse selects rows."""
        self._box = SelectBox()
        return self._box

    def _column_box(self, option: str) -> QComboBox:
        box = NamesBox()
        make_narrow(box)
        box.activated.connect(lambda: self.column_chosen(option, box.currentData()))
        self.add_control(box, option)
        return box

    def take_data(self, dataset: Dataset, names: list[str]) -> None:
        """Other data: their colours, and the columns that can be chosen."""
        self._coloured = dataset
        self.palette_ = Palette.of(dataset, self.theme)
        for box in self.boxes.values():
            box.clear()
            for name in names:
                box.addItem(name, name)
                box.setItemData(box.count() - 1, plain(name), Qt.ItemDataRole.ToolTipRole)
        self._show_legend(dataset)

    def show_columns(self) -> None:
        """Name the columns on the axes and in the boxes."""
        if (found := self.positions()) is None:
            return
        for side, option, own in zip(("bottom", "left"), ("x", "y"), found, strict=True):
            self.axes[side].show_places(own)
            self.boxes[option].setCurrentIndex(self.boxes[option].findData(own.name))
            self.boxes[option].setAccessibleDescription(own.name)

    def show_all(self) -> None:
        """The whole range of both columns."""
        if (found := self.positions()) is not None:
            x, y = found
            self._box.setRange(xRange=(x.low, x.high), yRange=(y.low, y.high), padding=_PADDING)

    def apply_theme(self, theme: Theme) -> None:
        """Colour the classes."""
        super().apply_theme(theme)
        self._box.apply_theme(theme)
        self.bar.apply_theme(theme)
        # Behind other tabs it may still show rows that the workspace has no more.
        if self.palette_ is not None and self._coloured is not None:
            self.palette_ = Palette.of(self._coloured, theme)
            self._show_legend(self._coloured)

    def _show_legend(self, dataset: Dataset) -> None:
        palette, theme = self.palette_, self.theme
        assert palette is not None
        entries = palette.with_classes(dataset.classes, self.entries(dataset))
        self.legend.show_entries(entries, theme.text)
        self.bar.setVisible(palette.values is not None)
        if palette.values is not None:
            self.bar.show_range(*palette.values, short(dataset.target, 24))

    # The mouse

    def row_under(self, place: QPointF, rows: Integers) -> int | None:
        """Which of some rows is under a place, if one is."""
        if (found := self.positions()) is None:
            return None
        x, y = found
        nearest = self._box.nearest(place, x.values[rows], y.values[rows])
        return int(rows[nearest]) if nearest >= 0 else None

    def select_rows(self, rows: Integers, mode: Mode) -> None:
        """Select rows, or add them to what is selected."""
        dataset = self.workspace.shown_dataset
        if dataset is not None:
            lines = dataset.lines[rows]
            self.workspace.select(mode.applied(self.workspace.selection, lines))

    def _stops(self) -> Stops:
        """Every row that can be picked."""
        if (found := self.positions()) is None:
            return NO_STOPS
        rows = self.rows_in_sight()
        return found[0].values[rows], found[1].values[rows]

    def _pick(self, place: QPointF, mode: Mode) -> None:
        row = self.row_under(place, self.rows_in_sight())
        self.select_rows(np.array([] if row is None else [row], np.int64), mode)

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        is_inside = self._box.sceneBoundingRect().contains(arguments[0])
        text = self.told(self._box.mapSceneToView(arguments[0])) if is_inside else ""
        self.canvas.setToolTip(plain(text))
