"""A learning curve over rows: the same settings taught with ever more of the training rows.

Made when asked, for it takes several trainings. All of them are judged on the same validation
rows, so that what more rows brought is told row by row.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.errors import DataError
from core.base.intervals import Interval
from core.base.wording import grouped
from core.data.dataset import Dataset
from core.data.splits.grouping import mixed
from core.judging.diagnosing.misses import ErrorChange, Judging
from core.learning.ensemble import Ensemble
from core.learning.run import Run
from core.learning.training import fit

SHARES = (0.125, 0.25, 0.5, 1.0)
_HANDS = 2
"""A part of the rows is drawn so often, each time other rows: one draw says little."""
_LEAST_ROWS = 10
_STREAM = 0x1EA4
_MATTERS = 0.15
"""If twice the rows may have taken more than this share off what is missed, they may matter."""


@dataclass(frozen=True)
class CurvePoint:
    """So many training rows, and the error on the validation rows."""

    rows: int
    error: Interval


@dataclass(frozen=True)
class LearningCurve:
    """What more rows brought, and whether still more would help."""

    points: tuple[CurvePoint, ...]
    last: ErrorChange
    """From half of the training rows to all of them."""
    wide: ErrorChange
    """From a quarter of them to all. Which rows were drawn matters too, and no test of the
    validation rows knows of that: twice the rows may bring nothing by bad luck."""

    @property
    def stands(self) -> bool:
        """Whether it is clear enough that more rows brought next to nothing."""
        gone = self.wide.before - self.wide.after
        return (
            not self.last.fell
            and not self.wide.fell
            and self.last.most_fall < _MATTERS
            and gone < _MATTERS * self.wide.before
        )

    def lines(self, run: Run) -> list[str]:
        """The curve as a table: training rows, and the error with its 95 % interval."""
        said = Judging.of(run).said
        return [
            f"{point.rows:>9,} training rows: {said(point.error.share)} "
            f"({said(point.error.low)} to {said(point.error.high)})"
            for point in self.points
        ]

    def sentence(self, judging: Judging) -> str:
        """Whether more rows would help, in words."""
        quarter, half, whole = self.points[-3:]

        def seen(first: CurvePoint, verb: str) -> str:
            errors = f"{judging.said(first.error.share)}, then {judging.said(whole.error.share)}"
            return (
                f"from {grouped(first.rows)} to {grouped(whole.rows)} training rows the error "
                f"{verb} ({errors})."
            )

        if self.last.fell:
            return f"More rows would help: {seen(half, 'fell')}"
        if self.stands:
            return f"More rows would hardly help: {seen(half, 'stood')}"
        if self.wide.fell:
            return f"More rows would probably help: {seen(quarter, 'fell')}"
        return f"Whether more rows would help is not clear: {seen(half, 'changed by chance')}"


class CurveMaking:
    """A learning curve being made, one training a step. Whoever iterates drives it.

    >>> import core
    >>> data = core.example("moons")
    >>> rows = [point.rows for point in CurveMaking(data, core.AdaBoost(rounds=20))]
    >>> len(rows), rows[-1] == (~data.validation).sum()
    (4, np.True_)
    """

    def __init__(self, dataset: Dataset, settings: Ensemble, seed: int = 0) -> None:
        settings.check(dataset)
        if not dataset.has_validation:
            raise DataError(
                "A learning curve is judged on validation rows, and there are none. Choose "
                "a larger validation share."
            )
        self.dataset, self.settings, self.seed = dataset, settings, seed
        self._points: list[CurvePoint] = []
        self._misses: list[Floats] = []
        self._judging: Judging | None = None

    @property
    def total(self) -> int:
        """How many points there are."""
        return len(SHARES)

    def __iter__(self) -> Iterator[CurvePoint]:
        """Train with ever more rows; a point is done when all of its trainings are."""
        data = self.dataset
        training = np.flatnonzero(~data.validation & (data.weights > 0))
        # More rows of groups that are known already say nothing about new ones.
        groups = None if data.groups is None else data.groups[training]
        order = training[mixed(groups, len(training), [self.seed, _STREAM])]
        for share in SHARES[len(self._points) :]:
            count = max(min(_LEAST_ROWS, len(order)), int(share * len(order)))
            hands = 1 if count == len(order) else _HANDS
            misses = np.mean(
                [self._misses_of(np.roll(order, -hand * count), count) for hand in range(hands)],
                axis=0,
            )
            assert self._judging is not None
            self._misses.append(misses)
            self._points.append(CurvePoint(count, self._judging.interval(misses)))
            yield self._points[-1]

    def _misses_of(self, order: Integers, count: int) -> Floats:
        """What a training with the first rows of an order misses."""
        keep = self.dataset.validation.copy()
        keep[order[:count]] = True
        run = fit(self.dataset.only(keep), self.settings, seed=self.seed)
        self._judging = Judging.of(run)
        return self._judging.misses(run.rounds)

    def curve(self) -> LearningCurve:
        """The curve; raise DataError before it is complete."""
        if len(self._points) < len(SHARES) or self._judging is None:
            raise DataError("The learning curve is not complete yet.")
        *_, quarter, half, whole = self._misses
        change = self._judging.change
        return LearningCurve(tuple(self._points), change(half, whole), change(quarter, whole))


def learning_curve(dataset: Dataset, settings: Ensemble, seed: int = 0) -> LearningCurve:
    """Teach the settings with an eighth, a quarter, a half and all of the training rows.

    >>> import core
    >>> curve = learning_curve(core.example("moons"), core.AdaBoost(rounds=20))
    >>> curve.points[0].error.share > curve.points[-1].error.share
    True
    """
    making = CurveMaking(dataset, settings, seed)
    for _ in making:
        pass
    return making.curve()
