"""What margins, or residuals, say in one sentence."""

import math

import numpy as np

from core.base.arrays import Floats
from core.base.wording import fixed, grouped, percent, readable
from core.judging.diagnostics.distributions import Distribution
from core.judging.diagnostics.run_access import Part, labels_of, weights_of
from core.learning.snapshot import Snapshot


def margin_sentence(snapshot: Snapshot) -> str:
    """How clearly the rows are on the right side at a round, and how many are not.

    >>> import core
    >>> run = core.fit(core.example("moons"), core.AdaBoost(rounds=30))
    >>> margin_sentence(Snapshot.of(run.history, 0))
    'Before the first round every margin is 0.'
    """
    history = snapshot.history
    is_number = history.problem.is_regression
    if not is_number and snapshot.round == 0:
        return "Before the first round every margin is 0."
    validation = history.problem.dataset.validation
    said = _of_residuals if is_number else _of_margins
    told = said(snapshot, Part.TRAINING, ~validation)
    if validation.any():
        told = f"{told} {said(snapshot, Part.VALIDATION, validation)}"
    return told.strip()


def _of_margins(snapshot: Snapshot, part: Part, rows: np.ndarray) -> str:
    history = snapshot.history
    margins, weights = snapshot.margins[rows], weights_of(history)[rows]
    every = len(margins)
    if not weights.any():
        return ""
    wrong = int(np.count_nonzero(snapshot.suggested[rows] != labels_of(history)[rows]))
    noun = f"{part.value} row" + ("s" if every > 1 else "")
    told = ((0.1, "9 in 10"), (0.5, "Half of the")) if part is Part.TRAINING else ()
    for share, which in told:
        # Cut rather than rounded: so large it is at least.
        least = math.floor(100 * _quantile(margins, weights, share) + 1e-9) / 100
        if least > 0:
            return (
                f"{which} training rows are right with a margin of {fixed(least, 2)} or more; "
                f"{_wrong(wrong, every, f'{grouped(every)}')}."
            )
    said = _wrong(wrong, every, f"{grouped(every)} {noun}")
    return f"{said[0].upper()}{said[1:]}."


def _wrong(wrong: int, every: int, among: str) -> str:
    if not wrong:
        return f"none of {among} is wrong"
    return (
        f"{grouped(wrong)} of {among} {'is' if wrong == 1 else 'are'} wrong "
        f"({percent(wrong / every)})"
    )


def _of_residuals(snapshot: Snapshot, part: Part, rows: np.ndarray) -> str:
    sizes, weights = np.abs(snapshot.margins[rows]), weights_of(snapshot.history)[rows]
    if not weights.any():
        return ""
    half, most = (readable(_quantile(sizes, weights, share), 3) for share in (0.5, 0.9))
    if part is Part.VALIDATION:
        return f"Of the validation rows half are within {half}."
    return f"Half of the {part.value} rows are off by {half} or less, 9 in 10 by {most} or less."


def _quantile(values: Floats, weights: Floats, share: float) -> float:
    """The smallest value up to which at least this share of the weight lies."""
    if weights.min() == weights.max():  # as nearly always: then no sorting is needed
        place = max(0, math.ceil(share * len(values) - 1e-9) - 1)
        return float(np.partition(values, place)[place])
    found = Distribution.of(values, weights)
    place = int(np.searchsorted(found.shares, share - 1e-12))
    return float(found.values[min(place, len(found) - 1)])
