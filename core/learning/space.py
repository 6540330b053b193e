"""Search spaces: which settings of an ensemble are worth trying, and in which ranges.

What is worth trying is said where a setting is declared (`tuned`, `is_log`). A setting with no
sensible range is not offered. Of a setting that holds a member of a family, its kind is tried, and
of each kind its own settings, which count only where that kind is drawn. A place in a space is a
number from 0 to 1 for each dimension, NaN for one that does not count there.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from core.base.arrays import Floats
from core.base.errors import SettingsError
from core.base.wording import grouped
from core.learning.settings import Setting, Settings

if TYPE_CHECKING:
    from core.data.dataset import Dataset
    from core.learning.ensemble import Ensemble

_Settings = TypeVar("_Settings", bound=Settings)
ROUNDS = "rounds"
_DIGITS = 3
"""Of a number that is drawn: more say nothing, and nobody reads them."""


@dataclass(frozen=True)
class Dimension:
    """One setting that is tried out: between two ends, or among some choices.

    >>> from core import GradientBoosting
    >>> shrinkage = Dimension.of("shrinkage", GradientBoosting.declaration("shrinkage"))
    >>> shrinkage.range, shrinkage.value(0.0), shrinkage.value(0.5), shrinkage.value(1.0)
    ('0.01 to 0.5', 0.01, 0.0707, 0.5)
    """

    path: str
    """As it is named: "shrinkage", "base.depth"; of another kind "base.tree.depth"."""
    declared: Setting
    title: str
    low: float = 0.0
    high: float = 0.0
    choices: tuple[Any, ...] = ()
    """Of kinds, their names."""
    option: str = ""
    """The way to the setting itself: "base.depth"."""
    needs: tuple[tuple[str, str], ...] = ()
    """Which settings must be of which kind, so that there is such a setting."""
    kinds: tuple[Settings, ...] = ()
    """The members of a family that are chosen from, each as it is to start."""

    @classmethod
    def of(cls, path: str, declared: Setting, title: str = "") -> "Dimension":
        """As its declaration has it."""
        made = cls(path, declared, title or declared.title, option=path)
        if declared.family is not None:
            return made  # which kinds there are depends on the one that is there
        if declared.choices or declared.kind is bool:
            return replace(made, choices=declared.tuned)
        low, high = declared.tuned
        return replace(made, low=float(low), high=float(high))

    @property
    def range(self) -> str:
        """What is tried, in words."""
        if self.choices:
            return ", ".join(str(choice) for choice in self.choices)
        return f"{self.text(self.low)} to {self.text(self.high)}"

    def text(self, value: float) -> str:
        """A number of this setting as a person reads it."""
        return grouped(round(value)) if self.declared.kind is int else f"{value:g}"

    def within(self, low: float, high: float) -> "Dimension":
        """The same between other ends; raise SettingsError if there is nothing between them."""
        for end in (low, high):
            self.declared.check(round(end) if self.declared.kind is int else float(end))
        if not low < high:
            raise SettingsError(
                f"{self.title} would be tried from {self.text(low)} to {self.text(high)}, which is "
                "no range. Give the smaller number first."
            )
        if self._is_log and low <= 0:
            raise SettingsError(
                f"{self.title} is tried in equal factors, so its range cannot start at "
                f"{self.text(low)}. Start above 0."
            )
        return replace(self, low=float(low), high=float(high))

    def among(self, choices: tuple[Any, ...]) -> "Dimension":
        """The same with other choices; raise SettingsError for what is none."""
        for choice in choices:
            if not self.kinds:
                self.declared.check(choice)
            elif all(choice != kind.name for kind in self.kinds):
                known = ", ".join(kind.name for kind in self.kinds)
                raise SettingsError(f"{self.title} is {choice}: it can be tried as {known}.")
        if not choices:
            raise SettingsError(f"{self.title} has nothing to choose from. Name some values.")
        return replace(self, choices=choices)

    def narrowed(self, text: str) -> "Dimension":
        """The same as a person writes it: `0.01..0.3`, or choices with commas between them."""
        if self.kinds:
            return self.among(tuple(part.strip() for part in text.split(",")))
        if self.choices:
            return self.among(tuple(self.declared.parse(part) for part in text.split(",")))
        ends = [part.strip() for part in text.split("..")]
        if len(ends) != 2:
            raise SettingsError(
                f"{self.title} is {text!r}: a range is two numbers, as in "
                f"{self.low:g}..{self.high:g}."
            )
        low, high = (float(self.declared.parse(end)) for end in ends)
        return self.within(low, high)

    def value(self, place: float) -> Any:
        """The value at a place from 0 to 1."""
        place = min(1.0, max(0.0, place))
        if self.choices:
            found = self.choices[min(int(place * len(self.choices)), len(self.choices) - 1)]
            return next((kind for kind in self.kinds if kind.name == found), found)
        if self.declared.kind is int:
            # Each whole number has a part of the way: the last one is no rarer than the others.
            found = self._at(place, self.low - 0.5, self.high + 0.5)
            return int(min(self.high, max(self.low, round(found))))
        found = float(f"{self._at(place, self.low, self.high):.{_DIGITS}g}")
        return min(self.high, max(self.low, found))

    def place(self, value: Any) -> float:
        """Where a value stands; one that is beyond an end stands there, an unknown one midway."""
        if self.choices:
            value = value.name if self.kinds else value
            at = self.choices.index(value) if value in self.choices else len(self.choices) // 2
            return (at + 0.5) / len(self.choices)
        low, high = self.low, self.high
        if self.declared.kind is int:
            low, high = low - 0.5, high + 0.5
        if self.declared.zero and not value:
            return 0.5  # no amount, but a word
        known = min(self.high, max(self.low, float(value)))
        if self._is_log:
            return math.log(known / low) / math.log(high / low)
        return (known - low) / (high - low)

    def counts_in(self, settings: Settings) -> bool:
        """Whether these settings have it: what holds it is of its kind."""
        return all(_value(settings, path).name == kind for path, kind in self.needs)

    def _at(self, place: float, low: float, high: float) -> float:
        if self._is_log:
            return low * math.pow(high / low, place)
        return low + (high - low) * place

    @property
    def _is_log(self) -> bool:
        return self.declared.is_log


@dataclass(frozen=True)
class Space:
    """An ensemble's settings to start from, and what of them is tried out.

    >>> from core import AdaBoost, Tree
    >>> [dimension.path for dimension in Space.of(AdaBoost(base=Tree())).dimensions][:3]
    ['rounds', 'base', 'base.depth']
    """

    settings: "Ensemble"
    dimensions: tuple[Dimension, ...]

    @classmethod
    def of(cls, settings: "Ensemble") -> "Space":
        """Everything that is worth trying of an ensemble, and of what it holds."""
        return cls(settings, tuple(_dimensions(settings)))

    def fitting(self, dataset: "Dataset") -> "Space":
        """The same without the kinds that cannot learn these data."""
        kept = []
        for each in self.dimensions:
            able = tuple(
                kind
                for kind in each.kinds
                if not _changed(self.settings, each.option, kind).blinded().why_not(dataset)
            )
            names = tuple(kind.name for kind in able if kind.name in each.choices)
            if not each.kinds:
                kept.append(each)
            elif len(names) > 1:
                kept.append(replace(each, kinds=able, choices=names))
        return replace(self, dimensions=tuple(kept))._within_reach()

    def _within_reach(self) -> "Space":
        """Without the settings of kinds that are never drawn."""
        drawn = {each.option: each.choices for each in self.dimensions if each.kinds}

        def is_drawn(path: str, kind: str) -> bool:
            return kind in drawn.get(path, (_value(self.settings, path).name,))

        kept = (each for each in self.dimensions if all(is_drawn(*need) for need in each.needs))
        return replace(self, dimensions=tuple(kept))

    def only(self, ranges: Mapping[str, str]) -> "Space":
        """Some of the dimensions, by their paths; an empty text leaves a range as it is."""
        known = {dimension.path: dimension for dimension in self.dimensions}
        for path in ranges:
            if path not in known:
                offered = ", ".join(known) or "none"
                raise SettingsError(
                    f"{self.settings.title} has no setting {path!r} that can be tuned. Those that "
                    f"can are: {offered}."
                )
        kept = (
            known[path].narrowed(ranges[path]) if ranges[path] else known[path]
            for path in known
            if path in ranges
        )
        return replace(self, dimensions=tuple(kept))._within_reach()

    @property
    def rounds(self) -> Dimension | None:
        """The rounds, if they are tried out: a training tells about all of them at once."""
        return next((each for each in self.dimensions if each.path == ROUNDS), None)

    @property
    def drawn(self) -> tuple[Dimension, ...]:
        """What a trial draws: all but the rounds."""
        return tuple(each for each in self.dimensions if each.path != ROUNDS)

    def at(self, place: Floats) -> "Ensemble":
        """The settings at a place of what is drawn."""
        changed = self.settings
        for dimension, where in zip(self.drawn, place.tolist(), strict=True):
            if dimension.counts_in(changed):
                changed = _changed(changed, dimension.option, dimension.value(where))
        return changed

    def place(self, settings: "Ensemble") -> Floats:
        """Where some settings of this space stand; NaN for what they do not have."""
        return np.array(
            [
                each.place(_value(settings, each.option)) if each.counts_in(settings) else math.nan
                for each in self.drawn
            ]
        )

    def plain(self) -> dict[str, Any]:
        """As plain data, ready for JSON."""
        ranges = {
            each.path: list(each.choices) if each.choices else [each.low, each.high]
            for each in self.dimensions
        }
        return {"settings": self.settings.plain(), "ranges": ranges}

    @classmethod
    def from_plain(cls, plain: Any) -> "Space":
        """Take it back from plain data; raise SettingsError for anything else."""
        from core.learning.ensemble import Ensemble

        if not isinstance(plain, Mapping) or not isinstance(plain.get("ranges"), Mapping):
            raise SettingsError("The saved search space has parts that are not known here.")
        settings: Ensemble = Ensemble.from_plain(plain.get("settings"))
        known = {each.path: each for each in _dimensions(settings)}
        found = []
        for path, ends in plain["ranges"].items():
            if path not in known or not isinstance(ends, list):
                raise SettingsError(f"{settings.title} has no setting {path!r} that can be tuned.")
            dimension = known[path]
            if dimension.choices:
                found.append(dimension.among(tuple(ends)))
            elif len(ends) == 2 and all(type(end) in (int, float) for end in ends):
                found.append(dimension.within(*ends))
            else:
                raise SettingsError(f"The saved range of {dimension.title} is none.")
        return cls(settings, tuple(found))


def _dimensions(settings: Settings, path: str = "", title: str = "") -> Iterator[Dimension]:
    for declared in settings.declared():
        own, named = f"{path}{declared.name}", f"{title}{declared.title}"
        value = getattr(settings, declared.name)
        if declared.tuned and isinstance(value, Settings):
            yield from _of_kinds(Dimension.of(own, declared, named), value)
            continue
        if declared.tuned:
            yield Dimension.of(own, declared, named)
        if isinstance(value, Settings):
            yield from _dimensions(value, f"{own}.", f"{named}: ")
        elif declared.family is not None:
            for number, each in enumerate(value):
                yield from _dimensions(each, f"{own}.{number}.", f"{named} {number + 1}: ")


def _of_kinds(kind: Dimension, value: Settings) -> Iterator[Dimension]:
    """A choice among kinds, with what is tried of each; what is there already comes first."""
    others = [each for each in kind.declared.tuned if each.name != value.name]
    kinds = (value, *others)
    yield replace(kind, kinds=kinds, choices=tuple(each.name for each in kinds))
    for each in kinds:
        need = (kind.option, each.name)
        for inner in _dimensions(each, f"{kind.option}.", f"{each.title}: "):
            if each is value:
                yield replace(inner, needs=(need, *inner.needs))
            elif not inner.kinds and not inner.needs:  # one choice of kinds is enough
                path = f"{kind.path}.{each.name}.{inner.option.removeprefix(kind.option + '.')}"
                yield replace(inner, path=path, needs=(need,))


def _value(settings: Settings, path: str) -> Any:
    value: Any = settings
    for name in path.split("."):
        value = value[int(name)] if name.isdigit() else getattr(value, name)
    return value


def _changed(settings: _Settings, path: str, value: Any) -> _Settings:
    """The settings with another value somewhere within them."""
    name, _, rest = path.partition(".")
    if rest:
        inner = getattr(settings, name)
        if isinstance(inner, tuple):
            number, _, rest = rest.partition(".")
            at = int(number)
            value = (*inner[:at], _changed(inner[at], rest, value), *inner[at + 1 :])
        else:
            value = _changed(inner, rest, value)
    return replace(settings, **{name: value})
