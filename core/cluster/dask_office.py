"""The workers of a Dask cluster, behind the address that a person typed or started here."""

import contextlib
import time
from typing import Any

from core.base.errors import DataError
from core.base.lacking import Lacking
from core.base.progress import Progress
from core.cluster.address import ClusterAddress
from core.cluster.desk import Desk
from core.cluster.offices import LostError, Office, Pending, Seat
from core.cluster.versions import differing
from core.engine.sums import SumsLostError

_CONNECTING = 15.0
"""So many seconds a scheduler is waited for, and the first worker."""
_SEATED = 60.0
"""A worker that takes so many seconds to make a share counts as lost."""
_SILENT = 60.0
"""So does one that does not say for so many seconds how far it is."""
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
        try:
            self._connect()
            self._check_workers()
        except BaseException:
            self.close()
            raise

    def _connect(self) -> None:
        from distributed import Client

        where = self._address.scheduler
        security = self._address.security()
        if where is None:
            self._local = _local_cluster(self._address.workers)
            where = self._local.scheduler_address
        try:
            self._client = Client(
                where, timeout=_CONNECTING, set_as_default=False, security=security
            )
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise DataError(
                f"No scheduler answers at {where} ({str(error).splitlines()[0]}). Check the "
                "address and that `dask scheduler` runs there; with tls:// the certificates, too."
            ) from error

    def _check_workers(self) -> None:
        """Raise DataError if there is no worker, or one that could give other results."""
        latest = time.monotonic() + _CONNECTING
        while not self.places():
            if time.monotonic() > latest:
                raise DataError(
                    f"The scheduler at {self._client.scheduler.address} has no worker. Start some: "
                    "dask worker ADDRESS"
                )
            time.sleep(0.1)
        if told := differing(self._client):
            raise DataError(told)

    def places(self) -> list[str]:
        """The addresses of the workers."""
        self._check_scheduler()
        try:
            found = list(self._client.scheduler_info(n_workers=-1)["workers"])
        except (OSError, TimeoutError) as error:
            raise self._lost() from error
        if self._local is not None and len(found) < self._address.workers:
            self._fill_up()
        return found

    def _fill_up(self) -> None:
        """Ask for the workers that are missing here: who is killed while it starts stays away."""
        if time.monotonic() - self._asked > _FILLED_UP:
            self._asked = time.monotonic()
            self._local.scale(self._address.workers)

    def seat(self, place: str) -> Seat:
        """An actor on a worker."""
        self._check_scheduler()
        known = self._client.scheduler_info(n_workers=-1)["workers"]
        if place not in known:
            raise LostError(f"{place} is gone")
        future = self._client.submit(
            Desk,
            known[place]["nthreads"],
            actor=True,
            workers=[place],
            allow_other_workers=False,
            pure=False,
        )
        try:
            desk = self._made(future, place)
        except Exception as error:
            future.release()
            raise LostError(f"{place} takes no work ({error})") from error
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

    def ask(self, name: str, *given: Any) -> Pending:
        """Ask the actor."""
        try:
            return _DaskCall(self._desk.ask(name, *given), self)
        except RuntimeError as error:  # what Dask raises where the worker is known to be lost
            raise LostError(f"{self.where} is gone") from error

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
                self._told, self._heard = self._looking.result(timeout=1), now
            self._looking = None
        self.check()
        if self._looking is None and now - self._asked > _OFTEN:
            if now - self._asked > _SILENT:
                self._heard = now  # nobody has asked it for long
            self._asked = now
            with contextlib.suppress(RuntimeError):
                self._looking = self._desk.progress()
        return self._told

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
    def __init__(self, future: Any, seat: _DaskSeat) -> None:
        self._future, self._seat = future, seat

    def result(self, timeout: float) -> Any:
        """What the share gave or raised."""
        try:
            did_it, found = self._future.result(timeout=timeout)
        except TimeoutError:
            raise
        except Exception as error:
            raise LostError(f"{self._seat.where} is gone ({error})") from error
        if did_it:
            return found
        raise found


def why_no_dask() -> Lacking | None:
    """Why there are no clusters here; None if there are."""
    from importlib.util import find_spec

    if find_spec("distributed") is not None:
        return None
    return Lacking(
        "Clusters need Dask, which is not installed. Install it by: "
        "pip install 'ensemble-workbench[cluster]'"
    )


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
