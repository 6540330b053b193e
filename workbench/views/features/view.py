"""Features: which columns the ensemble leans on, and what one of them does to the votes."""

import functools
import html
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import pyqtgraph as pg
from PySide6.QtCore import QElapsedTimer, QPointF, Qt, QTimer
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

from core.base.lacking import Lacking
from core.base.progress import Watch
from core.base.wording import readable
from workbench.plotting.class_symbols import class_colour
from workbench.plotting.column_axis import ColumnAxis, short
from workbench.plotting.figure import label_of
from workbench.plotting.flow_legend import LegendEntry
from workbench.shell.theme import GRID, Theme
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.view import Options, PlotView
from workbench.views.features.answers import (
    ColumnRanking,
    Effect,
    by_purity,
    by_shuffling,
    effect,
    most_moved,
    used,
)
from workbench.views.features.effect_curves import EffectCurves
from workbench.views.features.ranked_bars import BarBox, Bars, NamesAxis, RankedBars
from workbench.views.features.shuffler import Shuffler

USE, PURITY, SHUFFLING, CURVE = "use", "purity", "shuffling", "curve"
_PARTS = {
    USE: "how often used",
    PURITY: "importance by purity",
    SHUFFLING: "importance by shuffling",
    CURVE: "votes by one column",
}
_AVERAGE_MILLISECONDS = 1000
_BARS, _WORDS = range(2)


@dataclass(frozen=True)
class FeaturesOptions(Options):
    """Which part is shown, and the column whose votes are."""

    part: str = USE
    column: str = ""


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
        self.column_label = self.add_label("Column", self.column)
        self.add_control(self.column)
        self.shuffle = QPushButton("Shuffle")
        self.shuffle.setAccessibleName("Compute the importance by shuffling, or stop it")
        self.shuffle.clicked.connect(self._start_or_stop)
        self.add_control(self.shuffle)
        self.scroll_bar = QScrollBar()
        self.scroll_bar.setAccessibleName("More columns")
        self.bars = RankedBars(self.plot, self.axes["left"], self.scroll_bar)
        self.curves = EffectCurves(self.plot)
        self.legend = self.add_legend()
        self._make_body()
        self.ranking: ColumnRanking | None = None
        self.effect: Effect | None = None
        self.shuffler = Shuffler(workspace, self)
        self._answers = self.make_lane()
        self.shuffler.changed.connect(self._show_shuffling)
        self._asked: object = None
        self._since = QElapsedTimer()
        self._later = QTimer(self)  # the plot has its new size only then
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.bars.arrange)
        self._box.clicked.connect(self._clicked)
        self._box.reset.connect(self.curves.fit)
        self._hover = pg.SignalProxy(
            self.plot.scene().sigMouseMoved, rateLimit=30, slot=self._hovered
        )

    def make_axes(self) -> dict[str, Any]:
        """Names up the left, a column's values below."""
        return {"bottom": ColumnAxis("bottom"), "left": NamesAxis("left")}

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
        row.addWidget(self.scroll_bar)
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
        self.shuffler.forget_all_but([*self.workspace.runs, *([item] if item else [])])
        self._asked = None
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
        for control in (self.column, self.column_label):
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
            if self.ranking is None or self._asked is not None:
                self._show_shuffling()
            return
        if model is None:
            return
        number = min(self.workspace.round, model.predictor.rounds)
        asked = (item, model, number, options)
        if asked == self._asked or self._can_wait(options):
            return
        self._asked = asked
        history, dataset = item.history, item.dataset

        def work(watch: Watch) -> Any:
            if number < 1:
                return Lacking("Before the first round nothing is learned. Go to a later round.")
            if options.part == USE:
                return used(model, number)
            if options.part == PURITY:
                return by_purity(model, number, history)
            return effect(model, dataset, options.column, number, watch)

        # An average over many predictions is given up for a newer one, all else is quick.
        ask = self._answers.start if options.part == CURVE else self._answers.follow
        self.failure = None
        ask(f"Looking at {options.column}", work, functools.partial(self._take, item), self.fail)

    def _take(self, item: RunItem, answer: ColumnRanking | Effect | Lacking) -> None:
        if item is self.workspace.current:
            self._show(answer)

    def _can_wait(self, options: FeaturesOptions) -> bool:
        """While training, averages over many predictions are computed once a second at most."""
        found = self.effect
        if not self._is_training or found is None or found.is_exact:
            return False
        is_same = options.part == CURVE and options.column == found.name
        return is_same and self._since.elapsed() < _AVERAGE_MILLISECONDS

    def _show(self, answer: ColumnRanking | Effect | Lacking) -> None:
        if isinstance(answer, Lacking):
            self._say(answer.why)
        elif isinstance(answer, ColumnRanking):
            self._show_ranking(answer)
        else:
            self._show_effect(answer)

    def _say(self, sentence: str) -> None:
        self.ranking = self.effect = None
        self.caption.setText("")
        self.words.setText(sentence)
        self.progress.hide()
        self.pages.setCurrentIndex(_WORDS)

    # Drawing

    def _show_ranking(self, ranking: ColumnRanking) -> None:
        self.ranking, self.effect = ranking, None
        self.pages.setCurrentIndex(_BARS)
        self.caption.setText(ranking.sentence)
        self.plot.setLabel("bottom", ranking.axis)
        self.plot.setLabel("left", "")
        self.curves.hide()
        self.bars.show(Bars(ranking.names, ranking.values[:, None], None, ranking.spreads))
        self.apply_theme(self.theme)

    def _show_effect(self, found: Effect) -> None:
        self.effect, self.ranking = found, None
        self._since.start()
        self.pages.setCurrentIndex(_BARS)
        self.caption.setText(found.sentence)
        columns = most_moved(found.values)
        if isinstance(found.points, tuple):
            names, values = found.points, found.values[:, columns]
            if found.missing is not None:
                names, values = (*names, "missing"), np.vstack([values, found.missing[columns]])
            self.plot.setLabel("bottom", f"{label_of(found.name)}: {found.axis}")
            self.plot.setLabel("left", "")
            self.curves.hide()
            self.bars.show(Bars(names, values, self._colours(found)))
        else:
            self.plot.setLabel("bottom", label_of(found.name))
            self.plot.setLabel("left", found.axis)
            self.bars.hide()
            self.curves.show(found, columns)
        self.apply_theme(self.theme)

    def _show_legend(self) -> None:
        """The classes, if several are drawn, and the mark of missing values."""
        found, entries = self.effect, []
        if found is not None:
            colours = self._colours(found)
            for name, colour in zip(self._names(found), colours, strict=False):
                entries.append(LegendEntry(name, colour, width=4))
            if found.missing is not None and not isinstance(found.points, tuple):
                entries.append(LegendEntry("value missing", colours[0], "d"))
        self.legend.show_entries(entries, self.theme.text)

    def _names(self, found: Effect) -> list[str]:
        if len(found.outputs) < 2:
            return []
        names = [self._classes[found.outputs[column]] for column in most_moved(found.values)]
        return [short(name, 18) for name in names]

    def _colours(self, found: Effect) -> tuple[str, ...]:
        outputs = [found.outputs[column] for column in most_moved(found.values)]
        return tuple(self._colour(output) for output in outputs)

    def _colour(self, output: int) -> str:
        is_single = output < 0 or len(self._classes) == 2
        return self.theme.accent if is_single else class_colour(output, self.theme)

    @property
    def _classes(self) -> tuple[str, ...]:
        item = self.workspace.current
        return item.dataset.classes if item else ()

    def apply_theme(self, theme: Theme) -> None:
        """Colour the bars, the curves and the legend."""
        super().apply_theme(theme)
        found = self.effect
        if found is not None:
            colours = self._colours(found)
            if isinstance(found.points, tuple):
                self.bars.bars = replace(self.bars.bars, colours=colours)
            else:
                self.curves.apply_theme(theme, colours)
        self.bars.apply_theme(theme)
        self._show_legend()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """More bars, or fewer."""
        super().resizeEvent(event)
        self._later.start()

    # Shuffling

    @property
    def is_ready(self) -> bool:
        """Whether nothing is being computed for it, columns that are shuffled among them."""
        item = self.workspace.current
        return super().is_ready and not (item is not None and self.shuffler.is_shuffling(item))

    def _show_shuffling(self) -> None:
        item = self.workspace.current
        if item is None or self.options.part != SHUFFLING:
            return
        self._asked = None
        is_under_way = self.shuffler.is_shuffling(item)
        self.shuffle.setText("Stop" if is_under_way else "Shuffle")
        self.shuffle.setEnabled(item.run is not None)
        found = self.shuffler.found(item)
        if is_under_way:
            self._say("Each column is shuffled five times among the rows…")
            self.progress.setValue(round(100 * self.shuffler.share))
            self.progress.show()
        elif found is not None:
            is_class = bool(item.dataset.classes)
            self._show_ranking(by_shuffling(found.importance, is_class, found.part.value))
        elif item.run is None:
            self._say("Columns can be shuffled when the training has ended.")
        else:
            self._say(
                "A column matters if the error rises when its values are shuffled among the rows. "
                "Press Shuffle to find out; with many columns it takes a while."
            )

    def _start_or_stop(self) -> None:
        item = self.workspace.current
        if item is None:
            return
        if self.shuffler.is_shuffling(item):
            self.shuffler.stop()
        else:
            self.shuffler.start(item)

    # The mouse

    def _clicked(self, height: float) -> None:
        place = self.bars.name_at(height)
        if self.ranking is not None and place is not None:
            self.change_options(part=CURVE, column=self.ranking.names[place])

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        position, text = arguments[0], ""
        if self.plot.sceneBoundingRect().contains(position):
            point = self.plot.vb.mapSceneToView(position)
            text = self._bar_text(point.y()) if self._box.has_bars else self._line_text(point.x())
        self.canvas.setToolTip(plain(text))

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
        for column in most_moved(found.values):
            name = f"{self._classes[found.outputs[column]]}: " if len(found.outputs) > 1 else ""
            lines.append(f"{name}{readable(float(found.values[place, column]), 3)}")
        return "\n".join(lines)

    def said(self) -> str:
        """The line above the bars."""
        return html.escape(self.caption.text())

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The bars, or the curve."""
        if self.ranking is not None:
            frame = pd.DataFrame(
                {"column": self.ranking.names, self.ranking.axis: self.ranking.values}
            )
            if self.ranking.spreads is not None:
                frame["standard deviation"] = self.ranking.spreads
            return {"columns": frame}
        return self.effect.frames(self._classes) if self.effect is not None else {}
