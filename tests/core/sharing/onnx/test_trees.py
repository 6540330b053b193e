"""The exported trees decide as ours do, for every value that there is."""

import dataclasses

import numpy as np
import onnx
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import (
    AdaBoost,
    Bagging,
    Dataset,
    GradientBoosting,
    RandomForest,
    Stacking,
    Tree,
    XGBoost,
    fit,
)
from core.engine.binning import Encoder, FeatureEncoder
from core.engine.codes import BINS
from core.engine.trees import Trees
from core.sharing.onnx.columns import Columns
from core.sharing.onnx.export import onnx_bytes
from core.sharing.onnx.graph import Graph
from core.sharing.onnx.trees import sums
from tests.core.sharing.onnx.runtime import answers, assert_predicts_the_same, session

ENSEMBLES = [
    AdaBoost(rounds=40),
    AdaBoost(rounds=10, base=Tree(depth=4)),
    GradientBoosting(rounds=20),
    RandomForest(rounds=10),
    XGBoost(rounds=10),
    Stacking(folds=2),
]


def many_valued(rows=1500, classes=2):
    """More different numbers and categories than there are codes, small and large ones."""
    random = np.random.default_rng(classes)
    frame = pd.DataFrame(
        {
            "small": random.normal(size=rows) * 1e-12,
            "large": random.normal(size=rows) * 1e12,
            "few": random.integers(-3, 4, rows).astype(float),
            "near": 1 + random.integers(0, 9, rows) * 2.0**-52,
            "town": random.choice([f"town {i}" for i in range(400)], rows),
            "kind": random.choice(["é", "b c", "d,e", '"f"', "ß"], rows),
        }
    )
    score = (
        frame["small"] * 1e12
        + frame["few"] / 2
        + (frame["near"] - 1) * 2.0**50
        + (frame["kind"] == "ß")
        + frame["town"].str.len() / 2
        + random.normal(size=rows) / 2
    )
    for name in ("small", "few"):
        frame.loc[random.random(rows) < 0.1, name] = np.nan
    frame.loc[random.random(rows) < 0.1, "kind"] = None
    frame["y"] = pd.qcut(score, classes, labels=[f"class {k}" for k in range(classes)]).astype(str)
    return frame


def on_the_edge(model):
    """Rows with every edge, its two neighbours, and what lies far out; every known category."""
    columns = {}
    for feature in model.encoder.features:
        if feature.is_category:
            values = [None, "never seen", *feature.categories]
        else:
            edges = feature.edges
            values = [np.nan, np.inf, -np.inf, 0.0, -0.0, 5e-324, -5e-324, *edges,
                      *np.nextafter(edges, np.inf), *np.nextafter(edges, -np.inf)]  # fmt: skip
        columns[feature.name] = values
    rows = 2 * max(len(values) for values in columns.values())
    random = np.random.default_rng(1)
    frame = pd.DataFrame(
        {
            name: pd.Series(
                [*values, *random.choice(np.array(values, dtype=object), rows - len(values))],
                dtype=float if values[0] is not None else object,
            )
            for name, values in columns.items()
        }
    )
    assert frame["town"].isna().any()
    return frame


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("ensemble", ENSEMBLES, ids=lambda ensemble: ensemble.name)
def test_values_on_an_edge_and_beside_it_go_the_same_way(ensemble, classes):
    model = fit(Dataset.from_frame(many_valued(classes=classes), "y"), ensemble).model
    assert_predicts_the_same(model, on_the_edge(model))


@st.composite
def forests(draw):
    """Any trees that the format can hold, and columns that they ask about."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    features = tuple(
        FeatureEncoder(f"c{place}", True, np.empty(0), tuple("abcdefg"[: random.integers(0, 8)]))
        if random.random() < 0.5
        else FeatureEncoder(f"n{place}", False, np.sort(random.normal(size=random.integers(0, 5))))
        for place in range(draw(st.integers(1, 3)))
    )
    outputs = draw(st.integers(1, 3))
    width = draw(st.sampled_from([1, outputs]))
    parts = [_tree(random, features, width, outputs) for _ in range(draw(st.integers(1, 12)))]
    return features, Trees.chained(parts), random.normal(size=outputs) * draw(st.integers(0, 1))


def _tree(random, features, width, outputs):
    left, right = [-1], [-1]
    for node in range(random.integers(0, 7)):
        if node < len(left) and random.random() < 0.8:
            left[node], right[node] = len(left), len(left) + 1
            left += [-1, -1]
            right += [-1, -1]
    nodes = len(left)
    feature = random.integers(0, len(features), nodes).astype(np.int32)
    is_category = np.array([features[place].is_category for place in feature])
    subset = np.where(is_category & (random.random(nodes) < 0.8), np.arange(nodes), -1)
    return Trees(
        np.zeros(1, np.int32),
        feature,
        random.integers(0, 7, nodes).astype(np.uint8),
        random.random(nodes) < 0.5,
        subset.astype(np.int32),
        random.integers(0, 256, (nodes, BINS // 8)).astype(np.uint8),
        np.array(left, np.int32),
        np.array(right, np.int32),
        random.integers(-2, 3, (nodes, width)).astype(float),
        np.zeros(nodes),
        np.zeros(nodes, np.int32),
        random.normal(size=1),
        random.integers(0, outputs, 1).astype(np.int32),
    )


@given(forests())
@settings(max_examples=60)
def test_any_trees_add_up_to_the_same(made):
    features, trees, offset = made
    encoder = Encoder(features)
    graph = Graph([])
    given_names = tuple(graph.input(feature.name, feature.is_category) for feature in features)
    graph.output(sums(Columns(graph, encoder, given_names), trees, offset), "sums", len(offset))
    frame = pd.DataFrame(
        {
            feature.name: pd.Series(list("abcdefgh") * 10 + [None] * 8, dtype=object)
            if feature.is_category
            else np.resize([*feature.edges, *(feature.edges + 0.1), np.nan, -9.0, 9.0], 88)
            for feature in features
        }
    )
    for name in frame:
        frame[name] = np.random.default_rng(len(name)).permutation(frame[name])
    from core.data.table import Table

    codes = encoder.encode(Table.from_frame(frame).columns, np.arange(len(frame)))
    expected = np.tile(offset, (len(frame), 1))
    trees.add_to(expected, codes)
    found = answers(session(graph.model("trees", {}).SerializeToString()), frame)["sums"]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13)


@pytest.mark.parametrize("ensemble", [AdaBoost(rounds=300), GradientBoosting(rounds=100)],
                         ids=lambda ensemble: ensemble.name)  # fmt: skip
def test_a_row_has_one_answer_whatever_the_threads_and_the_rows_beside_it(ensemble):
    frame = many_valued()
    model = fit(Dataset.from_frame(frame, "y"), ensemble).model
    made = onnx_bytes(model)
    expected = answers(session(made, threads=1), frame)
    for threads in (1, 2, 5):
        ready = session(made, threads)
        for rows in (1, 30, 200, len(frame)):
            found = answers(ready, frame[:rows])
            for name, values in found.items():
                if values.dtype.kind == "f":
                    # The sums are the same bits; exp of one row and of many differs in the last.
                    np.testing.assert_array_max_ulp(values, expected[name][:rows], 2)
                else:
                    np.testing.assert_array_equal(values, expected[name][:rows])


def test_no_leaf_is_on_both_sides_of_a_question():
    """onnxruntime before 1.30 adds such a leaf up twice."""
    frame = many_valued(300, classes=3)
    model = fit(Dataset.from_frame(frame, "y"), AdaBoost(rounds=10)).model
    trees = next(
        node
        for node in onnx.load_from_string(onnx_bytes(model)).graph.node
        if node.op_type == "TreeEnsemble"
    )
    given = {part.name: onnx.helper.get_attribute_value(part) for part in trees.attribute}
    sides = np.column_stack([given["nodes_truenodeids"], given["nodes_falsenodeids"]])
    assert (sides[:, 0] != sides[:, 1]).all()
    leaves = sides[np.column_stack([given["nodes_trueleafs"], given["nodes_falseleafs"]]) == 1]
    np.testing.assert_array_equal(np.sort(leaves), np.arange(len(given["leaf_targetids"])))


@pytest.mark.parametrize("commonest", ["a", "b", "c"])
def test_a_tie_goes_to_the_commonest_class_else_to_the_first(commonest):
    # Each of two members names its own class, and the third class is named by none.
    names = [name for name in "abc" if name != commonest]
    frame = pd.DataFrame({"x": [0.0] * 4 + [1.0] * 4 + [2.0] * 9})
    frame["y"] = [names[0]] * 4 + [names[1]] * 4 + [commonest] * 9
    run = fit(Dataset.from_frame(frame, "y", validation_share=0), Bagging(rounds=2, is_hard=True))
    model = run.model
    trees = model.predictor.trees
    shares = np.zeros_like(trees.values)
    for tree, place in ((0, "abc".index(names[0])), (1, "abc".index(names[1]))):
        stop = trees.roots[tree + 1] if tree + 1 < len(trees) else len(shares)
        shares[trees.roots[tree] : stop, place] = 1.0
    predictor = dataclasses.replace(
        model.predictor, trees=dataclasses.replace(trees, values=shares, votes=np.full(2, 0.1))
    )
    tied = dataclasses.replace(model, predictor=predictor)
    assert list(tied.predict(frame[:1])) == [names[0]]
    assert_predicts_the_same(tied, frame)
    preferring = dataclasses.replace(tied, commonest="abc".index(names[1]))
    assert list(preferring.predict(frame[:1])) == [names[1]]
    assert_predicts_the_same(preferring, frame)
