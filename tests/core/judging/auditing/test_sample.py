"""An audit of a sample: some rows are judged, and nothing is said of the others."""

import numpy as np
import pandas as pd
import pytest

import core
from core.base.errors import DataError
from core.data.split import FILE_ORDER
from core.judging.audit_time import (
    USUAL_SAMPLE,
    announced,
    can_be_sampled,
    expected_seconds,
)
from core.judging.auditing.auditing import Auditing
from core.judging.auditing.verdict import SuspicionKind
from core.judging.diagnosing.evidence import RunEvidence
from core.judging.diagnosing.labels import AuditedLabels


@pytest.fixture(scope="module")
def data():
    return core.example("orders")


@pytest.fixture(scope="module")
def found(data):
    return core.audit(data, core.AdaBoost(rounds=20), sample=600)


def test_so_many_rows_are_judged_and_ranked_before_all_others(data, found):
    assert int(found.judged.sum()) == found.sample == 600
    outside = ~found.judged
    assert not found.suspicion[outside].any()
    assert not found.flagged[outside].any()
    assert found.count > 0
    assert {found.kind(row) for row in np.flatnonzero(outside)[:50]} <= {
        SuspicionKind.NOT_JUDGED,
        SuspicionKind.TWIN,
    }
    np.testing.assert_array_equal(found.suggested[outside], data.labels[outside])
    assert set(found.wrong[outside]) == {found.noise.estimate}


def test_the_seed_draws_the_rows(data, found):
    again = Auditing(data, core.AdaBoost(rounds=5), sample=600)
    other = Auditing(data, core.AdaBoost(rounds=5), sample=600, seed=1)
    drawn = {tuple(sorted(each._problem.data.order)) for each in (again, other)}
    assert len(drawn) == 2
    assert tuple(np.flatnonzero(found.judged)) in drawn


def test_words_tell_of_the_sample_and_judges_of_some_rows_are_not_held_against_the_run(data, found):
    many = len(data) - 600
    told = AuditedLabels.of(found).flagged
    assert f"{many:,} rows are not judged" in told
    assert "a sample of 600 rows, whose estimates hold for all" in told
    outside = int(np.flatnonzero(~found.judged)[0])
    assert any("it is not in that" in each for each in found.reasons(outside).sentences)
    assert RunEvidence.of(found.run, found, None).against_judges is None


def test_a_sample_of_all_rows_is_an_audit_of_all(data):
    auditing = Auditing(data, core.AdaBoost(rounds=5), sample=len(data))
    assert len(auditing._problem) == len(data)


def test_a_sample_that_cannot_be_drawn_is_refused(data):
    with pytest.raises(DataError, match="Draw 10 rows at least"):
        core.audit(data, sample=3)
    past = core.example("orders", time=FILE_ORDER, past_only=True)
    with pytest.raises(DataError, match="Judges are kept from later rows"):
        core.audit(past, sample=600)


def test_long_audits_are_announced_and_a_sample_offered(data):
    assert announced(data) == ""
    assert expected_seconds(data, 100) < expected_seconds(data)
    numbers = np.arange(1_500_000)
    frame = pd.DataFrame({"x": numbers * 0.5, "y": np.where(numbers % 3, "a", "b")})
    many = core.Dataset.from_frame(frame, "y", validation_share=0)
    assert can_be_sampled(many)
    told = announced(many)
    assert "An audit of all 1,500,000 rows takes about" in told
    assert f"of a sample of {USUAL_SAMPLE:,}, about" in told
