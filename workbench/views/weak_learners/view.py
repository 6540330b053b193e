"""The weak learners: what each round learned, its learner as a tree, and one tree for them all."""

import functools
import html
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QScrollArea,
    QSpinBox,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.base.arrays import Mask
from core.base.lacking import Lacking
from core.base.wording import grouped
from core.judging.diagnostics.reading import learned
from core.judging.diagnostics.tree_text import tree_lines
from core.judging.theory.surrogate import Surrogate
from core.learning.model import Model
from core.learning.words.learned import Learned
from workbench.plotting.plain_table import ROW_PIXELS
from workbench.shell.theme import GRID, Theme
from workbench.state.workspace import RunItem, Workspace
from workbench.viewing.rows_shown import RowsShown
from workbench.viewing.view import Options, View
from workbench.views.weak_learners.detail_table import DetailTable
from workbench.views.weak_learners.details import Detail, machine_detail, node_detail
from workbench.views.weak_learners.facts import Facts
from workbench.views.weak_learners.readable_tree import ReadableTrees, sentence
from workbench.views.weak_learners.rounds_model import RoundsModel
from workbench.views.weak_learners.rounds_table import RoundsTable
from workbench.views.weak_learners.tree_drawing import TreeDrawing

ROUNDS, DETAIL, READABLE = "rounds", "detail", "readable"
_PARTS = {
    ROUNDS: "round by round",
    DETAIL: "in detail",
    READABLE: "one tree for all",
}
_WIDE = {ROUNDS: 620, DETAIL: 900, READABLE: 0}
"""From so many pixels on the tree stands beside the list or the table, below that under it."""
_AROUND, _TABLE_SHARE = 32, 0.4
"""What a table needs besides its lines, and its share of the height at most."""
_PAUSE = 80
"""So many milliseconds a node is looked at before its columns are counted."""
_MOST_DEPTH = 8


@dataclass(frozen=True)
class WeakLearnersOptions(Options):
    """What is shown, and how deep the one tree for all is."""

    part: str = ROUNDS
    depth: int = 3


class WeakLearners(View):
    """The list of rounds, the learner of the round shown, and what its columns tell."""

    name = "weak_learners"
    title = "Weak learners"
    shows = RowsShown.NONE
    empty_text = (
        "What each round learned will be listed here, in words, with the learner of the round "
        "drawn beside it.\nPress Train to start."
    )
    options_type = WeakLearnersOptions

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.model = RoundsModel()
        self._later = QTimer(self, singleShot=True, interval=0)
        self.table = RoundsTable(self.model, self._later)
        self.table.selectionModel().currentRowChanged.connect(self._picked)
        self.table.clicked.connect(self._picked)
        self.drawing = TreeDrawing()
        self.drawing.node_chosen.connect(self._ask_detail)
        self.part_box = self.add_choice("Show", "part", _PARTS)
        self.which = self._make_number("Which of the round's learners")
        self.which.valueChanged.connect(self._draw)
        self.depth_box = self._make_number("How deep the tree is")
        self.depth_box.setRange(1, _MOST_DEPTH)
        self.depth_box.setPrefix("depth ")
        self.depth_box.valueChanged.connect(lambda depth: self.change_options(depth=depth))
        self.detail = DetailTable()
        self.detail.line_chosen.connect(lambda line: workspace.select([line]))
        self.facts = Facts()
        self._make_body()
        self.learned: Learned | None = None
        self.found: Detail | None = None
        """What is in the table beside the tree."""
        self._drawn: tuple[RunItem, int, int, bool, bool] | None = None
        self._read: Surrogate | None = None
        self._gaps: Mask | None = None
        self._details = self.make_lane()
        self._trees = ReadableTrees(self.make_lane(), self._draw, self.fail)
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE)
        self._soon.timeout.connect(self._find_detail)

    def _make_number(self, name: str) -> QSpinBox:
        box = QSpinBox()
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setKeyboardTracking(False)
        self.add_control(box)
        return box

    def _make_body(self) -> None:
        self.caption = QLabel(wordWrap=True)
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setContentsMargins(GRID, 0, GRID, 4)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.facts)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.drawing)
        self.pages.addWidget(scroll)
        self.splitter = QSplitter()
        self.splitter.setChildrenCollapsible(False)
        for part in (self.table, self.pages, self.detail):
            self.splitter.addWidget(part)
        self.set_body(self.splitter)
        body = self._body.layout()
        assert isinstance(body, QVBoxLayout)
        body.insertWidget(1, self.caption)

    def apply_theme(self, theme: Theme) -> None:
        """Colour the mark and the tree."""
        super().apply_theme(theme)
        self.model.theme = theme
        self.model.refresh()
        self.drawing.apply_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Side by side where there is room for it."""
        super().resizeEvent(event)
        if self._turned():
            self._share_room()

    def _turned(self) -> bool:
        """Put the parts beside or below one another, as there is room; whether that is new."""
        is_wide = self.width() >= _WIDE[self.options.part]
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.splitter.orientation() == wanted:
            return False
        self.splitter.setOrientation(wanted)
        return True

    def _share_room(self) -> None:
        """Halves side by side; one above the other, a short list takes no more than it needs."""
        if self.splitter.orientation() == Qt.Orientation.Horizontal:
            self.splitter.setSizes([1000, 1000, 1000])
            return
        item, height = self.workspace.current, self.splitter.height()
        rounds = item.history.rounds if item is not None else 0
        if item is not None and item.run is None:
            rounds = item.settings.planned_rounds
        table = min(ROW_PIXELS * (rounds + 1) + _AROUND, int(_TABLE_SHARE * height))
        rest = max(1, height - table)
        self.splitter.setSizes([table, rest, rest])

    # What changed

    def restart(self) -> None:
        """Another run."""
        item = self.workspace.current
        self.model.set_run(item)
        self._drawn = self._read = self.learned = self._gaps = self.found = None
        self._trees.forget_all_but([*self.workspace.runs, *([item] if item else [])])
        self.drawing.show_tree(None)
        self.caption.setText("")
        self.show_body(item is not None and (item.history.rounds > 0 or item.run is None))
        if item is not None:
            self.table.fit_columns()
            self._share_room()

    def show_options(self) -> None:
        """Another part, or another depth of the one tree."""
        options = self.options
        self.part_box.setCurrentIndex(self.part_box.findData(options.part))
        blocked = self.depth_box.blockSignals(True)
        self.depth_box.setValue(options.depth)
        self.depth_box.blockSignals(blocked)
        is_same = self.table.isVisibleTo(self) == (options.part == ROUNDS)
        self.table.setVisible(options.part == ROUNDS)
        self.detail.setVisible(options.part == DETAIL)
        self.depth_box.setVisible(options.part == READABLE)
        if self._turned() or not is_same:
            self._share_room()
        if options.part != READABLE:
            self._trees.leave()
        self._drawn = self._read = None
        self._draw()

    def show_model(self) -> None:
        """More rounds can be read."""
        self.model.refresh()
        self._draw()

    def show_round(self) -> None:
        """Mark the round, bring it into sight, draw its learner."""
        self.show_body(self.workspace.rounds > 0 or self._is_training)
        self.model.grow()
        number = self.workspace.round
        if number != self.model.round:
            self.model.set_round(number)
        if number >= 1:
            self.table.show_round(number)
        self._draw()

    @property
    def _is_training(self) -> bool:
        return self.workspace.current is not None and self.workspace.current.run is None

    def _picked(self, index: QModelIndex) -> None:
        if index.isValid() and index.row() + 1 != self.workspace.round:
            self.workspace.go_to(index.row() + 1)

    # Drawing

    def _draw(self) -> None:
        """The learner of the round shown; while training the newest one that the model has."""
        item = self.workspace.current
        model = item.model if item else None
        if item is None or model is None:
            return
        if self.options.part == READABLE:
            self._draw_readable(item)
            return
        number = min(self.workspace.round, model.predictor.rounds)
        if number < 1:
            self._say_nothing("Before the first round nothing is learned. Go to a later round.")
            return
        self._set_count(model.predictor.parts(number))
        place = self.which.value() - 1
        is_behind = number < self.workspace.round
        shown = (item, number, place, is_behind, item.run is None)
        if self._drawn == shown:
            return
        self._drawn = shown
        self.learned = learned(model, number, place, self._gaps_of(item, model))
        behind = ", the newest that can be read so far" if is_behind else ""
        self.caption.setText(
            f"Round {grouped(number)}{behind}: {self.learned.title}. {self.learned.sentence}"
        )
        if self.learned.tree is not None:
            self.pages.setCurrentIndex(0)
            self.drawing.show_tree(self.learned.tree, _names(model))
        else:
            self.pages.setCurrentIndex(1)
            self.facts.show_facts(self.learned)
        # Where there is nothing to say in facts, the table has all the room.
        is_telling = self.learned.tree is not None or bool(self.learned.facts)
        self.pages.setVisible(is_telling or self.options.part != DETAIL)
        self._ask_detail()

    def _draw_readable(self, item: RunItem) -> None:
        """One tree that says nearly what all rounds say together."""
        self.which.hide()
        if item.run is None:
            self._say_nothing("One tree for all rounds is grown when the training has ended.")
            return
        found = self._trees.find(item, self.options.depth)
        if found is None:
            self._say_nothing("A tree is being grown on what the ensemble says…")
            return
        if found is self._read:
            return  # and what a person looks at stays where it is
        self._read, self.learned = found, found.read()
        self.caption.setText(sentence(found, item.run).replace(" %", "\N{NO-BREAK SPACE}%"))
        self.pages.show()
        self.pages.setCurrentIndex(0)
        self.drawing.show_tree(self.learned.tree, _names(found.model))
        self.tell()

    def _say_nothing(self, why: str) -> None:
        self._drawn = self._read = self.learned = None
        self.which.hide()
        self.drawing.show_tree(None)
        self.detail.say("")
        self.pages.show()
        self.pages.setCurrentIndex(0)
        self.caption.setText(why)

    def _set_count(self, count: int) -> None:
        self.which.setVisible(count > 1)
        blocked = self.which.blockSignals(True)
        self.which.setRange(1, count)
        self.which.setSuffix(f" of {grouped(count)}")
        self.which.blockSignals(blocked)

    def _gaps_of(self, item: RunItem, model: Model) -> Mask:
        """Which columns have missing values; of the others none need be told the side."""
        if self._gaps is None:
            complete = {c.name for c in item.dataset.features if not c.missing.any()}
            self._gaps = np.array([name not in complete for name in _names(model)], bool)
        return self._gaps

    # What columns tell at a node, or rows to a machine

    def _ask_detail(self) -> None:
        if self.options.part == DETAIL:
            self._soon.start()

    def _find_detail(self) -> None:
        item = self.workspace.current
        if item is None or self._drawn is None or self.options.part != DETAIL:
            return
        run, (_, number, place, *_) = item.run, self._drawn
        if run is None:
            self.detail.say("What columns tell is counted when the training has ended.")
            return
        shape = self.drawing.chosen_shape
        if self.learned is not None and self.learned.tree is None:
            work, name = functools.partial(machine_detail, run, number), "Support vectors"
        elif shape is not None:
            work = functools.partial(node_detail, run, number, place, shape.number)
            name = "What columns tell at this node"
        else:
            return
        self._details.follow(
            "Counting what columns tell",
            lambda _watch: work(),
            functools.partial(self._show_detail, self._drawn, name),
            self.fail,
        )

    def _show_detail(self, asked: object, name: str, found: Detail | Lacking) -> None:
        if asked != self._drawn:
            return
        if isinstance(found, Lacking):
            self.found = None
            self.detail.say(found.why)
        else:
            self.found = found
            self.detail.show_detail(found, name)
        self.tell()

    def draw_now(self) -> None:
        """Count what columns tell without waiting."""
        if self._soon.isActive():
            self._soon.stop()
            self._find_detail()

    # In words and numbers

    def said(self) -> str:
        """The learner of the round, or how close the one tree is."""
        return html.escape(self.caption.text())

    def describe(self) -> str:
        """The caption, and what the table beside the tree says."""
        told = self.detail.sentence.text() if self.options.part == DETAIL else ""
        return f"{self.caption.text()} {told}".strip()

    def numbers(self) -> Mapping[str, pd.DataFrame]:
        """The list as it is read, and the table beside the tree; or the one tree, line by line."""
        item = self.workspace.current
        if item is None:
            return {}
        if self.options.part == READABLE:
            tree = self.learned.tree if self.learned is not None else None
            return {"tree": pd.DataFrame({"tree": tree_lines(tree)})} if tree is not None else {}
        tables = {"rounds": self.model.as_frame()}
        if self.options.part == DETAIL and self.found is not None:
            tables["detail"] = self.found.table
        return tables


def _names(model: Model) -> list[str]:
    return [feature.name for feature in model.encoder.features]
