"""Finding wrong labels: the audit beside cleanlab, on data whose labels were flipped on purpose.

python -m tests.benchmarks.noise [--data FOLDER] [--quick]: FOLDER holds CSV files and an index.csv
that names them and their targets; without it the bundled examples serve. Every case is printed when
it is done; Ctrl+C leaves out the rest of them.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from tests.benchmarks.measuring import (
    additive_data,
    as_frame,
    has,
    print_machine,
    print_table,
    print_target,
)
from tests.benchmarks.noise_cleaning import cleaned_errors, flags
from tests.benchmarks.noise_data import BY_CLASS, UNIFORM, Case, cases, flipped
from tests.benchmarks.noise_peers import (
    Ranking,
    cleanlab_rankings,
    forest_ranking,
    oracle_ranking,
    oracle_shares,
)

PEER, OURS, ORACLE = "cleanlab, ensemble", "the audit", "oracle"
_MOST_ROWS = 1000
_DRAWS = 2000


def main() -> None:
    """Measure, and print everything side by side."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.noise", description=__doc__)
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--quick", action="store_true", help="fewer rows, rates and seeds")
    parser.add_argument("--seeds", type=int, default=3, metavar="N")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="these data sets only")
    chosen = parser.parse_args()
    print_machine()
    if not has("cleanlab"):
        return
    known = list(cases(chosen.data, 500 if chosen.quick else _MOST_ROWS))
    known = [case for case in known if not chosen.only or case.name in chosen.only]
    rates = (0.1, 0.3) if chosen.quick else (0.05, 0.1, 0.2, 0.3)
    seeds = range(1 if chosen.quick else chosen.seeds)
    _warm_up(known[0])
    found = _grid(known, rates, seeds)
    if not found:
        return
    _print_contenders(found)
    _print_rates(found)
    _print_differences(found)
    flags(known, [(key, one[OURS]) for key, one in found.items()], seeds)
    cleaned_errors(known, seeds)
    if not chosen.quick:
        _large()
    print_machine()


def _grid(known: list[Case], rates, seeds) -> dict[tuple, dict[str, dict[str, float]]]:
    """All cases, seed by seed; Ctrl+C ends it, and what there is is told."""
    found: dict[tuple, dict[str, dict[str, float]]] = {}
    try:
        for seed in seeds:
            for case in known:
                oracle = oracle_shares(case.matrix, case.labels, len(case.classes), seed)
                for kind in (UNIFORM, BY_CLASS):
                    for rate in rates:
                        figures = _measure(case, kind, rate, seed, oracle)
                        found[case.name, kind, rate, seed] = figures
                _print_so_far(found)
    except KeyboardInterrupt:
        print("\nstopped: what follows is of the cases so far")
    return found


def _measure(
    case: Case, kind: str, rate: float, seed: int, oracle: list
) -> dict[str, dict[str, float]]:
    """Every contender's figures on one data set with flipped labels."""
    classes = len(case.classes)
    labels = flipped(case.labels, classes, rate, kind, seed)
    matrix, is_wrong = case.matrix, labels != case.labels
    rankings = cleanlab_rankings(matrix, labels, classes, seed)
    rankings["forest, out of bag"] = forest_ranking(matrix, labels, seed)
    rankings |= _ours(case, labels, seed)
    rankings[ORACLE] = oracle_ranking(oracle, labels)
    figures = {name: _figures(ranking, is_wrong) for name, ranking in rankings.items()}
    own, peer = figures[OURS], figures[PEER]
    print(
        f"{case.name:15} {kind:9} {100 * rate:3.0f} %  seed {seed}  AP: audit {own['AP']:.3f}  "
        f"cleanlab {peer['AP']:.3f}  oracle {figures[ORACLE]['AP']:.3f}  seconds: "
        f"{own['seconds']:.1f} and {peer['seconds']:.1f}",
        flush=True,
    )
    return figures


def _ours(case: Case, labels: np.ndarray, seed: int) -> dict[str, Ranking]:
    from core import AdaBoost, audit, fit

    data = case.dataset(labels)
    started = time.perf_counter()
    found = audit(data, seed=seed)
    spent = time.perf_counter() - started
    started = time.perf_counter()
    history = fit(data, AdaBoost()).history
    last, mean = history.relative_weights(history.rounds), history.suspicion()
    boosted = time.perf_counter() - started
    return {
        "last weight": Ranking(last, None, boosted),
        "mean weight": Ranking(mean, None, boosted),
        OURS: Ranking(found.suspicion, found.flagged, spent, found.noise.estimate),
    }


def _figures(ranking: Ranking, is_wrong: np.ndarray) -> dict[str, float]:
    from sklearn.metrics import average_precision_score, roc_auc_score

    flagged = ranking.flagged
    hits = np.nan if flagged is None else float((flagged & is_wrong).sum())
    return {
        "AP": float(average_precision_score(is_wrong, ranking.suspicion)),
        "AUROC": float(roc_auc_score(is_wrong, ranking.suspicion)),
        "precision": hits / max(1, flagged.sum()) if flagged is not None else np.nan,
        "recall": hits / is_wrong.sum(),
        "noise": ranking.noise,
        "seconds": ranking.seconds,
    }


def _print_so_far(found) -> None:
    """The last data set, and all until now."""
    last = next(reversed(found))[0]
    for name, some in (
        (last, [one for key, one in found.items() if key[0] == last]),
        ("so far", list(found.values())),
    ):
        ours, peer, best = (
            np.mean([one[who]["AP"] for one in some]) for who in (OURS, PEER, ORACLE)
        )
        own, other = (np.mean([one[who]["seconds"] for one in some]) for who in (OURS, PEER))
        print(
            f"= {name}: AP {ours:.3f}, cleanlab {peer:.3f}, oracle {best:.3f}; "
            f"{own / other:.2f} of its time",
            flush=True,
        )


def _print_contenders(found) -> None:
    print(f"\nmeans over {len(found)} cases (data set x noise x rate x seed)")
    first = next(iter(found.values()))
    rows = []
    for name in first:
        means = {key: np.mean([one[name][key] for one in found.values()]) for key in first[name]}
        cells = [f"{means[key]:.3f}" for key in ("AP", "AUROC", "precision", "recall")]
        rows.append(
            [name, *(cell.replace("nan", "-") for cell in cells), f"{means['seconds']:.2f}"]
        )
    print_table(["", "AP", "AUROC", "precision", "recall", "seconds"], rows)
    own, peer = (
        np.array([one[name]["seconds"] for one in found.values()]) for name in (OURS, PEER)
    )
    print_target(
        f"seconds, {OURS} over {PEER}",
        "at most 1",
        f"{own.sum() / peer.sum():.2f} in all; case by case {np.median(own / peer):.2f} in the "
        f"middle, {np.quantile(own / peer, 0.9):.2f} at most in nine of ten",
    )


def _print_rates(found) -> None:
    print("\naverage precision by noise, and the gap to the oracle that is closed")
    rows = []
    for kind, rate in sorted({key[1:3] for key in found}, reverse=True):
        some = [one for key, one in found.items() if key[1:3] == (kind, rate)]
        ours, peer, best = (
            np.mean([one[name]["AP"] for one in some]) for name in (OURS, PEER, ORACLE)
        )
        closed = (ours - peer) / (best - peer) if best != peer else np.nan
        rows.append(
            [
                f"{kind}, {100 * rate:.0f} %",
                f"{peer:.3f}",
                f"{ours:.3f}",
                f"{best:.3f}",
                f"{100 * closed:.0f} %",
            ]
        )
    print_table(["", PEER, OURS, ORACLE, "closed"], rows)


def _print_differences(found) -> None:
    """Ours minus the peer's, data set by data set: a mean and a 95 % interval over its cases."""
    print(f"\naverage precision, {OURS} minus {PEER}; 95 % intervals by drawing cases anew")
    names = list(dict.fromkeys(key[0] for key in found))
    random = np.random.default_rng(0)
    rows, means = [], []
    for name in names:
        some = [one for key, one in found.items() if key[0] == name]
        ours, peer, best = (
            np.array([one[who]["AP"] for one in some]) for who in (OURS, PEER, ORACLE)
        )
        low, high = _interval(ours - peer, random)
        means.append((ours.mean(), peer.mean(), best.mean()))
        rows.append(
            [
                name,
                f"{peer.mean():.3f}",
                f"{ours.mean():.3f}",
                f"{best.mean():.3f}",
                f"{(ours - peer).mean():+.3f}",
                f"{low:+.3f} to {high:+.3f}",
            ]
        )
    print_table(["", PEER, OURS, ORACLE, "difference", "interval"], rows)
    sets = np.array(means)
    ours, peer, best = sets.mean(axis=0)
    low, high = _interval(sets[:, 0] - sets[:, 1], random)
    print(
        f"mean over {len(sets)} data sets: {ours - peer:+.4f}, {low:+.4f} to {high:+.4f} "
        "(data sets drawn anew)"
    )
    drawn = sets[random.integers(0, len(sets), (_DRAWS, len(sets)))].mean(axis=1)
    gaps = np.quantile((drawn[:, 0] - drawn[:, 1]) / (drawn[:, 2] - drawn[:, 1]), [0.025, 0.975])
    print_target(
        "gap to the oracle closed",
        "at least a third",
        f"{100 * (ours - peer) / (best - peer):.0f} % "
        f"({100 * gaps[0]:.0f} to {100 * gaps[1]:.0f} %)",
    )


def _interval(values: np.ndarray, random: np.random.Generator) -> tuple[float, float]:
    drawn = values[random.integers(0, len(values), (_DRAWS, len(values)))].mean(axis=1)
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def _large(rows: int = 100_000, columns: int = 20) -> None:
    """How long many rows take, and what is found: ours and the peer's in turn."""
    from core import Dataset, audit

    values, clean = additive_data(rows, columns)
    labels = flipped(clean, 2, 0.1, UNIFORM, 0)
    data = Dataset.from_frame(as_frame(values, labels), "label", validation_share=0)
    started = time.perf_counter()
    found = audit(data)
    own = Ranking(found.suspicion, found.flagged, time.perf_counter() - started)
    peer = cleanlab_rankings(values, labels, 2, 0)[PEER]
    first, second = (_figures(ranking, labels != clean)["AP"] for ranking in (own, peer))
    print_target(
        f"{rows:,} rows x {columns} columns",
        "at most half of cleanlab's ensemble",
        f"{own.seconds:.1f} s and {peer.seconds:.1f} s, {own.seconds / peer.seconds:.2f} of it; "
        f"AP {first:.3f} and {second:.3f}",
    )


def _warm_up(case: Case) -> None:
    """Compile and load everything before anything is timed."""
    some = case.take(np.arange(min(len(case.labels), 200)))
    oracle = oracle_shares(some.matrix, some.labels, len(some.classes), 0)
    _measure(some, UNIFORM, 0.1, 0, oracle)
    print()


if __name__ == "__main__":
    main()
