"""Validation rows on the scale of the training rows: what is kept, and what is bounded."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import AdaBoost, GradientBoosting, RandomForest, Tree, XGBoost, fit
from core.judging.auditing.first_ranking import first_ranking
from core.learning.ensembles.gentleboost import GentleBoost
from core.learning.histories.parts import MOST_LOOKED_AT, levelled, levelled_logs, placed, standing
from core.learning.snapshot import Snapshot
from tests.core.helpers import dataset

parts = st.tuples(
    st.lists(st.floats(0, 1e6), min_size=1, max_size=30),
    st.lists(st.floats(0, 1e200), max_size=30),
)


@given(parts)
def test_training_rows_keep_their_number_and_validation_rows_their_order(both):
    own, others = (np.array(part) for part in both)
    values, training = np.concatenate([own, others]), len(own)
    found = placed(values, training)
    np.testing.assert_array_equal(found[:training], own)
    if len(others):
        assert own.min() <= found[training:].min()
        assert found[training:].max() <= own.max()
        assert (np.diff(found[training:][np.argsort(others, kind="stable")]) >= 0).all()


@given(parts)
def test_whoever_stands_higher_has_no_lower_number(both):
    values, training = np.concatenate([np.array(part) for part in both]), len(both[0])
    order = np.argsort(standing(values, training), kind="stable")
    numbers = placed(values, training)[order]
    assert (np.diff(numbers) >= -1e-9 * np.abs(numbers[1:])).all()


@given(parts)
def test_levelled_weights_are_one_on_average_and_none_is_above_the_heaviest_training_row(both):
    own, others = (np.array(part) for part in both)
    own = own / own.mean() if own.mean() > 1e-6 else np.ones(len(own))
    found = levelled(np.concatenate([own, others]), len(own))
    np.testing.assert_array_equal(found[: len(own)], own)
    others_now, there = found[len(own) :], others > 1e-290
    if not len(others):
        return
    assert (others_now <= own.max() * (1 + 1e-9)).all()
    assert (np.diff(others_now[np.argsort(others, kind="stable")]) >= -1e-9).all()
    if there.all():
        assert others_now.mean() == pytest.approx(1, rel=1e-6)
    assert not others_now[others == 0].any()


def test_logs_that_are_too_large_for_a_number_are_levelled():
    logs = np.concatenate([np.log([0.5, 0.5, 2.0]), [9000.0, 8000.0, -300.0, -300.0]])
    found = np.exp(levelled_logs(logs, 3))
    assert found[3:].tolist() == pytest.approx([2.0, 2.0, 0.0, 0.0], abs=1e-12)


def test_of_very_many_validation_rows_a_part_tells_the_level():
    random = np.random.default_rng(0)
    relative = np.concatenate([random.exponential(size=5_000), random.exponential(size=200_000)])
    assert len(relative) - 5_000 > 2 * MOST_LOOKED_AT
    assert levelled(relative, 5_000)[5_000:].mean() == pytest.approx(1, abs=0.03)


def flipped(seed, rows=600):
    """A rule of three columns with a tenth of the labels turned; and which ones are."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(3, rows))
    label = x[0] + x[1] * x[2] > 0
    wrong = random.random(rows) < 0.1
    data = dataset({"a": x[0], "b": x[1], "c": x[2]}, np.where(label ^ wrong, "p", "n"), 0.25)
    return data, wrong


@pytest.mark.parametrize("depth", [3, 5])
def test_no_validation_row_is_heavier_than_the_heaviest_training_row(depth):
    data, _ = flipped(0)
    history = fit(data, AdaBoost(rounds=60, base=Tree(depth=depth))).history
    raw = history.weights(60) * history.training
    assert raw[data.validation].max() > 20 * raw[~data.validation].max()
    for found in (Snapshot.of(history, 60), Snapshot.of(history, 30)):
        for values in (found.weights, found.suspicion):
            assert values[data.validation].max() <= values[~data.validation].max() * (1 + 1e-9)
    image = history.weight_image(np.flatnonzero(data.validation), 60, 1000, 1000)
    every = [history.relative_weights(t)[data.validation] for t in range(61)]
    assert image == pytest.approx(np.log10(np.column_stack(every)), abs=1e-4)


@pytest.mark.parametrize(
    "settings",
    [
        AdaBoost(rounds=60, base=Tree(depth=4)),
        GentleBoost(rounds=60),
        GradientBoosting(rounds=60),
        XGBoost(rounds=60),
    ],
)
def test_flipped_labels_come_first_in_both_parts_alike(settings):
    """Before, nearly all of the first rows were validation rows, wrong or not."""
    of_all, of_first = [], []
    for seed in range(4):
        data, wrong = flipped(seed)
        found = first_ranking(fit(data, settings))
        first = found.ranked[: int(wrong.sum())]
        of_first.append(data.validation[first].mean())
        of_all.append(wrong[first].mean())
        assert (np.diff(found.suspicion[found.ranked]) <= 1e-12).all()
    assert np.mean(of_first) == pytest.approx(0.25, abs=0.05)
    assert np.mean(of_all) > 0.3


def test_out_of_bag_nothing_has_to_be_brought_together():
    data, _ = flipped(1)
    history = fit(data, RandomForest(rounds=30)).history
    against = np.mean([(1 - history.margins(t)) / 2 for t in range(1, 31)], axis=0)
    assert history.suspicion()[data.validation] == pytest.approx(against[data.validation])
