"""Exact Shapley values of trees, against all subsets of features and against XGBoost."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest

import core
from core.base import pool
from core.base.arrays import Codes, Floats
from core.engine.codes import MISSING
from core.engine.shapley import contributions, expected
from core.engine.trees import Trees
from core.learning.training import Training


def said_of(trees: Trees, cover: Floats, root: int, codes: Codes, known: frozenset[int]) -> Floats:
    """What a tree says of a row that is known in some features only: both ways at the others."""
    left, right = int(trees.left[root]), int(trees.right[root])
    if left < 0:
        return trees.values[root]
    if trees.feature[root] in known:
        code = int(codes[trees.feature[root]])
        if trees.subset[root] >= 0:
            goes_left = bool(trees.subsets[trees.subset[root], code >> 3] >> (code & 7) & 1)
        elif code == MISSING:
            goes_left = bool(trees.missing_left[root])
        else:
            goes_left = code <= trees.threshold[root]
        return said_of(trees, cover, left if goes_left else right, codes, known)
    total = cover[left] + cover[right]
    share = cover[left] / total if total > 0 else 0.5
    return share * said_of(trees, cover, left, codes, known) + (1 - share) * said_of(
        trees, cover, right, codes, known
    )


def brute_force(trees: Trees, cover: Floats, codes: Codes, outputs: int) -> Floats:
    """Σ_S |S|! (p-1-|S|)! / p! (v(S + i) - v(S)), over all subsets."""
    features = len(codes)
    found = np.zeros((features, outputs))
    for tree, root in enumerate(trees.roots):
        column = [trees.output[tree]] if trees.values.shape[1] == 1 else slice(None)

        def value(known: frozenset[int], root: int = int(root)) -> Floats:
            return said_of(trees, cover, root, codes, known)

        for feature in range(features):
            others = [other for other in range(features) if other != feature]
            for size in range(features):
                weight = math.factorial(size) * math.factorial(features - 1 - size)
                for subset in map(frozenset, itertools.combinations(others, size)):
                    gained = value(subset | {feature}) - value(subset)
                    found[feature, column] += (
                        trees.votes[tree] * weight / math.factorial(features) * gained
                    )
    return found


def mixed_frame(rows: int = 300) -> pd.DataFrame:
    """Numbers, categories and gaps, with something to find in them."""
    random = np.random.default_rng(7)
    frame = pd.DataFrame(
        {
            "a": random.normal(size=rows),
            "b": random.integers(0, 5, rows).astype(float),
            "c": random.choice(list("pqrs"), rows),
            "d": random.choice(["x", "y", None], rows),
        }
    )
    frame.loc[random.random(rows) < 0.2, "a"] = np.nan
    score = frame["a"].fillna(0.4) * (frame["c"] > "q") + 0.3 * frame["b"] - (frame["d"] == "x")
    frame["y"] = pd.cut(score + 0.3 * random.normal(size=rows), 3, labels=list("klm")).astype(str)
    return frame


ENSEMBLES = {
    "stumps": core.AdaBoost(rounds=12),
    "boosted trees": core.AdaBoost(rounds=5, base=core.Tree(depth=4)),
    "multiway trees": core.Bagging(rounds=4, base=core.C45Tree()),
    "forest": core.RandomForest(rounds=4),
    "gradient": core.GradientBoosting(rounds=4, depth=5),
    "logitboost": core.LogitBoost(rounds=6),
    "xgboost": core.XGBoost(rounds=4, depth=4),
}


@pytest.mark.parametrize("classes", ["two", "three"])
@pytest.mark.parametrize("name", ENSEMBLES)
def test_every_kind_of_tree_is_as_all_subsets_say(name: str, classes: str) -> None:
    frame = mixed_frame()
    if classes == "two":
        frame["y"] = np.where(frame["y"] == "k", "k", "m")
    data = core.Dataset.from_frame(frame, "y", validation_share=0)
    model = core.fit(data, ENSEMBLES[name]).model
    found = model.predictor.additive()
    trees, outputs = found.trees, len(found.offset)
    cover = trees.cover
    assert cover is not None
    codes = model.inputs(data).codes
    exact = contributions(trees, cover, codes, outputs)
    for row in (0, 17, 200):
        by_hand = brute_force(trees, cover, codes[:, row], outputs)
        assert exact[row] == pytest.approx(by_hand, abs=1e-9 * max(1.0, np.abs(by_hand).max()))
    scores = np.tile(found.offset, (len(data), 1))
    trees.add_to(scores, codes)
    total = exact.sum(axis=1) + expected(trees, cover, outputs) + found.offset
    assert total == pytest.approx(scores, abs=1e-9)


def test_a_question_that_no_row_reached_counts_half_each_way() -> None:
    """An empty branch, and below it another question: nothing is divided by nothing."""
    trees = Trees(
        np.array([0], np.int32),
        np.array([0, 0, 1, 0, 0], np.int32),
        np.array([3, 0, 5, 0, 0], np.uint8),
        np.zeros(5, bool),
        np.full(5, -1, np.int32),
        np.empty((0, 32), np.uint8),
        np.array([1, -1, 3, -1, -1], np.int32),
        np.array([2, -1, 4, -1, -1], np.int32),
        np.array([[0.0], [1.0], [0.0], [4.0], [8.0]]),
        np.zeros(5),
        np.array([10, 10, 0, 0, 0], np.int32),
        np.ones(1),
        np.zeros(1, np.int32),
    )
    cover = trees.cover
    assert cover is not None
    for codes in ([[0], [0]], [[9], [0]], [[9], [9]]):
        row = np.array(codes, np.uint8)
        by_hand = brute_force(trees, cover, row[:, 0], 1)
        assert contributions(trees, cover, row, 1)[0] == pytest.approx(by_hand, abs=1e-12)


def test_deep_trees_that_ask_the_same_again_add_up() -> None:
    data = core.example("moons", validation_share=0)
    model = core.fit(data, core.RandomForest(rounds=10)).model
    inputs = model.inputs(data)
    found = model.predictor.contributions(inputs)
    total = found.base + found.values.sum(axis=1)
    assert total == pytest.approx(model.predictor.outputs(inputs), abs=1e-9)


def test_the_same_bits_on_one_thread_and_on_three_and_row_by_row() -> None:
    data = core.Dataset.from_frame(mixed_frame(), "y", validation_share=0)
    model = core.fit(data, core.GradientBoosting(rounds=5, depth=4)).model
    inputs, before = model.inputs(data), pool.threads()
    found = []
    try:
        for threads in (1, 3):
            pool.set_threads(threads)
            found.append(model.predictor.contributions(inputs).values)
    finally:
        pool.set_threads(before)
    alone = model.predictor.contributions(inputs.take(np.array([41]))).values
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(alone[0], found[0][41])


@pytest.mark.parametrize("target", ["two", "three", "number"])
def test_xgboosts_trees_are_explained_as_xgboost_explains_them(target: str) -> None:
    import xgboost

    frame = mixed_frame().drop(columns=["c", "d"])
    random = np.random.default_rng(3)
    for name in "efg":
        frame[name] = random.normal(size=len(frame))
    if target == "two":
        frame["y"] = np.where(frame["y"] == "k", "k", "m")
    elif target == "number":
        frame["y"] = frame["e"] * frame["f"] + frame["b"]
    data = core.Dataset.from_frame(frame, "y", validation_share=0)
    training = Training(data, core.XGBoost(rounds=30, depth=6), 0)
    for _ in training:
        pass
    model, booster = training.run().model, training._trainer._booster  # type: ignore[attr-defined]
    inputs = model.inputs(data)
    codes = inputs.codes.T.astype(np.float32)
    codes[codes == MISSING] = np.nan
    theirs = booster.predict(xgboost.DMatrix(codes), pred_contribs=True)
    theirs = theirs.reshape(len(codes), -1, codes.shape[1] + 1)[:, :, :-1].transpose(0, 2, 1)
    trees = model.predictor.trees
    ours = contributions(trees, trees.cover, inputs.codes, theirs.shape[2])
    assert np.abs(ours - theirs).max() <= 1e-4 * np.abs(theirs).max()
