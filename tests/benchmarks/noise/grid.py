"""The cells of the noise benchmark: what is measured on which table, and by whom."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tests.benchmarks.noise.choice import ranked_by_all
from tests.benchmarks.noise.data import (
    BORDER,
    BY_CLASS,
    CAUSE,
    LOPSIDED,
    PAIRS,
    UNIFORM,
    Case,
    by_one_cause,
    flipped,
)
from tests.benchmarks.noise.peers import (
    Ranking,
    cleanlab_rankings,
    forest_ranking,
    oracle_ranking,
    oracle_shares,
)
from tests.benchmarks.noise.variations import Variation

PEER, FOREST, OURS, ORACLE = (
    "cleanlab, ensemble",
    "forest, out of bag",
    "the audit",
    "clean-label judges",
)
MORE_KINDS = ((LOPSIDED, 0.2), (PAIRS, 0.2), (BORDER, 0.1), (CAUSE, 0.1))
OF_VARIATIONS = ((UNIFORM, 0.1), (BY_CLASS, 0.2), (PAIRS, 0.1))


@dataclass(frozen=True)
class Cell:
    """A table, and how its labels are made wrong."""

    family: str
    name: str
    kind: str
    rate: float
    seed: int

    @property
    def is_whole(self) -> bool:
        """Whether it is a set as it is, with the noise that sets are compared by."""
        return self.name in ("whole", "first") and self.kind in (UNIFORM, BY_CLASS)


@dataclass(frozen=True, eq=False)
class Measured:
    """Every contender's figures on one cell, and the precision of every choice of constants."""

    figures: dict[str, dict[str, float]]
    choices: np.ndarray


def all_cells(
    known: list[Variation], rates: tuple[float, ...], seeds: int
) -> list[tuple[Variation, Cell]]:
    """What is asked, a question to all families and then the next: it may be ended early."""
    found = []
    for family in dict.fromkeys(one.family for one in known):
        for number, one in enumerate(v for v in known if v.family == family):
            for place, (turn, cell) in enumerate(_cells_of(one, number, rates, seeds)):
                found.append((turn, place, one, cell))
    return [(one, cell) for *_, one, cell in sorted(found, key=lambda each: each[:2])]


def _cells_of(
    variation: Variation, number: int, rates: tuple[float, ...], seeds: int
) -> Iterator[tuple[int, Cell]]:
    """What is asked of a variation, the first of its family or a later one, and in which turn.

    Of the first one every kind of noise comes before all rates, and all rates before other seeds.
    """
    asked, turn = (MORE_KINDS, 0) if number == 0 else (OF_VARIATIONS, 2 * number - 1)
    for kind, rate in asked:
        yield turn, Cell(variation.family, variation.name, kind, rate, number)
    for seed in range(seeds if number == 0 else 0):
        for rate in rates:
            for kind in (UNIFORM, BY_CLASS):
                yield 2 * seed, Cell(variation.family, variation.name, kind, rate, seed)


_KNOWN: dict[tuple[str, str, int], list] = {}


def clean_judges(case: Case, cell: Cell) -> list:
    """What clean-label judges say; kept for the next cell of the same table."""
    key = (cell.family, cell.name, cell.seed)
    if key not in _KNOWN:
        _KNOWN[key] = oracle_shares(case.matrix, case.labels, len(case.classes), cell.seed)
    return _KNOWN[key]


def spoilt(case: Case, cell: Cell, oracle: list) -> tuple[Case, np.ndarray]:
    """The table of a cell, and its labels, some of them wrong."""
    if cell.kind == CAUSE:
        return by_one_cause(case, cell.rate, cell.seed)
    shares = np.mean(oracle, axis=0)
    classes = len(case.classes)
    return case, flipped(case.labels, classes, cell.rate, cell.kind, cell.seed, shares)


def measured(case: Case, cell: Cell) -> Measured:
    """Every contender on one cell."""
    oracle = clean_judges(case, cell)
    table, given = spoilt(case, cell, oracle)
    matrix, is_wrong, classes = table.matrix, given != case.labels, len(case.classes)
    rankings = cleanlab_rankings(matrix, given, classes, cell.seed)
    rankings[FOREST] = forest_ranking(matrix, given, cell.seed)
    own, choices = _ours(table, given, cell.seed)
    rankings |= own
    rankings[ORACLE] = oracle_ranking(oracle, given)
    figures = {name: figures_of(ranking, is_wrong) for name, ranking in rankings.items()}
    return Measured(figures, np.array([precision(one, is_wrong) for one in choices]))


def _ours(case: Case, given: np.ndarray, seed: int) -> tuple[dict[str, Ranking], list[np.ndarray]]:
    from core import AdaBoost, fit
    from core.judging.auditing.auditing import Auditing

    data = case.dataset(given)
    started = time.perf_counter()
    auditing = Auditing(data, seed=seed)
    for _ in auditing:
        pass
    found = auditing.audit()
    spent = time.perf_counter() - started
    started = time.perf_counter()
    history = fit(data, AdaBoost()).history
    last, mean = history.relative_weights(history.rounds), history.suspicion()
    boosted = time.perf_counter() - started
    rankings = {
        "last weight": Ranking(last, None, boosted),
        "mean weight": Ranking(mean, None, boosted),
        OURS: Ranking(found.suspicion, found.flagged, spent, found.noise.estimate),
    }
    return rankings, ranked_by_all(auditing.shares, data.labels.astype(np.int64))


def precision(suspicion: np.ndarray, is_wrong: np.ndarray) -> float:
    """Average precision."""
    from sklearn.metrics import average_precision_score

    return float(average_precision_score(is_wrong, suspicion))


def figures_of(ranking: Ranking, is_wrong: np.ndarray) -> dict[str, float]:
    """What a ranking is worth; flags of no row have a recall and no precision."""
    from sklearn.metrics import roc_auc_score

    flagged = ranking.flagged
    hits = np.nan if flagged is None else float((flagged & is_wrong).sum())
    return {
        "AP": precision(ranking.suspicion, is_wrong),
        "AUROC": float(roc_auc_score(is_wrong, ranking.suspicion)),
        "precision": hits / flagged.sum() if flagged is not None and flagged.any() else np.nan,
        "recall": hits / is_wrong.sum(),
        "noise": ranking.noise,
        "seconds": ranking.seconds,
    }
