import numpy as np
import pytest
from sklearn import metrics
from sklearn.calibration import calibration_curve

from core import AdaBoost, RandomForest, fit
from core.base.errors import NoMeaningError
from core.judging.diagnostics.results import (
    balanced_error,
    calibration,
    confusion_matrix,
    judged,
    precision_recall,
    roc,
)
from core.judging.diagnostics.run_access import Part
from tests.core.judging.diagnostics.data import numbers, three_classes, two_classes


@pytest.fixture(params=range(4))
def scored(request):
    """Scores with ties, truths and weights, some of them 0."""
    random = np.random.default_rng(request.param)
    scores = random.integers(0, 12, 60) / 11
    truths = random.random(60) < 0.2 + 0.6 * scores
    weights = random.integers(0, 4, 60).astype(float) if request.param % 2 else None
    return scores, truths, weights


def test_roc_is_scikit_learns(scored):
    scores, truths, weights = scored
    x, y, thresholds = metrics.roc_curve(
        truths, scores, sample_weight=weights, drop_intermediate=False
    )
    found = roc(scores, truths, weights)
    places = [found.thresholds.tolist().index(cut) for cut in thresholds]
    np.testing.assert_allclose(found.x[places], x, atol=1e-12)
    np.testing.assert_allclose(found.y[places], y, atol=1e-12)
    theirs = metrics.roc_auc_score(truths, scores, sample_weight=weights)
    assert found.area == pytest.approx(theirs, abs=1e-12)


def test_the_roc_area_is_the_chance_of_the_right_order(scored):
    scores, truths, weights = scored
    own = np.ones(len(scores)) if weights is None else weights
    above = scores[truths][:, None] - scores[~truths][None]
    pairs = own[truths][:, None] * own[~truths][None]
    chance = (pairs * ((above > 0) + 0.5 * (above == 0))).sum() / pairs.sum()
    assert roc(scores, truths, weights).area == pytest.approx(chance, abs=1e-12)


def test_precision_and_recall_are_scikit_learns(scored):
    scores, truths, weights = scored
    found = precision_recall(scores, truths, weights)
    theirs = metrics.average_precision_score(truths, scores, sample_weight=weights)
    assert found.area == pytest.approx(theirs, abs=1e-12)
    precision, recall, thresholds = metrics.precision_recall_curve(
        truths, scores, sample_weight=weights
    )
    for cut, p, r in zip(thresholds, precision, recall, strict=False):
        place = np.flatnonzero(found.thresholds == cut)[0]
        assert (found.y[place], found.x[place]) == pytest.approx((p, r))


def test_confusion_and_balanced_error_are_scikit_learns():
    random = np.random.default_rng(0)
    labels, said = random.integers(0, 4, 80), random.integers(0, 4, 80)
    weights = random.random(80)
    ours = confusion_matrix(labels, said, weights=weights)
    np.testing.assert_allclose(ours, metrics.confusion_matrix(labels, said, sample_weight=weights))
    theirs = 1 - metrics.balanced_accuracy_score(labels, said, sample_weight=weights)
    assert balanced_error(ours) == pytest.approx(theirs)
    # A class that no row has does not count.
    assert balanced_error(confusion_matrix([0, 0, 1], [0, 2, 1], 3)) == pytest.approx(0.25)


def test_calibration_is_scikit_learns(scored):
    scores, truths, weights = scored
    found = calibration(scores, truths, 7)
    seen, said = calibration_curve(truths, scores, n_bins=7)
    np.testing.assert_allclose(found.said, said)
    np.testing.assert_allclose(found.seen, seen)
    if weights is not None:
        counts = weights.astype(int)
        weighted = calibration(scores, truths, 7, weights)
        repeated = calibration(scores.repeat(counts), truths.repeat(counts), 7)
        np.testing.assert_allclose(weighted.seen, repeated.seen)
        assert weighted.error == pytest.approx(repeated.error)
    assert calibration([0.0, 1.0], [False, True]).error == 0.0


@pytest.mark.parametrize("settings", [AdaBoost(rounds=10), RandomForest(rounds=10)])
@pytest.mark.parametrize("data", [two_classes(weights=True), three_classes()])
def test_what_is_judged_is_what_the_model_says_of_validation_rows(settings, data):
    run = fit(data, settings)
    found = judged(run)
    rows = data.validation
    np.testing.assert_allclose(found.shares, run.model.probabilities(data)[rows])
    np.testing.assert_array_equal(found.predicted, run.model.predicted(data)[0][rows])
    matrix = confusion_matrix(found.labels, found.predicted, len(data.classes), found.weights)
    error = 1 - np.trace(matrix) / matrix.sum()
    assert error == pytest.approx(run.history.validation_error(10))


def test_training_rows_of_a_forest_are_judged_out_of_bag():
    run = fit(two_classes(), RandomForest(rounds=60))
    found = judged(run, part=Part.TRAINING)
    wrong = (found.shares.argmax(axis=1) != found.labels).mean()
    assert wrong == pytest.approx(run.history.curve("out_of_bag_error")[-1], abs=0.02)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: roc([0.1, 0.2], [True, True]),
        lambda: roc([np.nan, 0.2], [True, False]),
        lambda: precision_recall([0.1], [False]),
        lambda: confusion_matrix([0, 1], [0]),
        lambda: confusion_matrix([0, 3], [0, 1], 3),
        lambda: calibration([1.2], [True]),
        lambda: roc([0.1, 0.2], [True, False], [-1, 1]),
        lambda: balanced_error([[0, 0], [0, 0]]),
    ],
)
def test_what_cannot_be(wrong):
    with pytest.raises(ValueError, match="."):
        wrong()


def test_numbers_have_no_classes():
    with pytest.raises(NoMeaningError, match="target is a number"):
        judged(fit(numbers(), RandomForest(rounds=2)))
