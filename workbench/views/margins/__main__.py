"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.margins.view import Margins

preview(Margins)
