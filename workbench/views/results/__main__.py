"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.results.view import Results

preview(Results)
