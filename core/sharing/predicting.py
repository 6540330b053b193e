"""Predicting a whole file: labels and probabilities, and which rows are unlike the training data.

A row is unlike the training data if one of its categories was never seen there, if one of its
numbers lies outside the range seen there by more than a tenth of that range, or if it has no value
at all. That looks at one column at a time: a row may be odd in ways that this does not see.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers, Mask
from core.base.errors import DataError
from core.base.progress import Progress, Watch, unwatched
from core.base.wording import count, grouped, percent, readable
from core.data.column import Column
from core.data.derived.derivation import raw_sources
from core.data.table import Table
from core.engine.binning import FeatureEncoder
from core.engine.codes import MISSING, MOST_VALUES, OTHER
from core.engine.inputs import Inputs
from core.judging.why.strongest import most_reasons, strongest
from core.learning.model import Model
from core.parts.large import look_in_parts
from core.reading.columns import as_spelled, kept
from core.reading.file_columns import own_columns
from core.reading.tables import read_table
from core.sharing.prediction_files import opened
from core.sharing.rows_read import RowsOfFiles, RowsOfTable, part_of
from core.sharing.scoring import COMPUTED, Score, Scorer
from core.sources.known_dialect import NOTHING_KNOWN, Known
from core.sources.spellings import number_part

_MOST_SHOWN = 200
MARGIN = 0.1
"""By how much of the range seen in training a number may lie outside of it."""


@dataclass(frozen=True)
class PredictedRows:
    """The first rows that are predicted, as a person reads them."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    unlike: tuple[bool, ...]
    """Which of them are unlike the training data."""
    wrong: tuple[bool, ...]
    """Which of them are predicted otherwise than the file says."""
    table: Table | None = field(default=None, compare=False)
    """The same rows as they were read."""


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
    score: Score | None = None
    """How good the predictions are, if the file has the target."""
    preview: PredictedRows | None = field(default=None, compare=False)
    """The first rows as they are written."""
    rule: str = ""
    """By which rule the classes are decided between, in a sentence; empty by none."""

    def sentences(self) -> list[str]:
        """What a person should know before using the predictions; none if nothing differs."""
        told = [*self.notes, *filter(None, [self.rule])]
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
            told.append(f"{grouped(self.unlike)} of {count(self.rows, 'row')} {end}")
        return told


def predict_file(
    model: Model,
    source: str | os.PathLike[str] | Table,
    out: str | os.PathLike[str] | IO[bytes] | None,
    watch: Watch = unwatched,
    known: Known = NOTHING_KNOWN,
    reasons: int = 0,
) -> Differences:
    """Predict every row of a file, a folder or a table, and write a file, whole or not at all.

    The ending says what is written: .xlsx, .parquet, or else CSV. A folder, a pattern of names and
    a file that does not fit into memory are read piece by piece. Of several files a row has its
    `file`, too, and the `line` is that of the file.

    A row has its `line`, the `label` and a `probability_...` for each class, or the number that is
    `predicted`, whether it is `unlike_training`, and the columns of the file. Every number is
    written with all its digits. The model's rule, if it has one, decides the label. Where the file
    has the target, the predictions are scored. What is `known` about how the file is written is not
    guessed. `watch` is told how many rows of how many are predicted, and while they are read that
    they are. Without a place nothing is written. With `reasons`, so many columns that speak most
    for or against what is predicted are written too, the largest first: `why_1` names the first of
    them, `why_1_adds` tells what it adds.

    >>> import core, tempfile
    >>> model = core.fit(core.example("moons"), core.AdaBoost(rounds=5)).model
    >>> from resources import dataset_path
    >>> told = predict_file(model, dataset_path("moons.csv"), tempfile.mkdtemp() + "/out.csv")
    >>> told.rows, told.extra
    (500, ())
    >>> told.score.rows, told.score.guess
    (500, 'lower')
    """
    read = _read(model, source, watch, known)
    table, unlike, done = read.table, 0, 0
    unseen: Counter[str] = Counter()
    outside: Counter[str] = Counter()
    scorer, preview, unscored = Scorer(model), None, ""
    if model.target not in table.names:
        scorer.known = COMPUTED
    reasons = min(reasons, most_reasons(model))
    heads = _names(model, reasons, read.has_files)
    with opened(out, [*heads, *(name for name, _ in own_columns(table, heads))]) as write:
        for file, part in read:
            own = list(own_columns(part, heads))
            inputs = _inputs(model, part, file if read.has_files else "")
            is_unlike = _look(inputs, unseen, outside)
            unlike += int(is_unlike.sum())
            answered = _Answers(*model.judged(inputs))
            is_wrong = np.zeros(len(part), bool)
            try:
                truth = model.truth(part) if not unscored else None
            except DataError as error:  # of columns that the model itself does not need
                truth, unscored = None, f"The predictions are not scored. {error}"
            if truth is not None:
                is_wrong = scorer.take(truth, answered.decided)
            if preview is None:
                preview = _preview(model, own, part.lines, answered, is_unlike, is_wrong)
                preview = replace(preview, table=part_of(part, slice(0, len(preview.rows))))
            if out is not None:
                mine = _arrays(model, part.lines, answered, is_unlike)
                whys = _reasons(model, part, table, reasons)
                where = [_repeated(file, len(part))] if read.has_files else []
                write([*where, *mine, *whys, *(_array(column) for _, column in own)])
            done += len(part)
            watch(Progress(done, max(done, read.total)))
    if done < read.total:  # which was an estimate
        watch(Progress(done, done))
    needed = {*model.raw_names, *raw_sources([model.target], model.target_from)}
    extra = tuple(name for name in table.names if name not in needed)
    told = (*read.notes(), *filter(None, [unscored]))
    score = None if unscored else scorer.score()
    rule = f"Decided by a rule: {model.rule.sentence(model.classes)}" if model.rule else ""
    return Differences(
        done, unlike, extra, dict(+unseen), dict(+outside), told, score, preview, rule
    )


@dataclass(frozen=True, eq=False)
class _Answers:
    """What the model says of some rows."""

    decided: npt.NDArray[Any]
    """The numbers of the classes, or the numbers."""
    outputs: Floats


def _read(
    model: Model, source: str | os.PathLike[str] | Table, watch: Watch, known: Known
) -> RowsOfTable | RowsOfFiles:
    """The rows of a table, of a file, or of files, which are read when they are wanted."""
    if isinstance(source, Table):
        return RowsOfTable(source)
    signs = _with_signs(model)
    look = look_in_parts(source, known, watch=watch)
    if look is not None:
        schema = look.schema
        numbers = schema.numbers - (schema.spelled & signs)
        schema = replace(schema, numbers=numbers, spelled=schema.spelled - signs)
        return RowsOfFiles(replace(look, schema=schema), lambda table: _with_numbers(table, model))
    table = read_table(
        source,
        with_signs=signs,
        watch=lambda read: watch(Progress(0, 0, f"reading, {read.words}")),
        known=known,
    )
    return RowsOfTable(_with_numbers(table, model))


def _inputs(model: Model, part: Table, file: str) -> Inputs:
    """Some rows as the model takes them; raise DataError, naming the file, if it cannot."""
    try:
        return model.inputs(part)
    except DataError as error:
        if not file:
            raise
        raise DataError(f"{file}: {error}") from error


def _with_signs(model: Model) -> set[str]:
    """Columns of texts like 3rd: where all rows of a file have it, it would be read as a number."""
    return {name for derivation in model.derivations for name in derivation.needs_as_written} | {
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
            values = np.asarray(column.values, np.float64)
            if _is_within(feature, values):
                continue
            beyond, is_far = _beyond(feature, values[inputs.rows])
            outside[feature.name] += beyond
            is_unlike |= is_far
    return np.asarray(is_unlike)


def _is_within(feature: FeatureEncoder, values: Floats) -> bool:
    """Whether all values are there and within the range: most often they are; it is soon seen."""
    return len(values) > 0 and bool(values.min() >= feature.low and values.max() <= feature.high)


def _beyond(feature: FeatureEncoder, values: Floats) -> tuple[int, Mask]:
    """How many values lie outside the range, and which ones do so by more than the margin."""
    low, high = feature.low, feature.high
    outside = np.flatnonzero((values < low) | (values > high))
    is_far = np.zeros(len(values), bool)
    margin = MARGIN * (high - low)
    is_far[outside] = (values[outside] < low - margin) | (values[outside] > high + margin)
    return len(outside), is_far


def _names(model: Model, reasons: int, has_files: bool) -> list[str]:
    """What is written of each row before the file's own columns."""
    names = ["label", *(f"probability_{name}" for name in model.classes)]
    whys = [f"why_{place}{end}" for place in range(1, reasons + 1) for end in ("", "_adds")]
    where = ["file", "line"] if has_files else ["line"]
    return [*where, *(names if model.classes else ["predicted"]), "unlike_training", *whys]


def _reasons(model: Model, part: Table, table: Table, count: int) -> list[Any]:
    """The columns that add most to each prediction, and what they add."""
    import pyarrow

    if not count:
        return []
    found = strongest(model, part, count, background=table)
    names = pyarrow.array(found.names, pyarrow.string())
    arrays = []
    for place in range(count):
        arrays.append(names.take(pyarrow.array(found.columns[:, place])))
        arrays.append(pyarrow.array(np.ascontiguousarray(found.adds[:, place])))
    return arrays


def _preview(
    model: Model,
    own: list[tuple[str, Column]],
    lines: Integers,
    answered: _Answers,
    is_unlike: Mask,
    is_wrong: Mask,
) -> PredictedRows:
    """The first rows; of the probabilities that of the label is enough."""
    rows = []
    for row in range(min(_MOST_SHOWN, len(lines))):
        decided = answered.decided[row]
        if model.classes:
            said = [
                model.classes[int(decided)],
                percent(float(answered.outputs[row, int(decided)])),
            ]
        else:
            said = [readable(float(decided))]
        unlike = "yes" if is_unlike[row] else ""
        values = [column.text(row) for _, column in own]
        rows.append((grouped(lines[row]), *said, unlike, *values))
    said = ["label", "probability"] if model.classes else ["predicted"]
    names = ("line", *said, "unlike training", *(name for name, _ in own))
    shown = slice(0, len(rows))
    unlikely, wrong = is_unlike[shown].tolist(), is_wrong[shown].tolist()
    return PredictedRows(names, tuple(rows), tuple(unlikely), tuple(wrong))


def _arrays(model: Model, lines: Integers, answered: _Answers, is_unlike: Mask) -> list[Any]:
    """What is written of some rows before the file's own columns."""
    arrays = [_as_arrow(lines)]
    if model.classes:
        names = _texts(model.classes)
        arrays.append(names.take(_as_arrow(answered.decided)))
    arrays += [_as_arrow(column) for column in answered.outputs.T]
    return [*arrays, _as_arrow(is_unlike)]


def _repeated(name: str, rows: int) -> Any:
    """The name of a file, for each of its rows."""
    return _texts([name]).take(_as_arrow(np.zeros(rows, np.int64)))


def _array(column: Column) -> Any:
    """A column of the file, as read; whole numbers are written without a point."""
    values, missing = column.values, column.missing
    if column.is_number:
        return _as_arrow(values, missing)
    return _texts(column.categories).take(_as_arrow(values, missing))


def _as_arrow(values: npt.NDArray[Any], missing: Mask | None = None) -> Any:
    """Numbers, or truths, as Arrow has them; `pyarrow.array` would load pandas first."""
    import pyarrow

    there = None
    if missing is not None and missing.any():
        there = pyarrow.py_buffer(np.packbits(~missing, bitorder="little"))
    kind = pyarrow.from_numpy_dtype(values.dtype)
    own = np.ascontiguousarray(values)
    if values.dtype == bool:
        own = np.packbits(own, bitorder="little")
    return pyarrow.Array.from_buffers(kind, len(values), [there, pyarrow.py_buffer(own)])


def _listed(names: Iterator[str], most: int = 8) -> str:
    shown = list(names)
    more = f" and {len(shown) - most} more" if len(shown) > most else ""
    return ", ".join(shown[:most]) + more


def _texts(texts: Sequence[str]) -> Any:
    """Texts as Arrow has them."""
    import pyarrow

    told = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, told)], dtype=np.int32)
    return pyarrow.StringArray.from_buffers(
        len(told), pyarrow.py_buffer(ends), pyarrow.py_buffer(b"".join(told))
    )
