"""What other columns explain is no cause; what they do not explain stays one."""

import numpy as np
import pandas as pd
import pytest

from core import Dataset
from core.base.progress import Cancelled
from core.judging.causes.causes import causes
from core.judging.causes.confounders import explained
from core.judging.causes.evidence import WrongRows
from tests.core.judging.causes.judged import ROWS, judged, two_classes


def corner(seed):
    """Labels that judges do not know in a corner of the table: right, and they look wrong there.

    Two columns tell where it is; a third one has to do with them.
    """
    random = np.random.default_rng(seed)
    frame, shares, labels = two_classes(random, spread=4.0)
    hidden = frame.u.to_numpy() + 0.1 * random.normal(size=ROWS)
    frame = frame.assign(size=hidden, length=hidden + 0.1 * random.normal(size=ROWS))
    there = frame.u.to_numpy() > 1.2
    labels = np.where(there & (random.random(ROWS) < 0.4), 1 - labels, labels)
    return frame, shares, labels


def test_a_corner_that_judges_do_not_know_is_no_cause():
    frame, shares, labels = corner(0)
    found = causes(judged(frame, labels, shares))
    assert found.tried > 0
    assert found.found == ()


def test_a_cause_is_found_beside_such_a_corner():
    frame, shares, labels = corner(1)
    random = np.random.default_rng(2)
    by_operator = (frame.operator.to_numpy() == 7) & (random.random(ROWS) < 0.5)
    found = causes(judged(frame, np.where(by_operator, 1 - labels, labels), shares)).found
    assert "operator = 7" in [cause.rule for cause in found]
    assert not any({"u", "size", "length"} & set(cause.columns) for cause in found)


def evidence_by(x, random):
    wrong = (random.random(len(x)) < np.where(x > 0.8, 0.6, 0.05)).astype(float)
    return WrongRows(wrong, np.zeros(len(x), np.int64))


def table(x):
    frame = pd.DataFrame({"x": x, "noise": np.random.default_rng(9).random(len(x))})
    labels = np.where(np.arange(len(x)) % 2, "a", "b")
    return Dataset.from_frame(frame.assign(label=labels), "label", validation_share=0)


def test_rows_are_compared_with_rows_of_which_as_much_is_expected():
    random = np.random.default_rng(3)
    x = random.random(1000)
    before = evidence_by(x, random)
    data, rows = table(x), np.arange(1000)
    after = explained(data, rows, before)
    here = x > 0.8
    assert before.expected[here].mean() == pytest.approx(before.expected[~here].mean())
    assert after.expected[here].mean() > 4 * after.expected[~here].mean()
    assert np.array_equal(after.wrong, before.wrong)


def test_a_column_of_the_rule_has_no_say():
    random = np.random.default_rng(4)
    x = random.random(1000)
    before = evidence_by(x, random)
    after = explained(table(x), np.arange(1000), before, {"x"})
    here = x > 0.8
    assert after.expected[here].mean() < 1.5 * after.expected[~here].mean()


def test_without_other_columns_everything_stays_as_it_is():
    random = np.random.default_rng(5)
    x = random.random(100)
    before = evidence_by(x, random)
    assert explained(table(x), np.arange(100), before, {"x", "noise"}) is before


def test_it_can_be_called_off():
    def enough(progress):
        raise Cancelled

    random = np.random.default_rng(6)
    x = random.random(200)
    with pytest.raises(Cancelled):
        explained(table(x), np.arange(200), evidence_by(x, random), watch=enough)
