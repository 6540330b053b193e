"""Workers that help with data on the disk of this machine: the same results, or a sentence."""

import shutil
from dataclasses import replace

import numpy as np
import pytest

import core
from core.base.errors import DataError
from core.base.progress import Progress
from core.cluster.address import ClusterAddress
from core.cluster.helping import helped
from core.judging.auditing.parts.drawn_audit import audit_drawn
from core.parts.opening import open_on_disk
from tests.core.cluster.threads import ThreadOffice
from tests.core.parts.conftest import cut, planned

HERE = ClusterAddress.read("here:2")
ENSEMBLES = (
    core.AdaBoost(rounds=40),
    core.RandomForest(rounds=5),
    core.GradientBoosting(rounds=4),
    core.LogitBoost(rounds=4),
)


@pytest.fixture
def both(frame, opened, office):
    """Data on the disk with two helpers, and what their files are."""
    look = opened(cut(frame, 5))
    data, helpers = helped(look, planned(look), office, HERE)
    yield data, helpers
    helpers.close()


def trained(data, settings, helpers=None):
    training = core.Training(data, settings, 0, helpers=helpers)
    for _ in training:
        pass
    return training.run()


@pytest.mark.parametrize("settings", ENSEMBLES, ids=lambda settings: settings.title)
def test_a_training_with_helpers_is_that_of_this_machine(both, same_run, settings):
    data, helpers = both
    assert helpers.why_not(data, settings) == ""
    run, alone = trained(data, settings, helpers), trained(data, settings)
    same_run(run, alone)
    assert np.array_equal(run.history.margins(run.rounds), alone.history.margins(run.rounds))
    assert np.array_equal(run.history.suspicion(), alone.history.suspicion())
    assert helpers.why_not(data) == ""


@pytest.mark.parametrize(
    "settings",
    [*ENSEMBLES, core.AdaBoost(rounds=4, base=core.Tree(depth=3))],
    ids=lambda settings: settings.title,
)
def test_a_training_that_helpers_began_goes_on_without_them(both, same_run, settings):
    data, helpers = both
    begun = trained(data, replace(settings, rounds=3), helpers)
    assert not begun.history.problem.sums.is_alone
    run = core.fit(data, settings, after=begun)
    alone = core.fit(data, settings, after=trained(data, replace(settings, rounds=3)))
    same_run(run, alone)
    assert np.array_equal(run.history.suspicion(), alone.history.suspicion())


def test_the_codes_are_those_of_files_that_were_summed_up_here(frame, opened, office, cache):
    look = opened(cut(frame, 3))
    data, helpers = helped(look, planned(look), office, HERE)
    run = trained(data, ENSEMBLES[0], helpers)
    helpers.close()
    shutil.rmtree(cache)
    alone = open_on_disk(look, planned(look))
    assert np.array_equal(alone.lines, data.lines)
    assert np.array_equal(alone.validation, data.validation)
    assert alone.sample.table.lines.tolist() == data.sample.table.lines.tolist()
    assert trained(alone, ENSEMBLES[0]).history.error(40) == run.history.error(40)


def test_helpers_hear_the_judges_of_an_audit(both):
    data, helpers = both
    seen = []
    found = audit_drawn(data, seed=3, hear=helpers.heard, watch=seen.append)
    alone = audit_drawn(data, seed=3)
    assert found.count == alone.count
    assert found.noise == alone.noise
    assert np.array_equal(found.dataset.lines, alone.dataset.lines)
    assert np.array_equal(found.ranked, alone.ranked)
    assert np.array_equal(found.suspicion, alone.suspicion)
    shares = [progress.share for progress in seen]
    assert shares == sorted(shares)
    assert isinstance(seen[0], Progress)


def test_what_helpers_do_not_do_is_told(both):
    data, helpers = both
    revised = data.excluding(data.lines[:1])
    assert "on this machine" in helpers.why_not(revised)
    refused = helpers.why_not(data, core.AdaBoost(resampling=True))
    assert "several" not in refused
    assert "cluster" in refused
    assert "balanced" in helpers.why_not(data, core.AdaBoost(balanced=True))
    training = core.Training(data, ENSEMBLES[0], 0, helpers=helpers)
    next(training)
    assert "something else" in helpers.why_not(data, ENSEMBLES[0])
    # Whoever asks all the same, since they were free a moment ago, does it alone.
    assert core.Training(data, ENSEMBLES[0], 0, helpers=helpers).history.problem.sums.is_alone
    assert audit_drawn(data, hear=helpers.heard).count == audit_drawn(data).count
    training.interrupt()
    assert list(training) == []
    assert helpers.why_not(data, ENSEMBLES[0]) == ""


def test_a_training_that_is_forsaken_is_forgotten(both, same_run):
    data, helpers = both
    training = core.Training(data, ENSEMBLES[0], 0, helpers=helpers)
    next(training)
    training.forsake()
    assert helpers.why_not(data, ENSEMBLES[0]) == ""
    same_run(trained(data, ENSEMBLES[0], helpers), trained(data, ENSEMBLES[0]))


def test_a_training_that_fails_is_forgotten(both, office, same_run):
    data, helpers = both
    training = core.Training(data, ENSEMBLES[0], 0, helpers=helpers)
    next(training)

    def fail(_):
        raise MemoryError

    office.seats[0].share.answer = fail
    with pytest.raises(DataError, match="not enough memory"):
        list(training)
    del office.seats[0].share.answer
    assert helpers.why_not(data, ENSEMBLES[0]) == ""
    same_run(trained(data, ENSEMBLES[0], helpers), trained(data, ENSEMBLES[0]))


def test_a_training_counts_as_under_way_until_its_end_is_told_and_ends_once(both, office):
    data, helpers = both
    told = []
    call_off = office.seats[0].call_off
    office.seats[0].call_off = lambda: told.append(helpers.why_not(data)) or call_off()
    training = core.Training(data, ENSEMBLES[0], 0, helpers=helpers)
    next(training)
    training.interrupt()
    assert list(training) == []
    other = core.Training(data, ENSEMBLES[0], 0, helpers=helpers)
    assert list(training) == []
    assert len(told) == 1
    assert "something else" in told[0]
    assert len(list(other)) == 40


def test_the_workers_and_their_rows_are_told(both):
    data, helpers = both
    workers = helpers.workers()
    assert [each.where for each in workers] == ["thread 0", "thread 1"]
    assert sum(each.rows for each in workers) == len(data)
    assert {(each.memory, each.limit) for each in workers} == {(0, 0)}


def test_a_helper_that_is_lost_changes_nothing(frame, opened, same_run):
    office = ThreadOffice(2)
    look = opened(cut(frame, 5))
    data, helpers = helped(look, planned(look), office, HERE)
    office.lost_before["answer"] = 9
    run = trained(data, ENSEMBLES[0], helpers)
    same_run(run, trained(data, ENSEMBLES[0]))
    helpers.close()
