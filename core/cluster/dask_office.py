"""The workers of a Dask cluster, behind the address that a person typed or started here."""

import contextlib
import logging
import os
import signal
import time
import warnings
from collections.abc import Iterator
from typing import Any

from core.base.errors import DataError
from core.base.lacking import Lacking
from core.base.progress import Progress
from core.cluster.address import ClusterAddress
from core.cluster.desk import Desk, unpacked
from core.cluster.offices import LostError, Office, Pending, Seat
from core.cluster.versions import differing, listed
from core.engine.sums import SumsLostError

_CONNECTING = 15.0
"""So many seconds a scheduler is waited for, and the first worker."""
_STARTING = 60.0
"""Those that are started here may take so many: the machine may be busy."""
_SEATED = 60.0
"""A worker that takes so many seconds to make a share counts as lost."""
_SILENT = 60.0
"""So does one that does not say for so many seconds how far it is, or whose answer is overdue."""
_FILLED_UP = 10.0
"""A worker that is started here has so many seconds to come before another one is asked for."""
_OFTEN = 0.5
_LEAVING = 0.5
_GONE = ("error", "lost", "cancelled")


class DaskOffice(Office):
    """A connection to a scheduler; of a local cluster, the cluster too."""

    def __init__(self, address: ClusterAddress) -> None:
        lacking = why_no_dask()
        if lacking:
            raise DataError(lacking.why)
        self._address = address
        self._local: Any = None
        self._asked = time.monotonic()
        self._client: Any = None
        self._unlike: dict[str, str] = {}
        """Of every worker that was looked at, what is wrong with it; nothing of most."""
        try:
            self._connect()
            self._check_workers()
        except BaseException:
            self.close()
            raise

    def _connect(self) -> None:
        from distributed import Client

        _keep_dask_quiet()
        where = self._address.scheduler
        security = self._address.security()
        if where is None:
            self._local = _local_cluster(self._address.workers)
            where = self._local.scheduler_address
        try:
            patience = _STARTING if self._local is not None else _CONNECTING
            self._client = Client(where, timeout=patience, set_as_default=False, security=security)
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise DataError(
                f"No scheduler answers at {where} ({_told(error)}). Check the "
                "address and that `dask scheduler` runs there; with tls:// the certificates, too."
            ) from error

    def _check_workers(self) -> None:
        """Raise DataError if there is no worker, or one that could give other results."""
        latest = time.monotonic() + (_STARTING if self._local is not None else _CONNECTING)
        while not self._addresses():
            if time.monotonic() > latest:
                raise DataError(
                    f"The scheduler at {self._client.scheduler.address} has no worker. Start some: "
                    "dask worker ADDRESS"
                )
            time.sleep(0.1)
        self._look_at(self._addresses())
        if told := self.refused():
            raise DataError(listed(told))

    def places(self) -> list[str]:
        """The addresses of the workers; of those that came later, such as could take part."""
        found = self._addresses()
        if any(where not in self._unlike for where in found):
            self._look_at(found)
        return [where for where in found if not self._unlike.get(where)]

    def refused(self) -> list[str]:
        """What is wrong with the workers that cannot take part, in a sentence each."""
        return [told for told in self._unlike.values() if told]

    def _look_at(self, places: list[str]) -> None:
        """See which versions the workers have."""
        with self._heeding():
            found = differing(self._client)
        self._unlike = {where: found.get(where, "") for where in places}

    def _addresses(self) -> list[str]:
        found = list(self._known())
        if self._local is not None and len(found) < self._address.workers:
            self._fill_up()
        return found

    def _known(self) -> dict[str, Any]:
        """What the scheduler tells of each worker, by its address."""
        self._check_scheduler()
        with self._heeding():
            return dict(self._client.scheduler_info(n_workers=-1)["workers"])

    @contextlib.contextmanager
    def _heeding(self) -> Iterator[None]:
        """A scheduler that cannot be asked is lost."""
        try:
            yield
        except OSError as error:
            raise self._lost() from error

    def memory(self) -> dict[str, tuple[int, int]]:
        """How many bytes each worker uses, and may use."""
        return {
            where: (int(each["metrics"].get("memory", 0)), int(each.get("memory_limit") or 0))
            for where, each in self._known().items()
        }

    def _fill_up(self) -> None:
        """Ask for the workers that are missing here: who is killed while it starts stays away."""
        if time.monotonic() - self._asked > _FILLED_UP:
            self._asked = time.monotonic()
            self._local.scale(self._address.workers)

    def seat(self, place: str) -> Seat:
        """An actor on a worker."""
        known = self._known()
        if place not in known:
            raise LostError(f"{place} is gone")
        future = self._client.submit(
            Desk,
            known[place]["nthreads"],
            int(known[place].get("memory_limit") or 0),
            actor=True,
            workers=[place],
            allow_other_workers=False,
            pure=False,
        )
        try:
            desk = self._made(future, place)
        except Exception as error:
            future.release()
            raise LostError(f"{place} takes no work: {error}") from error
        return _DaskSeat(place, future, desk, self._check_scheduler)

    def _made(self, future: Any, place: str) -> Any:
        """The actor, when it is there; a worker that is lost meanwhile is not waited for."""
        latest = time.monotonic() + _SEATED
        while True:
            try:
                with self._client.as_current():
                    return future.result(timeout=1)
            except TimeoutError:
                if place not in self.places() or time.monotonic() > latest:
                    raise

    def close(self) -> None:
        """Disconnect; workers that were started here end."""
        if self._local is not None:
            _end_workers(self._local)
        for each in (self._client, self._local):
            if each is not None:
                with contextlib.suppress(Exception):
                    each.close(timeout=5)
        self._client = self._local = None

    def _check_scheduler(self) -> None:
        if self._client is None or self._client.status != "running":
            raise self._lost()

    def _lost(self) -> SumsLostError:
        where = self._address.scheduler or "this machine"
        return SumsLostError(
            f"The scheduler at {where} went away, and with it the rows on its workers. Start it "
            "again, and then this anew."
        )


class _DaskSeat(Seat):
    def __init__(self, where: str, future: Any, desk: Any, check: Any) -> None:
        self.where, self._future, self._desk, self._check = where, future, desk, check
        self._told, self._heard, self._asked = Progress(0, 0), time.monotonic(), 0.0
        self._looking: Any = None
        self._calls = self._ended = 0

    def ask(self, name: str, *given: Any) -> Pending:
        """Ask the actor."""
        self._calls += 1
        self._told = Progress(0, 0)
        try:
            return _DaskCall(self._actor.ask(self._calls, name, *given), self, self._calls)
        except RuntimeError as error:  # what Dask raises where the worker is known to be lost
            raise LostError(f"{self.where} is gone") from error

    @property
    def _actor(self) -> Any:
        """The actor; raise LostError if another thread has left it."""
        desk = self._desk
        if desk is None:
            raise LostError(f"{self.where} was left")
        return desk

    def check(self) -> None:
        """Raise LostError if the worker is gone, or has been silent for long."""
        self._check()
        if self._future.status in _GONE:
            raise LostError(f"{self.where} is gone")
        if time.monotonic() - self._heard > _SILENT:
            raise LostError(f"{self.where} does not answer")

    def progress(self) -> Progress:
        """What it told last; it is asked twice a second."""
        now = time.monotonic()
        if self._looking is not None and self._looking.done():
            with contextlib.suppress(Exception):
                (self._told, self._ended), self._heard = self._looking.result(timeout=1), now
            self._looking = None
        self.check()
        if self._looking is None and now - self._asked > _OFTEN:
            if now - self._asked > _SILENT:
                self._heard = now  # nobody has asked it for long
            self._asked = now
            with contextlib.suppress(RuntimeError):
                self._looking = self._actor.progress()
        return self._told

    def has_ended(self, call: int) -> bool:
        """Whether it told that a call is over there, whatever became of the answer."""
        return self._ended >= call

    def call_off(self) -> None:
        """Tell the actor; whether it heard shows when it is asked next."""
        self._calls += 1
        with contextlib.suppress(RuntimeError, LostError):
            self._actor.call_off(self._calls)

    def leave(self) -> None:
        """End the work there; a worker that does not answer is not waited for."""
        with contextlib.suppress(Exception):
            if self._future.status not in _GONE:
                self._desk.leave().result(timeout=_LEAVING)
        # Dask's own handle of an actor holds its key, too.
        for future in (self._future, self._desk._future):
            with contextlib.suppress(Exception):
                future.release()
        self._desk = self._looking = None


class _DaskCall(Pending):
    def __init__(self, future: Any, seat: _DaskSeat, number: int) -> None:
        self._future, self._seat, self._number = future, seat, number
        self._latest: float | None = None

    def result(self, timeout: float) -> Any:
        """What the share gave or raised."""
        try:
            did_it, found = self._future.result(timeout=timeout)
        except TimeoutError:
            self._check_overdue()
            raise
        except Exception as error:
            raise LostError(f"{self._seat.where} is gone ({error})") from error
        if did_it:
            return unpacked(found)
        raise found

    def _check_overdue(self) -> None:
        """Raise LostError if the call ended long ago: its answer was lost on the way."""
        if self._latest is None:
            if self._seat.has_ended(self._number):
                self._latest = time.monotonic() + _SILENT
        elif time.monotonic() > self._latest:
            raise LostError(f"an answer of {self._seat.where} never came")


def _keep_dask_quiet() -> None:
    """What goes wrong is told in sentences of ours; while a local cluster ends, nobody is told."""
    from distributed.versions import VersionMismatchWarning

    warnings.filterwarnings("ignore", category=VersionMismatchWarning)
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL)


def _told(error: BaseException) -> str:
    """The first line of what an error says; a timeout may say nothing."""
    return next(iter(str(error).splitlines()), "it took too long")


def why_no_dask() -> Lacking | None:
    """Why there are no clusters here; None if there are."""
    from importlib.util import find_spec

    if find_spec("distributed") is not None:
        return None
    return Lacking(
        "Clusters need Dask, which is not installed. Install it by: "
        "pip install 'ensemble-workbench[cluster]'"
    )


def _end_workers(local: Any) -> None:
    """End processes that hold nothing anybody wants: to ask them nicely takes some seconds."""
    for nanny in list(local.workers.values()):
        with contextlib.suppress(Exception):
            nanny.close_gracefully()  # no other one is started
            os.kill(nanny.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _local_cluster(workers: int) -> Any:
    """Workers as processes of this machine, heard by it alone, without a dashboard."""
    from distributed import LocalCluster

    from core.base import pool

    return LocalCluster(
        n_workers=workers,
        threads_per_worker=max(1, pool.threads() // workers),
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        # Dask answers questions about its health by HTTP all the same: to this machine alone.
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
        worker_dashboard_address="127.0.0.1:0",
        silence_logs=50,
    )
