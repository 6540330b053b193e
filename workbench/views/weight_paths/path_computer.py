"""Paths of weights, computed off the GUI thread."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.wording import count, times_average
from core.data.dataset import Dataset
from core.judging.diagnostics.weight_paths import Known, WeightSample, thinned
from core.learning.histories.history import History
from core.learning.snapshot import Snapshot

MOST_PATHS = 30
SUSPICIOUS = 10
MOST_CLASSES = 4
"""Of so many classes the median and the 95th percentile are drawn: those of most of the paths."""
BAND = (0.05, 0.5, 0.95)
_MOST_POINTS = 500


@dataclass(frozen=True, eq=False)
class Paths:
    """What is drawn: the paths of some rows, and what they are held against."""

    history: History
    rows: Integers
    logs: Floats
    """log10 of the relative weights: a row a path, a column a round from 0."""
    points: tuple[Integers, Floats]
    """The rounds and the logs as they are drawn: no more of them than can be seen."""
    selected: int
    """How many rows are selected; 0 if these are the most suspicious ones."""
    sample: WeightSample | None
    """Every row's weight at some rounds; None until it is computed."""
    classes: Mapping[int, Floats]
    """By class, the median and the 95th percentile at the sampled rounds."""
    band: Floats | None
    """Of a large selection: the 5th percentile, the median and the 95th."""

    @property
    def rounds(self) -> int:
        """The last round."""
        return int(self.logs.shape[1]) - 1


class PathComputer:
    """Computes paths, and keeps what does not change as a run grows. One thread at a time."""

    def __init__(self, dataset: Dataset, history: History) -> None:
        self.dataset, self.history = dataset, history
        self._sample: WeightSample | None = None
        self._known: dict[int, Known] = {}

    def paths(self, snapshot: Snapshot, selected: Integers) -> Paths:
        """The paths alone, which takes a few milliseconds."""
        history = self.history
        rounds = history.rounds  # once: more may arrive at any time
        rows = selected if len(selected) else snapshot.ranked[:SUSPICIOUS]
        if len(rows) > MOST_PATHS:
            rows = rows[np.argsort(-snapshot.suspicion[rows], kind="stable")[:MOST_PATHS]]
        with np.errstate(divide="ignore"):  # a row of weight 0 has no place on a log axis
            logs = np.log10(history.relative_paths(rows, rounds))
        logs[~np.isfinite(logs)] = np.nan
        points = thinned(logs, _MOST_POINTS)
        return Paths(history, rows, logs, points, len(selected), None, {}, None)

    def held_against(self, paths: Paths, selected: Integers) -> Paths:
        """The same, with the classes of most of the paths and the band of the selection."""
        dataset = self.dataset
        self._sample = sample = WeightSample.of(self.history, paths.rounds, self._sample)
        labels = dataset.labels[paths.rows].astype(np.int64)
        counts = np.bincount(labels, minlength=len(dataset.classes))
        commonest = np.argsort(-counts, kind="stable")[:MOST_CLASSES]
        weighs = ~dataset.validation & (dataset.weights > 0)
        classes = {}
        for label in np.sort(commonest[counts[commonest] > 0]).tolist():
            rows = np.flatnonzero(weighs & (dataset.labels == label))
            known = self._known.setdefault(label, {})
            classes[label] = sample.quantiles(rows, (0.5, 0.95), known)
        band = sample.quantiles(selected, BAND) if len(selected) > MOST_PATHS else None
        return replace(paths, sample=sample, classes=classes, band=band)


def spoken(paths: Paths, dataset: Dataset, number: int) -> str:
    """Which of the paths' rows weighs most after a round, and what is usual in its class."""
    number = min(number, paths.rounds)
    here = np.nan_to_num(paths.logs[:, number], nan=-np.inf)
    if not len(here) or not np.isfinite(here.max()):
        return ""
    heaviest = int(np.argmax(here))
    row = int(paths.rows[heaviest])
    weight = times_average(float(10 ** here[heaviest]), bool(dataset.validation[row]))
    which = f"{dataset.where(row)}, given {dataset.label_text(row)},"
    told = f"After {count(number, 'round')} {which} has {weight}"
    lines = paths.classes.get(int(dataset.labels[row])) if dataset.classes else None
    if paths.sample is None or lines is None:
        return f"{told}."
    place = int(np.searchsorted(paths.sample.rounds, number, side="right")) - 1
    usual = times_average(float(10 ** lines[0, max(0, place)]))
    return f"{told}; half of its class has {usual} or less."
