"""What is read of a model says what the model predicts: rows are walked through it by its words."""

import math
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from core import (
    AdaBoost,
    Bagging,
    C45Tree,
    Dataset,
    DeepForest,
    EarlyRejectCascade,
    GradientBoosting,
    Logistic,
    NaiveBayes,
    NearestNeighbours,
    NeuralNetwork,
    RandomForest,
    SingleLearner,
    Stacking,
    Stump,
    SupportVectors,
    Tree,
    Voting,
    XGBoost,
    fit,
)
from core.judging.diagnostics.reading import headline, learned
from core.learning import registry
from core.learning.ensemble import Ensemble
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes


def gappy(classes=2, rows=300, share=0.2):
    """Whole numbers, categories and gaps, so that every threshold reads exactly."""
    random = np.random.default_rng(5)
    size = random.integers(0, 40, rows).astype(float)
    city = random.choice(["Bonn", "Cork", "Oslo", "Rome", "Turin"], rows).astype(object)
    score = size / 10 + 2 * (city == "Oslo") + random.normal(size=rows)
    size[random.random(rows) < 0.15] = np.nan
    city[random.random(rows) < 0.15] = None
    label = np.digitize(score, np.quantile(score, np.arange(1, classes) / classes))
    frame = pd.DataFrame({"size": size, "city": city, "other": random.integers(0, 9, rows)})
    return Dataset.from_frame(
        frame.assign(y=np.array(list("abc"))[label]), "y", validation_share=share
    )


def answer(node, row):
    """The branch that a row takes, found from the words alone."""
    fan = re.fullmatch(r"(\w+)\?", node.question)
    if fan:
        value = row[fan[1]] if isinstance(row[fan[1]], str) else "missing"
        named = {branch.answer: branch for branch in node.branches}
        return named.get(value, node.branches[-1])
    name, word, told = re.fullmatch(r"(\w+) (≤|is not|is) (.+)", node.question).groups()
    value = row[name]
    if pd.isna(value):
        yes = told == "missing" if "missing" in told else node.missing == "yes"
    elif word == "≤":
        yes = value <= float(told)
    else:
        yes = (value in told.replace(" or ", ", ").split(", ")) == (word == "is")
    return next(branch for branch in node.branches if branch.answer == ("yes" if yes else "no"))


def leaf_of(tree, row):
    node = tree.node(tree.root)
    while node.leaf is None:
        node = tree.node(answer(node, row).node)
    return node.leaf


def rows_of(data):
    frame = {c.name: [c.text(row) or None for row in range(len(data))] for c in data.features}
    table = pd.DataFrame(frame)
    for name in ("size", "other"):
        table[name] = pd.to_numeric(table[name])
    return table.to_dict("records")


@pytest.mark.parametrize("base", [Stump(), Tree(depth=4), C45Tree()])
def test_a_row_that_follows_the_words_ends_where_the_model_does(base):
    for data in (gappy(2), gappy(3)):
        run = fit(data, SingleLearner(learner=base))
        tree = learned(run.model, 1).tree
        found = [leaf_of(tree, row).label for row in rows_of(data)]
        shares = run.model.probabilities(data)
        # Where a leaf is undecided the words name the first class, the model the commonest.
        clear = np.sort(shares, axis=1)[:, -1] > np.sort(shares, axis=1)[:, -2]
        predicted = run.model.predictor.judged(run.model.inputs(data))[0].argmax(axis=1)
        assert clear.any()
        np.testing.assert_array_equal(np.array(found)[clear], predicted[clear])


@pytest.mark.parametrize(
    "settings", [AdaBoost(rounds=12), GradientBoosting(rounds=6), XGBoost(rounds=6)]
)
def test_the_leaves_of_all_rounds_add_up_to_the_score(settings):
    data = gappy(2)
    model = fit(data, settings).model
    trees = [learned(model, number).tree for number in range(1, model.predictor.rounds + 1)]
    sums = [sum(leaf_of(tree, row).value for tree in trees) for row in rows_of(data)]
    scores = model.predictor.scores(model.inputs(data))[:, 0]
    np.testing.assert_allclose(np.array(sums) + model.predictor.offset[0], scores)


def test_many_classes_have_a_tree_each_in_every_round():
    data = gappy(3)
    model = fit(data, GradientBoosting(rounds=4)).model
    assert model.predictor.rounds == 4
    assert model.predictor.parts(2) == 3
    scores = model.predictor.scores(model.inputs(data))
    for place, label in enumerate("abc"):
        trees = [learned(model, number, place) for number in range(1, 5)]
        assert {tree.title for tree in trees} == {f"tree for {label}"}
        sums = [sum(leaf_of(tree.tree, row).value for tree in trees) for row in rows_of(data)]
        found = np.array(sums) + model.predictor.offset[place]
        np.testing.assert_allclose(found, scores[:, place])


def test_a_question_with_a_branch_a_category_is_one_question():
    data = gappy(2)
    model = fit(data, SingleLearner(learner=C45Tree(leaf_rows=1))).model
    tree = learned(model, 1).tree
    fans, waiting = [], [tree.root]
    for number in waiting:
        node = tree.node(number)
        waiting += [branch.node for branch in node.branches]
        if node.question == "city?":
            fans.append(node)
    assert fans
    answers = {branch.answer.removesuffix(", or new") for node in fans for branch in node.branches}
    assert answers <= {"Bonn", "Cork", "Oslo", "Rome", "Turin", "missing", "any other"}
    for node in fans:
        assert len(node.branches) > 2
        shares = sum(tree.node(branch.node).share for branch in node.branches)
        assert shares == pytest.approx(node.share)


def test_the_side_of_missing_values_is_told_only_where_there_are_any():
    data = gappy(2)
    model = fit(data, SingleLearner(learner=Tree(depth=5))).model
    none = np.zeros(3, bool)

    def told(gaps):
        tree = learned(model, 1, gaps=gaps).tree
        waiting = [tree.root]
        for number in waiting:
            waiting += [branch.node for branch in tree.node(number).branches]
        return {tree.node(number).missing for number in waiting}

    assert told(none) == {""}
    assert told(None) & {"yes", "no"}


def test_an_oblique_tree_reads_as_a_formula_of_raw_values():
    random = np.random.default_rng(3)
    frame = pd.DataFrame({"u": random.normal(50, 9, 200), "v": random.normal(-3, 0.2, 200)})
    frame["y"] = np.where(frame.u / 9 + frame.v / 0.2 > 50 / 9 - 15, "p", "q")
    data = Dataset.from_frame(frame, "y", validation_share=0)
    model = fit(data, RandomForest(rounds=1, combined=2, bootstrap=False)).model
    tree = learned(model, 1).tree
    right = 0
    for row in frame.to_dict("records"):
        node = tree.node(tree.root)
        while node.leaf is None:
            left, threshold = node.question.replace("− ", "-").replace("+ ", "").split(" ≤ ")
            parts = re.findall(r"(-?[\d.,e]+) ([uv])", left)
            total = sum(float(number.replace(",", "")) * row[name] for number, name in parts)
            yes = total <= float(threshold.replace(",", ""))
            node = tree.node(node.branches[0 if yes else 1].node)
        right += node.leaf.text.startswith(row["y"])
    assert right > 0.9 * len(frame)  # three digits of each coefficient are shown


def test_rows_are_shares_of_the_whole_tree():
    tree = learned(fit(gappy(2), SingleLearner(learner=Tree(depth=3))).model, 1).tree
    assert tree.node(tree.root).share == 1
    leaves, waiting = [], [tree.root]
    for number in waiting:
        node = tree.node(number)
        waiting += [branch.node for branch in node.branches]
        if node.leaf is not None:
            leaves.append(node.share)
    assert sum(leaves) == pytest.approx(1)
    # Empty branches, which no row reached, are not counted among the leaves.
    assert tree.leaves() == np.count_nonzero(leaves)


def test_a_linear_learner_tells_its_largest_coefficients():
    random = np.random.default_rng(0)
    frame = pd.DataFrame(random.normal(size=(400, 3)), columns=["big", "small", "none"])
    frame["y"] = np.where(3 * frame.big - frame.small > 0, "yes", "no")
    model = fit(Dataset.from_frame(frame, "y"), SingleLearner(learner=Logistic())).model
    facts = learned(model, 1).facts
    assert [name for name, _ in facts][:2] == ["big", "small"]
    assert facts[0][1].startswith("+")
    assert facts[1][1].startswith("−")


def test_naive_bayes_tells_the_means_of_the_classes():
    data = two_classes()
    model = fit(data, SingleLearner(learner=NaiveBayes())).model
    column = next(c for c in data.features if c.name == "a")
    training = ~data.validation
    mean = column.values[training & (data.labels == 1)].mean()
    text = dict(learned(model, 1).facts)["a"]
    assert float(re.search(r"yes (\S+) ±", text)[1]) == pytest.approx(mean, abs=0.01)


@pytest.mark.parametrize("base", [NearestNeighbours(), SupportVectors(), NeuralNetwork()], ids=str)
def test_other_learners_have_a_sentence(base):
    data = two_classes(100)
    found = learned(fit(data, SingleLearner(learner=base)).model, 1)
    assert found.tree is None
    assert found.sentence.endswith(".")
    if isinstance(base, NearestNeighbours):
        assert f"{int((~data.validation).sum())} kept rows" in found.sentence


def test_a_stack_tells_what_the_combiner_is_asked():
    model = fit(two_classes(), Stacking()).model
    assert model.predictor.rounds == 4
    last = learned(model, 4)
    assert last.title.startswith("the combiner")
    assert re.match(r"member \d on yes ≤ ", last.tree.node(last.tree.root).question)


def test_levels_after_the_first_ask_about_the_forests_before():
    model = fit(three_classes(), DeepForest(rounds=2, trees=5)).model
    questions = set()
    for place in range(model.predictor.parts(model.predictor.rounds)):
        tree = learned(model, model.predictor.rounds, place).tree
        questions.add(tree.node(tree.root).question.split(" ≤ ")[0])
    if model.predictor.rounds > 1:
        assert any(re.fullmatch(r"forest \d on [klm]", name) for name in questions)
    assert math.isnan(tree.node(tree.root).share)


def test_a_stage_names_its_threshold():
    model = fit(two_classes(), EarlyRejectCascade(rounds=3)).model
    assert model.predictor.parts(1) == model.predictor.ends[0]
    assert "stage 1" in learned(model, 1).sentence


def test_every_ensemble_can_be_read_in_every_round():
    for data in (two_classes(120), three_classes(120), numbers(120)):
        for kind in registry.members(Ensemble):
            if data.task not in kind.tasks:
                continue
            names = {declared.name for declared in kind.declared()}
            small = {k: v for k, v in {"rounds": 3, "trees": 5}.items() if k in names}
            run = fit(data, replace(kind(), **small))
            assert run.model.predictor.rounds == run.rounds, kind
            for number in range(1, run.rounds + 1):
                assert headline(run.model, number).text
                last = run.model.predictor.parts(number) - 1
                assert learned(run.model, number, last).sentence.endswith(".")


def test_committees_of_any_learner_are_read_member_by_member():
    data = two_classes(120)
    voting = fit(data, Voting(learners=(Stump(), NaiveBayes(), Logistic()))).model
    assert [headline(voting, number).column for number in (1, 2, 3)] == ["a", "", ""]
    assert learned(voting, 2).title == "naive Bayes"
    bagged = fit(data, Bagging(rounds=3, base=NaiveBayes())).model
    assert "vote" not in learned(bagged, 3).sentence  # all have the same
    boosted = fit(data, AdaBoost(rounds=3, base=NaiveBayes()))
    vote = float(boosted.history.votes[1])
    assert f"vote is {vote:.4g}" in learned(boosted.model, 2).sentence
