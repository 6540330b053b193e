"""Real workers: processes of a Dask cluster on this machine, some of which are killed."""

import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pandas as pd
import pytest
from distributed import Client

import core
import main
from core.base.errors import DataError
from core.base.progress import Cancelled
from core.cluster import crew as crews
from core.cluster.address import ClusterAddress
from core.cluster.auditing import audit_on_cluster
from core.cluster.dask_office import DaskOffice
from core.cluster.opening import open_at, open_on_cluster, release
from core.engine.sums import SumsLostError
from core.judging.auditing.parts.on_disk import audit_on_disk
from core.parts.opening import open_in_memory, open_on_disk
from core.storage.model_file import load_model
from tests.core.cluster.served import Served
from tests.core.parts.conftest import cut, planned

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("dask"), pytest.mark.timeout(600)]

STUMPS = core.AdaBoost(rounds=120)
TREES = core.AdaBoost(rounds=12, base=core.Tree(depth=5))
ENSEMBLES = (
    STUMPS,
    TREES,
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


def test_what_is_started_here_is_heard_by_this_machine_alone(own_cluster):
    import psutil  # comes with Dask

    workers = own_cluster._client.run(os.getpid).values()
    known = [psutil.Process(each) for each in (os.getpid(), *workers)]
    heard = [
        each.laddr.ip
        for process in known
        for each in process.net_connections(kind="inet")
        if each.status == psutil.CONN_LISTEN
    ]
    assert len(heard) >= 3
    assert set(heard) == {"127.0.0.1"}


def test_what_is_started_here_writes_nothing_to_the_screen_when_it_ends():
    script = """
import logging
from core.cluster.address import ClusterAddress
from core.cluster.dask_office import DaskOffice
DaskOffice(ClusterAddress.read("here:2")).close()
print({each.level for each in logging.getLogger("distributed").handlers})
"""
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    assert ended.stdout.strip() == str({logging.CRITICAL})
    assert ended.stderr == ""


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
    for settings in (STUMPS, TREES, core.RandomForest()):
        training = core.train(data, settings.with_rounds(10_000))
        next(training)
        threading.Timer(0.5, training.interrupt).start()
        rounds = len(list(training))
        assert 0 <= rounds < 9_999
    crew.close()
    latest = time.monotonic() + 60
    while any(own_cluster._client.run(_left_here).values()) and time.monotonic() < latest:
        time.sleep(0.1)
    assert not any(own_cluster._client.run(_left_here).values())


def _left_here(dask_worker):
    """Actors, data and threads of shares that a worker still has."""
    names = [thread.name for thread in threading.enumerate() if "share" in thread.name]
    return [*dask_worker.state.actors, *dask_worker.data, *names]


def _calls_ended(dask_worker):
    """How many calls of its shares a worker has done: one a round, and some before."""
    return sum(desk._ended for desk in dask_worker.state.actors.values())


@pytest.fixture
def serving(tmp_path):
    """Processes that are started by the test, and end with it."""
    made = Served(tmp_path)
    yield made
    made.end()


@pytest.fixture
def served(serving):
    """A scheduler with a worker: its address, and the processes."""
    address = serving.scheduler()
    serving.worker("--no-nanny")
    return address, serving.processes


@pytest.fixture
def posing(tmp_path):
    """A function: an environment whose Python says it has another version of a package, or none."""

    def pose(version, package="ensemble-workbench"):
        folder = tmp_path / f"poses {version}"
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(
            "from importlib import metadata\n"
            "real = metadata.version\n"
            "def version(name):\n"
            f"    if name != {package!r}:\n"
            "        return real(name)\n"
            f"    if {version!r} is None:\n"
            "        raise metadata.PackageNotFoundError(name)\n"
            f"    return {version!r}\n"
            "metadata.version = version\n"
        )
        paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
        return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}

    return pose


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


def started(arguments):
    """The program with some arguments, as a process whose errors can be read."""
    command = [sys.executable, main.__file__, *arguments]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL], ids=["stopped", "killed"])
def test_a_command_that_ends_in_the_midst_leaves_nothing_on_the_workers(
    frame, opened, served, tmp_path, sign
):
    look, (address, _) = opened(cut(frame, 2)), served
    arguments = ["train", str(look.parts.root), "--target", "y", "--set", "rounds=100000"]
    arguments += ["--cluster", address, "--model", str(tmp_path / "none.ensemble")]
    command = started(arguments)
    looking = DaskOffice(ClusterAddress.read(address))

    def is_at_work():
        (left,) = looking._client.run(_left_here).values()
        return "training of a share" in left

    def is_left():
        (left,) = looking._client.run(_left_here).values()
        return not left

    for is_so in (is_at_work, is_left):
        latest = time.monotonic() + 120
        while not is_so() and time.monotonic() < latest:
            time.sleep(0.1)
        assert is_so()
        command.send_signal(sign)
    told = command.communicate()[1]
    looking.close()
    assert "Traceback" not in told
    assert ("stopped" in told) == (sign == signal.SIGINT)
    assert not (tmp_path / "none.ensemble").exists()


def test_a_command_whose_scheduler_goes_away_keeps_the_model_and_fails_with_a_sentence(
    frame, opened, served, tmp_path
):
    look, (address, processes) = opened(cut(frame, 2)), served
    model = tmp_path / "so far.ensemble"
    arguments = ["train", str(look.parts.root), "--target", "y", "--set", "rounds=100000"]
    arguments += ["--cluster", address, "--model", str(model)]
    command = started(arguments)
    looking = DaskOffice(ClusterAddress.read(address))

    latest = time.monotonic() + 120
    while sum(looking._client.run(_calls_ended).values()) < 60 and time.monotonic() < latest:
        time.sleep(0.1)
    looking.close()
    processes[0].kill()
    told = command.communicate(timeout=120)[1]
    assert command.returncode == 2
    assert "Traceback" not in told
    assert "went away" in told
    assert f"is kept. The model so far: {model}" in told
    assert 0 < load_model(model).rounds < 100_000


@pytest.mark.parametrize(
    ("version", "told"), [("0.0.9", "has ensemble-workbench 0.0.9, not"), (None, "Install it")]
)
def test_a_worker_that_differs_is_named_before_anything_is_read(
    frame, opened, serving, posing, version, told
):
    look, address = opened(cut(frame, 2)), serving.scheduler()
    serving.worker("--no-nanny", "--name", "odd", env=posing(version))
    with pytest.raises(DataError, match=rf"The worker tcp://127.0.0.1:\d+ .*{told}"):
        open_at(look, planned(look), ClusterAddress.read(address))


def test_a_command_tells_of_a_worker_that_differs_in_one_sentence(
    frame, opened, serving, posing, tmp_path
):
    look, address = opened(cut(frame, 2)), serving.scheduler()
    serving.worker("--no-nanny", env=posing("2.0.1", "pandas"))
    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=60)
    arguments = ["train", str(look.parts.root), "--target", "y", "--cluster", address]
    command = started([*arguments, "--model", str(tmp_path / "none.ensemble")])
    told = command.communicate(timeout=120)[1]
    assert command.returncode == 2
    assert told.count("\n") == 1
    assert "has pandas 2.0.1, not" in told


def test_a_worker_that_differs_and_comes_later_is_not_used(
    frame, opened, serving, posing, monkeypatch
):
    monkeypatch.setattr(crews, "_PATIENCE", 5.0)
    look, address = opened(cut(frame, 2)), serving.scheduler()
    first = serving.worker("--no-nanny")
    data = open_at(look, planned(look), ClusterAddress.read(address))
    serving.worker("--no-nanny", env=posing("0.0.9"))
    serving.wait_for(ClusterAddress.read(address), 2)
    training = core.train(data, core.AdaBoost(rounds=100_000))
    for done in training:
        if done.number == 5:
            first.kill()
    release(data)
    sentence = training.run().outcome.sentence
    assert "no worker left" in sentence
    assert "has ensemble-workbench 0.0.9, not" in sentence
    assert "is kept" in sentence


def test_workers_that_are_killed_for_their_memory_are_named(frame, opened, serving):
    look, address = opened(cut(frame, 2)), serving.scheduler()
    # Less than Python with its packages takes: the nanny kills it while it reads.
    serving.worker("--nworkers", "1", "--memory-limit", "190MB")
    with pytest.raises(SumsLostError, match=r"tcp://127.0.0.1:\d+ .*out of memory.* give them"):
        open_at(look, planned(look), ClusterAddress.read(address))


@pytest.mark.skipif(sys.platform != "linux", reason="memory of another process is limited by it")
def test_a_worker_without_memory_for_its_rows_is_named_and_can_go_on(frame, opened, serving):
    import resource

    look = opened(cut(pd.concat([frame] * 120), 2))
    plan, address = planned(look), ClusterAddress.read(serving.scheduler())
    worker = serving.worker("--no-nanny")
    no_limit = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    serving.wait_for(address, 1)
    for more in (None, 5 << 20, None):  # first of all it loads what it needs anyway
        now = int(Path(f"/proc/{worker.pid}/statm").read_text().split()[0]) * resource.getpagesize()
        limits = no_limit if more is None else (now + more, no_limit[1])
        resource.prlimit(worker.pid, resource.RLIMIT_AS, limits)
        if more is None:
            release(open_at(look, plan, address))
            continue
        with pytest.raises(DataError, match=r"tcp://127.0.0.1:\d+ has not enough memory.* Give"):
            open_at(look, plan, address)


@pytest.fixture(scope="session")
def certificates(tmp_path_factory):
    """An authority, and a certificate and key that it signed; another authority that did not."""
    folder = tmp_path_factory.mktemp("certificates")

    def make(*options):
        subprocess.run(["openssl", *options], cwd=folder, check=True, capture_output=True)

    new = ("-newkey", "rsa:2048", "-nodes")
    for name in ("ca", "other"):
        own = ("-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", f"/CN={name}")
        make("req", "-x509", *new, *own, "-days", "2")
    make("req", *new, "-keyout", "me.key", "-out", "me.csr", "-subj", "/CN=me")
    signed = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2")
    make("x509", "-req", "-in", "me.csr", "-out", "me.pem", *signed)
    return folder


@pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made by openssl")
def test_the_command_line_trains_over_tls_with_certificates(
    frame, opened, serving, certificates, tmp_path, capsys
):
    look = opened(cut(frame, 3))
    files = [str(certificates / name) for name in ("ca.pem", "me.pem", "me.key")]
    names = ("--tls-ca-file", "--tls-cert", "--tls-key")
    options = [each for pair in zip(names, files, strict=True) for each in pair]
    address = serving.scheduler("--protocol", "tls", *options)
    for _ in range(2):
        serving.worker("--no-nanny", *options)

    def train(model, *given, cluster=("--cluster", address)):
        arguments = ["train", str(look.parts.root), "--target", "y", "--set", "rounds=9"]
        return main.main([*arguments, "--model", str(tmp_path / model), *cluster, *given])

    def own(ca, cert, key):
        pairs = zip(("ca", "cert", "key"), (ca, cert, key), strict=True)
        return [each for name, file in pairs for each in (f"--cluster-{name}", str(file))]

    assert address.startswith("tls://")
    assert train("there.ensemble", *own(*files)) == 0
    assert train("here.ensemble", cluster=()) == 0
    models = [(tmp_path / name).read_bytes() for name in ("there.ensemble", "here.ensemble")]
    assert models[0] == models[1]
    capsys.readouterr()
    for wrong in (
        own(certificates / "other.pem", *files[1:]),  # an authority that did not sign
        own(files[0], certificates / "other.pem", certificates / "other.key"),  # nor was this
        own(*files[:2], certificates / "other.key"),  # a key of another certificate
        [],
    ):
        assert train("none.ensemble", *wrong) != 0
        told = capsys.readouterr().err
        assert f"No scheduler answers at {address}" in told
        assert "certificates" in told
        assert "Traceback" not in told
    assert not (tmp_path / "none.ensemble").exists()


def test_nobody_there_is_told_soon():
    with pytest.raises(DataError, match="No scheduler answers at tcp://127.0.0.1:9"):
        DaskOffice(ClusterAddress.read("tcp://127.0.0.1:9"))
