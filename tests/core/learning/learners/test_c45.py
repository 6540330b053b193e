"""ID3 and C4.5 against the twelve-row restaurant table, by hand and by small cases."""

import numpy as np
import pandas as pd
import pytest

from core import AdaBoost, Dataset, SingleLearner, fit
from core.learning.learners.c45 import C45Tree
from core.learning.problem import Problem

# Russell & Norvig, Artificial Intelligence: twelve guests, and whether they waited for a table.
RESTAURANT = pd.DataFrame(
    {
        "Alternate": list("YYNYYNNNNYNY"),
        "Bar": list("NNYNNYYNYYNY"),
        "Friday": list("NNNYYNNNYYNY"),
        "Hungry": list("YYNYNYNYNYNY"),
        "Patrons": [
            "Some",
            "Full",
            "Some",
            "Full",
            "Full",
            "Some",
            "Nobody",
            "Some",
            "Full",
            "Full",
            "Nobody",
            "Full",
        ],
        "Price": ["$$$", "$", "$", "$", "$$$", "$$", "$", "$$", "$", "$$$", "$", "$"],
        "Rain": list("NNNNNYYYYNNN"),
        "Reservation": list("YNNNYYNYNYNN"),
        "Type": [
            "French",
            "Thai",
            "Burger",
            "Thai",
            "French",
            "Italian",
            "Burger",
            "Thai",
            "Burger",
            "Italian",
            "Thai",
            "Burger",
        ],
        "Wait": list("YNYYNYNYNNNY"),
    }
)


def single(frame, learner, target="Wait"):
    data = Dataset.from_frame(frame, target, validation_share=0)
    return fit(data, SingleLearner(learner=learner))


def root_name(run):
    predictor = run.model.predictor
    return run.model.encoder.features[predictor.trees.feature[0]].name


def test_id3_asks_for_patrons_first_and_learns_the_table():
    run = single(RESTAURANT, C45Tree(criterion="gain", leaf_rows=1))
    assert root_name(run) == "Patrons"
    assert run.history.error(1) == 0
    # Patrons leaves 0.459 of 1 bit: the gain is 0.541 bits a row, over twelve rows.
    gain = run.model.predictor.trees.gains[0]
    assert gain / np.log(2) / 12 == pytest.approx(1 - 0.4591479, abs=1e-6)


def test_a_category_has_a_branch_for_each_value():
    frame = pd.DataFrame({"c": list("aabbcc") * 4, "y": list("xxyyzz") * 4})
    run = single(frame, C45Tree(depth=1, leaf_rows=1), "y")
    assert run.history.error(1) == 0
    # Three values: a chain of three nodes with three leaves, and one for whatever else there is.
    assert len(run.model.predictor.trees.left) == 7


def test_a_value_unseen_in_training_is_answered_as_by_the_node_itself():
    frame = pd.DataFrame({"A": list("aaabbdd"), "y": ["neg"] * 3 + ["pos"] * 4})
    for learner in (C45Tree(leaf_rows=1), C45Tree(criterion="gain", leaf_rows=1)):
        model = single(frame, learner, "y").model
        asked = pd.DataFrame({"A": ["a", "b", "d", "c", None]})
        assert list(model.predict(asked)) == ["neg", "pos", "pos", "pos", "pos"]
        assert model.probabilities(asked)[3:, 1] == pytest.approx([4 / 7, 4 / 7])


@pytest.mark.parametrize(("criterion", "expected"), [("gain", "many"), ("gain_ratio", "two")])
def test_gain_ratio_does_not_fall_for_many_values(criterion, expected):
    rows = 64
    labels = np.arange(rows) % 2 == 0
    two = labels.copy()
    two[:6] ^= True  # not quite the label; the many values are, two rows a value
    frame = pd.DataFrame(
        {
            "many": [f"v{i // 4}{'a' if labels[i] else 'b'}" for i in range(rows)],
            "two": np.where(two, "l", "r"),
            "noise": ["s" if i % 5 else "t" for i in range(rows)],  # brings the average gain down
            "y": np.where(labels, "p", "q"),
        }
    )
    run = single(frame, C45Tree(criterion=criterion, leaf_rows=1, depth=1), "y")
    assert root_name(run) == expected


def test_pruning_makes_a_tree_on_noise_small():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(400, 4)), columns=list("abcd"))
    frame["y"] = np.where((frame["a"] > 0) ^ (rng.random(400) < 0.25), "p", "q")
    whole, pruned = (
        single(frame, C45Tree(leaf_rows=1, pruning_share=share), "y") for share in (0.0, 0.3)
    )
    sizes = [len(run.model.predictor.trees.left) for run in (whole, pruned)]
    assert sizes[1] < sizes[0] / 2


def test_rows_without_weight_are_not_seen():
    weights = np.ones(12)
    weights[6:] = 0
    data = Dataset.from_frame(RESTAURANT, "Wait", validation_share=0)
    halved = C45Tree(leaf_rows=1).fit(Problem.of(data), weights, 0)
    first = Dataset.from_frame(RESTAURANT[:6], "Wait", validation_share=0)
    alone = C45Tree(leaf_rows=1).fit(Problem.of(first), np.ones(6), 0)
    np.testing.assert_allclose(halved.trees.values, alone.trees.values)


def test_it_can_be_boosted():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"a": rng.normal(size=300), "c": rng.choice(list("uvw"), 300)})
    frame["y"] = np.where((frame["a"] > 0) ^ (frame["c"] == "u"), "p", "q")
    run = fit(Dataset.from_frame(frame, "y"), AdaBoost(rounds=10, base=C45Tree(depth=2)))
    assert run.history.validation_error(run.rounds) < 0.1
