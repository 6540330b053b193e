"""What a view of the columns shows: computed off the GUI thread, drawn by it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.base.arrays import Floats, Integers, Mask
from core.base.lacking import Lacking
from core.base.progress import Watch, unwatched
from core.base.shortening import short_name
from core.base.wording import count, fixed, grouped, percent, readable
from core.data.column import Column
from core.data.dataset import Dataset
from core.engine.codes import OTHER
from core.judging.diagnostics.additive import AdditiveCurve, additive_curve, partial_dependence
from core.judging.diagnostics.importance import Importance, impurity_importance, usage
from core.learning.histories.history import History
from core.learning.model import Model

_MOST_DESCRIBED = 10
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
    intervals: tuple[Floats, Floats] | None = None
    """The lower and the upper ends, where they are known."""
    is_share: bool = False

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        values: Sequence[float] | Floats | Integers,
        texts: Sequence[str],
        axis: str,
        sentence: str,
        intervals: tuple[Floats, Floats] | None = None,
        is_share: bool = False,
    ) -> "ColumnRanking":
        """Put the columns in order; equals stay as they are."""
        order = np.argsort(-np.asarray(values, float), kind="stable")
        return cls(
            tuple(names[place] for place in order),
            np.asarray(values, float)[order],
            tuple(texts[place] for place in order),
            axis,
            sentence,
            None if intervals is None else (intervals[0][order], intervals[1][order]),
            is_share,
        )

    @property
    def matters(self) -> Mask:
        """Which columns count for something: beyond chance, where that is known."""
        return np.asarray((self.values if self.intervals is None else self.intervals[0]) > 0)

    def described(self) -> str:
        """The first columns and their numbers, for who cannot see the bars."""
        first = zip(self.names[:_MOST_DESCRIBED], self.texts, strict=False)
        told = "; ".join(f"{place}. {name}: {text}" for place, (name, text) in enumerate(first, 1))
        more = len(self.names) - _MOST_DESCRIBED
        return f"{self.sentence} {told}" + (
            f"; and {count(more, 'column')} more." if more > 0 else "."
        )

    def frame(self) -> pd.DataFrame:
        """The numbers as a table."""
        frame = pd.DataFrame({"column": self.names, self.axis: self.values})
        if self.intervals is not None:
            frame["interval from"], frame["interval to"] = self.intervals
        return frame


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

    @property
    def is_share(self) -> bool:
        """Whether the values are shares of classes, and not votes or numbers."""
        return not self.is_exact and self.outputs[0] >= 0

    def written(self, value: float) -> str:
        """A value as a person reads it."""
        return percent(value) if self.is_share else readable(value, 3)

    def place_of(self, x: float) -> int:
        """The number of the point, or of the step, at a value of the column."""
        assert not isinstance(self.points, tuple)
        if self.is_exact:
            return int(np.clip(np.searchsorted(self.points[1:-1], x), 0, len(self.values) - 1))
        return int(np.argmin(np.abs(self.points - x)))

    def tip(self, x: float, classes: tuple[str, ...]) -> str:
        """What is said about a value of a column of numbers."""
        if isinstance(self.points, tuple) or not len(self.values):
            return ""
        place = self.place_of(x)
        lines = [f"{self.name} = {readable(x if self.is_exact else float(self.points[place]))}"]
        for column in most_moved(self.values):
            name = f"{classes[self.outputs[column]]}: " if len(self.outputs) > 1 else ""
            lines.append(f"{name}{self.written(float(self.values[place, column]))}")
        return "\n".join(lines)

    def described(self, classes: tuple[str, ...]) -> str:
        """From where to where the outputs go, for who cannot see the curve."""
        if not len(self.values):
            return self.sentence
        where = self.points if isinstance(self.points, tuple) else self.points.tolist()
        told = []
        for column in most_moved(self.values):
            own = self.values[:, column]
            name = f"{classes[self.outputs[column]]}: " if len(self.outputs) > 1 else ""
            ends = [(int(np.argmin(own)), "least"), (int(np.argmax(own)), "most")]
            told.append(
                name
                + ", ".join(
                    f"{word} {self.written(float(own[at]))} at {_value(where[at])}"
                    for at, word in ends
                )
            )
        return f"{self.axis} by {self.name}. {self.sentence} {'; '.join(told)}."

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


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else readable(value)


def used(model: Model, number: int) -> ColumnRanking | Lacking:
    """How often the trees of the first rounds ask about each column."""
    found = usage(model, number)
    if isinstance(found, Lacking):
        return found
    texts = [
        f"asked about {grouped(asked)} times, votes of {readable(votes, 3)} in all"
        for asked, votes in zip(found.counts.tolist(), found.votes.tolist(), strict=True)
    ]
    total = int(found.counts.sum())
    return ColumnRanking.of(
        found.names,
        found.counts,
        texts,
        "questions about the column",
        f"{count(total, 'question')} up to round {grouped(number)}.",
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
        f"{grouped(number)}. Columns of many different values look too important.",
        is_share=True,
    )


def by_shuffling(found: Importance, is_class: bool, part: str) -> ColumnRanking:
    """The mean rise of the error when a column is shuffled."""
    means, (lows, highs) = found.means, found.intervals
    written = percent if is_class else readable
    what = "more rows wrong" if is_class else "added to the mean squared error"

    def text(value: float, low: float, high: float) -> str:
        known = f" ({_from_to(low, high, is_class)})" if np.isfinite(low) else ""
        return f"{written(value)} {what}{known}"

    texts = [text(*own) for own in zip(means.tolist(), lows.tolist(), highs.tolist(), strict=True)]
    return ColumnRanking.of(
        found.names,
        means,
        texts,
        f"{what}, column shuffled" if is_class else "added to the squared error, column shuffled",
        _loss_sentence(found, is_class, f"{count(found.rows, f'{part} row')}"),
        (lows, highs),
        is_class,
    )


def _loss_sentence(found: Importance, is_class: bool, rows: str) -> str:
    """What is lost most, and how many columns matter beyond chance."""
    best = int(np.argmax(found.means))
    low, high = (float(ends[best]) for ends in found.intervals)
    above = int((found.intervals[0] > 0).sum())
    if not above:
        return (
            f"No column is missed beyond chance when it is shuffled among the {rows}: others say "
            "the same, or nothing can be learned here."
        )
    rise, name = float(found.means[best]), short_name(found.names[best], found.names, 40)
    more = (
        f"{percent(rise)} more of the {rows} are wrong"
        if is_class
        else f"the mean squared error of the {rows} rises by {readable(rise)}"
    )
    return (
        f"Without {name}, {more} (95 % interval {_from_to(low, high, is_class)}). The intervals of "
        f"{grouped(above)} of {count(len(found.names), 'column')} lie above\N{NO-BREAK SPACE}0."
    )


def _from_to(low: float, high: float, is_class: bool) -> str:
    if is_class:
        return f"{fixed(100 * low, 1)} to {fixed(100 * high, 1)} %"
    return f"{readable(low)} to {readable(high)}"


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
        f"On average over {count(found.rows, 'row')} (partial dependence), up to round "
        f"{grouped(number)}.",
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
        f"{grouped(number)}."
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
