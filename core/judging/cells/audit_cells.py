"""Auditing the cells: which values the rest of their rows do not explain, and what happened there.

Each column is predicted from the others by judges that never saw the row. How badly a cell is
explained is a tail probability, so that cells of unlike columns can be compared. Then mistakes that
people know are undone on trial: what fits far better, and in more rows than chance would bring, is
a finding.
"""

import time
from collections.abc import Iterator, Mapping

import numpy as np

from core.base.arrays import Integers, Mask
from core.base.progress import Progress, Watch, part, unwatched
from core.base.wording import count, grouped
from core.data.dataset import Dataset
from core.judging.auditing.crossfit import dealt
from core.judging.cells.columns import CellTable
from core.judging.cells.defaults import default_findings
from core.judging.cells.examined import FITS, Examined, surprises
from core.judging.cells.finding import CellFinding
from core.judging.cells.panel import FOLDS, MOST_FORESTS, taught_panel
from core.judging.cells.result import CellAudit, CellDoubt, flagged_count
from core.judging.cells.shifts import SHIFTED_ROWS, column_shift_findings, row_shift_findings
from core.judging.cells.single_values import (
    applicable,
    log_ratios,
    single_value_findings,
    undone_text,
)
from core.judging.cells.swaps import pairs_of, swap_findings

_LEAST_ROWS = 30
_LISTED = 2.0
"""Cells that are less surprising are not listed."""
_MOST_LISTED = 10_000
_EXPLAINS = 4.6
"""A hypothesis is told of a cell that is a hundred times likelier by it (a natural logarithm)."""
_CLEARLY = 1.0
"""A later hypothesis has to be better by so much than an earlier one, which is more particular."""
_MOST_PAIRED, _MOST_HYPOTHESES = 200, 300
"""In tables of more columns, swaps, or any mistakes, are looked for in so many alone."""


def audit_cells(data: Dataset, *, seed: int = 0, watch: Watch = unwatched) -> CellAudit:
    """Find the values that are wrong, and what would fit instead.

    It takes a second for a small table and some ten for 100,000 rows of 20 columns. The first
    progress is told before anything is done; whoever raises `Cancelled` from `watch` ends it.
    """
    started = time.perf_counter()
    watch(Progress(0, 1, "looking at the columns"))
    table = CellTable.of(data)
    if len(data) < _LEAST_ROWS or table.judged == 0:
        why = table.left_out
        if len(data) < _LEAST_ROWS:
            why = (f"{count(len(data), 'row is', 'rows are')} too few to tell what fits.",)
        return CellAudit(data, (), 0, (), 0, 0, why, time.perf_counter() - started)
    strata = data.labels if data.classes else np.zeros(len(data))
    fold = dealt(strata, FOLDS, seed, data.groups)
    panel, opinions = taught_panel(table, fold, seed, part(watch, 0.0, 0.7))
    values = table.matrix()
    watch(Progress(0.7, 1, "judging the cells"))
    surprise = surprises(panel, opinions, values, fold, part(watch, 0.7, 0.8))
    examined = Examined(data, table, values, fold, panel, opinions, surprise)
    findings = tuple(_findings(examined, part(watch, 0.8, 0.97)))
    watch(Progress(0.97, 1, "ranking the cells"))
    doubts, flagged = _ranked(examined, findings)
    judged = ~np.isnan(values[:, : table.judged])
    return CellAudit(
        data,
        doubts,
        flagged,
        findings,
        table.judged,
        int(judged.sum()),
        (*table.left_out, *_limits(table)),
        time.perf_counter() - started,
    )


def _findings(examined: Examined, watch: Watch) -> Iterator[CellFinding]:
    """All findings, the strongest first; a cell is part of one of them, as far as can be told."""
    columns = examined.judged[:_MOST_HYPOTHESES]
    known = [applicable(column) for column in columns]
    pairs = len(pairs_of(examined)) if len(examined.judged) <= _MOST_PAIRED else 0
    tries = sum(map(len, known)) + pairs + 2 * len(columns) + len(columns) ** 2
    found: list[CellFinding] = []
    for place in range(len(columns)):
        watch(Progress(0.8 * place / len(columns), 1, "trying what may have happened"))
        found += default_findings(examined, place)
        found += single_value_findings(examined, place, tries)
        found += row_shift_findings(examined, place, tries)
    if len(examined.judged) <= _MOST_PAIRED:
        watch(Progress(0.8, 1, "trying swapped columns"))
        found += swap_findings(examined, tries, part(watch, 0.8, 1.0))
        found += column_shift_findings(examined, tries)
    taken: set[tuple[str, int]] = set()
    for finding in sorted(found, key=_strength, reverse=True):
        own = {(name, line) for name, texts in finding.remedy.items() for line in texts}
        slipped = {(SHIFTED_ROWS, line) for line in finding.lines.tolist()}
        # Values that slipped mislead the judges of other columns in the same rows.
        claims = slipped if finding.kind == SHIFTED_ROWS else own
        if 2 * len(claims & taken) < len(claims):
            taken |= own | claims
            yield finding


def _strength(finding: CellFinding) -> tuple[int, float]:
    """What explains several columns at once explains what is found in each of them, too."""
    return len(finding.remedy), np.nan_to_num(finding.log_evidence, nan=np.inf)


def _ranked(
    examined: Examined, findings: tuple[CellFinding, ...]
) -> tuple[tuple[CellDoubt, ...], int]:
    """The cells that are listed, and how many of them are flagged.

    Those that a finding explains come first: many rows speak for it. Then the most surprising.
    """
    part_of = {
        (name, line): number
        for number, finding in reversed(tuple(enumerate(findings)))
        for name, texts in finding.remedy.items()
        for line in texts
    }
    surprise = examined.surprise
    explained = _explained(examined, part_of)
    rows, places = np.nonzero((surprise >= _LISTED) | explained)
    order = np.lexsort((-surprise[rows, places], ~explained[rows, places]))[:_MOST_LISTED]
    rows, places = rows[order], places[order]
    fitting = {
        place: _fitting(examined, place, rows[places == place])
        for place in sorted(set(places.tolist()))
    }
    doubts = []
    for row, place in zip(rows.tolist(), places.tolist(), strict=True):
        column = examined.judged[place]
        line = int(examined.data.lines[row])
        number = part_of.get((column.name, line))
        fits, why = fitting[place][row]
        if number is not None:
            fits, why = findings[number].remedy[column.name][line], findings[number].kind
        value = column.text(examined.values[row, place])
        told = float(surprise[row, place])
        doubts.append(CellDoubt(line, column.name, value, fits, told, why, number))
    first = int(explained[rows, places].sum())
    cells = int((~np.isnan(examined.values[:, : surprise.shape[1]])).sum())
    return tuple(doubts), first + flagged_count(surprise[rows, places][first:], cells)


def _explained(examined: Examined, part_of: Mapping[tuple[str, int], int]) -> Mask:
    """The cells that a finding explains, as far as something stands there."""
    explained = np.zeros(examined.surprise.shape, bool)
    places = {column.name: place for place, column in enumerate(examined.judged)}
    for name, line in part_of:
        row = int(np.searchsorted(examined.data.lines, line))
        explained[row, places[name]] = not np.isnan(examined.values[row, places[name]])
    return explained


def _fitting(examined: Examined, place: int, rows: Integers) -> dict[int, tuple[str, str]]:
    """For some cells of a column, the value that would fit and what may have happened."""
    column, opinion = examined.judged[place], examined.opinions[place].take(rows)
    best, names = np.full(len(rows), _EXPLAINS - _CLEARLY), [""] * len(rows)
    texts = [column.text(column.rounded(float(value))) for value in opinion.fitting()]
    for hypothesis in applicable(column):
        ratios = log_ratios(examined, place, hypothesis, rows)
        undone = hypothesis.undo(column, examined.values[rows, place])
        better: Mask = (ratios > best + _CLEARLY) & (opinion.surprise(undone) <= FITS)
        for at in np.flatnonzero(better).tolist():
            best[at], names[at] = ratios[at], hypothesis.name
            texts[at] = undone_text(examined, place, hypothesis, int(rows[at]), float(undone[at]))
    return {int(row): (text, name) for row, text, name in zip(rows, texts, names, strict=True)}


def _limits(table: CellTable) -> Iterator[str]:
    """What was not done because of the table's size."""
    if table.judged > MOST_FORESTS:
        yield (
            f"{grouped(table.judged)} columns: forests judge {MOST_FORESTS}, the others are "
            "judged by a "
            "linear model, or by how common their names are."
        )
    if table.judged > _MOST_PAIRED:
        yield f"Swapped columns are looked for in tables of up to {_MOST_PAIRED} columns."
    if table.judged > _MOST_HYPOTHESES:
        yield f"Mistakes are looked for in the first {_MOST_HYPOTHESES} columns alone."
