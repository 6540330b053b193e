"""How far two people agree: by hand, by another implementation, and by drawing tables."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from core.judging.reviewing.agreeing import Agreement, compare
from core.judging.reviewing.decision import Decision, Verb
from tests.core.helpers import dataset

BASE = dataset({"x": range(8)}, "aaaabbbb", 0)
NAMES = ("right", "wrong")
TABLES = st.integers(2, 4).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 30), min_size=size, max_size=size), min_size=size, max_size=size
    )
)


@given(TABLES)
def test_kappa_is_that_of_another_implementation(rows):
    table = np.array(rows)
    found = Agreement(tuple(map(str, range(len(table)))), table)
    own, other = np.nonzero(table)
    many = table[own, other]
    if not math.isfinite(found.kappa):
        assert len(set(own) | set(other)) <= 1
        return
    expected = cohen_kappa_score(np.repeat(own, many), np.repeat(other, many))
    assert found.kappa == pytest.approx(expected, abs=1e-12)
    interval = found.interval
    assert -1 <= interval.low <= found.kappa <= interval.high <= 1


def test_the_standard_error_by_hand():
    """Two verdicts, both given half of the time by both: then e is 1/2 and all sums are short."""
    table = np.array([[40, 10], [10, 40]])
    kappa = 0.8 / 0.5 - 1
    same = 2 * 0.4 * (1 - 1 * (1 - kappa)) ** 2
    differing = (1 - kappa) ** 2 * 2 * 0.1 * 1
    spread = same + differing - (kappa - 0.5 * (1 - kappa)) ** 2
    found = Agreement(NAMES, table)
    assert found.kappa == pytest.approx(kappa)
    assert found.error == pytest.approx(math.sqrt(spread / 100) / 0.5)


def test_in_large_samples_the_error_is_the_spread_of_kappa():
    truth = np.array([[0.5, 0.1, 0.02], [0.05, 0.2, 0.03], [0.02, 0.03, 0.05]])
    drawn = np.random.default_rng(3).multinomial(2000, truth.ravel(), 3000).reshape(-1, 3, 3)
    found = [Agreement(("a", "b", "c"), table) for table in drawn]
    spread = np.std([each.kappa for each in found])
    assert np.mean([each.error for each in found]) == pytest.approx(spread, rel=0.04)


@pytest.mark.parametrize(
    ("rows", "share", "kappa"), [(15, 0.5, 0.9), (40, 0.2, 0.2), (40, 0.05, 0.9), (150, 0.2, 0.6)]
)
def test_the_interval_holds_kappa_also_of_few_rows_and_rare_verdicts(rows, share, kappa):
    margin = np.array([1 - share, share])
    truth = (1 - kappa) * np.outer(margin, margin) + kappa * np.diag(margin)
    drawn = np.random.default_rng(5).multinomial(rows, truth.ravel(), 1500).reshape(-1, 2, 2)
    found = [Agreement(NAMES, table).interval for table in drawn]
    holds = [each.low <= kappa <= each.high for each in found if math.isfinite(each.share)]
    assert np.mean(holds) > 0.89


def test_full_agreement_is_no_certainty():
    interval = Agreement(NAMES, np.array([[8, 0], [0, 4]])).interval
    assert (interval.share, interval.high) == (1.0, 1.0)
    assert interval.low < 0.8


def test_one_verdict_for_all_rows_tells_nothing():
    found = Agreement(NAMES, np.array([[12, 0], [0, 0]]))
    assert (found.rows, found.agreed) == (12, 12)
    assert math.isnan(found.kappa)
    assert (found.interval.low, found.interval.high) == (-1.0, 1.0)
    assert math.isnan(Agreement(NAMES, np.zeros((2, 2), int)).kappa)


def test_what_counts_as_the_same():
    own = [
        Decision(2, Verb.KEEP),
        Decision(3, Verb.RELABEL, "b"),
        Decision(4, Verb.RELABEL, "b"),
        Decision(5, Verb.SKIP),
        Decision(6, Verb.EXCLUDE),
        Decision(7, Verb.KEEP),
    ]
    other = [
        Decision(2, Verb.RELABEL, "a"),  # what it has already: it is right
        Decision(3, Verb.RELABEL, "b"),
        Decision(4, Verb.EXCLUDE),
        Decision(5, Verb.KEEP),
        Decision(6, Verb.KEEP),
        Decision(8, Verb.KEEP),
        Decision(2, Verb.SET, column="x", value="3", when=9.0),  # about no label
    ]
    found = compare(own, other, BASE)
    assert found.verdicts.table.tolist() == [[1, 0], [1, 2]]
    assert (found.labels.names, found.labels.agreed, found.labels.rows) == (
        ("a", "b", "excluded"),
        2,
        4,
    )
    assert {name: (each.agreed, each.rows) for name, each in found.by_class.items()} == {
        "a": (3, 3),
        "b": (0, 1),
    }


def test_numbers_are_right_or_wrong_and_have_no_classes():
    base = dataset({"x": range(4)}, [1.5, 2.0, 3.0, 4.0], 0)
    own = [Decision(2, Verb.KEEP), Decision(3, Verb.SET, column="y", value="20")]
    other = [Decision(2, Verb.SET, column="y", value="1.5"), Decision(3, Verb.EXCLUDE)]
    found = compare(own, other, base)
    assert found.verdicts.table.tolist() == [[1, 0], [0, 1]]
    assert (found.labels, found.by_class) == (None, {})
