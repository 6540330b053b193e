"""Shares of the rows in several places: the same bits as with all rows in one, whatever is lost."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import core
from core.base import room
from core.base.errors import DataError, SettingsError
from core.cluster.auditing import audit_on_cluster
from core.cluster.opening import open_on_cluster
from core.judging.auditing.parts import on_disk
from core.parts.opening import open_in_memory, open_on_disk
from tests.core.cluster.threads import ThreadOffice
from tests.core.parts.conftest import cut, planned

STUMPS = core.AdaBoost(rounds=70)
COMMITTEES = (
    core.RandomForest(rounds=9),
    core.Bagging(rounds=5, base=core.Tree(depth=4)),
    core.Bagging(rounds=3, base=core.GradientBoosting(rounds=3)),
    core.GradientBoosting(rounds=6, row_share=0.7),
    core.LogitBoost(rounds=6, depth=2),
)


@pytest.mark.parametrize(("parts", "workers"), [(1, 1), (3, 2), (16, 3)])
def test_a_crew_gives_the_bits_of_memory(frame, opened, same_run, parts, workers):
    look = opened(cut(frame, parts))
    plan, office = planned(look), ThreadOffice(workers)
    data, crew = open_on_cluster(look, plan, office)
    run, whole = core.fit(data, STUMPS), core.fit(open_in_memory(look, plan), STUMPS)
    crew.close()
    same_run(run, whole)
    assert np.array_equal(data.lines, whole.dataset.lines)
    for t in (0, 1, 70):
        np.testing.assert_allclose(run.history.weights(t), whole.history.weights(t), rtol=1e-9)
        assert np.array_equal(run.history.margins(t), whole.history.margins(t))


@pytest.mark.parametrize("target", ["y", "kind", "p"])
@pytest.mark.parametrize("settings", COMMITTEES, ids=lambda settings: settings.title)
def test_members_that_are_dealt_out_are_those_of_memory(
    frame, opened, office, same_run, settings, target
):
    look = opened(cut(frame, 5))
    plan = planned(look, target, left_out=("kind",) if target == "y" else ())
    data, crew = open_on_cluster(look, plan, office)
    if settings.why_not(data):
        pytest.skip("not for this target")
    run, whole = core.fit(data, settings), core.fit(open_in_memory(look, plan), settings)
    crew.close()
    same_run(run, whole)
    assert np.array_equal(run.history.margins(run.rounds), whole.history.margins(run.rounds))
    assert np.array_equal(run.history.suspicion(), whole.history.suspicion())


@pytest.mark.parametrize("call", ["copy", "begin", "answer"])
def test_a_worker_that_is_lost_is_replaced_with_its_copy(frame, opened, office, same_run, call):
    look = opened(cut(frame, 5))
    plan = planned(look)
    office.lost_before[call] = 2
    data, crew = open_on_cluster(look, plan, office)
    run = core.fit(data, COMMITTEES[0])
    crew.close()
    assert any(seat.is_lost for seat in office.seats)
    same_run(run, core.fit(open_in_memory(look, plan), COMMITTEES[0]))


@pytest.mark.parametrize(
    ("call", "before"), [("sum_up", 1), ("encode", 2), ("begin", 1), ("answer", 2), ("answer", 79)]
)
def test_a_worker_that_is_lost_changes_nothing(frame, opened, office, same_run, call, before):
    look = opened(cut(frame, 5))
    plan = planned(look)
    office.lost_before[call] = before
    data, crew = open_on_cluster(look, plan, office)
    run = core.fit(data, STUMPS)
    crew.close()
    assert any(seat.is_lost for seat in office.seats)
    same_run(run, core.fit(open_in_memory(look, plan), STUMPS))


def test_a_worker_that_is_lost_again_and_again_is_given_up(frame, opened, office):
    look = opened(cut(frame, 4))
    data, crew = open_on_cluster(look, planned(look), office)
    training = core.train(data, STUMPS)
    next(training)
    office.is_unlucky = True
    for seat in office.seats:
        seat.lose()
    assert len(list(training)) <= 1  # what was under way already
    run = training.run()
    assert run.rounds >= 1
    assert "one after the other" in run.outcome.sentence
    assert "is kept" in run.outcome.sentence
    crew.close()


def test_a_training_that_is_stopped_leaves_the_crew_ready_for_the_next(
    frame, opened, office, same_run
):
    look = opened(cut(frame, 4))
    plan = planned(look)
    data, crew = open_on_cluster(look, plan, office)
    stopped = core.train(data, STUMPS)
    next(stopped)
    stopped.interrupt()
    assert list(stopped) == []
    same_run(core.fit(data, STUMPS), core.fit(open_in_memory(look, plan), STUMPS))
    crew.close()


def test_what_a_cluster_cannot_do_is_said(frame, opened, office):
    look = opened(cut(frame, 2))
    with pytest.raises(DataError, match="Weights of rows"):
        open_on_cluster(look, planned(look).with_weight("few"), office)
    data, crew = open_on_cluster(look, planned(look), office)
    with pytest.raises(SettingsError, match="one place"):
        core.train(data, core.Stacking())
    with pytest.raises(SettingsError, match="balanced"):
        core.train(data, core.AdaBoost(balanced=True))
    run = core.fit(data, core.AdaBoost(rounds=2))
    with pytest.raises(SettingsError, match="cannot go on"):
        core.train(data, core.AdaBoost(rounds=4), after=run)
    crew.close()


def test_a_file_that_a_worker_does_not_see_is_told_with_its_worker(frame, opened, office):
    look = opened(cut(frame, 2))
    path = look.parts.root / look.parts.names[1]
    office.before_each = lambda: path.unlink(missing_ok=True)
    with pytest.raises(DataError, match=r"thread \d: It does not see .*part-001.csv"):
        open_on_cluster(look, planned(look), office)


def test_a_full_disk_is_told_with_its_worker(frame, opened, office, monkeypatch):
    look = opened(cut(frame, 2))
    monkeypatch.setattr(room, "LARGE", 1)
    monkeypatch.setattr(room.shutil, "disk_usage", lambda _: SimpleNamespace(free=5))
    with pytest.raises(DataError, match=r"thread \d: The rows need"):
        open_on_cluster(look, planned(look), office)


def test_files_that_disagree_are_all_listed(frame, opened, office):
    parts = cut(frame, 6)
    parts[1], parts[4] = parts[1].assign(p="x"), parts[4].assign(p="x")
    look = opened(cut(frame, 6))
    for number in (1, 4):
        parts[number].to_csv(look.parts.root / look.parts.names[number], index=False)
    with pytest.raises(DataError, match="2 files of 6") as told:
        open_on_cluster(look, planned(look), office)
    assert "part-001.csv" in str(told.value)
    assert "part-004.csv" in str(told.value)


def test_a_perfect_stump_is_found_by_all_shares(frame, opened, office, same_run):
    easy = frame.assign(p=np.where(frame.y == "yes", 1.0, -1.0))
    look = opened(cut(easy, 3))
    plan = planned(look)
    data, crew = open_on_cluster(look, plan, office)
    same_run(core.fit(data, STUMPS), core.fit(open_in_memory(look, plan), STUMPS))
    crew.close()


@pytest.mark.parametrize("lost", [{}, {"judge": 2, "hear": 1}], ids=["all well", "two lost"])
def test_the_audit_is_that_of_data_on_the_disk(frame, opened, office, monkeypatch, lost):
    monkeypatch.setattr(on_disk, "LEAST_LISTED", 100)
    monkeypatch.setattr(on_disk, "_TREES", 9)
    look = opened(cut(frame, 5))
    plan = planned(look)
    office.lost_before = lost
    expected = sum(lost.values()) > 0
    data, crew = open_on_cluster(look, plan, office)
    found, other = audit_on_cluster(data, crew), on_disk.audit_on_disk(open_on_disk(look, plan))
    crew.close()
    assert any(seat.is_lost for seat in office.seats) == expected
    assert found.sentence == other.sentence
    assert np.array_equal(found.flagged, other.flagged)
    assert len(found.ranked) >= 100
    pd.testing.assert_frame_equal(found.frame(), other.frame())
    shown = found.frame(found.dataset.table)
    assert shown["given"].tolist() == shown["y"].tolist()
