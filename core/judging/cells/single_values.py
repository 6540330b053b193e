"""Mistakes that happen to one value at a time, and to many rows: units, points, signs, dates."""

from collections.abc import Iterator

import numpy as np

from core.base.arrays import Floats, Integers
from core.judging.cells.columns import CellColumn
from core.judging.cells.evidence import Evidence
from core.judging.cells.examined import FITS, Examined
from core.judging.cells.finding import CellFinding, all_fit, looks
from core.judging.cells.hypotheses import (
    HYPOTHESES,
    SWAPPED_DAYS,
    Hypothesis,
    log_slope,
    swapped_text,
)

_MOST_FINDINGS = 4
"""In one column."""
_MOST_FIT = 0.5
"""At least so large a share of the rows fits once a mistake is undone; else it was another one."""
_SURPRISING = 1.0
_ALIKE = 3.0
"""Of hypotheses that differ by no more than this in their evidence, the first one is told."""


def applicable(column: CellColumn) -> tuple[Hypothesis, ...]:
    """What may have happened to values of a column."""
    return tuple(hypothesis for hypothesis in HYPOTHESES if hypothesis.applies(column))


def log_ratios(examined: Examined, place: int, hypothesis: Hypothesis, rows: Integers) -> Floats:
    """How much better values of a column fit if it is undone; -inf where it cannot be.

    What is gained by stretching the axis alone is not counted: values that repeat, as 0, would
    seem to be far too dense.
    """
    column, values = examined.judged[place], examined.values[rows, place]
    opinion, scale = examined.opinions[place].take(rows), column.scale
    undone = hypothesis.undo(column, values)
    before, after = scale.log_slope(values), scale.log_slope(undone)
    gain = opinion.log_density(undone) - after
    gain = gain - examined.log_densities[rows, place] + before
    ratio = gain + np.minimum(after - before + log_slope(hypothesis, column), 0.0)
    return np.where(np.isnan(ratio) | (undone == values), -np.inf, ratio)


def single_value_findings(examined: Examined, place: int, tries: int) -> Iterator[CellFinding]:
    """The findings of one column, the strongest first.

    A value that fits as it is needs no explanation.
    """
    column = examined.judged[place]
    known = applicable(column)
    rows = np.flatnonzero(examined.surprise[:, place] >= _SURPRISING)
    others = len(examined.values) - len(rows)
    ratios = {each: log_ratios(examined, place, each, rows) for each in known}
    for _ in range(_MOST_FINDINGS):
        found = {each: Evidence.of(own, others) for each, own in ratios.items()}
        if not found:
            return
        strongest = max(evidence.log_value for evidence in found.values())
        best = next(each for each in known if found[each].log_value >= strongest - _ALIKE)
        if not found[best].holds(tries):
            return
        own_rows = rows[found[best].rows]
        undone = best.undo(column, examined.values[own_rows, place])
        fits = examined.opinions[place].take(own_rows).surprise(undone) <= FITS
        if fits.mean() >= _MOST_FIT:
            yield _finding(examined, place, best, own_rows, int(fits.sum()), found[best].log_value)
        for own in ratios.values():
            own[found[best].rows] = -np.inf


def undone_text(
    examined: Examined, place: int, hypothesis: Hypothesis, row: int, value: float
) -> str:
    """The value that would have been right, as it would stand in the file."""
    column = examined.judged[place]
    if hypothesis is SWAPPED_DAYS:
        written = examined.data.table.column(column.name).text(int(examined.data.rows[row]))
        return swapped_text(written)
    if not hypothesis.is_exact:
        return column.text(column.rounded(value))
    return column.text(float(f"{value:.12g}"))


def _finding(
    examined: Examined,
    place: int,
    hypothesis: Hypothesis,
    rows: Integers,
    fitting: int,
    evidence: float,
) -> CellFinding:
    column, lines = examined.judged[place], examined.data.lines[rows]
    undone = hypothesis.undo(column, examined.values[rows, place])
    texts = {
        int(line): undone_text(examined, place, hypothesis, int(row), float(value))
        for line, row, value in zip(lines, rows, undone, strict=True)
    }
    told = looks(len(rows), f"{column.name!r} {hypothesis.told}")
    return CellFinding(
        hypothesis.name,
        (column.name,),
        lines,
        f"{told}; {all_fit(fitting, len(rows))}.",
        {column.name: texts},
        evidence,
    )
