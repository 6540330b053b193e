"""Real workers: processes of a Dask cluster on this machine, some of which are killed."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import core
from core.base.errors import DataError
from core.base.progress import Cancelled
from core.cluster import versions
from core.cluster.address import ClusterAddress
from core.cluster.auditing import audit_on_cluster
from core.cluster.dask_office import DaskOffice
from core.cluster.opening import open_at, open_on_cluster, release
from core.judging.auditing.parts.on_disk import audit_on_disk
from core.parts.opening import open_in_memory, open_on_disk
from tests.core.parts.conftest import cut, planned

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("dask"), pytest.mark.timeout(600)]

STUMPS = core.AdaBoost(rounds=120)
ENSEMBLES = (
    STUMPS,
    core.LogitBoost(rounds=5),
    core.GradientBoosting(rounds=5),
    core.RandomForest(rounds=6),
)


@pytest.fixture
def own_cluster():
    """A cluster of two processes, each with one thread, that ends with the test."""
    office = DaskOffice(ClusterAddress.read("here:2"))
    yield office
    office.close()


def kill_one(office):
    """Kill the process of the first worker, as the system does when memory is short."""
    found = office._client.run(os.getpid)
    os.kill(found[sorted(found)[0]], signal.SIGKILL)


@pytest.mark.parametrize(("parts", "workers"), [(1, 1), (3, 2), (16, 2)])
def test_the_same_bits_on_any_number_of_workers(frame, opened, same_run, parts, workers):
    look = opened(cut(frame, parts))
    plan = planned(look)
    data = open_at(look, plan, ClusterAddress.read(f"here:{workers}"))
    try:
        whole = open_in_memory(look, plan)
        for settings in ENSEMBLES:
            same_run(core.fit(data, settings), core.fit(whole, settings))
    finally:
        release(data)


def test_a_worker_killed_while_it_encodes(frame, opened, same_run, own_cluster):
    look = opened(cut(frame, 8))
    plan, told = planned(look), []

    def kill_once(progress):
        if not told and progress.share > 0:
            told.append(progress)
            kill_one(own_cluster)

    data, crew = open_on_cluster(look, plan, own_cluster, kill_once)
    if not told:  # it was too quick to be met at it
        kill_one(own_cluster)
    run = core.fit(data, STUMPS)
    crew.close()
    same_run(run, core.fit(open_in_memory(look, plan), STUMPS))


def test_a_worker_killed_while_it_trains(frame, opened, same_run, own_cluster):
    look = opened(cut(frame, 8))
    plan = planned(look)
    data, crew = open_on_cluster(look, plan, own_cluster)
    training = core.train(data, STUMPS)
    for done in training:
        if done.number in (20, 90):
            kill_one(own_cluster)
    crew.close()
    same_run(training.run(), core.fit(open_in_memory(look, plan), STUMPS))


def test_a_worker_killed_while_it_judges(frame, opened, own_cluster):
    look = opened(cut(frame, 8))
    plan, told = planned(look), []

    def kill_once(progress):
        if not told and progress.share > 0.5:  # the judges are taught
            told.append(progress)
            kill_one(own_cluster)

    data, crew = open_on_cluster(look, plan, own_cluster)
    found = audit_on_cluster(data, crew, watch=kill_once)
    if not told:  # it was too quick to be met at it
        kill_one(own_cluster)
        found = audit_on_cluster(data, crew)
    crew.close()
    expected = audit_on_disk(open_on_disk(look, plan))
    assert found.frame().equals(expected.frame())


def test_stopping_leaves_nothing_behind(frame, opened, own_cluster):
    look = opened(cut(frame, 4))

    def stop(progress):
        raise Cancelled

    with pytest.raises(Cancelled):
        open_on_cluster(look, planned(look), own_cluster, stop)
    data, crew = open_on_cluster(look, planned(look), own_cluster)
    training = core.train(data, core.AdaBoost(rounds=100_000))
    next(training)
    threading.Timer(0.5, training.interrupt).start()
    rounds = len(list(training))
    assert 0 < rounds < 99_999
    crew.close()
    latest = time.monotonic() + 60
    while any(own_cluster._client.run(_left_here).values()) and time.monotonic() < latest:
        time.sleep(0.1)
    assert not any(own_cluster._client.run(_left_here).values())


def _left_here(dask_worker):
    """Actors, data and threads of shares that a worker still has."""
    names = [thread.name for thread in threading.enumerate() if "share" in thread.name]
    return [*dask_worker.state.actors, *dask_worker.data, *names]


@pytest.fixture
def served(tmp_path):
    """A scheduler and a worker as a person starts them: the address, and the processes."""
    known, started = tmp_path / "scheduler.json", []

    def start(name, *options):
        command = [sys.executable, "-m", f"distributed.cli.dask_{name}", "--host", "127.0.0.1"]
        own = [*command, "--no-dashboard", "--scheduler-file", str(known), *options]
        with (tmp_path / f"{name}.log").open("w") as log:
            started.append(subprocess.Popen(own, stdout=log, stderr=log))

    start("scheduler", "--port", "0")
    latest = time.monotonic() + 120
    while not known.exists() and time.monotonic() < latest:
        time.sleep(0.1)
    start("worker", "--no-nanny", "--nthreads", "1")
    yield json.loads(known.read_text())["address"], started
    for process in reversed(started):
        process.kill()
        process.wait(60)


def test_a_scheduler_that_goes_away_ends_the_training_with_a_sentence(frame, opened, served):
    look, (address, processes) = opened(cut(frame, 4)), served
    data = open_at(look, planned(look), ClusterAddress.read(address))
    training = core.train(data, core.AdaBoost(rounds=100_000))
    for done in training:
        if done.number == 5:
            processes[0].kill()
    run = training.run()
    release(data)
    assert 5 <= run.rounds < 100_000
    assert run.model.rounds == run.rounds
    assert "went away" in run.outcome.sentence
    assert "is kept" in run.outcome.sentence


def test_a_worker_of_another_version_is_named(frame, opened, own_cluster, monkeypatch):
    client = own_cluster._client
    real = client.get_versions

    def faked(**options):
        found = real(**options)
        found["workers"][sorted(found["workers"])[1]]["packages"]["ensemble-workbench"] = "0.0.9"
        return found

    assert versions.differing(client) == ""
    monkeypatch.setattr(client, "get_versions", faked)
    second = sorted(real()["workers"])[1]
    assert f"The worker {second} has ensemble-workbench 0.0.9, not" in versions.differing(client)


def test_nobody_there_is_told_soon():
    with pytest.raises(DataError, match="No scheduler answers at tcp://127.0.0.1:9"):
        DaskOffice(ClusterAddress.read("tcp://127.0.0.1:9"))
