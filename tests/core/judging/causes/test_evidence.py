"""What rows tell for a cause: closed forms, and what dealing out anew may not change."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.judging.causes.evidence import ON_TOP, WrongRows


def test_where_errors_are_known_it_is_the_ratio_of_shares():
    """20 rows, 4 of them wrong: ln of (e + d (1 - e)) / e for a wrong row, of 1 - d for a right."""
    wrong = np.array([1.0] * 4 + [0.0] * 16)
    scores = WrongRows(wrong, np.zeros(20, np.int64)).scores
    for row, more in zip(scores, ON_TOP, strict=True):
        share = (4 + 0.2) / 21  # one more row, as it is usual
        assert row[0] == pytest.approx(math.log((share + more * (1 - share)) / share))
        assert row[19] == pytest.approx(math.log(1 - more))


def test_a_row_tells_by_how_unusual_it_is_among_its_like():
    wrong = np.array([0.6] * 20 + [0.6] + [0.0] * 19)
    strata = np.repeat([0, 1], 20)
    scores = WrongRows(wrong, strata).scores[1]
    assert abs(scores[0]) < 0.05  # all of its stratum look so
    assert scores[20] > 1


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=60),
    st.integers(1, 5),
    st.integers(0, 2**32 - 1),
)
def test_dealing_out_anew_stays_within_the_strata(wrong, many, seed):
    strata = np.arange(len(wrong)) % many
    dealt = WrongRows(np.array(wrong), strata).dealt(np.random.default_rng(seed))
    assert sorted(dealt.tolist()) == list(range(len(wrong)))
    assert np.array_equal(strata[dealt], strata)


@pytest.mark.parametrize("share", [0.1, 0.4, 0.6])
def test_the_share_of_errors_is_that_of_the_rule_and_not_the_usual_one(share):
    """Doubts that a usual share of errors has tempered would say too little of a rule's rows."""
    random = np.random.default_rng(0)
    rows, usual = 4000, 0.05
    is_wrong = random.random(rows) < np.where(np.arange(rows) < 400, share, usual)
    # A contradiction is nine times as likely of a wrong label; said by Bayes at the usual share.
    contradicts = random.random(rows) < np.where(is_wrong, 0.9, 0.1)
    odds = usual / (1 - usual) * np.where(contradicts, 9, 1 / 9)
    evidence = WrongRows(odds / (1 + odds), np.zeros(rows, np.int64))
    assert evidence.wrong[:400].mean() < 0.7 * share + 0.05
    assert evidence.share_wrong(np.arange(400)) == pytest.approx(share, abs=0.09)


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_beside_a_cause_fewer_are_wrong_than_a_usual_share_has_said(share):
    """Errors in and beside a rule add up to what was said of all rows."""
    random = np.random.default_rng(1)
    rows, left = 8000, 0.03
    is_wrong = random.random(rows) < np.where(np.arange(rows) < 1000, share, left)
    usual = is_wrong.mean()
    contradicts = random.random(rows) < np.where(is_wrong, 0.9, 0.05)
    odds = usual / (1 - usual) * np.where(contradicts, 18, 0.1 / 0.95)
    evidence = WrongRows(odds / (1 + odds), np.zeros(rows, np.int64))
    inside, others = np.arange(1000), np.arange(1000, rows)
    assert evidence.wrong[others].mean() > left + 0.01
    assert evidence.share_left(others) == pytest.approx(left, abs=0.01)
    found = 1000 * evidence.share_wrong(inside) + len(others) * evidence.share_left(others)
    assert found == pytest.approx(evidence.wrong.sum(), rel=0.15)
