"""Every view of the program, in the order of the menu, and where each is put at first."""

from workbench.views.error_curves import ErrorCurves
from workbench.views.rows_table import RowsTable
from workbench.views.view import View
from workbench.views.weight_heatmap import WeightHeatmap

LEFT_TABS: tuple[type[View], ...] = (ErrorCurves,)
RIGHT_TABS: tuple[type[View], ...] = (WeightHeatmap,)
VIEWS: tuple[type[View], ...] = (*LEFT_TABS, *RIGHT_TABS, RowsTable)
