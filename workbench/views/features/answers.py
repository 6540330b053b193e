"""What a view of the columns shows: computed off the GUI thread, drawn by it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.base.arrays import Floats, Integers
from core.base.lacking import Lacking
from core.base.progress import Watch, unwatched
from core.base.wording import count, percent, readable
from core.data.column import Column
from core.data.dataset import Dataset
from core.engine.codes import OTHER
from core.judging.diagnostics.additive import AdditiveCurve, additive_curve, partial_dependence
from core.judging.diagnostics.importance import Importance, impurity_importance, usage
from core.learning.histories.history import History
from core.learning.model import Model

_MOST_OUTPUTS = 4
"""So many classes are drawn side by side: those that the column moves most."""


@dataclass(frozen=True, eq=False)
class ColumnRanking:
    """Columns by some number, the highest first."""

    names: tuple[str, ...]
    values: Floats
    texts: tuple[str, ...]
    """Each number in words."""
    axis: str
    sentence: str
    spreads: Floats | None = None

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        values: Sequence[float] | Floats | Integers,
        texts: Sequence[str],
        axis: str,
        sentence: str,
        spreads: Floats | None = None,
    ) -> "ColumnRanking":
        """Put the columns in order; equals stay as they are."""
        order = np.argsort(-np.asarray(values, float), kind="stable")
        return cls(
            tuple(names[place] for place in order),
            np.asarray(values, float)[order],
            tuple(texts[place] for place in order),
            axis,
            sentence,
            None if spreads is None else spreads[order],
        )


@dataclass(frozen=True, eq=False)
class Effect:
    """What one column does: over its numbers, or by its categories."""

    name: str
    points: Floats | tuple[str, ...]
    """Of a step function the ends of the steps: one more than values. Else where values stand."""
    values: Floats
    """A row a point, a column an output."""
    outputs: tuple[int, ...]
    """The class of each column of the values; -1 for a number."""
    missing: Floats | None
    axis: str
    sentence: str
    is_exact: bool

    def frames(self, classes: tuple[str, ...]) -> dict[str, pd.DataFrame]:
        """The numbers as tables."""
        titles = [classes[output] if output >= 0 else self.axis for output in self.outputs]
        frame = pd.DataFrame(self.values, columns=titles)
        if isinstance(self.points, tuple):
            frame.insert(0, self.name, list(self.points))
        elif self.is_exact:
            frame.insert(0, f"{self.name} from", self.points[:-1])
            frame.insert(1, f"{self.name} to", self.points[1:])
        else:
            frame.insert(0, self.name, self.points)
        if self.missing is None:
            return {"curve": frame}
        return {"curve": frame, "missing": pd.DataFrame([self.missing], columns=titles)}


def used(model: Model, number: int) -> ColumnRanking | Lacking:
    """How often the trees of the first rounds ask about each column."""
    found = usage(model, number)
    if isinstance(found, Lacking):
        return found
    texts = [
        f"asked about {asked:,} times, votes of {readable(votes, 3)} in all"
        for asked, votes in zip(found.counts.tolist(), found.votes.tolist(), strict=True)
    ]
    total = int(found.counts.sum())
    return ColumnRanking.of(
        found.names,
        found.counts,
        texts,
        "questions about the column",
        f"{count(total, 'question')} up to round {number:,}.",
    )


def by_purity(model: Model, number: int, history: History) -> ColumnRanking | Lacking:
    """The mean decrease in impurity; gains as they are where later trees have less to gain."""
    found = impurity_importance(model, number, per_tree=not history.gains_fade)
    if isinstance(found, Lacking):
        return found
    return ColumnRanking.of(
        tuple(found),
        list(found.values()),
        [percent(share) for share in found.values()],
        "share of the gain in purity",
        f"Each column's share of what the questions gained on training rows, up to round "
        f"{number:,}. Columns of many different values look too important.",
    )


def by_shuffling(found: Importance, is_class: bool, part: str) -> ColumnRanking:
    """The mean rise of the error when a column is shuffled."""
    means, deviations = found.means, found.deviations

    def text(value: float, spread: float) -> str:
        said = percent(value) if is_class else readable(value)
        around = percent(spread) if is_class else readable(spread)
        return f"the error rises by {said}" + ("" if np.isnan(spread) else f" ± {around}")

    texts = [text(*pair) for pair in zip(means.tolist(), deviations.tolist(), strict=True)]
    error = percent(found.error) if is_class else readable(found.error)
    what = "wrong rows" if is_class else "mean squared error"
    return ColumnRanking.of(
        found.names,
        means,
        texts,
        f"rise of the {'share of ' if is_class else ''}{what}",
        f"How much the error ({error}) of the whole run rises on {part} rows when a column is "
        f"shuffled among them; mean of {count(len(found.rises), 'shuffle')}.",
        deviations,
    )


def effect(
    model: Model, dataset: Dataset, name: str, number: int, watch: Watch = unwatched
) -> Effect:
    """The exact curve of a column if the model is a sum of stumps, else its partial dependence."""
    names = [feature.name for feature in model.encoder.features]
    column = names.index(name)
    curve = additive_curve(model, column, number)
    if not isinstance(curve, Lacking):
        return _exact(model, curve, dataset, number)
    found = partial_dependence(model, dataset, column, rounds=number, watch=watch)
    outputs, values, missing = _shown(model, found.values, found.missing)
    what = f"mean share of {model.classes[1]}" if len(model.classes) == 2 else "mean share"
    return Effect(
        name,
        found.points,
        values,
        outputs,
        missing,
        what if model.classes else f"mean prediction of {model.target}",
        f"On average over {count(found.rows, 'row')} (partial dependence), up to round {number:,}.",
        False,
    )


def _exact(model: Model, curve: AdditiveCurve, dataset: Dataset, number: int) -> Effect:
    own = next((c for c in dataset.features if c.name == curve.feature.name), None)
    has_gaps = own is None or bool(own.missing.any())
    scores = curve.table.shape[1]
    outputs = tuple(range(scores)) if scores > 1 else ((1,) if model.classes else (-1,))
    if curve.feature.is_category:
        points: Floats | tuple[str, ...] = curve.feature.categories
        values = curve.values
        if own is not None and len(own.categories) > len(points):
            points, values = (*points, "rarer ones"), np.vstack([values, curve.table[OTHER]])
    else:
        points, values = _ends(curve.edges, own), curve.values
    towards = model.classes[1] if len(model.classes) == 2 else "the class"
    sentence = (
        f"Exact: the sum of what {count(curve.stumps, 'stump')} about it say, up to round "
        f"{number:,}."
    )
    axis = f"votes for {towards}" if model.classes else f"added to {model.target}"
    missing = np.asarray(curve.missing) if has_gaps else None
    return Effect(curve.feature.name, points, values, outputs, missing, axis, sentence, True)


def _ends(edges: Floats, own: Column | None) -> Floats:
    """The ends of the steps, from the least to the largest value there is."""
    there = own.values[np.isfinite(own.values)] if own is not None and own.is_number else edges
    inner = edges[np.isfinite(edges)]
    every = np.concatenate([there, inner]) if len(there) + len(inner) else np.zeros(1)
    low, high = float(every.min()), float(every.max())
    if low == high:
        low, high = low - 0.5, high + 0.5
    return np.concatenate([[low], np.clip(edges, low, high), [high]])


def _shown(
    model: Model, values: Floats, missing: Floats | None
) -> tuple[tuple[int, ...], Floats, Floats | None]:
    """Of two classes the second says it all."""
    if not model.classes:
        return (-1,), values, missing
    if len(model.classes) == 2:
        return (1,), values[:, 1:], None if missing is None else missing[1:]
    return tuple(range(len(model.classes))), values, missing


def most_moved(values: np.ndarray) -> list[int]:
    """The outputs that change most, in their order."""
    if not len(values):
        return list(range(min(_MOST_OUTPUTS, values.shape[1])))
    order = np.argsort(-np.ptp(values, axis=0), kind="stable")[:_MOST_OUTPUTS]
    return sorted(order.tolist())
