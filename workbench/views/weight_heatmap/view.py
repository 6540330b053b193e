"""The weight heatmap: rows down, the most suspicious first, rounds across, weights as colours."""

import functools
import time
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd
import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent, MouseDragEvent
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QWidget

from core import Dataset
from core.base.arrays import Integers
from core.base.wording import times_average
from core.learning.histories.history import History
from core.learning.histories.quantities import Quantity
from core.learning.snapshot import Snapshot
from workbench.plotting.colour_bar import ColourBar
from workbench.shell.theme import Theme
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace
from workbench.viewing.view import Options, PictureView

_LOW, _HIGH = -1.0, 1.5
"""The colours' range: a tenth of the average weight to some thirty times the average."""
_TICKS = (0.1, 0.3, 1, 3, 10, 30)
_MARGIN = 1.25
_TINT_COLUMNS, _TINT_EDGE = 64, 2
"""A selected row is marked in full at both ends and lightly between them."""
_TRAINING_MILLISECONDS = 300
_SHARE = 30
"""While training, pictures take at most one part in so many of the time."""
_MOST_VALUES = 8
"""So many of a row's values are told beside the mouse."""
BY_SUSPICION, BY_WEIGHT, BY_CLASS, BY_LINE = "suspicion", "weight", "class", "line"
BY_COLUMN = "column "


@dataclass(frozen=True)
class HeatmapOptions(Options):
    """How rows are ordered: by suspicion, weight, class, line, or "column " and a column's name."""

    order: str = BY_SUSPICION


@dataclass(frozen=True, eq=False)
class HeatmapPicture:
    """A part of the heatmap: ranks `top` to `bottom`, rounds 0 to `round`."""

    history: History
    ranked: Integers
    top: int
    bottom: int
    round: int
    image: np.ndarray
    milliseconds: float
    """What it took to make it."""
    key: tuple[Any, ...]
    """What it was made from, besides the order of the rows."""

    def ranks(self, ranked: Integers) -> bool:
        """Whether it has the rows in this order."""
        return np.array_equal(self.ranked, ranked)

    @functools.cached_property
    def place(self) -> Integers:
        """The place of each row in the ranking."""
        place = np.empty(len(self.ranked), np.int64)
        place[self.ranked] = np.arange(len(self.ranked))
        return place

    def pixel_rows(self, places: Integers) -> Integers:
        """Which row of pixels each place of the ranking falls into."""
        return (places - self.top) * len(self.image) // (self.bottom - self.top)


class RowBox(pg.ViewBox):
    """Left drag selects rows, wheel zooms the rows, double click shows all of them again."""

    dragged = Signal(float, float, bool)
    clicked = Signal(float, bool)

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.setMouseEnabled(x=False, y=True)

    def mouseDragEvent(  # noqa: N802 - pyqtgraph's name
        self, event: MouseDragEvent, axis: int | None = None
    ) -> None:
        """Select the rows between where the button went down and where it is."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        start = self.mapToView(event.buttonDownPos()).y()
        end = self.mapToView(event.pos()).y()
        adds = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        self.dragged.emit(min(start, end), max(start, end), adds)

    def mouseClickEvent(self, event: MouseClickEvent) -> None:  # noqa: N802
        """Select the row under the mouse."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        event.accept()
        if event.double():
            self.enableAutoRange(axis=self.YAxis)
        else:
            adds = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.clicked.emit(self.mapToView(event.pos()).y(), adds)


class WeightHeatmap(PictureView):
    """Every row's weight at every round, relative to the average, on a log scale."""

    name = "weight_heatmap"
    title = "Weights"
    empty_text = (
        "Every row's weight at every round will be drawn here, the most suspicious rows on top.\n"
        "Press Train to start."
    )
    x_label = "round"
    y_label = "rows by weight, part by part"
    options_type: ClassVar[type[Options]] = HeatmapOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.picture: HeatmapPicture | None = None
        self.plot.invertY(True)
        self.plot.getAxis("left").setWidth(68)
        self.image = pg.ImageItem(axisOrder="row-major")
        self.image.setLevels((_LOW, _HIGH))
        self.plot.addItem(self.image)
        self.marks = pg.ImageItem(axisOrder="row-major")
        self.plot.addItem(self.marks)
        self.image.setColorMap(pg.colormap.get("viridis"))
        self.bar = ColourBar()
        ticks = {np.log10(tick): f"{tick:g}x" for tick in _TICKS}
        self.bar.show_range(_LOW, _HIGH, "weight, 1x: its part's mean", ticks)
        self.plot.layout.addItem(self.bar, 2, 5)
        self.round_line = pg.InfiniteLine(angle=90)
        self.plot.addItem(self.round_line)
        self._order = self.add_choice("Order", "order", _ORDERS)
        self._box.clicked.connect(self._clicked)
        self._box.dragged.connect(self._drag)
        self._box.sigYRangeChanged.connect(self._range_changed)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    def make_view_box(self) -> pg.ViewBox:
        """The mouse of the heatmap selects rows."""
        self._box = RowBox()
        return self._box

    def apply_theme(self, theme: Theme) -> None:
        """Colour the lines; the colours of the weights are the same in both themes."""
        super().apply_theme(theme)
        self.round_line.setPen(pg.mkPen("#FFFFFF", width=1, style=Qt.PenStyle.DashLine))
        self.bar.apply_theme(theme)
        self.show_selection()

    def lines_shown(self) -> Integers:
        """The lines of the rows in the picture, top down."""
        if self.picture is None or self.workspace.shown_dataset is None:
            return np.empty(0, np.int64)
        rows = self.picture.ranked[self.picture.top : self.picture.bottom]
        return self.workspace.shown_dataset.lines[rows]

    def restart(self) -> None:
        """Another run: an empty picture of its rows."""
        item = self.workspace.current
        self.picture = None
        self.image.clear()
        self.marks.clear()
        lacking = item.history.lacks(Quantity.WEIGHTS) if item else None
        why = lacking.why if lacking else ""
        self.set_empty_text(why or self.empty_text)
        self.show_body(
            not why and item is not None and (item.history.rounds > 0 or item.run is None)
        )
        if item is not None:
            rows = len(item.dataset)
            self.plot.setLimits(yMin=0, yMax=rows, minYRange=min(rows, 10))
            self._box.enableAutoRange(axis=self._box.YAxis, enable=False)
            self._box.setYRange(0, rows, padding=0)
            self.plot.setXRange(0, 1, padding=0)
            self._offer_columns(item.dataset)

    def _offer_columns(self, dataset: Dataset) -> None:
        self._order.clear()
        for value, text in _ORDERS.items():
            if value != BY_CLASS or dataset.classes:
                self._order.addItem(text, value)
        for column in dataset.features:
            self._order.addItem(f"by {column.name}", BY_COLUMN + column.name)
        if self._order.findData(self.options.order) < 0:
            self.change_options(order=BY_SUSPICION)

    def show_options(self) -> None:
        """Another order."""
        order = self.options.order
        self._order.setCurrentIndex(self._order.findData(order))
        self._show_label()
        self.show_rows()

    def _show_label(self) -> None:
        """Which rows are on top, and whether an audit says so or the run alone."""
        order, snapshot = self.options.order, self.workspace.snapshot
        if order == BY_SUSPICION and (snapshot is None or not snapshot.is_audited):
            order = BY_WEIGHT  # before an audit that is what makes a row suspicious
        self.plot.setLabel("left", _LABELS.get(order, f"rows {self._order.currentText()}"))

    def show_rows(self) -> None:
        """Draw soon: a picture takes longer than a round."""
        if self.workspace.snapshot is not None:
            self._show_label()
            self.ask()

    def pause(self) -> int:
        """Short, but while training pictures take a small share of the time only."""
        item, shown = self.workspace.current, self.picture
        if item is None or item.run is not None:
            return self.pause_milliseconds
        if shown is None or shown.history is not item.history:
            return self.pause_milliseconds  # the first one at once: it has few rounds
        # A picture of twice the rounds takes twice the time.
        likely = shown.milliseconds * item.history.rounds / max(1, shown.round)
        return max(_TRAINING_MILLISECONDS, int(_SHARE * likely))

    def _range_changed(self) -> None:
        self.show_rows()

    def make_picture(self) -> None:
        """Ask for a picture of the rows in sight; whole rows, a little beyond what is seen."""
        snapshot = self.workspace.snapshot
        if snapshot is None or snapshot.weights is None or not self.is_watched:
            return
        history, dataset, order = snapshot.history, self.workspace.shown_dataset, self.options.order
        low, high = self._box.viewRange()[1]
        middle, half = (low + high) / 2, (high - low) / 2 * _MARGIN
        top = max(0, int(middle - half))
        bottom = min(len(history), int(np.ceil(middle + half)))
        if bottom <= top or dataset is None:
            return
        size = self._box.size()
        height, width = max(16, int(size.height() * _MARGIN)), max(16, int(size.width()))
        rounds = history.rounds
        earlier = self.picture

        def work() -> HeatmapPicture:
            started = time.perf_counter()
            ranked = ordered(dataset, snapshot, order)
            key = (history, top, bottom, rounds, height, width)
            if earlier is not None and earlier.key == key and earlier.ranks(ranked):
                return earlier
            image = history.weight_image(ranked[top:bottom], rounds, height, width)
            spent = 1000 * (time.perf_counter() - started)
            picture = HeatmapPicture(history, ranked, top, bottom, rounds, image, spent, key)
            _ = picture.place  # here rather than in the GUI thread
            return picture

        self.compute(work, self._show)

    def _show(self, picture: HeatmapPicture) -> None:
        item = self.workspace.current
        if item is None or picture.history is not item.history or picture is self.picture:
            return
        self.picture = picture
        self.show_body(True)
        rect = QRectF(-0.5, picture.top, picture.round + 1, picture.bottom - picture.top)
        self.image.setImage(picture.image, autoLevels=False, rect=rect)
        expected = max(picture.round, item.settings.planned_rounds if item.run is None else 1)
        self.plot.setXRange(-0.5, expected + 0.5, padding=0)
        self.show_round()
        self.show_selection()

    def show_round(self) -> None:
        """Mark the round."""
        self.round_line.setValue(self.workspace.round)

    def show_selection(self) -> None:
        """Tint the rows of pixels that hold selected rows."""
        picture, rows = self.picture, self.workspace.selected_rows()
        if picture is None or len(rows) == 0:
            self.marks.clear()
            return
        places = picture.place[rows]
        places = places[(places >= picture.top) & (places < picture.bottom)]
        tint = np.zeros((len(picture.image), _TINT_COLUMNS, 4), np.uint8)
        colour = pg.mkColor(self.theme.selection_mark)
        # A row of pixels holds many rows: each is tinted once.
        pixels = np.zeros(len(picture.image), bool)
        pixels[picture.pixel_rows(places)] = True
        tint[pixels] = (colour.red(), colour.green(), colour.blue(), 90)
        tint[pixels, :_TINT_EDGE, 3] = tint[pixels, -_TINT_EDGE:, 3] = 255
        rect = QRectF(-0.5, picture.top, picture.round + 1, picture.bottom - picture.top)
        self.marks.setImage(tint, rect=rect, levels=(0, 255))

    def _rows_between(self, low: float, high: float) -> Integers:
        """The rows whose pixels lie between two heights of the plot."""
        picture = self.picture
        assert picture is not None
        places = np.arange(picture.top, picture.bottom)
        pixels = picture.pixel_rows(places)
        scale = len(picture.image) / (picture.bottom - picture.top)
        first, last = int((low - picture.top) * scale), int((high - picture.top) * scale)
        return picture.ranked[places[(pixels >= first) & (pixels <= last)]]

    def _clicked(self, height: float, adds: bool) -> None:
        self._drag(height, height, adds)

    def _drag(self, low: float, high: float, adds: bool) -> None:
        dataset = self.workspace.shown_dataset
        if self.picture is None or dataset is None:
            return
        lines = dataset.lines[self._rows_between(low, high)]
        if adds:
            lines = np.concatenate([self.workspace.selection, lines])
        self.workspace.select(lines)

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        picture, dataset = self.picture, self.workspace.shown_dataset
        if (
            picture is None
            or dataset is None
            or not self._box.sceneBoundingRect().contains(arguments[0])
        ):
            self.canvas.setToolTip("")
            return
        point = self._box.mapSceneToView(arguments[0])
        number = round(point.x())
        rows = self._rows_between(point.y(), point.y())
        if not 0 <= number <= picture.round or len(rows) == 0:
            self.canvas.setToolTip("")
            return
        shape = picture.image.shape
        column = number * shape[1] // (picture.round + 1)
        pixel = int((point.y() - picture.top) * shape[0] / (picture.bottom - picture.top))
        weight = 10 ** float(picture.image[min(pixel, shape[0] - 1), column])
        is_validation = len(rows) == 1 and bool(dataset.validation[rows[0]])
        if len(rows) == 1:
            which = described(dataset, int(rows[0]))
        else:
            which = f"{len(rows):,} rows here, the heaviest:"
        told = f"{which}\nround {number:,}: {times_average(weight, is_validation)}"
        self.canvas.setToolTip(plain(told))

    def numbers(self) -> dict[str, pd.DataFrame]:
        """The weights in sight, relative to the average; of a pixel's rows the heaviest."""
        picture, dataset = self.picture, self.workspace.shown_dataset
        if picture is None or dataset is None:
            return {}
        height, width = picture.image.shape
        first = picture.top + -(-np.arange(height) * (picture.bottom - picture.top) // height)
        rounds = -(-np.arange(width) * (picture.round + 1) // width)
        table = pd.DataFrame(10.0**picture.image, columns=[f"round {number}" for number in rounds])
        table.insert(0, "first_line", dataset.lines[picture.ranked[first]])
        return {"weights": table}


_ORDERS = {
    BY_SUSPICION: "by suspicion",
    BY_WEIGHT: "by mean weight",
    BY_CLASS: "by class",
    BY_LINE: "by line",
}
_LABELS = {
    BY_SUSPICION: "rows by the audit's suspicion",
    BY_WEIGHT: "rows by weight, part by part",
    BY_CLASS: "rows by class, then suspicion",
    BY_LINE: "rows in the order of the file",
}


def ordered(dataset: Dataset, snapshot: Snapshot, order: str) -> Integers:
    """The rows in an order; of equal ones the most suspicious first."""
    if order == BY_LINE:
        return np.arange(len(dataset))
    if order == BY_WEIGHT:
        return snapshot.first_ranked
    ranked = snapshot.ranked
    if order == BY_CLASS and dataset.classes:
        values: np.ndarray = dataset.labels
    else:
        named = [column for column in dataset.features if BY_COLUMN + column.name == order]
        if not named:
            return ranked
        values = named[0].values
    return ranked[np.argsort(values[ranked], kind="stable")]


def described(dataset: Dataset, row: int) -> str:
    """A row in a few lines: where it is, its label and its first values."""
    values = [f"{column.name}: {column.text(row)}" for column in dataset.features[:_MOST_VALUES]]
    more = len(dataset.features) - _MOST_VALUES
    values += [f"and {more:,} more columns"] if more > 0 else []
    head = f"line {dataset.lines[row]:,}, given {dataset.label_text(row)}"
    return "\n".join([head, *values])
