"""The list of runs on this data, best first, with always guessing among them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QStackedLayout,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from core.comparing import place_of
from core.run import Guess
from core.wording import readable
from workbench.formats import duration, percent
from workbench.workspace import RunItem, Workspace

_EMPTY = "Every training is kept here, with its error, so that you can come back to it and compare."


class RunsPanel(QWidget):
    """Shows the runs; choosing one shows it in every view."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.setAccessibleName("Runs")
        self.list = QTreeWidget()
        self.list.setAccessibleName("Runs, best first")
        self.list.setHeaderLabels(["run", "rounds", "error"])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for section in (1, 2):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)
        self.list.itemClicked.connect(self._chosen)
        self.list.itemActivated.connect(self._chosen)
        empty = QLabel(_EMPTY)
        empty.setWordWrap(True)
        empty.setMargin(16)
        empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        empty.setProperty("quiet", True)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(empty)
        self._stack.addWidget(self.list)
        workspace.current_changed.connect(self.redraw)
        workspace.run_finished.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """List the runs: those under way on top, then the finished ones by their error."""
        runs = self.workspace.runs
        self._stack.setCurrentIndex(1 if runs else 0)
        self.list.clear()
        lines: list[tuple[float, QTreeWidgetItem]] = []
        for item in runs:
            line = self._line(item)
            lines.append((place_of(item.run).error if item.run and item.run.rounds else -1.0, line))
        if runs:
            guess = Guess.of(runs[0].dataset)
            text = self._error_text(guess.error)
            line = QTreeWidgetItem([f"always guessing {guess.label}", "", text])
            line.setFlags(Qt.ItemFlag.ItemIsEnabled)
            for column in range(3):
                line.setForeground(column, self.palette().placeholderText())
            lines.append((guess.error, line))
        for _, line in sorted(lines, key=lambda pair: pair[0]):
            for column in (1, 2):
                line.setTextAlignment(
                    column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                )
            self.list.addTopLevelItem(line)
            if line.data(0, Qt.ItemDataRole.UserRole) is self.workspace.current:
                self.list.setCurrentItem(line)

    def _line(self, item: RunItem) -> QTreeWidgetItem:
        run = item.run
        error = self._error_text(place_of(run).error) if run and run.rounds else "…"
        rounds = f"{item.history.rounds:,}" if run else ""
        line = QTreeWidgetItem([f"{item.number}  {item.settings.title}", rounds, error])
        line.setData(0, Qt.ItemDataRole.UserRole, item)
        changed = ", ".join(f"{name} {value}" for name, value in item.settings.changed().items())
        spent = f" · {duration(run.seconds)}" if run else ""
        line.setToolTip(0, f"{item.settings.title}: {changed or 'defaults'}{spent}")
        return line

    def _error_text(self, error: float) -> str:
        dataset = self.workspace.dataset
        return percent(error) if dataset and dataset.classes else readable(error)

    def _chosen(self, line: QTreeWidgetItem) -> None:
        item = line.data(0, Qt.ItemDataRole.UserRole)
        if isinstance(item, RunItem) and item is not self.workspace.current:
            self.workspace.show_run(item)
