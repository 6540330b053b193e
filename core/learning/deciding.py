"""Deciding: which class is named where errors do not all cost the same.

A model gives every class a share. Usually the largest wins. A rule names the class of the least
expected cost instead (Elkan 2001); of two classes that is a threshold: the second class is named
from a share of cost(false alarm) / (cost(false alarm) + cost(miss)) on.
"""

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import SettingsError
from core.base.intervals import Interval
from core.base.wording import between, grouped, percent, readable, shortened
from core.learning.graph import ModelGraph, Name
from core.learning.predictors.winners import ranked

Matrix = tuple[tuple[float, ...], ...]
"""What it costs (across) to name a class where another one (down) is true."""

TIE = 1e-9
"""Expected costs that differ by no more than this part of them are a tie: rounding never decides,
here or in another program."""
MOST_POWER = 100.0
_NOTHING = 1e-300


@dataclass(frozen=True)
class RuleEvidence:
    """What is known of a rule that was found on rows which no model that judged them had seen."""

    rows: int
    folds: int
    is_by_time: bool
    """Whether every row was judged by models taught with earlier rows only."""
    cost: Interval
    """What a row costs by the rule, each part of it found without the row."""
    usual: Interval
    """What a row costs if the largest share wins."""
    threshold: Interval | None = None
    """Of two classes the threshold, with what it may as well be."""


@dataclass(frozen=True)
class DecisionRule:
    """Names the class k of the least Σ_j p_j^power D[j, k]; p are the shares, D is `deciding`.

    >>> rule = DecisionRule.from_threshold(0.2)
    >>> rule.decided(np.array([[0.9, 0.1], [0.8, 0.2], [0.4, 0.6]])).tolist(), rule.threshold
    ([0, 1, 1], 0.2)
    >>> DecisionRule.from_costs([[0, 1], [4, 0]]).threshold
    0.2
    """

    deciding: Matrix
    costs: Matrix
    """What errors cost, by which the rule is judged. What decides may differ from it: the shares
    of many ensembles are no probabilities, and `deciding` and `power` make up for that."""
    first: int
    """The class that has ties; behind it they go in the order of the classes."""
    evidence: RuleEvidence | None = None
    power: float = 1.0
    """Of many classes: above 1 where shares are too timid to be probabilities, below where too
    sure (Guo et al. 2017)."""

    def __post_init__(self) -> None:
        """Raise SettingsError, in a sentence, for costs that decide nothing."""
        _check(self.costs)
        _check(self.deciding)
        if len(self.deciding) != len(self.costs) or not 0 <= self.first < len(self.costs):
            raise SettingsError("What decides and what errors cost are not of the same classes.")
        if not (math.isfinite(self.power) and 0 < self.power <= MOST_POWER):
            raise SettingsError(f"The power of shares is above 0, and {MOST_POWER:g} at most.")
        if len(self.costs) == 2 and self.power != 1:
            raise SettingsError("Of two classes a threshold decides, and no power.")

    @classmethod
    def from_threshold(
        cls, threshold: float, positive: int = 1, costs: Matrix | None = None
    ) -> "DecisionRule":
        """Of two classes: the positive one is named from this share on."""
        if not (isinstance(threshold, int | float) and 0 <= threshold <= 1):
            raise SettingsError(
                f"A threshold is a probability from 0 to 1, and not {threshold!r}. Write 0.2 for "
                "20 %."
            )
        alarm, miss = float(threshold), 1.0 - float(threshold)
        deciding = ((0.0, alarm), (miss, 0.0)) if positive else ((0.0, miss), (alarm, 0.0))
        return cls(deciding, costs or equal_costs(2), positive)

    @classmethod
    def from_costs(cls, costs: Iterable[Iterable[float]], commonest: int = 0) -> "DecisionRule":
        """The shares are taken for probabilities: the costs alone decide.

        Ties go to the second of two classes, and of many to the commonest.
        """
        matrix = as_matrix(costs)
        return cls(matrix, matrix, 1 if len(matrix) == 2 else commonest)

    def with_factors(self, factors: Sequence[float], power: float = 1.0) -> "DecisionRule":
        """The same where f_j p_j^power is taken for the probability of class j, but for a scale."""
        deciding = tuple(
            tuple(cost * float(factor) for cost in row)
            for row, factor in zip(self.costs, factors, strict=True)
        )
        return replace(self, deciding=deciding, power=power)

    def knowing(self, evidence: RuleEvidence) -> "DecisionRule":
        """The same with what is known of it."""
        return replace(self, evidence=evidence)

    # Deciding

    def __len__(self) -> int:
        return len(self.costs)

    @property
    def threshold(self) -> float | None:
        """Of two classes, the share from which the second one is named; None of many."""
        if len(self) != 2:
            return None
        alarm, miss = self.deciding[0][1], self.deciding[1][0]
        return alarm / (alarm + miss)

    @property
    def is_usual(self) -> bool:
        """Whether it says what the largest share says, but for ties.

        >>> DecisionRule.from_costs(equal_costs(3)).is_usual
        True
        >>> [DecisionRule.from_threshold(share).is_usual for share in (0.4, 0.5)]
        [False, True]
        """
        is_plain = self.threshold == 0.5 if len(self) == 2 else self.deciding == self.costs
        return self.has_equal_costs and is_plain and self.power == 1

    @property
    def has_equal_costs(self) -> bool:
        """Whether every error costs the same."""
        cost = self.costs[0][1]
        return all(
            own == cost
            for given, row in enumerate(self.costs)
            for said, own in enumerate(row)
            if said != given
        )

    @functools.cached_property
    def _ties(self) -> Floats:
        """What is added to the logs of expected costs: next to nothing, but where they tie."""
        places = np.empty(len(self))
        places[ranked(self.first, len(self))] = np.arange(len(self))
        return TIE * places

    def decided(self, shares: Floats) -> Integers:
        """The class that is named, a row a row."""
        return np.asarray(np.argmin(self.expected(shares) + self._ties, axis=1), np.int64)

    def expected(self, shares: Floats) -> Floats:
        """The log of the expected cost of naming each class, a row a row."""
        weighed = shares if self.power == 1 else shares**self.power
        return np.asarray(np.log(weighed @ np.array(self.deciding) + _NOTHING))

    def decided_in(self, graph: ModelGraph, shares: Name) -> Name:
        """The place of the class in a graph of operators, as `decided` gives it."""
        if self.power != 1:
            shares = graph.add("Pow", shares, graph.constant([self.power]))
        costs = graph.add("MatMul", shares, graph.constant(self.deciding))
        logs = graph.add("Log", graph.add("Add", costs, graph.constant([_NOTHING])))
        weighed = graph.add("Add", logs, graph.constant(self._ties))
        return graph.add("ArgMin", weighed, axis=1, keepdims=0, select_last_index=0)

    def paid(self, given: Integers, said: Integers) -> Floats:
        """What each row costs."""
        return np.asarray(np.array(self.costs)[given, said])

    # As plain data and in words

    def plain(self) -> dict[str, Any]:
        """The rule as plain data, ready for JSON."""
        told: dict[str, Any] = {
            "deciding": [list(row) for row in self.deciding],
            "costs": [list(row) for row in self.costs],
            "first": self.first,
            "power": self.power,
        }
        if (known := self.evidence) is not None:
            told["evidence"] = {
                "rows": known.rows,
                "folds": known.folds,
                "by_time": known.is_by_time,
                "cost": _ends(known.cost),
                "usual": _ends(known.usual),
                "threshold": _ends(known.threshold) if known.threshold else None,
            }
        return told

    @classmethod
    def from_plain(cls, plain: Any, classes: int | None = None) -> "DecisionRule":
        """Take a rule back from plain data; raise ValueError for anything that is none."""
        if not isinstance(plain, Mapping) or type(plain.get("first")) is not int:
            raise ValueError("this is no rule to decide by")
        try:
            rule = cls(
                _matrix(plain.get("deciding")),
                _matrix(plain.get("costs")),
                plain["first"],
                _evidence(plain.get("evidence")),
                _finite(plain.get("power")),
            )
        except SettingsError as error:
            raise ValueError(str(error)) from error
        if classes is not None and len(rule) != classes:
            raise ValueError("the rule is about other classes")
        return rule

    def words(self, classes: Sequence[str]) -> str:
        """How it decides, short: for a list or a heading.

        >>> DecisionRule.from_threshold(0.125).words(["no", "yes"])
        "'yes' from 12.5 %"
        """
        if self.threshold is None:
            if not self.has_equal_costs:
                return "by costs"
            return "by equal costs" if self.is_usual else "by a rule"
        from_here = self.threshold if self.first == 1 else 1 - self.threshold
        return f"{_name(classes[self.first])} from {_share(from_here)}"

    def sentence(self, classes: Sequence[str]) -> str:
        """How it decides, and what errors cost.

        >>> print(DecisionRule.from_costs([[0, 1], [4, 0]]).sentence(["no", "yes"]))
        'yes' is named from a probability of 20 % on; missing 'yes' costs 4, a false 'yes' 1.
        """
        if len(self) == 2:
            name, from_here = self.words(classes).rsplit(" from ", 1)
            return f"{name} is named from a probability of {from_here} on; {self.priced(classes)}."
        how = "the class of the least expected cost is named"
        if self.deciding != self.costs:
            how += ", by shares that were turned into probabilities first"
        return f"{how[0].upper()}{how[1:]}; {self.priced(classes)}."

    def priced(self, classes: Sequence[str]) -> str:
        """What errors cost, the dearest first."""
        if self.has_equal_costs:
            return "every error costs the same"
        if len(self) == 2:
            alarm, miss = self.costs[0][1], self.costs[1][0]
            name = _name(classes[1])
            return f"missing {name} costs {readable(miss)}, a false {name} {readable(alarm)}"
        dear = sorted(
            (
                (own, given, said)
                for given, row in enumerate(self.costs)
                for said, own in enumerate(row)
                if said != given
            ),
            key=lambda cell: -cell[0],
        )
        most, given, said = dear[0]
        return (
            f"errors cost from {readable(dear[-1][0])} to {readable(most)} "
            f"({_name(classes[given])} taken for {_name(classes[said])})"
        )

    def found(self, classes: Sequence[str]) -> str:
        """How it was found, in a sentence; empty if a person chose it."""
        known = self.evidence
        if known is None:
            return ""
        by = "earlier rows only" if known.is_by_time else f"{known.folds} folds"
        told = f"Found on {grouped(known.rows)} training rows, each judged by models of {by}"
        told += " that never saw it"
        if known.threshold is not None:
            own = known.threshold
            ends = between(_share(own.low), _share(own.high))
            told += f": the threshold may as well be {ends} (95 % interval, rows drawn again)"
        return (
            f"{told}. There a row costs {readable(known.cost.share, 3)} by it "
            f"({readable(known.cost.low, 3)} to {readable(known.cost.high, 3)}), and "
            f"{readable(known.usual.share, 3)} by the largest share"
            f"{'.' if known.cost.share < known.usual.share else ': it saves nothing there.'}"
        )


def equal_costs(classes: int) -> Matrix:
    """Every error costs 1.

    >>> equal_costs(2)
    ((0.0, 1.0), (1.0, 0.0))
    """
    return as_matrix(1.0 - np.eye(classes))


def rounded(threshold: float, digits: int = 3) -> float:
    """A threshold in so many telling digits, of it or of what it lacks to 1: more say nothing.

    >>> rounded(0.0183321), rounded(0.99876543), rounded(0.5)
    (0.0183, 0.99877, 0.5)
    """
    part = min(threshold, 1 - threshold)
    if part <= 0:
        return threshold
    return round(threshold, digits - 1 - math.floor(math.log10(part)))


def as_matrix(costs: Iterable[Iterable[float]]) -> Matrix:
    """Costs as a rule holds them."""
    return tuple(tuple(float(cost) for cost in row) for row in costs)


def _check(matrix: Matrix) -> None:
    """Raise SettingsError if no rule can be made of these costs."""
    size = len(matrix)
    if size < 2 or any(len(row) != size for row in matrix):
        raise SettingsError("Costs are a table with a row and a column for each of the classes.")
    cells = [(given, said) for given in range(size) for said in range(size)]
    if not all(
        math.isfinite(matrix[given][said]) and matrix[given][said] >= 0 for given, said in cells
    ):
        raise SettingsError("A cost is a number of 0 or more. Correct the costs.")
    if any(matrix[given][given] for given in range(size)):
        raise SettingsError(
            "What is right costs nothing: the diagonal of the costs is 0. Subtract it from its row."
        )
    if not any(matrix[given][said] for given, said in cells):
        raise SettingsError("Some error has to cost something. Give a cost above 0.")


def _matrix(plain: Any) -> Matrix:
    is_table = isinstance(plain, list) and all(isinstance(row, list) for row in plain)
    if not is_table or not all(_is_number(cell) for row in plain for cell in row):
        raise ValueError("these are no costs")
    return as_matrix(plain)


def _evidence(plain: Any) -> RuleEvidence | None:
    if plain is None:
        return None
    facts = plain if isinstance(plain, Mapping) else {}
    rows, folds, by_time = facts.get("rows"), facts.get("folds"), facts.get("by_time")
    if type(rows) is not int or type(folds) is not int or type(by_time) is not bool:
        raise ValueError("this is nothing that is known of a rule")
    own = facts.get("threshold")
    return RuleEvidence(
        rows,
        folds,
        by_time,
        _interval(facts.get("cost")),
        _interval(facts.get("usual")),
        None if own is None else _interval(own),
    )


def _interval(plain: Any) -> Interval:
    if not isinstance(plain, list) or len(plain) != 3 or not all(map(_is_number, plain)):
        raise ValueError("this is no interval")
    return Interval(*map(float, plain))


def _finite(plain: Any) -> float:
    if not _is_number(plain):
        raise ValueError("this is no number")
    return float(plain)


def _ends(own: Interval) -> list[float]:
    return [own.share, own.low, own.high]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _name(name: str) -> str:
    return repr(shortened(name, 40))


def _share(share: float) -> str:
    """A threshold with as many digits as tell it.

    >>> _share(0.2), _share(0.125), _share(0.00031), _share(1.0)
    ('20 %', '12.5 %', '0.031 %', '100 %')
    """
    if share >= 0.1 or share == 0:
        text = percent(share)
        return text.replace(".0 %", " %").replace(",0 %", " %")
    return f"{readable(100 * share, 2)} %"
