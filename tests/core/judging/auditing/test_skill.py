"""Whether judges can tell a wrong label: what Bayes' factor says of judges that are made up."""

import numpy as np
import pytest

from core.judging.auditing.skill import can_tell_classes


def judged(rows, rate, sure=0.8, classes=2, seed=0):
    """Judges who know every row's class and are so sure; a share of the labels is wrong."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, classes, rows)
    shares = np.full((rows, classes), (1 - sure) / (classes - 1))
    shares[np.arange(rows), truth] = sure
    other = (truth + random.integers(1, classes, rows)) % classes
    return shares, np.where(random.random(rows) < rate, other, truth)


def test_the_factor_is_that_of_a_coin_by_hand():
    """All shares alike: q is .5 whatever the sharpness, and so is guessing, whatever is known."""
    labels = np.tile([0, 1], 500)
    assert not can_tell_classes(np.full((1000, 2), 0.5), labels)


@pytest.mark.parametrize("classes", [2, 5])
def test_who_knows_nothing_is_seldom_believed(classes):
    told = 0
    for seed in range(200):
        random = np.random.default_rng(seed)
        shares = random.dirichlet(np.full(classes, 3.0), 150)
        told += can_tell_classes(shares, random.integers(0, classes, 150))
    assert told <= 6  # Markov's inequality allows 20


@pytest.mark.parametrize("sure", [0.55, 0.8, 0.99])
@pytest.mark.parametrize("classes", [2, 4])
def test_a_third_of_wrong_labels_hides_no_knowledge(classes, sure):
    """However flat the shares are, and however often those who are sure are contradicted."""
    for seed in range(10):
        assert can_tell_classes(*judged(300, 0.3, sure, classes, seed))


def test_half_of_two_classes_being_wrong_leaves_nothing_to_know():
    assert not any(can_tell_classes(*judged(300, 0.5, 0.8, 2, seed)) for seed in range(10))


def test_rows_of_a_group_are_evidence_once():
    shares, labels = judged(12, 0.2, 0.8, seed=1)
    repeated = np.repeat(shares, 30, axis=0), np.repeat(labels, 30)
    assert can_tell_classes(*repeated)
    assert not can_tell_classes(*repeated, np.repeat(np.arange(12), 30))


def test_hardly_any_knowledge_is_none_however_many_rows_show_it():
    random = np.random.default_rng(0)
    up = np.where(random.random(200_000) < 0.5, 0.53, 0.47)
    labels = (random.random(200_000) < up).astype(np.int64)
    assert not can_tell_classes(np.column_stack([1 - up, up]), labels)


def test_a_rare_class_that_is_known_is_knowledge():
    truth = (np.arange(1000) < 10).astype(np.int64)
    up = np.where(truth == 1, 0.4, 0.01)
    assert can_tell_classes(np.column_stack([1 - up, up]), truth)
    assert not can_tell_classes(np.tile([0.99, 0.01], (1000, 1)), truth)
