"""The look that all tables of rows share: lines of one height, no grid, no numbers at the side."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableView

from workbench.shell.tables.copying import copies_rows
from workbench.shell.tables.cut_cells import tell_cut_cells

ROW_PIXELS = 24


def make_plain(table: QTableView) -> None:
    """Give a table that look; its cells never wrap, its titles end in … where room is short."""
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)  # Tab leads on to the next control; arrows go through cells
    tell_cut_cells(table)
    copies_rows(table)
    side = table.verticalHeader()
    side.hide()
    side.setDefaultSectionSize(ROW_PIXELS)
    side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setTextElideMode(Qt.TextElideMode.ElideRight)
