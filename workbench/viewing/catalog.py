"""Every view by its name: each folder of `workbench.views` is one, and plugins bring more.

What stands on our tabs is read from the folders; a view itself is loaded when it is first seen.
Plugins are looked for when all tabs are first asked for, and that is not before the first window.
"""

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

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
    return _in_order({**{name: tab for name, (tab, _) in _plugin_views().items()}, **own_tabs()})


def plugin_tabs() -> Mapping[str, Tab]:
    """The tabs of the views that plugins bring."""
    return {name: tab for name, tab in tabs().items() if name not in own_tabs()}


@functools.cache
def _plugin_views() -> "Mapping[str, tuple[Tab, type[View]]]":
    from core.base import plugins

    names = set(own_tabs())

    def take(name: str, package: Any) -> "tuple[str, tuple[Tab, type[View]]]":
        found = _checked(name, package)
        if name in names:
            raise plugins.PluginError(f"There is a view called {name!r} already.")
        names.add(name)
        return name, found

    return MappingProxyType(dict(plugins.load(plugins.VIEWS, take)))


def _checked(name: str, package: Any) -> "tuple[Tab, type[View]]":
    """A plugin's view, if its package is built as ours are."""
    from core.base.plugins import PluginError
    from workbench.viewing.view import View

    tab = getattr(package, "TAB", None)
    if not (isinstance(package, ModuleType) and isinstance(tab, Tab)):
        raise PluginError(f"{package!r} is no package with a TAB, which is a {Tab.__module__}.Tab.")
    kind = _class_of(package.__name__, name)
    if not (isinstance(kind, type) and issubclass(kind, View) and kind.name == name):
        raise PluginError(f"{kind!r} is no {View.__module__}.View with the name {name!r}.")
    return tab, kind


def forget() -> None:
    """Look for folders and plugins anew."""
    own_tabs.cache_clear()
    _plugin_views.cache_clear()


def names_on(side: Side) -> list[str]:
    """The program's own views that stand in a group, in its order."""
    return [name for name, tab in own_tabs().items() if tab.side is side]


def first_views() -> list[str]:
    """What is seen as soon as there are data: the rows, and the first view of each group."""
    return [names_on(side)[0] for side in (Side.BELOW, Side.LEFT, Side.RIGHT)]


def view_kind(name: str) -> "type[View]":
    """The class of a view: the package `weak_learners` holds `WeakLearners`."""
    if name not in own_tabs():
        return _plugin_views()[name][1]
    kind: type[View] = _class_of(f"{_PACKAGE}.{name}", name)
    return kind


def _class_of(package: str, name: str) -> Any:
    module = importlib.import_module(f"{package}.view")
    return getattr(module, "".join(part.capitalize() for part in name.split("_")))


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
    tabs()  # plugins are looked for here, off the GUI thread


def _in_order(found: Mapping[str, Tab]) -> Mapping[str, Tab]:
    def place(name: str) -> tuple[int, int, str]:
        return _SIDES.index(found[name].side), found[name].order, name

    return MappingProxyType({name: found[name] for name in sorted(found, key=place)})
