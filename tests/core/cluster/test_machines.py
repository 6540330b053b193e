"""Several machines: namespaces of the network, joined by cables that can be pulled out."""

import contextlib
import os
import shutil
import subprocess

import pytest

import core
from core.cluster.address import ClusterAddress
from core.cluster.auditing import audit_on_cluster
from core.cluster.dask_office import DaskOffice
from core.cluster.opening import open_on_cluster
from core.judging.auditing.parts.on_disk import audit_on_disk
from core.parts.opening import open_in_memory, open_on_disk
from tests.core.cluster.served import Served
from tests.core.parts.conftest import cut, planned

STUMPS = core.AdaBoost(rounds=120)


class Machines:
    """Namespaces, each with an address of its own behind a bridge; this process is at it, too."""

    def __init__(self):
        self._mark = f"ew{os.getpid()}"
        self._net = f"10.{200 + os.getpid() % 50}.{os.getpid() // 50 % 256}"
        self.host = f"{self._net}.1"
        self._names = []

    def start(self):
        """Begin with a bridge."""
        _ip("link", "add", self._mark, "type", "bridge")
        _ip("address", "add", f"{self.host}/24", "dev", self._mark)
        _ip("link", "set", self._mark, "up")

    def add(self):
        """Another machine: its address, and the command that runs others on it."""
        name, far = f"{self._mark}n{len(self._names)}", f"{self._mark}f{len(self._names)}"
        _ip("netns", "add", name)
        _ip("link", "add", name, "type", "veth", "peer", "name", far)
        self._names.append(name)
        _ip("link", "set", far, "netns", name)
        _ip("link", "set", name, "master", self._mark, "up")
        address = f"{self._net}.{1 + len(self._names)}"
        _ip("-n", name, "address", "add", f"{address}/24", "dev", far)
        for link in ("lo", far):
            _ip("-n", name, "link", "set", link, "up")
        return address, ("ip", "netns", "exec", name)

    def pull_out(self, number):
        """Nothing comes from a machine, or reaches it, from now on."""
        _ip("link", "set", self._names[number], "down")

    def end(self):
        """Take away whatever is there."""
        for name in self._names:
            _ip("link", "delete", name)  # with its namespace it would go, too, but later
            _ip("netns", "delete", name)
        _ip("link", "delete", self._mark)


def _ip(*arguments):
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def _why_not():
    """Why no namespaces can be made here: most people may not."""
    if shutil.which("ip") is None:
        return "the command ip is not there"
    made = Machines()
    try:
        made.start()
        made.add()
    except (OSError, subprocess.CalledProcessError) as error:
        return f"namespaces cannot be made: {error}"
    finally:
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            made.end()
    return ""


pytestmark = [
    pytest.mark.long,
    pytest.mark.xdist_group("dask"),
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(why := _why_not()), reason=why),
]


@pytest.fixture
def machines():
    """Machines that end with the test."""
    made = Machines()
    made.start()
    yield made
    made.end()


@pytest.fixture
def office(machines, tmp_path):
    """A scheduler, and two workers on a machine of its own each."""
    there = [machines.add() for _ in range(3)]
    serving = Served(tmp_path, *there[0])
    address = ClusterAddress.read(serving.scheduler())
    for host, within in there[1:]:
        serving.worker("--no-nanny", host=host, within=within)
    serving.wait_for(address, 2)
    made = DaskOffice(address)
    yield made
    made.close()
    serving.end()


def test_a_cable_pulled_out_while_it_trains_changes_no_bit(
    frame, opened, same_run, office, machines
):
    look = opened(cut(frame, 6))
    plan = planned(look)
    data, crew = open_on_cluster(look, plan, office)
    assert len(set(crew.places)) == 2
    training = core.train(data, STUMPS)
    for done in training:
        if done.number == 40:
            machines.pull_out(2)
    assert len(set(crew.places)) == 1
    crew.close()
    same_run(training.run(), core.fit(open_in_memory(look, plan), STUMPS))


def test_a_cable_pulled_out_while_it_judges(frame, opened, office, machines):
    look = opened(cut(frame, 6))
    plan, told = planned(look), []
    data, crew = open_on_cluster(look, plan, office)

    def pull_out(progress):
        if not told and progress.share > 0.45:  # the judges are nearly taught
            told.append(progress)
            machines.pull_out(1)

    found = audit_on_cluster(data, crew, watch=pull_out)
    assert told
    crew.close()
    assert found.frame().equals(audit_on_disk(open_on_disk(look, plan)).frame())
