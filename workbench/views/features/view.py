"""Features: which columns the ensemble leans on, and what one of them does to the votes."""

import functools
import html
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import (
    QPushButton,
    QScrollBar,
    QWidget,
)

from core.base.lacking import Lacking
from core.base.progress import Watch
from core.base.shortening import short_name
from core.base.wording import readable
from workbench.plotting.plot_cursor import PlotCursor, Stops
from workbench.plotting.ranked_bars import Bars, RankedBars
from workbench.shell.fitting.names_box import NamesBox
from workbench.shell.theme import Theme
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.asked_bars_view import AskedBarsView
from workbench.viewing.view import Options
from workbench.views.features.answers import (
    ColumnRanking,
    Effect,
    by_purity,
    by_shuffling,
    effect,
    most_moved,
    used,
)
from workbench.views.features.body import BARS, KEEPING, FeaturesBody
from workbench.views.features.column_keeper import ColumnKeeper
from workbench.views.features.effect_curves import EffectCurves, colours_of, legend_of
from workbench.views.features.shuffler import Shuffler

USE, PURITY, SHUFFLING, CURVE = "use", "purity", "shuffling", "curve"
_PARTS = {
    SHUFFLING: "what is lost without it",
    CURVE: "what one column does",
    USE: "how often it is asked about",
    PURITY: "what it gains in purity",
}
_AVERAGE_MILLISECONDS = 1000
_MOST_LETTERS = 32


@dataclass(frozen=True)
class FeaturesOptions(Options):
    """Which part is shown, and the column whose votes are."""

    part: str = SHUFFLING
    column: str = ""


class Features(AskedBarsView):
    """Columns by what is lost without them, by use or gain, and the curve of one of them."""

    name = "features"
    title = "Features"
    empty_text = (
        "What the ensemble loses without each column, and what each of them does to the votes, "
        "will be drawn here.\nPress Train to start."
    )
    options_type = FeaturesOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.part = self.add_choice("Show", "part", _PARTS)
        self.column = NamesBox("The column whose effect is drawn")
        self.column.activated.connect(lambda: self.change_options(column=self.column.currentText()))
        self.column_label = self.add_label("Column", self.column)
        self.add_control(self.column)
        self.shuffle = QPushButton("Compute")
        self.shuffle.setAccessibleName("Compute what is lost without each column, or stop it")
        self.shuffle.clicked.connect(self._start_or_stop)
        self.add_control(self.shuffle)
        self.keep = QPushButton("Keep only…")
        self.keep.setToolTip("Choose the columns to go on with; the others are ignored")
        self.keep.clicked.connect(self._choose_columns)
        self.add_control(self.keep)
        self.keeper = ColumnKeeper()
        self.keeper.chosen.connect(self._keep_columns)
        self.keeper.left.connect(self._leave_keeper)
        self.scroll_bar = QScrollBar()
        self.scroll_bar.setAccessibleName("More columns")
        self.scroll_bar.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.bars = RankedBars(self.plot, self.axes["left"], self.scroll_bar)
        self.curves = EffectCurves(self.plot)
        self.legend = self.add_legend()
        self.body = FeaturesBody(self, self.canvas, self.scroll_bar, self.keeper)
        self.set_body(self.body)
        self.ranking: ColumnRanking | None = None
        self.effect: Effect | None = None
        self.shuffler = Shuffler(workspace, self)
        self.shuffler.changed.connect(self._show_shuffling)
        self._tried: RunItem | None = None
        """The run whose columns were shuffled before anybody asked for it."""
        self._box.picked.connect(self._clicked)
        self.plot_cursor = PlotCursor(
            self.canvas, self.plot, self._stops, self._clicked, self._told, self._deed
        )
        self._box.reset.connect(self.curves.fit)

    # What changed

    def restart(self) -> None:
        """Another run: other columns perhaps."""
        item = self.workspace.current
        self.shuffler.forget_all_but([*self.workspace.runs, *([item] if item else [])])
        self._asked = self._tried = None
        self.ranking = self.effect = None
        self.show_body(item is not None and (item.history.rounds > 0 or item.run is None))
        if item is not None:
            names = [column.name for column in item.dataset.features]
            self.axes["left"].computed = frozenset(item.dataset.table.computed)
            self.column.show_names(names, self.options.column)
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

    def _ask(self) -> None:
        item, options = self.workspace.current, self.options
        model = item.model if item else None
        if item is None:
            return
        if options.part == SHUFFLING:
            self._shuffle_unasked(item)
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

    def _say(self, sentence: str, share: float | None = None) -> None:
        self.ranking = self.effect = None
        self.keep.hide()
        self.body.say(sentence, share)

    # Drawing

    def _arrange(self) -> None:
        self.bars.arrange()

    def _show_ranking(self, ranking: ColumnRanking) -> None:
        self.ranking, self.effect = ranking, None
        self.body.turn_to(BARS, ranking.sentence)
        self._label("", ranking.axis, ranking.is_share)
        self.curves.hide()
        self.bars.show(Bars(ranking.names, ranking.values[:, None], None, ranking.intervals))
        self.keep.setVisible(len(ranking.names) > 1 and not self._is_training)
        self.apply_theme(self.theme)

    def _label(self, left: str, bottom: str, is_share: bool = False) -> None:
        self.axes["bottom"].is_share = is_share
        self.plot.setLabel("bottom", bottom)
        self.plot.setLabel("left", left)

    def _show_effect(self, found: Effect) -> None:
        self.effect, self.ranking = found, None
        self.keep.hide()
        self._since.start()
        self.body.turn_to(BARS, found.sentence)
        columns = most_moved(found.values)
        if isinstance(found.points, tuple):
            names, values = found.points, found.values[:, columns]
            if found.missing is not None:
                names, values = (*names, "missing"), np.vstack([values, found.missing[columns]])
            self._label("", f"{self._column_label(found.name)}: {found.axis}", found.is_share)
            self.curves.hide()
            colours = colours_of(found, self._classes, self.theme)
            self.bars.show(Bars(names, values, colours))
        else:
            self._label(found.axis, self._column_label(found.name))
            self.axes["left"].is_share = found.is_share
            self.bars.hide()
            self.curves.show(found, columns)
        self.apply_theme(self.theme)

    def _column_label(self, name: str) -> str:
        """A column's name for an axis, which reads markup."""
        item = self.workspace.current
        names = [column.name for column in item.dataset.features] if item else []
        return html.escape(short_name(name, names, _MOST_LETTERS))

    @property
    def _classes(self) -> tuple[str, ...]:
        item = self.workspace.current
        return item.dataset.classes if item else ()

    def apply_theme(self, theme: Theme) -> None:
        """Colour the bars, the curves and the legend."""
        super().apply_theme(theme)
        found = self.effect
        if found is not None:
            colours = colours_of(found, self._classes, theme)
            if isinstance(found.points, tuple):
                self.bars.bars = replace(self.bars.bars, colours=colours)
            else:
                self.curves.apply_theme(theme, colours)
        self.bars.apply_theme(theme)
        entries = legend_of(found, self._classes, theme) if found is not None else []
        self.legend.show_entries(entries, theme.text)

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
        found = self.shuffler.found(item)
        is_under_way = self.shuffler.is_shuffling(item)
        self.shuffle.setText("Stop" if is_under_way else "Compute")
        self.shuffle.setEnabled(item.run is not None)
        self.shuffle.setVisible(found is None)
        if is_under_way:
            going = "Each column is shuffled five times among the rows…"
            self._say(going, self.shuffler.share)
        elif found is not None:
            is_class = bool(item.dataset.classes)
            self._show_ranking(by_shuffling(found.importance, is_class, found.part.value))
        elif item.run is None:
            self._say("What is lost without each column is computed when the training has ended.")
        else:
            self._say(
                "A column matters if the error rises when its values are shuffled among the rows. "
                "Press Compute to find out; with many columns it takes a while."
            )
        self.tell()

    def _shuffle_unasked(self, item: RunItem) -> None:
        """Once a run, if it is quick: who stops it has to ask for it."""
        if item.run is None or item is self._tried or self.shuffler.found(item) is not None:
            return
        self._tried = item
        if self.shuffler.is_quick(item):
            self.shuffler.start(item)

    def _start_or_stop(self) -> None:
        item = self.workspace.current
        if item is None:
            return
        if self.shuffler.is_shuffling(item):
            self.shuffler.stop()
        else:
            self.shuffler.start(item)

    # Fewer columns

    def _choose_columns(self) -> None:
        if self.ranking is not None:
            self.body.turn_to(KEEPING)
            self.keeper.show_columns(self.ranking)

    def _keep_columns(self, names: tuple[str, ...]) -> None:
        self._leave_keeper()
        self.workspace.columns_chosen.emit(names)

    def _leave_keeper(self) -> None:
        if self.ranking is not None:
            self._show_ranking(self.ranking)
        self.keep.setFocus()

    # The mouse

    def _clicked(self, _x: float, height: float, _adds: bool = False) -> None:
        place = self.bars.name_at(height)
        if self.ranking is not None and place is not None:
            self.change_options(part=CURVE, column=self.ranking.names[place])

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        position, text = arguments[0], ""
        if self.plot.sceneBoundingRect().contains(position):
            point = self.plot.vb.mapSceneToView(position)
            text = self._told(point.x(), point.y())
        self.canvas.setToolTip(plain(text))

    def _told(self, x: float, y: float) -> str:
        """The bar, or the values of the curves, that are drawn there."""
        if self._box.has_bars:
            return self._bar_text(y)
        return self.effect.tip(x, self._classes) if self.effect is not None else ""

    def _stops(self) -> Stops:
        """The bars where they begin, or the points of the first curve."""
        if self._box.has_bars:
            return self.bars.stops()
        return self.curves.stops()

    def _deed(self) -> str:
        return "" if self.ranking is None else "draw its effect"

    def _bar_text(self, height: float) -> str:
        place = self.bars.name_at(height)
        if place is None:
            return ""
        if self.ranking is not None:
            return f"{self.ranking.names[place]}\n{self.ranking.texts[place]}"
        written = self.effect.written if self.effect is not None else readable
        values = ", ".join(written(float(value)) for value in self.bars.bars.values[place])
        return f"{self.bars.bars.names[place]}\n{values}"

    # In words and numbers

    def said(self) -> str:
        """The line above the bars."""
        return self.body.caption.whole

    def describe(self) -> str:
        """The columns in their order, or where the curve goes."""
        if self.ranking is not None:
            return self.ranking.described()
        return self.effect.described(self._classes) if self.effect else self.body.words.text()

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The bars, or the curve."""
        if self.ranking is not None:
            return {"columns": self.ranking.frame()}
        return self.effect.frames(self._classes) if self.effect is not None else {}
