"""How labels come about: closed forms, and labels that were made by a model that is known."""

from dataclasses import replace

import numpy as np
import pytest

from core.judging.auditing.doubting.flips import Flips, WeighedFlips, estimated_flips
from core.judging.auditing.doubting.noise import doubted
from core.judging.auditing.jury import own_and_other, suspicion_of


def made(rows, rates, overlap=0.1, sharpness=2.0, seed=0):
    """Shares of judges that are too flat, labels given by flip rates, and the classes."""
    random = np.random.default_rng(seed)
    rates, classes = np.asarray(rates), len(rates)
    shares = random.dirichlet(np.full(classes, overlap), rows)
    truth = _drawn(
        Flips(
            rates, np.full(classes, sharpness), np.zeros(classes), np.full(classes, 1 / classes)
        ).classes(shares),
        random,
    )
    return shares, _drawn(rates[truth], random), truth


def _drawn(shares, random):
    place = (shares.cumsum(axis=1) < random.random((len(shares), 1))).sum(axis=1)
    return np.minimum(place, shares.shape[1] - 1)


def uniform(rate, classes=2):
    rates = np.full((classes, classes), rate / (classes - 1))
    np.fill_diagonal(rates, 1 - rate)
    return rates


def test_the_posterior_is_that_of_bayes_by_hand():
    flips = Flips(
        np.array([[0.8, 0.2], [0.1, 0.9]]),
        np.array([2.0, 1.5]),
        np.array([0.0, np.log(3)]),
        np.array([0.7, 0.3]),
    )
    shares = np.array([[0.59, 0.39]])  # softened by .01: .6 and .4
    first, second = 0.6**2, 3 * 0.4**1.5
    first, second = first / (first + second), second / (first + second)
    first, second = 0.99 * first + 0.01 * 0.7, 0.99 * second + 0.01 * 0.3  # 1 % are exceptions
    np.testing.assert_allclose(flips.classes(shares), [[first, second]])
    np.testing.assert_allclose(
        flips.wrong(shares, np.array([0])), second * 0.1 / (second * 0.1 + first * 0.8)
    )


def test_unseen_labels_have_no_limit():
    model = Flips(uniform(0.2), 2.0, np.zeros(2), np.full(2, 0.5), limit=0.7)
    shares, labels = np.array([[0.9, 0.1], [0.4, 0.6]]), np.array([1, 1])
    assert model.wrong(shares, labels)[0] == pytest.approx(0)
    found = WeighedFlips((model,), np.ones(1)).unseen.wrong(shares, labels)
    np.testing.assert_allclose(found, replace(model, limit=1.0).wrong(shares, labels))
    assert found[0] > 0.5


def test_labels_beyond_the_limit_were_put_right():
    matrix = np.array([[0.8, 0.2], [0.1, 0.9]])
    flips = Flips(matrix, np.ones(2), np.zeros(2), np.full(2, 0.5), limit=0.7)
    sure, torn = np.array([[0.99, 0.01]]), np.array([[0.55, 0.45]])
    assert flips.wrong(sure, np.array([1])) == pytest.approx(0)  # it was looked at, and is right
    plain = Flips(matrix, np.ones(2), np.zeros(2), np.full(2, 0.5))
    np.testing.assert_allclose(flips.wrong(torn, np.array([1])), plain.wrong(torn, np.array([1])))


@pytest.mark.parametrize("classes", [2, 5])
@pytest.mark.parametrize("rate", [0.0, 0.05, 0.1, 0.2, 0.3])
def test_the_rate_comes_out_however_flat_the_shares_are(classes, rate):
    shares, labels, truth = made(3000, uniform(rate, classes))
    flips = estimated_flips(shares, labels)
    wrong = flips.wrong(shares, labels)
    assert wrong.mean() == pytest.approx((labels != truth).mean(), abs=0.02)
    assert np.all(flips.models[0].sharpness > 1.5)
    assert np.all(flips.models[0].sharpness < 3.5)


def test_classes_that_look_alike_are_no_noise():
    """Two of four classes overlap more than their judges know; the others they know too little."""
    sharpness, classes = np.array([1.0, 1.0, 3.5, 3.5]), 4
    shares = np.random.default_rng(1).dirichlet(np.full(classes, 0.4), 4000)
    flips = Flips(uniform(0.0, classes), sharpness, np.zeros(classes), np.full(classes, 0.25))
    labels = _drawn(flips.classes(shares), np.random.default_rng(2))
    found = estimated_flips(shares, labels)
    assert found.wrong(shares, labels).mean() < 0.03
    best = found.models[int(found.weights.argmax())]
    assert best.sharpness[:2].max() < best.sharpness[2:].min() - 1


def test_the_matrix_comes_out():
    rates = np.array([[0.7, 0.3, 0.0], [0.0, 1.0, 0.0], [0.1, 0.0, 0.9]])
    shares, labels, _ = made(5000, rates)
    np.testing.assert_allclose(estimated_flips(shares, labels).matrix, rates, atol=0.03)


def test_rows_are_wrong_as_often_as_is_said():
    shares, labels, truth = made(6000, uniform(0.2), overlap=0.8)
    wrong = estimated_flips(shares, labels).wrong(shares, labels)
    for low in np.arange(0, 1, 0.2):
        here = (wrong >= low) & (wrong < low + 0.2)
        if here.sum() >= 200:
            assert (labels != truth)[here].mean() == pytest.approx(wrong[here].mean(), abs=0.07)


def test_what_overlaps_by_nature_is_not_noise():
    """Labels drawn by the judges' own shares: most contradictions are chance, not error."""
    shares, labels, _ = made(5000, uniform(0.0), overlap=0.9, sharpness=1.0)
    own, _, share = own_and_other(shares, labels)
    assert (share > own).mean() > 0.15
    assert estimated_flips(shares, labels).wrong(shares, labels).mean() < 0.03


def corrected(shares, labels, truth, many):
    """The errors among the most suspicious rows, and which rows these are."""
    own, _, share = own_and_other(shares, labels)
    looked = np.argsort(-suspicion_of(own, share))[:many]
    return looked, np.where(np.isin(np.arange(len(labels)), looked), truth, labels)


@pytest.mark.parametrize("many", [40, 100])
def test_a_file_that_was_corrected_elsewhere_is_not_taken_for_clean(many):
    shares, labels, truth = made(1000, uniform(0.2), overlap=0.4)
    _, now = corrected(shares, labels, truth, many)
    left = (now != truth).mean()
    assert left > 0.08
    noise = doubted(shares, now, seed=0).noise
    assert noise.estimate > 0.5 * left
    assert noise.low <= left <= noise.high


@pytest.mark.parametrize("many", [40, 100])
def test_decisions_teach_and_do_not_mislead(many):
    shares, labels, truth = made(1000, uniform(0.2), overlap=0.4)
    looked, _ = corrected(shares, labels, truth, many)
    known = np.full(len(labels), -1)
    known[looked] = truth[looked]
    flips = estimated_flips(shares, labels, known)
    assert flips.weights[0] > 0.9  # nothing was corrected elsewhere
    wrong = flips.wrong(shares, labels)
    assert wrong[known < 0].mean() == pytest.approx((labels != truth)[known < 0].mean(), abs=0.03)


def test_a_rare_class_is_no_error():
    """One row in twelve, judges that are never sure of it."""
    random = np.random.default_rng(0)
    truth = (random.random(1200) < 1 / 12).astype(np.int64)
    up = np.where(truth == 1, random.beta(4, 5, 1200), random.beta(1, 12, 1200))
    wrong = estimated_flips(np.column_stack([1 - up, up]), truth).wrong(
        np.column_stack([1 - up, up]), truth
    )
    assert wrong[truth == 1].mean() < 0.1
    assert (wrong[truth == 1] > 0.5).mean() < 0.05


def test_neither_the_order_nor_the_names_matter():
    shares, labels, _ = made(600, uniform(0.2, 3))
    plain = estimated_flips(shares, labels).wrong(shares, labels)
    order, other = np.random.default_rng(2).permutation(600), np.array([2, 0, 1])
    mixed = estimated_flips(shares[order], labels[order]).wrong(shares[order], labels[order])
    np.testing.assert_allclose(mixed, plain[order], atol=1e-9)
    renamed = shares[:, other], np.argsort(other)[labels]
    np.testing.assert_allclose(estimated_flips(*renamed).wrong(*renamed), plain, atol=1e-9)


def test_larger_contradictions_are_never_less_likely_wrong():
    """Within a pair of classes the more suspicious row is the likelier one."""
    shares, labels, _ = made(800, uniform(0.15), overlap=0.8)
    wrong = estimated_flips(shares, labels)
    up = np.linspace(0.01, 0.9, 50)
    found = wrong.models[0].wrong(np.column_stack([1 - up, up]), np.zeros(50, np.int64))
    assert np.all(np.diff(found) > 0)


def test_many_rows_are_sampled():
    shares, labels, truth = made(30_000, uniform(0.1))
    wrong = estimated_flips(shares, labels).wrong(shares, labels)
    assert len(wrong) == 30_000
    assert wrong.mean() == pytest.approx((labels != truth).mean(), abs=0.02)
