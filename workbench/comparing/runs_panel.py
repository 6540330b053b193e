"""The list of runs on this data, best first, with always guessing among them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import count, duration, fixed, percent, readable
from workbench.jobs.lane import Lane
from workbench.plotting.content_stack import ContentStack
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.tables.names_delegate import NamesDelegate
from workbench.shell.theme import GRID
from workbench.shell.tips import plain
from workbench.state.workspace import RunItem, Workspace

if TYPE_CHECKING:
    from core.base.intervals import Interval
    from core.data.dataset import Dataset
    from core.learning.counting import Counting
    from core.learning.run import Guess, Run

_EMPTY = "Every training is kept here, with its error, so that you can come back to it and compare."
_NAME, _ERROR, _INTERVAL = range(3)
_BEST = "★"
_BEST_TIP = "The least error of these runs. Compare tells whether that is more than chance."
_EDITING = QAbstractItemView.State.EditingState
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEAST_LIST = 72


class RunsPanel(QWidget):
    """Shows the runs; choosing one shows it in every view, a tick draws it beside the others."""

    compare_asked = Signal(object, object)
    """Two runs to be compared."""
    rerun_asked = Signal(object)
    settings_asked = Signal(object)
    """A run whose settings the form is to show."""
    removal_asked = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.setAccessibleName("Runs")
        self._is_filling = False
        self._datasets: tuple[Dataset, ...] = ()
        self._counting: Counting | None = None
        self._errors: dict[Run, float] = {}
        self._intervals: dict[Run, Interval | None] = {}
        """The intervals of the errors, as far as they are computed."""
        self._guesses: dict[Dataset, Guess] = {}
        """What always guessing reaches on the rows that count, as far as that is computed."""
        self._lane = Lane(workspace.jobs)
        self._names: dict[RunItem, str] = {}
        """What the runs are called here: by what tells them apart."""
        self._lines: dict[RunItem, QTreeWidgetItem] = {}
        """A line for each run, which stays the same as long as the run is listed."""
        self._guess = QTreeWidgetItem()
        self._guess.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.list = self._make_list()
        self.rows = QLabel(wordWrap=True)
        self.rows.setProperty("quiet", True)
        self.rows.setContentsMargins(GRID, 4, GRID, 0)
        self.rows.hide()
        self.compare = QPushButton("Compare")
        self.compare.setToolTip("Two ticked runs, or a ticked and the current one, side by side")
        self.rerun = QPushButton("Train again")
        self.rerun.setToolTip("Train with the settings of this run, on the data as it is now")
        self.remove = QPushButton("Delete")
        self.remove.setToolTip("Take this run out of the list (Del); Ctrl+Z brings it back")
        self.compare.clicked.connect(self._compare)
        self.rerun.clicked.connect(lambda: self._ask(self.rerun_asked))
        self.remove.clicked.connect(lambda: self._ask(self.removal_asked))
        self._stack = ContentStack(self._make_page(), _EMPTY)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        workspace.runs_changed.connect(self.redraw)
        workspace.current_changed.connect(self.redraw)
        workspace.compared_changed.connect(self.redraw)
        workspace.run_finished.connect(self.redraw)
        workspace.dataset_changed.connect(self.redraw)
        self.redraw()

    def _make_page(self) -> QWidget:
        buttons = QHBoxLayout()
        buttons.setContentsMargins(GRID, 4, GRID, 4)
        buttons.setSpacing(GRID)
        for button in (self.compare, self.rerun, self.remove):
            buttons.addWidget(button)
        buttons.addStretch(1)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        listed = QHBoxLayout()
        listed.setContentsMargins(4, 0, 4, 0)
        listed.addWidget(self.list)
        column.addLayout(listed, 1)
        column.addWidget(self.rows)
        column.addLayout(buttons)
        return page

    def _make_list(self) -> QTreeWidget:
        runs = QTreeWidget()
        tell_cut_cells(runs)
        runs.setAccessibleName("Runs, best first")
        runs.setHeaderLabels(["run", "error", "95 %"])
        runs.headerItem().setToolTip(_INTERVAL, "The 95 % interval of the error")
        for column in (_ERROR, _INTERVAL):
            runs.headerItem().setTextAlignment(column, _RIGHT)
        runs.setItemDelegateForColumn(0, NamesDelegate(runs))
        runs.headerItem().setToolTip(_NAME, "A tick draws a run beside the current one.")
        runs.setRootIsDecorated(False)
        runs.setUniformRowHeights(True)
        runs.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        runs.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        header = runs.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        for section in (_ERROR, _INTERVAL):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)
        runs.itemClicked.connect(self._chosen)
        runs.itemActivated.connect(self._chosen)
        runs.itemChanged.connect(self._edited)
        runs.itemDelegateForColumn(_NAME).closeEditor.connect(self._typed)
        runs.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        runs.customContextMenuRequested.connect(self._open_menu)
        delete = QAction("Delete", runs)
        delete.setShortcut(QKeySequence.StandardKey.Delete)
        delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        delete.triggered.connect(lambda: self._ask(self.removal_asked))
        runs.addAction(delete)
        # In a low dock the list shrinks, and the buttons below it stay in sight.
        runs.setMinimumHeight(_LEAST_LIST)
        runs.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        return runs

    def redraw(self) -> None:
        """List the runs: those under way on top, then the finished ones by their error."""
        runs = self.workspace.runs
        self._count_rows()
        self._names = self.workspace.run_names()
        best = self._best()
        self._is_filling = True
        self._stack.show_content(bool(runs))
        lines: list[tuple[int, float, QTreeWidgetItem]] = []
        for item in runs:
            error = self._error(item)
            line = self._lines.setdefault(item, QTreeWidgetItem())
            self._fill(line, item, error, item is best)
            lines.append((not self._is_own(item), -1.0 if error is None else error, line))
        if (data := self._shown_data()) is not None:
            judged = "error" if data.has_validation else "training error"
            self.list.headerItem().setText(_ERROR, judged)
        if data is not None and (guess := self._guesses.get(data)) is not None:
            text = self._error_text(guess.error)
            for column, shown in enumerate([f"always guessing {guess.label}", text, ""]):
                self._guess.setText(column, shown)
                self._guess.setForeground(column, self.palette().placeholderText())
            self._guess.setToolTip(_NAME, plain(f"always guessing {guess.label}"))
            lines.append((0, guess.error, self._guess))
        self._arrange([line for *_, line in sorted(lines, key=lambda each: each[:2])])
        self._is_filling = False
        current = self.workspace.current
        is_finished = current is not None and current.run is not None
        self.rerun.setEnabled(is_finished)
        self.remove.setEnabled(is_finished)
        self.compare.setEnabled(self._pair() is not None)
        self._find_lacking()

    def _shown_data(self) -> "Dataset | None":
        """The data of the run that is shown; of the first of the list if none is."""
        own = [item for item in self.workspace.runs if self._is_own(item)]
        return (self.workspace.current or own[0]).dataset if own else None

    def _best(self) -> RunItem | None:
        """The run of least error, if there are others to be better than."""
        done = [item for item in self.workspace.runs if self._is_own(item)]
        errors = {item: error for item in done if (error := self._error(item)) is not None}
        return min(errors, key=lambda item: errors[item]) if len(errors) > 1 else None

    def _find_lacking(self) -> None:
        """Find the intervals and the guess that are lacking, off the GUI thread: rows are many."""
        own = [item.run for item in self.workspace.runs if self._is_own(item)]
        runs = [run for run in own if run and run.rounds and run not in self._intervals]
        data, counting = self._shown_data(), self._counting
        guessed = [data] if data is not None and data not in self._guesses else []
        if (runs or guessed) and not self._lane.is_running:
            self._lane.start(
                "Finding the intervals of errors",
                lambda _watch: _Found.on(counting, runs, guessed),
                self._take_found,
            )

    def _take_found(self, found: "_Found") -> None:
        if found.counting is self._counting:
            self._intervals |= found.intervals
            self._guesses |= found.guesses
        self.redraw()

    def _arrange(self, lines: list[QTreeWidgetItem]) -> None:
        """Bring the lines into their order; a name that is being typed is never disturbed."""
        runs = set(self.workspace.runs)
        for item in [known for known in self._lines if known not in runs]:
            line = self._lines.pop(item)
            self.list.takeTopLevelItem(self.list.indexOfTopLevelItem(line))
        now = [self.list.topLevelItem(place) for place in range(self.list.topLevelItemCount())]
        new = [line for line in lines if line not in now]
        if now + new == lines or self.list.state() == _EDITING:
            self.list.addTopLevelItems(new)
        else:
            for _ in now:
                self.list.takeTopLevelItem(0)
            self.list.addTopLevelItems(lines)
        for line in lines:
            for column in (_ERROR, _INTERVAL):
                line.setTextAlignment(column, _RIGHT)
            if line.data(_NAME, Qt.ItemDataRole.UserRole) is self.workspace.current:
                self.list.setCurrentItem(line)

    def _is_own(self, item: RunItem) -> bool:
        """Whether a run is of the branch that is open."""
        branch = self.workspace.project.branch
        return branch is None or item.branch == branch.number

    def _count_rows(self) -> None:
        """Find the rows that count for all runs of the list, and say what is to be known of them.

        Errors that were found on other rows are forgotten.
        """
        from core.judging.comparing import votes_note
        from core.learning.counting import Counting

        own = [item for item in self.workspace.runs if self._is_own(item)]
        datasets = tuple({id(item.dataset): item.dataset for item in own}.values())
        if datasets != self._datasets:
            self._datasets = datasets
            self._errors, self._intervals, self._guesses = {}, {}, {}
            self._counting = Counting.of(*datasets) if datasets else None
        counted = self._counting.sentence if self._counting else ""
        votes = votes_note([item.run for item in own if item.run is not None])
        self.rows.setText(" ".join(filter(None, (counted, votes))))
        self.rows.setVisible(bool(self.rows.text()))

    def _error(self, item: RunItem) -> float | None:
        """The error of a finished run on the rows that count; None while there is none."""
        from core.judging.comparing import error_of

        run = item.run
        if run is None or not run.rounds:
            return None
        if run not in self._errors:
            counting = self._counting if self._is_own(item) else None
            self._errors[run] = error_of(run, counting)
        return self._errors[run]

    def _fill(
        self, line: QTreeWidgetItem, item: RunItem, found: float | None, is_best: bool
    ) -> None:
        """Let a line tell of a run, as it is now."""
        run = item.run
        text = "…" if found is None else self._error_text(found, item)
        line.setText(_ERROR, f"{_BEST} {text}" if is_best else text)
        line.setToolTip(_ERROR, _BEST_TIP if is_best else "")
        line.setText(_INTERVAL, self._interval_text(item))
        if self.list.state() == _EDITING and line is self.list.currentItem():
            return  # whatever is set beside the name would set the name that is being typed
        line.setText(_NAME, self._names[item])
        line.setData(_NAME, Qt.ItemDataRole.UserRole, item)
        line.setFlags(line.flags() | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable)
        is_ticked = item in self.workspace.compared
        line.setCheckState(_NAME, Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked)
        changed = ", ".join(f"{name} {value}" for name, value in item.settings.changed().items())
        facts = [self._names[item], f"{item.settings.title}: {changed or 'defaults'}"]
        if run:
            facts.append(count(run.rounds, "round"))
        facts.append(f"data revision {item.dataset.revision}, seed {item.source.seed}")
        if run:
            facts += [f"{duration(run.seconds)} of training", run.outcome.sentence]
        is_own = self._is_own(item)
        if not is_own:
            branch = self.workspace.project.branch_numbered(item.branch)
            facts.append(f"on other data: {branch.name}. Choose it to go back to them.")
        quiet, usual = self.palette().placeholderText(), self.palette().text()
        for column in range(3):
            line.setForeground(column, usual if is_own else quiet)
        line.setToolTip(_NAME, plain("\n".join(facts)))

    def _interval_text(self, item: RunItem) -> str:
        found = self._intervals.get(item.run) if item.run is not None else None
        if found is None:
            return ""
        if item.dataset.classes:
            return f"{fixed(100 * found.low, 1)} to {fixed(100 * found.high, 1)}"
        return f"{readable(found.low, 3)} to {readable(found.high, 3)}"

    def _error_text(self, error: float, item: RunItem | None = None) -> str:
        dataset = item.dataset if item else self.workspace.dataset
        return percent(error) if dataset and dataset.classes else readable(error)

    def _chosen(self, line: QTreeWidgetItem) -> None:
        item = line.data(_NAME, Qt.ItemDataRole.UserRole)
        if isinstance(item, RunItem) and item is not self.workspace.current:
            self.workspace.show_run(item)

    def _edited(self, line: QTreeWidgetItem) -> None:
        """A run was ticked, or given another name."""
        item = line.data(_NAME, Qt.ItemDataRole.UserRole)
        if self._is_filling or not isinstance(item, RunItem):
            return
        name, is_ticked = line.text(_NAME), line.checkState(_NAME) == Qt.CheckState.Checked
        # The list is filled anew, and must not lose the line that Qt is still at work on.
        QTimer.singleShot(0, self, lambda: self._take_edit(item, name, is_ticked))

    def _typed(self) -> None:
        """Nobody types any more: what changed meanwhile is shown in its order."""
        QTimer.singleShot(0, self, self.redraw)

    def _take_edit(self, item: RunItem, name: str, is_ticked: bool) -> None:
        others = [known for known in self.workspace.compared if known is not item]
        self.workspace.compare([*others, item] if is_ticked else others)
        if name != self._names.get(item, item.name):
            self.workspace.rename_run(item, name)
            self.redraw()

    def _pair(self) -> tuple[RunItem, RunItem] | None:
        """The two runs to compare: the last two that are ticked, or one of them and the current."""
        chosen = [item for item in self.workspace.compared if item.run]
        current = self.workspace.current
        if len(chosen) == 1 and current is not None and current.run and current is not chosen[0]:
            chosen.append(current)
        if len(chosen) < 2:
            return None
        first, second = sorted(chosen[-2:], key=lambda item: item.number)
        return first, second

    def _compare(self) -> None:
        if pair := self._pair():
            self.compare_asked.emit(*pair)

    def _ask(self, signal: SignalInstance) -> None:
        current = self.workspace.current
        if current is not None and current.run is not None:
            signal.emit(current)

    def rename(self) -> None:
        """Let the person type another name for the current run."""
        if self.list.currentItem() is not None:
            self.list.editItem(self.list.currentItem(), _NAME)

    def _open_menu(self, position: QPoint) -> None:
        line = self.list.itemAt(position)
        item = line.data(_NAME, Qt.ItemDataRole.UserRole) if line else None
        if not isinstance(item, RunItem):
            return
        self.workspace.show_run(item)
        self.menu_for(item).popup(self.list.viewport().mapToGlobal(position))

    def menu_for(self, item: RunItem) -> QMenu:
        """What can be done with a run."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rename = menu.addAction("Rename")
        rename.setShortcut("F2")
        rename.triggered.connect(self.rename)
        menu.addAction("Use its settings").triggered.connect(lambda: self.settings_asked.emit(item))
        again = menu.addAction("Train again")
        again.triggered.connect(lambda: self.rerun_asked.emit(item))
        delete = menu.addAction("Delete")
        delete.triggered.connect(lambda: self.removal_asked.emit(item))
        for action in (again, delete):
            action.setEnabled(item.run is not None)
        return menu


@dataclass(frozen=True)
class _Found:
    """What was found off the GUI thread about runs and data, on the rows that count."""

    counting: "Counting | None"
    intervals: "dict[Run, Interval | None]"
    guesses: "dict[Dataset, Guess]"

    @classmethod
    def on(
        cls, counting: "Counting | None", runs: "list[Run]", guessed: "list[Dataset]"
    ) -> "_Found":
        from core.judging.comparing import error_interval
        from core.learning.run import Guess

        return cls(
            counting,
            {run: error_interval(run, counting) for run in runs},
            {data: Guess.of(data, counting=counting) for data in guessed},
        )
