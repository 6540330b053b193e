"""The scan: of all short rules about rows, the one that most speaks for more errors.

How often a row is wrong by chance is known, row by row, and so is what it tells for a share of
errors on top of that; over a rule's rows it adds up to the log likelihood ratio (over all rules an
expectation-based scan statistic: Neill 2009, after Kulldorff 1997). As the best of thousands of
rules looks good by chance, what rows tell is dealt out anew among rows that are alike, the whole
search is done again, and the chance is how often that finds a rule as good (Dwass 1957; the best of
all rules at once, as in Westfall & Young 1993).
"""

import functools
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.progress import Progress, Watch, unwatched
from core.judging.causes.attributes import Attribute
from core.judging.causes.evidence import WrongRows

_LEAST_ROWS, _LEAST_SHARE, _MOST_SHARE = 8, 0.005, 0.8
"""A rule holds no fewer rows, nor a larger share of them all."""
_BEAM = 8
"""Of so many single conditions every other one is tried as a second."""
_BEAM_EACH = 2
"""No attribute has more than so many among them."""
_PLACE_COSTS = 1.0
"""In a file in order of a column, the column tells a person more than the place in the file."""
_LISTED = 2000
"""So many single conditions at most are looked at for the best one of each column."""
DRAWS = 199
_KEPT = 400
"""How many rows hold so many conditions is remembered from one draw to the next."""


@dataclass(frozen=True)
class Term:
    """One condition: a stretch of an attribute's bins."""

    attribute: int
    first: int
    last: int


@dataclass(frozen=True)
class Rule:
    """One condition or two, and how much more they tell than chance."""

    terms: tuple[Term, ...]
    excess: float
    """The log likelihood ratio, less what the choice costs."""
    costs: float = 0.0
    """For a second condition, or a second bound, ln of how many there are to choose from."""


class Scan:
    """All rules of one or two conditions about some rows, with what is expected of each."""

    def __init__(self, attributes: tuple[Attribute, ...], evidence: WrongRows) -> None:
        self._attributes, self._evidence = attributes, evidence
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
        is_place = np.array([not one.column for one in attributes])
        self._place_costs = np.where(is_place, _PLACE_COSTS, 0.0)[self._terms[:, 0]]
        self._costs += self._place_costs
        self._another = float(np.log(len(self._terms)))
        right = np.flatnonzero(~evidence.telling)
        self._right = evidence.scores[:, right[0]] if len(right) else np.zeros(len(evidence.scores))
        self._gains = evidence.scores - self._right[:, None]
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

    def best(self) -> list[Rule]:
        """The rules that tell most, the best one of each few columns, the best of all first."""
        excess, pairs = self._told(np.arange(len(self._cells)))
        rules: dict[frozenset[str], Rule] = {}
        singles = [(int(place),) for place in np.argsort(-excess, kind="stable")[:_LISTED]]
        tops = [float(excess[place]) for (place,) in singles]
        for places, top in [*zip(singles, tops, strict=True), *pairs]:
            terms = tuple(Term(*self._terms[place].tolist()) for place in places)
            columns = frozenset(self._attributes[term.attribute].column for term in terms)
            if np.isfinite(top) and (columns not in rules or rules[columns].excess < top):
                costs = self._costs[places[-1]] + self._more(places[0]) * (len(places) - 1)
                rules[columns] = Rule(terms, top, float(costs))
        return sorted(rules.values(), key=lambda rule: -rule.excess)

    def most(self, dealt: Integers) -> float:
        """What the best rule tells if what rows tell is dealt out anew."""
        excess, pairs = self._told(dealt)
        return max([float(excess.max()), *(top for _, top in pairs)])

    def _told(self, dealt: Integers) -> tuple[Floats, list[tuple[tuple[int, int], float]]]:
        """What every single condition tells, and the best second one for each of the best ones."""
        rows = np.flatnonzero(self._evidence.telling[dealt])
        cells, gains = self._cells[rows], self._gains[:, dealt[rows]]
        excess = self._excess(self._everyone, cells, gains)
        pairs = []
        for place in self._leading(excess):
            attribute, first, last = self._terms[place].tolist()
            codes = cells[:, attribute] - self._offsets[attribute]
            here = np.flatnonzero((codes >= first) & (codes <= last))
            second = self._excess(self._within(place), cells[here], gains[:, here])
            second -= self._more(place)
            second[self._terms[:, 0] == attribute] = -np.inf
            other = int(second.argmax())
            pairs.append(((place, other), float(second[other])))
        return excess, pairs

    def _more(self, first: int) -> float:
        """What a second condition costs beside its own bounds, for a first one."""
        return self._another + float(self._place_costs[first])

    def excess(self, rule: Rule, evidence: WrongRows) -> float:
        """How much a rule tells by other evidence of the same rows."""
        return float(evidence.scores[:, self.holds(rule)].sum(axis=1).max()) - rule.costs

    def by_chance(
        self, excess: float, level: float, seed: int, watch: Watch = unwatched
    ) -> Floats | None:
        """What the best rules tell without a cause; None once it is clear that it is as much."""
        random = np.random.default_rng(seed)
        found = np.empty(DRAWS)
        for draw in range(DRAWS):
            watch(Progress(draw + 1, DRAWS, "looking how good a rule is by chance"))
            found[draw] = self.most(self._evidence.dealt(random))
            if 1 + (found[: draw + 1] >= excess).sum() > level * (1 + DRAWS):
                return None
        return found

    def _holds(self, attribute: int, first: int, last: int) -> Mask:
        codes = self._cells[:, attribute] - self._offsets[attribute]
        return np.asarray((codes >= first) & (codes <= last))

    def _tally(self, rows: Integers) -> "_Tally":
        """How many of some rows hold each single condition."""
        sizes = self._summed(self._cells[rows], np.ones(len(rows)))
        fits = (sizes >= self._least) & (sizes <= self._most)
        return _Tally(sizes, np.where(fits, self._costs, np.inf))

    def _tally_within(self, place: int) -> "_Tally":
        return self._tally(np.flatnonzero(self._holds(*self._terms[place].tolist())))

    def _summed(self, cells: Integers, amounts: Floats) -> Floats:
        """The sum of the rows' amounts for each single condition."""
        spread = np.repeat(amounts, cells.shape[1])
        upto = np.concatenate([[0.0], np.cumsum(np.bincount(cells.ravel(), spread, self._bins))])
        return np.asarray(upto[self._ends + 1] - upto[self._starts])

    def _excess(self, tally: "_Tally", cells: Integers, gains: Floats) -> Floats:
        """What every single condition tells, -inf where it is no rule.

        All rows count as right, and those that may be wrong by what they tell beyond that.
        """
        sums = [
            self._summed(cells, gain) + right * tally.sizes
            for gain, right in zip(gains, self._right, strict=True)
        ]
        return np.asarray(np.max(sums, axis=0) - tally.costs)

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
    """Some rows, for each single condition."""

    sizes: Floats
    """How many of them hold it."""
    costs: Floats
    """By how much it must tell more than others; inf if it is no rule."""


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
