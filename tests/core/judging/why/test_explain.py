"""What columns add sums to what is said; raw columns gather their parts; samples hit the value."""

import numpy as np
import pandas as pd
import pytest

import core
from core.base.lacking import Lacking
from core.judging.why.explain import explain, told_columns
from core.judging.why.few_rows import few_rows, joined, mixed
from core.judging.why.sampling import orders_for, sampled
from core.judging.why.strongest import strongest
from core.learning import registry
from core.learning.ensemble import Ensemble
from core.learning.predictors.tree_sum import TreeSum

EXACT = {
    "adaboost": core.AdaBoost(rounds=10),
    "adaboost of trees": core.AdaBoost(rounds=5, base=core.Tree(depth=3)),
    "forest": core.RandomForest(rounds=5),
    "bagging": core.Bagging(rounds=4),
    "bagged forests": core.Bagging(rounds=2, base=core.RandomForest(rounds=3)),
    "voting": core.Voting(learners=(core.Tree(depth=3), core.RandomForest(rounds=3))),
    "gradient": core.GradientBoosting(rounds=5),
    "xgboost": core.XGBoost(rounds=5),
    "tree": core.SingleLearner(learner=core.Tree(depth=4)),
}
SAMPLED = {
    "bayes": core.SingleLearner(learner=core.NaiveBayes()),
    "neighbours": core.SingleLearner(learner=core.NearestNeighbours()),
    "boosted bayes": core.AdaBoost(rounds=4, base=core.NaiveBayes()),
    "logistic": core.SingleLearner(learner=core.Logistic()),
    "deep forest": core.DeepForest(),
    "rejecting": core.EarlyRejectCascade(),
}


@pytest.fixture(scope="module")
def orders():
    return core.example("orders")


@pytest.mark.parametrize("name", EXACT)
def test_sums_of_trees_are_exact_and_add_up(orders, name):
    model = core.fit(orders, EXACT[name]).model
    found = explain(model, orders, np.arange(40))
    assert found.is_exact
    total = found.base + found.values.sum(axis=1)
    assert total == pytest.approx(found.said, abs=1e-9)
    _, outputs = model.predicted(few_rows(model, orders, np.arange(40)))
    if not found.adds_scores:
        assert found.said == pytest.approx(outputs, abs=1e-9)
    # What decides is what is explained.
    decided = found.said.argmax(axis=1)
    margins = np.abs(found.said[:, 1] - found.said[:, 0])
    assert np.array_equal(decided[margins > 1e-9], found.decided[margins > 1e-9])


@pytest.mark.parametrize("name", SAMPLED)
def test_all_other_models_are_sampled_and_add_up(orders, name):
    model = core.fit(orders, SAMPLED[name]).model
    found = explain(model, orders, np.array([3, 8]), background=orders, orders=8)
    assert not found.is_exact
    assert found.why_sampled
    assert found.orders == 8
    assert found.base + found.values.sum(axis=1) == pytest.approx(found.said, abs=1e-9)


def test_every_ensemble_tells_what_columns_add():
    """Those of two classes; with few rounds and few orders."""
    data = core.example("mislabelled").only(np.arange(len(core.example("mislabelled"))) < 200)
    for kind in registry.members(Ensemble):
        settings = kind()
        if "rounds" in {declared.name for declared in kind.declared()}:
            settings = kind().with_options(["rounds=2"])
        if settings.why_not(data):
            continue
        model = core.fit(data, settings).model
        found = explain(model, data, np.array([0]), background=data, orders=2)
        total = found.base + found.values.sum(axis=1)
        assert total == pytest.approx(found.said, abs=1e-8), kind.name


def test_boosting_explains_f_with_the_half_and_forests_the_share():
    data = core.example("ten points", validation_share=0)
    boosted = core.fit(data, core.AdaBoost(rounds=3)).model
    found = explain(boosted, data)
    scores = boosted.predictor.scores(boosted.inputs(data))[:, 0]
    assert found.said[:, 1] == pytest.approx(scores)
    assert found.said[:, 0] == pytest.approx(-scores)
    # By hand: a stump adds vote · (its side less the mean side of the ten points).
    trees = boosted.predictor.trees
    by_hand = np.zeros((10, 2))
    codes = boosted.inputs(data).codes
    for number in range(3):
        root = trees.roots[number]
        feature = trees.feature[root]
        is_left = codes[feature] <= trees.threshold[root]
        sides = np.where(is_left, *trees.values[[trees.left[root], trees.right[root]], 0])
        by_hand[:, feature] += trees.votes[number] * (sides - sides.mean())
    assert found.values[:, :, 1] == pytest.approx(by_hand, abs=1e-12)
    forest = explain(core.fit(data, core.RandomForest(rounds=5)).model, data)
    assert not forest.adds_scores
    assert forest.said.sum(axis=1) == pytest.approx(1)


def test_the_first_rounds_are_explained_by_themselves(orders):
    model = core.fit(orders, core.GradientBoosting(rounds=8)).model
    early = explain(model, orders, np.array([5]), rounds=3)
    alone = explain(model.first(3), orders, np.array([5]))
    assert np.array_equal(early.values, alone.values)
    assert early.said == pytest.approx(
        model.first(3).predictor.explained(
            alone.model.inputs(few_rows(model, orders, np.array([5])))
        )
    )


def test_a_date_is_one_column_of_several_parts():
    data = core.example("rents")
    model = core.fit(data, core.GradientBoosting(rounds=20)).model
    columns = {column.name: column.features for column in told_columns(model)}
    assert len(columns["offered"]) > 1
    assert "rent" not in columns
    found = explain(model, data, np.arange(5))
    place = [column.name for column in found.columns].index("offered")
    parts = found.features[:, list(columns["offered"])].sum(axis=1)
    assert found.values[:, place] == pytest.approx(parts)


def test_many_classes_have_contributions_each_and_against_one_another():
    data = core.example("iris")
    found = explain(core.fit(data, core.XGBoost(rounds=5)).model, data, np.arange(3))
    assert found.values.shape == (3, 4, 3)
    both = found.for_class(0, 2)
    assert both == pytest.approx(found.for_class(0) - found.for_class(2))


def test_covers_of_files_of_before_are_lacking_and_it_is_sampled(orders, tmp_path):
    model = core.fit(orders, core.XGBoost(rounds=3)).model
    assert isinstance(model.predictor, TreeSum)
    assert len(model.predictor.trees.weight)
    path = tmp_path / "model.ensemble"
    core.save_model(model, path)
    again = core.load_model(path)
    rows = np.arange(4)
    assert np.array_equal(explain(again, orders, rows).values, explain(model, orders, rows).values)
    trees = model.predictor.trees
    from dataclasses import replace

    old = replace(
        model, predictor=replace(model.predictor, trees=replace(trees, weight=np.empty(0)))
    )
    assert old.predictor.trees.cover is None
    assert isinstance(old.predictor.contributions(old.inputs(orders)), Lacking)
    core.save_model(old, path)
    found = explain(core.load_model(path), orders, rows, background=orders, orders=4)
    assert not found.is_exact
    assert "Train it again" in found.why_sampled


# Sampling


def frame(**columns):
    from core.data.table import Table

    return Table.from_frame(pd.DataFrame(columns))


def test_sampling_is_exact_for_a_sum_of_single_columns():
    def asked(table):
        a, b, c = (column.values for column in table.columns)
        return (3 * a - 2 * b + np.sqrt(c))[:, None]

    random = np.random.default_rng(0)
    background = frame(a=random.random(50), b=random.random(50), c=random.random(50))
    row = frame(a=[2.0], b=[1.0], c=[9.0])
    found = sampled(asked, row, background)
    a, b, c = (column.values for column in background.columns)
    wanted = [3 * (2 - a.mean()), -2 * (1 - b.mean()), 3 - np.sqrt(c).mean()]
    assert found.values[:, 0] == pytest.approx(wanted)


def test_sampling_hits_the_shapley_value_within_its_error():
    """Against all subsets, for a product with an interaction of three columns."""
    import itertools
    import math

    def asked(table):
        a, b, c, d = (column.values for column in table.columns)
        return (a * b + b * c * d)[:, None]

    random = np.random.default_rng(1)
    columns = {name: random.normal(size=400) for name in "abcd"}
    background, row = frame(**columns), frame(a=[1.0], b=[2.0], c=[-1.0], d=[0.5])
    table = joined([row, background])

    def value(known):
        rows = np.arange(1, 401)
        places = {n: np.zeros(400, np.int64) if n in known else rows for n in "abcd"}
        return float(asked(mixed(table, places)).mean())

    exact = []
    for name in "abcd":
        others = [other for other in "abcd" if other != name]
        total = 0.0
        for size in range(4):
            weight = math.factorial(size) * math.factorial(3 - size) / 24
            for known in itertools.combinations(others, size):
                total += weight * (value({*known, name}) - value(set(known)))
        exact.append(total)
    found = sampled(asked, row, background, seed=3)
    assert np.all(np.abs(found.values[:, 0] - exact) <= 4 * found.errors[:, 0])
    assert np.all(found.errors[:, 0] > 0)


def test_fewer_orders_where_there_are_many_columns():
    assert orders_for(5) == 100
    assert orders_for(10_000) == 16
    assert orders_for(3, 2) == 2


def test_the_strongest_columns_of_every_row_are_those_of_its_prediction(orders):
    model = core.fit(orders, core.RandomForest(rounds=5)).model
    found = strongest(model, orders.table, 2)
    told = explain(model, orders.table, np.array([7]))
    own = told.for_class(int(told.decided[0]))[0]
    order = np.argsort(-np.abs(own), kind="stable")[:2]
    assert found.columns[7].tolist() == order.tolist()
    assert found.adds[7] == pytest.approx(own[order])


def test_a_row_whose_date_cannot_be_read_is_explained_as_one_without_a_date():
    days = pd.date_range("2024-01-01", periods=60).strftime("%Y-%m-%d").to_list()
    days[7] = "soon"
    labels = ["early" if number < 30 else "late" for number in range(60)]
    frame = pd.DataFrame({"day": days, "x": np.arange(60) % 7, "label": labels})
    data = core.Dataset.from_frame(frame, "label", validation_share=0)
    model = core.fit(data, core.AdaBoost(rounds=5)).model
    assert model.derivations
    unread = explain(model, data, np.array([7]))
    without = explain(model, frame.assign(day=None).astype({"day": object}), np.array([7]))
    assert unread.values == pytest.approx(without.values)
