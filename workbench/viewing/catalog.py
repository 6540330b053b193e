"""Every view of the program by its name: each folder of `workbench.views` is one.

What stands on their tabs is read from the folders; a view itself is loaded when it is first seen.
"""

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from workbench.viewing.tab import Side, Tab

if TYPE_CHECKING:
    from workbench.viewing.view import View

_PACKAGE = "workbench.views"
_SIDES = tuple(Side)
FIRST_PANELS = {
    "data_panel": "workbench.opening.data_panel",
    "algorithm_panel": "workbench.training.algorithm_panel",
    "runs_panel": "workbench.comparing.runs_panel",
}
"""The panels by their names, with the module of each."""


@functools.cache
def own_tabs() -> Mapping[str, Tab]:
    """The tabs of the program's own views by the views' names, group by group."""
    package = importlib.import_module(_PACKAGE)
    names = [info.name for info in pkgutil.iter_modules(package.__path__) if info.ispkg]
    return _in_order({name: importlib.import_module(f"{_PACKAGE}.{name}").TAB for name in names})


def tabs() -> Mapping[str, Tab]:
    """The tabs of all views by the views' names, group by group.

    >>> list(tabs())[:2], tabs()["rows_table"].side
    (['error_curves', 'results'], <Side.BELOW: 'below'>)
    """
    return own_tabs()


def names_on(side: Side) -> list[str]:
    """The program's own views that stand in a group, in its order."""
    return [name for name, tab in own_tabs().items() if tab.side is side]


def first_views() -> list[str]:
    """What is seen as soon as there are data: the rows, and the first view of each group."""
    return [names_on(side)[0] for side in (Side.BELOW, Side.LEFT, Side.RIGHT)]


def view_kind(name: str) -> "type[View]":
    """The class of a view: the package `weak_learners` holds `WeakLearners`."""
    module = importlib.import_module(f"{_PACKAGE}.{name}.view")
    kind: type[View] = getattr(module, "".join(part.capitalize() for part in name.split("_")))
    return kind


def view_kinds() -> "list[type[View]]":
    """The classes of all views."""
    return [view_kind(name) for name in tabs()]


def load_first_parts() -> None:
    """Load what is seen after the first window, so that nobody waits for it then."""
    from core.learning import registry
    from core.learning.learner import Learner

    importlib.import_module("core.reading.first_look")
    importlib.import_module("workbench.opening.importing.page")
    registry.members(Learner)
    for module in FIRST_PANELS.values():
        importlib.import_module(module)
    for name in first_views():
        view_kind(name)
    importlib.import_module("core.storage.session_file")


def _in_order(found: Mapping[str, Tab]) -> Mapping[str, Tab]:
    def place(name: str) -> tuple[int, int, str]:
        return _SIDES.index(found[name].side), found[name].order, name

    return MappingProxyType({name: found[name] for name in sorted(found, key=place)})
