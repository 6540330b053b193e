"""The first pass over all files: sketches of every column, added up into one encoder.

What it gives depends on the rows alone, and not on how they are cut into files and pieces, but for
which line of which file each is.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.base.progress import Watch
from core.base.wording import count
from core.data.column import Column, Kind
from core.data.files import Files
from core.data.labels import MOST_CLASSES, Labels
from core.data.table import Table
from core.engine.binning import (
    SAMPLE,
    SAMPLE_STREAM,
    Encoder,
    FeatureEncoder,
    category_encoder,
    number_encoder,
)
from core.engine.codes import BINS, MOST_VALUES
from core.engine.sketches import CategorySketch, LowestRows, NumberSketch
from core.parts.disagreement import DisagreementError
from core.parts.prepared import PreparedRows, Preparing
from core.parts.sizes import SHOWN

_SHOWN_STREAM = 0x5A3


@dataclass(frozen=True, eq=False)
class FilesSummary:
    """All that is known of the rows before they are encoded."""

    files: Files
    rows: int
    """Those that have a label and are not left out."""
    training: int
    labels: Labels
    """The task and the classes; its values are those that there are, each once."""
    encoder: Encoder
    spans: Floats
    sample: Table
    """A fair sample of the rows, with all columns of the files."""
    notes: tuple[str, ...]


class Summing:
    """What is known so far. Two of them, of different rows, can be put together."""

    def __init__(self, preparing: Preparing) -> None:
        self._preparing = preparing
        self.rows = self.training = self.unlabelled = self.set_aside = self.short = 0
        self._features: list[NumberSketch | CategorySketch] = [
            NumberSketch(MOST_VALUES) if column.is_number else CategorySketch(column.name)
            for column in preparing.shape.features
        ]
        self._target: NumberSketch | CategorySketch | None = None
        self._taught = LowestRows(SAMPLE)
        self._shown = LowestRows(SHOWN)

    def add(self, file: int, own: PreparedRows) -> None:
        """Take in the rows of a piece."""
        table, places = own.piece.table, np.stack([np.full(len(own.lines), file), own.lines], 1)
        learned = np.flatnonzero(~own.validation)
        _ = own.weights, own.groups  # what cannot be read is refused now
        self.rows += len(own.lines)
        self.training += len(learned)
        self.unlabelled += len(table) - len(own.lines)
        self.set_aside += own.piece.set_aside
        self.short += own.piece.short
        features = own.features
        for sketch, column in zip(self._features, features, strict=True):
            sketch.add(column, learned)
        if self._target is None:
            is_number = own.target.is_number
            self._target = (
                NumberSketch(MOST_CLASSES) if is_number else CategorySketch(own.target.name)
            )
        self._target.add(own.target, np.arange(len(own.lines)))
        numbers = [column for column in features if column.is_number]
        self._taught.add(own.hashes(SAMPLE_STREAM)[learned], places[learned], numbers, learned)
        self._shown.add(own.hashes(_SHOWN_STREAM), places, table.columns, own.kept)

    def merge(self, other: "Summing") -> None:
        """Take in what another one knows, of other rows."""
        self.rows += other.rows
        self.training += other.training
        self.unlabelled += other.unlabelled
        self.set_aside += other.set_aside
        self.short += other.short
        for sketch, their in zip(self._features, other._features, strict=True):
            sketch.merge(their)  # type: ignore[arg-type]
        if self._target is None:
            self._target = other._target
        elif other._target is not None:
            self._target.merge(other._target)  # type: ignore[arg-type]
        self._taught.merge(other._taught)
        self._shown.merge(other._shown)

    def __getstate__(self) -> dict[str, Any]:
        """What is known, without how the rows are prepared: whoever merges it knows that."""
        return self.__dict__ | {"_preparing": None}

    def summary(self, files: Files) -> FilesSummary:
        """What all rows give together."""
        preparing = self._preparing
        if not self.rows or self._target is None:
            raise DataError(
                f"No row of {files.names[0]} and the others has a value in the target "
                f"{preparing.plan.target!r}. Choose another one."
            )
        spans = np.full((len(self._features), 3, BINS), np.inf)
        shown_at, shown = self._shown.rows()
        sample = Table(
            preparing.look.parts.title,
            tuple(column.trimmed() for column in shown),
            np.array(files.before)[shown_at[:, 0]] + shown_at[:, 1],
            files=files,
        )
        return FilesSummary(
            files,
            self.rows,
            self.training,
            self._labels(),
            self._encoder(spans),
            spans,
            sample,
            tuple(self._notes()),
        )

    def _encoder(self, spans: Floats) -> Encoder:
        _, taught = self._taught.rows()
        numbers = iter(taught)
        features: list[FeatureEncoder] = []
        for sketch, column, span in zip(
            self._features, self._preparing.shape.features, spans, strict=True
        ):
            if isinstance(sketch, CategorySketch):
                names = sorted(sketch.counts)
                counts: Integers = np.array([sketch.counts[name] for name in names], np.int64)
                features.append(category_encoder(column.name, names, counts))
                continue
            values = np.asarray(next(numbers).values, np.float64)
            if sketch.distinct is not None:
                features.append(number_encoder(column.name, sketch.distinct, span))
            else:
                features.append(number_encoder(column.name, values, span, sketch.low, sketch.high))
        return Encoder(tuple(features))

    def _labels(self) -> Labels:
        plan, sketch = self._preparing.plan, self._target
        assert plan.target is not None
        if isinstance(sketch, CategorySketch):
            names = tuple(sorted(sketch.counts))
            column = Column(
                plan.target, Kind.CATEGORY, np.arange(len(names), dtype=np.int32), names
            )
            return Labels.read(column, plan.task, plan.positive)
        assert sketch is not None
        values = sketch.distinct
        # Of too many values any will do: they are numbers to be predicted.
        known = np.linspace(sketch.low, sketch.high, MOST_CLASSES + 1) if values is None else values
        return Labels.read(Column(plan.target, Kind.NUMBER, known), plan.task, plan.positive)

    def _notes(self) -> list[str]:
        notes = list(self._preparing.look.table.notes)
        if self.short:
            what = count(self.short, "row has", "rows have")
            notes.append(f"{what} too few values: the others count as missing.")
        if self.set_aside:
            what = count(self.set_aside, "row has", "rows have")
            notes.append(f"{what} too many values: set aside.")
        if self.unlabelled:
            where = f"without a value in {self._preparing.plan.target!r}"
            what = count(self.unlabelled, f"row {where} was", f"rows {where} were")
            notes.append(f"{what} set aside.")
        return notes


def add_file(
    summing: Summing, name: str, number: int, rows: Iterable[PreparedRows], told: dict[str, str]
) -> int:
    """Take in the rows of a file; tells how many lines it has.

    What is wrong with it is told, and after that nothing is taken in any more.
    """
    next_line = 1
    try:
        for own in rows:
            if not told:
                summing.add(number, own)
            next_line = own.piece.next_line
    except DataError as error:
        told[name] = str(error) if name in str(error) else f"{name}: {error}"
    return next_line - 1


def summed_up(preparing: Preparing, watch: Watch) -> FilesSummary:
    """Go through all files; raise an error that lists every one that cannot be read."""
    summing = Summing(preparing)
    told: dict[str, str] = {}
    names, before, seen = preparing.look.parts.names, [], 0
    for number, rows in preparing.files(watch):
        before.append(seen)
        seen += add_file(summing, names[number], number, rows, told)
    if told:
        raise DisagreementError(preparing.look.parts, told)
    return summing.summary(Files(names, tuple(before)))
