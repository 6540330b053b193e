"""What is drawn of margins: which curves by which options, and what is said of them."""

from dataclasses import dataclass, replace

import numpy as np

from core import History
from core.base.arrays import Integers
from core.base.lacking import Lacking
from core.judging.diagnostics.margin_curves import ALL_CLASSES, Key, MarginCurves
from core.judging.diagnostics.margin_words import margin_sentence
from core.judging.diagnostics.run_access import Part
from core.judging.theory.margin_promises import MarginPromises, margin_promises
from core.learning.histories.quantities import Quantity
from core.learning.rounds import BOUND
from core.learning.snapshot import Snapshot
from workbench.viewing.view import Options
from workbench.views.margins.loss_figure import Losses

TOGETHER, APART = ALL_CLASSES, -1
CUMULATIVE, HISTOGRAM, BOUNDS, LOSSES = "cumulative", "histogram", "bounds", "losses"
BOTH = "both"
MOST_APART = 6


@dataclass(frozen=True)
class MarginsOptions(Options):
    """What is drawn: how, of which rows, of which class, and which other rounds."""

    shape: str = CUMULATIVE
    part: str = BOTH
    label: int = TOGETHER
    """The number of a class, or all together, or each apart."""
    rounds: tuple[int, ...] = (5, 20)
    """The rounds drawn beside the one shown."""


@dataclass(frozen=True, eq=False)
class DrawnMargins:
    """What is drawn, and with which options."""

    found: MarginCurves
    options: MarginsOptions
    sentence: str
    losses: Losses | None
    promises: MarginPromises | None

    @property
    def words(self) -> str:
        """What the margins say now, what they lose, or what theory says of them."""
        if self.losses is not None:
            return self.losses.words
        return self.sentence if self.promises is None else self.promises.sentences

    @property
    def reach(self) -> tuple[float, float]:
        """From where to where the axis goes."""
        low, high = self.losses.reach if self.losses else self.found.edges[[0, -1]]
        return float(low), float(high)

    def rows_between(self, low: float, high: float) -> Integers:
        """The rows that lie between two places of the axis."""
        if self.losses is None:
            return self.found.rows_between(low, high)
        agreement = self.losses.agreement
        return np.flatnonzero((agreement >= low) & (agreement <= high))


def fitting(options: MarginsOptions, history: History) -> MarginsOptions:
    """The options without a class that this data does not have."""
    classes = history.problem.classes
    is_there = options.label < classes and (options.label != APART or classes <= MOST_APART)
    if not (is_there and classes):
        options = replace(options, label=TOGETHER)
    return options if is_known(options.shape, history) else replace(options, shape=CUMULATIVE)


def is_known(shape: str, history: History) -> bool:
    """Whether a way of drawing has a meaning for a run: not all have bounds, or losses."""
    if shape == LOSSES:
        return Losses.are_known(history)
    is_bounded = history.has(Quantity.HARD_VOTES) and history.problem.classes == 2
    return shape != BOUNDS or (is_bounded and BOUND in history.curves)


def drawn_margins(found: MarginCurves, options: MarginsOptions) -> DrawnMargins:
    """What is to be drawn and said of some curves."""
    history, number = found.snapshot.history, found.snapshot.round
    losses = Losses.of(history, number) if options.shape == LOSSES else None
    promises = None
    if options.shape == BOUNDS:
        known = margin_promises(history, number)
        promises = None if isinstance(known, Lacking) else known
    return DrawnMargins(found, options, margin_sentence(found.snapshot), losses, promises)


def keys_of(snapshot: Snapshot, options: MarginsOptions) -> list[Key]:
    """The curves to be drawn: earlier rounds first, the round shown on top."""
    dataset = snapshot.history.problem.dataset
    parts = [part for part in Part if options.part in (BOTH, part.value)]
    if not dataset.has_validation:
        parts = [Part.TRAINING]
    labels = range(len(dataset.classes)) if options.label == APART else [options.label]
    pinned = () if options.shape == BOUNDS else options.rounds  # a bound is of the round shown
    rounds = sorted(number for number in pinned if 0 <= number < snapshot.round)
    return [
        Key(number, part, label)
        for number in (*rounds, snapshot.round)
        for part in parts
        for label in labels
    ]
