"""A column that gives the target away is found; one that is merely good is not."""

import numpy as np
import pandas as pd
import pytest

from core import Dataset
from core.checks.finding import FindingKind
from core.checks.findings import findings
from core.checks.leakage import SUSPICIOUS, skill
from core.data.column import Column

RANDOM = np.random.default_rng(3)
ROWS = 2000
HIDDEN = RANDOM.normal(size=ROWS)
LABELS = (HIDDEN + RANDOM.normal(size=ROWS) > 0.8).astype(int)


def skill_of(values, labels=LABELS, classes=2):
    rows = np.random.default_rng(0).permutation(len(labels))
    return skill(Column.from_series("x", pd.Series(values)), np.asarray(labels), classes, rows)


def swapped(labels, share):
    return np.where(RANDOM.random(len(labels)) < share, 1 - labels, labels)


@pytest.mark.parametrize(
    "values",
    [
        LABELS,
        np.where(LABELS, "paid back", "written off"),
        np.where(LABELS, 5.0, np.nan),
        LABELS * 10 + RANDOM.random(ROWS),
        swapped(LABELS, 0.002),
    ],
    ids=["a copy", "in other words", "there or missing", "a range", "nearly a copy"],
)
def test_what_gives_the_target_away_has_nearly_all_the_skill(values):
    assert skill_of(values) >= SUSPICIOUS


@pytest.mark.parametrize(
    "values",
    [
        HIDDEN,
        swapped(LABELS, 0.05),
        RANDOM.normal(size=ROWS),
        np.arange(ROWS),
        [f"row {row}" for row in range(ROWS)],
        np.full(ROWS, np.nan),
        np.where(HIDDEN > 0, np.inf, 1),
    ],
    ids=["good", "a good guess", "noise", "row", "names", "missing", "infinite"],
)
def test_an_honest_column_stays_well_below(values):
    assert skill_of(values) < 0.9


def test_noise_has_no_skill():
    assert skill_of(RANDOM.normal(size=ROWS)) < 0
    assert skill_of([f"row {row}" for row in range(ROWS)]) == 0


def test_a_number_is_given_away_by_what_it_is_made_of():
    target = np.exp(HIDDEN)
    assert skill_of(HIDDEN, target, 0) >= SUSPICIOUS
    assert skill_of(HIDDEN, target + RANDOM.normal(size=ROWS), 0) < 0.9
    assert skill_of(RANDOM.normal(size=ROWS), target, 0) < 0


def test_the_skill_of_a_copy_with_errors_is_that_of_its_errors():
    values = swapped(LABELS, 0.1)
    expected = 1 - (values != LABELS).sum() / LABELS.sum()
    assert skill_of(values) == pytest.approx(expected)


def test_the_column_is_named_and_may_be_ignored():
    frame = pd.DataFrame({"good": HIDDEN, "refund": LABELS * 9.5, "y": LABELS})
    (finding,) = findings(Dataset.from_frame(frame, "y"))
    assert (finding.kind, finding.columns) == (FindingKind.GIVES_AWAY, ("refund",))
    assert finding.sentence.startswith("'refund' predicts 'y' in ")


def test_a_date_that_gives_the_target_away_is_named_once():
    days = np.where(LABELS, "2024-03-01", "2024-05-02")
    data = Dataset.from_frame(pd.DataFrame({"good": HIDDEN, "paid": days, "y": LABELS}), "y")
    assert len(data.features) > 2
    assert [finding.columns for finding in findings(data)] == [("paid",)]


def test_a_handful_of_rows_proves_nothing():
    frame = pd.DataFrame({"x": [0, 1] * 20, "z": HIDDEN[:40], "y": ["a", "b"] * 20})
    assert list(findings(Dataset.from_frame(frame, "y"))) == []
