"""A run with a rule is told by both: what the rule gives, and what the largest share would."""

import numpy as np
import pytest

from core import AdaBoost, DecisionRule, JudgedRule, diagnose, example, fit, rare_class


@pytest.fixture(scope="module")
def run():
    return fit(example("moons"), AdaBoost(rounds=20))


def test_the_figures_are_those_of_the_validation_rows(run):
    rule = DecisionRule.from_threshold(0.3, 1, ((0.0, 2.0), (7.0, 0.0)))
    found = JudgedRule.of(run.deciding_by(rule))
    data = run.dataset
    rows = data.only(data.validation)
    said = (run.model.probabilities(rows)[:, 1] >= 0.3).astype(int)
    given = rows.labels.astype(int)
    assert found.error.share == pytest.approx((said != given).mean())
    assert found.cost.share == pytest.approx(np.array(rule.costs)[given, said].mean())
    assert found.confusion.sum() == len(rows)
    assert found.recall == pytest.approx(said[given == 1].mean())
    assert found.precision == pytest.approx(given[said == 1].mean())


def test_the_diagnosis_says_both_and_contradicts_neither(run):
    plain = diagnose(run)
    found = diagnose(run.deciding_by(DecisionRule.from_threshold(0.05)))
    assert plain.rule is None
    assert "rule" not in plain.text
    assert found.headline == plain.headline
    assert "It decides by a rule: 'upper' is named from a probability of 5 % on" in found.text
    assert "by the largest share, which errors elsewhere are told by" in found.text


def test_a_rule_that_is_the_largest_share_gives_its_error(run):
    found = JudgedRule.of(run.deciding_by(DecisionRule.from_threshold(0.5)))
    assert found.error.share == pytest.approx(found.usual_error)


def test_without_a_rule_there_is_nothing_to_judge(run):
    assert JudgedRule.of(run) is None
    assert rare_class(run).name == "upper"
