"""The scan: of all short rules about rows, the one in which marks are most in excess.

A mark is a row that looks wrong, or was found wrong. How often a row is marked by chance is known,
row by row; that a share of a rule's rows is wrong on top of it is held against that by the
likelihood ratio (Neyman & Pearson 1933; over all rules an expectation-based scan statistic: Neill
2009, after Kulldorff 1997). As the best of thousands of rules looks good by chance, the marks are
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
_ON_TOP = (0.1, 0.25, 0.5)
"""So many rows of a rule may be wrong on top of what chance explains."""
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
    """The log likelihood ratio, less ln of how many there are for a second condition or bound."""


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
    def scores(self) -> tuple[tuple[Floats, Floats], ...]:
        """What a row tells for more errors: by being marked beyond not being so, and by not being.

        The logs of the likelihood ratio, for several shares d of errors that come on top: with the
        share e of marks by chance, a row is marked with e + d (1 - 2e). A mark at the border of two
        classes tells little, one where nothing else is marked a lot.
        """
        marks, sizes = np.bincount(self.strata, self.marked), np.bincount(self.strata)
        usual = np.minimum((marks + 0.5) / (sizes + 1), 0.5)[self.strata]
        found = []
        for more in _ON_TOP:
            share = usual + more * (1 - 2 * usual)
            is_not = np.log((1 - share) / (1 - usual))
            found.append((np.log(share / usual) - is_not, is_not))
        return tuple(found)

    def drawn(self, random: np.random.Generator) -> Mask:
        """The same marks, dealt out anew within every stratum."""
        order = np.argsort(self.strata, kind="stable")
        mixed = np.lexsort((random.random(len(order)), self.strata))
        marked = np.empty_like(self.marked)
        marked[order] = self.marked[mixed]
        return marked


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
        self._costs = np.concatenate(
            [_costs(attributes[place[0, 0]], place) for place in terms if len(place)]
        )
        rows = len(codes)
        self._least = max(_LEAST_ROWS, round(_LEAST_SHARE * rows))
        self._most = _MOST_SHARE * rows
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

    def _tally(self, rows: Integers) -> "_Tally":
        """What is known of these rows for each single condition before any is marked."""
        marks = self._marks
        return _Tally(
            self._counted(rows, np.ones(len(marks.strata))),
            self._counted(rows, marks.expected),
            tuple(self._counted(rows, is_not) for _, is_not in marks.scores),
        )

    def _tally_within(self, place: int) -> "_Tally":
        return self._tally(np.flatnonzero(self._holds(*self._terms[place].tolist())))

    def _counted(self, rows: Integers, amounts: Floats) -> Floats:
        """The sum of the rows' amounts for each single condition."""
        spread = np.repeat(amounts[rows], self._cells.shape[1])
        bins = np.bincount(self._cells[rows].ravel(), spread, self._bins)
        upto = np.concatenate([[0.0], np.cumsum(bins)])
        return np.asarray(upto[self._ends + 1] - upto[self._starts])

    def _excess(self, marked: Integers, tally: "_Tally") -> Floats:
        """The log likelihood ratio of every single condition, -inf where it cannot be named."""
        seen = self._counted(marked, np.ones(len(self._cells)))
        fits = (tally.rows >= self._least) & (tally.rows <= self._most) & (seen >= _LEAST_MARKS)
        fits &= seen > _LEAST_TIMES * tally.expected
        found = np.max(
            [
                base + self._counted(marked, gain)
                for base, (gain, _) in zip(tally.unmarked, self._marks.scores, strict=True)
            ],
            axis=0,
        )
        return np.where(fits, found - self._costs, -np.inf)

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


@dataclass(frozen=True, eq=False)
class _Tally:
    """Of some rows, for each single condition."""

    rows: Floats
    expected: Floats
    """How many marks are expected."""
    unmarked: tuple[Floats, ...]
    """What they tell for more errors if none of them is marked."""


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


def _costs(attribute: Attribute, terms: Integers) -> Floats:
    """A second bound is a second choice: it must tell as much more as there are bounds to choose.

    A single value has none, nor has a category.
    """
    first, last, bins = terms[:, 1], terms[:, 2], attribute.bins
    is_value = np.array(
        [low == high for low, high in zip(attribute.lows, attribute.highs, strict=True)]
    )
    is_value = np.append(is_value, True)
    is_inner = (first > 0) & (last < bins - 1) & ~((first == last) & is_value[first])
    return np.where(is_inner & attribute.is_ordered, np.log(bins), 0.0)
