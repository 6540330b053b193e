"""Wrong values: planted into ten tables, and looked for beside an isolation forest and z-scores.

python -m tests.benchmarks cells [--data FOLDER] [--quick]: FOLDER holds CSV files and an index.csv;
without it the bundled examples serve. Two tables are made. Every kind of mistake is planted into
one column of each table, in at most 15 rows; precision and recall are those of the findings, the
average precision that of the ranking of all cells.
"""

import time
import warnings

import numpy as np
import pandas as pd

from tests.benchmarks.auditing.cells_data import KINDS, CellCase, Planted, cell_cases
from tests.benchmarks.measuring import Options, additive_data, as_frame, print_table, print_target

OURS, FOREST, Z, ROBUST = "cells", "isolation forest x z", "z-score", "robust z-score"
_MOST_ROWS = 1000
_MOST_TABLES = 12
_MOST_PLANTED = 15


def run(options: Options) -> None:
    """Measure, and print everything side by side."""
    warnings.simplefilter("ignore")
    tables = list(cell_cases(options.data, 400 if options.quick else _MOST_ROWS))[-_MOST_TABLES:]
    print("tables: " + ", ".join(case.name for case in tables), flush=True)
    clean = _clean(tables)
    found: dict[str, list[dict[str, float]]] = {}
    for number, case in enumerate(tables):
        for kind in KINDS:
            one = _measured(case, kind, number, clean[case.name])
            if one is not None:
                found.setdefault(kind, []).append(one)
        own = [each[-1] for each in found.values() if each[-1]["table"] == number]
        print(
            f"{case.name:15} found {np.nanmean([o['recall'] for o in own]):.2f}  AP "
            + "  ".join(f"{who} {np.mean([o[who] for o in own]):.3f}" for who in (OURS, FOREST, Z)),
            flush=True,
        )
    _print_kinds(found)
    if not options.quick:
        _large()
        _wide()


def _clean(tables: list[CellCase]) -> dict[str, set[tuple[str, str]]]:
    """What is found where nothing was planted: in real tables it may be real."""
    from core import audit_cells

    print("\ntables as they are: what is found there")
    told: dict[str, set[tuple[str, str]]] = {}
    flagged, findings, cells = 0, 0, 0
    surprise: list[float] = []
    for case in tables:
        found = audit_cells(case.dataset())
        cells += found.cells
        surprise += [doubt.surprise for doubt in found.doubts]
        told[case.name] = {
            (each.kind, column) for each in found.findings for column in each.columns
        }
        flagged += found.count
        findings += len(found.findings)
        print(
            f"{case.name:15} {found.cells:7,} cells, {found.count:4,} flagged, "
            f"{len(found.findings)} findings, {found.seconds:.1f} s"
        )
        for each in found.findings:
            print(f"    {each.sentence}")
    print_target("findings where nothing was planted", "few", f"{findings} in {len(tables)} tables")
    print(f"{flagged:,} cells flagged there")
    for size in (2, 3, 4):
        seen = sum(each >= size for each in surprise)
        print(f"as rare as 1 in {10**size:,}: {seen:,} cells, {cells / 10**size:,.0f} by chance")
    print(flush=True)
    return told


def _measured(
    case: CellCase, kind: str, number: int, known: set[tuple[str, str]]
) -> dict[str, float] | None:
    from core import audit_cells

    plant, names = KINDS[kind]
    random = np.random.default_rng([number, sum(map(ord, kind))])
    planted = plant(case, random, min(_MOST_PLANTED, max(4, len(case.frame) // 40)))
    if planted is None:
        return None
    data = case.dataset(planted.frame)
    started = time.perf_counter()
    found = audit_cells(data)
    spent = time.perf_counter() - started
    wrong_lines = set(data.lines[planted.wrong.any(axis=1).to_numpy()].tolist())
    new = [
        each
        for each in found.findings
        if not all((each.kind, column) in known for column in each.columns)
    ]
    named = [each for each in new if each.kind in names and set(each.columns) & planted.columns]
    lines = {line for each in new for line in each.lines.tolist()}
    hits = {line for each in named for line in each.lines.tolist()} & wrong_lines
    scores = _scores(found, data, planted)
    return {
        "table": number,
        "recall": len(hits) / len(wrong_lines),
        "precision": len(lines & wrong_lines) / len(lines) if lines else np.nan,
        "seconds": spent,
        **_average_precision(scores, planted),
    }


def _scores(found, data, planted: Planted) -> dict[str, pd.DataFrame]:
    """How suspicious every cell is by each contender."""
    frame = planted.frame
    ours = pd.DataFrame(0.0, frame.index, frame.columns)
    lines = {int(line): row for row, line in enumerate(data.lines)}
    values = ours.to_numpy(copy=True)
    for place, doubt in enumerate(found.doubts):
        values[lines[doubt.line], frame.columns.get_loc(doubt.column)] = len(found.doubts) - place
    ours.loc[:, :] = values
    numbers = _as_numbers(frame)
    z = ((numbers - numbers.mean()) / numbers.std().replace(0, 1)).abs().fillna(0.0)
    middle = numbers.median()
    spread = (numbers.quantile(0.75) - numbers.quantile(0.25)).replace(0, np.nan)
    robust = ((numbers - middle) / spread.fillna(numbers.std()).replace(0, 1)).abs().fillna(0.0)
    return {OURS: ours, FOREST: z.mul(_isolation(numbers), axis=0), Z: z, ROBUST: robust}


def _as_numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """Dates as days, categories as how rare they are: peers are given what they can take."""
    made = {}
    for name in frame.columns:
        column = frame[name]
        if pd.api.types.is_numeric_dtype(column):
            made[name] = column.astype(float)
        elif name in ("ordered", "paid"):
            days = pd.to_datetime(column, format="%d/%m/%Y", errors="coerce")
            made[name] = (days - pd.Timestamp("2023-01-01")).dt.days.astype(float)
        else:
            made[name] = column.map(-np.log(column.value_counts(normalize=True))).astype(float)
    return pd.DataFrame(made)


def _isolation(numbers: pd.DataFrame) -> np.ndarray:
    from sklearn.ensemble import IsolationForest

    filled = numbers.fillna(numbers.median()).fillna(0.0).clip(-1e12, 1e12)
    return -IsolationForest(random_state=0).fit(filled).score_samples(filled)


def _average_precision(scores: dict[str, pd.DataFrame], planted: Planted) -> dict[str, float]:
    from sklearn.metrics import average_precision_score

    is_wrong = planted.wrong.to_numpy().ravel()
    return {
        who: float(average_precision_score(is_wrong, own.to_numpy().ravel()))
        for who, own in scores.items()
    }


def _print_kinds(found: dict[str, list[dict[str, float]]]) -> None:
    print("\nby kind: findings (precision, recall of the rows), and the ranking of cells (AP)")
    contenders = (OURS, FOREST, Z, ROBUST)
    rows = []
    for kind, own in found.items():
        rows.append(
            [
                kind,
                str(len(own)),
                _mean(own, "precision"),
                _mean(own, "recall"),
                *(_mean(own, who) for who in contenders),
            ]
        )
    every = [one for own in found.values() for one in own]
    rows.append(
        [
            "all",
            str(len(every)),
            _mean(every, "precision"),
            _mean(every, "recall"),
            *(_mean(every, who) for who in contenders),
        ]
    )
    print_table(["", "tables", "precision", "recall", *contenders], rows)
    print(f"seconds a table: {np.median([one['seconds'] for one in every]):.1f} in the middle")


def _mean(own: list[dict[str, float]], key: str) -> str:
    values = [one[key] for one in own if not np.isnan(one[key])]
    return f"{np.mean(values):.3f}" if values else "-"


def _large(rows: int = 100_000, columns: int = 20) -> None:
    _timed("rows x columns", *additive_data(rows, columns), target="under a minute")


def _wide(rows: int = 1000, columns: int = 1000) -> None:
    _timed("rows x columns", *additive_data(rows, columns), target="does not explode")


def _timed(what: str, values: np.ndarray, labels: np.ndarray, target: str) -> None:
    from core import Dataset, audit_cells

    data = Dataset.from_frame(as_frame(values, labels), "label", validation_share=0)
    found = audit_cells(data)
    shape = f"{len(values):,} x {values.shape[1]:,} {what}"
    print_target(shape, target, f"{found.seconds:.1f} s, {len(found.findings)} findings")
    for sentence in found.left_out:
        print(f"    {sentence}")
