"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.features.view import Features

preview(Features)
