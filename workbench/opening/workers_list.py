"""The workers that help with the data: what each has, and what they do not do."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from core.base.wording import grouped, size_text
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.shell.tips import plain
from workbench.state.workspace import Workspace

_MOST_LINES = 4
"""So many workers are seen at once; beyond, the list scrolls."""
_ROWS, _MEMORY = 1, 2


class WorkersList(QWidget):
    """Is seen while workers help."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.list = QTreeWidget()
        self.list.setAccessibleName("Workers")
        self.list.setHeaderLabels(["worker", "rows", "memory"])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tell_cut_cells(self.list)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for section in (_ROWS, _MEMORY):
            header.setSectionResizeMode(section, QHeaderView.ResizeMode.ResizeToContents)
        self.why_not = QLabel(wordWrap=True)
        self.why_not.setProperty("quiet", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list)
        column.addWidget(self.why_not)
        workspace.helping.changed.connect(self.redraw)
        workspace.dataset_changed.connect(self.redraw)
        workspace.revised.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """Show what was told last."""
        helping, data = self._workspace.helping, self._workspace.dataset
        self.setVisible(helping.helpers is not None)
        if helping.helpers is None or data is None:
            return
        self.list.clear()
        for each in helping.workers:
            memory = size_text(each.memory) if each.memory else "–"
            name = each.where.partition("://")[2] or each.where
            item = QTreeWidgetItem([name, grouped(each.rows), memory])
            limit = f" of {size_text(each.limit)}" if each.limit else ""
            told = f"{each.where}: {grouped(each.rows)} rows, {memory}{limit} of memory"
            for place in (0, _ROWS, _MEMORY):
                item.setToolTip(place, plain(told))
            for place in (_ROWS, _MEMORY):
                item.setTextAlignment(
                    place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                )
            self.list.addTopLevelItem(item)
        lines = min(_MOST_LINES, max(1, len(helping.workers)))
        line = max(self.list.sizeHintForRow(0), self.fontMetrics().height())
        frame = 2 * self.list.frameWidth()
        self.list.setFixedHeight(self.list.header().sizeHint().height() + lines * line + frame)
        why = helping.helpers.why_not_revised(data)
        self.why_not.setText(why)
        self.why_not.setVisible(bool(why))
