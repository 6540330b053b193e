"""Every view of the program, in the order of the menu, and where each is put at first."""

from workbench.views.bias_variance import BiasVariance
from workbench.views.committee import Committee
from workbench.views.data_scatter import DataScatter
from workbench.views.decision_boundary import DecisionBoundary
from workbench.views.error_curves import ErrorCurves
from workbench.views.features import Features
from workbench.views.margins import Margins
from workbench.views.results import Results
from workbench.views.rows_table import RowsTable
from workbench.views.view import View
from workbench.views.weak_learners import WeakLearners
from workbench.views.weight_heatmap import WeightHeatmap
from workbench.views.weight_paths import WeightPaths

LEFT_TABS: tuple[type[View], ...] = (
    ErrorCurves, Results, WeakLearners, Features, Committee, BiasVariance,
)  # fmt: skip
RIGHT_TABS: tuple[type[View], ...] = (
    WeightHeatmap, DataScatter, DecisionBoundary, Margins, WeightPaths,
)  # fmt: skip
VIEWS: tuple[type[View], ...] = (*LEFT_TABS, *RIGHT_TABS, RowsTable)
