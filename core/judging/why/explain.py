"""What each column adds to a model's predictions: exactly where the model can tell, else sampled.

For boosting the score F is explained, which votes add up to; for forests, bagging and all that is
sampled the share of a class; for numbers the number. What is added is held against a row of which
nothing is known: exactly, one that goes both ways at every question, by the training rows there;
sampled, the mean over some background rows.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.base.arrays import Floats, Integers
from core.base.lacking import Lacking
from core.base.progress import Progress, Watch, unwatched
from core.data.dataset import Dataset
from core.data.table import Table
from core.engine.inputs import Inputs
from core.judging.why.few_rows import few_rows
from core.judging.why.sampling import BACKGROUND, orders_for, sampled
from core.learning.model import Data, Model
from core.learning.predictors.predictor import Contributions

_MOST_NUMBERS = 4_000_000
"""So many contributions are computed between two looks at whether somebody still wants them."""


@dataclass(frozen=True)
class ToldColumn:
    """A column as a person knows it, of the file or computed, and the features made of it."""

    name: str
    features: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Explained:
    """What each column adds to what a model says of some rows: base + Σ values = said."""

    model: Model
    table: Table
    """The rows, in raw columns."""
    shown: Table
    """The rows, in the columns that are told: computed ones too."""
    columns: tuple[ToldColumn, ...]
    base: Floats
    """What is said of a row of which nothing is known: a score, a share or a number an output."""
    values: Floats
    """Rows, columns, outputs."""
    said: Floats
    """What is explained of the rows: rows, outputs."""
    decided: npt.NDArray[np.int64] | Floats
    """The numbers of the predicted classes, or the predicted numbers."""
    outputs: Floats
    """The shares of the classes, or the numbers."""
    features: Floats | None = None
    """Rows, features, outputs: what the parts of a date or a text add; None where sampled."""
    errors: Floats | None = None
    """The standard error of each value; None where they are exact."""
    orders: int = 0
    """How many background rows each row was held against; 0 where exact."""
    why_sampled: str = ""

    def __len__(self) -> int:
        return len(self.table)

    @property
    def is_exact(self) -> bool:
        """Whether nothing was estimated."""
        return self.errors is None

    @property
    def adds_scores(self) -> bool:
        """Whether votes are explained, and not shares."""
        return self.model.predictor.adds_scores

    def for_class(self, about: int, against: int | None = None) -> Floats:
        """What every column of every row adds for a class, or for it and against another one."""
        own = self.values[:, :, about]
        return own if against is None else np.asarray(own - self.values[:, :, against])


def told_columns(model: Model) -> tuple[ToldColumn, ...]:
    """The columns as a person knows them, each with the features that it becomes.

    The parts of a date, or the words of a text, belong to its column; a computed one is its own.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> [(column.name, column.features) for column in told_columns(run.model)]
    [('x1', (0,)), ('x2', (1,))]
    """
    source = {
        name: derivation.source for derivation in model.derivations for name in derivation.names
    }
    found: dict[str, list[int]] = {}
    for place, feature in enumerate(model.encoder.features):
        found.setdefault(source.get(feature.name, feature.name), []).append(place)
    return tuple(ToldColumn(name, tuple(features)) for name, features in found.items())


def explain(
    model: Model,
    data: Data,
    rows: Integers | None = None,
    *,
    rounds: int | None = None,
    background: Data | None = None,
    orders: int = BACKGROUND,
    seed: int = 0,
    watch: Watch = unwatched,
) -> Explained:
    """What each column adds to the predictions of these rows, or of all.

    `background` is what a sampled row is held against: the training data; without any, `data`.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> found = explain(run.model, run.dataset, np.array([4]))
    >>> found.is_exact, bool(np.isclose(found.base + found.values[0].sum(axis=0), found.said).all())
    (True, True)
    """
    model = model if rounds is None else model.first(rounds)
    if rows is None:
        rows = np.arange(len(data))
    table = few_rows(model, data, rows)
    inputs, columns = model.inputs(table), told_columns(model)
    decided, outputs = model.predicted(table)
    said = model.predictor.explained(inputs)
    block = max(1, _MOST_NUMBERS // max(1, len(model.encoder.features) * said.shape[1]))
    parts: list[Contributions] = []
    for start in range(0, max(1, len(table)), block):
        watch(Progress(start, len(table)))
        own = inputs.take(np.arange(start, min(start + block, len(table))))
        found = model.predictor.contributions(own)
        if isinstance(found, Lacking):
            held = background if background is not None else data
            return _sampled(model, table, held, orders, seed, watch, found.why)
        parts.append(found)
    features = np.concatenate([part.values for part in parts])
    values = np.stack([features[:, list(own.features)].sum(axis=1) for own in columns], axis=1)
    shown = _shown(model, table, columns, inputs)
    return Explained(
        model, table, shown, columns, parts[0].base, values, said, decided, outputs, features
    )


def _shown(model: Model, table: Table, columns: tuple[ToldColumn, ...], inputs: Inputs) -> Table:
    """The rows in the columns that are told; those that are not in the file are computed.

    What the file has as texts and the model reads as numbers is told as numbers.
    """
    there = {column.name: column for column in table.columns}
    there |= {column.name: column for column in inputs.columns if column.is_number}
    if any(own.name not in there for own in columns):
        made = model.raw_columns(table)
        for derivation in model.derivations:
            made.update({column.name: column for column in derivation.made(made)})
        there = made | there
    return Table(table.name, tuple(there[own.name] for own in columns), table.lines)


def _sampled(
    model: Model,
    table: Table,
    held: Data,
    orders: int,
    seed: int,
    watch: Watch,
    why: str,
) -> Explained:
    columns = tuple(ToldColumn(name, ()) for name in table.names)
    background = background_rows(model, held, orders_for(len(columns), orders), seed)

    def asked(some: Table) -> Floats:
        return model.predictor.explained(model.inputs(some))

    found = []
    for row in range(len(table)):

        def told(progress: Progress, row: int = row) -> None:
            watch(Progress(row + progress.share, len(table)))

        one = few_rows(model, table, np.array([row]))
        found.append(sampled(asked, one, background, seed=seed, watch=told))
    decided, outputs = model.predicted(table)
    return Explained(
        model,
        table,
        table,
        columns,
        found[0].base if found else np.zeros(outputs.shape[1]),
        np.stack([own.values for own in found]),
        asked(table),
        decided,
        outputs,
        None,
        np.stack([own.errors for own in found]),
        len(background),
        why,
    )


def background_rows(model: Model, data: Data, count: int, seed: int) -> Table:
    """Some of the rows that were learned from; of a file, some of its rows."""
    everyone = (
        np.flatnonzero(~data.validation) if isinstance(data, Dataset) else np.arange(len(data))
    )
    if len(everyone) > count:
        random = np.random.default_rng(seed)
        everyone = np.sort(random.choice(everyone, count, replace=False))
    return few_rows(model, data, everyone)
