"""What tuning brought, by rows that had no say in it."""

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.intervals import Interval, effective_rows, wilson
from core.judging.comparing import error_interval
from core.judging.reviewing.paired import mean_interval, paired_test
from core.judging.reviewing.paired_rows import PairedRows
from core.learning.problem import class_balance
from core.learning.run import Run
from core.learning.tuned import Gain, JudgedOn, TuningWorth

_SURE = 0.05


def judged_by_validation(start: Run, tuned: Run) -> TuningWorth:
    """Hold two runs on the same data against one another, on their validation rows."""
    pairs = PairedRows.of(start, tuned)
    tested = paired_test(pairs.first, pairs.second, pairs.groups, pairs.is_number)
    before, after = (error_interval(run) for run in (start, tuned))
    if before is None or after is None:
        return TuningWorth(JudgedOn.NOTHING)
    gain = _gain(tested.p, tested.shift)
    return TuningWorth(JudgedOn.VALIDATION, len(pairs.lines), 0, after, before, tested.p, gain)


def judged_by_folds(pairs: list[tuple[Run, Run]]) -> TuningWorth:
    """Hold the start against what tuning chose, fold by fold: each judges one that never saw it."""
    found = [PairedRows.of(*each) for each in pairs]
    weights = [_weights(run, rows.lines) for (_, run), rows in zip(pairs, found, strict=True)]
    is_number = found[0].is_number
    first, second, weight = (
        np.concatenate(each)
        for each in ([r.first for r in found], [r.second for r in found], weights)
    )
    groups = _groups(pairs, found)
    tested = paired_test(first, second, groups, is_number)
    before, after = (_error(misses, weight, groups, is_number) for misses in (first, second))
    gain = _gain(tested.p, tested.shift)
    return TuningWorth(JudgedOn.OUTER_FOLDS, len(first), len(pairs), after, before, tested.p, gain)


def _gain(p: float, shift: float) -> Gain:
    if p >= _SURE:
        return Gain.NONE
    return Gain.BETTER if shift < 0 else Gain.WORSE


def _weights(run: Run, lines: Integers) -> Floats:
    data = run.dataset
    own = data.weights * class_balance(data) if run.settings.balanced else data.weights
    return np.asarray(own[data.rows_of(lines)])


def _groups(pairs: list[tuple[Run, Run]], found: list[PairedRows]) -> Integers | None:
    """The groups of all rows, numbered from 0; None without groups."""
    told = []
    for (_, run), rows in zip(pairs, found, strict=True):
        if run.dataset.groups is None:
            return None
        told.append(run.dataset.groups[run.dataset.rows_of(rows.lines)])
    numbers = np.unique(np.concatenate(told), return_inverse=True)[1]
    return np.asarray(numbers) if len(numbers) > 1 + int(numbers.max()) else None


def _error(misses: Floats, weights: Floats, groups: Integers | None, is_number: bool) -> Interval:
    if not is_number:
        share = float(np.average(misses, weights=weights))
        return wilson(share, effective_rows(misses, weights, groups))
    squares = mean_interval(misses * weights / weights.mean(), groups)
    share, low, high = (
        float(np.sqrt(max(0.0, end))) for end in (squares.share, squares.low, squares.high)
    )
    return Interval(share, low, high)
