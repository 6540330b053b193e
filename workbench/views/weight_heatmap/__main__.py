"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.weight_heatmap.view import WeightHeatmap

preview(WeightHeatmap)
