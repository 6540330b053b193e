"""Predicting a whole file: labels and probabilities, and which rows are unlike the training data.

A row is unlike the training data if one of its categories was never seen there, if one of its
numbers lies outside the range seen there by more than a tenth of that range, or if it has no value
at all. That looks at one column at a time: a row may be odd in ways that this does not see.
"""

import contextlib
import csv
import io
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.files import written_whole
from core.base.progress import Progress, Watch, unwatched
from core.base.wording import count
from core.data.column import Column
from core.data.table import Table
from core.engine.binning import FeatureEncoder
from core.engine.codes import MISSING, MOST_VALUES, OTHER
from core.engine.inputs import Inputs
from core.learning.model import Model
from core.learning.predictors.winners import winners
from core.reading.columns import as_spelled, kept
from core.reading.tables import read_table
from core.sources.known_dialect import NOTHING_KNOWN, Known
from core.sources.spellings import number_part

PART = 65_536
"""So many rows are predicted and written at a time."""
MARGIN = 0.1
"""By how much of the range seen in training a number may lie outside of it."""


@dataclass(frozen=True)
class Differences:
    """How a file differs from the data that the model was trained on."""

    rows: int
    unlike: int
    """How many rows are marked."""
    extra: tuple[str, ...]
    """Columns that the model does not know."""
    unseen: dict[str, int]
    """How many rows have a category that no training row had, by column."""
    outside: dict[str, int]
    """How many rows have a number outside the range seen in training, by column."""
    notes: tuple[str, ...] = ()
    """What there was to tell about reading the file."""

    def sentences(self) -> list[str]:
        """What a person should know before using the predictions; none if nothing differs."""
        told = [*self.notes]
        if self.extra:
            told.append(f"The model does not use {_listed(map(repr, self.extra))}.")
        if self.unseen:
            counts = (f"{name!r} ({count(rows, 'row')})" for name, rows in self.unseen.items())
            told.append(f"Categories that were never seen in training: {_listed(counts)}.")
        if self.outside:
            counts = (f"{name!r} ({count(rows, 'row')})" for name, rows in self.outside.items())
            told.append(f"Numbers outside the range seen in training: {_listed(counts)}.")
        if self.unlike:
            end = (
                "looks unlike the training data. It is marked; trust its prediction less."
                if self.unlike == 1
                else "look unlike the training data. They are marked; trust their predictions less."
            )
            told.append(f"{self.unlike:,} of {count(self.rows, 'row')} {end}")
        return told


def predict_file(
    model: Model,
    source: str | os.PathLike[str] | Table,
    out: str | os.PathLike[str] | IO[bytes],
    watch: Watch = unwatched,
    known: Known = NOTHING_KNOWN,
) -> Differences:
    """Predict every row of a CSV file, or of a table, and write a CSV file, whole or not at all.

    A row has its `line`, the `label` and a `probability_...` for each class, or the number that is
    `predicted`, and whether it is `unlike_training`. Every number is written with all its digits.
    What is `known` about how the file is written is not guessed. `watch` is told how many rows of
    how many are predicted, and while they are read that they are.

    >>> import core, tempfile
    >>> model = core.fit(core.example("moons"), core.AdaBoost(rounds=5)).model
    >>> from resources import dataset_path
    >>> told = predict_file(model, dataset_path("moons.csv"), tempfile.mkdtemp() + "/out.csv")
    >>> told.rows, told.extra
    (500, ('side',))
    """
    if isinstance(source, Table):
        table = source
    else:
        signs = _with_signs(model)
        table = read_table(
            source,
            with_signs=signs,
            watch=lambda read: watch(Progress(0, 0, f"reading, {read.words}")),
            known=known,
        )
        table = _with_numbers(table, model)
    unlike = 0
    unseen: Counter[str] = Counter()
    outside: Counter[str] = Counter()
    with _opened(out) as file:
        file.write(_header(model))
        for start in range(0, len(table), PART):
            part = _part(table, slice(start, min(start + PART, len(table))))
            inputs = model.inputs(part)
            is_unlike = _look(inputs, unseen, outside)
            unlike += int(is_unlike.sum())
            file.write(_written(model, part.lines, inputs, is_unlike))
            watch(Progress(start + len(part), len(table)))
    needed = set(model.raw_names)
    extra = tuple(name for name in table.names if name not in needed)
    told = (*table.notes, *_problems(table))
    return Differences(len(table), unlike, extra, dict(+unseen), dict(+outside), told)


def _with_signs(model: Model) -> set[str]:
    """Columns of texts like 3rd: where all rows of a file have it, it would be read as a number."""
    return {derivation.source for derivation in model.derivations} | {
        feature.name
        for feature in model.encoder.features
        if any(number_part(text) not in ("", text) for text in feature.categories)
    }


def _with_numbers(table: Table, model: Model) -> Table:
    """The table; beside words that the model takes for missing, $5 is the number that it needs."""
    dialect = table.origin.dialect if table.origin else None

    def known(column: Column) -> Column:
        words = model.missing.get(column.name, ())
        if dialect is None or column.is_number or not words:
            return column
        present = kept(column.without(words), np.ones(len(column), bool))
        return as_spelled(present, dialect)[0]

    return replace(table, columns=tuple(map(known, table.columns)))


def _problems(table: Table) -> list[str]:
    """The first line that did not fit: the notes tell what became of all of them."""
    return [f"Line {found.line} of {table.name}: {found.what}." for found in table.problems[:1]]


def _part(table: Table, rows: slice) -> Table:
    columns = tuple(
        Column(column.name, column.kind, column.values[rows], column.categories)
        for column in table.columns
    )
    return Table(table.name, columns, table.lines[rows], table.path)


def _look(inputs: Inputs, unseen: Counter[str], outside: Counter[str]) -> Mask:
    """Which rows are unlike the training data; count them by column."""
    is_unlike = np.all(inputs.codes == MISSING, axis=0)
    for feature, column, codes in zip(
        inputs.encoder.features, inputs.columns, inputs.codes, strict=True
    ):
        if feature.is_category:
            # With more categories than codes, the rarest training ones share the code, too.
            new = codes == OTHER
            if len(feature.categories) < MOST_VALUES and new.any():
                unseen[feature.name] += int(new.sum())
                is_unlike |= new
        else:
            beyond, is_far = _beyond(feature, np.asarray(column.values[inputs.rows], np.float64))
            outside[feature.name] += beyond
            is_unlike |= is_far
    return np.asarray(is_unlike)


def _beyond(feature: FeatureEncoder, values: Floats) -> tuple[int, Mask]:
    """How many values lie outside the range, and which ones do so by more than the margin."""
    low, high = feature.low, feature.high
    outside = np.flatnonzero((values < low) | (values > high))
    is_far = np.zeros(len(values), bool)
    margin = MARGIN * (high - low)
    is_far[outside] = (values[outside] < low - margin) | (values[outside] > high + margin)
    return len(outside), is_far


def _header(model: Model) -> bytes:
    text = io.StringIO()
    names = ["label", *(f"probability_{name}" for name in model.classes)]
    middle = names if model.classes else ["predicted"]
    csv.writer(text, lineterminator="\n").writerow(["line", *middle, "unlike_training"])
    return text.getvalue().encode()


def _written(model: Model, lines: Integers, inputs: Inputs, is_unlike: Mask) -> bytes:
    """The rows as CSV, by pyarrow: ten times as fast as pandas, and exact."""
    import pyarrow
    from pyarrow import csv as arrow_csv

    scores, outputs = model.predictor.judged(inputs)
    columns = [pyarrow.array(lines)]
    if model.classes:
        names = pyarrow.array(model.classes, pyarrow.string())
        columns.append(names.take(pyarrow.array(winners(scores, model.commonest))))
    columns += [pyarrow.array(np.ascontiguousarray(column)) for column in outputs.T]
    columns.append(pyarrow.array(is_unlike))
    table = pyarrow.Table.from_arrays(columns, [str(place) for place in range(len(columns))])
    sink = pyarrow.BufferOutputStream()
    arrow_csv.write_csv(table, sink, arrow_csv.WriteOptions(include_header=False))
    return bytes(sink.getvalue())


@contextlib.contextmanager
def _opened(out: str | os.PathLike[str] | IO[bytes]) -> Iterator[IO[bytes]]:
    if isinstance(out, str | os.PathLike):
        with written_whole(Path(out)) as aside, aside.open("wb") as file:
            yield file
    else:
        yield out


def _listed(names: Iterator[str], most: int = 8) -> str:
    shown = list(names)
    more = f" and {len(shown) - most} more" if len(shown) > most else ""
    return ", ".join(shown[:most]) + more
