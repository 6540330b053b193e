"""What judges and peers say about noisy labels, kept in files: to choose by, again and again.

python -m tests.benchmarks.noise.store TO [--data FOLDER] [--part I/N]: a file a cell, which is a
variation of a data set, a kind of noise, a rate and a seed. Cells that are there are left alone.
"""

import argparse
import itertools
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

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
    forest_ranking,
    oracle_ranking,
    oracle_shares,
    out_of_fold,
    peer_models,
)
from tests.benchmarks.noise.variations import Variation, variations

CLEAN = "none"
ROUNDS = (
    ((BY_CLASS, 0.2), (UNIFORM, 0.1)),
    ((UNIFORM, 0.05), (LOPSIDED, 0.1), (PAIRS, 0.2)),
    ((UNIFORM, 0.3), (CLEAN, 0.0), (LOPSIDED, 0.3)),
    ((UNIFORM, 0.2), (BY_CLASS, 0.05), (BORDER, 0.1), (CAUSE, 0.1)),
    ((PAIRS, 0.1), (BORDER, 0.2), (CAUSE, 0.05)),
)
_MOST_ROWS = 600


def main() -> None:
    """Fill the store."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.noise.store")
    parser.add_argument("to", type=Path)
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--part", default="0/1", metavar="I/N", help="the I-th of N shares of it")
    chosen = parser.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    number, parts = map(int, chosen.part.split("/"))
    known = list(variations(chosen.data, _MOST_ROWS))
    cells = itertools.islice(_cells(known), number, None, parts)
    for variation, kind, rate, seed in cells:
        path = chosen.to / f"{variation.family}~{variation.name}~{kind}~{rate}~{seed}.npz"
        if path.exists():
            continue
        started = time.perf_counter()
        np.savez(path.with_suffix(".tmp.npz"), **cell(variation, kind, rate, seed))
        path.with_suffix(".tmp.npz").rename(path)
        print(f"{path.stem:60} {time.perf_counter() - started:.1f} s", flush=True)


def _cells(known: list[Variation]) -> Iterator[tuple[Variation, str, float, int]]:
    """Every family early: variations in turn get harder questions in turn."""
    names = list(dict.fromkeys(one.family for one in known))
    by_family = {name: [one for one in known if one.family == name] for name in names}
    for turn in range(len(ROUNDS) + 3):
        for family in names:
            for number, variation in enumerate(by_family[family]):
                if 0 <= (round_ := turn - number) < len(ROUNDS):
                    for kind, rate in ROUNDS[round_]:
                        yield variation, kind, rate, number


_ORACLES: dict[tuple[str, str, int], list] = {}


def _oracle(case: Case, key: tuple[str, str, int]) -> list:
    if key not in _ORACLES:
        _ORACLES[key] = oracle_shares(case.matrix, case.labels, len(case.classes), key[2])
    return _ORACLES[key]


def cell(variation: Variation, kind: str, rate: float, seed: int) -> dict[str, np.ndarray]:
    """Everything about one cell."""
    from cleanlab.rank import get_label_quality_ensemble_scores

    case, classes = variation.case, len(variation.case.classes)
    oracle = _oracle(case, (variation.family, variation.name, seed))
    if kind == CAUSE:
        case, given = by_one_cause(case, rate, seed)
    elif kind == CLEAN:
        given = case.labels.copy()
    else:
        given = flipped(case.labels, classes, rate, kind, seed, np.mean(oracle, axis=0))
    matrix = case.matrix
    peers = [
        out_of_fold(model, matrix, given, given, classes, seed)
        for model in peer_models(seed).values()
    ]
    scores = get_label_quality_ensemble_scores(given, peers, verbose=False)
    found = _audited(case, given, seed)
    return found | {
        "family": np.array(variation.family),
        "variation": np.array(variation.name),
        "kind": np.array(kind),
        "rate": np.array(rate),
        "seed": np.array(seed),
        "given": given,
        "true": case.labels,
        "peer_shares": np.array(peers, np.float32),
        "cleanlab": -scores,
        "forest": forest_ranking(matrix, given, seed).suspicion,
        "clean_shares": np.mean(oracle, axis=0).astype(np.float32),
        "clean": oracle_ranking(oracle, given).suspicion,
    }


def _audited(case: Case, given: np.ndarray, seed: int) -> dict[str, np.ndarray]:
    """The audit, and every judge's shares in both hearings: rows in the dataset's order."""
    from core.judging.auditing.auditing import Auditing

    data = case.dataset(given)
    auditing = Auditing(data, seed=seed)
    said = _listen(auditing)
    found = auditing.audit()
    order = auditing._problem.data.order
    column = np.array([case.classes.index(name) for name in data.classes])
    assert np.array_equal(column[data.labels], given)
    kept: dict[str, np.ndarray] = {}
    for number, hearing in enumerate(said, 1):
        shares = np.zeros((len(hearing), len(given), len(case.classes)), np.float32)
        for place, outputs in enumerate(hearing.values()):
            shares[place][np.ix_(order, column)] = outputs
        kept[f"judges_{number}"] = np.array(list(hearing))
        kept[f"shares_{number}"] = shares
    return kept | {
        "audit": found.suspicion,
        "audit_wrong": found.wrong,
        "audit_flagged": found.flagged,
        "noise": np.array([found.noise.low, found.noise.estimate, found.noise.high]),
        "twins": found.twins.come_first,
    }


def _listen(auditing) -> list[dict[str, np.ndarray]]:
    """Drive an audit, and note what every judge says."""
    from core.judging.auditing.jury import Hearing

    said: dict[int, dict[str, np.ndarray]] = {}
    original = Hearing._opinion

    def noting(self, judge, outputs):
        said.setdefault(id(self), {})[judge.name] = outputs
        return original(self, judge, outputs)

    Hearing._opinion = noting
    try:
        for _ in auditing:
            pass
    finally:
        Hearing._opinion = original
    return list(said.values())


if __name__ == "__main__":
    main()
