"""Opens the table alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.rows_table.view import RowsTable

preview(RowsTable)
