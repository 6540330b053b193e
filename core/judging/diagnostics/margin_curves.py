"""Curves of margins at several rounds, each of some of the rows; of residuals for numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.judging.diagnostics.distributions import Distribution, share_in
from core.judging.diagnostics.run_access import Part, labels_of, weights_of
from core.learning.histories.history import History
from core.learning.snapshot import Snapshot

ALL_CLASSES = -2
BINS = 40
_FAR = 0.995
"""Residuals are looked at as far as this share of them reaches."""
_RUG = 600


@dataclass(frozen=True)
class Key:
    """What one curve is about."""

    round: int
    part: Part
    label: int = ALL_CLASSES
    """The number of a class, or all of them."""

    def rows(self, history: History) -> Mask:
        """Which rows it is about."""
        validation = history.problem.dataset.validation
        rows = validation if self.part is Part.VALIDATION else ~validation
        return rows if self.label < 0 else np.asarray(rows & (labels_of(history) == self.label))


@dataclass(frozen=True, eq=False)
class MarginCurves:
    """Distributions of margins, and where some selected rows are in them."""

    snapshot: Snapshot
    curves: Mapping[Key, Distribution]
    """Without those of which there are no rows."""
    edges: Floats
    """The edges of the bins of a histogram."""
    selected: Mapping[Key, Floats]
    """How much of each bin the selected rows are, for the curves of the snapshot's round."""
    places: Floats
    """The margins of the selected rows, rounded so that few are left."""

    def rows_between(self, low: float, high: float) -> Integers:
        """The rows of the snapshot's curves whose margin lies between two."""
        snapshot = self.snapshot
        shown = np.zeros(len(snapshot.margins), bool)
        for key in self.curves:
            if key.round == snapshot.round:
                shown |= key.rows(snapshot.history)
        return np.flatnonzero(shown & (snapshot.margins >= low) & (snapshot.margins <= high))


def margin_curves(
    snapshot: Snapshot,
    keys: Iterable[Key],
    selected: Integers,
    known: Mapping[Key, Distribution] | None = None,
) -> MarginCurves:
    """The distributions that are asked for; those of other rounds that are known stay.

    >>> import core
    >>> run = core.fit(core.example("ten points", validation_share=0), core.AdaBoost(rounds=3))
    >>> keys = [Key(1, Part.TRAINING), Key(3, Part.TRAINING)]
    >>> found = margin_curves(Snapshot.of(run.history, 3), keys, np.array([0]))
    >>> [own.values.round(2).tolist() for own in found.curves.values()]
    [[-1.0, 1.0], [0.08, 0.35, 0.58, 1.0]]
    """
    history = snapshot.history
    weights = weights_of(history)
    curves: dict[Key, Distribution] = {}
    margins = {snapshot.round: snapshot.margins}
    for key in keys:
        if known is not None and key.round != snapshot.round and key in known:
            curves[key] = known[key]
            continue
        if key.round not in margins:
            margins[key.round] = history.margins(key.round)
        rows = key.rows(history)
        found = Distribution.of(margins[key.round][rows], weights[rows])
        if len(found):
            curves[key] = found
    edges = _edges(curves, history.problem.is_regression)
    part = np.zeros(len(weights))
    part[selected] = weights[selected]
    chosen: dict[Key, Floats] = {}
    for key in curves:
        if key.round == snapshot.round and len(selected):
            rows = key.rows(history)
            chosen[key] = share_in(snapshot.margins[rows], weights[rows], part[rows], edges)
    width = (edges[-1] - edges[0]) / _RUG
    places = np.unique(np.round(snapshot.margins[selected] / width)) * width
    return MarginCurves(snapshot, curves, edges, chosen, places)


def _edges(curves: Mapping[Key, Distribution], is_number: bool) -> Floats:
    """The edges of the bins: from -1 to 1; for residuals as far as nearly all of them reach."""
    if not is_number:
        return np.linspace(-1, 1, BINS + 1)
    far = [
        max(
            abs(float(found.values[np.searchsorted(found.shares, share)]))
            for share in (1 - _FAR, _FAR)
        )
        for found in curves.values()
    ]
    reach = max(far, default=1.0) or 1.0
    return np.linspace(-reach, reach, BINS + 1)
