"""Opens the view alone, on an example."""

from workbench.viewing.preview import preview
from workbench.views.decision_boundary.view import DecisionBoundary

preview(DecisionBoundary)
