"""Which confusion is common, and what it does to the order: small matrices by hand, properties."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import audit
from core.judging.auditing.confusion import Tempering, confusions, pooled, suspected
from core.judging.auditing.doubting.flips import estimated_flips
from core.judging.auditing.jury import SOFT, own_and_other, suspicion_of
from tests.core.helpers import dataset

ALL = Tempering(surest=1.0, power=1.0, alone=math.inf)
"""Everything that is counted is believed."""


def drawn(seed, rows=300, classes=4):
    """Shares of judges that are never quite sure, and labels that mostly follow them."""
    random = np.random.default_rng(seed)
    shares = random.dirichlet(np.full(classes, 0.4), rows)
    labels = np.array([random.choice(classes, p=share) for share in shares])
    return shares, labels


def average_precision(suspicion, wrong):
    hits = wrong[np.argsort(-suspicion, kind="stable")]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean())


def test_the_odds_by_hand():
    """Of the rows that judges name 0 one in two is labelled 1; none that they name 1 is 0."""
    named = np.repeat([0, 1], [40, 60])
    labels = np.where((named == 0) & (np.arange(100) % 2 == 0), 1, named)
    found = confusions(np.eye(2)[named], labels, how=ALL)
    there, back = (20 + 4 * 0.2) / (40 + 4), 4 * 0.2 / (60 + 4)  # 0.2: 20 of 100 rows in all
    both_ways = 20 * back / there
    # Of what is confused both ways the middle of the pairs is left: of that and of nothing, half.
    seen = np.array([20 - both_ways + both_ways / 2, 0.0])
    usual = (seen.sum() + 0.5) / 101
    expected = np.array([40 * usual, 60 * usual])
    spread = ((seen - expected) ** 2 - expected).sum() / (expected**2).sum()
    first, second = (seen + 1 / spread) / (expected + 1 / spread)
    np.testing.assert_allclose(found, [[1, first], [second, 1]], rtol=1e-6)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=20))
def test_a_pooled_order_lies_between_both_and_follows_each(pairs):
    suspicion, wrong = np.array(pairs).T
    found = pooled(suspicion, wrong)
    assert (found >= np.minimum(suspicion, wrong) - 1e-8).all()
    assert (found <= np.maximum(suspicion, wrong) + 1e-8).all()
    more = np.minimum(1, suspicion + 0.1)
    assert (pooled(more, wrong) >= found - 1e-12).all()
    assert (pooled(suspicion, more) >= pooled(suspicion, suspicion) - 1e-12).all()


def test_classes_of_few_rows_tell_what_they_are_mistaken_for():
    """Sixty rows of each, of which two in five of the first are called the second."""
    found = []
    for seed in range(30):
        random = np.random.default_rng(seed)
        truth = np.arange(240) % 4
        shares = np.array([random.dirichlet(0.5 + np.eye(4)[each]) for each in truth])
        labels = np.where((truth == 0) & (random.random(240) < 0.4), 1, truth)
        found.append(
            [
                average_precision(
                    suspected(shares, labels, confusions(shares, labels, how=how)).suspicion,
                    labels != truth,
                )
                for how in (Tempering(least=8), Tempering())
            ]
        )
    of_a_handful, of_enough = np.mean(found, axis=0)
    assert of_enough > of_a_handful + 0.02


def test_what_explains_all_labels_tells_two_classes_that_are_mistaken_there_and_back():
    """Pair by pair that looks like nature; where the judges are sure of both it is none."""
    random = np.random.default_rng(0)
    truth = random.integers(0, 6, 900)
    shares = np.array([random.dirichlet(0.3 + 1.2 * np.eye(6)[each]) for each in truth])
    labels = np.where((truth < 2) & (random.random(900) < 0.35), 1 - truth, truth)
    wrong = labels != truth
    alone = suspected(shares, labels, confusions(shares, labels)).suspicion
    model = estimated_flips(shares, labels).unseen.wrong(shares, labels)
    assert average_precision(pooled(alone, model), wrong) > average_precision(alone, wrong) + 0.03


def test_of_two_classes_next_to_nothing_is_believed():
    named = np.repeat([0, 1], [40, 60])
    labels = np.where((named == 0) & (np.arange(100) % 2 == 0), 1, named)
    shares = np.eye(2)[named]
    assert confusions(shares, labels, how=ALL)[0, 1] > 2
    np.testing.assert_allclose(confusions(shares, labels), [[1, 1.25], [0.8, 1]])


def test_a_row_by_hand():
    shares, labels = np.array([[0.5, 0.2, 0.3]]), np.array([2])
    common = np.array([[1.0, 1.0, 0.5], [1.0, 1.0, 3.0], [1.0, 1.0, 1.0]])
    found = suspected(shares, labels, common)
    against, own = math.hypot(0.5 * (0.5 + SOFT), 3 * (0.2 + SOFT)), 0.3 + SOFT
    assert found.suspicion[0] == pytest.approx(against / (against + own))
    assert (found.own[0], found.other[0], found.share[0]) == (0.3, 1, 0.2)


@given(st.integers(0, 10_000))
def test_where_no_confusion_is_commoner_than_another_the_order_is_that_of_the_shares(seed):
    shares, labels = drawn(seed)
    own, other, share = own_and_other(shares, labels)
    found = suspected(shares, labels, np.ones((4, 4)))
    np.testing.assert_array_equal(found.other, other)
    # At least what the likeliest other class says alone, and less than all of them together.
    assert (found.suspicion >= suspicion_of(own, share) - 1e-12).all()
    assert (found.suspicion < (1 - own + 3 * SOFT) / (1 + 4 * SOFT) + 1e-12).all()


@given(st.integers(0, 10_000))
def test_of_two_classes_the_order_is_that_of_their_shares(seed):
    shares, labels = drawn(seed)
    shares, labels = shares[:, :2] / shares[:, :2].sum(axis=1, keepdims=True), labels % 2
    own, _, share = own_and_other(shares, labels)
    found = suspected(shares, labels, np.ones((2, 2)))
    np.testing.assert_allclose(found.suspicion, suspicion_of(own, share))


@given(st.integers(0, 10_000), st.permutations(range(4)))
def test_other_names_of_the_classes_give_the_same_answer(seed, names):
    shares, labels = drawn(seed)
    place = np.argsort(names)
    common = confusions(shares, labels)
    renamed = confusions(shares[:, place], np.array(names)[labels])
    np.testing.assert_allclose(renamed, common[np.ix_(place, place)])
    found = suspected(shares, labels, common)
    again = suspected(shares[:, place], np.array(names)[labels], renamed)
    np.testing.assert_allclose(again.suspicion, found.suspicion)
    np.testing.assert_array_equal(again.other, np.array(names)[found.other])


@given(st.integers(0, 10_000))
def test_suspicion_lies_between_0_and_1_and_rates_are_positive(seed):
    shares, labels = drawn(seed, rows=40)
    common = confusions(shares, labels)
    assert np.all(common > 0)
    assert np.all(np.diag(common) == 1)
    suspicion = suspected(shares, labels, common).suspicion
    assert np.all((suspicion >= 0) & (suspicion <= 1))


def test_uniform_errors_tell_no_pair_from_another():
    """In most draws next to nothing is told, and never much."""
    told = []
    for seed in range(20):
        random = np.random.default_rng(seed)
        truth = np.arange(1200) % 4
        labels = np.where(random.random(1200) < 0.2, random.integers(0, 4, 1200), truth)
        told.append(np.abs(np.log(confusions(np.eye(4)[truth], labels))).max())
    assert np.median(told) < 0.05
    assert max(told) < np.log(2.5)


@pytest.mark.parametrize("seed", range(5))
def test_classes_that_look_alike_are_not_taken_for_errors(seed):
    """0 and 1 can hardly be told apart, and no label is wrong: they are confused there and back."""
    random = np.random.default_rng(seed)
    up = random.beta(4, 4, 600)
    shares = np.column_stack([1 - up, up, np.zeros(600)])
    shares[400:] = [0.0, 0.0, 1.0]
    labels = np.where(random.random(600) < up, 1, 0)
    labels[400:] = 2
    assert (shares.argmax(axis=1) != labels)[:400].mean() > 0.25
    assert confusions(shares, labels).max() < 2
    habit = labels.copy()
    habit[:400][(up[:400] < 0.5) & (random.random(400) < 0.4)] = 1
    assert confusions(shares, habit)[0, 1] > 1.2


@pytest.mark.parametrize("rows", [1000, 30_000])
def test_many_rows_do_not_make_chance_or_unlike_sizes_a_habit(rows):
    """Two classes of unlike size that overlap, and uniform errors: the order stays as it is."""
    random = np.random.default_rng(0)
    up = 1 / (1 + np.exp(-3 * random.normal(size=rows) - 1))
    truth = random.random(rows) < up
    labels = (truth != (random.random(rows) < 0.1)).astype(np.int64)
    shares = np.column_stack([0.9 - 0.8 * up, 0.1 + 0.8 * up])
    np.testing.assert_allclose(confusions(shares, labels), np.ones((2, 2)), atol=0.1)


def test_only_rows_that_count_are_counted():
    shares, labels = drawn(3)
    counts = np.arange(300) < 200
    np.testing.assert_array_equal(
        confusions(shares, labels, counts), confusions(shares[:200], labels[:200])
    )


def test_confusion_that_fades_towards_the_anchors_counts_less_than_one_that_lasts():
    """40 of 200 rows of class 0 are called 1, anywhere, or mostly where the judges are unsure.

    Of class 2 one row in ten is called 0, anywhere: the one is commoner than that, the other not.
    """
    truth = np.repeat([0, 1, 2], 200)
    shares = np.eye(3)[truth]
    unsure = np.linspace(0, 0.45, 200)
    shares[:200] = np.column_stack([1 - unsure, unsure, np.zeros(200)])
    lasts = truth.copy()
    lasts[400::10] = 0
    fades = lasts.copy()
    lasts[:200:5] = 1
    fades[[*range(0, 40, 10), *range(164, 200)]] = 1
    lasting, fading = (confusions(shares, labels) for labels in (lasts, fades))
    assert lasting[0, 1] > 1.2 * lasting[2, 0]
    assert fading[0, 1] < 0.95 * fading[2, 0]


@pytest.mark.parametrize("classes", [1, 3])
def test_nothing_to_count_is_nothing_told(classes):
    nothing = confusions(np.empty((0, classes)), np.empty(0, np.int64))
    np.testing.assert_array_equal(nothing, np.ones((classes, classes)))
    alone = suspected(np.ones((2, 1)), np.zeros(2, np.int64), np.ones((1, 1)))
    assert alone.suspicion.tolist() == [0, 0]


@pytest.mark.parametrize("seed", [0, 1])
def test_an_audit_of_lopsided_errors_finds_more_than_the_shares_alone(seed):
    """Five clouds that touch: one class is called another in 35 of 100 rows, nothing else is."""
    random = np.random.default_rng(seed)
    truth = np.arange(500) % 5
    x, y = random.normal(size=(2, 500)) + 3 * np.stack([truth % 3, truth // 3])
    wrong = (truth == 1) & (random.random(500) < 0.35)
    labels = np.array([f"c{number}" for number in np.where(wrong, 4, truth)])
    data = dataset({"across": x, "up": y}, labels)
    found = audit(data, seed=seed)
    own, share = (
        np.mean([getattr(opinion, name) for opinion in found.opinions], axis=0)
        for name in ("own", "share")
    )
    plain = average_precision(suspicion_of(own, share), wrong)
    assert average_precision(found.suspicion, wrong) > plain + 0.05
