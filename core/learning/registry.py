"""The algorithms there are: each file of the ensembles and learners, and those of plugins."""

import functools
import importlib
import importlib.util
import pkgutil
from typing import Any

from core.base import plugins
from core.base.errors import SettingsError
from core.learning.settings import Settings

_PACKAGES = ("core.learning.ensembles", "core.learning.learners")


def members(family: type[Settings]) -> list[type[Any]]:
    """Every algorithm of a family, sorted by title.

    >>> from core.learning.ensemble import Ensemble
    >>> "adaboost" in [ensemble.name for ensemble in members(Ensemble)]
    True
    """
    return [kind for kind in _algorithms() if issubclass(kind, family)]


def members_within(family: type[Settings], room: int) -> list[type[Any]]:
    """Those that fit where so many levels of ensembles may still stand: learners, then ensembles.

    >>> from core.learning.members import Member
    >>> [kind.name for kind in members_within(Member, 0) if kind.name in ("forest", "tree")]
    ['tree']
    >>> [kind.name for kind in members_within(Member, 1) if kind.name in ("forest", "tree")]
    ['tree', 'forest']
    """
    learners = [kind for kind in members(family) if not kind.own_levels]
    ensembles = [kind for kind in members(family) if kind.own_levels]
    return [*learners, *ensembles] if room > 0 else learners


def member(family: type[Settings], name: str) -> type[Any]:
    """The algorithm of a family with this name; raise SettingsError if there is none.

    One of our own stands in the file of its name: no other is loaded for it.
    """
    for kind in _named(name):
        if issubclass(kind, family):
            return kind
    found = {kind.name: kind for kind in members(family)}
    if name not in found:
        raise SettingsError(f"There is no {name!r}. Choose one of: {', '.join(sorted(found))}.")
    return found[name]


@functools.cache
def _named(name: str) -> tuple[type[Settings], ...]:
    """Our own algorithms of a name, which may be anything that a person typed."""
    is_public = name.isidentifier() and not name.startswith("_")
    files = [f"{package}.{name}" for package in _PACKAGES if is_public]
    return tuple(
        kind
        for file in files
        if importlib.util.find_spec(file) is not None
        for kind in _within(file)
        if kind.name == name
    )


def _within(module_name: str) -> set[type[Settings]]:
    """The algorithms that a module knows by name."""
    module = importlib.import_module(module_name)
    return {
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Settings) and "name" in vars(thing)
    }


@functools.cache
def _algorithms() -> tuple[type[Settings], ...]:
    found = set()
    for package_name in _PACKAGES:
        package = importlib.import_module(package_name)
        for module_info in pkgutil.iter_modules(package.__path__):
            found |= _within(f"{package_name}.{module_info.name}")
    found |= set(_from_plugins(found))
    return tuple(sorted(found, key=lambda kind: kind.title))


def _from_plugins(own: set[type[Settings]]) -> list[type[Settings]]:
    """The algorithms of plugins; one whose name is taken is refused."""
    from core.learning.ensemble import Ensemble
    from core.learning.learner import Learner

    names = {kind.name for kind in own}

    def taken(family: type[Settings], kind: Any) -> type[Settings]:
        _check(family, kind)
        if kind.name in names:
            raise plugins.PluginError(f"There is an algorithm called {kind.name!r} already.")
        names.add(kind.name)
        checked: type[Settings] = kind
        return checked

    return [
        *plugins.load(plugins.ENSEMBLES, lambda _name, kind: taken(Ensemble, kind)),
        *plugins.load(plugins.LEARNERS, lambda _name, kind: taken(Learner, kind)),
    ]


def _check(family: type[Settings], kind: Any) -> None:
    """Raise PluginError if a class is no algorithm of a family that could be used."""
    if not (isinstance(kind, type) and issubclass(kind, family)):
        wanted = f"{family.__module__}.{family.__name__}"
        raise plugins.PluginError(f"{kind!r} is not derived from {wanted}.")
    for needed in ("name", "title", "summary"):
        if not isinstance(getattr(kind, needed, None), str):
            raise plugins.PluginError(f"{kind.__name__} has no {needed}.")
    for needed in ("tasks", "curves"):
        if needed in family.__annotations__ and not hasattr(kind, needed):
            raise plugins.PluginError(f"{kind.__name__} has no {needed}.")
    for part in dir(kind):
        if getattr(getattr(kind, part), "__isabstractmethod__", False):
            raise plugins.PluginError(f"{kind.__name__} does not say how to {part}.")
    kind()  # its defaults must be allowed
