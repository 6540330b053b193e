"""Search spaces: which settings of an ensemble are worth trying, and in which ranges.

What is worth trying is said where a setting is declared (`tuned`, `is_log`). A setting with no
sensible range is not offered. A place in a space is a number from 0 to 1 for each dimension.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from core.base.arrays import Floats
from core.base.errors import SettingsError
from core.base.wording import grouped
from core.learning.settings import Setting, Settings

if TYPE_CHECKING:
    from core.learning.ensemble import Ensemble

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
    """As the command line names it: "shrinkage", "base.depth"."""
    declared: Setting
    title: str
    low: float = 0.0
    high: float = 0.0
    choices: tuple[Any, ...] = ()

    @classmethod
    def of(cls, path: str, declared: Setting, title: str = "") -> "Dimension":
        """As its declaration has it."""
        made = cls(path, declared, title or declared.title)
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
            self.declared.check(choice)
        if not choices:
            raise SettingsError(f"{self.title} has nothing to choose from. Name some values.")
        return replace(self, choices=choices)

    def narrowed(self, text: str) -> "Dimension":
        """The same as a person writes it: `0.01..0.3`, or choices with commas between them."""
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
            return self.choices[min(int(place * len(self.choices)), len(self.choices) - 1)]
        if self.declared.kind is int:
            # Each whole number has a part of the way: the last one is no rarer than the others.
            found = self._at(place, self.low - 0.5, self.high + 0.5)
            return int(min(self.high, max(self.low, round(found))))
        found = float(f"{self._at(place, self.low, self.high):.{_DIGITS}g}")
        return min(self.high, max(self.low, found))

    def place(self, value: Any) -> float:
        """Where a value stands; one that is beyond an end stands there, an unknown one midway."""
        if self.choices:
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
    ['rounds', 'base.depth', 'base.leaf_rows']
    """

    settings: "Ensemble"
    dimensions: tuple[Dimension, ...]

    @classmethod
    def of(cls, settings: "Ensemble") -> "Space":
        """Everything that is worth trying of an ensemble, and of what it holds."""
        return cls(settings, tuple(_dimensions(settings)))

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
        return replace(self, dimensions=tuple(kept))

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
            changed = changed.with_option(dimension.path, str(dimension.value(where)))
        return changed

    def place(self, settings: "Ensemble") -> Floats:
        """Where some settings of this space stand."""
        return np.array([each.place(_value(settings, each.path)) for each in self.drawn])

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
        if declared.tuned:
            yield Dimension.of(own, declared, named)
        value = getattr(settings, declared.name)
        if isinstance(value, Settings):
            yield from _dimensions(value, f"{own}.", f"{named}: ")
        elif declared.family is not None:
            for number, each in enumerate(value):
                yield from _dimensions(each, f"{own}.{number}.", f"{named} {number + 1}: ")


def _value(settings: Settings, path: str) -> Any:
    value: Any = settings
    for name in path.split("."):
        value = value[int(name)] if name.isdigit() else getattr(value, name)
    return value
