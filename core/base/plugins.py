"""Plugins: what installed packages add to the program, found by their entry points.

A package says in its pyproject.toml what it adds, group by group:

    [project.entry-points."ensemble_workbench.ensembles"]
    coin = "my_package.coin:Coin"

A plugin is code: it runs with all rights of the person who installed it, as any package does. One
that is broken adds nothing; it is listed with its traceback, and everything else goes on. To start
without any, set the environment variable ENSEMBLE_WORKBENCH_PLUGINS to `off`.
"""

import functools
import os
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import Distribution, EntryPoint, distributions
from typing import Any, TypeVar

from core.base.errors import WorkbenchError
from resources import add_help_of

ENSEMBLES = "ensemble_workbench.ensembles"
LEARNERS = "ensemble_workbench.learners"
PREDICTORS = "ensemble_workbench.predictors"
"""A kind of predictor that an ensemble or a learner of the same package learns."""
VIEWS = "ensemble_workbench.views"
GROUPS = (ENSEMBLES, LEARNERS, PREDICTORS, VIEWS)
SWITCH = "ENSEMBLE_WORKBENCH_PLUGINS"

Thing = TypeVar("Thing")


class PluginError(WorkbenchError):
    """What a plugin adds cannot be taken; the message says why."""


@dataclass(frozen=True)
class Plugin:
    """One thing that an installed package adds, or would."""

    package: str
    version: str
    group: str
    name: str
    value: str
    """Where it is: a module, or a class within one."""
    error: str = ""
    """The traceback if it is broken; empty if it is in use."""

    @property
    def adds(self) -> str:
        """What kind of thing it is, in a word.

        >>> Plugin("coins", "1.0", VIEWS, "coin", "coins.coin").adds
        'view'
        """
        return self.group.rpartition(".")[2].removesuffix("s")


_lock = threading.RLock()
_loaded: dict[str, list[Any]] = {}
_listed: dict[tuple[str, str, str], Plugin] = {}
"""By package, group and name."""


def load(group: str, take: Callable[[str, Any], Thing]) -> list[Thing]:
    """What the plugins of a group add; `take` is given each name and object, and may refuse it.

    They are loaded once: whoever asks again is given the same things.
    """
    with _lock:
        if group not in _loaded:
            # Before they are loaded: a plugin may itself ask for the things of its group.
            taken = _loaded[group] = []
            for plugin, entry in _found():
                if plugin.group == group:
                    key = (plugin.package, group, plugin.name)
                    _listed[key] = _try(plugin, entry, take, taken)
        return list(_loaded[group])


def listed() -> list[Plugin]:
    """Every plugin that was loaded, or could not be, in the order of the packages."""
    with _lock:
        return [_listed[key] for key in sorted(_listed)]


def tell_broken(group: str, name: str, error: BaseException) -> None:
    """List a plugin as broken that broke when it was used."""
    with _lock:
        for key, plugin in _listed.items():
            if (plugin.group, plugin.name) == (group, name) and not plugin.error:
                _listed[key] = replace(plugin, error=_traceback(error))


def forget() -> None:
    """Look for plugins anew when they are next asked for."""
    with _lock:
        _loaded.clear()
        _listed.clear()
        _found.cache_clear()


def _try(
    plugin: Plugin, entry: EntryPoint, take: Callable[[str, Any], Any], taken: list[Any]
) -> Plugin:
    try:
        taken.append(take(plugin.name, entry.load()))
        add_help_of(entry.module.partition(".")[0])
    except (Exception, SystemExit) as error:
        return replace(plugin, error=_traceback(error))
    return plugin


def _traceback(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))


@functools.cache
def _found() -> tuple[tuple[Plugin, EntryPoint], ...]:
    """Every entry point of ours; of a package that is installed twice only the first counts."""
    if os.environ.get(SWITCH, "").lower() == "off":
        return ()
    found: dict[str, list[tuple[Plugin, EntryPoint]]] = {}
    for package in distributions():
        # Read as text first: to parse the entry points of every package takes ten times as long.
        if "ensemble_workbench." in (package.read_text("entry_points.txt") or ""):
            name = package.metadata["Name"]
            found.setdefault(name, list(_entries(package, name)))
    return tuple(each for name in sorted(found) for each in found[name])


def _entries(package: Distribution, name: str) -> Iterator[tuple[Plugin, EntryPoint]]:
    for entry in sorted(package.entry_points, key=lambda each: (each.group, each.name)):
        if entry.group in GROUPS:
            yield Plugin(name, package.version, entry.group, entry.name, entry.value), entry
