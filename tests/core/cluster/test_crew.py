"""Shares of the rows in several places: the same bits as with all rows in one, whatever is lost."""

import threading
import time
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import core
from core.base import room
from core.base.errors import DataError, SettingsError
from core.base.progress import Cancelled
from core.base.stopping import stop_if_asked
from core.cluster import crew as crews
from core.cluster.auditing import audit_on_cluster
from core.cluster.opening import open_on_cluster
from core.cluster.share import Share
from core.engine.growing import levels
from core.judging.auditing.parts import on_disk
from core.learning.histories.quantities import Quantity
from core.parts import summing
from core.parts.encoding import EncodedRows
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
    core.GentleBoost(rounds=6),
    core.L2Boost(rounds=6),
)
BY_TREES = (
    core.AdaBoost(rounds=12, base=core.Tree(depth=3)),
    core.AdaBoost(rounds=6, base=core.Tree(depth=12, criterion="entropy", leaf_rows=3)),
    core.AdaBoost(rounds=6, base=core.Tree(leaves=9, depth=20)),
    core.AdaBoost(rounds=25, many_classes="m1"),
    core.AdaBoost(rounds=25),
    core.CappedAdaBoost(rounds=12, base=core.Tree(depth=4)),
)


@pytest.fixture
def _levels(monkeypatch):
    """So few rows are many that small data has several levels of big nodes."""
    monkeypatch.setattr(levels, "_MANY_ROWS", 150)
    monkeypatch.setattr(levels, "_MANY_PACKED", 150)


@pytest.mark.usefixtures("_levels")
@pytest.mark.parametrize("target", ["y", "kind"])
@pytest.mark.parametrize("settings", BY_TREES, ids=lambda settings: settings.title)
@pytest.mark.parametrize(("parts", "workers"), [(1, 1), (3, 2), (16, 3)])
def test_trees_of_rows_in_several_places_are_those_of_memory(
    frame, opened, same_run, parts, workers, settings, target
):
    look = opened(cut(frame, parts))
    plan = planned(look, target, left_out=("kind",) if target == "y" else ())
    data, crew = open_on_cluster(look, plan, ThreadOffice(workers))
    run, whole = core.fit(data, settings), core.fit(open_in_memory(look, plan), settings)
    crew.close()
    same_run(run, whole)
    for t in (0, 1, run.rounds):
        np.testing.assert_allclose(run.history.weights(t), whole.history.weights(t), rtol=1e-9)
        assert np.array_equal(run.history.margins(t), whole.history.margins(t))


@pytest.mark.usefixtures("_levels")
@pytest.mark.parametrize("settings", [BY_TREES[0], BY_TREES[4], core.GentleBoost(rounds=6)])
def test_a_client_with_a_sample_learns_what_all_rows_teach(
    frame, opened, office, same_run, monkeypatch, settings
):
    monkeypatch.setattr(summing, "SHOWN", 300)
    look = opened(cut(frame, 3))
    plan = planned(look, "kind", left_out=())
    data, crew = open_on_cluster(look, plan, office)
    run, whole = core.fit(data, settings), core.fit(open_in_memory(look, plan), settings)
    crew.close()
    assert len(data) == 300
    same_run(run, whole)
    rows = np.searchsorted(whole.dataset.lines, data.lines)
    np.testing.assert_allclose(run.history.weights(3), whole.history.weights(3)[rows], rtol=1e-9)


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


@pytest.mark.parametrize("by", ["y", "month"])
def test_a_file_a_class_and_files_by_month_give_the_bits_of_memory(
    frame, opened, office, same_run, by
):
    look = opened([part for _, part in frame.groupby(by)])
    plan = planned(look)
    data, crew = open_on_cluster(look, plan, office)
    whole = open_in_memory(look, plan)
    for settings in (STUMPS, BY_TREES[0], *COMMITTEES[:1], *COMMITTEES[3:5]):
        same_run(core.fit(data, settings), core.fit(whole, settings))
    crew.close()


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
    if run.history.has(Quantity.WEIGHTS):
        assert np.array_equal(run.history.weights(3), whole.history.weights(3))


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


def wait_to_be_stopped():
    while True:
        stop_if_asked()
        time.sleep(0.001)


def test_a_training_that_is_stopped_while_a_lost_share_is_made_anew_leaves_none_half_made(
    frame, opened, office, same_run, monkeypatch
):
    look = opened(cut(frame, 4))
    plan = planned(look)
    data, crew = open_on_cluster(look, plan, office)
    stopped = core.train(data, STUMPS)
    next(stopped)

    def encode(*_):
        stopped.interrupt()
        wait_to_be_stopped()

    with monkeypatch.context() as patched:
        patched.setattr(Share, "encode", encode)
        office.seats[0].lose()
        assert list(stopped) == []
    same_run(core.fit(data, STUMPS), core.fit(open_in_memory(look, plan), STUMPS))
    crew.close()


def test_a_training_whose_workers_are_let_go_of_by_another_thread_is_kept(frame, opened, office):
    look = opened(cut(frame, 4))
    data, crew = open_on_cluster(look, planned(look), office)
    training = core.train(data, STUMPS)
    next(training)
    leaving = threading.Thread(target=crew.close)

    def answer(_):
        leaving.start()
        wait_to_be_stopped()

    office.seats[0].share.answer = answer
    assert len(list(training)) <= 1  # what was under way already
    leaving.join()
    assert training.run().rounds >= 1
    assert "let go of" in training.run().outcome.sentence


def test_an_audit_that_is_cancelled_leaves_the_crew_ready_for_what_follows(
    frame, opened, office, same_run, monkeypatch
):
    monkeypatch.setattr(on_disk, "_TREES", 2)
    monkeypatch.setattr(on_disk, "_CHUNK", 1)  # to hear the judges on all rows would take long
    look = opened(cut(frame, 4))
    plan, judged = planned(look), []
    data, crew = open_on_cluster(look, plan, office)
    watch = Share._watch

    def noting(share, progress):
        judged.append(progress)
        watch(share, progress)

    monkeypatch.setattr(Share, "_watch", noting)

    def cancel(progress):
        if progress.words.startswith("judging"):
            raise Cancelled

    with pytest.raises(Cancelled):
        audit_on_cluster(data, crew, watch=cancel)
    same_run(core.fit(data, STUMPS), core.fit(open_in_memory(look, plan), STUMPS))
    assert {each.words for each in judged} == {"judging rows"}
    assert all(each.done < each.total for each in judged)
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


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), r"thread \d has not enough memory .* Give the workers more"),
        (OSError(28, "No space left on device"), r"thread \d could not .*No space left.*has room"),
        (OSError(110, "Connection timed out"), r"thread \d: It waited too long .*timed out.*disk"),
    ],
)
def test_what_ends_a_worker_s_work_is_told_with_its_name(
    frame, opened, office, monkeypatch, error, told
):
    look = opened(cut(frame, 2))

    def fail(*_):
        raise error

    monkeypatch.setattr(EncodedRows, "add", fail)
    with pytest.raises(DataError, match=told):
        open_on_cluster(look, planned(look), office)


def test_workers_that_may_not_take_part_are_told_where_none_is_left(
    frame, opened, office, monkeypatch
):
    monkeypatch.setattr(crews, "_PATIENCE", 0.2)
    look = opened(cut(frame, 2))
    data, crew = open_on_cluster(look, planned(look), office)
    office._places.clear()
    office.refused = lambda: ["The worker tcp://late has numpy 1.0, not 2.0."]
    training = core.train(data, STUMPS)
    next(training)
    for seat in office.seats:
        seat.lose()
    assert len(list(training)) <= 1  # what was under way already
    assert "no worker left.\nThe worker tcp://late" in training.run().outcome.sentence
    crew.close()


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
