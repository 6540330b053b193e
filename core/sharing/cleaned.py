"""The file as decided: what a person takes away of data whose rows were looked through."""

import os
from collections.abc import Iterable
from dataclasses import replace

from core.base.errors import DataError
from core.base.progress import Watch, unwatched
from core.base.wording import grouped
from core.data.changes import Changes, merged_cells
from core.data.dataset import Dataset
from core.judging.reviewing.decision import Decision
from core.judging.reviewing.table import decisions_frame
from core.parts.opening import check_unchanged, look_of
from core.parts.rewriting import write_changed_parts
from core.reading.rewriting import write_changed


def write_cleaned(
    base: Dataset,
    changes: Changes,
    path: str | os.PathLike[str],
    standing: Iterable[Decision] = (),
    with_computed: bool = False,
    watch: Watch = unwatched,
) -> tuple[str, ...]:
    """Write the file without what is excluded, relabelled, its cells set, its spellings merged.

    All else stays byte for byte as it was, and computed columns are left out. With them the table
    is written anew, as it is understood. A workbook has a second sheet of what is decided, which is
    what is `standing`. Of several files the path is that of a new folder, in which each is written
    part by part. Gives back what is to be said about it.
    """
    if base.table.files is not None:
        _write_parts(base, changes, path, with_computed, watch)
        return ()
    record = decisions_frame(standing, base)
    labels = changes.labels.as_dict() | changes.labelled.as_dict()
    excluded = _excluded(base, changes)
    revised = base.with_cells(changes.cells) if changes.cells else base
    if with_computed:
        table = replace(revised.table, origin=None, unedited=None)
        return write_changed(
            table, path, target=base.target, excluded=excluded, relabelled=labels, record=record
        )
    if base.target in base.table.computed:
        _refuse_new_labels(revised, labels)
        labels = {}
    cells = {name: values.as_dict() for name, values in merged_cells(base).items()}
    for name, values in changes.cells.items():
        cells[name] = cells.get(name, {}) | values.as_dict()
    return write_changed(
        base.table.as_read,
        path,
        target=base.target,
        excluded=excluded,
        relabelled=labels,
        cells=cells,
        record=record,
    )


def _write_parts(
    base: Dataset,
    changes: Changes,
    path: str | os.PathLike[str],
    with_computed: bool,
    watch: Watch,
) -> None:
    """Write a copy of several files, or of one that was read in parts."""
    if with_computed or (base.target in base.table.computed and len(changes.labels)):
        raise DataError(
            "Computed columns of several files have no place in their copies. Export the copy "
            "without them, or compute them again from it."
        )
    check_unchanged(base)
    write_changed_parts(
        look_of(base),
        base.table,
        path,
        target=base.target,
        excluded=_excluded(base, changes),
        relabelled=changes.labels.as_dict() | changes.labelled.as_dict(),
        cells={name: values.as_dict() for name, values in changes.cells.items()},
        spellings=base.plan.spellings if base.plan else {},
        watch=watch,
    )


def _excluded(base: Dataset, changes: Changes) -> list[int]:
    """The lines that a person left out: in the review, or by a remedy when the file was opened."""
    planned = base.plan.excluded if base.plan else frozenset()
    return sorted({*planned, *changes.excluded.tolist()})


def _refuse_new_labels(revised: Dataset, labels: dict[int, str]) -> None:
    """A label that was computed has no place in the file; one that follows from a cell has."""
    rows = {int(line): row for row, line in enumerate(revised.lines)}
    for line, label in labels.items():
        if line not in rows or revised.label_text(rows[line]) != label:
            raise DataError(
                f"The target {revised.target!r} is computed, so the new label of line "
                f"{grouped(line)} has no place in the file. Export the cleaned file with its "
                "computed columns."
            )
