"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.weight_paths.view import WeightPaths

preview(WeightPaths)
