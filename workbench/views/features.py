"""Features: which columns the ensemble leans on, and what one of them does to the votes."""

import html
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.diagnostics.asking import Part
from core.diagnostics.importance import Importance, permutation_importance
from core.diagnostics.reading import rounds_in
from core.wording import readable
from workbench.background import Latest
from workbench.drawing.feature_answers import (
    Effect,
    Ranking,
    by_purity,
    by_shuffling,
    effect,
    used,
)
from workbench.drawing.ranked_bars import BarBox, Bars, NamesAxis, RankedBars
from workbench.symbols import class_colour
from workbench.theme import GRID, Theme
from workbench.views.view import Options, PlotView
from workbench.workspace import RunItem, Workspace

USE, PURITY, SHUFFLING, CURVE = "use", "purity", "shuffling", "curve"
_PARTS = {
    USE: "how often used",
    PURITY: "importance by purity",
    SHUFFLING: "importance by shuffling",
    CURVE: "votes by one column",
}
_MOST_OUTPUTS = 4
"""So many classes are drawn side by side: those that the column moves most."""
_POLL_MILLISECONDS = 100
_BARS, _WORDS = range(2)


@dataclass(frozen=True)
class FeaturesOptions(Options):
    """Which part is shown, and the column whose votes are."""

    part: str = USE
    column: str = ""


class Shuffling:
    """A permutation importance under way: how far it is, and whether it is to go on."""

    def __init__(self, item: RunItem) -> None:
        self.item = item
        self.share = 0.0
        self.is_stopped = False

    def __call__(self, share: float) -> bool:
        """Called by whoever computes it, in another thread."""
        self.share = share
        return not self.is_stopped


class Features(PlotView):
    """Columns by use or importance, and the curve of one of them."""

    name = "features"
    title = "Features"
    empty_text = (
        "Which columns the ensemble uses, and what each of them does to the votes, will be drawn "
        "here.\nPress Train to start."
    )
    options_type = FeaturesOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.part = self.add_choice("Show", "part", _PARTS)
        self.column = QComboBox()
        self.column.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.column.setMinimumContentsLength(12)
        self.column.activated.connect(lambda: self.change_options(column=self.column.currentText()))
        self.add_control(self.column, "Column")
        self.shuffle = QPushButton("Shuffle")
        self.shuffle.setAccessibleName("Compute the importance by shuffling, or stop it")
        self.shuffle.clicked.connect(self._start_or_stop)
        self.add_control(self.shuffle)
        axis = NamesAxis("left")
        self.plot.setAxisItems({"left": axis})
        self.tidy_axis(axis)
        self.plot.getAxis("bottom").setLabel("")
        self.scroll = QScrollBar()
        self.scroll.setAccessibleName("More columns")
        self.bars = RankedBars(self.plot, axis, self.scroll)
        self.lines = self.add_plot("", "", place=(2, 0))
        self.lines.showGrid(x=False, y=True, alpha=0.15)
        self.canvas.removeItem(self.lines)
        self.curves: list[pg.PlotDataItem] = []
        self.gap = pg.ScatterPlotItem(symbol="d", size=11)
        self.lines.addItem(self.gap)
        self._legend = self.add_legend(3)
        self._legend.setFixedHeight(32)
        self.canvas.removeItem(self._legend)
        self._make_body()
        self.ranking: Ranking | None = None
        self.effect: Effect | None = None
        self._importance: dict[RunItem, tuple[Importance, str]] = {}
        self._shuffling: Shuffling | None = None
        self._shuffles = Latest(workspace.background)
        self._asked: object = None
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MILLISECONDS)
        self._poll.timeout.connect(self._show_progress)
        self._box.clicked.connect(self._clicked)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    def make_view_box(self) -> pg.ViewBox:
        """The mouse picks bars."""
        self._box = BarBox()
        return self._box

    def _make_body(self) -> None:
        self.caption = QLabel()
        self.caption.setWordWrap(True)
        self.caption.setProperty("quiet", True)
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setContentsMargins(GRID, 0, GRID, 0)
        drawn = QWidget()
        row = QHBoxLayout(drawn)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.canvas, 1)
        row.addWidget(self.scroll)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setProperty("quiet", True)
        self.words.setMargin(24)
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Shuffling")
        said = QWidget()
        column = QVBoxLayout(said)
        column.addWidget(self.words, 1)
        column.addWidget(self.progress)
        self.pages = QStackedWidget()
        self.pages.addWidget(drawn)
        self.pages.addWidget(said)
        body = QWidget()
        whole = QVBoxLayout(body)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.caption)
        whole.addWidget(self.pages, 1)
        self.set_body(body)

    # What changed

    def restart(self) -> None:
        """Another run: other columns perhaps."""
        item = self.workspace.current
        if self._shuffling is not None and self._shuffling.item is not item:
            self._shuffling.is_stopped = True
        self._importance = {
            run: found for run, found in self._importance.items() if run in self.workspace.runs
        }
        self.ranking = self.effect = None
        self.show_body(item is not None and (item.history.rounds > 0 or item.run is None))
        if item is not None:
            names = [column.name for column in item.dataset.features]
            self.column.clear()
            self.column.addItems(names)
            if self.options.column not in names and names:
                self.workspace.options[self.name] = FeaturesOptions(self.options.part, names[0])
        self._say("The first round is being trained.")

    def show_options(self) -> None:
        """Another part, or another column."""
        options = self.options
        self.part.setCurrentIndex(self.part.findData(options.part))
        self.column.setCurrentText(options.column)
        for control in (self.column, self._label_of(self.column)):
            control.setVisible(options.part == CURVE)
        self.shuffle.setVisible(options.part == SHUFFLING)
        self._ask()

    def show_model(self) -> None:
        """More rounds are there to be looked at."""
        self._ask()

    def show_round(self) -> None:
        """Only a round that the model has can be looked at."""
        self.show_body(self.workspace.rounds > 0 or self._is_training)
        self._ask()

    @property
    def _is_training(self) -> bool:
        return self.workspace.current is not None and self.workspace.current.run is None

    def _ask(self) -> None:
        item, options = self.workspace.current, self.options
        model = item.model if item else None
        if item is None:
            return
        if options.part == SHUFFLING:
            self._show_shuffling(item)
            return
        if model is None:
            return
        number = min(self.workspace.round, rounds_in(model))
        asked = (item, model, number, options)
        if asked == self._asked:
            return
        self._asked = asked
        history, dataset = item.history, item.dataset

        def work() -> Any:
            try:
                if number < 1:
                    return "Before the first round nothing is learned. Go to a later round."
                if options.part == USE:
                    return used(model, number)
                if options.part == PURITY:
                    return by_purity(model, number, history)
                goes_on = lambda _share: self._asked is asked  # noqa: E731
                return effect(model, dataset, options.column, number, goes_on)
            except TypeError as reason:  # the quantity has no meaning for this model
                return str(reason)

        self.compute(work, self._show)

    def _show(self, answer: Ranking | Effect | str | None) -> None:
        if isinstance(answer, str):
            self._say(answer)
        elif isinstance(answer, Ranking):
            self._show_ranking(answer)
        elif answer is not None:
            self._show_effect(answer)

    def _say(self, sentence: str) -> None:
        self.ranking = self.effect = None
        self.caption.setText("")
        self.words.setText(sentence)
        self.progress.hide()
        self.pages.setCurrentIndex(_WORDS)

    # Drawing

    def _show_ranking(self, ranking: Ranking) -> None:
        self.ranking, self.effect = ranking, None
        self._put(self.plot, with_legend=False)
        self.plot.getAxis("bottom").setLabel(ranking.axis)
        self.caption.setText(ranking.sentence)
        self.bars.show(Bars(ranking.names, ranking.values[:, None], None, ranking.spreads))
        self.apply_theme(self.theme)

    def _show_effect(self, found: Effect) -> None:
        self.effect, self.ranking = found, None
        self.caption.setText(found.sentence)
        if isinstance(found.points, tuple):
            self._draw_categories(found)
        else:
            self._draw_numbers(found)
        self.apply_theme(self.theme)

    def _draw_categories(self, found: Effect) -> None:
        columns = _most_moved(found.values)
        names, values = tuple(found.points), found.values[:, columns]
        if found.missing is not None:
            names, values = (*names, "missing"), np.vstack([values, found.missing[columns]])
        outputs = [found.outputs[column] for column in columns]
        self._put(self.plot, with_legend=len(outputs) > 1)
        self.plot.getAxis("bottom").setLabel(f"{found.name}: {found.axis}")
        self._legend.clear()
        colours = tuple(self._colour(output) for output in outputs)
        for output, colour in zip(outputs, colours, strict=True):
            if len(outputs) > 1:
                self._legend.addItem(pg.PlotDataItem(pen=pg.mkPen(colour, width=4)),
                                     self._class(output))  # fmt: skip
        self.bars.show(Bars(names, values, colours))

    def _draw_numbers(self, found: Effect) -> None:
        columns = _most_moved(found.values)
        self._put(self.lines, with_legend=len(columns) > 1 or found.missing is not None)
        self.lines.getAxis("bottom").setLabel(found.name)
        self.lines.getAxis("left").setLabel(found.axis)
        for curve in self.curves:
            self.lines.removeItem(curve)
        self._legend.clear()
        self.curves = []
        for column in columns:
            output = found.outputs[column]
            style = {"stepMode": "center"} if found.is_exact else {"symbol": "o", "symbolSize": 4}
            curve = self.lines.plot(found.points, found.values[:, column], **style)
            self.curves.append(curve)
            if len(columns) > 1:
                self._legend.addItem(curve, self._class(output))
        self.gap.setVisible(found.missing is not None)
        low, high = float(np.min(found.points, initial=0)), float(np.max(found.points, initial=1))
        if len(found.points):
            low, high = float(found.points[0]), float(found.points[-1])
        if found.missing is not None:
            place = high + 0.06 * ((high - low) or 1)
            self.gap.setData([place] * len(columns), found.missing[columns])
            self._legend.addItem(self.gap, "value missing")
            high = place
        span = (high - low) or 1
        self.lines.setXRange(low - 0.02 * span, high + 0.02 * span, padding=0)
        self.lines.enableAutoRange(axis="y")

    def _put(self, plot: pg.PlotItem, with_legend: bool) -> None:
        """Show one of the two plots, with a legend above it or without."""
        self.pages.setCurrentIndex(_BARS)
        self.scroll.setVisible(False)
        for item in (self.plot, self.lines, self._legend):
            if item in self.canvas.ci.items:
                self.canvas.removeItem(item)
        if with_legend:
            self.canvas.addItem(self._legend, 0, 0)
        self.canvas.addItem(plot, 1, 0)

    def _colour(self, output: int) -> str:
        is_single = output < 0 or len(self._classes) == 2
        return self.theme.accent if is_single else class_colour(output, self.theme)

    @property
    def _classes(self) -> tuple[str, ...]:
        item = self.workspace.current
        return item.dataset.classes if item else ()

    def _class(self, output: int) -> str:
        name = self._classes[output]
        return html.escape(name if len(name) <= 18 else f"{name[:17]}…")

    def apply_theme(self, theme: Theme) -> None:
        """Colour the bars and the curves."""
        super().apply_theme(theme)
        found = self.effect
        if found is not None:
            outputs = [found.outputs[column] for column in _most_moved(found.values)]
            colours = tuple(self._colour(output) for output in outputs)
            if isinstance(found.points, tuple):
                self.bars.bars = Bars(self.bars.bars.names, self.bars.bars.values, colours)
                for (sample, _), colour in zip(self._legend.items, colours, strict=False):
                    sample.item.setPen(pg.mkPen(colour, width=4))
            else:
                for curve, colour in zip(self.curves, colours, strict=True):
                    curve.setPen(pg.mkPen(colour, width=2))
                    curve.setSymbolBrush(colour)
                    curve.setSymbolPen(None)
                if found.missing is not None:
                    self.gap.setBrush([pg.mkBrush(colour) for colour in colours])
                self.gap.setPen(pg.mkPen(theme.text))
        self.bars.apply_theme(theme)
        self.colour_legend(self._legend, theme)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """More bars, or fewer."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self.bars.arrange)

    # Shuffling

    def _show_shuffling(self, item: RunItem) -> None:
        self._asked = None
        is_mine = self._shuffling is not None and self._shuffling.item is item
        self.shuffle.setText("Stop" if is_mine else "Shuffle")
        self.shuffle.setEnabled(item.run is not None)
        if is_mine:
            return
        if item in self._importance:
            found, part = self._importance[item]
            self._show_ranking(by_shuffling(found, bool(item.dataset.classes), part))
        elif item.run is None:
            self._say("Columns can be shuffled when the training has ended.")
        else:
            self._say(
                "A column matters if the error rises when its values are shuffled among the rows. "
                "Press Shuffle: every column is shuffled five times."
            )

    def _start_or_stop(self) -> None:
        item = self.workspace.current
        if self._shuffling is not None:
            self._shuffling.is_stopped = True
            return
        if item is None or item.run is None:
            return
        run, shuffling = item.run, Shuffling(item)
        part = Part.VALIDATION if item.dataset.has_validation else Part.TRAINING
        self._shuffling = shuffling
        self._say(f"Shuffling the columns among the {part.value} rows…")
        self.progress.setRange(0, 100)
        self.progress.show()
        self.shuffle.setText("Stop")
        self._poll.start()
        self._shuffles.request(
            lambda: permutation_importance(run, part, progress=shuffling),
            lambda found: self._shuffled(shuffling, found, part),
            self._shuffling_failed,
        )

    def _shuffled(self, shuffling: Shuffling, found: Importance | None, part: Part) -> None:
        self._end_shuffling()
        if found is not None:
            self._importance[shuffling.item] = (found, part.value)
        if self.workspace.current is not None and self.options.part == SHUFFLING:
            self._show_shuffling(self.workspace.current)

    def _shuffling_failed(self, error: Exception) -> None:
        self._end_shuffling()
        self.workspace.failed.emit(error)

    def _end_shuffling(self) -> None:
        self._shuffling = None
        self._poll.stop()
        self.shuffle.setText("Shuffle")

    def _show_progress(self) -> None:
        if self._shuffling is not None:
            self.progress.setValue(round(100 * self._shuffling.share))

    # The mouse

    def _clicked(self, height: float) -> None:
        place = self.bars.name_at(height)
        if self.ranking is not None and place is not None:
            self.change_options(part=CURVE, column=self.ranking.names[place])

    def _hovered(self, arguments: tuple) -> None:
        position, text = arguments[0], ""
        is_bars = self.plot in self.canvas.ci.items
        plot = self.plot if is_bars else self.lines
        if plot.vb.sceneBoundingRect().contains(position) or (
            is_bars and self.plot.sceneBoundingRect().contains(position)
        ):
            point = plot.vb.mapSceneToView(position)
            text = self._bar_text(point.y()) if is_bars else self._line_text(point.x())
        self.canvas.setToolTip(text)

    def _bar_text(self, height: float) -> str:
        place = self.bars.name_at(height)
        if place is None:
            return ""
        if self.ranking is not None:
            return f"{self.ranking.names[place]}\n{self.ranking.texts[place]}"
        values = ", ".join(readable(value, 3) for value in self.bars.bars.values[place])
        return f"{self.bars.bars.names[place]}\n{values}"

    def _line_text(self, x: float) -> str:
        found = self.effect
        if found is None or isinstance(found.points, tuple) or not len(found.values):
            return ""
        if found.is_exact:
            place = int(np.clip(np.searchsorted(found.points[1:-1], x), 0, len(found.values) - 1))
        else:
            place = int(np.argmin(np.abs(found.points - x)))
        lines = [f"{found.name} = {readable(x if found.is_exact else found.points[place])}"]
        for column in _most_moved(found.values):
            name = f"{self._classes[found.outputs[column]]}: " if len(found.outputs) > 1 else ""
            lines.append(f"{name}{readable(float(found.values[place, column]), 3)}")
        return "\n".join(lines)

    def _label_of(self, control: QWidget) -> QWidget:
        """The label that stands before a control."""
        return self._controls.itemAt(self._controls.indexOf(control) - 1).widget()

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The bars, or the curve."""
        if self.ranking is not None:
            frame = pd.DataFrame(
                {"column": self.ranking.names, self.ranking.axis: self.ranking.values}
            )
            if self.ranking.spreads is not None:
                frame["standard deviation"] = self.ranking.spreads
            return {"columns": frame}
        found = self.effect
        if found is None:
            return {}
        titles = [self._classes[output] if output >= 0 else found.axis for output in found.outputs]
        frame = pd.DataFrame(found.values, columns=titles)
        if isinstance(found.points, tuple):
            frame.insert(0, found.name, list(found.points))
        elif found.is_exact:
            frame.insert(0, f"{found.name} from", found.points[:-1])
            frame.insert(1, f"{found.name} to", found.points[1:])
        else:
            frame.insert(0, found.name, found.points)
        parts = {"curve": frame}
        if found.missing is not None:
            parts["missing"] = pd.DataFrame([found.missing], columns=titles)
        return parts


def _most_moved(values: np.ndarray) -> list[int]:
    """The outputs that change most, in their order."""
    if not len(values):
        return list(range(min(_MOST_OUTPUTS, values.shape[1])))
    order = np.argsort(-np.ptp(values, axis=0), kind="stable")[:_MOST_OUTPUTS]
    return sorted(order.tolist())


if __name__ == "__main__":
    from workbench.preview import preview

    preview(Features)
