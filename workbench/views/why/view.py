"""Why: what each column adds to the prediction of a row, what would turn it, and all rows."""

import functools
import html
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from PySide6.QtCore import QPointF, QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QPushButton, QScrollBar, QWidget

from core.base.arrays import Integers
from core.base.errors import DataError
from core.base.progress import Watch
from core.base.wording import grouped
from core.judging.why.summary import summary
from core.judging.why.waterfall import waterfall
from core.judging.why.words import measure_of
from workbench.jobs.job import Job
from workbench.plotting.plot_cursor import PlotCursor, Stops
from workbench.plotting.ranked_bars import RankedBars
from workbench.plotting.reason_bars import for_and_against
from workbench.shell.fitting.names_box import NamesBox
from workbench.shell.theme import Theme
from workbench.shell.tips import plain
from workbench.state.tried_row import TriedRow
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.asked_bars_view import AskedBarsView
from workbench.viewing.view import Options, plain_words
from workbench.views.why.asking import (
    AGAINST_GIVEN,
    CLASS,
    PREDICTED,
    ManyAnswer,
    RowAnswer,
    many_answer,
    places,
    row_answer,
)
from workbench.views.why.body import WhyBody
from workbench.views.why.drawing import WhyDrawing
from workbench.views.why.swarm import Swarm
from workbench.views.why.try_panel import TryPanel

ROW, ALL = "row", "all"
_PARTS = {ROW: "this row", ALL: "all rows"}
_MOST_STEPS = 40
_MOST_MARKED = 50
_PAUSE_MILLISECONDS = 1000
_ABOUT_LETTERS = 14
_TALL = 420
"""A lower view tells the nearest change only."""


@dataclass(frozen=True)
class WhyOptions(Options):
    """Which rows, what reasons speak for, and whether dates and texts are taken apart."""

    part: str = ROW
    about: str = PREDICTED
    is_unfolded: bool = False
    tries: bool = False


class Why(AskedBarsView):
    """The waterfall of the selected row with values to try, or the swarm of many rows."""

    name = "why"
    title = "Why"
    empty_text = (
        "Why a row is predicted as it is will be drawn here: what each column adds, and the "
        "nearest change that would turn it.\nPress Train to start."
    )
    options_type = WhyOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.part = self.add_choice("Show", "part", _PARTS)
        self.about = NamesBox("What the reasons speak for")
        self.about.setMinimumContentsLength(_ABOUT_LETTERS)
        self.about.activated.connect(
            lambda: self.change_options(about=self.about.currentData() or PREDICTED)
        )
        self.about_label = self.add_label("for", self.about)
        self.about.setAccessibleName("What the reasons speak for")
        self.add_control(self.about)
        self.unfold = QCheckBox("Parts")
        self.unfold.setToolTip("Take dates and texts apart into what was learned from")
        self.unfold.toggled.connect(lambda is_on: self.change_options(is_unfolded=is_on))
        self.add_control(self.unfold)
        self.tries = QPushButton("What if…")
        self.tries.setCheckable(True)
        self.tries.setToolTip("Try other values in this row; nothing in the data changes")
        self.tries.toggled.connect(lambda is_on: self.change_options(tries=is_on))
        self.add_control(self.tries)
        self.panel = TryPanel()
        self.panel.typed.connect(self._try)
        self.panel.reset_asked.connect(lambda: workspace.try_values(None))
        self.scroll_bar = QScrollBar()
        self.scroll_bar.setAccessibleName("More columns")
        self.scroll_bar.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.bars = RankedBars(self.plot, self.axes["left"], self.scroll_bar)
        self.drawing = WhyDrawing(self.plot, self.bars)
        self.legend = self.add_legend()
        self.body = WhyBody(self, self.canvas, self.scroll_bar, self.panel)
        self.body.turns.linkActivated.connect(self._try_turn)
        self.set_body(self.body)
        self.row: RowAnswer | None = None
        self.many: ManyAnswer | None = None

        self._box.picked.connect(self._picked)
        self.plot_cursor = PlotCursor(
            self.canvas, self.plot, self._stops, self._picked, self.drawing.tip, self._deed
        )
        workspace.tried_changed.connect(self._selection_changed)

    # What changed

    def restart(self) -> None:
        """Another run: other columns and classes perhaps."""
        item = self.workspace.current
        self._asked = self.row = self.many = None
        self._answers.cancel()
        self.drawing.clear()
        self.show_body(item is not None and (item.history.rounds > 0 or item.run is None))
        self.body.say("The first round is being trained.")
        if item is None:
            return
        classes = item.dataset.classes
        with QSignalBlocker(self.about):
            self.about.clear()
            for text, value in self._abouts(classes):
                self.about.addItem(text, value)
        self.unfold.setVisible(bool(item.dataset.derivations))

    @staticmethod
    def _abouts(classes: tuple[str, ...]) -> list[tuple[str, str]]:
        found = [("prediction", PREDICTED)]
        if len(classes) > 2:
            found.append(("prediction against given", AGAINST_GIVEN))
        return [*found, *((name, f"{CLASS}{name}") for name in classes)]

    def show_options(self) -> None:
        """Another part, or another class."""
        options, item = self.options, self.workspace.current
        self.part.setCurrentIndex(self.part.findData(options.part))
        self.about.setCurrentIndex(max(0, self.about.findData(options.about)))
        has_classes = item is not None and bool(item.dataset.classes)
        for control in (self.about, self.about_label):
            control.setVisible(has_classes)
        with QSignalBlocker(self.unfold), QSignalBlocker(self.tries):
            self.unfold.setChecked(options.is_unfolded)
            self.tries.setChecked(options.tries)
        self.tries.setText("Done" if options.tries else "What if…")
        self._ask()
        self._show()

    def show_selection(self) -> None:
        """Another row, or other values in it."""
        tried, line = self.workspace.tried, self._line
        if tried is not None and tried.line != line:
            self.workspace.try_values(None)
        self._ask()
        if self.drawing.swarm is not None:
            self.drawing.mark(self._marked())

    @property
    def _line(self) -> int | None:
        """The line of the row that is looked at: the first of those that are selected."""
        dataset, rows = self.workspace.shown_dataset, self.workspace.selected_rows()
        return int(dataset.lines[rows[0]]) if dataset is not None and len(rows) else None

    @property
    def _shows_row(self) -> bool:
        return self.options.part == ROW and self._line is not None

    # Asking

    def _ask(self) -> None:
        item = self.workspace.current
        model = item.model if item is not None else None
        if item is None or model is None:
            return
        number = min(self.workspace.round, model.predictor.rounds)
        if number < 1:
            self._asked = None
            self.body.say("Before the first round nothing is learned. Go to a later round.")
            return
        dataset, line, tried = item.dataset, self._line, self.workspace.tried
        if self._shows_row and line is not None:
            asked: object = (item, model, number, line, tried)
            if asked == self._asked or (self._is_training and self._can_wait):
                return
            self._asked = asked
            self._start(
                f"Asking why line {grouped(line)} is predicted so",
                functools.partial(row_answer, model, dataset, line, tried, number),
                item,
            )
            return
        if item.run is None:
            self._asked = None
            self.body.say("What the columns add over all rows is asked when training has ended.")
            return
        asked = (item, model, number)
        if asked == self._asked:
            return
        self._asked, self.many = asked, None
        if self.drawing.swarm is None:
            self.body.say("Asking what the columns add in many rows…", 0.0)
        self._start(
            "Asking what the columns add",
            functools.partial(many_answer, model, dataset, number),
            item,
        )

    @property
    def _can_wait(self) -> bool:
        return self._since.isValid() and self._since.elapsed() < _PAUSE_MILLISECONDS

    def _start(self, name: str, work: Any, item: RunItem) -> None:
        self.failure = None
        self._since.start()

        def run(watch: Watch) -> Any:
            return work(watch=watch)

        self._answers.start(
            name, run, functools.partial(self._take, item), self.fail, progressed=self._further
        )

    def _further(self, job: Job) -> None:
        if self.many is None and self.body.pages.currentIndex() == 1 and job.progress is not None:
            self.body.say("Asking what the columns add in many rows…", job.progress.share)

    def _take(self, item: RunItem, answer: RowAnswer | ManyAnswer) -> None:
        if item is not self.workspace.current:
            return
        if isinstance(answer, RowAnswer):
            self.row, self.many = answer, None
        else:
            self.many = answer
        self._show()
        self.tell()

    # Drawing

    def _show(self) -> None:
        if self._shows_row and self.row is not None and self.row.line == self._line:
            self._show_row(self.row)
        elif self.many is not None and not self._shows_row:
            self._show_many(self.many)

    def _show_row(self, answer: RowAnswer) -> None:
        options = self.options
        why = answer.why(options.about)
        measure = why.measure
        steps = waterfall(why, _MOST_STEPS, options.is_unfolded)
        self.axes["bottom"].is_share = measure.is_class and not measure.is_score
        subject = measure.subject(why.about, why.against).removeprefix("The ")
        self.plot.setLabel("bottom", html.escape(subject))
        self.drawing.show_row(why, steps, self._colours)
        own = [(column.name, column.text(0)) for column in answer.before.explained.table.columns]
        tried = answer.tried.values if answer.tried is not None else {}
        adds = {reason.column: measure.added(reason.adds) for reason in why.reasons}
        self.panel.show_values(own, tried, adds)
        self.panel.say(self._compared(answer) if tried else "")
        self.body.show_trying(options.tries)
        self.tries.show()
        self.body.show_drawn(self._row_caption(answer), self._turns(answer))
        self.apply_theme(self.theme)

    def _row_caption(self, answer: RowAnswer) -> str:
        why = answer.why(self.options.about)
        first, start, *rest = why.sentences
        seen = "learned from" if answer.is_learned else "never seen in training"
        head = html.escape(first.rstrip("."))
        told = f"<b>{head}</b>; given {html.escape(answer.given)}, {seen}. {html.escape(start)}"
        if answer.tried is not None and answer.tried.values:
            told = f"<b>With other values: {head}.</b> {html.escape(start)}"
        if why.orders:
            told += f" {html.escape(rest[-1])}"
        return told

    def _compared(self, answer: RowAnswer) -> str:
        now, before = answer.story.why(), answer.before.why()
        word = "Now it would be" if answer.turned else "It stays"
        share = "" if np.isnan(now.share) else f" ({100 * now.share:.1f} %)"
        was = "" if np.isnan(before.share) else f" ({100 * before.share:.1f} %)"
        return f"{word} {now.predicted}{share}; as it is: {before.predicted}{was}."

    def _turns(self, answer: RowAnswer) -> str:
        turns = answer.story.turns
        told = [html.escape(sentence) for sentence in turns.sentences]
        if turns.found:
            told = [
                f'{sentence} <a href="{place}">Try it</a>' for place, sentence in enumerate(told)
            ]
        shown = told if self.height() >= _TALL else told[:1]
        return "<br>".join(shown)

    def _show_many(self, answer: ManyAnswer) -> None:
        about, _ = places(self.options.about, answer.explained.model.classes)
        found = summary(answer.explained, answer.rows, len(answer.dataset), about)
        measure = measure_of(answer.explained)
        self.axes["bottom"].is_share = measure.is_class and not measure.is_score
        subject = measure.subject(found.about_name, "").removeprefix("The ")
        self.plot.setLabel("bottom", html.escape(f"adds to the {subject}"))
        self.body.show_trying(False)
        self.tries.setVisible(False)
        self.drawing.show_swarm(Swarm.of(found), self._marked())
        first, *rest = found.sentences
        note = "" if answer.explained.is_exact else f" {rest[-1]}"
        hint = "" if self.options.part == ALL else " Select a row to see why it is predicted so."
        self.body.show_drawn(f"{html.escape(first)}{html.escape(note)}{hint}", "")
        self.apply_theme(self.theme)

    def _marked(self) -> Integers:
        """The selected rows, as places among those that were looked at."""
        if self.many is None:
            return np.empty(0, np.int64)
        selected = self.workspace.selected_rows()[:_MOST_MARKED]
        return np.flatnonzero(np.isin(self.many.rows, selected))

    @property
    def _colours(self) -> tuple[str, str]:
        """Of what speaks for, and against: the classes' own where they are two."""
        dataset = self.workspace.shown_dataset
        classes = dataset.classes if dataset is not None else ()
        if not classes or self.row is None:
            return for_and_against(self.theme, (), None)
        why = self.row.why(self.options.about)
        against = classes.index(why.against) if why.against else None
        return for_and_against(self.theme, classes, classes.index(why.about), against)

    def apply_theme(self, theme: Theme) -> None:
        """Colour the bars and the legend."""
        super().apply_theme(theme)
        entries = self.drawing.colour(theme, self._colours)
        self.legend.show_entries(entries, theme.text)

    def _arrange(self) -> None:
        self.body.show_trying(self.options.tries and self.drawing.swarm is None)
        self.bars.arrange()
        if self._shows_row and self.row is not None and self.body.turns.text():
            self.body.turns.setText(self._turns(self.row))

    # Trying values

    def _try(self, name: str, text: str) -> None:
        dataset, answer = self.workspace.shown_dataset, self.row
        if dataset is None or answer is None:
            return
        try:
            kept = dataset.table.value_text(name, text)
        except DataError as error:
            self.panel.complain(str(error))
            self._show_row(answer)
            return
        self.panel.complain("")
        self._take_values({name: kept})

    def _try_turn(self, place: str) -> None:
        answer = self.row
        if answer is None:
            return
        turn = answer.story.turns.found[int(place)]
        if not self.options.tries:
            self.change_options(tries=True)
        self._take_values({change.column: change.after for change in turn.changes})

    def _take_values(self, values: Mapping[str, str]) -> None:
        answer = self.row
        if answer is None:
            return
        own = answer.before.explained.table
        tried = dict(answer.tried.values) if answer.tried is not None else {}
        for name, text in values.items():
            tried[name] = text
            if text == own.column(name).text(0):
                del tried[name]
        self.workspace.try_values(TriedRow(answer.line, tried) if tried else None)

    # The mouse, and the keys

    def _stops(self) -> Stops:
        """The rows that are drawn, or the bars."""
        return self.bars.stops() if self.drawing.swarm is None else self.drawing.swarm.stops()

    def _deed(self) -> str:
        return "" if self.drawing.swarm is None else "select"

    def _picked(self, x: float, y: float, adds: bool = False) -> None:
        swarm, place = self.drawing.swarm, self.bars.name_at(y)
        if swarm is None or self.many is None or place is None:
            return
        rows = self.many.rows[swarm.rows_at(place, x)]
        if len(rows):
            if self.options.part == ROW:
                self.change_options(part=ALL)  # what is selected stays in sight
            lines = self.many.dataset.lines[rows]
            self.workspace.select(np.union1d(self.workspace.selection, lines) if adds else lines)

    def _hovered(self, arguments: tuple[QPointF]) -> None:
        position, text = arguments[0], ""
        if self.plot.sceneBoundingRect().contains(position):
            point = self.plot.vb.mapSceneToView(position)
            text = self.drawing.tip(point.x(), point.y())
        self.canvas.setToolTip(plain(text))

    # In words and numbers

    def said(self) -> str:
        """The words above the plot."""
        return self.body.caption.whole

    def describe(self) -> str:
        """The reasons, and what would turn the prediction; or what the columns add."""
        if self.body.pages.currentIndex() == 1:
            return self.body.words.text()
        if self._shows_row and self.row is not None:
            why = self.row.why(self.options.about)
            return " ".join([*why.sentences, *self.row.story.turns.sentences])
        if self.drawing.swarm is not None:
            return " ".join(self.drawing.swarm.summary.sentences)
        return plain_words(self.said())

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """What each column adds."""
        if self._shows_row and self.row is not None:
            why = self.row.why(self.options.about)
            return {
                "reasons": pd.DataFrame(
                    {
                        "column": [reason.column for reason in why.reasons],
                        "value": [reason.value for reason in why.reasons],
                        "adds": [reason.adds for reason in why.reasons],
                        "standard error": [reason.error for reason in why.reasons],
                    }
                )
            }
        if self.drawing.swarm is None:
            return {}
        found = self.drawing.swarm.summary
        return {
            "columns": pd.DataFrame(
                {
                    "column": [column.name for column in found.columns],
                    "mean size": [column.mean for column in found.columns],
                    "direction": [column.direction for column in found.columns],
                }
            )
        }
