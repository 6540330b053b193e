"""The rows: every row with what the run says about it, most suspicious first."""

from workbench.views.rows_table.view import RowsTable

__all__ = ["RowsTable"]
