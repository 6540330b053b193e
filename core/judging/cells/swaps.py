"""Two columns swapped: both values of a row fit far better in one another's place."""

from collections.abc import Iterator

import numpy as np

from core.base.arrays import Floats, Integers
from core.base.progress import Progress, Watch, unwatched
from core.judging.cells.columns import CellColumn
from core.judging.cells.evidence import Evidence
from core.judging.cells.examined import FITS, Examined
from core.judging.cells.finding import CellFinding, all_fit, looks

_SURPRISING = 2.0
_MOST_ROWS = 5000
_PROMISING = 0.0
_MOST_PAIRS = 200


def pairs_of(examined: Examined) -> list[tuple[int, int]]:
    """The pairs of columns whose values can stand for one another: numbers, or the same names."""
    columns = examined.judged
    return [
        (first, second)
        for first in range(len(columns))
        for second in range(first + 1, len(columns))
        if _can_swap(columns[first], columns[second])
    ]


def swap_findings(
    examined: Examined, tries: int, watch: Watch = unwatched
) -> Iterator[CellFinding]:
    """The pairs of columns that were swapped in some rows."""
    rows = np.flatnonzero(examined.surprise.max(axis=1) >= _SURPRISING)
    rows = rows[np.argsort(-examined.surprise[rows].max(axis=1), kind="stable")][:_MOST_ROWS]
    taken = np.zeros(len(examined.values), bool)
    found = []
    promising = _promising(examined, np.sort(rows))
    for number, (pair, own_rows) in enumerate(promising):
        watch(Progress(number, len(promising), "trying swapped columns"))
        ratios = np.full(len(examined.values), -np.inf)
        ratios[own_rows], fits = _swapped_ratios(examined, own_rows, pair)
        evidence = Evidence.of(ratios)
        if evidence.holds(tries):
            fits_of = dict(zip(own_rows.tolist(), fits.tolist(), strict=True))
            found.append((evidence, pair, fits_of))
    for evidence, pair, fits_of in sorted(found, key=lambda each: -each[0].log_value):
        own = evidence.rows[~taken[evidence.rows]]
        if len(own):
            taken[own] = True
            fitting = sum(fits_of[int(row)] for row in own)
            yield _finding(examined, pair, own, fitting, evidence.log_value)


def _can_swap(first: CellColumn, second: CellColumn) -> bool:
    if first.kind is not second.kind:
        return False
    return not first.is_category or len(set(first.names) & set(second.names)) > 1


def _promising(examined: Examined, rows: Integers) -> list[tuple[tuple[int, int], Integers]]:
    """The pairs and rows that are worth asking anew, by what was said of the rows as they are.

    What they say of one cell still goes by the other one as it is, so that what the two columns
    say by themselves counts as well.
    """
    here = {place: opinion.take(rows) for place, opinion in examined.opinions.items()}
    before = examined.log_densities[rows]
    gains = []
    for first, second in pairs_of(examined):
        moved = _moved(examined, rows, first, second)
        after = here[first].log_density(moved[0]) + here[second].log_density(moved[1])
        gain = after - before[:, first] - before[:, second]
        alone = _alone(examined, rows, first, second, moved)
        gain = np.fmax(np.where(np.isnan(gain), -np.inf, gain), alone)
        own = rows[gain > _PROMISING]
        if len(own):
            gains.append((float(gain.max()), (first, second), own))
    gains.sort(key=lambda each: -each[0])
    return [(pair, own) for _, pair, own in gains[:_MOST_PAIRS]]


def _alone(
    examined: Examined, rows: Integers, first: int, second: int, moved: tuple[Floats, Floats]
) -> Floats:
    """How much better two cells fit in one another's column, whatever the rest of the row says."""
    gain = np.zeros(len(rows))
    for place, values in zip((first, second), moved, strict=True):
        alone = examined.opinions[place].take(rows).log_density_alone
        gain += alone(values) - alone(examined.values[rows, place])
    return np.where(np.isnan(gain), -np.inf, gain)


def _moved(examined: Examined, rows: Integers, first: int, second: int) -> tuple[Floats, Floats]:
    """The values that the two columns would have had."""
    one, other = examined.judged[first], examined.judged[second]
    values = examined.values[rows]
    return _as(other, one, values[:, second]), _as(one, other, values[:, first])


def _as(source: CellColumn, target: CellColumn, values: Floats) -> Floats:
    """Values of one column as another one has them; NaN for a name that it does not know."""
    if not source.is_category:
        return values
    place = {name: number for number, name in enumerate(target.names)}
    lookup = np.array([*(place.get(name, np.nan) for name in source.names), np.nan])
    return lookup[np.where(np.isnan(values), len(source.names), values).astype(np.int64)]


def _swapped_ratios(
    examined: Examined, rows: Integers, pair: tuple[int, int]
) -> tuple[Floats, Floats]:
    """How much better rows fit with two cells swapped, and whether both cells fit then.

    Each of the two cells is judged by the other, too: half of the sum is counted, so that what
    they say of one another is not counted twice.
    """
    tried = examined.values[rows].copy()
    tried[:, pair[0]], tried[:, pair[1]] = _moved(examined, rows, *pair)
    told = examined.panel.opinions(tried, examined.fold[rows], pair)
    after = sum(told[place].log_density(tried[:, place]) for place in pair)
    before = examined.log_densities[rows][:, list(pair)].sum(axis=1)
    ratios = np.asarray((after - before) / 2)
    surprise = np.max([told[place].surprise(tried[:, place]) for place in pair], axis=0)
    return np.where(np.isnan(ratios), -np.inf, ratios), np.asarray(surprise <= FITS)


def _finding(
    examined: Examined, pair: tuple[int, int], rows: Integers, fitting: int, evidence: float
) -> CellFinding:
    one, other = (examined.judged[place] for place in pair)
    lines = examined.data.lines[rows]
    texts: dict[str, dict[int, str]] = {one.name: {}, other.name: {}}
    for line, row in zip(lines.tolist(), rows.tolist(), strict=True):
        texts[one.name][line] = other.text(examined.values[row, pair[1]])
        texts[other.name][line] = one.text(examined.values[row, pair[0]])
    told = looks(len(rows), f"{one.name!r} and {other.name!r} were swapped")
    return CellFinding(
        "two columns swapped",
        (one.name, other.name),
        lines,
        f"{told}; {all_fit(fitting, len(rows))}.",
        texts,
        evidence,
    )
