"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.why.view import Why

preview(Why)
