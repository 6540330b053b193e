"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.bias_variance.view import BiasVariance

preview(BiasVariance)
