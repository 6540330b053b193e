"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.weak_learners.view import WeakLearners

preview(WeakLearners)
