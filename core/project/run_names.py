"""What runs are called in a list: by what tells them apart, unless a person gave them a name."""

from collections import Counter
from collections.abc import Sequence

from core.judging.comparing import flattened
from core.learning.settings import Settings
from core.project.runs import RunItem

_ROUNDS, _DEPTH = "Rounds", ": Depth"
_TREE, _TUNED = "tree", "tuned"


def names_of(items: Sequence[RunItem]) -> dict[RunItem, str]:
    """A name for each of some runs: its algorithm if others differ in it, and what else differs.

    >>> import core
    >>> data = core.example("moons")
    >>> kinds = [core.AdaBoost(rounds=5), core.AdaBoost(rounds=9), core.RandomForest(rounds=5)]
    >>> items = [RunItem(n, core.fit(data, own)) for n, own in enumerate(kinds, 1)]
    >>> list(names_of(items).values())
    ['AdaBoost, 5 rounds', 'AdaBoost, 9 rounds', 'Random forest']
    >>> list(names_of(items[:2]).values()), list(names_of(items[:1]).values())
    (['5 rounds', '9 rounds'], ['AdaBoost, 5 rounds'])
    """
    unnamed = [item for item in items if not item.is_named]
    titles = {item.settings.title for item in unnamed}
    told = {item: dict(flattened(item.settings)) for item in unnamed}
    found = {}
    for item in unnamed:
        alike = [told[other] for other in unnamed if other.settings.title == item.settings.title]
        parts = _parts(told[item], alike, item)
        if len({other.dataset.revision for other in unnamed}) > 1:
            parts.append(f"revision {item.dataset.revision}")
        if len({other.source.seed for other in unnamed}) > 1:
            parts.append(f"seed {item.source.seed}")
        if item.run is not None and item.run.tuned is not None:
            parts.append(_TUNED)
        if len(titles) > 1 or not parts:
            parts.insert(0, item.settings.title)
        if len(unnamed) == 1 and _ROUNDS in told[item]:
            parts.append(_part(_ROUNDS, told[item][_ROUNDS]))
        if item.run is not None and item.run.rule is not None:
            parts.append(item.run.rule.words(item.dataset.classes))
        found[item] = ", ".join(parts)
    return _told_apart({item: found.get(item, item.name) for item in items})


def _parts(own: dict[str, str], alike: list[dict[str, str]], item: RunItem) -> list[str]:
    """The settings that runs of one algorithm differ in, rounds last.

    What only one of them has is told if it is unusual; a depth always tells what a tree can do.
    """
    usual = dict(flattened(_with_defaults(item.settings)))
    parts: list[str] = []
    for title, value in sorted(own.items(), key=lambda each: each[0] == _ROUNDS):
        having = [other[title] for other in alike if title in other]
        is_alone = len(having) == 1 < len(alike)
        is_telling = usual.get(title) != value or title.endswith(_DEPTH)
        if len(set(having)) > 1 or (is_alone and is_telling):
            parts.append(_part(title, value))
    if any(part.startswith(_DEPTH.lower().strip(": ")) for part in parts):
        parts = [part for part in parts if part != _TREE]  # what has a depth is one
    return list(filter(None, parts))


def _with_defaults(settings: Settings) -> Settings:
    """Settings of the same kinds, whose values are the usual ones."""
    kinds = {}
    for declared in settings.declared():
        value = getattr(settings, declared.name)
        if isinstance(value, Settings):
            kinds[declared.name] = _with_defaults(value)
        elif declared.family is not None:
            kinds[declared.name] = value
    return type(settings)(**kinds)


def _part(title: str, value: str) -> str:
    """A setting in a few words: one of another's settings by its own name, a kind by itself.

    >>> _part("Rounds", "200"), _part("Weak learner: Depth", "3"), _part("Base", "Decision tree")
    ('200 rounds', 'depth 3', 'tree')
    >>> _part("Balanced", "yes"), _part("Balanced", "no")
    ('balanced', '')
    """
    if title == _ROUNDS:
        return f"{value} rounds"
    last = title.rpartition(": ")[2].lower()
    if value in ("yes", "no"):
        return last if value == "yes" else ""
    if any(letter.isdigit() for letter in value):
        return f"{last} {value}"
    return value.lower().removeprefix("decision ")


def _told_apart(names: dict[RunItem, str]) -> dict[RunItem, str]:
    """Those that are called the same are counted."""
    often, seen = Counter(names.values()), Counter[str]()
    for item, name in names.items():
        if often[name] > 1:
            seen[name] += 1
            names[item] = f"{name} ({seen[name]})"
    return names
