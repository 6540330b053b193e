"""The plugins in the window: what is installed, what it adds, and why something is broken."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QSplitter, QTableWidget, QTableWidgetItem

from core.base import plugins
from core.commands.plugin_list import NONE, load_core
from workbench.shell.page import Page
from workbench.shell.tables.cut_cells import tell_cut_cells
from workbench.viewing.catalog import tabs

_COLUMNS = ("Package", "Version", "Adds", "Name", "State")
_NOTE = (
    "Plugins are installed packages. Their code runs with your rights: install only what you "
    "trust. To start without them, set the environment variable ENSEMBLE_WORKBENCH_PLUGINS to off."
)


class PluginsPage(Page):
    """A table of plugins; below it, the traceback of the one that is chosen."""

    def __init__(self) -> None:
        super().__init__("Plugins", "Back")
        self.note = QLabel(_NOTE)
        self.note.setWordWrap(True)
        self.none = QLabel(NONE)
        self.none.setWordWrap(True)
        self.table = QTableWidget(0, len(_COLUMNS))
        tell_cut_cells(self.table)
        self.table.setAccessibleName("Plugins")
        self.table.setHorizontalHeaderLabels(_COLUMNS)
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.itemSelectionChanged.connect(self._show_error)
        self.error = QPlainTextEdit()
        self.error.setReadOnly(True)
        self.error.setAccessibleName("Why it is broken")
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.addWidget(self.table)
        parts.addWidget(self.error)
        self.column.addWidget(self.note)
        self.column.addWidget(self.none)
        self.column.addWidget(parts, 1)

    def start(self) -> None:
        """Load what nobody asked for yet, and list all."""
        load_core()
        tabs()
        self._listed = plugins.listed()
        self.none.setVisible(not self._listed)
        self.table.setRowCount(len(self._listed))
        for row, each in enumerate(self._listed):
            state = "broken" if each.error else "in use"
            texts = (each.package, each.version, each.adds, each.name, state)
            for place, text in enumerate(texts):
                self.table.setItem(row, place, QTableWidgetItem(text))
        self.table.resizeColumnsToContents()
        broken = next((row for row, each in enumerate(self._listed) if each.error), 0)
        if self._listed:
            self.table.selectRow(broken)
        self._show_error()

    def _show_error(self) -> None:
        row = self.table.currentRow()
        self.error.setPlainText(self._listed[row].error if 0 <= row < len(self._listed) else "")
