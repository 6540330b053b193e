"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.error_curves.view import ErrorCurves

preview(ErrorCurves)
