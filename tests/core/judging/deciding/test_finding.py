"""Finding a rule: on training rows that no model had seen, and never on those that judge it."""

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Bagging, Dataset, RandomForest, find_rule, fit
from core.base.errors import DataError
from core.base.progress import Cancelled
from core.judging.deciding.finding import rule_from
from core.judging.deciding.unseen import UnseenShares, unseen_shares
from core.learning.deciding import DecisionRule, equal_costs
from tests.core.helpers import dataset, noisy

DEAR = ((0.0, 1.0), (9.0, 0.0))


def unseen(shares, labels, fold=None):
    rows = len(labels)
    fold = np.arange(rows) % 5 if fold is None else fold
    return UnseenShares(np.arange(rows), labels, shares, np.ones(rows), fold, None, False)


def test_of_true_probabilities_the_costs_alone_tell_the_threshold():
    random = np.random.default_rng(0)
    chance = random.random(20_000)
    labels = (random.random(20_000) < chance).astype(np.int64)
    rule = rule_from(unseen(np.stack([1 - chance, chance], axis=1), labels), DEAR, 0)
    assert rule.threshold == pytest.approx(0.1, abs=0.01)
    assert rule.evidence.threshold.low <= 0.1 <= rule.evidence.threshold.high
    # ∫ min(p·9, (1-p)·1) dp = 0.45 for p uniform: 9·0.1²/2 + 0.9²/2
    assert rule.evidence.cost.share == pytest.approx(0.45, abs=0.02)


@pytest.mark.parametrize("power", [0.3, 1.0, 3.0])
def test_shares_that_are_no_probabilities_cost_no_more(power):
    random = np.random.default_rng(1)
    truth = random.dirichlet([0.6, 0.6, 0.6], 6000)
    labels = (truth.cumsum(axis=1) < random.random((6000, 1))).sum(axis=1)
    shares = truth**power / (truth**power).sum(axis=1, keepdims=True)
    costs = ((0.0, 1.0, 20.0), (2.0, 0.0, 1.0), (5.0, 1.0, 0.0))
    rule = rule_from(unseen(shares, labels), costs, 0)
    best = DecisionRule.from_costs(costs)
    paid = rule.paid(labels, rule.decided(shares)).mean()
    least = best.paid(labels, best.decided(truth)).mean()
    assert paid <= 1.05 * least
    assert rule.power == pytest.approx(1 / power, rel=0.1)


def test_what_validation_rows_say_changes_nothing():
    data = noisy(300)
    lines = data.lines[data.validation]
    other = {int(line): "no" if i % 2 else "yes" for i, line in enumerate(lines)}
    first = find_rule(fit(data, AdaBoost(rounds=5)), DEAR)
    second = find_rule(fit(data.relabelled(other), AdaBoost(rounds=5)), DEAR)
    assert first == second


def test_every_training_row_is_judged_by_who_never_saw_it():
    random = np.random.default_rng(2)
    labels = np.where(random.random(120) < 0.5, "a", "b")
    data = dataset({"x": np.arange(120.0)}, labels)  # nothing but its own place tells a row
    run = fit(data, Bagging(rounds=5))
    found = unseen_shares(run)
    assert found.rows.tolist() == list(range(120))
    right = (found.shares.argmax(axis=1) == found.labels).mean()
    assert right < 0.75
    assert (run.model.probabilities(data).argmax(axis=1) == data.labels).mean() > 0.8


def test_no_group_teaches_its_own_judge():
    random = np.random.default_rng(3)
    person = np.repeat(np.arange(30), 6)
    labels = np.where(random.random(30) < 0.5, "a", "b")[person]
    frame = pd.DataFrame({"person": person, "x": person + 0.0, "y": labels})
    data = Dataset.from_frame(frame, "y", group="person", validation_share=0.2)
    found = unseen_shares(fit(data, AdaBoost(rounds=5)))
    of_fold = pd.DataFrame({"group": data.groups[found.rows], "fold": found.fold})
    assert (of_fold.groupby("group")["fold"].nunique() == 1).all()
    assert found.groups is not None


def test_by_time_only_earlier_rows_teach(monkeypatch):
    import core.judging.deciding.unseen as module

    frame = pd.DataFrame({"day": np.arange(200), "x": np.arange(200) % 7})
    frame["y"] = np.where(frame["x"] > 3, "a", "b")
    data = Dataset.from_frame(frame, "y", time="day", validation_share=0.25)
    taught = []
    judged = module._judged
    monkeypatch.setattr(
        module,
        "_judged",
        lambda run, own, held: taught.append((own, held)) or judged(run, own, held),
    )
    found = unseen_shares(fit(data, AdaBoost(rounds=3)))
    assert found.is_by_time
    assert len(taught) > 1
    for own, held in taught:
        assert data.times[own].max() < data.times[held].min()
    assert not set(found.rows) & set(np.flatnonzero(data.validation))


def test_it_can_be_cancelled():
    def stop(progress):
        raise Cancelled

    with pytest.raises(Cancelled):
        find_rule(fit(noisy(200), AdaBoost(rounds=3)), DEAR, stop)


def test_many_classes_get_a_rule_that_costs_less():
    random = np.random.default_rng(5)
    x = random.normal(size=(400, 3))
    labels = np.array(["a", "b", "c"])[(x + 0.8 * random.normal(size=x.shape)).argmax(axis=1)]
    data = dataset({"u": x[:, 0], "v": x[:, 1], "w": x[:, 2]}, labels)
    costs = ((0.0, 20.0, 20.0), (1.0, 0.0, 1.0), (1.0, 1.0, 0.0))
    rule = find_rule(fit(data, RandomForest(rounds=15)), costs)
    assert rule.threshold is None
    assert rule.evidence.cost.high < rule.evidence.usual.share


def test_too_few_rows_of_a_class_are_told():
    data = dataset({"x": np.arange(20.0)}, ["a"] * 19 + ["b"])
    with pytest.raises(DataError, match=r"Only 1 training rows? (is|are) 'b', too few"):
        find_rule(fit(data, AdaBoost(rounds=2)), equal_costs(2))


def test_a_number_has_nothing_to_decide_between():
    random = np.random.default_rng(0)
    data = dataset({"x": np.arange(60.0)}, random.normal(size=60))
    with pytest.raises(DataError, match="'y' is a number"):
        find_rule(fit(data, RandomForest(rounds=2)), equal_costs(2))
