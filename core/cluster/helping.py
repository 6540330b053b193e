"""Workers that help with data on the disk of this machine: they have all rows, too.

Trainings and audits go by what they add up and hear, with the same results. Whatever they cannot
do, or nobody wants of them while they are at something else, is done here.
"""

import threading
import weakref
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Integers
from core.base.progress import Progress, Watch, part, unwatched
from core.cluster.address import ClusterAddress
from core.cluster.crew import Crew, Observing
from core.cluster.offices import Office
from core.cluster.opening import crew_for
from core.cluster.record import ShareCall
from core.data.dataset import Dataset
from core.data.plan import Plan
from core.engine.sums import ALONE, RowSums
from core.judging.auditing.parts.on_disk import MOST_LISTED, TaughtJudges
from core.judging.auditing.parts.part_tally import PartTally
from core.learning.ensemble import Ensemble
from core.learning.holders import Holders
from core.parts.looking import FilesLook
from core.parts.opening import open_on_disk


@dataclass(frozen=True)
class WorkerState:
    """A worker, and what it has."""

    where: str
    rows: int
    memory: int
    """In bytes; 0 if nobody knows."""
    limit: int


class Helpers(Holders):
    """The workers that have the rows of some data."""

    def __init__(self, data: Dataset, crew: Crew, office: Office, address: ClusterAddress) -> None:
        self._crew, self._office, self.address = crew, office, address
        self._lock = threading.Lock()
        """Is held while they hear judges, or are told of a training."""
        self._last: weakref.ReferenceType[Observing] | None = None
        """The training that they began last."""
        self._leaving: weakref.finalize[..., Dataset] | None = None
        self.serve(data)

    def serve(self, data: Dataset) -> None:
        """Help with these data, of the same files and plan, from now on."""
        if self._leaving is not None:
            self._leaving.detach()
        self._data = weakref.ref(data)
        # Data that nobody has any more need no helpers; whoever forgets them does not wait.
        self._leaving = weakref.finalize(data, _leave, self._crew, self._office)
        self._leaving.atexit = False

    def why_not(self, data: Dataset, settings: Ensemble | None = None) -> str:
        """Why they do not help with data, or a training on them, in a sentence; else empty."""
        if why := self.why_not_revised(data):
            return why
        if self._lock.locked() or self._is_training:
            return "The workers are at something else, so this is done on this machine."
        if settings is None:
            return ""
        if settings.balanced:
            return "Classes are balanced on this machine: workers add up whole numbers."
        return settings.why_not_shared(data)

    @property
    def _is_training(self) -> bool:
        last = None if self._last is None else self._last()
        return last is not None and not last.is_over

    def why_not_revised(self, data: Dataset) -> str:
        """Why they do not help with data that are no more as they were opened; else empty."""
        if data is self._data():
            return ""
        return (
            "The workers have the rows as they were opened. What was decided or chosen since is "
            "learned on this machine."
        )

    def begin(self, settings: Ensemble, seed: int) -> RowSums:
        """Begin a training of theirs; of who is at something else by now, nothing is asked."""
        if not self._lock.acquire(blocking=False):
            return ALONE
        try:
            if self._is_training:
                return ALONE
            if settings.learns_from_copies:
                self._crew.positions(np.empty(0, np.int64))  # first, each of them has all rows
            sums = self._crew.begin(settings, seed)
            self._last = weakref.ref(sums)
            return sums
        finally:
            self._lock.release()

    def positions(self, lines: Integers) -> Integers:
        """Where training rows, by their lines, stand among theirs."""
        return self._crew.positions(lines)

    def heard(self, judges: TaughtJudges, seed: int, watch: Watch = unwatched) -> PartTally | None:
        """What judges say of all rows: the most suspicious ones, by their lines, and counts.

        None if the workers are at something else by now.
        """
        data = self._data()
        assert data is not None
        if not self._lock.acquire(blocking=False):
            return None
        try:
            if self._is_training:
                return None
            tally = PartTally.none(len(data.classes))
            for own in self._crew.ask(ShareCall("judge", (judges, seed)), watch):
                tally = tally.with_others(own, MOST_LISTED)
            return tally
        finally:
            self._lock.release()

    def workers(self) -> list[WorkerState]:
        """The workers that are there; raise SumsLostError if nobody can tell any more."""
        rows: dict[str, int] = {}
        for held in self._crew.shares:
            seat = held.seat  # another thread may find out that it is lost
            if seat is not None:
                rows[seat.where] = rows.get(seat.where, 0) + held.size[0]
        known = self._office.memory()
        return [
            WorkerState(where, rows.get(where, 0), *known.get(where, (0, 0)))
            for where in self._office.places()
        ]

    def close(self) -> None:
        """Let go of the workers; those that were started here end."""
        if self._leaving is not None:
            self._leaving.detach()
        _close(self._crew, self._office)


def _close(crew: Crew, office: Office) -> None:
    crew.close()
    office.close()


def _leave(crew: Crew, office: Office) -> None:
    threading.Thread(target=_close, args=(crew, office), name="leaving a cluster").start()


def open_with_helpers(
    look: FilesLook, plan: Plan, address: ClusterAddress, watch: Watch = unwatched
) -> Dataset:
    """Data whose codes are on the disk of this machine, and on the workers at an address.

    The workers sum the files up, so these are read here once, or not at all if their codes are in
    the cache.
    """
    from core.cluster.dask_office import DaskOffice

    watch(Progress(0, 0, "connecting to the cluster"))
    office = DaskOffice(address)
    try:
        data, helpers = helped(look, plan, office, address, watch)
    except BaseException:
        office.close()
        raise
    _helping[data] = helpers
    return data


_helping: "weakref.WeakKeyDictionary[Dataset, Helpers]" = weakref.WeakKeyDictionary()


def helpers_of(data: Dataset) -> Helpers | None:
    """Who helps with data, if somebody does."""
    return _helping.get(data)


def hand_over(data: Dataset, other: Dataset) -> None:
    """Who helps with data helps with others of the same files and plan; nobody else does."""
    helpers = _helping.pop(data, None)
    _helping.pop(other, None)
    if helpers is not None:
        helpers.serve(other)
        _helping[other] = helpers


def helped(
    look: FilesLook, plan: Plan, office: Office, address: ClusterAddress, watch: Watch = unwatched
) -> tuple[Dataset, Helpers]:
    """The same with workers that are there; and these."""
    crew, summary = crew_for(look, plan, office, part(watch, 0.0, 0.6))
    try:
        data = open_on_disk(look, plan, part(watch, 0.6, 1.0), summary)
    except BaseException:
        crew.close()
        raise
    return data, Helpers(data, crew, office, address)
