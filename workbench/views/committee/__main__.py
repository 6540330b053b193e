"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.committee.view import Committee

preview(Committee)
