"""Finding the rule of the least cost, on training rows alone: those that judge it are never asked.

The shares are turned into probabilities by rows that were judged unseen, and the costs weigh these;
of two classes that gives a threshold. To try all thresholds, or factors a class, and take those of
the least cost on these rows did worse on new ones, in most cases that were tried: it takes chance
for gain.
"""

from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.intervals import Z95, Interval, standard_error
from core.base.progress import Progress, Watch, part, unwatched
from core.base.stopping import stop_if_asked
from core.judging.deciding.calibrating import Calibrated
from core.judging.deciding.threshold_counts import drawn_again
from core.judging.deciding.unseen import UnseenShares, unseen_shares
from core.learning.deciding import DecisionRule, Matrix, RuleEvidence, rounded
from core.learning.predictors.winners import winners
from core.learning.run import Run

_DRAWS = 200
_STREAM = 0xC057
_BINS = 200


def find_rule(run: Run, costs: Matrix, watch: Watch = unwatched) -> DecisionRule:
    """The rule of the least cost on training rows that were judged unseen, and how sure it is.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=20))
    >>> rule = find_rule(run, ((0.0, 1.0), (9.0, 0.0)))
    >>> rule.threshold < 0.5, rule.evidence.cost.share < rule.evidence.usual.share
    (True, True)
    """
    unseen = unseen_shares(run, part(watch, 0.0, 0.9))
    return rule_from(unseen, costs, run.model.commonest, run.seed, part(watch, 0.9, 1.0))


def rule_from(
    unseen: UnseenShares, costs: Matrix, commonest: int, seed: int = 0, watch: Watch = unwatched
) -> DecisionRule:
    """The rule of the least cost on rows that were judged unseen."""
    finder = _Finder.of(unseen, costs, commonest)
    rule = finder.best(unseen.weights)
    said = np.empty(len(unseen.rows), np.int64)
    for number in range(unseen.folds):
        own = unseen.fold == number
        said[own] = finder.best(unseen.weights * ~own).decided(unseen.shares[own])
    usual = winners(unseen.shares, commonest)
    threshold = None
    if rule.threshold is not None:
        threshold = finder.drawn(unseen, rule.threshold, seed, watch)
    return rule.knowing(
        RuleEvidence(
            len(unseen.rows),
            unseen.folds,
            unseen.is_by_time,
            mean_cost(rule.paid(unseen.labels, said), unseen.weights, unseen.groups),
            mean_cost(rule.paid(unseen.labels, usual), unseen.weights, unseen.groups),
            threshold,
        )
    )


def mean_cost(paid: Floats, weights: Floats, groups: Integers | None) -> Interval:
    """What a row costs, with ± 1.96 standard errors; groups count where rows come in them.

    >>> mean_cost(np.array([0.0, 1.0, 0.0, 1.0]), np.ones(4), None).share
    0.5
    """
    mean = float(np.average(paid, weights=weights))
    spread = standard_error((paid - mean) * weights / weights.mean(), groups)
    off = Z95 * spread if np.isfinite(spread) else mean
    return Interval(mean, max(0.0, mean - off), mean + off)


@dataclass(frozen=True, eq=False)
class _Finder:
    """Finds the best rule on the same rows with ever other weights."""

    told: DecisionRule
    """What the costs alone say."""
    shares: Floats
    labels: Integers
    place: Integers | None
    """Of two classes, which of the rows above stands for each: those of like shares are one."""

    @classmethod
    def of(cls, unseen: UnseenShares, costs: Matrix, commonest: int) -> "_Finder":
        told = DecisionRule.from_costs(costs, commonest)
        if len(costs) > 2:
            return cls(told, unseen.shares, unseen.labels, None)
        scores = unseen.shares[:, 1]
        edges = np.unique(np.quantile(scores, np.linspace(0, 1, _BINS + 1)[1:-1]))
        bins = np.unique(np.searchsorted(edges, scores), return_inverse=True)[1]
        mean = np.bincount(bins, scores) / np.bincount(bins)
        both = np.concatenate([mean, mean])
        labels = np.repeat([0, 1], len(mean))
        place = bins + len(mean) * unseen.labels
        return cls(told, np.stack([1 - both, both], axis=1), labels, place)

    def best(self, weights: Floats, start: Calibrated | None = None) -> DecisionRule:
        """The best rule where rows count by these weights."""
        return self._rule(self._made(weights, start))

    def _made(self, weights: Floats, start: Calibrated | None = None) -> Calibrated | None:
        """What makes probabilities of the shares; None where rows of one class alone count."""
        if self.place is not None:
            weights = np.asarray(np.bincount(self.place, weights, len(self.labels)), np.float64)
        counts = weights > 0
        if len(np.unique(self.labels[counts])) < 2:
            return None
        return Calibrated.of(self.shares[counts], self.labels[counts], weights[counts], start)

    def _rule(self, made: Calibrated | None) -> DecisionRule:
        if made is None:
            return self.told
        if self.told.threshold is None:
            return self.told.with_factors(made.factors.tolist(), made.power)
        threshold = rounded(made.share_of(self.told.threshold))
        return DecisionRule.from_threshold(threshold, 1, self.told.costs)

    def drawn(self, unseen: UnseenShares, found: float, seed: int, watch: Watch) -> Interval:
        """The threshold with its 95 % interval: found again on rows that are drawn again."""
        random = np.random.default_rng([seed, _STREAM])
        again, start = [found], self._made(unseen.weights)
        for draw in range(_DRAWS):
            stop_if_asked()
            watch(Progress(draw, _DRAWS, "drawing the rows again"))
            weights = unseen.weights * drawn_again(len(unseen.rows), unseen.groups, random)
            if weights.any():
                own = self.best(weights, start).threshold
                assert own is not None
                again.append(own)
        low, high = np.quantile(again, [0.025, 0.975])
        return Interval(found, float(min(low, found)), float(max(high, found)))
