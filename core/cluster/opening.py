"""Files opened on a cluster: workers sum up and encode them, the client has a fair sample."""

from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from core.base.arrays import Integers
from core.base.errors import DataError
from core.base.progress import Progress, Watch, part, unwatched
from core.base.wording import count, grouped
from core.cluster.address import ClusterAddress
from core.cluster.crew import Crew
from core.cluster.cutting import Key
from core.cluster.offices import Office
from core.cluster.record import ShareCall
from core.cluster.share import FilesOfShare
from core.data.dataset import Dataset
from core.data.files import Files
from core.data.plan import Plan
from core.data.table import Table
from core.engine.binning import Binned, keep_for
from core.learning.holders import held_by
from core.parts.disagreement import DisagreementError
from core.parts.encoding import labels_of
from core.parts.looking import FilesLook
from core.parts.prepared import Preparing
from core.parts.summing import FilesSummary, Summing
from core.reading.pieces import TablePiece


def open_at(
    look: FilesLook, plan: Plan, address: ClusterAddress, watch: Watch = unwatched
) -> Dataset:
    """The same at an address; `release` lets go of its workers."""
    from core.cluster.dask_office import DaskOffice

    watch(Progress(0, 0, "connecting to the cluster"))
    office = DaskOffice(address)
    try:
        data, crew = open_on_cluster(look, plan, office, watch)
    except BaseException:
        office.close()
        raise
    _opened[data] = (crew, office)
    return data


_opened: WeakKeyDictionary[Dataset, tuple[Crew, Office]] = WeakKeyDictionary()


def crew_of(data: Dataset) -> Crew:
    """Those who hold the rows of a dataset; raise DataError if they are here."""
    if data not in _opened:
        raise DataError(f"The rows of {data.name} are on this machine.")
    return _opened[data][0]


def release(data: Dataset) -> None:
    """Let go of the workers that hold the rows of a dataset, if there are any."""
    crew, office = _opened.pop(data, (None, None))
    if crew is not None and office is not None:
        crew.close()
        office.close()


def open_on_cluster(
    look: FilesLook, plan: Plan, office: Office, watch: Watch = unwatched
) -> tuple[Dataset, Crew]:
    """A dataset of a fair sample of the rows, whose trainings go by all of them.

    All rows are on the workers, as codes, until the crew is closed.
    """
    _check(plan)
    preparing = Preparing.of(look, plan)
    crew, summary, counts = _crew(preparing, office, watch)
    try:
        data = _dataset(preparing, summary, counts, len(crew.shares))
    except BaseException:
        crew.close()
        raise
    held_by(data, crew)
    return data, crew


def crew_for(
    look: FilesLook, plan: Plan, office: Office, watch: Watch = unwatched
) -> tuple[Crew, FilesSummary]:
    """Workers that have summed up and encoded all rows, and what is known of these."""
    _check(plan)
    crew, summary, _ = _crew(Preparing.of(look, plan), office, watch)
    return crew, summary


def _crew(
    preparing: Preparing, office: Office, watch: Watch
) -> tuple[Crew, FilesSummary, Integers]:
    """The same, and how many training rows have each code."""
    crew = Crew(office, preparing, watch)
    try:
        crew.find_rows(part(watch, 0.0, 0.1))
        summary = _summed_up(crew, preparing, part(watch, 0.1, 0.5))
        light = replace(summary, sample=Table(summary.sample.name, (), np.empty(0, np.int64)))
        counts = np.sum(crew.tell(ShareCall("encode", (light,)), part(watch, 0.5, 1.0)), axis=0)
        crew.tell(ShareCall("count", (counts,)))
        crew.summary = light
    except BaseException:
        crew.close()
        raise
    return crew, summary, counts


def _check(plan: Plan) -> None:
    """Raise DataError for a plan that rows in several places cannot follow."""
    if plan.weight is not None:
        raise DataError(
            "Weights of rows cannot be used over a cluster yet: numbers that are not whole do not "
            f"add up to the same in any order. Leave {plan.weight!r} out, or train on one machine."
        )
    if plan.split.time is not None:
        raise DataError(
            "The latest rows cannot be kept back over a cluster yet. Name a column that says which "
            "rows are for validation, or let chance decide."
        )


def _summed_up(crew: Crew, preparing: Preparing, watch: Watch) -> FilesSummary:
    """What all shares know of their files, put together."""
    parts = preparing.look.parts
    summing, told = Summing(preparing), dict[Key, tuple[str, str]]()
    lines = np.zeros(len(parts), np.int64)
    found: list[FilesOfShare] = crew.ask(ShareCall("sum_up"), watch)
    for held, own in zip(crew.shares, found, strict=True):
        for piece, last in zip(held.pieces, own.lines, strict=True):
            lines[piece.number] = max(lines[piece.number], last)
        told |= own.told
        if not own.told:
            held.size = (own.summing.rows, own.summing.training)
            summing.merge(own.summing)
    if told:
        # Of a file in several places what is told by the first one: it may have misled the others.
        first_told = {name: sentence for _, (name, sentence) in sorted(told.items(), reverse=True)}
        raise DisagreementError(parts, dict(sorted(first_told.items())))
    before = np.cumsum(lines) - lines
    return summing.summary(Files(parts.names, tuple(before.tolist())))


def _title(summary: FilesSummary) -> str:
    name = summary.sample.name
    return name if len(summary.sample) == summary.rows else f"sample of {name}"


def _dataset(
    preparing: Preparing, summary: FilesSummary, counts: Integers, workers: int
) -> Dataset:
    """The sample as a dataset with the classes, the split and the codes of all rows."""
    labels, rows = summary.labels, len(summary.sample)
    told = (
        f"All {grouped(summary.rows)} rows are on {count(workers, 'worker')}, as codes of one byte "
        f"a value; {grouped(summary.training)} of them are trained on, and curves are of all."
    )
    if rows < summary.rows:
        told += (
            f" What is said about columns and single rows is of a fair sample of {grouped(rows)}."
        )
    own = preparing.prepared(TablePiece(summary.sample, 0))
    data = replace(
        own.data,
        task=labels.task,
        classes=labels.classes,
        labels=labels_of(own.target, summary),
        table=replace(own.data.table, name=_title(summary)),
        notes=(*summary.notes, told),
    )
    order = np.concatenate([np.flatnonzero(~data.validation), np.flatnonzero(data.validation)])
    training = len(order) - int(data.validation.sum())
    codes = summary.encoder.encode(data.features, order)
    keep_for(data, Binned(summary.encoder, codes, order, training, counts, summary.spans))
    return data
