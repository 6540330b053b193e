"""Every view of the program by its name, with the title of its tab, in the order of the menu.

A view's module is loaded when the view is first seen: the first window needs none of them.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.viewing.view import View

LEFT_TABS = {
    "error_curves": "Error curves",
    "results": "Results",
    "weak_learners": "Learners",
    "features": "Features",
    "committee": "Committee",
    "bias_variance": "Bias",
}
RIGHT_TABS = {
    "weight_heatmap": "Weights",
    "data_scatter": "Scatter",
    "decision_boundary": "Boundary",
    "margins": "Margins",
    "weight_paths": "Paths",
}
TABS = {**LEFT_TABS, **RIGHT_TABS, "rows_table": "Rows"}
FIRST_PANELS = {
    "data_panel": "workbench.opening.data_panel",
    "algorithm_panel": "workbench.training.algorithm_panel",
    "runs_panel": "workbench.comparing.runs_panel",
}
"""The panels by their names, with the module of each."""
FIRST_VIEWS = ("rows_table", next(iter(LEFT_TABS)), next(iter(RIGHT_TABS)))
"""What is seen as soon as there are data."""


def view_kind(name: str) -> "type[View]":
    """The class of a view: the module `weak_learners` holds `WeakLearners`."""
    module = importlib.import_module(f"workbench.views.{name}.view")
    kind: type[View] = getattr(module, "".join(part.capitalize() for part in name.split("_")))
    return kind


def load_first_parts() -> None:
    """Load what is seen after the first window, so that nobody waits for it then."""
    from core.learning import registry
    from core.learning.learner import Learner

    importlib.import_module("core.reading.first_look")
    importlib.import_module("workbench.opening.importing.page")
    registry.members(Learner)
    for module in FIRST_PANELS.values():
        importlib.import_module(module)
    for name in FIRST_VIEWS:
        view_kind(name)
    importlib.import_module("core.storage.session_file")


def view_kinds() -> "list[type[View]]":
    """The classes of all views."""
    return [view_kind(name) for name in TABS]
