"""The client's end of calls to workers."""

import pytest

from core.cluster import dask_office
from core.cluster.address import ClusterAddress
from core.cluster.dask_office import DaskOffice, _DaskCall, _DaskSeat
from core.cluster.offices import LostError
from core.engine.sums import SumsLostError


class Never:
    """An answer that never comes."""

    def result(self, timeout):
        raise TimeoutError


class Seat:
    """A share that tells which of its calls are over."""

    where, ended = "tcp://there", 0

    def has_ended(self, call):
        return self.ended >= call


def test_an_answer_that_is_lost_on_the_way_is_not_waited_for_for_ever(monkeypatch):
    seat = Seat()
    call = _DaskCall(Never(), seat, 2)
    monkeypatch.setattr(dask_office, "_SILENT", 0.0)
    for seat.ended in (0, 1, 2):  # it may still be on its way
        with pytest.raises(TimeoutError):
            call.result(0.1)
    with pytest.raises(LostError, match="an answer of tcp://there never came"):
        call.result(0.1)


class Client:
    """A connection to a scheduler that knows a worker; once it is deaf, nothing comes back."""

    status, is_deaf = "running", False

    def answered(self, found):
        if self.is_deaf:
            raise OSError("Timed out trying to connect")
        return found

    def scheduler_info(self, **_):
        worker = {"nthreads": 1, "memory_limit": 5, "metrics": {"memory": 2}}
        return self.answered({"workers": {"tcp://there": worker}})

    def get_versions(self, **_):
        return self.answered({"client": {"packages": {}}, "workers": {}})

    def close(self, **_):
        self.status = "closed"


@pytest.mark.parametrize(
    "asked",
    [
        lambda office: office.places(),
        lambda office: office.memory(),
        lambda office: office.seat("tcp://there"),
        lambda office: office._look_at(["tcp://there"]),
    ],
)
def test_a_scheduler_that_cannot_be_asked_is_lost(monkeypatch, asked):
    client = Client()
    monkeypatch.setattr(DaskOffice, "_connect", lambda self: setattr(self, "_client", client))
    office = DaskOffice(ClusterAddress.read("tcp://there:8786"))
    assert office.memory() == {"tcp://there": (2, 5)}
    client.is_deaf = True
    with pytest.raises(SumsLostError, match="scheduler at tcp://there:8786 went away"):
        asked(office)


def test_a_share_that_another_thread_has_left_counts_as_lost():
    class Future:
        status = "finished"

        def result(self, **_):
            """It is there."""

        def release(self):
            """It is let go of."""

    class Actor:
        _future = Future()

        def leave(self):
            return Future()

    seat = _DaskSeat("tcp://there", Future(), Actor(), lambda: None)
    seat.leave()
    for ask in (lambda: seat.ask("judge"), seat.progress):
        with pytest.raises(LostError, match="tcp://there was left"):
            ask()
    seat.call_off()
