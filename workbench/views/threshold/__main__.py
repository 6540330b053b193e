"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.threshold.view import Threshold

preview(Threshold)
