"""How many labels are wrong: hand cases, and labels whose noise is known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.judging.auditing.doubting import flips
from core.judging.auditing.doubting.calibration import USUAL, Noise, NoiseEvidence
from core.judging.auditing.doubting.flips import estimated_flips
from core.judging.auditing.doubting.noise import doubted, gathered, rising_ratio
from core.judging.auditing.doubting.standing import LabelStanding


def judged(rows, rate, seed=0, classes=2):
    """Judges that are always right, and more or less sure; a share of labels is wrong."""
    random = np.random.default_rng(seed)
    truth, sure = np.arange(rows) % classes, random.uniform(0.65, 0.98, rows)
    shares = np.repeat((1 - sure)[:, None] / (classes - 1), classes, axis=1)
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
    assert doubt.noise.estimate == pytest.approx(rate, abs=0.025)
    assert doubt.noise.low <= rate <= doubt.noise.high
    assert doubt.wrong[wrong].mean() > 0.65
    assert doubt.wrong[~wrong].mean() < 0.07
    assert doubt.wrong[wrong].min() > doubt.wrong[~wrong].max()


def test_judges_that_are_as_sure_of_all_rows_cannot_exclude_that_classes_overlap():
    """One label in ten contradicts judges that are 90 % sure: as many as they say themselves."""
    truth = np.arange(1000) % 2
    shares = np.where(np.eye(2)[truth] > 0, 0.9, 0.1)
    labels = np.where(np.arange(1000) // 2 % 10 == 0, 1 - truth, truth)
    noise = doubted(shares, labels, seed=0).noise
    assert noise.low == 0
    assert noise.high >= 0.1


def test_right_labels_leave_hardly_any_noise_and_an_interval_that_holds_0():
    shares, labels, _ = judged(1000, 0.0)
    doubt = doubted(shares, labels, seed=0)
    assert doubt.noise.estimate < 0.01
    assert doubt.noise.low == 0
    assert not (doubt.wrong > 0.5).any()


def test_the_share_is_the_mean_over_the_rows_that_count():
    shares, labels, _ = judged(600, 0.2, classes=3)
    counts = np.arange(600) < 400
    doubt = doubted(shares, labels, 0, counts)
    assert doubt.noise.estimate == pytest.approx(doubt.wrong[counts].mean())
    assert len(doubt.wrong) == 600


def test_what_was_decided_is_not_wrong_any_more():
    shares, labels, wrong = judged(600, 0.2)
    known = np.where(wrong & (np.arange(600) < 300), 1 - labels, -1)
    doubt = doubted(shares, labels, 0, known=known)
    assert not doubt.wrong[known >= 0].any()
    left = (wrong & (known < 0)).mean()
    assert doubt.noise.low <= left <= doubt.noise.high
    assert doubt.noise.estimate == pytest.approx(left, abs=0.03)


def test_neighbours_in_suspicion_are_about_as_likely_wrong():
    """No steps: what differs by a hair in its shares differs by little in what is said of it."""
    random = np.random.default_rng(0)
    up = random.beta(0.5, 0.5, 1000)
    labels = ((random.random(1000) < up) ^ (random.random(1000) < 0.1)).astype(np.int64)
    near = np.array([0.884, 0.885, 0.892])
    shares = np.column_stack([np.append(up, near), 1 - np.append(up, near)])
    found = doubted(shares, np.append(1 - labels, [1, 1, 1]), seed=0).wrong[-3:]
    assert found[0] < found[1] < found[2] < found[0] + 0.1


def test_one_class_has_no_noise():
    doubt = doubted(np.ones((5, 1)), np.zeros(5, int), 0)
    assert (doubt.noise, doubt.wrong.tolist()) == (Noise(0, 0, 0), [0.0] * 5)


def test_an_estimate_lies_within_its_interval():
    with pytest.raises(ValueError, match="within its interval"):
        Noise(0.1, 0.2, 0.3)


CLEAR = LabelStanding(2, 0.02, 0.02, 0.1)


def interval(wrong, units, torn=0.0, contradicted=0.0):
    said, standing = np.array([wrong.mean()]), LabelStanding(2, 0.1, contradicted, torn)
    return USUAL.noise(NoiseEvidence(wrong, said, np.ones(1), standing, units))


@given(st.integers(10, 2000), st.floats(0, 1))
def test_intervals_hold_their_estimate_and_stay_between_nothing_and_all(units, share):
    wrong = np.full(50, share)
    noise = interval(wrong, units)
    assert 0 <= noise.low <= noise.estimate <= noise.high <= 1


def test_more_rows_make_the_interval_narrower():
    wrong = np.repeat([0.02, 0.9], [900, 100])
    few, many = interval(wrong, 100), interval(wrong, 10_000)
    assert many.high - many.low < few.high - few.low


def test_what_judges_contradict_may_be_wrong():
    wrong = np.full(500, 0.02)
    agreed, against = interval(wrong, 500), interval(wrong, 500, contradicted=0.2)
    assert against.high > agreed.high + 0.04
    assert (against.low, against.estimate) == (agreed.low, agreed.estimate)


def test_what_other_models_say_is_within_reach():
    """Of models that explain the labels about as well, the least; of others, nothing."""
    wrong = np.full(500, 0.1)

    def low(weights):
        said = np.array([0.1, 0.01])
        return USUAL.noise(NoiseEvidence(wrong, said, weights, CLEAR, 500)).low

    assert low(np.array([0.8, 0.2])) < 0.01 < low(np.array([0.95, 0.05]))


def test_where_judges_are_torn_errors_cannot_be_excluded():
    """Labels that are wrong near a border look like a border: the upper end alone knows them."""
    wrong = np.full(500, 0.02)
    sure, torn = interval(wrong, 500), interval(wrong, 500, torn=0.2)
    assert torn.high > sure.high + 0.01
    assert (torn.low, torn.estimate) == (sure.low, sure.estimate)


def test_errors_near_a_border_are_a_tenth_at_most_and_within_what_else_may_be_wrong():
    few, many = np.full(500, 0.02), np.full(500, 0.3)
    assert interval(few, 500, torn=0.45).high == pytest.approx(0.1)
    assert interval(many, 500, torn=0.45) == interval(many, 500)


def test_labels_that_contradict_the_surest_rows_may_be_wrong_in_all():
    wrong = np.full(500, 0.1)
    as_many, more = (
        USUAL.noise(
            NoiseEvidence(wrong, wrong[:1], np.ones(1), LabelStanding(2, surest, 0.1, 0.1), 500)
        )
        for surest in (0.1, 0.3)
    )
    assert more.high > as_many.high + 0.02
    assert (more.low, more.estimate) == (as_many.low, as_many.estimate)


def test_how_torn_judges_are_is_the_share_of_the_second_likeliest_class():
    shares = np.array([[0.5, 0.3, 0.2], [0.1, 0.1, 0.8]])
    flips = estimated_flips(shares, np.array([0, 2]))
    evidence = gathered(flips, shares, np.array([0, 2]), np.array([-1, -1]), USUAL)
    assert evidence.standing.torn == pytest.approx(0.2)


def test_the_surest_rows_of_each_class_are_counted_by_hand():
    """Ten rows of each class, of which three are the surest: one of six is contradicted."""
    sure = np.tile(np.linspace(0.95, 0.6, 10), 2)
    shares = np.column_stack([sure, 1 - sure])
    shares[10:] = shares[10:, ::-1]
    labels = np.repeat([0, 1], 10)
    labels[[1, 5, 16]] = 1 - labels[[1, 5, 16]]
    standing = LabelStanding.of(shares, labels)
    assert standing.surest == pytest.approx(1.5 / 7)
    assert standing.contradicted == pytest.approx(3 / 20)
    assert LabelStanding.of(shares, labels, rows=40).contradicted == pytest.approx(3 / 40)


def test_of_many_classes_a_contradiction_tells_less_and_where_sure_rows_are_contradicted_more():
    said = np.array([0.2, 0.8])
    two, many, noisy = (
        USUAL.wrong(said, LabelStanding(classes, surest, 0.2, 0.2))
        for classes, surest in ((2, 0.05), (20, 0.05), (2, 0.2))
    )
    assert np.all(many < two)
    assert np.all(two < noisy)


def test_that_no_label_is_wrong_is_within_reach_where_it_is_credible():
    """Classes that overlap: however large the estimate is, the lowest model is in the interval."""
    wrong, said = np.full(500, 0.2), np.array([0.002, 0.25])
    noise = USUAL.noise(NoiseEvidence(wrong, said, np.array([0.3, 0.7]), CLEAR, 500))
    assert noise.low == 0


def test_calibration_keeps_the_order_and_leaves_a_doubt():
    assert np.all(np.diff(USUAL.wrong(np.linspace(0.001, 0.999, 200), CLEAR)) > 0)
    none, sure = USUAL.wrong(np.array([0.0, 1.0]), CLEAR).tolist()
    assert none < 0.001
    assert 0.95 < sure < 1


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
    """Each row nine times over, as a group: the interval stays about that of the rows alone."""
    widths = []
    for seed in range(7):
        random = np.random.default_rng(seed)
        up = random.beta(0.4, 0.4, 150)
        labels = ((random.random(150) < up) ^ (random.random(150) < 0.15)).astype(int)
        shares = np.column_stack([1 - up, up])
        repeated = np.repeat(shares, 9, axis=0), np.repeat(labels, 9)
        found = (
            doubted(shares, labels, seed=0).noise,
            doubted(*repeated, seed=0, groups=np.repeat(np.arange(150), 9)).noise,
            doubted(*repeated, seed=0).noise,
        )
        widths.append([noise.high - noise.low for noise in found])
    alone, together, as_rows = np.array(widths).T
    assert np.all(np.abs(together - alone) < 0.02)
    # Not in each draw: where more rows tell of fewer errors, more is contradicted beyond these.
    assert together.mean() > 1.5 * as_rows.mean()


def overlapping(seed, rows=400):
    """Three classes that overlap, all labels right, and judges who know that but for a little."""
    random = np.random.default_rng(seed)
    scores = random.normal(size=(rows, 5)) @ random.normal(size=(5, 3)) / np.sqrt(5)
    labels = (scores + random.gumbel(size=scores.shape)).argmax(axis=1)
    said = np.exp(0.6 * (scores + 0.5 * random.normal(size=scores.shape)))
    return said / said.sum(axis=1, keepdims=True), labels


def test_of_classes_that_overlap_most_labels_are_believed_to_be_right(monkeypatch):
    """What rows hardly tell, the prior tells; with the rows of a large file it is worth little."""
    tables = [overlapping(seed) for seed in range(4)]
    believed = [doubted(*table, seed=0).noise for table in tables]
    shares, labels, wrong = judged(2000, 0.2)
    sure = doubted(shares, labels, seed=0).wrong
    monkeypatch.setattr(flips, "_RIGHT", 0.0)
    unbiased = [doubted(*table, seed=0).noise for table in tables]
    less, more = (np.mean([noise.estimate for noise in each]) for each in (believed, unbiased))
    assert less < more - 0.02
    again = doubted(shares, labels, seed=0).wrong
    assert sure[wrong].mean() == pytest.approx(again[wrong].mean(), abs=0.01)
