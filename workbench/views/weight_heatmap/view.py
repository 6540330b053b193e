"""The weight heatmap: rows down, the most suspicious first, rounds across, weights as colours."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QWidget

from core import Dataset
from core.base.arrays import Integers
from core.base.wording import count
from core.learning.histories.quantities import Quantity
from workbench.plotting.colour_bar import ColourBar
from workbench.plotting.stretch_box import StretchBox
from workbench.shell.fitting.names_box import NamesBox
from workbench.shell.theme import Theme
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace
from workbench.viewing.headline import PlotWords
from workbench.viewing.picture_view import PictureView
from workbench.viewing.view import Options
from workbench.views.weight_heatmap.picture import (
    BY_CLASS,
    BY_COLUMN,
    BY_SUSPICION,
    BY_WEIGHT,
    LABELS,
    ORDERS,
    Heatmap,
    HeatmapPicture,
    ordered,
    spread_words,
)
from workbench.views.weight_heatmap.row_tint import RowTint
from workbench.views.weight_heatmap.scale import WeightScale

if TYPE_CHECKING:
    import pandas as pd

_MARGIN = 1.25
_SIDE, _GAP = 0.024, 0.008
"""Left of the picture, as shares of its width: where flagged rows are marked, and a gap."""
_KEYS: dict[int, Callable[[int, int], int]] = {
    Qt.Key.Key_Up: lambda place, last: place - 1,
    Qt.Key.Key_Down: lambda place, last: place + 1,
    Qt.Key.Key_Home: lambda place, last: 0,
    Qt.Key.Key_End: lambda place, last: last,
}
"""To which place of the ranking a key goes, from one and of so many."""
_TRAINING_MILLISECONDS = 300
_SHARE = 30
"""While training, pictures take at most one part in so many of the time."""


@dataclass(frozen=True)
class HeatmapOptions(Options):
    """How rows are ordered: by suspicion, weight, class, line, or "column " and a column's name."""

    order: str = BY_SUSPICION


_WIDEST_ORDER = 320


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
        self.found: Heatmap | None = None
        self.plot.invertY(True)
        self.plot.getAxis("left").setWidth(68)
        self.image = pg.ImageItem(axisOrder="row-major")
        self.plot.addItem(self.image)
        self.marks = RowTint()
        self.flags = pg.ImageItem(axisOrder="row-major")
        for item in (self.marks, self.flags):
            self.plot.addItem(item)
        self.image.setColorMap(pg.colormap.get("viridis"))
        self.headline = PlotWords(self)
        self.bar = ColourBar()
        self.plot.layout.addItem(self.bar, 2, 5)
        self.round_line = pg.InfiniteLine(angle=90)
        self.plot.addItem(self.round_line)
        self._order = NamesBox()  # the note stays beside it in a small window
        self._order.setMaximumWidth(_WIDEST_ORDER)
        self._order.activated.connect(lambda: self.change_options(order=self._order.currentData()))
        self.add_control(self._order, "Order")
        self.note = QLabel()
        self.note.setProperty("quiet", True)
        self.note.setToolTip("Marked at the left of the picture")
        self.add_control(self.note)
        self._box.clicked.connect(self._clicked)
        self._box.stretched.connect(self._drag)
        self._box.reset_asked.connect(lambda: self._box.enableAutoRange(axis=self._box.YAxis))
        self._box.sigYRangeChanged.connect(self._range_changed)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    @property
    def picture(self) -> HeatmapPicture | None:
        """The picture that is drawn."""
        return self.found.picture if self.found is not None else None

    def make_view_box(self) -> pg.ViewBox:
        """The mouse of the heatmap selects rows."""
        self._box = StretchBox(is_upright=True)
        return self._box

    def apply_theme(self, theme: Theme) -> None:
        """Colour the lines; the colours of the weights are the same in both themes."""
        super().apply_theme(theme)
        self.round_line.setPen(pg.mkPen("#FFFFFF", width=1, style=Qt.PenStyle.DashLine))
        self.bar.apply_theme(theme)
        self._show_flags()
        self.show_selection()

    def restart(self) -> None:
        """Another run: an empty picture of its rows."""
        item = self.workspace.current
        self.found = None
        for shown in (self.image, self.marks, self.flags):
            shown.clear()
        self.headline.say("")
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
            self._show_rounds(1)
            self._offer_columns(item.dataset)

    def _offer_columns(self, dataset: Dataset) -> None:
        self._order.clear()
        for value, text in ORDERS.items():
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
        self.plot.setLabel("left", LABELS.get(order, f"rows {self._order.currentText()}"))

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

        def work() -> Heatmap:
            started = time.perf_counter()
            ranked = ordered(dataset, snapshot, order)
            words = spread_words(dataset, snapshot)
            key = (history, top, bottom, rounds, height, width)
            if earlier is not None and earlier.key == key and earlier.ranks(ranked):
                return Heatmap(earlier, words, *earlier.marked(snapshot.flagged))
            image = history.weight_image(ranked[top:bottom], rounds, height, width)
            # The colours keep their meaning when one looks closer.
            is_closer = (
                bottom - top < len(ranked) and earlier is not None and earlier.key[0] is history
            )
            scale = earlier.scale if earlier and is_closer else WeightScale.of(image)
            spent = 1000 * (time.perf_counter() - started)
            picture = HeatmapPicture(history, ranked, top, bottom, rounds, image, scale, spent, key)
            _ = picture.place  # here rather than in the GUI thread
            return Heatmap(picture, words, *picture.marked(snapshot.flagged))

        self.compute(work, self._show)

    def _show(self, found: Heatmap) -> None:
        item, picture = self.workspace.current, found.picture
        if item is None or picture.history is not item.history:
            return
        is_other = picture is not self.picture
        self.found = found
        self.headline.say(found.words)
        if is_other:
            self.show_body(True)
            self.image.setImage(picture.image, autoLevels=False, rect=self._place(picture))
            self._show_scale(picture.scale)
            planned = item.settings.planned_rounds if item.run is None else 1
            self._show_rounds(max(picture.round, planned))
            self.show_round()
            self.show_selection()
        self._show_flags()

    @staticmethod
    def _place(picture: HeatmapPicture) -> QRectF:
        return QRectF(-0.5, picture.top, picture.round + 1, picture.bottom - picture.top)

    def _show_scale(self, scale: WeightScale) -> None:
        levels = (scale.low, scale.high)
        if self.image.levels is None or tuple(self.image.levels) != levels:
            self.image.setLevels(levels)
        if self.bar.ticks != (ticks := scale.ticks()):
            self.bar.show_range(*levels, "weight, 1x: its part's mean", ticks)

    def _show_rounds(self, last: int) -> None:
        """Rounds 0 to the last, and room for the marks at the side."""
        side = (_SIDE + _GAP) * (last + 1)
        self.plot.setXRange(-0.5 - side, last + 0.5, padding=0)
        self._side = QRectF(-0.5 - side, 0, _SIDE * (last + 1), 0)

    def _show_flags(self) -> None:
        """Mark the rows of pixels that hold flagged rows, beside them."""
        found = self.found
        if found is None:
            return
        picture = found.picture
        pixels = np.zeros((len(picture.image), 1, 4), np.uint8)
        pixels[found.marked] = pg.mkColor(self.theme.text).getRgb()
        place = self._place(picture)
        place.setLeft(self._side.left())
        place.setWidth(self._side.width())
        self.flags.setImage(pixels, rect=place, levels=(0, 255))
        self._say_flagged(found.flagged)

    def _say_flagged(self, flagged: int) -> None:
        """What the marks at the side are, in their colour."""
        square = f'<span style="color:{self.theme.text}">\N{BLACK SQUARE}</span>'
        self.note.setText(f"{square} {count(flagged, 'flagged row')}" if flagged else "")

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
        # A row of pixels holds many rows: each is tinted once.
        pixels = np.zeros(len(picture.image), bool)
        pixels[picture.pixel_rows(places)] = True
        self.marks.mark(pixels, self._place(picture), self.theme.selection_mark)

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

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Up and Down select the next row of the picture, Home the first and End the last."""
        picture, dataset = self.picture, self.workspace.shown_dataset
        if picture is None or dataset is None or event.key() not in _KEYS:
            super().keyPressEvent(event)
            return
        chosen = picture.place[self.workspace.selected_rows()]
        last = len(picture.ranked) - 1
        before = int(chosen.min()) if len(chosen) else -1
        place = int(np.clip(_KEYS[event.key()](before, last), 0, last))
        self.workspace.select(dataset.lines[picture.ranked[[place]]])
        low, high = self._box.viewRange()[1]
        if not low <= place < high:
            half = (high - low) / 2
            self._box.setYRange(place - half, place + half, padding=0)

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
        weight = 10 ** picture.log_at(number, point.y())
        snapshot = self.workspace.snapshot
        flagged = rows[snapshot.flagged[rows]] if snapshot is not None else rows[:0]
        self.canvas.setToolTip(plain(picture.told(dataset, rows, flagged, number, weight)))

    def said(self) -> str:
        """On how few rows the weight lies, and what is marked at the side."""
        marked = f" Marked at the left: {self.note.text()}." if self.note.text() else ""
        return self.headline.whole + marked

    def describe(self) -> str:
        """The same, and what the picture shows."""
        if self.found is None:
            return ""
        picture = self.found.picture
        rows, rounds = count(len(picture.ranked), "row"), count(picture.round, "round")
        flagged = self.found.flagged
        return (
            f"The weights of {rows} over {rounds}, from {picture.scale.words} of the average. "
            f"{count(flagged, 'row is', 'rows are')} flagged. {self.headline.sentence}"
        )

    def numbers(self) -> "dict[str, pd.DataFrame]":
        """The weights in sight, relative to the average; of a pixel's rows the heaviest."""
        import pandas as pd  # slow to load

        picture, dataset = self.picture, self.workspace.shown_dataset
        if picture is None or dataset is None:
            return {}
        height, width = picture.image.shape
        first = picture.top + -(-np.arange(height) * (picture.bottom - picture.top) // height)
        rounds = -(-np.arange(width) * (picture.round + 1) // width)
        table = pd.DataFrame(10.0**picture.image, columns=[f"round {number}" for number in rounds])
        table.insert(0, "first_line", dataset.lines[picture.ranked[first]])
        return {"weights": table}
