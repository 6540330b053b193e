"""Making a revision: other labels, labels for rows that had none, other values, fewer rows.

A revision shares the plan and the split of the data it is made of; the file is never touched.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from core.base import room
from core.base.arrays import Floats, Integers, Mask
from core.base.ascending import places_among
from core.base.errors import DataError
from core.base.wording import grouped
from core.data.changes import Changes, NewValues, differing_rows, exact_text
from core.data.computing import computed_anew
from core.data.magnitude import check_target, check_weights
from core.data.roles import Role
from core.data.splits.grouping import group_numbers

if TYPE_CHECKING:
    from core.data.dataset import Dataset


def changed(data: "Dataset", changes: Changes) -> "Dataset":
    """The revision that differs in these; the data themselves if in nothing."""
    made = data
    if changes.cells:
        made = with_cells(made, changes.cells)
    if len(changes.labelled):
        made = labelled(made, changes.labelled)
    if len(changes.labels):
        made = relabelled(made, changes.labels)
    if len(changes.excluded):
        made = made.excluding(changes.excluded)
    return made


def relabelled(data: "Dataset", new: NewValues) -> "Dataset":
    """A revision in which these lines have these labels."""
    check_classes(data, ())
    return _with_labels(data, data.rows_of(new.lines), _codes(data, new))


def check_classes(data: "Dataset", texts: Iterable[str]) -> None:
    """Raise DataError for a text that rows cannot be relabelled to."""
    if not data.classes:
        raise DataError(
            "Only classes can be relabelled, and this target is a number. Set its value instead."
        )
    if unknown := sorted(set(texts) - set(data.classes)):
        raise DataError(
            f"{unknown[0]!r} is no class of {data.target!r}. The classes are: "
            f"{', '.join(data.classes)}."
        )


def labelled(data: "Dataset", new: NewValues) -> "Dataset":
    """A revision with rows that had no label.

    The split was drawn without them, so none is kept back for validation: they are learned from.
    A row whose group is kept back cannot be learned from, and is refused.
    """
    if (wrong := ~np.isin(new.lines, data.unlabelled)).any():
        raise DataError(
            f"Line {grouped(new.lines[wrong][0])} of {data.name} is no row without a label. "
            "Relabel it if "
            "it has one; a row that is left out stays out."
        )
    rows = data.table.rows_of(new.lines)
    _check_groups(data, rows)
    values = _codes(data, new) if data.classes else _numbers(data, new)
    order = np.argsort(np.concatenate([data.rows, rows]), kind="stable")
    first = data.first_labels

    def merged(own: npt.NDArray[Any], more: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.concatenate([own, more.astype(own.dtype)])[order]

    return replace(
        data,
        rows=merged(data.rows, rows),
        labels=merged(data.labels, values),
        validation=merged(data.validation, np.zeros(len(rows), bool)),
        first_labels=None if first is None else merged(first, values),
        revision=data.revision + 1,
    )


def with_cells(data: "Dataset", cells: Mapping[str, NewValues]) -> "Dataset":
    """A revision in which some cells have other values.

    Columns are by name, and rows by their lines, labelled or not. A number to predict can be set
    too; classes are relabelled. The rows stay split as they are, so a column that says how they
    are split cannot be set.
    """
    if data.on_disk is not None:
        raise DataError(
            "Values of rows that are kept on the disk cannot be set: of each only codes are at "
            "hand. Correct them in the files, or exclude the rows."
        )
    made = data
    others = {name: new for name, new in cells.items() if name != data.target}
    if named := [name for name in others if name in data.split.names]:
        raise DataError(
            f"{named[0]!r} says how the rows are split, so its values stay. Split the rows in "
            "another way first."
        )
    if named := [name for name in cells if name in data.table.computed]:
        raise DataError(
            f"{named[0]!r} is computed, so its values cannot be set. Set those of "
            f"{' or '.join(repr(name) for name in _needs(data, named[0]))} instead."
        )
    if others:
        edited = data.table.edited(others)
        planned = data.plan.columns if data.plan else None
        table = computed_anew(edited, data.computed, planned, others)
        changed = {
            now.name
            for now, before in zip(table.columns, data.table.columns, strict=True)
            if now is not before
        }
        derived = data.derived
        if any(each.source in changed for each in data.derivations):
            derived = tuple(
                c for each in data.derivations for c in each.columns(table.column(each.source))
            )
        made = replace(data, table=table, derived=derived)
        _check_weights(made, changed)
        _ = made.features  # what cannot be read is refused now
        if data.target in changed:
            made = _with_computed_labels(made, data)
    if (new := cells.get(data.target)) is not None:
        if data.classes:
            raise DataError(f"{data.target!r} is the target: relabel the row instead.")
        made = _with_labels(made, data.rows_of(new.lines), _numbers(data, new))
    return replace(made, revision=data.revision + 1)


def _needs(data: "Dataset", name: str) -> tuple[str, ...]:
    return next(each.needs for each in data.computed if each.source == name)


def _with_computed_labels(made: "Dataset", before: "Dataset") -> "Dataset":
    """The labels that are computed otherwise now; those that a person gave stay."""
    was, now = before.table.column(before.target), made.table.column(made.target)
    differs = np.isin(made.rows, differing_rows(was, now))
    rows = np.flatnonzero(differs)
    texts = {int(made.lines[row]): exact_text(now, int(made.rows[row])) for row in rows}
    if lost := [line for line, text in texts.items() if not text]:
        raise DataError(
            f"The target {made.target!r} of line {grouped(lost[0])} could not be computed any "
            "more. Exclude the row instead."
        )
    if not texts:
        return made
    new = NewValues.of(texts)
    return _with_labels(made, rows, _codes(made, new) if made.classes else _numbers(made, new))


def unlabelled(data: "Dataset") -> Integers:
    """The lines of the rows that have no label, and are not left out for another reason."""
    if data.on_disk is not None:
        return np.empty(0, np.int64)  # of rows without a label no code was kept
    missing = data.plan[data.target].missing if data.plan else ()
    own = data.table if data.target in data.table.computed else data.table.as_read
    column = own.column(data.target).without(missing)
    is_open = column.missing.copy()
    is_open[data.rows] = False  # labelled since
    lines = data.table.lines[is_open]
    left_out = data.plan.excluded if data.plan else frozenset()
    return lines[~np.isin(lines, list(left_out))] if left_out else lines


def _with_labels(data: "Dataset", rows: Integers, labels: npt.NDArray[Any]) -> "Dataset":
    now = room.copied(data.labels)
    now[rows] = labels
    first = data.labels if data.first_labels is None else data.first_labels
    sample = data.sample
    if sample is not None:
        own, is_there = places_among(sample.lines, data.lines[rows])
        sample = _with_labels(sample, own[is_there], labels[is_there]) if is_there.any() else sample
    return replace(data, labels=now, revision=data.revision + 1, first_labels=first, sample=sample)


def of_sample(data: "Dataset", sample: "Dataset", keep: Mask) -> "Dataset":
    """The rows of a sample that are kept, as rows of the data are; all of it if none would be."""
    own = keep[data.rows_of(sample.lines)]
    return sample.only(own) if own.any() else sample


def _codes(data: "Dataset", new: NewValues) -> Integers:
    """The places of the classes that these lines are given."""
    check_classes(data, {new.texts[code] for code in np.unique(new.codes).tolist()})
    place = {name: code for code, name in enumerate(data.classes)}
    return np.array([place.get(text, -1) for text in new.texts], np.int64)[new.codes]


def _numbers(data: "Dataset", new: NewValues) -> Floats:
    """The numbers to predict that these lines are given."""
    values = [data.table.value_text(data.target, text) for text in new.texts]
    if "" in values:
        raise DataError(
            f"A row without a value in the target {data.target!r} cannot be learned from. Type a "
            "number, or exclude the row."
        )
    numbers = np.array([float(value) for value in values])[new.codes]
    check_target(data.target, numbers, new.lines)
    return numbers


def _check_groups(data: "Dataset", rows: Integers) -> None:
    """Refuse rows of a group that is kept back for validation."""
    if (name := data.split.group) is None:
        return
    missing = data.plan[name].missing if data.plan else ()
    groups = group_numbers(data.table.column(name).without(missing))
    if (held := np.isin(groups[rows], groups[data.rows[data.validation]])).any():
        raise DataError(
            f"Line {grouped(data.table.lines[rows[held][0]])} belongs to rows that are kept "
            "back for "
            f"validation, as {name!r} says, so it cannot be learned from. Leave it as it is."
        )


def _check_weights(data: "Dataset", changed: Collection[str]) -> None:
    """Refuse weights that were set and cannot be computed with."""
    for name, role in data.roles.items():
        if role is Role.WEIGHT and name in changed:
            values = data.table.column(name).values[data.rows]
            check_weights(name, np.asarray(values, np.float64), data.lines)
