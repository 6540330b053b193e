"""Why one row is predicted so: its reasons in order, and in sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.base.lacking import Lacking
from core.base.wording import fixed, grouped, percent, readable
from core.judging.why.explain import Explained
from core.judging.why.values import short_value

TOLD = 4
"""How many reasons for, and how many against, a sentence tells."""
_SURE = 1.96
"""So many standard errors to each side hold the true value 19 times of 20."""


@dataclass(frozen=True)
class Reason:
    """What one column of a row adds."""

    column: str
    value: str
    """As it stands in the file; empty if it is missing."""
    adds: float
    error: float = 0.0
    """The standard error; 0 where it is exact."""
    parts: tuple[tuple[str, float], ...] = ()
    """What the parts of a date or a text add, the largest first."""

    @property
    def text(self) -> str:
        """The column and its value."""
        return (
            f"{self.column} = {short_value(self.value)}"
            if self.value
            else f"{self.column} is missing"
        )


@dataclass(frozen=True)
class RowWhy:
    """What is said of a row, and the columns by how much they add to it."""

    titled: str
    """Its line, as a sentence begins."""
    predicted: str
    share: float
    """The share of the predicted class; NaN of a number."""
    about: str
    """The class that reasons speak for, or the target."""
    against: str
    """The class that it is held against; empty where it is held against all."""
    base: float
    said: float
    reasons: tuple[Reason, ...]
    """The largest first."""
    measure: "Measure"
    orders: int = 0
    """How many background rows it was sampled with; 0 where it is exact."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """In plain words."""
        return tuple(filter(None, (self._predicted, self._start, *self._sides, self._certainty)))

    @property
    def _predicted(self) -> str:
        share = f" ({percent(self.share)})" if np.isfinite(self.share) else ""
        return f"{self.titled} is predicted {self.predicted}{share}."

    @property
    def _start(self) -> str:
        measure = self.measure
        return (
            f"{measure.subject(self.about, self.against)} is {measure.total(self.said)}; "
            f"on average it is {measure.total(self.base)}."
        )

    @property
    def _sides(self) -> tuple[str, ...]:
        ups = [reason for reason in self.reasons if reason.adds > 0]
        downs = [reason for reason in self.reasons if reason.adds < 0]
        up, down = self.measure.sides
        told = [
            f"{side} {_listed(found[:TOLD], self.measure)}."
            for side, found in ((up, ups), (down, downs))
            if found
        ]
        rest = [*ups[TOLD:], *downs[TOLD:]]
        if rest:
            added = self.measure.added(sum(reason.adds for reason in rest))
            others = f"{grouped(len(rest))} other columns add {added} together."
            told.append(others if len(rest) > 1 else f"1 other column adds {added}.")
        return tuple(told)

    @property
    def _certainty(self) -> str:
        if not self.orders or not self.reasons:
            return ""
        error = _SURE * max(reason.error for reason in self.reasons)
        return (
            f"Estimated by putting the row together of {grouped(self.orders)} other rows; each "
            f"figure is uncertain by up to {self.measure.size(error)}."
        )


@dataclass(frozen=True)
class Measure:
    """What is explained: votes, shares of a class, or numbers."""

    is_class: bool
    is_score: bool

    @property
    def sides(self) -> tuple[str, str]:
        """How reasons for it, and against it, are announced."""
        return ("For it:", "Against it:") if self.is_class else ("Higher by", "Lower by")

    @property
    def axis(self) -> str:
        """What an axis of additions is called."""
        if not self.is_class:
            return "adds to the number"
        return "adds to the vote" if self.is_score else "adds to the share"

    def subject(self, about: str, against: str) -> str:
        """What the total is called."""
        if not self.is_class:
            return f"The predicted {about}"
        versus = f" against {against}" if against else ""
        return f"The {'vote' if self.is_score else 'share'} for {about}{versus}"

    def size(self, value: float) -> str:
        """An amount without a sign."""
        if self.is_class and not self.is_score:
            return f"{fixed(100 * abs(value), 1)} points"
        return readable(abs(value), 3)

    def added(self, value: float) -> str:
        """What something adds.

        >>> Measure(True, True).added(-0.414), Measure(True, False).added(0.1234)
        ('−0.414', '+12.3 points')
        """
        return f"{'−' if value < 0 else '+'}{self.size(value)}"

    def total(self, value: float) -> str:
        """What it comes to."""
        if not self.is_class:
            return readable(value)
        return self.added(value) if self.is_score else percent(value)


def measure_of(explained: Explained) -> Measure:
    """What is explained."""
    return Measure(bool(explained.model.classes), explained.adds_scores)


def row_why(
    explained: Explained, row: int, about: int | None = None, against: int | None = None
) -> RowWhy:
    """The reasons of one row, for the predicted class unless another one is asked about.

    >>> import core
    >>> from core.judging.why.explain import explain
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> why = row_why(explain(run.model, run.dataset, np.array([4])), 0)
    >>> for sentence in why.sentences:
    ...     print(sentence)
    Line 6 is predicted + (57.5 %).
    The vote for + is +0.15; on average it is −0.429.
    For it: x2 = 2 (+0.41), x1 = 8 (+0.169).
    """
    model, classes = explained.model, explained.model.classes
    if classes and about is None:
        about = int(explained.decided[row])
    about, against = (about or 0) if classes else 0, against if against != about else None
    adds = explained.for_class(about, against)[row]
    errors = np.zeros(len(adds))
    if explained.errors is not None:
        errors = explained.errors[row, :, about]
        if against is not None:
            errors = np.hypot(errors, explained.errors[row, :, against])
    reasons = [
        Reason(
            own.name,
            explained.shown.columns[place].text(row),
            float(adds[place]),
            float(errors[place]),
            _parts(explained, row, place, about, against),
        )
        for place, own in enumerate(explained.columns)
    ]
    base, said = float(explained.base[about]), float(explained.said[row, about])
    if against is not None:
        base, said = (
            base - float(explained.base[against]),
            said - float(explained.said[row, against]),
        )
    decided = explained.decided[row]
    return RowWhy(
        explained.table.titled(int(explained.table.lines[row])),
        classes[int(decided)] if classes else readable(float(decided)),
        float(explained.outputs[row, int(decided)]) if classes else np.nan,
        classes[about] if classes else model.target,
        classes[against] if classes and against is not None else "",
        base,
        said,
        tuple(sorted(reasons, key=lambda reason: -abs(reason.adds))),
        measure_of(explained),
        explained.orders,
    )


def _parts(
    explained: Explained, row: int, place: int, about: int, against: int | None
) -> tuple[tuple[str, float], ...]:
    """What the features of a column add, where it has several."""
    features = explained.columns[place].features
    if len(features) < 2 or explained.features is None:
        return ()
    own = explained.features[row]
    adds = [
        float(own[feature, about] - (own[feature, against] if against is not None else 0.0))
        for feature in features
    ]
    names = [explained.model.encoder.features[feature].name for feature in features]
    found = [pair for pair in zip(names, adds, strict=True) if pair[1] != 0]
    return tuple(sorted(found, key=lambda pair: -abs(pair[1])))


def class_number(classes: Sequence[str], name: str) -> int | Lacking:
    """The number of a class by its name."""
    if name in classes:
        return list(classes).index(name)
    return Lacking(f"There is no class {name!r}. There are: {', '.join(classes)}.")


def _listed(reasons: Sequence[Reason], measure: Measure) -> str:
    return ", ".join(f"{reason.text} ({measure.added(reason.adds)})" for reason in reasons)
