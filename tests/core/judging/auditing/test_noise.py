"""How many labels are wrong: closed forms, hand cases, and data whose noise is known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.judging.auditing.noise import Noise, carried, doubted, rising_ratio


def judged(rows, rate, seed=0, classes=2, sure=0.9):
    """Judges that are right about every class and as sure of all; a share of labels is wrong."""
    random = np.random.default_rng(seed)
    truth = np.arange(rows) % classes
    shares = np.full((rows, classes), (1 - sure) / (classes - 1))
    shares[np.arange(rows), truth] = sure
    wrong = random.permutation(rows)[: round(rate * rows)]
    labels = truth.copy()
    labels[wrong] = (truth[wrong] + random.integers(1, classes, len(wrong))) % classes
    return shares, labels, np.isin(np.arange(rows), wrong)


@pytest.mark.parametrize("classes", [2, 3, 7])
@pytest.mark.parametrize("rate", [0.05, 0.1, 0.3])
def test_judges_that_are_always_right_find_the_rate_and_the_rows(classes, rate):
    shares, labels, wrong = judged(4000, rate, classes=classes)
    doubt = doubted(shares, labels, seed=0)
    assert doubt.noise.estimate == pytest.approx(rate, abs=0.02)
    assert doubt.noise.low <= rate <= doubt.noise.high + 0.01
    assert doubt.wrong[wrong].min() > 0.75
    assert not doubt.wrong[~wrong].any()


def test_right_labels_leave_no_noise_but_half_a_row_a_class():
    shares, labels, _ = judged(1000, 0.0)
    doubt = doubted(shares, labels, seed=0)
    assert doubt.noise.estimate < 0.005
    assert not doubt.wrong.any()


def test_what_overlaps_by_nature_is_not_noise():
    """Labels drawn by the judges' own shares: most contradictions are chance, not error."""
    random = np.random.default_rng(0)
    up = random.beta(0.6, 0.6, 5000)
    shares = np.column_stack([1 - up, up])
    labels = (random.random(5000) < up).astype(np.int64)
    contradicted = shares.argmax(axis=1) != labels
    doubt = doubted(shares, labels, seed=0)
    assert contradicted.mean() > 0.15
    assert doubt.noise.estimate < 0.3 * contradicted.mean()
    assert (doubt.wrong > 0.5).mean() < 0.3 * contradicted.mean()


def test_only_one_class_is_mislabelled():
    random = np.random.default_rng(0)
    truth = np.arange(4000) % 2
    up = np.where(truth == 1, 0.9, 0.1)
    labels = np.where((truth == 1) & (random.random(4000) < 0.4), 0, truth)
    doubt = doubted(np.column_stack([1 - up, up]), labels, seed=0)
    assert doubt.noise.estimate == pytest.approx((labels != truth).mean(), abs=0.02)


def test_the_order_of_the_rows_does_not_matter():
    shares, labels, _ = judged(500, 0.2, classes=3)
    shares += np.random.default_rng(1).uniform(0, 0.05, shares.shape)
    shares /= shares.sum(axis=1, keepdims=True)
    order = np.random.default_rng(2).permutation(500)
    plain, mixed = doubted(shares, labels, 0), doubted(shares[order], labels[order], 0)
    np.testing.assert_allclose(mixed.wrong, plain.wrong[order])


def test_names_of_the_classes_do_not_matter():
    shares, labels, _ = judged(500, 0.2, classes=3)
    other = np.array([2, 0, 1])
    plain, renamed = (
        doubted(shares, labels, 0),
        doubted(shares[:, other], np.argsort(other)[labels], 0),
    )
    np.testing.assert_allclose(renamed.wrong, plain.wrong)


def test_one_class_has_no_noise():
    doubt = doubted(np.ones((5, 1)), np.zeros(5, int), 0)
    assert (doubt.noise, doubt.wrong.tolist()) == (Noise(0, 0, 0), [0.0] * 5)


def test_an_estimate_lies_within_its_interval():
    with pytest.raises(ValueError, match="within its interval"):
        Noise(0.1, 0.2, 0.3)


def test_what_is_not_seen_where_it_is_expected_is_looked_for_below():
    expected, seen = np.array([0.0, 4.0, 0.5, 3.0]), np.array([9.0, 1.0, 2.0, 1.0])
    assert carried(expected, seen).tolist() == [0 + 4 + 0.5 + 3 - (1 + 2 + 1), 1, 2, 1]


def test_ratios_are_pooled_by_hand():
    # 4/4 and 0/4 fall, so they are pooled to 4/8; without a whole the parts join a neighbour.
    assert rising_ratio(np.array([4.0, 0, 3]), np.array([4.0, 4, 4])).tolist() == [0.5, 0.5, 0.75]
    assert rising_ratio(np.array([1.0, 1, 0]), np.array([4.0, 0, 4])).tolist() == [0.25] * 3
    assert rising_ratio(np.array([9.0]), np.array([3.0])).tolist() == [1.0]
    assert rising_ratio(np.zeros(2), np.zeros(2)).tolist() == [0.0, 0.0]


@given(
    arrays(np.int64, 12, elements=st.integers(0, 5)),
    arrays(np.int64, 12, elements=st.integers(0, 5)),
)
def test_ratios_rise_and_keep_their_sum(parts, wholes):
    ratio = rising_ratio(parts.astype(float), wholes.astype(float))
    assert np.all(np.diff(ratio) >= -1e-12)
    assert np.all((ratio >= 0) & (ratio <= 1))
    if wholes.all() and np.all(parts <= wholes):
        assert (ratio * wholes).sum() == pytest.approx(parts.sum())


def test_what_a_group_repeats_makes_the_interval_no_narrower():
    """Each row nine times over, as a group: the interval stays that of the rows alone."""
    random = np.random.default_rng(4)
    up = random.beta(0.4, 0.4, 150)
    labels = ((random.random(150) < up) ^ (random.random(150) < 0.15)).astype(int)
    shares = np.column_stack([1 - up, up])

    def width(*, groups):
        repeated = np.repeat(shares, 9, axis=0), np.repeat(labels, 9)
        noise = doubted(*repeated, seed=0, groups=groups).noise
        return noise.high - noise.low

    alone = doubted(shares, labels, seed=0).noise
    together = width(groups=np.repeat(np.arange(150), 9))
    assert together > 0.7 * (alone.high - alone.low)
    assert together > 1.5 * width(groups=None)
