"""What a heatmap of weights shows: the rows in an order, and their weights at every round."""

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from core import Dataset
from core.base.arrays import Integers, Mask
from core.base.wording import count, grouped, times_average
from core.judging.diagnostics.concentration import Concentration
from core.learning.histories.history import History
from core.learning.snapshot import Snapshot
from workbench.views.weight_heatmap.scale import WeightScale

_MOST_VALUES = 8
"""So many of a row's values are told beside the mouse."""
_MOST_LINES = 4
BY_SUSPICION, BY_WEIGHT, BY_CLASS, BY_LINE = "suspicion", "weight", "class", "line"
BY_COLUMN = "column "
ORDERS = {
    BY_SUSPICION: "by suspicion",
    BY_WEIGHT: "by mean weight",
    BY_CLASS: "by class",
    BY_LINE: "by line",
}
LABELS = {
    BY_SUSPICION: "rows, by suspicion",
    BY_WEIGHT: "rows by weight, part by part",
    BY_CLASS: "rows by class, then suspicion",
    BY_LINE: "rows in the order of the file",
}


@dataclass(frozen=True, eq=False)
class HeatmapPicture:
    """A part of the heatmap: ranks `top` to `bottom`, rounds 0 to `round`."""

    history: History
    ranked: Integers
    top: int
    bottom: int
    round: int
    image: np.ndarray
    scale: WeightScale
    milliseconds: float
    """What it took to make it."""
    key: tuple[Any, ...]
    """What it was made from, besides the order of the rows."""

    def ranks(self, ranked: Integers) -> bool:
        """Whether it has the rows in this order."""
        return np.array_equal(self.ranked, ranked)

    @functools.cached_property
    def place(self) -> Integers:
        """The place of each row in the ranking."""
        place = np.empty(len(self.ranked), np.int64)
        place[self.ranked] = np.arange(len(self.ranked))
        return place

    def pixel_rows(self, places: Integers) -> Integers:
        """Which row of pixels each place of the ranking falls into."""
        return (places - self.top) * len(self.image) // (self.bottom - self.top)

    def log_at(self, number: int, height: float) -> float:
        """The log10 of the weight that is drawn at a round and a height of the plot."""
        rows, columns = self.image.shape
        pixel = int((height - self.top) * rows / (self.bottom - self.top))
        return float(self.image[min(pixel, rows - 1), number * columns // (self.round + 1)])

    def marked(self, flagged: Mask) -> tuple[Mask, int]:
        """Which rows of pixels hold flagged rows, and how many there are in all."""
        marked = np.zeros(len(self.image), bool)
        own = np.flatnonzero(flagged[self.ranked[self.top : self.bottom]])
        marked[self.pixel_rows(self.top + own)] = True
        return marked, int(np.count_nonzero(flagged))

    def told(
        self, dataset: Dataset, rows: Integers, flagged: Integers, number: int, weight: float
    ) -> str:
        """What is said beside the mouse of a pixel's rows, some flagged, the heaviest so heavy."""
        told = f"round {grouped(number)}: "
        if len(rows) == 1:
            row = int(rows[0])
            head, *values = described(dataset, row).split("\n")
            head += ", flagged" if len(flagged) else ""
            told += times_average(weight, bool(dataset.validation[row]))
            return "\n".join([head, told, *values])
        lines = [dataset.table.where_short(int(line)) for line in dataset.lines[rows[:_MOST_LINES]]]
        more = f" and {grouped(len(rows) - _MOST_LINES)} more" if len(rows) > _MOST_LINES else ""
        which = f"{grouped(len(rows))} rows here: lines {', '.join(lines)}{more}"
        which += f"; {grouped(len(flagged))} flagged" if len(flagged) else ""
        return f"{which}\n{told}the heaviest has {times_average(weight)}"


@dataclass(frozen=True, eq=False)
class Heatmap:
    """A picture, what is said of the round shown, and which of its rows are flagged."""

    picture: HeatmapPicture
    words: str
    marked: Mask
    """The rows of pixels that hold flagged rows."""
    flagged: int


def spread_words(dataset: Dataset, snapshot: Snapshot) -> str:
    """On how few of the training rows the weight lies, in a sentence."""
    if snapshot.weights is None:
        return ""
    rows = np.flatnonzero(~dataset.validation)
    found = Concentration.of(snapshot.weights[rows])
    if found is None:
        return ""
    sentence = found.sentence(dataset.where(int(rows[found.heaviest])))
    return f"After {count(snapshot.round, 'round')}: {sentence[0].lower()}{sentence[1:]}"


def ordered(dataset: Dataset, snapshot: Snapshot, order: str) -> Integers:
    """The rows in an order; of equal ones the most suspicious first."""
    if order == BY_LINE:
        return np.arange(len(dataset))
    if order == BY_WEIGHT:
        return snapshot.first_ranked
    ranked = snapshot.ranked
    if order == BY_CLASS and dataset.classes:
        values: np.ndarray = dataset.labels
    else:
        named = [column for column in dataset.features if BY_COLUMN + column.name == order]
        if not named:
            return ranked
        values = named[0].values
    return ranked[np.argsort(values[ranked], kind="stable")]


def described(dataset: Dataset, row: int) -> str:
    """A row in a few lines: where it is, its label and its first values."""
    values = [f"{column.name}: {column.text(row)}" for column in dataset.features[:_MOST_VALUES]]
    more = len(dataset.features) - _MOST_VALUES
    values += [f"and {grouped(more)} more columns"] if more > 0 else []
    head = f"{dataset.where(row)}, given {dataset.label_text(row)}"
    return "\n".join([head, *values])
