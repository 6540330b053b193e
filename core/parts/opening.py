"""From files to a Dataset: all rows in memory if they fit, else their codes on a disk.

Which of the two it is changes no result: both have the same split, and the same encoder of the
same rows, and so the same codes.
"""

import weakref
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from core.base import cache_folder, room
from core.base.errors import DataError
from core.base.progress import Watch, part, unwatched
from core.base.wording import count
from core.data.column import Column, Kind
from core.data.column_on_disk import ColumnOnDisk, RowsOnDisk
from core.data.dataset import Dataset
from core.data.files import Files
from core.data.plan import Plan
from core.data.roles import Task
from core.data.stacking import stacked
from core.data.table import Table
from core.engine.binning import Binned, Encoder, FeatureEncoder, counted, keep
from core.parts import cache
from core.parts.disagreement import DisagreementError
from core.parts.encoding import (
    CODES,
    GROUPS,
    LABELS,
    LINES,
    ORDER,
    TIMES,
    VALIDATION,
    WEIGHTS,
    arrays,
    encode,
    needed_bytes,
)
from core.parts.looking import FilesLook
from core.parts.prepared import Preparing, as_sampled, progressing
from core.parts.sizes import fits_memory
from core.parts.summing import FilesSummary, summed_up
from core.parts.timing import timed
from core.sources.files_origin import FilesOrigin

_VERSION = 1
_SPANS, _SAMPLE = "spans", "sample"


_looks: weakref.WeakKeyDictionary[FilesOrigin, FilesLook] = weakref.WeakKeyDictionary()
"""Whatever was made of the files, a revision too, knows where they come from."""


def look_of(data: Dataset) -> FilesLook:
    """How the files of a dataset were looked at; raise DataError for one of no several files."""
    origin = data.table.files.origin if data.table.files else None
    if origin is None or origin not in _looks:
        raise DataError(f"{data.name} was not opened as several files.")
    return _looks[origin]


def check_unchanged(data: Dataset) -> None:
    """Raise DataError if a file is gone, or another one: its lines would be other rows by now."""
    origin = data.table.files.origin if data.table.files else None
    if origin is not None and (changed := origin.changed):
        more = f" and {count(len(changed) - 1, 'other file')}" if len(changed) > 1 else ""
        raise DataError(
            f"{changed[0]}{more} changed or vanished since {data.name} was opened, so rows cannot "
            "be read from the files again. Put them back as they were, or open the files anew."
        )


def understood(base: Dataset, plan: Plan, watch: Watch = unwatched) -> Dataset:
    """The same table, of one file or of several, understood in another way."""
    if base.sample is None:
        return Dataset.from_table(base.table.as_read, plan=plan)
    return open_on_disk(look_of(base), plan, watch)


def open_parts(
    look: FilesLook, plan: Plan, watch: Watch = unwatched, is_on_disk: bool = False
) -> Dataset:
    """A dataset of all rows of the files: in memory if they fit, unless told otherwise."""
    opened = open_in_memory if fits_memory(look) and not is_on_disk else open_on_disk
    return opened(look, plan, watch)


def _origin(look: FilesLook, is_on_disk: bool) -> FilesOrigin:
    """The files as they are before they are read; whoever knows them can look at them again."""
    origin = FilesOrigin(
        look.parts,
        tuple(source.fingerprint() for source in look.parts.sources),
        look.schema.dialect,
        tuple(sorted(look.schema.as_text)),
        is_on_disk,
    )
    _looks[origin] = look
    return origin


def open_on_disk(
    look: FilesLook, plan: Plan, watch: Watch = unwatched, known_summary: FilesSummary | None = None
) -> Dataset:
    """A dataset of all rows, of which only codes are kept, in a cache on the disk.

    Found there if the files and the plan are as they were. Where others summed the files up, they
    are gone through once. Raise DataError for files that disagree, and WriteError if there is no
    room for the codes.
    """
    preparing, origin = Preparing.of(look, plan), _origin(look, is_on_disk=True)
    entry = cache.entry_of(_told(preparing))
    known = cache.facts(entry)
    if known is None:
        is_timed = plan.split.time is not None
        preparing = timed(preparing, part(watch, 0.0, 0.2))
        summary = known_summary or summed_up(preparing, part(watch, 0.2 if is_timed else 0.0, 0.5))
        size = needed_bytes(preparing, summary)
        cache_folder.parts_folder().mkdir(parents=True, exist_ok=True)
        cache.make_room(size)
        room.check_room(cache_folder.parts_folder(), size)
        with cache.written(entry) as aside:
            encode(preparing, summary, aside, part(watch, 0.5, 1.0))
            _write_summary(summary, aside)
        known = cache.facts(entry)
    return _dataset(preparing, origin, known, arrays(entry))


def open_in_memory(look: FilesLook, plan: Plan, watch: Watch = unwatched) -> Dataset:
    """A dataset of all rows with all their values, split as one on the disk would be."""
    preparing, origin = Preparing.of(look, plan), _origin(look, is_on_disk=False)
    found: list[tuple[Column, ...]] = []
    lines, before, told, seen = [], [], dict[str, str](), 0
    for name, source in zip(look.parts.names, progressing(look, watch), strict=True):
        before.append(seen)
        next_line = 1
        try:
            for piece in source:
                found.append(piece.table.columns)
                lines.append(piece.table.lines + seen)
                next_line = piece.next_line
        except DataError as error:
            told[name] = str(error)
        seen += next_line - 1
    if told:
        raise DisagreementError(look.parts, told)
    columns = tuple(stacked(each).trimmed() for each in zip(*found, strict=True))
    files = Files(look.parts.names, tuple(before), origin)
    table = Table(look.parts.title, columns, np.concatenate(lines), look.parts.place, files=files)
    table = replace(table, notes=look.table.notes)
    return Dataset.from_table(table, plan=preparing.plan)


def _told(preparing: Preparing) -> Any:
    """All that the codes depend on, as JSON holds it."""
    look = preparing.look
    schema = look.schema
    marks = [source.fingerprint() for source in look.parts.sources]
    return {
        "version": _VERSION,
        "root": str(look.parts.root.resolve()),
        "files": [
            [name, mark.size, mark.modified]
            for name, mark in zip(look.parts.names, marks, strict=True)
        ],
        "dialect": schema.dialect.plain() if schema.dialect else None,
        "columns": list(schema.names),
        "kinds": [sorted(schema.numbers), sorted(schema.spelled), sorted(schema.as_text)],
        "plan": preparing.plan.plain(),
    }


def _write_summary(summary: FilesSummary, folder: Any) -> None:
    """What is not an array of all rows, beside those."""
    np.save(folder / f"{_SPANS}.npy", summary.spans)
    np.save(folder / f"{_SAMPLE}.npy", summary.sample.lines)
    for place, column in enumerate(summary.sample.columns):
        np.save(folder / f"{_SAMPLE}{place}.npy", column.values)
    cache.write_facts(
        folder,
        {
            "task": summary.labels.task.value,
            "classes": list(summary.labels.classes),
            "training": summary.training,
            "before": list(summary.files.before),
            "notes": list(summary.notes),
            "features": [
                {
                    "name": feature.name,
                    "is_category": feature.is_category,
                    "edges": feature.edges.tolist(),
                    "categories": list(feature.categories),
                    "range": [feature.low, feature.high],
                }
                for feature in summary.encoder.features
            ],
            "sample": [
                [column.name, column.kind.value, list(column.categories)]
                for column in summary.sample.columns
            ],
        },
    )


def _dataset(
    preparing: Preparing, origin: FilesOrigin, known: Any, found: dict[str, npt.NDArray[Any]]
) -> Dataset:
    plan, shape, look = preparing.plan, preparing.shape, preparing.look
    files = Files(look.parts.names, tuple(known["before"]), origin)
    lines = found[LINES]
    rows = len(lines)
    sampled = tuple(
        Column(name, Kind(kind), found[f"{_SAMPLE}{place}"], tuple(categories))
        for place, (name, kind, categories) in enumerate(known["sample"])
    )
    table = Table(look.parts.title, sampled, found[_SAMPLE], look.parts.place, files=files)
    sample = as_sampled(table, plan)
    sides = found[VALIDATION][np.searchsorted(lines, sample.lines)]
    sample = replace(sample, validation=np.asarray(sides))
    columns = tuple(ColumnOnDisk(column.name, column.kind, rows) for column in look.table.columns)
    everyone = room.empty(rows, np.int64)
    everyone[:] = np.arange(rows)
    features = tuple(
        ColumnOnDisk(f["name"], Kind.CATEGORY if f["is_category"] else Kind.NUMBER, rows)
        for f in known["features"]
    )
    on_disk = RowsOnDisk(features, found.get(WEIGHTS), found.get(GROUPS), found.get(TIMES))
    data = replace(
        shape,
        table=Table(look.parts.title, columns, lines, look.parts.place, files=files),
        task=Task(known["task"]),
        classes=tuple(known["classes"]),
        rows=everyone,
        labels=found[LABELS],
        validation=found[VALIDATION],
        notes=(*known["notes"], *(note for note in sample.notes if "set aside" not in note)),
        derived=(),
        sample=sample,
        on_disk=on_disk,
    )
    encoder = Encoder(
        tuple(
            FeatureEncoder(
                f["name"],
                f["is_category"],
                np.array(f["edges"], np.float64),
                tuple(f["categories"]),
                *f["range"],
            )
            for f in known["features"]
        )
    )
    codes, training = found[CODES], known["training"]
    keep(
        on_disk,
        Binned(encoder, codes, found[ORDER], training, counted(codes, training), found[_SPANS]),
    )
    return data
