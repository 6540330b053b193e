"""Every view of the program by its name, with the title of its tab, in the order of the menu.

A view's module is loaded when the view is first seen: the first window needs none of them.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.views.view import View

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
FIRST_PANELS = ("data_panel", "algorithm_panel", "runs_panel")
FIRST_VIEWS = ("rows_table", next(iter(LEFT_TABS)), next(iter(RIGHT_TABS)))
"""What is seen as soon as there are data."""


def view_kind(name: str) -> "type[View]":
    """The class of a view: the module `weak_learners` holds `WeakLearners`."""
    module = importlib.import_module(f"workbench.views.{name}")
    kind: type[View] = getattr(module, "".join(part.capitalize() for part in name.split("_")))
    return kind


def load_first_parts() -> None:
    """Load what is seen after the first window, so that nobody waits for it then."""
    from core import registry
    from core.learners import Learner

    importlib.import_module("workbench.first_look")
    importlib.import_module("workbench.pages.importing")
    registry.members(Learner)
    for name in FIRST_PANELS:
        importlib.import_module(f"workbench.panels.{name}")
    for name in FIRST_VIEWS:
        view_kind(name)
    importlib.import_module("core.session_file")


def view_kinds() -> "list[type[View]]":
    """The classes of all views."""
    return [view_kind(name) for name in TABS]
