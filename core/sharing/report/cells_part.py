"""The report about wrong values: the findings with their remedies, and the worst cells."""

from dataclasses import dataclass

from core.base.wording import count, grouped
from core.judging.cells.result import CellAudit, CellDoubt

MOST_CELLS = 20
_MOST_LINES = 12


@dataclass(frozen=True)
class CellFindingTold:
    """A mistake that explains cells of several rows, and what would put it right."""

    sentence: str
    remedy: str
    lines: str
    """The first of its lines."""


@dataclass(frozen=True)
class CellsTold:
    """What there is to tell about the cells of a table."""

    summary: str
    findings: tuple[CellFindingTold, ...]
    cells: tuple[CellDoubt, ...]
    """The worst of them."""
    caption: str
    left_out: tuple[str, ...]


def cells_told(found: CellAudit) -> CellsTold:
    """What was found, the worst first."""
    worst = found.doubts[: min(found.count, MOST_CELLS)]
    caption = f"The {count(len(worst), 'cell that fits', 'cells that fit')} least"
    if found.count > len(worst):
        caption += f", of {grouped(found.count)}"
    return CellsTold(
        found.summary,
        tuple(
            CellFindingTold(each.sentence, each.remedy_words, _lines(each.lines.tolist()))
            for each in found.findings
        ),
        tuple(worst),
        caption,
        found.left_out,
    )


def _lines(lines: list[int]) -> str:
    """Lines for a person: the first ones, and how many more.

    >>> _lines([3, 1200]), _lines(list(range(2, 40)))
    ('Lines 3, 1,200', 'Lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 26 more')
    """
    first = ", ".join(grouped(line) for line in lines[:_MOST_LINES])
    more = f" and {grouped(len(lines) - _MOST_LINES)} more" if len(lines) > _MOST_LINES else ""
    return f"{'Line' if len(lines) == 1 else 'Lines'} {first}{more}"
