"""What each column adds over many rows: how much, which way, and at which values."""

import time
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.progress import Watch, unwatched
from core.base.wording import grouped
from core.data.column import Column
from core.data.dataset import Dataset
from core.judging.why.explain import Explained, explain
from core.judging.why.words import measure_of
from core.learning.model import Model

MOST_ROWS, LEAST_ROWS = 10_000, 200
_NODE_ROWS = 400_000_000
"""Nodes of trees times rows that are looked at: some seconds."""
_SAMPLED_ROWS, _SAMPLED_ORDERS = (20, 200), 16
_SAMPLED_SECONDS = 5.0
"""Of models that are sampled as many rows, within these bounds, as take about so long."""
_CLEAR = 0.3
"""A rank correlation beyond this is a direction."""
_LEAST_SHOWN = 0.02
"""A category is named if so many of the rows have it."""


@dataclass(frozen=True)
class ColumnSummary:
    """What one column does over the rows."""

    name: str
    mean: float
    """The mean size of what it adds."""
    direction: str
    """At which values it speaks for, in words; empty where no direction stands out."""


@dataclass(frozen=True, eq=False)
class Summary:
    """What each column adds over some rows, for one class."""

    explained: Explained
    about: int
    rows: Integers
    """The rows of the data that were looked at, ascending."""
    total: int
    """How many rows there are."""
    columns: tuple[ColumnSummary, ...]
    """By mean size, the largest first."""
    places: Integers
    """Where each of them stands among the explained columns."""

    def adds(self, column: int) -> Floats:
        """What the column at this place of the ranking adds, row by row."""
        return self.explained.for_class(self.about)[:, self.places[column]]

    def heights(self, column: int) -> Floats:
        """How high a row's value is among all, from 0 to 1; NaN of categories and missing values.

        By rank: one value that is far away makes no others look alike.
        """
        return ranks(self.explained.shown.columns[self.places[column]])

    @property
    def about_name(self) -> str:
        """The class, or the target."""
        classes = self.explained.model.classes
        return classes[self.about] if classes else self.explained.model.target

    @property
    def sentences(self) -> tuple[str, ...]:
        """In plain words."""
        measure = measure_of(self.explained)
        rows = len(self.rows)
        seen = f"{grouped(rows)} rows"
        if rows < self.total:
            seen = f"{grouped(rows)} of the {grouped(self.total)} rows, drawn by chance"
        what = measure.subject(self.about_name, "").removeprefix("The ")
        told = [f"What the columns add to the {what}, over {seen}."]
        for column in self.columns[:5]:
            if column.mean > 0:
                way = f"; {column.direction}" if column.direction else ""
                told.append(f"{column.name}: {measure.size(column.mean)} on average{way}.")
        if not self.explained.is_exact:
            told.append("Each figure is estimated from a few draws; over many rows that evens out.")
        return tuple(told)


def summary_rows(model: Model, dataset: Dataset, seed: int = 0) -> Integers:
    """The rows that a summary looks at: as many as take some seconds, drawn by chance."""
    nodes = sum(trees.values.size for trees, _ in model.predictor.tree_sums())
    most = max(LEAST_ROWS, min(MOST_ROWS, _NODE_ROWS // max(1, nodes)))
    rows = np.arange(len(dataset))
    if len(rows) > most:
        rows = np.sort(np.random.default_rng(seed).choice(rows, most, replace=False))
    return rows


def explain_many(
    model: Model,
    dataset: Dataset,
    *,
    rounds: int | None = None,
    seed: int = 0,
    watch: Watch = unwatched,
) -> tuple[Explained, Integers]:
    """What the columns add in as many rows as take some seconds, and which rows these are."""
    model = model if rounds is None else model.first(rounds)
    rows = summary_rows(model, dataset, seed)
    # Whether it can tell exactly is asked of a single row.
    started = time.perf_counter()
    one = explain(model, dataset, rows[:1], background=dataset, orders=2, seed=seed)
    if not one.is_exact:
        each = _SAMPLED_ORDERS / 2 * (time.perf_counter() - started)
        most = int(np.clip(_SAMPLED_SECONDS / max(each, 1e-9), *_SAMPLED_ROWS))
        if len(rows) > most:
            rows = np.sort(np.random.default_rng(seed).choice(rows, most, replace=False))
    found = explain(
        model, dataset, rows, background=dataset, orders=_SAMPLED_ORDERS, seed=seed, watch=watch
    )
    return found, rows


def summary(explained: Explained, rows: Integers, total: int, about: int | None = None) -> Summary:
    """What the columns add for a class over these rows; of two classes for the second one.

    >>> import core
    >>> data = core.example("moons")
    >>> run = core.fit(data, core.AdaBoost(rounds=20))
    >>> found = summary(*explain_many(run.model, data), len(data))
    >>> [column.name for column in found.columns], len(found.sentences)
    (['y', 'x'], 3)
    """
    classes = len(explained.model.classes)
    chosen = (classes - 1 if classes == 2 else 0) if about is None else about
    adds = explained.for_class(chosen)
    means = np.abs(adds).mean(axis=0) if len(adds) else np.zeros(adds.shape[1])
    order = np.argsort(-means, kind="stable")
    columns = tuple(
        ColumnSummary(
            explained.columns[place].name,
            float(means[place]),
            _direction(explained.shown.columns[place], adds[:, place]),
        )
        for place in order.tolist()
    )
    return Summary(explained, chosen, rows, total, columns, order)


def ranks(column: Column) -> Floats:
    """The share of the other numbers below each number; NaN of categories and missing values."""
    found = np.full(len(column), np.nan)
    if not column.is_number:
        return found
    there = ~column.missing
    values, places, counts = np.unique(
        column.values[there], return_inverse=True, return_counts=True
    )
    if len(values):
        middle = np.cumsum(counts) - (counts + 1) / 2
        found[there] = middle[places] / max(1, int(counts.sum()) - 1)
    return found


def _direction(column: Column, adds: Floats) -> str:
    """At which values a column speaks for: high ones, low ones, or some categories."""
    if not np.any(adds):
        return ""
    if column.is_number:
        there = ~column.missing
        by_value = ranks(column)[there]
        if len(by_value) < 3 or np.ptp(by_value) == 0 or np.ptp(adds[there]) == 0:
            return ""
        by_adds = np.argsort(np.argsort(adds[there], kind="stable"), kind="stable")
        related = float(np.corrcoef(by_value, by_adds)[0, 1])
        if abs(related) < _CLEAR:
            return ""
        return f"{'high' if related > 0 else 'low'} values speak for it"
    counts = np.bincount(column.values[~column.missing], minlength=len(column.categories))
    shown = np.flatnonzero(counts >= max(1.0, _LEAST_SHOWN * len(column)))
    if not len(shown):
        return ""
    means = np.array([adds[column.values == code].mean() for code in shown])
    best = int(means.argmax())
    if means[best] <= 0:
        return ""
    return f"{column.categories[shown[best]]} speaks for it most"
