"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.data_scatter.view import DataScatter

preview(DataScatter)
