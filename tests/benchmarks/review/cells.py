"""What the judges say about tables with wrong labels: what simulated reviews go through."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from tests.benchmarks.noise.data import (
    BORDER,
    BY_CLASS,
    CAUSE,
    LOPSIDED,
    PAIRS,
    UNIFORM,
    by_one_cause,
    flipped,
)
from tests.benchmarks.noise.variations import Variation, variations

RATES = (0.05, 0.1, 0.2, 0.3)
QUESTIONS = (
    *((kind, rate) for rate in (0.2, 0.1, 0.05, 0.3) for kind in (BY_CLASS, LOPSIDED, UNIFORM)),
    (PAIRS, 0.1),
    (BORDER, 0.1),
    (CAUSE, 0.1),
)
"""The kinds of noise, and the shares of wrong labels."""
FEW_QUESTIONS = ((BY_CLASS, 0.2), (LOPSIDED, 0.2), (UNIFORM, 0.1), (CAUSE, 0.1))


@dataclass(frozen=True, eq=False)
class ReviewCell:
    """A table, some of whose labels are wrong, and what the audit says of it."""

    family: str
    kind: str
    rate: float
    given: np.ndarray
    true: np.ndarray
    shares: np.ndarray
    """What the judges say together, a column a class."""
    suspicion: np.ndarray
    wrong: np.ndarray
    """How likely each label is wrong, by the audit."""
    suggested: np.ndarray
    cause: np.ndarray
    """The number of the cause that was found for a row, from 1 on; 0 for none."""

    @property
    def is_wrong(self) -> np.ndarray:
        """Which labels are."""
        return self.given != self.true

    @property
    def looks(self) -> int:
        """As many looks as there are errors."""
        return int(self.is_wrong.sum())


def cells(folder: Path | None, keep: Path | None, rows: int, quick: bool) -> Iterator[ReviewCell]:
    """Every kind of noise on every table; a cell that was kept is not asked for again."""
    known = [one for one in variations(folder, rows) if one.name in ("whole", "first")]
    for kind, rate in FEW_QUESTIONS if quick else QUESTIONS:
        for variation in known:
            name = f"{variation.family}~{variation.name}~{kind}~{rate}~0.npz"
            path = keep / name if keep is not None else None
            if path is not None and path.exists():
                yield _read(path)
                continue
            cell = _audited(variation, kind, rate)
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                aside = path.with_suffix(".tmp.npz")
                np.savez(aside, **vars(cell))
                aside.rename(path)
            yield cell


def _read(path: Path) -> ReviewCell:
    family, _, kind, rate, _ = path.stem.split("~")
    with np.load(path) as kept:
        arrays = ("given", "true", "shares", "suspicion", "wrong", "suggested", "cause")
        return ReviewCell(family, kind, float(rate), *(kept[name] for name in arrays))


def _audited(variation: Variation, kind: str, rate: float) -> ReviewCell:
    from core import causes
    from core.judging.auditing.auditing import Auditing
    from tests.benchmarks.noise.peers import oracle_shares

    case, classes = variation.case, len(variation.case.classes)
    if kind == CAUSE:
        case, given = by_one_cause(case, rate, 0)
    else:
        clean = None
        if kind == BORDER:
            clean = np.mean(oracle_shares(case.matrix, case.labels, classes, 0), axis=0)
        given = flipped(case.labels, classes, rate, kind, 0, clean)
    data = case.dataset(given)
    auditing = Auditing(data, seed=0)
    for _ in auditing:
        pass
    found = auditing.audit()
    column = np.array([case.classes.index(name) for name in data.classes])
    shares = np.zeros((len(given), classes), np.float32)
    shares[:, column] = auditing.shares
    cause = np.zeros(len(given), np.int64)
    if kind == CAUSE:
        for number, one in enumerate(causes(found).found, 1):
            cause[data.rows_of(one.lines)] = number
    return ReviewCell(
        variation.family,
        kind,
        rate,
        given,
        case.labels,
        shares,
        found.suspicion,
        found.wrong,
        column[found.suggested.astype(np.int64)],
        cause,
    )


def ranking_of(cell: ReviewCell):
    """The audit's ranking again, over rows without columns: a review looks at no value."""
    from core import Audit, Dataset
    from core.data.dataset import Task
    from core.judging.auditing.doubting.noise import NO_NOISE
    from core.judging.auditing.twins import Twins
    from core.judging.ranking import Ranking

    names = np.array([f"c{number:04d}" for number in range(cell.shares.shape[1])], dtype=object)
    frame = pd.DataFrame({"x": np.arange(len(cell.given)), "label": names[cell.given]})
    task = Task.TWO_CLASSES if len(names) == 2 else Task.MANY_CLASSES
    data = Dataset.from_frame(frame, "label", validation_share=0, task=task)
    place = {name: number for number, name in enumerate(data.classes)}
    # A class that nobody is given is no class of the data: the next one stands for it.
    column = np.array([place.get(name, 0) for name in names])
    audit = Audit(
        data,
        cell.suspicion,
        cell.wrong,
        column[cell.suggested],
        np.full(len(data), np.nan),
        np.zeros(len(data), np.int64),
        NO_NOISE,
        len(data),
        {},
        (),
        Twins.of(data),
        None,
        0.0,
    )
    return Ranking.of_audit(audit)
