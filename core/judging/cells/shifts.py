"""Values that slipped by one place: along a row into the next column, or along a column."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.base.arrays import Floats, Integers, Mask
from core.base.wording import grouped
from core.judging.cells.evidence import Evidence, threshold
from core.judging.cells.examined import FITS, Examined
from core.judging.cells.finding import CellFinding, all_fit, looks
from core.judging.cells.scale import FAR

SHIFTED_ROWS = "shifted by one row"
_LEAST_RUN = 3
_SURPRISING = 1.5
_MOST_ROWS = 2000
_MOST_RUNS = 10
"""In one column."""
_SMALLEST, _LARGEST = -30.0, 3.0
"""A single row counts no more than this: one wrong value does not make a run."""
_ALIKE = 0.5
"""Neighbours that are correlated by more than this are too much alike."""
_PROMISING = 3.0
_LOSS = 3.0
"""What it costs to say that a value belongs to nobody."""
_MOST_GAIN = 0.6
"""So large a share of a run's rows fits better."""


@dataclass(frozen=True)
class Slip:
    """The columns from `start` to before `stop` had the values that stand `step` further on."""

    start: int
    stop: int
    step: int

    @property
    def outer(self) -> int:
        """The column whose own value is lost."""
        return self.stop if self.step > 0 else self.start - 1

    def widened(self, values: Floats) -> "Slip":
        """With the cell that became empty when the values slipped, if there is one."""
        if self.step > 0 and self.start > 0 and np.isnan(values[self.start - 1]):
            return Slip(self.start - 1, self.stop, self.step)
        if self.step < 0 and self.stop < len(values) and np.isnan(values[self.stop]):
            return Slip(self.start, self.stop + 1, self.step)
        return self


@dataclass(frozen=True)
class Streak:
    """Neighbours whose sum is largest; the last one is not part of it."""

    start: int
    stop: int
    total: float


def best_run(gains: Floats) -> Streak:
    """The neighbours with the largest sum (Kadane's way).

    >>> best_run(np.array([-1.0, 2.0, -0.5, 3.0, -4.0, 1.0]))
    Streak(start=1, stop=4, total=4.5)
    """
    sums = np.concatenate([[0.0], np.cumsum(gains)])
    lowest = np.minimum.accumulate(sums)
    stop = int(np.argmax(sums - lowest))
    start = int(np.argmin(sums[: stop + 1]))
    return Streak(start, stop, float(sums[stop] - sums[start]))


def row_shift_findings(examined: Examined, place: int, tries: int) -> Iterator[CellFinding]:
    """Runs of rows in which a column's values slipped to the row above or below.

    For each row the log likelihood ratio of its neighbour's value against its own; if nothing
    slipped, a sum over neighbours exceeds t somewhere in n rows with a probability of at most about
    n exp(-t) (Karlin & Altschul 1990).
    """
    values = examined.values[:, place]
    if _drifts(examined.judged[place].scale(values)):
        return
    needed = threshold(tries * max(1, len(values)))
    for step, where in ((1, "above"), (-1, "below")):
        moved = _further(values, step)
        gains = examined.opinions[place].log_density(moved) - examined.log_densities[:, place]
        gains = np.where(np.isnan(gains), _SMALLEST, np.clip(gains, _SMALLEST, _LARGEST))
        for _ in range(_MOST_RUNS):
            run = best_run(gains)
            rows = np.arange(run.start, run.stop)
            if run.total < needed or (gains[rows] > 0).mean() < _MOST_GAIN:
                break
            gains[rows] = _SMALLEST
            fits = examined.opinions[place].take(rows).surprise(moved[rows]) <= FITS
            yield _row_shift(examined, place, rows, moved[rows], fits, where, run.total)


def _drifts(scaled: Floats) -> bool:
    """Whether rows are like the rows beside them: then nobody can tell that one slipped."""
    clipped = np.clip(scaled, -FAR, FAR)
    known = ~np.isnan(clipped[:-1]) & ~np.isnan(clipped[1:])
    first, second = clipped[:-1][known], clipped[1:][known]
    if len(first) < _LEAST_RUN or first.std() == 0 or second.std() == 0:
        return True
    return float(np.corrcoef(first, second)[0, 1]) > _ALIKE


def _further(values: Floats, step: int) -> Floats:
    moved = np.full(len(values), np.nan)
    if step > 0:
        moved[:-step] = values[step:]
    else:
        moved[-step:] = values[:step]
    return moved


def _row_shift(
    examined: Examined,
    place: int,
    rows: Integers,
    moved: Floats,
    fits: Mask,
    where: str,
    evidence: float,
) -> CellFinding:
    column, lines = examined.judged[place], examined.data.lines[rows]
    texts = {int(line): column.text(float(value)) for line, value in zip(lines, moved, strict=True)}
    # The row that the last value came from keeps nothing of its own: nobody knows what it was.
    outer = rows[-1] + 1 if where == "above" else rows[0] - 1
    if 0 <= outer < len(examined.values) and not column.is_target:
        texts[int(examined.data.lines[outer])] = ""
    told = f"the values of {column.name!r} belonged to the row {where}"
    first, last = int(lines[0]), int(lines[-1])
    return CellFinding(
        SHIFTED_ROWS,
        (column.name,),
        np.array(sorted(texts), np.int64),
        f"{looks(len(rows), told)} (lines {grouped(first)} to {grouped(last)}); "
        f"{all_fit(int(fits.sum()), len(rows))}.",
        {column.name: texts},
        evidence,
    )


def column_shift_findings(examined: Examined, tries: int) -> Iterator[CellFinding]:
    """Rows whose values slipped by one column from some column on."""
    columns = examined.judged
    if len(columns) < _LEAST_RUN + 1:
        return
    rows = np.flatnonzero((examined.surprise >= _SURPRISING).sum(axis=1) >= _LEAST_RUN)
    rows = rows[np.argsort(-examined.surprise[rows].sum(axis=1), kind="stable")][:_MOST_ROWS]
    promising: dict[Slip, list[int]] = {}
    for step in (1, -1):
        gains, removed = _slip_gains(examined, rows, step)
        for row, own, lost in zip(rows.tolist(), gains, removed, strict=True):
            slip = best_slip(own, lost, step)
            slip = slip and slip.widened(examined.values[row, : len(columns)])
            if slip is not None and slip.stop - slip.start >= _LEAST_RUN:
                promising.setdefault(slip, []).append(row)
    for slip, listed in promising.items():
        own_rows = np.array(sorted(listed), np.int64)
        ratios, fits = np.full(len(examined.values), -np.inf), np.zeros(len(examined.values), bool)
        ratios[own_rows], fits[own_rows] = _slipped(examined, own_rows, slip)
        evidence = Evidence.of(ratios)
        if evidence.holds(tries):
            found = evidence.rows
            yield _column_shift(examined, slip, found, int(fits[found].sum()), evidence.log_value)


def best_slip(gains: Floats, removed: Floats, step: int) -> Slip | None:
    """The columns whose values slipped, if any: the best sum, with what is gained at its end.

    There a value that belongs to nobody is taken away.

    >>> best_slip(np.array([-9.0, 4, 1, 3, -9]), np.array([-3.0, -3, -3, -3, 2]), 1)
    Slip(start=1, stop=4, step=1)
    """
    if step < 0:
        mirrored = best_slip(gains[::-1], removed[::-1], 1)
        width = len(gains)
        return mirrored and Slip(width - mirrored.stop, width - mirrored.start, -1)
    sums = np.concatenate([[0.0], np.cumsum(gains)])
    lowest = np.minimum.accumulate(sums)
    totals = sums[2:-1] - lowest[:-3] + removed[2:]
    if not len(totals) or totals.max() < _PROMISING:
        return None
    stop = 2 + int(np.argmax(totals))
    return Slip(int(np.argmin(sums[: stop - 1])), stop, 1)


def _slip_gains(examined: Examined, rows: Integers, step: int) -> tuple[Floats, Floats]:
    """How much better each cell fits with its neighbour's value, and with none.

    Very badly where it cannot be.
    """
    columns = examined.judged
    gains = np.full((len(rows), len(columns)), _SMALLEST)
    removed = np.zeros((len(rows), len(columns)))
    for place in range(len(columns)):
        own = examined.opinions[place].log_density_alone(examined.values[:, place])
        removed[:, place] = np.nan_to_num(np.nanmedian(own) - own[rows], nan=0.0) - _LOSS
    for place, column in enumerate(columns):
        source = place + step
        if not 0 <= source < len(columns) or columns[source].kind is not column.kind:
            continue
        if column.is_category and column.names != columns[source].names:
            continue
        # By the columns alone: a row whose values slipped misleads the judges of all its cells.
        opinion = examined.opinions[place]
        before = opinion.log_density_alone(examined.values[:, place])
        after = opinion.log_density_alone(examined.values[:, source])[rows]
        gain = after - before[rows]
        # A cell that is empty now fits as well as any that is no less likely than usual.
        empty = np.isnan(before[rows])
        gain[empty] = np.minimum(0.0, after - np.nanmedian(before))[empty]
        gains[:, place] = np.where(np.isnan(gain), _SMALLEST, np.maximum(gain, _SMALLEST))
    return gains, removed


def _slipped(examined: Examined, rows: Integers, slip: Slip) -> tuple[Floats, Mask]:
    """Half of what the cells gain by moving back, row by row, and whether all of them fit then."""
    places = np.arange(slip.start, slip.stop)
    tried = examined.values[rows].copy()
    tried[:, places] = examined.values[rows][:, places + slip.step]
    tried[:, slip.outer] = np.nan
    told = examined.panel.opinions(tried, examined.fold[rows], places.tolist())
    after = np.column_stack([told[at].log_density(tried[:, at]) for at in places.tolist()])
    surprise = np.column_stack([told[at].surprise(tried[:, at]) for at in places.tolist()])
    usual = np.nanmedian(examined.log_densities[:, places], axis=0)
    before = examined.log_densities[rows][:, places]
    gains = after - np.where(np.isnan(before), np.maximum(after, usual), before)
    halves = gains.sum(axis=1) / 2
    return np.nan_to_num(halves, nan=-np.inf), np.asarray(surprise.max(axis=1) <= FITS)


def _column_shift(
    examined: Examined, slip: Slip, rows: Integers, fitting: int, evidence: float
) -> CellFinding:
    columns, lines = examined.judged, examined.data.lines[rows]
    texts: dict[str, dict[int, str]] = {columns[slip.outer].name: dict.fromkeys(lines.tolist(), "")}
    for place in range(slip.start, slip.stop):
        source = columns[place + slip.step]
        values = examined.values[rows, place + slip.step]
        texts[columns[place].name] = {
            int(line): source.text(float(value)) for line, value in zip(lines, values, strict=True)
        }
    side = "right" if slip.step > 0 else "left"
    first, last = columns[slip.start].name, columns[slip.stop - 1].name
    told = looks(len(rows), f"{first!r} to {last!r} had slipped one column to the {side}")
    return CellFinding(
        "shifted by one column",
        tuple(column.name for column in columns[slip.start : slip.stop]),
        lines,
        f"{told}; {all_fit(fitting, len(rows))}.",
        texts,
        evidence,
    )
