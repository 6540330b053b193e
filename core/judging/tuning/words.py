"""Trials in words: what each tries, for tables, the command line and the report."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.judging.comparing import flattened
from core.learning.ensemble import Ensemble

AS_IS = "as it is"
_TITLES = {"yes": "{}", "no": "no {}"}


def kind_title(settings: Ensemble) -> str:
    """What an ensemble is called; with its learner, if that is not the usual one.

    >>> from core import AdaBoost, Tree
    >>> kind_title(AdaBoost()), kind_title(AdaBoost(base=Tree()))
    ('AdaBoost', 'AdaBoost of Decision tree')
    """
    inner = [each.title for each in settings.inner()]
    usual = [each.title for each in type(settings)().inner()]
    return settings.title if inner == usual else f"{settings.title} of {', '.join(inner)}"


def what_differs(settings: Ensemble, starts: Sequence[Ensemble]) -> str:
    """What of some settings is not as it was at the start; of several starts, which one it is of.

    >>> from core import AdaBoost, GradientBoosting, Tree
    >>> what_differs(GradientBoosting(depth=2, rounds=90), [GradientBoosting()])
    'rounds 90, depth 2'
    >>> what_differs(AdaBoost(), [GradientBoosting(), AdaBoost()])
    'AdaBoost, as it is'

    Of a learner of another kind, what is not as usual:

    >>> what_differs(AdaBoost(base=Tree(depth=2)), [AdaBoost()])
    'Decision tree, depth 2'
    """
    title = kind_title(settings)
    start = next((each for each in starts if kind_title(each) == title), type(settings)())
    usual = dict(flattened(_of_usual_members(settings))) | dict(flattened(start))
    kinds = {each.title for each in settings.declared() if each.family}
    own = [
        value if name in kinds else _told(name.rpartition(": ")[2].lower(), value)
        for name, value in flattened(settings)
        if usual.get(name) != value
    ]
    told = ", ".join(own) or AS_IS
    return f"{title}, {told}" if len(starts) > 1 else told


def _told(name: str, value: str) -> str:
    return _TITLES.get(value, "{} " + value).format(name)


def _of_usual_members(settings: Ensemble) -> Ensemble:
    """The same kinds of members, each as it is when nobody changed it."""
    held = {each.name: getattr(settings, each.name) for each in settings.declared() if each.family}
    usual: dict[str, Any] = {
        name: tuple(type(each)() for each in value) if isinstance(value, tuple) else type(value)()
        for name, value in held.items()
    }
    return replace(settings, **usual)


def titles(settings: Sequence[Ensemble]) -> str:
    """Some ensembles in a sentence.

    >>> from core import AdaBoost, RandomForest
    >>> titles([AdaBoost(), RandomForest(), RandomForest()])
    'AdaBoost and Random forest'
    """
    *first, last = dict.fromkeys(kind_title(each) for each in settings)
    return f"{', '.join(first)} and {last}" if first else last
