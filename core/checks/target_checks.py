"""What may be odd about the target."""

from collections.abc import Iterator

import numpy as np

from core.base.wording import grouped
from core.checks.finding import Finding, FindingKind
from core.checks.remedies import SetClassesAside
from core.data.dataset import Dataset

_FEW_ROWS = 5
_SMALL_SHARE = 0.05


def found(data: Dataset) -> Iterator[Finding]:
    """Rows without a label, a single class, and rare ones."""
    words = data.plan[data.target].missing if data.plan else ()
    missing = data.table.column(data.target).without(words).missing
    if missing.any():
        lines = data.table.lines[missing]
        is_one = len(lines) == 1
        yield Finding.about_lines(
            FindingKind.NO_LABEL,
            f"{grouped(len(lines))} {'row has' if is_one else 'rows have'} no value in "
            f"{data.target!r} "
            f"and {'is' if is_one else 'are'} set aside.",
            lines,
            columns=(data.target,),
        )
    if len(data.classes) == 1:
        yield Finding(
            FindingKind.ONE_CLASS,
            f"{data.target!r} has only the value {data.classes[0]!r}, so there is nothing to tell "
            "apart. Choose another target.",
            (data.target,),
        )
    yield from _rare(data)


def _rare(data: Dataset) -> Iterator[Finding]:
    counts = data.class_counts
    rare = (counts > 0) & (counts < _FEW_ROWS) & (counts < _SMALL_SHARE * len(data))
    if not rare.any():
        return
    names = tuple(name for name, is_rare in zip(data.classes, rare, strict=True) if is_rare)
    lines = data.lines[np.isin(data.labels, np.flatnonzero(rare))]
    listed = ", ".join(f"{name!r}" for name in names[:5]) + (" and more" if len(names) > 5 else "")
    what = (
        f"The class {listed} has"
        if len(names) == 1
        else f"{grouped(len(names))} classes ({listed}) have"
    )
    can_go = len(data.classes) - len(names) >= 2
    yield Finding.about_lines(
        FindingKind.RARE_CLASS,
        f"{what} fewer than {_FEW_ROWS} rows: too few to learn from and to judge by.",
        lines,
        SetClassesAside(names) if can_go else None,
        (data.target,),
    )
