"""What every view has: a workspace to look at, options, an empty state, a theme, a help text.

A view is a function of (run, round, selection, its options). It says how by overriding `restart`,
`show_options`, `show_model`, `show_round`, `show_rows` and `show_selection`; the base calls them
when something changed, and only while the view can be seen. What changed meanwhile is caught up
with when it is shown again.
"""

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent, QTextDocumentFragment
from PySide6.QtWidgets import (
    QComboBox,
    QDockWidget,
    QLabel,
    QMenu,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from workbench.jobs.lane import Lane
from workbench.plotting.axes.number_axis import NumberAxis
from workbench.plotting.flow_legend import FlowLegend
from workbench.shell.fitting.flow_layout import FlowLayout
from workbench.shell.help_button import HelpButton
from workbench.shell.theme import GRID, LIGHT, Theme
from workbench.state.drawn_workspace import drawing, drawn_words
from workbench.state.workspace import Workspace
from workbench.viewing.rows_shown import RowsShown

if TYPE_CHECKING:
    import pandas as pd

_MOST_LEAST_HEIGHT = 240
"""Pixels that a view may ask for at least: two of them and the bars fit a screen of 720."""


@dataclass(frozen=True)
class Options:
    """A view's own settings: frozen, of plain values, kept in the workspace under its name."""


class Change(enum.IntEnum):
    """What changed since a view last drew; whatever stands first is caught up with first."""

    RUN = 0
    OPTIONS = 1
    MODEL = 2
    ROUND = 3
    ROWS = 4
    SELECTION = 5


class View(QWidget):
    """A widget that shows one aspect of the current run.

    `name` is its key in layouts, file names and help texts, `title` what a person reads.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    empty_text: ClassVar[str] = ""
    options_type: ClassVar[type[Options]] = Options
    shows: ClassVar[RowsShown] = RowsShown.DRAWN

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawing = drawing(workspace)
        self.workspace = workspace if self.shows is RowsShown.ALL else self._drawing
        self.theme = LIGHT
        self.setObjectName(self.name)
        self.setAccessibleName(self.title)
        self._changes = set(Change)
        self._poses = False
        self.failure: Exception | None = None
        """Why what it shows is not all that it has to show."""
        self._lanes: list[Lane] = []
        self._drawings = self.make_lane()
        self._empty = QLabel(self.empty_text)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setProperty("quiet", True)
        self._empty.setMargin(24)
        self._body = self.content = QWidget()
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._bar = QWidget()
        self._bar.setObjectName("controls")
        self._controls = FlowLayout(self._bar)
        self._controls.setContentsMargins(GRID, 4, 4 * GRID, 4)
        self._controls.setSpacing(GRID)
        # In a narrow dock the controls take more lines; they never push the other docks away.
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._bar.setSizePolicy(policy)
        self._bar.setMinimumHeight(4 * GRID)  # the help button stands in it, with or without others
        column.addWidget(self._bar)
        self.rows_shown = QLabel(wordWrap=True)
        self.rows_shown.setProperty("quiet", True)
        self.rows_shown.setContentsMargins(GRID, 0, GRID, 4)
        self.rows_shown.setSizePolicy(policy)
        self.rows_shown.hide()
        column.addWidget(self.rows_shown)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._body)
        self.help = HelpButton("views", self.name, self.title, self)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        workspace.dataset_changed.connect(self._dataset_changed)
        workspace.current_changed.connect(self._current_changed)
        workspace.model_changed.connect(self._model_changed)
        workspace.round_changed.connect(self._round_changed)
        workspace.snapshot_changed.connect(self._snapshot_changed)
        workspace.selection_changed.connect(self._selection_changed)
        workspace.options_changed.connect(self._options_changed)

    # What a view says

    def restart(self) -> None:
        """Another run, or other data."""

    def show_options(self) -> None:
        """The options are others."""

    def show_model(self) -> None:
        """The run's model is there, or while training a newer one: `workspace.current.model`."""

    def show_round(self) -> None:
        """Another round, or more of them: up to 30 times a second while training, so be quick."""

    def show_rows(self) -> None:
        """What every row has at this round is there, in `workspace.snapshot`."""

    def show_selection(self) -> None:
        """Other rows are selected."""

    def fill_menu(self, menu: QMenu, place: QPoint) -> None:
        """Put what can be done there, by the right button, in front of what every view can."""

    def numbers(self) -> "Mapping[str, pd.DataFrame]":
        """The numbers it draws, a table for each part."""
        return {}

    def numbers_by_file(self) -> "Mapping[str, pd.DataFrame]":
        """The same to be taken away: rows of several files by file and line."""
        data = self.workspace.shown_dataset
        if data is None or data.table.files is None:
            return self.numbers()
        from core.reading.file_columns import with_files

        return {
            part: with_files(table, data.table) if "line" in table else table
            for part, table in self.numbers().items()
        }

    def said(self) -> str:
        """What stands in words above the content, in rich text: its picture says it, too."""
        return ""

    def describe(self) -> str:
        """What its picture says, in words, for those who cannot see it: be quick, as `show_round`.

        Asked after everything that is drawn; a view that draws later than that calls `tell`.
        """
        return plain_words(self.said())

    def draw_now(self) -> None:
        """Draw what would be drawn in a moment."""

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.help.apply_theme(theme)

    # What a view is given

    @property
    def options(self) -> Any:
        """The view's own settings."""
        return self.workspace.options_of(self.name, self.options_type)

    def change_options(self, **values: Any) -> None:
        """Change some of the options."""
        self.workspace.set_options(self.name, replace(self.options, **values))

    def compute(self, work: Callable[[], Any], show: Callable[[Any], None]) -> None:
        """Run `work` off the GUI thread and show its result, unless the run is another by then.

        One at a time; of the requests that come meanwhile only the last one counts.
        """
        asked = self.workspace.current
        self.failure = None

        def done(result: Any) -> None:
            if self.workspace.current is asked:
                show(result)
                self.tell()

        self._drawings.follow(f"Drawing {self.title}", lambda _watch: work(), done, self.fail)

    def make_lane(self) -> Lane:
        """For work apart from `compute`; the view is not ready while it is under way."""
        lane = Lane(self.workspace.jobs)
        self._lanes.append(lane)
        return lane

    def fail(self, error: Exception) -> None:
        """Something could not be computed: what is shown is not all that it has to be."""
        self.failure = error
        self.workspace.failed.emit(error)

    @property
    def is_ready(self) -> bool:
        """Whether nothing is being computed for it, and nothing about to be drawn."""
        timers = self.findChildren(QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)
        is_behind = bool(self._changes) and self.is_watched
        is_computing = any(lane.is_running for lane in self._lanes)
        is_drawing = any(timer.isActive() for timer in timers)
        return not is_behind and not is_computing and not is_drawing

    @property
    def is_watched(self) -> bool:
        """Whether it is to be drawn: it can be seen, or poses for a picture."""
        return self._poses or (self.isVisible() and not self._is_behind_a_tab)

    @property
    def _is_behind_a_tab(self) -> bool:
        """Qt does not hide the dock of a tab that is behind another, but puts it out of sight."""
        dock = self.parentWidget()
        if not isinstance(dock, QDockWidget) or dock.isFloating():
            return False
        return dock.geometry().right() < 0

    def pose(self, is_on: bool) -> None:
        """Draw although nobody can see it, for a picture, until told otherwise."""
        self._poses = is_on
        self.catch_up()

    def set_body(self, body: QWidget) -> None:
        """What is shown when there is something to show."""
        layout = self._body.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addWidget(body, 1)
        self.content = body

    @property
    def described(self) -> QWidget:
        """The widget that has the text alternative: what shows the picture."""
        return self.content

    def tell(self) -> None:
        """Have screen readers say what is drawn now."""
        text = self.describe() if self.has_content else self._empty.text()
        if text != self.described.accessibleDescription():
            self.described.setAccessibleDescription(text)

    def set_empty_text(self, text: str) -> None:
        """What is said while there is nothing to show."""
        self._empty.setText(text)

    def show_body(self, has_content: bool) -> None:
        """Show the content, or the sentence that says what will be here."""
        self._stack.setCurrentIndex(1 if has_content else 0)
        self.help.raise_()

    @property
    def has_content(self) -> bool:
        """Whether there is something to show."""
        return self._stack.currentIndex() == 1

    def add_control(self, control: QWidget, label: str = "") -> None:
        """Put a control into the bar above the content; its label is its accessible name."""
        if label:
            self.add_label(label, control)
        self._controls.addWidget(control)

    def add_label(self, text: str, control: QWidget) -> QLabel:
        """Put a label into the bar, before the control that it names."""
        label = QLabel(text)
        label.setProperty("quiet", True)
        label.setBuddy(control)
        self._controls.addWidget(label)
        control.setAccessibleName(text)
        return label

    def add_choice(self, label: str, option: str, choices: Mapping[Any, str]) -> QComboBox:
        """A box that chooses one of an option's values."""
        box = QComboBox()
        for value, text in choices.items():
            box.addItem(text, value)
        box.setCurrentIndex(box.findData(getattr(self.options, option)))
        box.activated.connect(lambda: self.change_options(**{option: box.currentData()}))
        self.add_control(box, label)
        return box

    # When it is asked

    def catch_up(self) -> None:
        """Draw everything that changed while nobody looked."""
        if not self.is_watched:
            return
        while self._changes:
            change = min(self._changes)
            self._changes.discard(change)
            if change in (Change.RUN, Change.OPTIONS):
                self.failure = None
            _HOOKS[change](self)
        self._tell_rows()
        self.tell()

    def _tell_rows(self) -> None:
        """Say which rows are shown, where the window does not hold all of them."""
        text = drawn_words(self._drawing, is_all=self.shows is RowsShown.ALL)
        self.rows_shown.setText(text)
        self.rows_shown.setToolTip(text)
        self.rows_shown.setVisible(bool(text) and self.shows is not RowsShown.NONE)

    def _mark(self, *changes: Change) -> None:
        self._changes.update(changes)
        if self.is_watched:
            self.workspace.turns.take(self, self.catch_up)

    def _dataset_changed(self) -> None:
        self._mark(*Change)

    def _current_changed(self) -> None:
        self._mark(*Change)

    def _model_changed(self) -> None:
        self._mark(Change.MODEL)

    def _round_changed(self) -> None:
        self._mark(Change.ROUND)

    def _snapshot_changed(self) -> None:
        self._mark(Change.ROWS)

    def _selection_changed(self) -> None:
        self._mark(Change.SELECTION)

    def _options_changed(self, name: str) -> None:
        if name == self.name:
            self._mark(Change.OPTIONS)

    def look_again(self) -> None:
        """It came into sight or went out of it, and what changed while nobody looked is drawn."""
        if self.is_watched and type(self).show_model is not View.show_model:
            self.workspace.model_watchers.add(self)
        else:
            self.workspace.model_watchers.discard(self)
        self._mark()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Somebody looks."""
        super().showEvent(event)
        self.look_again()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        """Nobody looks: no model needs to be made for it."""
        super().hideEvent(event)
        self.look_again()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """No view forces the window's height, however long its sentences are."""
        least = super().minimumSizeHint()
        return QSize(least.width(), min(least.height(), _MOST_LEAST_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The help button stays in its corner."""
        super().resizeEvent(event)
        self.help.move(self.width() - self.help.width() - 4, 4)


_HOOKS: dict[Change, Callable[[View], None]] = {
    Change.RUN: lambda view: view.restart(),
    Change.OPTIONS: lambda view: view.show_options(),
    Change.MODEL: lambda view: view.show_model(),
    Change.ROUND: lambda view: view.show_round(),
    Change.ROWS: lambda view: view.show_rows(),
    Change.SELECTION: lambda view: view.show_selection(),
}


class PlotView(View):
    """A view that is one plot or several, and can be exported as a picture."""

    x_label: ClassVar[str] = ""
    y_label: ClassVar[str] = ""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self.canvas = pg.GraphicsLayoutWidget()
        self.canvas.setAccessibleName(self.title)
        self.canvas.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # but the view's
        self.canvas.ci.layout.setContentsMargins(9, 9, 24, 9)  # the last tick's text stands out
        self.plots: list[pg.PlotItem] = []
        self.axes = self.make_axes()
        self.plot = self.add_plot(
            self.x_label, self.y_label, box=self.make_view_box(), axes=self.axes
        )
        self.set_body(self.canvas)

    @property
    def described(self) -> QWidget:
        """The plots, whatever else stands beside them."""
        return self.canvas

    def catch_up(self) -> None:
        """Draw what changed in one painting: a range that is fitted while painting asks for two."""
        super().catch_up()
        self.canvas.scene().prepareForPaint()

    def make_axes(self) -> dict[str, Any]:
        """The first plot's axes, by side; a subclass may bring axes of names or shares."""
        return {
            "bottom": NumberAxis("bottom", is_whole=self.x_label == "round"),
            "left": NumberAxis("left"),
        }

    def make_view_box(self) -> pg.ViewBox:
        """The first plot's view box; a subclass may bring its own mouse."""
        return pg.ViewBox(enableMenu=False)

    def add_plot(
        self,
        x_label: str,
        y_label: str,
        place: tuple[int, int] = (1, 0),
        box: pg.ViewBox | None = None,
        axes: Mapping[str, pg.AxisItem] | None = None,
    ) -> pg.PlotItem:
        """Another plot on the canvas; row 0 is kept for a legend."""
        own = {side: NumberAxis(side) for side in ("bottom", "left")} | dict(axes or {})
        box = box or pg.ViewBox(enableMenu=False)
        plot: pg.PlotItem = self.canvas.addPlot(*place, viewBox=box, axisItems=own)
        for side, label in (("bottom", x_label), ("left", y_label)):
            plot.setLabel(side, label)
        plot.setMenuEnabled(False)
        plot.hideButtons()
        self.plots.append(plot)
        return plot

    def add_legend(self, lines: int = 2) -> FlowLegend:
        """A legend above the plot: inside it, some curve would always run through it."""
        legend = FlowLegend(lines)
        self.canvas.addItem(legend, 0, 0)
        self.canvas.sigDeviceRangeChanged.connect(legend.fit)
        return legend

    def apply_theme(self, theme: Theme) -> None:
        """Background, axes and labels; subclasses colour what they draw."""
        super().apply_theme(theme)
        self.canvas.setBackground(theme.base)
        for plot in self.plots:
            for side in ("left", "bottom"):
                plot.getAxis(side).apply_theme(theme)


def plain_words(text: str) -> str:
    """Rich text as it is read aloud.

    >>> plain_words("<b>13.4 % wrong</b> of 1 &lt; 2")
    '13.4 % wrong of 1 < 2'
    """
    return QTextDocumentFragment.fromHtml(text).toPlainText() if text else ""


def as_frame(**columns: Any) -> "pd.DataFrame":
    """Columns of unequal length side by side, shorter ones filled with nothing."""
    import pandas as pd  # slow to load

    return pd.DataFrame({name: pd.Series(np.asarray(values)) for name, values in columns.items()})
