"""Opens the table alone, on an example."""

from workbench.preview import preview
from workbench.views.rows_table import RowsTable

preview(RowsTable)
