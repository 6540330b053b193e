"""Scores are those of scikit-learn, and their intervals hold what they promise."""

import math

import numpy as np
import pytest
from sklearn import metrics

from core.base.intervals import wilson
from core.judging.diagnostics.class_scores import class_scores
from core.judging.diagnostics.number_scores import number_scores
from core.judging.diagnostics.verdicts import JudgedRows, Verdicts, headline

NAMES = tuple("ABCDEFGH")


def verdicts(given, said, classes=3, weights=None, groups=None):
    given, said = np.asarray(given), np.asarray(said)
    own = np.ones(len(given)) if weights is None else weights
    return Verdicts(
        NAMES[:classes],
        JudgedRows.VALIDATION,
        np.arange(len(given)),
        given,
        said,
        own,
        0.0,
        False,
        groups,
    )


def drawn(rng, rows, classes=3, right=0.8):
    given = rng.choice(classes, rows, p=(0.6, 0.3, 0.1))
    said = np.where(rng.random(rows) < right, given, rng.integers(0, classes, rows))
    return given, said


@pytest.mark.parametrize("is_weighted", [False, True])
def test_scores_are_those_of_scikit_learn(is_weighted):
    rng = np.random.default_rng(1)
    given, said = drawn(rng, 200)
    weights = rng.random(200) + 0.1 if is_weighted else np.ones(200)
    found = class_scores(verdicts(given, said, weights=weights))
    precision, recall, f1, rows = metrics.precision_recall_fscore_support(
        given, said, sample_weight=weights
    )
    np.testing.assert_allclose([own.recall.share for own in found.classes], recall)
    np.testing.assert_allclose([own.precision.share for own in found.classes], precision)
    np.testing.assert_allclose([own.f1.share for own in found.classes], f1)
    assert found.f1.share == pytest.approx(f1.mean())
    assert found.balanced_error.share == pytest.approx(
        1 - metrics.balanced_accuracy_score(given, said, sample_weight=weights)
    )
    if not is_weighted:
        assert [own.rows for own in found.classes] == rows.tolist()


def test_intervals_of_equal_rows_are_wilsons():
    given, said = drawn(np.random.default_rng(2), 150)
    first = class_scores(verdicts(given, said)).classes[0]
    hits = int(((given == 0) & (said == 0)).sum())
    own, called = int((given == 0).sum()), int((said == 0).sum())
    assert first.recall == wilson(hits / own, own)
    assert first.precision == wilson(hits / called, called)
    share = wilson(hits / (own + called - hits), own + called - hits)
    assert first.f1.low == pytest.approx(2 * share.low / (1 + share.low))
    assert first.f1.high == pytest.approx(2 * share.high / (1 + share.high))


def test_a_class_that_nobody_has_tells_nothing_and_does_not_count():
    found = class_scores(verdicts([0, 0, 1, 1], [0, 1, 1, 1], classes=3))
    last = found.classes[2]
    assert (last.rows, last.called) == (0, 0)
    assert math.isnan(last.recall.share)
    assert math.isnan(last.precision.low)
    assert found.balanced_error.share == pytest.approx(0.25)
    assert found.f1.share == pytest.approx((2 / 3 + 0.8) / 2)


def test_groups_that_are_all_alike_count_as_rows():
    given, said = drawn(np.random.default_rng(3), 60)
    alone = class_scores(verdicts(given, said)).classes[0].recall
    groups = np.repeat(np.arange(60), 10)
    many = class_scores(verdicts(np.repeat(given, 10), np.repeat(said, 10), groups=groups))
    assert many.classes[0].recall.share == alone.share
    assert many.classes[0].recall.low == pytest.approx(alone.low, abs=0.01)


@pytest.mark.parametrize("rows", [60, 300])
def test_the_intervals_hold_as_often_as_they_promise(rows):
    """95 % of 600 samples of a known table of cells, within what so many samples can tell."""
    cells = np.array([[0.50, 0.06, 0.04], [0.05, 0.17, 0.03], [0.02, 0.03, 0.10]])
    true_recall = np.diag(cells) / cells.sum(axis=1)
    true_f1 = 2 * np.diag(cells) / (cells.sum(axis=0) + cells.sum(axis=1))
    true_precision = np.diag(cells) / cells.sum(axis=0)
    rng = np.random.default_rng(4)
    held = {"recall": 0, "precision": 0, "f1": 0, "balanced": 0, "mean f1": 0}
    samples = 600
    for _ in range(samples):
        cell = rng.choice(9, rows, p=cells.ravel())
        found = class_scores(verdicts(cell // 3, cell % 3))
        rare = found.classes[1]
        for name, own, truth in (
            ("recall", rare.recall, true_recall[1]),
            ("precision", rare.precision, true_precision[1]),
            ("f1", rare.f1, true_f1[1]),
            ("balanced", found.balanced_error, 1 - true_recall.mean()),
            ("mean f1", found.f1, true_f1.mean()),
        ):
            held[name] += own.low <= truth <= own.high
    least = 0.92
    for name, times in held.items():
        assert least <= times / samples <= 0.987, (name, times / samples)


def test_nothing_is_certain_because_no_row_was_wrong():
    found = class_scores(verdicts([0] * 10 + [1] * 20, [0] * 10 + [1] * 20, classes=2))
    assert found.f1.share == 1 - found.balanced_error.share == 1.0
    assert found.f1.low < 0.95
    assert found.balanced_error.high > 0.05


def test_scores_of_numbers_are_means_of_what_is_off():
    rng = np.random.default_rng(5)
    given = rng.normal(size=400)
    said = given + rng.normal(0.3, 0.5, 400)
    own = Verdicts(
        (),
        JudgedRows.VALIDATION,
        np.arange(400),
        given,
        said,
        np.ones(400),
        float(given.mean()),
        False,
    )
    found = number_scores(own)
    assert found.mean_absolute.share == pytest.approx(metrics.mean_absolute_error(given, said))
    assert found.explained == pytest.approx(metrics.r2_score(given, said))
    assert found.root_mean_squared.share == headline(own).error
    off = said - given
    half = 1.959963984540054 * off.std(ddof=1) / 20
    assert found.bias.low == pytest.approx(off.mean() - half)
    assert found.bias.high == pytest.approx(off.mean() + half)
    assert found.bias.low < 0.3 < found.bias.high
