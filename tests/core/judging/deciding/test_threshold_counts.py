"""Thresholds: counted by brute force, and held against the rule that decides."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.judging.deciding.rare import lift_at, rare_figures, recall_at
from core.judging.deciding.threshold_counts import ThresholdCounts
from core.learning.deciding import DecisionRule

rows = st.lists(
    st.tuples(st.integers(0, 12).map(lambda n: n / 12), st.booleans(), st.integers(1, 3)),
    min_size=2,
    max_size=40,
).filter(lambda own: len({positive for _, positive, _ in own}) == 2)


def arrays(own):
    scores, positive, weights = zip(*own, strict=True)
    return np.array(scores), np.array(positive), np.array(weights, float)


def by_hand(scores, positive, weights, threshold):
    named = scores >= threshold
    return [
        [weights[(positive == given) & (named == said)].sum() for said in (False, True)]
        for given in (False, True)
    ]


@given(rows, st.integers(0, 24).map(lambda n: n / 24))
def test_the_confusion_at_a_threshold(own, threshold):
    scores, positive, weights = arrays(own)
    counts = ThresholdCounts.of(scores, positive, weights)
    assert counts.confusion(threshold).tolist() == by_hand(scores, positive, weights, threshold)


@given(rows, st.integers(1, 24).map(lambda n: n / 24))
def test_the_rule_of_a_threshold_gives_the_same_confusion(own, threshold):
    scores, positive, weights = arrays(own)
    counts = ThresholdCounts.of(scores, positive, weights)
    said = DecisionRule.from_threshold(threshold).decided(np.stack([1 - scores, scores], axis=1))
    found = [
        [weights[(positive == given) & (said == named)].sum() for named in (0, 1)]
        for given in (False, True)
    ]
    # A score within rounding of the threshold is named by the rule, as a person means it.
    nudged = counts.confusion(threshold * (1 - 1e-12))
    assert nudged.tolist() == found


@given(rows, st.integers(0, 9), st.integers(0, 9))
def test_what_every_threshold_costs(own, alarm, miss):
    costs = ((0.0, float(alarm)), (float(miss) + 1.0, 0.0))
    scores, positive, weights = arrays(own)
    counts = ThresholdCounts.of(scores, positive, weights)
    paid = counts.costs(costs)
    for threshold, own_cost in zip(counts.thresholds, paid, strict=True):
        (_, alarms), (misses, _) = by_hand(scores, positive, weights, threshold)
        expected = (costs[0][1] * alarms + costs[1][0] * misses) / weights.sum()
        assert own_cost == pytest.approx(expected)
    for threshold in np.linspace(0, 1, 49):
        assert paid.min() <= counts.cost(costs, threshold) + 1e-12


@given(rows, st.sampled_from([0.3, 0.5, 0.75, 0.9, 1.0]))
def test_the_recall_at_a_precision(own, wanted):
    scores, positive, weights = arrays(own)
    recall, threshold = recall_at(ThresholdCounts.of(scores, positive, weights), wanted)
    best = 0.0
    for tried in np.unique(scores):
        (_, alarms), (misses, hits) = by_hand(scores, positive, weights, tried)
        if hits >= wanted * (hits + alarms) - 1e-9:
            best = max(best, hits / (hits + misses))
    assert recall == pytest.approx(best)
    assert (threshold is None) == (best == 0)


def test_the_lift_of_the_top_rows_shares_a_tie():
    scores, positive = np.array([0.9, 0.5, 0.5, 0.1]), np.array([True, True, False, False])
    counts = ThresholdCounts.of(scores, positive)
    assert lift_at(counts, 0.25) == (2.0, 0.5)
    assert lift_at(counts, 0.5) == (1.5, 0.75)  # half of the tie, and so half of its positive row
    assert lift_at(counts, 1.0) == (1.0, 1.0)


def test_the_intervals_hold_the_truth_about_as_often_as_they_say():
    held = 0
    for seed in range(40):
        random = np.random.default_rng(seed)
        positive = random.random(400) < 0.2
        scores = random.normal(positive * 1.0)
        found = rare_figures("yes", 1 / (1 + np.exp(-scores)), positive, np.ones(400), top=0.2)
        held += found.lift.low <= 2.47 <= found.lift.high  # of a million such rows
    assert held >= 33


def test_rows_of_one_class_have_no_figures():
    with pytest.raises(ValueError, match="all 'yes', or none"):
        rare_figures("yes", np.array([0.5, 0.6]), np.array([True, True]), np.ones(2))
