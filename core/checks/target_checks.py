"""What may be odd about the target."""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from core.checks.finding import Finding, FindingKind
from core.checks.remedies import SetClassesAside
from core.data.dataset import Dataset

_FEW_ROWS = 5
_SMALL_SHARE = 0.05
_SAME_ANSWER = {
    word: answer
    for answer, words in {
        "yes": ("yes", "y", "true", "t", "1", "1.0"),
        "no": ("no", "n", "false", "f", "0", "0.0"),
    }.items()
    for word in words
}


def found(data: Dataset) -> Iterator[Finding]:
    """Rows without a label, a single class, classes that read alike, and rare ones."""
    words = data.plan[data.target].missing if data.plan else ()
    missing = data.table.column(data.target).without(words).missing
    if missing.any():
        lines = data.table.lines[missing]
        is_one = len(lines) == 1
        yield Finding.about_lines(
            FindingKind.NO_LABEL,
            f"{len(lines):,} {'row has' if is_one else 'rows have'} no value in {data.target!r} "
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
    yield from _alike(data)
    yield from _rare(data)


def _alike(data: Dataset) -> Iterator[Finding]:
    """Classes that differ in case and blanks only, or that are different words for yes and no."""
    same = defaultdict(list)
    words = [" ".join(name.split()).casefold() for name in data.classes]
    is_mixed = len(words) > 2 and all(word in _SAME_ANSWER for word in words)
    for name, word in zip(data.classes, words, strict=True):
        same[_SAME_ANSWER[word] if is_mixed else word].append(name)
    for names in same.values():
        if len(names) > 1:
            listed = " and ".join(map(repr, names))
            yield Finding(
                FindingKind.ALIKE_CLASSES,
                f"The classes {listed} may mean the same. If they do, write them alike in the "
                "file, and open it again.",
                (data.target,),
            )


def _rare(data: Dataset) -> Iterator[Finding]:
    counts = data.class_counts
    rare = (counts > 0) & (counts < _FEW_ROWS) & (counts < _SMALL_SHARE * len(data))
    if not rare.any():
        return
    names = tuple(name for name, is_rare in zip(data.classes, rare, strict=True) if is_rare)
    lines = data.lines[np.isin(data.labels, np.flatnonzero(rare))]
    listed = ", ".join(f"{name!r}" for name in names[:5]) + (" and more" if len(names) > 5 else "")
    what = (
        f"The class {listed} has" if len(names) == 1 else f"{len(names):,} classes ({listed}) have"
    )
    can_go = len(data.classes) - len(names) >= 2
    yield Finding.about_lines(
        FindingKind.RARE_CLASS,
        f"{what} fewer than {_FEW_ROWS} rows: too few to learn from and to judge by.",
        lines,
        SetClassesAside(names) if can_go else None,
        (data.target,),
    )
