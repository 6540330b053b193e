"""A rule: the class of the least expected cost, its ties, and what is no rule."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from core import AdaBoost, DecisionRule, example, fit
from core.base.errors import SettingsError
from core.base.intervals import Interval
from core.learning.deciding import RuleEvidence, equal_costs, rounded

NAMES = ("bad", "good", "ugly")


def two(*shares):
    return np.array([[1 - share, share] for share in shares])


@pytest.mark.parametrize("threshold", [0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0])
def test_a_share_that_is_the_threshold_is_named(threshold):
    rule = DecisionRule.from_threshold(threshold)
    assert rule.threshold == pytest.approx(threshold)
    near = two(threshold, max(0.0, threshold - 1e-6), min(1.0, threshold + 1e-6))
    assert rule.decided(near).tolist() == [1, 1 if threshold == 0 else 0, 1]


def test_rounding_does_not_decide():
    third = 0.1 + 0.1 + 0.1  # a hair more than 0.3
    rule = DecisionRule.from_threshold(0.3)
    assert rule.decided(two(third, 0.3, 3 / 10, np.nextafter(0.3, 0))).tolist() == [1, 1, 1, 1]


def test_a_tiny_threshold_still_parts_rows():
    rule = DecisionRule.from_threshold(1e-12)
    assert rule.decided(two(0.9e-12, 1.1e-12, 1e-30)).tolist() == [0, 1, 0]


def test_a_threshold_of_the_first_class():
    rule = DecisionRule.from_threshold(0.8, positive=0)
    assert rule.decided(two(0.1, 0.2, 0.3)).tolist() == [0, 0, 1]
    assert rule.words(["no", "yes"]) == "'no' from 80 %"


costs = arrays.arrays(np.float64, (3, 3), elements=st.integers(0, 20).map(float))
shares = arrays.arrays(np.float64, (8, 3), elements=st.integers(1, 9).map(float))


@given(costs, shares, st.integers(0, 2))
def test_the_class_of_the_least_expected_cost_is_named(costs, shares, commonest):
    np.fill_diagonal(costs, 0)
    costs[0, 1] += 1
    shares = shares / shares.sum(axis=1, keepdims=True)
    rule = DecisionRule.from_costs(costs, commonest)
    for own, named in zip(shares, rule.decided(shares), strict=True):
        expected = [sum(own[j] * costs[j, k] for j in range(3)) for k in range(3)]
        least = min(expected)
        tied = [k for k in range(3) if expected[k] <= least * (1 + 1e-12) + 1e-15]
        assert named in tied
        if commonest in tied:
            assert named == commonest


def test_equal_costs_name_the_largest_share():
    found = np.random.default_rng(0).dirichlet([1, 1, 1], 200)
    rule = DecisionRule.from_costs(equal_costs(3))
    assert rule.decided(found).tolist() == found.argmax(axis=1).tolist()


def test_factors_and_power_stand_for_probabilities():
    rule = DecisionRule.from_costs(equal_costs(3)).with_factors([1.0, 0.5, 1.0], 2.0)
    found = np.array([[0.4, 0.5, 0.1], [0.3, 0.6, 0.1]])
    assert rule.decided(found).tolist() == [0, 1]  # 0.16 > 0.125, 0.09 < 0.18


def test_what_rows_cost():
    rule = DecisionRule.from_costs([[0, 1], [40, 0]])
    paid = rule.paid(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))
    assert paid.tolist() == [0, 1, 40, 0]


@pytest.mark.parametrize(
    ("costs", "why"),
    [
        ([[0, -1], [1, 0]], "0 or more"),
        ([[0, float("nan")], [1, 0]], "0 or more"),
        ([[0, float("inf")], [1, 0]], "0 or more"),
        ([[1, 1], [1, 0]], "diagonal"),
        ([[0, 0], [0, 0]], "something"),
        ([[0, 1, 2], [1, 0, 1]], "a row and a column"),
        ([[0]], "a row and a column"),
    ],
)
def test_costs_that_decide_nothing_are_refused(costs, why):
    with pytest.raises(SettingsError, match=why):
        DecisionRule.from_costs(costs)


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_threshold_is_a_probability(threshold):
    with pytest.raises(SettingsError, match=r"from 0 to 1.*Write 0\.2"):
        DecisionRule.from_threshold(threshold)


def test_a_rule_for_other_classes_is_refused_by_a_model():
    run = fit(example("moons"), AdaBoost(rounds=2))
    with pytest.raises(SettingsError, match="between 3 classes, and 'side' has 2"):
        run.deciding_by(DecisionRule.from_costs(equal_costs(3)))


EVIDENCE = RuleEvidence(
    100, 5, False, Interval(0.2, 0.1, 0.3), Interval(0.4, 0.3, 0.5), Interval(0.1, 0.05, 0.2)
)


@pytest.mark.parametrize(
    "rule",
    [
        DecisionRule.from_threshold(0.123456789, 0, ((0.0, 2.0), (7.0, 0.0))),
        DecisionRule.from_threshold(1 / 3).knowing(EVIDENCE),
        DecisionRule.from_costs(equal_costs(3), 2).with_factors([0.1, 1 / 3, 1.0], 1.7),
    ],
)
def test_plain_data_give_the_very_rule_again(rule):
    assert DecisionRule.from_plain(json.loads(json.dumps(rule.plain()))) == rule


@pytest.mark.parametrize(
    "changed",
    [
        {"first": "0"},
        {"first": 7},
        {"first": True},
        {"power": 0},
        {"power": None},
        {"power": 2.0},
        {"costs": [[0, 1], [1]]},
        {"costs": [[0, "1"], [1, 0]]},
        {"costs": None},
        {"deciding": [[0, True], [1, 0]]},
        {"evidence": {"rows": 3}},
        {"evidence": 5},
    ],
)
def test_what_is_no_rule_is_refused(changed):
    with pytest.raises(ValueError, match=r"."):
        DecisionRule.from_plain(DecisionRule.from_threshold(0.2).plain() | changed)
    with pytest.raises(ValueError, match="other classes"):
        DecisionRule.from_plain(DecisionRule.from_threshold(0.2).plain(), 3)


def test_sentences_name_the_dearest_error():
    rule = DecisionRule.from_costs([[0, 1, 2], [3, 0, 9], [1, 1, 0]])
    assert rule.sentence(NAMES).endswith("errors cost from 1 to 9 ('good' taken for 'ugly').")
    assert "20 %" in DecisionRule.from_threshold(0.2).knowing(EVIDENCE).found(["no", "yes"])


@pytest.mark.parametrize("threshold", [1e-9, 0.0123456, 0.4999, 0.5, 0.75, 0.999654321, 0.0, 1.0])
def test_three_digits_tell_a_threshold(threshold):
    found = rounded(threshold)
    assert abs(found - threshold) <= 0.005 * min(threshold, 1 - threshold) + 1e-15
