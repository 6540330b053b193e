"""How far two people agree who looked at the same rows, beyond what chance would bring about."""

import functools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.ascending import place_among
from core.base.intervals import Interval
from core.data.dataset import Dataset
from core.judging.reviewing.decision import Decision
from core.judging.reviewing.kinds import Verb

_Z95 = 1.959963984540054
_Told = tuple[str | None, str | None]
"""What the one says of a row, and what the other says."""
_RIGHT, _WRONG = "right", "wrong"
_EXCLUDED = "excluded"


@dataclass(frozen=True, eq=False)
class Agreement:
    """What two people said of the same rows, as a table of counts: own by row, other by column.

    >>> found = Agreement(("right", "wrong"), np.array([[20, 5], [10, 15]]))
    >>> found.rows, found.agreed, round(found.kappa, 2), round(found.error, 3)
    (50, 35, 0.4, 0.127)
    """

    names: tuple[str, ...]
    table: Integers

    @property
    def rows(self) -> int:
        """How many rows both have decided about."""
        return int(self.table.sum())

    @property
    def agreed(self) -> int:
        """Of how many they say the same."""
        return int(np.trace(self.table))

    @functools.cached_property
    def kappa(self) -> float:
        """(p - e) / (1 - e): p the share they agree in, e what chance would give (Cohen 1960).

        NaN where both say one and the same of all rows: chance would do as well.
        """
        return _kappa(self.table)

    @property
    def error(self) -> float:
        """The standard error of kappa in large samples (Fleiss, Cohen & Everitt 1969)."""
        return _error(self.table)

    @functools.cached_property
    def interval(self) -> Interval:
        """Kappa with its 95 % interval: that standard error, with two rows more.

        The two are spread evenly over the table, as is done for shares (Agresti & Caffo 2000). As
        it stands, the error is 0 once all is agreed on, and far too small for few rows or a rare
        verdict: there its interval holds kappa in one case of ten, with the two rows in nine.
        """
        if not math.isfinite(self.kappa):
            return Interval(math.nan, -1.0, 1.0)
        more: Floats = self.table + np.float64(2 / self.table.size)
        middle, half = _kappa(more), _Z95 * _error(more)
        low, high = max(-1.0, middle - half), min(1.0, middle + half)
        return Interval(self.kappa, min(low, self.kappa), max(high, self.kappa))


@dataclass(frozen=True, eq=False)
class TwoReviewers:
    """Two people's decisions about rows that both of them have looked at."""

    verdicts: Agreement
    """On whether what the file says of a row is right or wrong."""
    labels: Agreement | None
    """On the label that a row ends up with, or that it is left out; None for numbers."""
    by_class: Mapping[str, Agreement]
    """The verdicts by the class that the file gives."""


def compare(own: Iterable[Decision], other: Iterable[Decision], base: Dataset) -> TwoReviewers:
    """How far two people agree about rows of these data.

    Rows that one of them left for later count for nobody; a row without a label can be given one,
    and be neither right nor wrong.

    >>> import core
    >>> data = core.example("ten points", validation_share=0)
    >>> own = [Decision(2, Verb.KEEP), Decision(3, Verb.RELABEL, "-"), Decision(4, Verb.KEEP)]
    >>> other = [Decision(2, Verb.KEEP), Decision(3, Verb.EXCLUDE), Decision(9, Verb.KEEP)]
    >>> found = compare(own, other, data)
    >>> found.verdicts.agreed, found.verdicts.rows, found.labels.agreed
    (2, 2, 1)
    """
    ours, theirs = latest_by_line(own, base), latest_by_line(other, base)
    both = sorted(ours.keys() & theirs.keys())
    verdicts: list[_Told] = []
    labels: list[_Told] = []
    by_class: dict[str, list[_Told]] = {name: [] for name in base.classes}
    for line in both:
        given = given_label(base, line)
        labels.append((outcome(ours[line], given), outcome(theirs[line], given)))
        if given is not None:
            is_right = [said == given for said in labels[-1]]
            told = _RIGHT if is_right[0] else _WRONG, _RIGHT if is_right[1] else _WRONG
            verdicts.append(told)
            if base.classes:
                by_class[given].append(told)
    known, classes = (_RIGHT, _WRONG), (*base.classes, None)
    return TwoReviewers(
        _agreement(known, verdicts),
        _agreement(classes, labels) if base.classes else None,
        {name: _agreement(known, told) for name, told in by_class.items() if told},
    )


def latest_by_line(done: Iterable[Decision], base: Dataset) -> dict[int, Decision]:
    """What is decided about the label of each row, the latest where there are several."""
    found: dict[int, Decision] = {}
    for each in sorted(done, key=lambda decision: decision.when):
        if each.verb is not Verb.SKIP and each.column in ("", base.target):
            found[each.line] = each
    return found


def given_label(base: Dataset, line: int) -> str | None:
    """The label that the file gives a row; None if it gives none."""
    row = place_among(base.lines, line)
    return None if row is None else base.label_text(row)


def outcome(decision: Decision, given: str | None) -> str | None:
    """What a row, or its cell, ends up with: a label or a value; None if it is left out."""
    if decision.verb is Verb.EXCLUDE:
        return None
    return decision.new if decision.new is not None else given or ""


def _agreement(known: tuple[str | None, ...], told: list[_Told]) -> Agreement:
    places = {name: place for place, name in enumerate(known)}
    table = np.zeros((len(known), len(known)), np.int64)
    for own, other in told:
        table[places[own], places[other]] += 1
    return Agreement(tuple(_EXCLUDED if name is None else name for name in known), table)


def _kappa(table: Integers | Floats) -> float:
    rows = float(table.sum())
    if rows == 0:
        return math.nan
    shares = table / rows
    chance = float(shares.sum(1) @ shares.sum(0))
    return (float(np.trace(shares)) - chance) / (1 - chance) if chance < 1 else math.nan


def _error(table: Integers | Floats) -> float:
    """The root of what follows, over n (1 - e)^2; p_ij are shares, e is chance and k kappa.

    sum p_ii (1 - (p_i. + p_.i)(1 - k))^2 + (1 - k)^2 sum p_ij (p_.i + p_j.)^2 - (k - e (1 - k))^2,
    the second sum over i and j that differ.
    """
    kappa, rows = _kappa(table), float(table.sum())
    if not math.isfinite(kappa):
        return math.nan
    shares = table / rows
    own, other = shares.sum(1), shares.sum(0)
    chance = float(own @ other)
    same = np.diag(shares) @ (1 - (own + other) * (1 - kappa)) ** 2
    apart = shares * (other[:, None] + own[None, :]) ** 2
    differing = (1 - kappa) ** 2 * (apart.sum() - np.trace(apart))
    spread = same + differing - (kappa - chance * (1 - kappa)) ** 2
    return math.sqrt(max(0.0, float(spread)) / rows) / (1 - chance)
