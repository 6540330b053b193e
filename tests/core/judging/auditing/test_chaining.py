"""Judged by the past: no row's judge was taught with a later row, nor with one of its group."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.base.errors import DataError
from core.data.split import FILE_ORDER, Split
from core.data.split_words import split_sentence
from core.judging.auditing.auditing import Auditing
from core.judging.auditing.chaining import NOBODY, Chain
from core.judging.auditing.crossfit import learners
from core.judging.auditing.default_judges import usual_judges, witness
from core.judging.auditing.judges import BagJudge, Court
from core.judging.auditing.jury import Hearing
from core.judging.auditing.verdict import SuspicionKind
from core.judging.diagnosing.labels import AuditedLabels
from core.learning.problem import Problem


def visits(rows=150, wrong=6, numbers=False, **split):
    """Visits of patients on days; of the last ones a few have the wrong label."""
    random = np.random.default_rng(3)
    x = random.normal(size=(rows, 3)).round(3)
    label = np.where(x[:, 0] + x[:, 1] > 0, "yes", "no")
    label[-wrong:] = np.where(label[-wrong:] == "yes", "no", "yes")
    frame = pd.DataFrame(x, columns=["a", "b", "c"])
    frame["day"] = random.permutation(np.arange(rows) // 3)
    frame["patient"] = random.integers(0, 12, rows)
    frame["y"] = (x[:, 0] - x[:, 1]).round(3) if numbers else label
    words = {"time": "day", "past_only": True, "validation_share": 0.0} | split
    return core.Dataset.from_frame(frame, "y", **words)


def court_of(data):
    problem = Problem.of(data)
    strata = problem.targets if problem.is_regression else problem.labels
    times = data.times[problem.data.order]
    chain = Chain.of(times, strata, problem.row_weights, problem.groups, 0)
    return Court(problem, problem.row_weights, chain.fold, 0, chain.block), times


@given(st.data())
def test_who_teaches_is_earlier_and_of_no_group_that_is_judged(data):
    rows = data.draw(st.integers(1, 60))
    whole = st.lists(st.integers(0, 8), min_size=rows, max_size=rows)
    times = np.array(data.draw(whole), np.float64)
    times[np.array(data.draw(whole)) == 0] = np.nan
    labels, weights = (np.array(data.draw(whole)) % 3 for _ in range(2))
    groups = np.array(data.draw(whole)) if data.draw(st.booleans()) else None
    chain = Chain.of(times, labels, weights.astype(float), groups, 0)
    judged = chain.fold != NOBODY
    assert set(chain.fold[judged].tolist()) == set(range(int(chain.fold.max()) + 1))
    assert not np.isnan(times[judged]).any()
    for piece in range(int(chain.fold.max()) + 1):
        here = chain.fold == piece
        taught = learners(here, weights, groups, chain.block)
        assert times[taught].max() < times[here].min()
        assert weights[taught].min() > 0
        assert groups is None or not set(groups[taught]) & set(groups[here])
        assert set(labels[here].tolist()) <= set(labels[taught].tolist())


def test_no_more_than_the_earliest_tenth_is_not_judged():
    times = np.random.default_rng(0).permutation(1000).astype(float)
    chain = Chain.of(times, np.arange(1000) % 4, np.ones(1000), None, 0)
    np.testing.assert_array_equal(chain.fold == NOBODY, times < 100)
    assert np.bincount(chain.block).tolist() == [100, 180, 180, 180, 180, 180]


def test_a_class_that_nobody_saw_before_is_not_judged():
    labels = np.arange(200) % 2
    labels[150:] = 2
    chain = Chain.of(np.arange(200.0), labels, np.ones(200), None, 0)
    first = int(np.flatnonzero((chain.fold != NOBODY) & (labels == 2))[0])
    assert (chain.block[150:first] < chain.block[first]).all()
    assert chain.fold[150] == NOBODY
    assert chain.fold[-1] != NOBODY  # by then it was seen often enough


@pytest.mark.parametrize("more", [{}, {"group": "patient"}, {"numbers": True}])
def test_no_judge_is_taught_with_a_later_row_or_its_group(more):
    """Whatever a later row's label is, what is said of a row does not change by a bit."""
    court, times = court_of(visits(rows=90, **more))
    problem = court.problem
    late = np.flatnonzero(times >= 24)
    labels, targets = problem.labels.copy(), problem.targets.copy()
    if problem.is_regression:
        targets[late] += 100.0
    else:
        labels[late] = 1 - labels[late]
    changed = replace(court, problem=replace(problem, labels=labels, targets=targets))
    # Whole blocks are judged by one: rows as late as the first of the block that changes.
    same = court.block <= court.block[late].min()
    assert (same & (court.fold != NOBODY)).any()
    judges = [
        replace(judge, votes_wanted=4) if isinstance(judge, BagJudge) else judge
        for judge in (*usual_judges(problem), *(() if problem.is_regression else (witness(),)))
    ]
    for judge in judges:
        said, again = (_sums(one, judge) for one in (court, changed))
        np.testing.assert_array_equal(said[same], again[same], err_msg=judge.name)
        assert not np.array_equal(said, again), judge.name
    if problem.groups is not None:
        patient = problem.groups == problem.groups[late[-1]]
        own = np.where(patient, 1 - problem.labels, problem.labels)
        changed = replace(court, problem=replace(problem, labels=own))
        for judge in judges:
            said, again = (_sums(one, judge) for one in (court, changed))
            np.testing.assert_array_equal(said[patient], again[patient], err_msg=judge.name)


def _sums(court, judge):
    """What the pieces say of each row, rows that nobody judges left at 0."""
    sums = np.zeros((len(court.problem), court.outputs))
    for piece in range(judge.pieces(court)):
        said = judge.say(court, piece)
        sums[said.places] += said.sums
    return sums


def test_the_audit_hears_nobody_who_knows_later_rows(monkeypatch):
    """A spy on every hearing of a whole audit."""
    data, heard = visits(), []
    made = Hearing.__init__

    def spying(self, court, *rest):
        heard.append(court)
        made(self, court, *rest)

    monkeypatch.setattr(Hearing, "__init__", spying)
    found = core.audit(data, core.AdaBoost(rounds=5))
    assert heard
    times = data.times[heard[0].problem.data.order]
    for court in heard:
        for part in range(court.parts):
            fold = court.part(part)
            taught = fold.problem.inputs.rows[: fold.problem.training]
            assert data.times[taught].max() < times[fold.judged].min()
            rows, judged = court.bag(part)
            assert times[rows].max() < times[judged].min()
    wrong = np.flatnonzero(found.judged & (np.arange(len(data)) >= 144))
    assert len(set(wrong) & set(found.ranked[:12])) >= len(wrong) - 1


def test_rows_that_nobody_judges_come_last_and_are_told():
    data = visits()
    found = core.audit(data, core.AdaBoost(rounds=5))
    unjudged = ~found.judged
    assert 0 < unjudged.sum() <= 0.15 * len(data)
    assert data.times[unjudged].max() < data.times[found.judged].min()
    assert set(found.ranked[-unjudged.sum() :]) == set(np.flatnonzero(unjudged))
    row = int(np.flatnonzero(unjudged)[0])
    assert found.kind(row) is SuspicionKind.NOT_JUDGED
    assert found.reasons(row).judges == ()
    assert "Nobody judged it" in " ".join(found.reasons(row).sentences)
    np.testing.assert_array_equal(found.suggested[unjudged], data.labels[unjudged])
    assert found.wrong[row] == found.noise.estimate
    assert f"{unjudged.sum()} rows are not judged" in AuditedLabels.of(found).flagged
    everyone = core.audit(visits(past_only=False), core.AdaBoost(rounds=5))
    assert everyone.judged is None
    assert "not judged" not in AuditedLabels.of(everyone).flagged


def test_numbers_and_file_order_are_judged_by_the_past_too():
    data = visits(numbers=True, time=FILE_ORDER)
    auditing = Auditing(data, seed=0)
    stages = {stage.words for stage in auditing}
    assert "second hearing" not in stages  # it would know of later rows
    found = auditing.audit()
    assert (np.flatnonzero(~found.judged) < 20).all()


def test_nothing_before_anybody_is_said():
    """One label until the last lines: no judge could have known another one."""
    frame = pd.DataFrame({"x": np.arange(60.0), "y": np.where(np.arange(60) < 55, "a", "b")})
    data = core.Dataset.from_frame(
        frame, "y", time=FILE_ORDER, past_only=True, validation_share=0.0
    )
    found = core.audit(data, core.AdaBoost(rounds=3))
    assert found.opinions == ()
    assert "cannot be told" in AuditedLabels.of(found).sentence


def test_the_choice_is_part_of_the_split():
    with pytest.raises(DataError, match="Choose a column of times"):
        Split(past_only=True)
    split = Split(time="day", past_only=True)
    assert Split.from_plain(split.plain()) == split
    assert "past_only" not in Split(time="day").plain()
    with pytest.raises(DataError, match="neither yes nor no"):
        Split.from_plain(split.plain() | {"past_only": 1})
    assert split_sentence(visits()).endswith("judges every row by earlier ones only, by 'day'.")


def test_times_are_those_of_the_rows_that_are_left():
    data = visits(rows=40)
    np.testing.assert_array_equal(data.times, data.table.column("day").values[data.rows])
    less = data.excluding(data.lines[:10])
    np.testing.assert_array_equal(less.times, data.times[10:])
    assert visits(past_only=False, time=None).times is None
