"""The scan: of all short rules about rows, the one in which marks are most in excess.

A mark is a row that looks wrong, or was found wrong. How many marks a rule would hold by chance is
known row by row; what is seen is held against it by the likelihood ratio of the spatial scan
statistic (Kulldorff 1997). As the best of thousands of rules looks good by chance, the marks are
drawn anew among rows that are alike, the whole search is done again, and the chance is how often
that finds a rule as good (Dwass 1957; the best of all rules at once, as in Westfall & Young 1993).
"""

import functools
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.progress import Progress, Watch, unwatched
from core.judging.causes.attributes import Attribute

_LEAST_ROWS, _LEAST_SHARE, _MOST_SHARE = 8, 0.005, 0.8
"""A rule holds no fewer rows, nor a larger share of them all."""
_LEAST_MARKS = 4
_LEAST_TIMES = 1.5
"""A rule holds at least so many times the marks that are expected."""
_RARE = 0.1
"""Where marks are rarer than this, each counts fully."""
_BEAM = 8
"""Of so many single conditions every other one is tried as a second."""
_BEAM_EACH = 2
"""No attribute has more than so many among them."""
DRAWS = 199
_ENOUGH = 20
"""Once so many draws were as good, chance explains it: no more are needed (Besag & Clifford)."""
_KEPT = 400


@dataclass(frozen=True)
class Term:
    """One condition: a stretch of an attribute's bins."""

    attribute: int
    first: int
    last: int


@dataclass(frozen=True)
class Rule:
    """One condition or two, and by how much its marks exceed what is expected."""

    terms: tuple[Term, ...]
    excess: float
    """The log likelihood ratio, less ln of the number of rules for a second condition."""


@dataclass(frozen=True, eq=False)
class Marks:
    """Which rows are marked, and which rows are alike: a stratum for each."""

    marked: Mask
    strata: Integers

    @functools.cached_property
    def expected(self) -> Floats:
        """The share of marks in each row's stratum."""
        return np.asarray(
            (np.bincount(self.strata, self.marked) / np.bincount(self.strata))[self.strata]
        )

    @functools.cached_property
    def weights(self) -> Floats:
        """How much a mark tells, at most 1: less where marks are frequent anyway.

        Errors that come on top change the share e of marks by 1 - 2e each; the score of that is
        weighed by (1 - 2e) / (e (1 - e)), as in the locally best test (Rao 1948).
        """
        return np.asarray(np.minimum(1.0, _told(self.expected) / _told(np.array(_RARE))))

    def drawn(self, random: np.random.Generator) -> Mask:
        """The same marks, dealt out anew within every stratum."""
        order = np.argsort(self.strata, kind="stable")
        mixed = np.lexsort((random.random(len(order)), self.strata))
        marked = np.empty_like(self.marked)
        marked[order] = self.marked[mixed]
        return marked


def _told(share: Floats) -> Floats:
    share = np.clip(share, 0.01, 0.5)
    return np.asarray((1 - 2 * share) / (share * (1 - share)))


class Scan:
    """All rules of one or two conditions about some rows, with what is expected of each."""

    def __init__(self, attributes: tuple[Attribute, ...], marks: Marks) -> None:
        self._attributes, self._marks = attributes, marks
        sizes = np.array([one.bins + 2 for one in attributes])
        offsets = np.concatenate([[0], np.cumsum(sizes)])
        self._bins = int(offsets[-1])
        self._offsets = offsets[:-1]
        codes = np.column_stack([one.codes for one in attributes])
        self._cells = (codes + self._offsets).astype(np.int32)
        terms = [_terms(place, one) for place, one in enumerate(attributes)]
        self._terms = np.concatenate(terms)
        self._starts, self._ends = (
            self._terms[:, part] + self._offsets[self._terms[:, 0]] for part in (1, 2)
        )
        rows = len(codes)
        self._least = max(_LEAST_ROWS, round(_LEAST_SHARE * rows))
        self._most = _MOST_SHARE * rows
        self._total = float(marks.weights[marks.marked].sum())
        self._everyone = self._tally(np.arange(rows))
        self._within = functools.lru_cache(_KEPT)(self._tally_within)

    @property
    def tried(self) -> int:
        """How many single conditions there are."""
        return len(self._terms)

    def holds(self, rule: Rule) -> Mask:
        """The rows that a rule is about."""
        held = np.ones(len(self._cells), bool)
        for term in rule.terms:
            held &= self._holds(term.attribute, term.first, term.last)
        return held

    def best(self, marked: Mask) -> Rule | None:
        """The rule whose marks exceed most what is expected; None if there is none."""
        rows = np.flatnonzero(marked)
        excess = self._excess(rows, self._everyone)
        if not np.isfinite(excess).any():
            return None
        beam = self._leading(excess)
        first = int(excess.argmax())
        found: tuple[int, ...] = (first,)
        top = float(excess[first])
        penalty = float(np.log(len(self._terms)))
        for place in beam:
            here = rows[self._holds(*self._terms[place].tolist())[rows]]
            second = self._excess(here, self._within(place)) - penalty
            second[self._terms[:, 0] == self._terms[place, 0]] = -np.inf
            other = int(second.argmax())
            if second[other] > top:
                found, top = (place, other), float(second[other])
        return Rule(tuple(Term(*self._terms[place].tolist()) for place in found), top)

    def chance(self, rule: Rule, seed: int, watch: Watch = unwatched) -> float:
        """How likely the best rule is as good as this one, where marks have no cause."""
        random = np.random.default_rng(seed)
        as_good = 0
        for draw in range(1, DRAWS + 1):
            watch(Progress(draw, DRAWS, "looking how good a rule is by chance"))
            other = self.best(self._marks.drawn(random))
            as_good += other is not None and other.excess >= rule.excess
            if as_good >= _ENOUGH:
                return as_good / draw
        return (1 + as_good) / (1 + DRAWS)

    def _holds(self, attribute: int, first: int, last: int) -> Mask:
        codes = self._cells[:, attribute] - self._offsets[attribute]
        return np.asarray((codes >= first) & (codes <= last))

    def _tally(self, rows: Integers) -> tuple[Floats, Floats]:
        """How many rows each single condition holds of these, and how many marks are expected."""
        marks = self._marks
        return self._counted(rows, np.ones(len(marks.strata))), self._counted(
            rows, marks.weights * marks.expected
        )

    def _tally_within(self, place: int) -> tuple[Floats, Floats]:
        return self._tally(np.flatnonzero(self._holds(*self._terms[place].tolist())))

    def _counted(self, rows: Integers, amounts: Floats) -> Floats:
        """The sum of the rows' amounts for each single condition."""
        spread = np.repeat(amounts[rows], self._cells.shape[1])
        bins = np.bincount(self._cells[rows].ravel(), spread, self._bins)
        upto = np.concatenate([[0.0], np.cumsum(bins)])
        return np.asarray(upto[self._ends + 1] - upto[self._starts])

    def _excess(self, marked: Integers, tally: tuple[Floats, Floats]) -> Floats:
        """The log likelihood ratio of every single condition, -inf where it cannot be named.

        O ln(O/E) + (T-O) ln((T-O)/(T-E)), of O marks where E are expected, of T in all.
        """
        rows, expected = tally
        seen = self._counted(marked, self._marks.weights)
        fits = (rows >= self._least) & (rows <= self._most) & (seen >= _LEAST_MARKS)
        fits &= seen > _LEAST_TIMES * expected
        found = np.full(len(seen), -np.inf)
        marks, chance, total = seen[fits], np.maximum(expected[fits], 1e-9), self._total
        rest = np.maximum(total - marks, 0.0)
        others = np.maximum(total - chance, 1e-9)
        tail = np.where(rest > 0, rest * np.log(np.maximum(rest, 1e-300) / others), 0.0)
        found[fits] = marks * np.log(marks / chance) + tail
        return found

    def _leading(self, excess: Floats) -> list[int]:
        """The best single conditions, a few of each attribute."""
        found: list[int] = []
        taken: dict[int, int] = {}
        for place in np.argsort(-excess, kind="stable")[: 50 * _BEAM].tolist():
            attribute = int(self._terms[place, 0])
            if not np.isfinite(excess[place]) or len(found) == _BEAM:
                break
            if taken.get(attribute, 0) < _BEAM_EACH:
                taken[attribute] = taken.get(attribute, 0) + 1
                found.append(place)
        return found


def _terms(place: int, attribute: Attribute) -> Integers:
    """All stretches of bins, or single ones, and the missing values."""
    bins = attribute.bins
    if attribute.is_ordered:
        first, last = np.triu_indices(bins)
        whole = (first == 0) & (last == bins - 1)
        first, last = first[~whole], last[~whole]
    else:
        first = last = np.arange(bins)
    first, last = np.append(first, bins), np.append(last, bins)
    return np.column_stack([np.full(len(first), place), first, last])
